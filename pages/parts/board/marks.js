// The annotator's own word about an item, which is no judgment: a flag, a note, or that it is skipped and why.

const SKIP_REASONS = ["hard", "broken", "distressing", "other"];
const LONGEST_NOTE = 10_000; // as on the server

function canMark(board) {
  return canEdit(board);
}

// What has stored answers is not skipped: a skipped item gives no judgments.
function canSkip(board) {
  const { screen } = board;
  return hasItem(board) && screen.editable && screen.mark.state !== "done" && !screen.answers.length;
}

function toggleFlag(board) {
  board.flagged = !board.flagged;
  changed(board);
  paintFooter(board);
}

function openNote(board) {
  const { texts } = board;
  if (board.tray === "note") return closeTray(board, { back: true });
  const label = make("label", { class: "tray-title", for: "note" }, texts.note_of_item);
  const field = written("textarea", board.note, { id: "note", rows: "3", maxlength: LONGEST_NOTE });
  field.addEventListener("input", () => {
    board.note = field.value;
    changed(board);
    paintFooter(board);
  });
  const close = action(texts.close_tray, () => closeTray(board, { back: true }));
  const below = make("div", { class: "ways" }, make("p", { class: "tray-keys" }, texts.note_keys), close);
  openTray(board, "note", label, field, below);
  field.setSelectionRange(field.value.length, field.value.length);
}

function openSkip(board) {
  const { texts } = board;
  if (board.tray === "skip") return closeTray(board, { back: true });
  const title = make("p", { class: "tray-title", id: "skip-title" }, texts.why_skip);
  const reasons = SKIP_REASONS.map((reason, i) => {
    const cap = make("kbd", { "aria-hidden": "true" }, String(i + 1));
    const button = action("", () => chooseReason(board, reason), { "data-reason": reason });
    button.append(cap, texts[`skip_${reason}`]);
    return button;
  });
  const close = action(texts.close_tray, () => closeTray(board, { back: true }));
  const ways = make("div", { class: "ways" }, ...reasons, close);
  const keys = make("p", { class: "tray-keys", id: "skip-keys", role: "status" }, texts.skip_keys);
  const looks = { role: "group", tabindex: "-1", "aria-labelledby": "skip-title", "aria-describedby": "skip-keys" };
  openTray(board, "skip", make("div", { class: "reasons", ...looks }, title, ways, keys));
}

// A digit chooses a reason, unless words are being typed. Enter alone chooses none: it submits everywhere else.
function skipByKey(board, event) {
  if (takesText(event.target)) return event.key === "Enter" && (skipWithWords(board), true);
  if (event.key === "Enter" && !event.target.closest("button")) return askForReason(board);
  const digit = event.code?.match(/^(?:Digit|Numpad)([1-4])$/)?.[1] ?? event.key;
  const reason = SKIP_REASONS[Number(digit) - 1];
  if (reason) chooseReason(board, reason);
  return Boolean(reason);
}

function askForReason({ view, texts }) {
  show(view.tray.querySelector(".tray-keys"), texts.skip_needs);
  return true;
}

function chooseReason(board, reason) {
  if (reason === "other") askForWords(board);
  else skip(board, reason, "");
}

function askForWords(board) {
  const { texts } = board;
  const label = make("label", { class: "tray-title", for: "skip-words" }, texts.skip_words);
  const field = make("input", { type: "text", id: "skip-words", dir: "auto", maxlength: "500", autocomplete: "off" });
  const send = action(texts.act_skip, () => skipWithWords(board));
  const close = action(texts.close_tray, () => closeTray(board, { back: true }));
  openTray(board, "skip", label, field, make("div", { class: "ways" }, send, close));
}

function skipWithWords(board) {
  const field = board.view.tray.querySelector("input");
  const words = field?.value.trim();
  if (words) skip(board, "other", words);
  else field?.focus();
}

function skip(board, reason, words) {
  if (!canSkip(board)) return;
  closeTray(board, { back: true });
  keepHere(board);
  sendOut(board, {
    address: board.address.skip,
    content: { ...workOf(board), reason, words },
    saved: (answer) => acknowledge(board, answer, ...skippedWords(board, reason, words)),
  });
}

// Why it was skipped, and the way back to it.
function skippedWords(board, reason, words) {
  const { texts, screen } = board;
  const why = words ? written("bdi", words) : texts[`reason_${reason}`];
  return [...phrase(texts.skipped, { reason: why }), action(texts.return_to, () => returnTo(board, screen.assignment))];
}

function returnTo(board, assignment) {
  if (hasItem(board) || board.phase === "end") goTo(board, assignment);
}
