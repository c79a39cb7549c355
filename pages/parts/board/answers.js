// What is asked on this screen and what has been answered. A slot is one question on one target: a label, or why it
// cannot be judged; and how sure one is. `parent` is the slot on whose answer it depends whether the question is asked.

function slotsOf(screen) {
  const asked = (kind) => screen.questions.filter((question) => question.about === kind);
  const here = (target) => asked(target.kind).filter(({ key }) => !screen.again || firstAnswer(screen, target.key, key));
  const slots = (target) => here(target).map((question) => ({
    target, question, ...NOTHING, parent: null, first: firstAnswer(screen, target.key, question.key),
  }));
  return byResponse(screen.item.targets).flatMap((target) => withParents(slots(target)));
}

// In a discussion, what one answered first at a place that is asked again; null anywhere else.
function firstAnswer({ again }, target, question) {
  return again?.find((one) => one.target === target && one.question === question) ?? null;
}

// Each response with its memories beneath.
function byResponse(targets) {
  const pairs = targets.filter(({ kind }) => kind === "pair");
  const rest = targets.filter(({ kind }) => kind !== "pair");
  const below = (target) => (target.kind === "response" ? pairs.filter(({ response }) => response === target.key) : []);
  const placed = rest.flatMap((target) => [target, ...below(target)]);
  return placed.length === targets.length ? placed : [...rest, ...pairs];
}

// The slots of one target, each told of all of them, and on which of them it depends.
function withParents(slots) {
  for (const slot of slots) {
    const parent = slots.find(({ question }) => question.key === slot.question.ask_if?.question) ?? null;
    Object.assign(slot, { parent, beside: slots });
  }
  return slots;
}

// Whether the answer that the question depends on is one of those that it is asked for.
function isAsked(slot) {
  if (!slot.parent) return true;
  const label = labelShown(slot.parent) ?? firstLabel(slot.parent);
  if (label === null) return slot.place?.due ?? false; // the desk knows of other answers to it
  return isAsked(slot.parent) && namesIn(label).some((name) => slot.question.ask_if.labels.includes(name));
}

// A first answer stands until there is a new one.
function firstLabel({ first, cannot }) {
  return cannot === null ? (first?.label ?? null) : null;
}

function restore(slots, answers, item) {
  const places = new Map(slots.map((slot) => [JSON.stringify([slot.target.key, slot.question.key]), slot]));
  for (const { target, question, label = null, cannot = null, confidence = null } of answers) {
    const slot = places.get(JSON.stringify([target, question]));
    if (!slot) continue;
    if (label !== null && fits(slot, label, item)) Object.assign(slot, { label, confidence });
    else if (label === null && cannot && slot.question.cannot_judge) Object.assign(slot, { cannot, confidence });
  }
}

// What is sent: an answer to a question that is not asked any more is kept on the screen only.
function given(slots) {
  return slots.filter((slot) => !isOpen(slot) && isAsked(slot)).map(({ target, question, label, cannot, confidence }) => ({
    target: target.key, question: question.key, label,
    ...(cannot === null ? {} : { cannot }),
    ...(confidence === null ? {} : { confidence }),
  }));
}

const valueOf = ({ label, cannot, confidence }) => ({ label, cannot, confidence });
const isOpen = (slot) => slot.label === null && slot.cannot === null;
const waits = (slot) => isOpen(slot) && isAsked(slot);
const isMissing = (slot) => slot.question.required && waits(slot) && !(slot.first?.label ?? slot.first?.cannot);

function sameValue(one, other) {
  return one.label === other.label && one.cannot === other.cannot && one.confidence === other.confidence;
}

function progressOf(slots) {
  const required = slots.filter((slot) => slot.question.required && isAsked(slot));
  return { n: required.length - required.filter(isOpen).length, total: required.length };
}

// The next open slot below, else the first one from the top, else the same.
function nextOpen(slots, from) {
  const below = slots.findIndex((slot, i) => i > from && waits(slot));
  if (below >= 0) return below;
  const first = slots.findIndex(waits);
  return first >= 0 ? first : from;
}

// The key of a label: its own, else the digit of its place where no label of the question has a digit of its own.
// `letters`: whether keys that are no digits mean something (a preference). "" is no key.
function keyOf(question, index, { letters = true } = {}) {
  const { hotkey } = question.labels[index];
  if (hotkey && (letters || isDigit(hotkey))) return hotkey;
  return index > 8 || (hotkey && digitsTaken(question)) ? "" : String(index + 1);
}

const isDigit = (key) => /^\d$/.test(key ?? "");

function digitsTaken({ labels }) {
  return labels.some(({ hotkey }) => isDigit(hotkey));
}

// Which label a key press means, or null. The code of the key finds the digit where the layout wants shift for it
// (French) or writes another (Arabic). A digit is the place of a label only where no label has a digit of its own.
function labelFor(question, event, { letters = true } = {}) {
  const digit = digitOf(event);
  const pressed = [event.key.toLowerCase(), digit];
  const isMeant = (_, i) => pressed.includes(keyOf(question, i, { letters }).toLowerCase());
  const byKey = question.labels.find(isMeant);
  if (byKey) return byKey.key;
  return (!digitsTaken(question) && question.labels[digit - 1]?.key) || null;
}

function digitOf(event) {
  return event.shiftKey ? null : event.code?.match(/^(?:Digit|Numpad)(\d)$/)?.[1];
}
