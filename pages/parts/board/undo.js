// Every change of an answer on this item, so that it can be taken back and given again.

function canEdit({ phase, screen }) {
  return phase === "item" && screen.editable;
}

// Gives a slot another value, or none.
function setValue(board, index, after, { typing = false } = {}) {
  const before = valueOf(board.slots[index]);
  if (!sameValue(before, after)) put(board, [{ index, before, after }], { typing });
}

// Gives all slots other values, as one step.
function replaceAll(board, values) {
  const steps = values.map((after, index) => ({ index, before: valueOf(board.slots[index]), after }));
  const other = steps.filter(({ before, after }) => !sameValue(before, after));
  if (other.length) put(board, other);
}

// What is typed in one go is one step: its beginning stays, its end moves on.
function put(board, steps, { typing = false } = {}) {
  const [{ index }] = steps;
  const before = typing && board.typing === index ? board.past.pop()[0].before : null;
  board.past.push(before ? [{ ...steps[0], before }] : steps);
  board.future = [];
  board.typing = typing ? index : null;
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
  board.typing = null;
  if (!steps) return;
  to.push(steps);
  apply(board, steps, side);
  activate(board, steps[0].index);
}

function apply(board, steps, side) {
  board.token = null; // other answers are another submission
  board.asked = false;
  for (const { index, [side]: value } of steps) Object.assign(board.slots[index], value);
  const touched = new Set(steps.flatMap(({ index }) => board.view.groups[index].beside)); // others may depend on it
  for (const index of touched) paintSlot(board, index);
  paintCount(board);
  paintFooter(board);
  changed(board);
}

function clearAnswer(board) {
  setValue(board, board.active, NOTHING);
}
