// What a key press or a click means here.
// The listener captures, so that Streamlit's own keys (r, c) stay silent under the board.

const MOVES = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
const STREAMLITS = ["r", "c"];

// What a key does, beside answering and moving. A name may have several keys. "Ctrl+" stands for Command on a Mac too;
// capital or small is told by "Shift+".
const COMMANDS = [
  { key: "u", name: "back", run: goBack, when: canGoBack },
  { key: "Shift+u", name: "forward", run: goForward, when: canGoForward },
  { key: "l", name: "list", run: openList, when: canList },
  { key: "f", name: "flag", run: toggleFlag, when: canMark },
  { key: "n", name: "note", run: openNote, when: canMark },
  { key: "s", name: "skip", run: openSkip, when: canSkip },
  { key: "Delete", name: "clear", run: clearAnswer, when: canEdit },
  { key: "Backspace", name: "clear", run: clearAnswer, when: canEdit },
  { key: "Ctrl+z", name: "undo", run: undo, when: canEdit },
  { key: "Ctrl+Shift+z", name: "redo", run: redo, when: canEdit },
  { key: "Ctrl+y", name: "redo", run: redo, when: canEdit },
  { key: "x", name: "cannot", run: openCannot, when: canSayCannot },
  { key: "=", name: "adopt", run: adopt, when: canAdopt },
  { key: "/", name: "search", run: openSearch, when: canSearch },
  { key: "m", name: "mention", run: findMention, when: canMention },
  { key: "b", name: "bank", run: toggleBank, when: hasBank },
  { key: "g", name: "guideline", run: toggleGuideline, when: always },
  { key: "?", name: "keys", run: toggleKeys, when: always },
];

function always() {
  return true;
}

// What has a button and no key.
const KEYLESS = [{ name: "history", run: openHistory, when: canSeeHistory }];

function commandNamed(name) {
  return [...COMMANDS, ...KEYLESS].find((command) => command.name === name);
}

// "u", "Shift+u", "Ctrl+Shift+z", "?", "Delete". The code finds the letter where the layout writes another script.
function chordOf(event) {
  const letter = /^[a-z]$/i.test(event.key) ? event.key : letterOf(event);
  const ctrl = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const shift = event.shiftKey && letter ? "Shift+" : "";
  return ctrl + shift + (letter?.toLowerCase() ?? event.key);
}

function letterOf(event) {
  const foreign = event.key.length === 1 && event.key.charCodeAt(0) > 127;
  return foreign ? event.code?.match(/^Key([A-Z])$/)?.[1] : undefined;
}

function commandOf(board, event) {
  const chord = chordOf(event);
  if (/^(Shift\+)?.$/u.test(chord) && !singleKeys(board)) return null;
  return COMMANDS.find((command) => command.key === chord && command.when(board)) ?? null;
}

// Whether letters and punctuation mean something; digits, arrows, Enter, Delete and Ctrl+Z always do.
function singleKeys(board) {
  return board.screen?.preferences?.single_keys ?? true;
}

function onKey(board, event) {
  if (composes(event) || event.altKey || !event.key) return;
  const origin = event.composedPath()[0];
  if (takesText(origin) || hasOwnKeys(origin) || isModal(board)) return;
  if (!["Shift", "Control", "Meta"].includes(event.key)) endHint(board);
  if (board.mode ? pressInMode(board, event) : act(board, event, origin)) event.preventDefault();
  else if (event.ctrlKey || event.metaKey || !STREAMLITS.includes(event.key.toLowerCase())) return;
  event.stopImmediatePropagation();
}

// An input method is at work; 229: some browsers end a composition with it.
function composes(event) {
  return event.isComposing || event.keyCode === 229;
}

// A modal dialog and the tray above the footer have keys of their own.
function hasOwnKeys(element) {
  return element instanceof Element && element.closest("dialog, .tray") !== null;
}

function takesText(element) {
  if (!(element instanceof HTMLElement)) return false;
  if (element.isContentEditable || element.matches("textarea, select")) return true;
  return element.matches("input") && !["radio", "checkbox", "button", "submit"].includes(element.type);
}

// Whether the key was ours.
function act(board, event, origin) {
  if (event.key === "Escape") return escape(board);
  if (event.key === "Enter") return !event.ctrlKey && !event.metaKey && enter(board, event, origin);
  return answerByKey(board, event) || runCommand(board, event) || move(board, event);
}

function escape(board) {
  if (!board.tray && !board.view.root.hasAttribute("data-more")) return false;
  closeTray(board, { back: true });
  foldMore(board);
  return true;
}

function atItem(board, event) {
  return board.view.root.dataset.view === "item" && board.slots.length > 0 && !event.ctrlKey && !event.metaKey;
}

function answerByKey(board, event) {
  return atItem(board, event) && (pressControl(board, board.active, event) || sureByKey(board, event));
}

// Held down, a key undoes step after step; every other command waits for another press.
function runCommand(board, event) {
  const command = commandOf(board, event);
  const again = ["undo", "redo"].includes(command?.name);
  if (command && (again || !event.repeat)) command.run(board);
  return command !== null;
}

function move(board, event) {
  if (!atItem(board, event) || event.shiftKey) return false;
  const letter = event.key.length === 1;
  const step = letter && !singleKeys(board) ? 0 : MOVES[letter ? event.key.toLowerCase() : event.key];
  if (!step) return false;
  activate(board, nextAsked(board.slots, board.active, step));
  return true;
}

// On a link, a button or a fold, Enter is theirs; held down it is nobody's.
function enter(board, event, origin) {
  if (event.repeat) return true;
  if (origin instanceof Element && origin.closest("a, button, summary")) return false;
  if (atItem(board, event) && mayGive(board) && enterControl(board, board.active)) return true;
  submit(board);
  return true;
}

function listen(board) {
  const { view } = board;
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const ears = new AbortController();
  const { signal } = ears;
  listenToWork(board, signal);
  window.addEventListener("keydown", (event) => onKey(board, event), { capture: true, signal });
  listenToPage(board, signal);
  listenToFooter(board, signal);
  scheme.addEventListener("change", () => requestAnimationFrame(() => dress(board)), { signal });
  view.targets.addEventListener("change", (event) => choose(board, event), { signal });
  view.targets.addEventListener("click", (event) => touch(board, event), { signal });
  view.targets.addEventListener("focusin", (event) => board.pressed || touch(board, event), { signal });
  listenToPointer(board, signal);
  view.root.addEventListener("click", (event) => takeBack(board, event), { signal });
  view.items.addEventListener("click", () => openList(board), { signal });
  return () => ears.abort();
}

// A page that is left sends what is unsent; one that is come back to, or has its network again, sends what did not go.
function listenToPage(board, signal) {
  window.addEventListener("online", () => (hurry(board), comeAgain(board)), { signal });
  window.addEventListener("focus", () => (comeAgain(board), renewTalk(board)), { signal });
  window.addEventListener("pagehide", () => flush(board), { signal });
  const turn = () => (document.hidden ? flush(board) : comeAgain(board));
  document.addEventListener("visibilitychange", turn, { signal });
}
