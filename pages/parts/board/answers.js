// What is asked on this screen and what has been answered. A slot is one question on one target.

function slotsOf(screen) {
  const asked = (kind) => screen.questions.filter((question) => question.about === kind);
  const slots = (target) => asked(target.kind).map((question) => ({ target, question, label: null }));
  return screen.item.targets.flatMap(slots);
}

function restore(slots, given) {
  for (const { target, question, label } of given) {
    const slot = slots.find((one) => one.target.key === target && one.question.key === question);
    if (slot?.question.labels.some((one) => one.key === label)) slot.label = label;
  }
}

function given(slots) {
  return slots
    .filter((slot) => slot.label !== null)
    .map(({ target, question, label }) => ({ target: target.key, question: question.key, label }));
}

const isOpen = (slot) => slot.label === null;
const isMissing = (slot) => isOpen(slot) && slot.question.required;

function progressOf(slots) {
  const required = slots.filter((slot) => slot.question.required);
  return { n: required.length - required.filter(isOpen).length, total: required.length };
}

// The next open slot below, else the first one from the top, else the same.
function nextOpen(slots, from) {
  const below = slots.findIndex((slot, i) => i > from && isOpen(slot));
  if (below >= 0) return below;
  const first = slots.findIndex(isOpen);
  return first >= 0 ? first : from;
}

// The key of a label: its own, else the digit of its place where no label of the question has a digit of its own.
// `letters`: whether keys that are no digits mean something (a preference). "" is no key.
function keyOf(question, index, { letters = true } = {}) {
  const { hotkey } = question.labels[index];
  if (hotkey && (letters || isDigit(hotkey))) return hotkey;
  return hotkey && digitsTaken(question) ? "" : String(index + 1);
}

const isDigit = (key) => /^\d$/.test(key ?? "");

function digitsTaken({ labels }) {
  return labels.some(({ hotkey }) => isDigit(hotkey));
}

// Which label a key press means, or null. The code of the key finds the digit where the layout wants shift for it
// (French) or writes another (Arabic). A digit is the place of a label only where no label has a digit of its own.
function labelFor(question, event, { letters = true } = {}) {
  const digit = event.shiftKey ? null : event.code?.match(/^(?:Digit|Numpad)(\d)$/)?.[1];
  const pressed = [event.key.toLowerCase(), digit];
  const isMeant = (_, i) => pressed.includes(keyOf(question, i, { letters }).toLowerCase());
  const byKey = question.labels.find(isMeant);
  if (byKey) return byKey.key;
  return (!digitsTaken(question) && question.labels[digit - 1]?.key) || null;
}
