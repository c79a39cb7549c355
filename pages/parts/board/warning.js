// What stands before an item that the researcher marked sensitive. Until the annotator asks for it, nothing of the item
// is drawn: neither on the screen nor in the document.

function needsWarning({ screen, shownAnyway }) {
  return Boolean(screen.sensitive) && shownAnyway !== screen.assignment;
}

function isBehindWarning({ view }) {
  return view.root.dataset.view === "plain" && view.plain.dataset.kind === "warning";
}

function drawWarning(board) {
  const { texts, screen, view } = board;
  board.phase = "warning";
  view.groups = [];
  for (const pane of [view.context, view.targets]) show(pane);
  view.root.dataset.assignment = screen.assignment;
  const words = written("p", screen.warning || texts.warning_words, { class: "text" });
  const open = action(texts.warning_show, () => showAnyway(board), { class: "action primary" });
  const skip = canSkip(board) ? action(texts.warning_skip, () => skipUnseen(board)) : null;
  drawPlain(board, "warning", texts.warning_title, words, make("div", { class: "ways" }, open, skip));
}

function showAnyway(board) {
  board.shownAnyway = board.screen.assignment;
  drawItem(board);
}

function skipUnseen(board) {
  if (board.phase !== "warning") return;
  board.phase = "item";
  skip(board, "distressing", "");
}
