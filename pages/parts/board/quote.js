// Words of a text as an answer: what was marked stands as chips under the question and is marked in the text itself
// (CSS custom highlights, so that the texts stay as they are). Words are marked with the pointer, or by keys (marking.js).

const QUOTED = "accord-quoted";
const CURSOR = "accord-cursor";

function drawQuote(host, { index, labelledby }) {
  const { texts } = host;
  const start = action("", () => openControl(host, index), { class: "action small" });
  start.append(make("kbd", { "aria-hidden": "true" }, texts.cap_Space), texts.mark_words);
  return pieceControl(host, { index, labelledby, start, none: texts.none_quote, tip: "tip_quote", keys: "quote_keys" });
}

// What marking words and picking pieces look alike: chips, a way in, "none", and a line that says where the cursor is.
function pieceControl(host, { index, labelledby, start, none, tip, keys }) {
  const chips = make("ul", { class: "piece-chips", "aria-label": host.texts.chosen });
  const toNone = () => mayGive(host) && give(host, index, labelShown(host.slots[index]) === NONE ? null : NONE);
  const nothing = action("", toNone, { class: "action small none" });
  nothing.append(make("kbd", { "aria-hidden": "true" }, "0"), none);
  const ways = make("div", { class: "piece-ways" }, start, nothing);
  const walker = make("div", { class: "walker", role: "application", tabindex: "-1", hidden: true, "aria-describedby": `keys-${index}` });
  walker.setAttribute("aria-labelledby", labelledby);
  const told = make("p", { class: "spoken", role: "status" });
  walker.append(make("p", { class: "walk-keys", id: `keys-${index}` }, ...withCaps(host.texts[keys])));
  const looks = { class: "pieces", role: "group", tabindex: "-1", "aria-labelledby": labelledby, "aria-describedby": `tip-${index}` };
  const group = make("div", looks, chips, ways, walker, told, tipOf(host, index, tip));
  return { group, chosen: chips, nothing, walker, told };
}

function paintQuote(host, index) {
  const label = labelShown(host.slots[index]);
  const chip = (span) => chipFor(host, {
    about: nameOfPiece(host, span.key), words: wordsAt(host, span),
    remove: () => mayGive(host) && give(host, index, withoutSpan(host.slots[index], span)),
  });
  paintPieceControl(host, index, label, spansIn(label).map(chip));
}

function paintPieceControl(host, index, label, chips) {
  const { chosen, nothing } = host.view.groups[index];
  show(chosen, ...chips);
  chosen.hidden = !chips.length;
  nothing.setAttribute("aria-pressed", String(label === NONE));
}

function withoutSpan(slot, { key, start, end }) {
  const others = spansIn(labelShown(slot)).filter((one) => one.key !== key || one.start !== start || one.end !== end);
  return labelOfSpans(others);
}

function withSpan(slot, span) {
  return labelOfSpans([...spansIn(labelShown(slot)), span]);
}

// Marks what the active answer points at: words in their texts, pieces by a sign; and says what a pointer can do here.
function paintPieces(host) {
  const slot = host.slots[host.active];
  const label = slot ? labelShown(slot) : null;
  const { kind, of = [] } = slot?.question ?? {};
  mark(QUOTED, kind === "quote" ? spansIn(label).map((span) => rangeOfSpan(host, span)).filter(Boolean) : []);
  paintPicked(host, kind === "pick" ? slot : null, namesIn(kind === "pick" ? label : null));
  for (const pane of [host.view.context, host.view.targets]) pane.dataset.takes = ["pick", "quote"].includes(kind) ? `${kind} ${of.join(" ")}` : "";
}

function rangeOfSpan(host, { key, start, end }) {
  const element = elementOfPiece(host, key);
  if (!element) return null;
  const text = element.textContent;
  return rangeOf(element, placeOfPoint(text, start), placeOfPoint(text, end));
}

// Words that were selected with the pointer while their question is the active one.
function markSelected(host) {
  const spans = selectedSpans(host);
  if (spans.length) markSpans(host, spans);
}

// What is selected of the texts that the active question is about; nothing where it is no question for words.
function selectedSpans(host) {
  const slot = host.slots[host.active];
  if (host.view.root.dataset.view !== "item" || slot?.question.kind !== "quote" || !mayGive(host)) return [];
  const chosen = selectedRange(host);
  if (!chosen) return [];
  return quotable(slot.question, slot.target, host.screen.item).map((piece) => spanWithin(host, piece, chosen)).filter(Boolean);
}

function markSpans(host, spans) {
  const slot = host.slots[host.active];
  document.getSelection().removeAllRanges();
  give(host, host.active, labelOfSpans([...spansIn(labelShown(slot)), ...spans]));
  tellMarked(host, host.active, spans.at(-1));
}

// A selection within a shadow root is its own (Chromium), or told as composed ranges (the standard).
function selectedRange({ view }) {
  const root = view.root.getRootNode();
  const selection = root.getSelection?.() ?? document.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const [composed] = root.getSelection ? [] : (selection.getComposedRanges?.({ shadowRoots: [root] }) ?? []);
  const range = composed ?? selection.getRangeAt(0);
  return range.collapsed ? null : range;
}

// The part of a selection that lies in a piece, without blanks at its ends.
function spanWithin(host, { key }, { startContainer, startOffset, endContainer, endOffset }) {
  const element = elementOfPiece(host, key);
  if (!element) return null;
  const whole = document.createRange();
  whole.selectNodeContents(element);
  const starts = whole.comparePoint(startContainer, startOffset);
  const ends = whole.comparePoint(endContainer, endOffset);
  if (starts > 0 || ends < 0) return null;
  const text = element.textContent;
  const from = starts < 0 ? 0 : placeWithin(element, startContainer, startOffset);
  const to = ends > 0 ? text.length : placeWithin(element, endContainer, endOffset);
  return trimmedSpan(key, text, from, to);
}

// How far into the element's text a point of the document is.
function placeWithin(element, container, offset) {
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(container, offset);
  return before.toString().length;
}

function trimmedSpan(key, text, from, to) {
  const words = text.slice(from, to);
  const start = from + (words.length - words.trimStart().length);
  const end = to - (words.length - words.trimEnd().length);
  return start < end ? { key, start: pointsBefore(text, start), end: pointsBefore(text, end) } : null;
}

function tellMarked(host, index, span) {
  const parts = { about: nameOfPiece(host, span.key), words: written("bdi", wordsAt(host, span)) };
  tellIn(host, index, ...phrase(host.texts.marked, parts));
}
