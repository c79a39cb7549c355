// What a key press or a click means here.
// The listener captures, so that Streamlit's own keys (r, c) stay silent under the board.

const MOVES = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
const STREAMLITS = ["r", "c"];

function onKey(board, event) {
  const command = event.ctrlKey || event.metaKey || event.altKey;
  const composing = event.isComposing || event.keyCode === 229; // 229: some browsers end a composition with it
  if (command || composing || !event.key) return;
  const origin = event.composedPath()[0];
  if (takesText(origin)) return;
  if (act(board, event, origin)) event.preventDefault();
  else if (!STREAMLITS.includes(event.key.toLowerCase())) return;
  event.stopImmediatePropagation();
}

function takesText(element) {
  if (!(element instanceof HTMLElement)) return false;
  if (element.isContentEditable || element.matches("textarea, select")) return true;
  return element.matches("input") && !["radio", "checkbox", "button", "submit"].includes(element.type);
}

// Whether the key was ours.
function act(board, event, origin) {
  if (event.key === "Enter") return enter(board, event, origin);
  if (board.view.root.dataset.view !== "item" || !board.slots.length) return false;
  const label = labelFor(board.slots[board.active].question, event);
  if (label !== null) {
    if (!event.repeat) answer(board, board.active, label, { advance: true });
    return true;
  }
  const step = MOVES[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!step || event.shiftKey) return false;
  const last = board.slots.length - 1;
  activate(board, Math.min(last, Math.max(0, board.active + step)));
  return true;
}

// On a link, a button or a fold, Enter is theirs; held down it is nobody's.
function enter(board, event, origin) {
  if (event.repeat) return true;
  if (origin instanceof Element && origin.closest("a, button, summary")) return false;
  submit(board);
  return true;
}

function answer(board, index, label, { advance = false } = {}) {
  if (board.phase !== "item") return;
  const slot = board.slots[index];
  if (slot.label !== label) {
    slot.label = label;
    board.token = null; // other answers are another submission
    keepDraft(board);
  }
  const next = advance ? nextOpen(board.slots, index) : index;
  activate(board, next, { follow: advance });
  paintSlot(board, index);
  paintCount(board);
}

function keepDraft(board) {
  const kept = writeDraft(board.screen, given(board.slots), board.token);
  board.draftKept = kept;
  say(board, kept ? "draft" : "warning", kept ? board.texts.draft_kept : board.texts.draft_not_kept);
}

function listen(board) {
  const { view } = board;
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const ears = new AbortController();
  const { signal } = ears;
  window.addEventListener("keydown", (event) => onKey(board, event), { capture: true, signal });
  window.addEventListener("online", () => hurry(board), { signal });
  scheme.addEventListener("change", () => requestAnimationFrame(() => dress(board)), { signal });
  view.targets.addEventListener("change", (event) => choose(board, event), { signal });
  view.targets.addEventListener("click", (event) => touch(board, event), { signal });
  view.targets.addEventListener("focusin", (event) => touch(board, event), { signal });
  view.root.addEventListener("click", (event) => takeBack(board, event), { signal });
  view.submit.addEventListener("click", () => submit(board), { signal });
  return () => ears.abort();
}

function choose(board, event) {
  const index = slotAt(event.target);
  if (index === null) return;
  if (board.phase === "item") answer(board, index, event.target.value);
  else paintSlot(board, index); // locked: shows again what was sent
}

// A row that is clicked or reached by Tab becomes the one that the keys mean.
function touch(board, event) {
  const index = slotAt(event.target);
  if (index === null) return;
  if (index !== board.active) activate(board, index, { follow: false });
  const { group } = board.view.groups[index];
  if (event.type === "click" && !event.target.closest("label")) group.focus({ preventScroll: true });
}

// A fold opened by mouse, or a link to another tab, does not keep the keyboard: Enter shall still submit.
function takeBack(board, event) {
  const fold = event.detail > 0 && event.target.closest("summary");
  if (!fold && !event.target.closest("a[target=_blank]")) return;
  board.view.groups[board.active]?.group.focus({ preventScroll: true });
}

function slotAt(element) {
  const group = element.closest(".choices") ?? element.closest(".row")?.querySelector(".choices");
  return group ? Number(group.dataset.slot) : null;
}
