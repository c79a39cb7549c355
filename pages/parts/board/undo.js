// Every change of an answer on this item, so that it can be taken back and given again.

function canEdit({ phase, screen }) {
  return phase === "item" && screen.editable;
}

// Gives a slot another label, or none.
function setLabel(board, index, label) {
  if (board.slots[index].label === label) return;
  put(board, [{ index, before: board.slots[index].label, after: label }]);
}

// Gives all slots other labels, as one step.
function replaceAll(board, labels) {
  const steps = labels.map((after, index) => ({ index, before: board.slots[index].label, after }));
  const other = steps.filter(({ before, after }) => before !== after);
  if (other.length) put(board, other);
}

function put(board, steps) {
  board.past.push(steps);
  board.future = [];
  apply(board, steps, "after");
}

function undo(board) {
  stepTo(board, board.past, board.future, "before");
}

function redo(board) {
  stepTo(board, board.future, board.past, "after");
}

function stepTo(board, from, to, side) {
  const steps = from.pop();
  if (!steps) return;
  to.push(steps);
  apply(board, steps, side);
  activate(board, steps[0].index);
}

function apply(board, steps, side) {
  board.token = null; // other answers are another submission
  board.asked = false;
  for (const step of steps) board.slots[step.index].label = step[side];
  for (const { index } of steps) paintSlot(board, index);
  paintCount(board);
  paintFooter(board);
  changed(board);
}

function clearAnswer(board) {
  setLabel(board, board.active, null);
}
