// Why an adjudicator wants this item looked at again: above the rows, as long as it waits.

function paintReturned(board) {
  const { screen, view, texts } = board;
  if (!screen.sent_back) return;
  const reason = written("q", screen.sent_back, { class: "text" });
  view.targets.prepend(make("aside", { class: "returned", role: "note" }, make("b", {}, texts.returned), reason, make("p", {}, texts.returned_how)));
}
