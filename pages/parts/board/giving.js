// What giving an answer means on the board: a step that can be undone, and where the keys go on.

const labelShown = (slot) => slot.label;

function mayGive(board) {
  return canEdit(board);
}

// A label, or none; how sure one is stays. `advance`: on to the next open question. `typing`: one step of undo for all
// that is typed in a row.
function give(board, index, label, { advance = false, typing = false } = {}) {
  if (!canEdit(board)) return;
  const { confidence } = board.slots[index];
  setValue(board, index, label === null ? NOTHING : { label, cannot: null, confidence }, { typing });
  board.given = index;
  if (advance) goOnFrom(board, index);
  else activate(board, index, { follow: false });
}

function goOnFrom(board, index) {
  activate(board, nextOpen(board.slots, index));
}

// The next open slot below; -1 where there is none.
function nextWaitingFrom(board, index) {
  return board.slots.findIndex((slot, i) => i > index && waits(slot));
}

// Up or down, past what is not asked.
function nextAsked(slots, from, step) {
  let to = from + step;
  while (slots[to] && !isAsked(slots[to])) to += step;
  return slots[to] ? to : from;
}
