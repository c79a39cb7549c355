// Marking words by keys: a cursor that is a word walks through the texts; Shift makes it longer, Enter marks it.
// `host.mode` is there as long as it lasts: {name, index, pieces: [{key, element, text}], piece, head, anchor}.

function beginMarking(host, index) {
  const { question, target } = host.slots[index];
  const pieces = quotable(question, target, host.screen.item).map((piece) => ({ ...piece, element: elementOfPiece(host, piece.key) }));
  const readable = pieces.filter(({ element, text }) => element && wordPlaces(text).length);
  if (!readable.length) return tellIn(host, index, host.texts.nothing_to_mark);
  beginMode(host, { name: "quote", index, pieces: readable, press: pressWhileMarking });
  const [last] = spansIn(labelShown(host.slots[index])).slice(-1);
  const piece = readable.findIndex(({ key }) => key === last?.key);
  const alone = readable.length === 1 || question.of.includes("response");
  const place = piece >= 0 ? placeOfPoint(readable[piece].text, last.start) : 0;
  const at = piece >= 0 ? piece : alone ? 0 : readable.length - 1; // the end of a dialogue is what is in sight
  const head = Math.max(0, wordPlaces(readable[at].text).findIndex(([, end]) => end > place));
  goToWord(host, { piece: at, head, anchor: head });
  return undefined;
}

function beginMode(host, mode) {
  endMode(host);
  host.mode = mode;
  const { walker, group } = host.view.groups[mode.index];
  walker.hidden = false;
  group.toggleAttribute("data-mode", true);
  host.view.root.dataset.mode = mode.name;
  walker.focus({ preventScroll: true });
}

// `back`: the focus returns to the control.
function endMode(host, { back = false } = {}) {
  const { mode } = host;
  if (!mode) return;
  host.mode = null;
  mark(CURSOR, []);
  delete host.view.root.dataset.mode;
  for (const one of host.view.root.querySelectorAll("[data-at-piece]")) one.removeAttribute("data-at-piece");
  const group = host.view.groups[mode.index];
  if (!group?.group.isConnected) return;
  if (back) group.group.focus({ preventScroll: true });
  group.walker.hidden = true;
  group.group.toggleAttribute("data-mode", false);
  tellIn(host, mode.index);
}

// Every key belongs to the mode, except those of the browser (with Ctrl) and Tab, which leaves it.
function pressInMode(host, event) {
  if (event.ctrlKey || event.metaKey) return false;
  if (event.key === "Tab") return endMode(host), false;
  if (event.key === "Escape") return endMode(host, { back: true }), true;
  return host.mode.press(host, event) ?? true;
}

const WORD_STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const SENTENCE_STEPS = { ArrowUp: -1, ArrowDown: 1 };

function pressWhileMarking(host, event) {
  const { mode } = host;
  const { element } = mode.pieces[mode.piece];
  const forward = getComputedStyle(element).direction === "rtl" ? -1 : 1;
  if (WORD_STEPS[event.key]) stepWord(host, WORD_STEPS[event.key] * forward, event.shiftKey);
  else if (SENTENCE_STEPS[event.key]) stepSentence(host, SENTENCE_STEPS[event.key], event.shiftKey);
  else if (event.key === "PageUp" || event.key === "PageDown") stepPiece(host, event.key === "PageUp" ? -1 : 1);
  else if (event.key === "Home" || event.key === "End") stepWord(host, event.key === "Home" ? -Infinity : Infinity, event.shiftKey);
  else if (event.key === "Enter" && !event.repeat) takeWords(host);
  else if (event.key === "Delete" || event.key === "Backspace") leaveWords(host);
  else if (event.key === "0" && !event.repeat) give(host, mode.index, NONE, { advance: true });
}

// The words of a text: [[from, to], …] in places of the script's own counting. A script without spaces has words too;
// an emoji is one.
const WORDS_KNOWN = new Map();

function wordPlaces(text) {
  if (!WORDS_KNOWN.has(text)) {
    if (WORDS_KNOWN.size > 400) WORDS_KNOWN.clear();
    const found = [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)];
    const words = found.filter(({ segment, isWordLike }) => isWordLike || /\p{Extended_Pictographic}/u.test(segment));
    WORDS_KNOWN.set(text, words.map(({ segment, index }) => [index, index + segment.length]));
  }
  return WORDS_KNOWN.get(text);
}

// For every sentence, the number of its first word.
function sentenceStarts(text) {
  const words = wordPlaces(text);
  const sentences = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text)];
  const starts = sentences.map(({ index }) => words.findIndex(([from]) => from >= index));
  return [...new Set(starts.filter((start) => start >= 0))];
}

// With Shift the words from where it began up to the cursor, within one text; else on into the next text.
function stepWord(host, by, extend) {
  const { pieces, piece, head, anchor } = host.mode;
  const last = wordPlaces(pieces[piece].text).length - 1;
  const to = head + by;
  if (extend || !Number.isFinite(by) || (to >= 0 && to <= last)) {
    const inside = Math.min(last, Math.max(0, to));
    return goToWord(host, { piece, head: inside, anchor: extend ? anchor : inside });
  }
  const next = pieces[piece + by];
  if (!next) return undefined;
  const at = by > 0 ? 0 : wordPlaces(next.text).length - 1;
  return goToWord(host, { piece: piece + by, head: at, anchor: at });
}

// With Shift to the end of this sentence, and then of the next; or to the beginning of this one, and of the one before.
function stepSentence(host, by, extend) {
  const { pieces, piece, head, anchor } = host.mode;
  const starts = sentenceStarts(pieces[piece].text);
  const last = wordPlaces(pieces[piece].text).length - 1;
  if (extend && by > 0) {
    const ends = [...starts.slice(1).map((start) => start - 1), last];
    return goToWord(host, { piece, head: ends.find((end) => end > head) ?? last, anchor });
  }
  const to = by > 0 ? starts.find((start) => start > head) : starts.findLast((start) => start < head);
  if (to !== undefined) return goToWord(host, { piece, head: to, anchor: extend ? anchor : to });
  return extend ? undefined : stepPiece(host, by);
}

function stepPiece(host, by) {
  const { pieces, piece } = host.mode;
  const next = Math.min(pieces.length - 1, Math.max(0, piece + by));
  const at = by < 0 && next !== piece ? (sentenceStarts(pieces[next].text).at(-1) ?? 0) : 0;
  goToWord(host, { piece: next, head: at, anchor: at });
}

function goToWord(host, place) {
  const before = host.mode.piece;
  Object.assign(host.mode, place);
  const { element, key } = host.mode.pieces[host.mode.piece];
  const range = rangeOf(element, ...chosenPlaces(host.mode));
  mark(CURSOR, [range]);
  bringIntoView(host, element, range);
  const about = before === host.mode.piece ? [] : [make("b", { class: "chip-about" }, nameOfPiece(host, key)), " "];
  tellIn(host, host.mode.index, ...about, written("bdi", range.toString()));
}

// From the first of the chosen words to the end of the last.
function chosenPlaces({ pieces, piece, head, anchor }) {
  const words = wordPlaces(pieces[piece].text);
  return [words[Math.min(head, anchor)][0], words[Math.max(head, anchor)][1]];
}

// Marks the words under the cursor; where they are marked already, that was all, and the keys go on.
function takeWords(host) {
  const { mode } = host;
  const slot = host.slots[mode.index];
  const span = spanUnder(mode);
  const label = withSpan(slot, span);
  if (label === labelShown(slot)) return goOnFrom(host, mode.index);
  give(host, mode.index, label);
  Object.assign(mode, { anchor: mode.head });
  return tellMarked(host, mode.index, span);
}

function spanUnder(mode) {
  const { key, text } = mode.pieces[mode.piece];
  const [from, to] = chosenPlaces(mode);
  return { key, start: pointsBefore(text, from), end: pointsBefore(text, to) };
}

// Takes away what is marked under the cursor.
function leaveWords(host) {
  const { mode } = host;
  const slot = host.slots[mode.index];
  const { key, start, end } = spanUnder(mode);
  const rest = spansIn(labelShown(slot)).filter((one) => one.key !== key || one.end <= start || one.start >= end);
  give(host, mode.index, labelOfSpans(rest));
}

// Every box around it that scrolls, from the inside out. What lies out of sight is laid out late.
function bringIntoView(host, element, range = null) {
  if (host.view.context.contains(element)) return reveal(host, element, range);
  const place = () => {
    for (const box of [element.closest(".response-text"), host.view.targets]) if (box) scrollWithin(box, (range ?? element).getBoundingClientRect());
  };
  place();
  return requestAnimationFrame(() => element.isConnected && place());
}

function scrollWithin(box, goal) {
  const { top, bottom, height } = box.getBoundingClientRect();
  const margin = Math.min(48, height / 6);
  if (goal.top < top + margin) box.scrollTop -= top + margin - goal.top;
  else if (goal.bottom > bottom - margin) box.scrollTop += goal.bottom - bottom + margin;
}
