// How an answer is written: as one text, the same as on the server (annotation/values.py). "none" says that nothing
// applies; no label at all is a missing answer.

const NONE = "none";
const NOTHING = Object.freeze({ label: null, cannot: null, confidence: null });

// "joy|pride" -> ["joy", "pride"]
function namesIn(label) {
  return label === null || label === NONE ? [] : label.split("|");
}

// Takes a name into a label or out of it: labels in the codebook's order, pieces in natural order. Nothing left is no
// answer; that nothing applies is said on purpose.
function toggled(question, label, name) {
  const names = new Set(namesIn(label));
  const had = names.delete(name);
  if (question.kind === "pick" && !question.many) names.clear();
  if (!had) names.add(name);
  return inOrderOf(question, names).join("|") || null;
}

function inOrderOf({ kind, labels }, names) {
  if (kind === "several") return labels.map(({ key }) => key).filter((key) => names.has(key));
  return [...names].sort(naturally);
}

// As people sort keys: t2 before t10.
function naturally(one, other) {
  const [these, those] = [one, other].map((key) => key.split(/(\d+)/).map((part) => [/^\d/.test(part) ? part.length : 0, part]));
  for (let i = 0; i < Math.min(these.length, those.length); i += 1) {
    if (these[i][0] !== those[i][0]) return these[i][0] - those[i][0];
    if (these[i][1] !== those[i][1]) return these[i][1] < those[i][1] ? -1 : 1;
  }
  return these.length - those.length;
}

// "t3:10-24|query:0-8" -> [{key: "t3", start: 10, end: 24}, …], in code points; what is written otherwise is left out.
function spansIn(label) {
  const found = namesIn(label).map((name) => name.match(/^([^:|]+):(\d+)-(\d+)$/));
  return found.filter(Boolean).map(([, key, start, end]) => ({ key, start: Number(start), end: Number(end) }));
}

// Joined where they touch, in natural order of the keys; no span is no answer.
function labelOfSpans(spans) {
  const keys = [...new Set(spans.map(({ key }) => key))].sort(naturally);
  const apart = keys.flatMap((key) => spansApart(spans.filter((span) => span.key === key)));
  return apart.map(({ key, start, end }) => `${key}:${start}-${end}`).join("|") || null;
}

function spansApart(spans) {
  const apart = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start || one.end - other.end)) {
    const last = apart.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else apart.push({ ...span });
  }
  return apart;
}

// A script counts halves of an emoji, the server whole code points.
function pointsBefore(text, place) {
  return [...text.slice(0, place)].length;
}

function placeOfPoint(text, points) {
  let place = 0;
  for (let left = points; left > 0 && place < text.length; left -= 1) place += text.codePointAt(place) > 0xffff ? 2 : 1;
  return place;
}

// Whether a label that was kept somewhere still answers this question on this target of the item.
function fits(slot, label, item) {
  const { question, target } = slot;
  if (typeof label !== "string" || !label) return false;
  if (question.kind === "text") return true;
  if (label === NONE) return takesNone(question) || question.labels.some(({ key }) => key === label);
  if (question.kind === "quote") return quoteFits(quotable(question, target, item), label);
  const known = new Set((question.kind === "pick" ? pickable(question, item) : question.labels).map(({ key }) => key));
  const names = question.kind === "several" || question.kind === "pick" ? namesIn(label) : [label];
  return names.every((name) => known.has(name));
}

function quoteFits(texts, label) {
  const spans = spansIn(label);
  if (spans.length !== namesIn(label).length) return false;
  const lengths = new Map(texts.map(({ key, text }) => [key, [...text].length]));
  return spans.every(({ key, start, end }) => start < end && end <= (lengths.get(key) ?? 0));
}

// Whether "none of them" answers the question.
function takesNone({ kind }) {
  return ["several", "quote", "pick"].includes(kind);
}
