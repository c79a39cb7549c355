// What is said under an answer: why it cannot be judged; a warning that another answer leads to expect another one.

// Stored in these words, whatever language they are shown in; "words" stands for words of one's own.
const CANNOT_REASONS = { context: "not enough context", ambiguous: "ambiguous", expertise: "outside my expertise", words: "" };

function cannotWords({ texts }, reason) {
  return phrase(texts.cannot_because, { reason: written("bdi", wordsOfCannot(texts, reason)) });
}

// A reason of the list in the words of this screen; other words as they are.
function wordsOfCannot(texts, reason) {
  const name = Object.keys(CANNOT_REASONS).find((one) => CANNOT_REASONS[one] === reason);
  return name ? texts[`cannot_${name}`] : reason;
}

// Never more than a warning.
function cautionOf(slot) {
  const { expects } = slot.question;
  const other = expects && slot.beside.find(({ question }) => question.key === expects.question);
  const [label, leads] = [labelShown(slot), other ? labelShown(other) : null];
  const allowed = leads === null ? null : expects?.allowed[leads];
  if (label === null || !allowed || namesIn(label).every((name) => allowed.includes(name))) return "";
  return expects.text;
}

// The same words are not set twice: a screen reader would say them again.
function sayOnce(line, words) {
  if (line.textContent !== words) show(line, words);
}
