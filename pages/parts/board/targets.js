// The rows to judge: each target with its questions, the answers given, and the one slot that the keys mean.

const BESIDE = 40; // letters of all labels together that still fit beside a text; wider controls stand below it

function drawTargets(board) {
  board.view.groups = [];
  show(board.view.targets, ...runsOf(board.slots).map((run) => runSection(board, run)));
  board.slots.forEach((_, i) => paintSlot(board, i));
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
function runSection(board, { targets }) {
  const alone = targets[0].length === 1;
  const { question } = targets[0][0].slot;
  const heading = alone ? questionHeading(board, question) : null;
  const rows = targets.map((asked, i) => targetRow(board, asked, { number: targets.length > 1 ? i + 1 : "", alone }));
  return make("section", { class: "run" }, heading, list("rows", rows));
}

function questionHeading(board, question) {
  const title = written("h2", question.text, { class: "question" });
  const help = question.help ? written("p", question.help, { class: "help" }) : null;
  const legend = legendOf(board, question);
  return make("header", { class: "asked", "data-legend": legend !== null }, title, legend, help);
}

function legendOf(board, { labels }) {
  if (!labels.some((label) => label.help)) return null;
  const meanings = labels.flatMap((label) => [written("dt", label.text), written("dd", label.help)]);
  const summary = make("summary", {}, board.texts.meanings);
  const fold = make("details", { class: "legend", open: board.legendOpen }, summary, make("dl", {}, ...meanings));
  fold.addEventListener("toggle", () => (board.legendOpen = fold.open));
  return fold;
}

function targetRow(board, asked, { number, alone }) {
  const { target } = asked[0].slot;
  const id = `target-${asked[0].index}`;
  const words = target.kind === "item" && !target.text ? board.texts.whole_item : target.text;
  const text = written("p", words, { class: "text", id });
  const asks = asked.map((one) => askOf(board, one, { id, alone }));
  const wide = asked.some(({ slot }) => isWide(slot.question));
  const attributes = { class: "row", "data-target": target.key, "data-kind": target.kind, "data-wide": wide };
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
  const inputs = question.labels.map((label, i) => choiceOf(group, { question, i, index }));
  board.view.groups[index] = { group, inputs, row: null };
  return own ? make("div", { class: "ask" }, own, group) : group;
}

function choiceOf(group, { question, i, index }) {
  const label = question.labels[i];
  const input = make("input", { type: "radio", name: `slot-${index}`, value: label.key });
  const key = keyOf(question, i);
  const cap = key === label.text ? null : key; // the style draws it on the active row; a scale of digits needs none
  const widest = question.labels.every(({ text }) => text.length <= label.text.length) ? label.text : null;
  const looks = { class: "face", "data-cap": cap, "data-tone": toneOf(question, i), "data-widest": widest };
  const face = written("span", label.text, looks);
  group.append(make("label", { class: "choice", "data-label": label.key, title: label.help || null }, input, face));
  return input;
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
  paintSlot(board, before);
  paintSlot(board, index);
  if (!follow) return;
  const { group, row } = board.view.groups[index];
  group.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

function lockRows(board, locked) {
  board.view.root.toggleAttribute("data-locked", locked);
  board.view.submit.setAttribute("aria-disabled", String(locked));
  for (const { group } of board.view.groups) group.setAttribute("aria-disabled", String(locked));
}
