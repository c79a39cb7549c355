// Where a word stands in what came before: a bar in the dialogue's heading. Hits are marked by the browser (CSS custom
// highlights), so that the texts stay as they are; the turn in hand has an outline too.

const HITS = "accord-hits";
const HIT = "accord-hit";

function isReading(board) {
  return board.view.root.dataset.view === "item";
}

// Where there is a dialogue.
function canSearch(board) {
  return isReading(board) && dialogueHead(board) !== null;
}

function openSearch(board) {
  if (board.finding?.kind === "search") return board.finding.input.select();
  endFinding(board);
  const { texts } = board;
  const input = make("input", {
    type: "search", class: "find-input", autocomplete: "off", spellcheck: "false", dir: "auto",
    "aria-label": texts.search, placeholder: texts.search,
  });
  const count = make("span", { class: "found", role: "status" });
  const finding = { kind: "search", input, count, hits: [], at: -1, onward: (step) => goToHit(board, step) };
  beginFinding(board, finding, [input, count]);
  input.addEventListener("input", () => searchFor(board, input.value));
  input.addEventListener("keydown", (event) => stepByKey(event, finding));
  input.focus({ preventScroll: true });
}

function stepByKey(event, finding) {
  if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  finding.onward(event.shiftKey ? -1 : 1);
}

// The bar takes the place of the heading's tools until it is closed. Nothing typed in it reaches the board or Streamlit.
function beginFinding(board, finding, parts) {
  const { texts } = board;
  const step = (name, by, sign) => iconButton(texts[name], sign, () => finding.onward(by));
  const close = iconButton(texts.search_close, "✕", () => leaveFinding(board));
  const buttons = [step("previous_hit", -1, "↑"), step("next_hit", 1, "↓"), close];
  finding.bar = make("div", { class: "finder", role: "search" }, ...parts, make("span", { class: "icons" }, ...buttons));
  finding.bar.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape" && !event.isComposing) leaveFinding(board);
  });
  board.finding = finding;
  dialogueHead(board).append(finding.bar);
  countHits(finding);
}

// To go on and back there must be two.
function countHits({ bar, hits }) {
  bar.toggleAttribute("data-single", hits.length < 2);
}

function iconButton(name, sign, run) {
  const button = make("button", { type: "button", class: "icon", "aria-label": name, title: name }, sign);
  button.addEventListener("click", run);
  return button;
}

function dialogueHead({ view }) {
  return view.context.querySelector(".dialogue-head");
}

function searchFor(board, words) {
  const { finding } = board;
  finding.hits = words.trim() ? hitsOf(board.view.context, words) : [];
  finding.at = -1;
  countHits(finding);
  mark(HITS, finding.hits.map(({ range }) => range));
  if (finding.hits.length) goToHit(board, 1);
  else forgetHit(board, words.trim() ? board.texts.no_hits : "");
}

// Letters are compared without regard to case, in either way of writing an accent. A folded profile stays out of it.
function hitsOf(pane, words) {
  const spellings = [...new Set([words.normalize("NFC"), words.normalize("NFD")])];
  const pattern = new RegExp(spellings.map((one) => one.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|"), "giu");
  return [...pane.querySelectorAll(".text:not(details:not([open]) *)")].flatMap((element) => hitsIn(element, pattern));
}

function hitsIn(element, pattern) {
  const found = [...element.textContent.matchAll(pattern)].filter(([piece]) => piece.length);
  return found.map((match) => ({ element, range: rangeOf(element, match.index, match.index + match[0].length) }));
}

function rangeOf(element, start, end) {
  const range = document.createRange();
  range.setStart(...placeIn(element, start));
  range.setEnd(...placeIn(element, end));
  return range;
}

// The text node and the place in it of one place in the element's text.
function placeIn(element, place) {
  const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = place;
  while (walk.nextNode() && left > walk.currentNode.length) left -= walk.currentNode.length;
  return [walk.currentNode, left];
}

// Round and round: after the last hit comes the first.
function goToHit(board, step) {
  const { finding, texts } = board;
  const total = finding.hits.length;
  if (!total) return;
  finding.at = finding.at < 0 ? (step > 0 ? 0 : total - 1) : (finding.at + step + total) % total;
  const { element, range } = finding.hits[finding.at];
  show(finding.count, sentence(texts.hit_of, { n: finding.at + 1, total }));
  mark(HIT, [range]);
  outline(board, element);
  reveal(board, element, range);
}

function forgetHit(board, words) {
  show(board.finding.count, words);
  mark(HIT, []);
  outline(board, null);
}

function mark(name, ranges) {
  if (!globalThis.CSS?.highlights) return; // the outline is there without
  if (ranges.length) CSS.highlights.set(name, new Highlight(...ranges));
  else CSS.highlights.delete(name);
}

function outline({ view }, element) {
  view.context.querySelector("[data-found]")?.removeAttribute("data-found");
  (element?.closest(".turn, .query") ?? element)?.toggleAttribute("data-found", true);
}

// Into the part of the pane between what sticks to its top and the query, which sticks to its end. What lies out of
// sight is laid out late, so the place is looked up twice.
function reveal(board, element, range = null) {
  const place = () => {
    const pane = board.view.context.getBoundingClientRect();
    const top = Math.max(pane.top, dialogueHead(board)?.getBoundingClientRect().bottom ?? 0);
    const query = board.view.context.querySelector(".query");
    const bottom = query && !query.contains(element) ? query.getBoundingClientRect().top : pane.bottom;
    const goal = (range ?? element).getBoundingClientRect();
    if (goal.top >= top && goal.bottom <= bottom) return;
    board.view.context.scrollTop += goal.top - top - Math.max(16, (bottom - top - goal.height) / 3);
  };
  element.scrollIntoView({ block: "center" });
  place();
  requestAnimationFrame(() => element.isConnected && place());
}

// Ends the search or the mention; the focus comes back to the rows if it was in the bar.
function leaveFinding(board) {
  const within = board.finding?.bar.contains(focused(board));
  endFinding(board);
  if (within) comeBack(board, null);
}

function endFinding(board) {
  for (const name of [HITS, HIT]) mark(name, []);
  if (!board.finding) return;
  outline(board, null);
  board.finding.bar.remove();
  board.finding = null;
}
