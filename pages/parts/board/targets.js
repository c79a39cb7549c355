// The rows to judge: each target with its questions, the answers given, and the one slot that the keys mean.

const BESIDE = 40; // letters of all labels together that still fit beside a text; wider controls stand below it
const TALL = 600; // letters of a text from which its row may be higher than the pane

function drawTargets(board) {
  board.view.groups = [];
  show(board.view.targets, ...runsOf(board.slots).map((run) => runSection(board, run)));
  board.slots.forEach((_, i) => paintSlot(board, i));
  watchHeadings(board);
}

// How high the headings are that stay in view, so that nothing hides behind them.
function watchHeadings({ view }) {
  view.headings ??= new ResizeObserver((entries) => {
    const height = `${Math.ceil(Math.max(...entries.map(({ target }) => target.offsetHeight)))}px`;
    if (view.targets.style.getPropertyValue("--asked") !== height) view.targets.style.setProperty("--asked", height);
  });
  view.headings.disconnect();
  for (const heading of view.targets.querySelectorAll(".asked")) view.headings.observe(heading);
}

// Slots -> runs of targets of one kind, in the order shown: [{kind, targets: [[slot, …], …]}, …]
function runsOf(slots) {
  const runs = [];
  slots.forEach((slot, index) => {
    const { kind } = slot.target;
    if (runs.at(-1)?.kind !== kind) runs.push({ kind, targets: [] });
    const { targets } = runs.at(-1);
    if (targets.at(-1)?.[0].slot.target !== slot.target) targets.push([]);
    targets.at(-1).push({ slot, index });
  });
  return runs;
}

// A question that is the only one of its run heads the rows and stays in view; of several, each stands in its row.
function runSection(board, { kind, targets }) {
  const alone = targets[0].length === 1;
  const questions = targets[0].map(({ slot }) => slot.question);
  const heading = alone ? questionHeading(board, questions[0]) : runHeading(board, kind, questions);
  const rows = targets.map((asked, i) => targetRow(board, asked, { number: targets.length > 1 ? i + 1 : "", alone }));
  return make("section", { class: "run" }, heading, list("rows", rows));
}

function questionHeading(board, question) {
  const title = written("h2", question.text, { class: "question" });
  const help = question.help ? written("p", question.help, { class: "help" }) : null;
  const legend = legendOf(board, [question]);
  return make("header", { class: "asked", "data-legend": legend !== null }, title, legend, help);
}

function runHeading(board, kind, questions) {
  const title = make("h2", { class: "question" }, board.texts[`about_${kind}`]);
  const legend = legendOf(board, questions);
  return make("header", { class: "asked", "data-legend": legend !== null }, title, legend);
}

// The meanings of the labels, folded; the radios name theirs by id, so that a screen reader can say it either way.
function legendOf(board, questions) {
  const explained = questions.filter(({ help, labels }) => labels.some((label) => label.help) || (help && questions[1]));
  if (!explained.length) return null;
  const parts = explained.flatMap((question) => [questions[1] ? legendTitle(question) : null, meaningsOf(question)]);
  const summary = make("summary", {}, board.texts.meanings);
  const fold = make("details", { class: "legend", open: board.legendOpen }, summary, ...parts);
  fold.addEventListener("toggle", () => (board.legendOpen = fold.open));
  return fold;
}

function legendTitle({ text, help }) {
  return make("div", { class: "legend-title" }, written("p", text), help ? written("p", help, { class: "soft" }) : null);
}

function meaningsOf(question) {
  const explained = question.labels.filter((label) => label.help);
  const entry = (label) => [written("dt", label.text), written("dd", label.help, { id: meaningId(question, label) })];
  return make("dl", {}, ...explained.flatMap(entry));
}

function meaningId(question, label) {
  return `meaning-${question.key}-${label.key}`;
}

function targetRow(board, asked, { number, alone }) {
  const { target } = asked[0].slot;
  const id = `target-${asked[0].index}`;
  const words = target.kind === "item" && !target.text ? board.texts.whole_item : target.text;
  const text = written("p", words, { class: "text", id });
  const asks = asked.map((one) => askOf(board, one, { id, alone }));
  const wide = asked.some(({ slot }) => isWide(slot.question));
  const attributes = {
    class: "row", "data-target": target.key, "data-kind": target.kind, "data-wide": wide,
    "data-tall": words.length > TALL,
  };
  const count = make("span", { class: "number", "aria-hidden": "true" }, String(number));
  const said = make("div", { class: "said" }, text);
  const row = make("li", attributes, count, said, make("div", { class: "asks" }, ...asks));
  for (const { index } of asked) board.view.groups[index].row = row;
  return row;
}

function askOf(board, { slot, index }, { id, alone }) {
  const { question } = slot;
  const own = alone ? null : written("p", question.text, { class: "own-question", id: `ask-${index}` });
  const group = make("div", {
    role: "radiogroup", tabindex: "-1", class: "choices", "data-slot": index, "data-question": question.key,
    "aria-labelledby": own ? `${id} ask-${index}` : id, "aria-required": String(question.required),
    "data-wide": isWide(question),
  });
  const inputs = question.labels.map((label, i) => choiceOf(board, group, { question, i, index }));
  board.view.groups[index] = { group, inputs, row: null };
  return own ? make("div", { class: "ask" }, own, group) : group;
}

function choiceOf(board, group, { question, i, index }) {
  const label = question.labels[i];
  const meaning = label.help ? meaningId(question, label) : null;
  const input = make("input", { type: "radio", name: `slot-${index}`, value: label.key, "aria-describedby": meaning });
  const widest = question.labels.every(({ text }) => text.length <= label.text.length) ? label.text : null;
  const cap = shownKey(board, question, i);
  const looks = { class: "face", "data-cap": cap, "data-tone": toneOf(question, i), "data-widest": widest };
  const face = written("span", label.text, looks);
  group.append(make("label", { class: "choice", "data-label": label.key }, input, face));
  return input;
}

// The key to show on a label, or null: none that works, or one that the label's own text says (a scale of digits).
function shownKey(board, question, i) {
  const key = workingKey(board, question, i);
  return key === question.labels[i].text ? null : key;
}

function workingKey(board, question, i) {
  return keyOf(question, i, { letters: singleKeys(board) }) || null;
}

function paintCaps(board) {
  board.view.groups.forEach(({ inputs }, index) => {
    const { question } = board.slots[index];
    inputs.forEach((input, i) => {
      const cap = shownKey(board, question, i);
      if (cap === null) input.nextElementSibling.removeAttribute("data-cap");
      else input.nextElementSibling.dataset.cap = cap;
    });
  });
}

function isWide({ labels }) {
  return labels.length > 5 || labels.reduce((sum, { text }) => sum + text.length, 0) > BESIDE;
}

// Up to three labels are told apart by tone as well; on longer scales the place says it, and many colours are loud.
function toneOf({ labels }, i) {
  if (labels.length > 3) return "high";
  return i === 0 ? "low" : i === labels.length - 1 ? "high" : "mid";
}

function paintSlot(board, index) {
  const { group, inputs, row } = board.view.groups[index];
  const slot = board.slots[index];
  const active = index === board.active;
  for (const input of inputs) input.checked = input.value === slot.label;
  group.toggleAttribute("data-active", active);
  group.toggleAttribute("data-answered", slot.label !== null);
  row.toggleAttribute("data-answered", !board.slots.some((one) => one.target === slot.target && isOpen(one)));
  if (board.slots[board.active].target === slot.target) row.setAttribute("aria-current", "true");
  else row.removeAttribute("aria-current");
}

function activate(board, index, { follow = true } = {}) {
  const before = board.active;
  board.active = index;
  if (board.finding?.kind === "mention" && board.finding.target !== board.slots[index].target) endFinding(board);
  paintSlot(board, before);
  paintSlot(board, index);
  if (!follow) return;
  const { group, row } = board.view.groups[index];
  const fromAbove = before !== index && row.hasAttribute("data-tall"); // one reads a long text from its beginning
  row.scrollIntoView({ block: fromAbove ? "start" : "nearest" });
  group.focus({ preventScroll: true });
}

function lockRows(board, locked) {
  board.view.root.toggleAttribute("data-locked", locked);
  board.view.submit.setAttribute("aria-disabled", String(locked));
  for (const { group } of board.view.groups) group.setAttribute("aria-disabled", String(locked));
}
