// Back to an earlier item, forward again, and the list of one's own items. What is unsent goes to the server first.

function canGoBack(board) {
  return hasItem(board) && board.screen.previous !== null;
}

function canGoForward(board) {
  return hasItem(board) && board.screen.following !== null;
}

// An item is on the screen, or its warning.
function hasItem({ phase }) {
  return phase === "item" || phase === "warning";
}

function goBack(board) {
  goTo(board, board.screen.previous);
}

function goForward(board) {
  goTo(board, board.screen.following);
}

function goTo(board, assignment) {
  if (board.phase === "item") leaveItem(board);
  openItem(board, assignment);
}

// The item stays on the screen, locked, until another one is there.
function leaveItem(board) {
  flush(board);
  endMode(board);
  closeTray(board);
  board.phase = "moving";
  lockRows(board, true);
}

// From the end page: the first item that was skipped.
async function openSkipped(board) {
  const outcome = await get(board.address.items);
  const skipped = outcome.kind === "ok" && outcome.answer.items.find(({ state }) => state === "skipped");
  if (board.gone) return;
  if (skipped) goTo(board, skipped.assignment);
  else openNext(board);
}

function visitKey({ project }) {
  return `accord:visit:${project}`;
}

// So that a reload in the middle of a correction comes back to it. Only for this tab, and gone with it.
function rememberVisit(board) {
  try {
    if (board.visiting) sessionStorage.setItem(visitKey(board), String(board.visiting));
    else sessionStorage.removeItem(visitKey(board));
  } catch {
    // storage is forbidden: a reload goes to the next item
  }
}

function rememberedVisit(board) {
  try {
    return Number(sessionStorage.getItem(visitKey(board))) || null;
  } catch {
    return null;
  }
}
