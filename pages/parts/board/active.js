// How long the annotator has been at work on the item: the time between things they do, a pause counted as a minute
// at most. A hidden tab does not count.

const IDLE = 60_000;
const A_DAY = 24 * 60 * 60_000; // the server takes no more
const SIGNS = ["pointerdown", "pointermove", "wheel", "scroll"];

function beginActive(board, before) {
  board.work = { ms: before, last: document.hidden ? null : performance.now() };
}

function activeMs({ work }) {
  return Math.min(A_DAY, Math.round(work.ms + sinceLast(work)));
}

function sinceLast({ last }) {
  return last === null ? 0 : Math.min(performance.now() - last, IDLE);
}

function beat({ work }) {
  if (!work) return;
  work.ms += sinceLast(work);
  work.last = document.hidden ? null : performance.now();
}

// Before the board's own keys, which go no further than to it.
function listenToWork(board, signal) {
  const options = { capture: true, passive: true, signal };
  for (const sign of SIGNS) board.view.root.addEventListener(sign, () => beat(board), options);
  window.addEventListener("keydown", () => beat(board), options);
  document.addEventListener("visibilitychange", () => beat(board), options);
}
