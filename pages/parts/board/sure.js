// What can be said beside an answer: that it cannot be judged, and why; and how sure one is, in three steps.

const LONGEST_WHY = 500;

function extrasOf(board, { slot, index }) {
  const { question } = slot;
  const { texts } = board;
  if (!question.cannot_judge && !question.confidence) return { extras: null };
  const cannot = question.cannot_judge ? cannotButton(board, index) : null;
  const steps = question.confidence ? [1, 2, 3].map((step) => sureStep(board, index, step)) : [];
  const said = make("span", { class: "sure-words", "aria-hidden": "true" });
  const sure = steps.length ? make("div", { class: "sure", role: "group", "aria-label": texts.how_sure }, ...steps, said) : null;
  return { extras: make("div", { class: "extras" }, sure, cannot), cannot, steps, said };
}

function cannotButton(board, index) {
  const { texts } = board;
  const button = make("button", { type: "button", class: "cannot", "aria-keyshortcuts": "x" });
  button.append(make("span", { class: "cannot-sign", "aria-hidden": "true" }, "⊘"), make("span", { class: "cannot-words" }, texts.cannot_judge));
  button.addEventListener("click", () => {
    activate(board, index);
    openCannot(board);
  });
  return button;
}

function sureStep(board, index, step) {
  const { texts } = board;
  const words = texts[`sure_${step}`];
  const button = make("button", { type: "button", class: "sure-step", "aria-label": words, title: `${texts.how_sure}: ${words} (Shift+${step})` });
  button.addEventListener("click", () => beSure(board, index, step));
  return button;
}

// The same step again takes it back.
function beSure(board, index, step, { stay = false } = {}) {
  if (!canEdit(board)) return;
  const value = valueOf(board.slots[index]);
  setValue(board, index, { ...value, confidence: value.confidence === step ? null : step });
  if (!stay) activate(board, index, { follow: false });
}

// Shift and a digit, where that writes no digit (as it does on a French keyboard: there the steps are clicked). It is
// about the active answer, else about the one that was given last: giving it has moved the keys on.
function sureByKey(board, event) {
  const step = event.shiftKey && !isDigit(event.key) ? event.code?.match(/^Digit([1-3])$/)?.[1] : null;
  if (!step || !board.slots.some(({ question }) => question.confidence)) return false;
  const index = [board.active, board.given].find((one) => isAnswered(board.slots[one]) && board.slots[one].question.confidence);
  if (index === undefined) sayHint(board, board.texts.sure_after);
  else if (!event.repeat) beSure(board, index, Number(step), { stay: true });
  return true;
}

function isAnswered(slot) {
  return slot !== undefined && (slot.label !== null || slot.cannot !== null);
}

function paintExtras(board, index) {
  const { cannot, steps = [], said, why, caution } = board.view.groups[index];
  const slot = board.slots[index];
  cannot?.setAttribute("aria-pressed", String(slot.cannot !== null));
  steps.forEach((button, i) => {
    button.setAttribute("aria-pressed", String(slot.confidence === i + 1));
    button.toggleAttribute("data-on", i < (slot.confidence ?? 0));
  });
  if (said) show(said, slot.confidence ? board.texts[`sure_${slot.confidence}`] : "");
  if (why) show(why, ...(slot.cannot === null ? [] : cannotWords(board, slot.cannot)));
  if (caution) sayOnce(caution, cautionOf(slot));
}

function canSayCannot(board) {
  return canEdit(board) && Boolean(board.slots[board.active]?.question.cannot_judge);
}

function openCannot(board) {
  const { texts } = board;
  if (!canSayCannot(board)) return;
  if (board.tray === "cannot") return closeTray(board, { back: true });
  const title = make("p", { class: "tray-title", id: "cannot-title" }, texts.why_cannot);
  const reasons = Object.keys(CANNOT_REASONS).map((reason, i) => {
    const button = action("", () => chooseCannot(board, reason), { "data-reason": reason });
    button.append(make("kbd", { "aria-hidden": "true" }, String(i + 1)), texts[`cannot_${reason}`]);
    return button;
  });
  const close = action(texts.close_tray, () => closeTray(board, { back: true }));
  const keys = make("p", { class: "tray-keys", id: "cannot-keys", role: "status" }, texts.cannot_keys);
  const looks = { role: "group", tabindex: "-1", "aria-labelledby": "cannot-title", "aria-describedby": "cannot-keys" };
  openTray(board, "cannot", make("div", { class: "reasons", ...looks }, title, make("div", { class: "ways" }, ...reasons, close), keys));
}

// In the tray: a digit chooses, unless words are being typed.
function cannotByKey(board, event) {
  if (takesText(event.target)) return event.key === "Enter" && (cannotWithWords(board), true);
  const digit = event.code?.match(/^(?:Digit|Numpad)([1-4])$/)?.[1] ?? event.key;
  const reason = Object.keys(CANNOT_REASONS)[Number(digit) - 1];
  if (reason) chooseCannot(board, reason);
  return Boolean(reason);
}

function chooseCannot(board, reason) {
  if (reason === "words") askWhyNot(board);
  else cannotJudge(board, CANNOT_REASONS[reason]);
}

function askWhyNot(board) {
  const { texts, slots, active } = board;
  const label = make("label", { class: "tray-title", for: "cannot-words" }, texts.cannot_own_words);
  const field = make("input", { type: "text", id: "cannot-words", dir: "auto", maxlength: LONGEST_WHY, autocomplete: "off" });
  const { cannot } = slots[active];
  field.value = Object.values(CANNOT_REASONS).includes(cannot) ? "" : (cannot ?? "");
  const send = action(texts.cannot_send, () => cannotWithWords(board));
  const close = action(texts.close_tray, () => closeTray(board, { back: true }));
  openTray(board, "cannot", label, field, make("div", { class: "ways" }, send, close));
}

function cannotWithWords(board) {
  const field = board.view.tray.querySelector("input");
  const words = field?.value.trim();
  if (words) cannotJudge(board, words);
  else field?.focus();
}

function cannotJudge(board, cannot) {
  const { active, slots } = board;
  closeTray(board, { back: true });
  setValue(board, active, { label: null, cannot, confidence: slots[active].confidence });
  board.given = active;
  goOnFrom(board, active);
}
