// What opens above the footer, one at a time: the note of the item, the reasons to skip it, or why an answer cannot be
// judged.

function openTray(board, name, ...content) {
  const { tray } = board.view;
  board.tray = name;
  tray.dataset.tray = name;
  show(tray, ...content);
  foldMore(board);
  tray.querySelector("textarea, input, [tabindex='-1']")?.focus();
}

// `back`: the keyboard goes back to the row that the keys mean.
function closeTray(board, { back = false } = {}) {
  if (!board.tray) return;
  board.tray = null;
  delete board.view.tray.dataset.tray;
  show(board.view.tray);
  if (back && board.phase === "item") activate(board, board.active);
}

// What is typed here is not for the board, nor for Streamlit behind it.
function onTrayKey(board, event) {
  event.stopPropagation();
  if (composes(event)) return;
  if (event.key === "Escape") closeTray(board, { back: true });
  else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submitFromTray(board);
  else if (!TRAY_KEYS[board.tray]?.(board, event)) return;
  event.preventDefault();
}

const TRAY_KEYS = { skip: skipByKey, cannot: cannotByKey };

function submitFromTray(board) {
  if (board.tray === "skip") return skipWithWords(board);
  if (board.tray === "cannot") return cannotWithWords(board);
  closeTray(board, { back: true });
  submit(board);
}
