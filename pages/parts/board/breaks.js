// When to say that a break might do good: after so many minutes at work, quietly, and never in the way.

const TICK = 5000;
const REST = 5 * 60_000; // so long without a key or a pointer is a break

function watchBreaks(board) {
  board.rest = { worked: 0, idle: 0 };
  const clock = setInterval(() => tickBreak(board), TICK);
  return () => clearInterval(clock);
}

function tickBreak(board) {
  const { rest } = board;
  if (isAtWork(board)) {
    rest.worked += TICK;
    rest.idle = 0;
  } else {
    rest.idle += TICK;
    if (rest.idle >= REST) beginAfresh(board);
  }
  const minutes = preferencesOf(board).break_minutes;
  if (!minutes) clearBreak(board);
  else if (rest.worked >= minutes * 60_000 && !board.view.breaks.firstChild) sayBreak(board);
}

function isAtWork({ work }) {
  return Boolean(work) && work.last !== null && performance.now() - work.last < IDLE;
}

function beginAfresh(board) {
  board.rest.worked = 0;
  clearBreak(board);
}

function sayBreak(board) {
  const minutes = Math.round(board.rest.worked / 60_000);
  const words = make("p", {}, sentence(board.texts.break_now, { n: minutes }));
  const done = action(board.texts.break_dismiss, () => {
    beginAfresh(board);
    comeBack(board, null);
  });
  show(board.view.breaks, words, done);
}

function clearBreak({ view }) {
  if (view.breaks.firstChild) show(view.breaks);
}
