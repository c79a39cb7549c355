// The rows to judge: each target with its questions, the answers given, and the one slot that the keys mean.

const TALL = 600; // letters of a text from which its row may be higher than the pane

function drawTargets(board) {
  endMode(board);
  board.view.groups = [];
  const sections = runsOf(board.slots).map((run) => (run.kind === "pair" ? responsesSection(board, run) : runSection(board, run)));
  show(board.view.targets, ...sections);
  board.slots.forEach((_, i) => paintSlot(board, i));
  watchHeadings(board);
}

// Slots -> runs of targets of one kind, in the order shown: [{kind, targets: [[slot, …], …]}, …]. Where memories are
// judged for each response, the responses are one run with them.
function runsOf(slots) {
  const paired = slots.some(({ target }) => target.kind === "pair");
  const runs = [];
  slots.forEach((slot, index) => {
    const kind = paired && slot.target.kind === "response" ? "pair" : slot.target.kind;
    if (runs.at(-1)?.kind !== kind) runs.push({ kind, targets: [] });
    const { targets } = runs.at(-1);
    if (targets.at(-1)?.[0].slot.target !== slot.target) targets.push([]);
    targets.at(-1).push({ slot, index });
  });
  return runs;
}

// A question that is the only one of its run heads the rows and stays in view; what depends on it stands in the rows, as
// do several questions.
function runSection(board, { kind, targets }) {
  const questions = targets[0].map(({ slot }) => slot.question);
  const main = mainOf(questions);
  const heading = main ? questionHeading(board, main, questions) : runHeading(board, kind, questions);
  const rows = targets.map((asked, i) => targetRow(board, asked, { number: targets.length > 1 ? i + 1 : "", main }));
  return make("section", { class: "run" }, heading, list("rows", rows));
}

// The one question that does not depend on another, if there is but one.
function mainOf(questions) {
  const free = questions.filter(({ ask_if: depends }) => !depends);
  return free.length === 1 ? free[0] : null;
}

// `name` stands for the target's text, for screen readers only: the text is on the screen already.
function targetRow(board, asked, { number, main, name = null }) {
  const { target } = asked[0].slot;
  const id = `target-${asked[0].index}`;
  const words = name ?? wordsOfTarget(board, target);
  const form = name !== null || (target.kind === "item" && !main);
  const piece = target.kind === "response" && !name ? target.key : null;
  const text = written("p", words, { class: form ? "text sr" : "text", id, "data-piece": piece });
  const [first, more] = splitAsks(board, asked, { id, main });
  const wide = Boolean(board.isTalkedAbout?.(board.screen)) || isCrowded(asked, main, words);
  const tall = words.length > TALL;
  const attributes = {
    class: "row", "data-target": target.key, "data-kind": target.kind, "data-wide": wide, "data-form": form, "data-tall": tall,
  };
  const count = make("span", { class: "number", "aria-hidden": "true" }, String(number));
  const said = make("div", { class: "said" }, text, ...aboutMemory(board, target));
  const row = make("li", attributes, count, said, first, more);
  const beside = asked.map(({ index }) => index);
  for (const index of beside) Object.assign(board.view.groups[index], { row, beside });
  return row;
}

// The main question beside the text and what depends on it below; or all of them together.
function splitAsks(board, asked, { id, main }) {
  const draw = (one) => askOf(board, one, { id, alone: one.slot.question === main });
  const first = main ? asked.filter(({ slot }) => slot.question === main) : asked;
  const more = asked.filter((one) => !first.includes(one)).map(draw);
  const grid = first.length > 2 && first.every(({ slot }) => isScale(slot.question));
  return [make("div", { class: "asks", "data-grid": grid }, ...first.map(draw)), more.length ? make("div", { class: "asks depending" }, ...more) : null];
}

// Whether the controls go below the text.
function isCrowded(asked, main, words) {
  const first = main ? asked.filter(({ slot }) => slot.question === main) : asked;
  return first.some(({ slot }) => isWide(slot.question)) || (first.length > 1 && words.length <= TALL);
}

function wordsOfTarget({ texts }, { kind, text }) {
  return kind === "item" && !text ? texts.whole_item : text;
}

// A question that is not asked yet has its place, and is drawn when it is asked.
function askOf(board, { slot, index }, looks) {
  const ask = make("div", { class: "ask", "data-slot": index, "data-depends": slot.parent !== null });
  board.view.groups[index] = { group: ask, inputs: [], ask, row: null, beside: [index], later: looks };
  if (!slot.parent) drawAsk(board, index);
  return ask;
}

function drawAsk(board, index) {
  const slot = board.slots[index];
  const { question } = slot;
  const { ask, later: { id, alone } } = board.view.groups[index];
  const own = alone ? null : ownQuestion(board, question, index);
  const control = drawControl(board, { slot, index, labelledby: own ? `${id} ask-${index}` : id });
  const extras = extrasOf(board, { slot, index });
  const why = question.cannot_judge ? make("p", { class: "why-not", role: "status" }) : null;
  const caution = question.expects ? make("p", { class: "expected", role: "status" }) : null;
  const line = make("div", { class: "answer-line" }, control.element, extras.extras);
  const talk = board.besideAsk?.(board, index); // the board's, in a discussion
  show(ask, ...[own, line, sourceSays(board, slot), why, caution, talk].filter(Boolean));
  Object.assign(board.view.groups[index], { ...control, ...extras, why, caution, later: null });
}

// What the source says, where the researcher chose to show it; it is said and never chosen.
function sourceSays(board, { target, question }) {
  const found = board.screen.prelabels?.find((one) => one.target === target.key && one.question === question.key);
  if (!found || found.label === null) return null;
  const label = written("b", lineOfLabel(board, question, found.label));
  return make("p", { class: "source-says" }, ...phrase(board.texts.source_says, { label }));
}

function ownQuestion(board, { text, required }, index) {
  const own = written("p", text, { class: "own-question", id: `ask-${index}` });
  if (!required) own.append(" ", make("span", { class: "soft" }, board.texts.optional));
  return own;
}

function paintSlot(board, index) {
  const slot = board.slots[index];
  hideUnasked(board.view.groups[index].ask, slot);
  if (isAsked(slot)) paintAsk(board, index);
  paintRow(board, index);
}

function paintAsk(board, index) {
  if (board.view.groups[index].later) drawAsk(board, index);
  const { group, ask } = board.view.groups[index];
  ask.toggleAttribute("data-active", index === board.active);
  paintControl(board, index);
  paintExtras(board, index);
  group.toggleAttribute("data-answered", !isOpen(board.slots[index]));
}

function paintRow(board, index) {
  const { row } = board.view.groups[index];
  const slot = board.slots[index];
  row.toggleAttribute("data-answered", !slot.beside.some(waits));
  if (board.slots[board.active].target === slot.target) row.setAttribute("aria-current", "true");
  else row.removeAttribute("aria-current");
}

// What depends on another answer stands there only when it is asked.
function hideUnasked(ask, slot) {
  ask.hidden = !isAsked(slot);
  const box = ask.parentElement;
  if (box.matches(".depending")) box.hidden = [...box.children].every((one) => one.hidden);
}

function activate(board, index, { follow = true } = {}) {
  const before = board.active;
  board.active = index;
  if (board.mode && (follow || board.mode.index !== index)) endMode(board);
  if (board.typing !== index) board.typing = null;
  if (board.finding?.kind === "mention" && board.finding.target !== board.slots[index].target) endFinding(board);
  paintSlot(board, before);
  paintSlot(board, index);
  if (!follow) return;
  const { group, row, ask } = board.view.groups[index];
  const fromAbove = board.view.groups[before].row !== row && row.hasAttribute("data-tall"); // one reads a long text from its beginning
  if (fromAbove) row.scrollIntoView({ block: "start" });
  else (row.hasAttribute("data-tall") || row.offsetHeight < board.view.targets.clientHeight / 2 ? row : ask).scrollIntoView({ block: "nearest" });
  group.focus({ preventScroll: true });
}

function lockRows(board, locked) {
  board.view.root.toggleAttribute("data-locked", locked);
  board.view.submit.setAttribute("aria-disabled", String(locked));
  for (const { group, area, finder } of board.view.groups) {
    group.setAttribute("aria-disabled", String(locked));
    for (const field of [area, finder?.input]) field?.toggleAttribute("readonly", locked);
  }
}
