// What one has submitted on this item before: each time, which answers it changed.

function canSeeHistory({ phase, screen }) {
  return phase === "item" && screen.revision > 0;
}

async function openHistory(board) {
  const { texts, screen } = board;
  const outcome = await get(`${board.address.history}/${screen.assignment}`);
  if (board.gone || board.screen !== screen) return;
  if (outcome.kind !== "ok") return sayHint(board, texts.cannot_list);
  const newestFirst = [...outcome.answer.revisions].reverse();
  const body = make("ol", { class: "history" }, ...newestFirst.map((one) => revisionOf(board, one)));
  openPanel(board, { name: "history", title: texts.history, body, side: "right" });
}

function revisionOf(board, { revision, at, changes }) {
  const title = sentence(board.texts.revision, { n: revision, time: momentOf(at) });
  const lines = changes.map((change) => changeOf(board, change));
  return make("li", {}, make("h3", { class: "section-name" }, title), make("ul", {}, ...lines));
}

function momentOf(moment) {
  return new Date(moment).toLocaleString(tongue(), { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
}

function changeOf(board, { target, question, before, label, cannot = null }) {
  const { item, questions } = board.screen;
  const asked = questions.find((one) => one.key === question);
  const about = item.targets.find((one) => one.key === target);
  const words = (given) => written("bdi", asked ? lineOfLabel(board, asked, given) : given);
  const none = cannot ? make("b", {}, ...cannotWords(board, cannot)) : make("em", {}, board.texts.taken_away);
  const now = label === null ? none : make("b", {}, words(label));
  const said = before === null ? [now] : [make("s", {}, words(before)), " → ", now];
  const several = questions.length > 1 && asked ? [written("span", asked.text, { class: "own-question" })] : [];
  const text = written("p", about?.text || board.texts.whole_item, { class: "text" });
  return make("li", { class: "change" }, text, ...several, make("p", { class: "said" }, ...said));
}
