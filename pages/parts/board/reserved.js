// What an annotator reads when the time is over for which an item of a pool was theirs. Nothing is taken off the screen.

function paintReserved(board) {
  const { reserved_until: until, late, now } = board.screen;
  board.reservedSaid = false;
  keepTime(board, { until, late, now });
}

// Both moments are the server's. A draft begins the time anew, so this is asked after each.
function keepTime(board, { until = null, late = false, now }) {
  clearTimeout(board.reserving);
  if (!board.screen.editable) return;
  if (late) return sayReserved(board, board.texts.reserved_gone);
  const { assignment } = board.screen;
  const over = () => !board.gone && board.screen.assignment === assignment && board.phase === "item" && sayReserved(board, board.texts.reserved_over);
  if (until) board.reserving = setTimeout(over, Math.max(0, Date.parse(until) - Date.parse(now)));
  if (board.reservedSaid) clearNotice(board);
  board.reservedSaid = false;
}

// It waits where something else is said that needs a choice: the next draft says it again.
function sayReserved(board, words) {
  if (board.view.notice.firstChild && !board.reservedSaid) return;
  board.reservedSaid = true;
  const understood = () => ((board.reservedSaid = false), dismiss(board));
  notice(board, "info", [words], action(board.texts.understood, understood));
}
