// What others write while an item is discussed: asked for quietly, again and again, as long as somebody looks at it.

const HEARS = 15_000; // between two askings
const ALONE = 10 * 60_000; // after so long without a key or a pointer nothing is asked: a sign-in has to end some time

// After each asking: ask again in a while. Another item or another board has a talk of its own, or none.
function hearOn(board) {
  const { assignment } = board.screen;
  clearTimeout(board.hearing);
  board.hearing = setTimeout(() => !board.gone && board.screen.assignment === assignment && hear(board), HEARS);
}

function hear(board) {
  const looks = !document.hidden && board.phase === "item" && board.rest.idle < ALONE;
  return looks ? loadTalk(board) : hearOn(board);
}

// What others have written meanwhile, as one comes back to this tab.
function renewTalk(board) {
  if (board.talk && board.view.root.dataset.view === "item") loadTalk(board);
}
