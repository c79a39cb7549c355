// The rows to decide: each target with what everybody answered, what stands, and the labels to choose from.

function drawRows(desk) {
  const { view, screen, slots } = desk;
  endMode(desk);
  view.groups = [];
  desk.letters = lettersFor(screen);
  const one = screen.questions.length === 1 ? questionHeading(desk, screen.questions[0]) : null;
  const parts = GROUPS.map((state) => partOf(desk, state)).filter(Boolean);
  show(view.targets, ...[aroundOf(desk), desk.view.model = make("div", { class: "model" }), one, ...parts].filter(Boolean));
  slots.forEach((_, i) => paintPlace(desk, i));
  paintParts(desk);
}

// What is settled is folded: it can be looked at, and decided otherwise.
function partOf(desk, state) {
  const found = desk.slots.map((slot, index) => ({ slot, index })).filter(({ slot }) => groupOf(slot) === state);
  if (!found.length) return null;
  const rows = list("rows", found.map((one) => rowOf(desk, one)));
  if (state !== "ruled") return make("section", { class: "part", "data-state": state }, make("h3", { class: "part-title" }), rows);
  const fold = make("details", { class: "part", "data-state": state, open: desk.settledOpen }, make("summary", { class: "part-title" }), rows);
  fold.addEventListener("toggle", () => (desk.settledOpen = fold.open));
  return fold;
}

// How many there are of each; a question that is not asked, as another one is decided, is none.
function paintParts(desk) {
  for (const part of desk.view.targets.querySelectorAll(".part")) {
    const there = part.querySelectorAll(".row:not([hidden])").length;
    part.hidden = there === 0;
    show(part.querySelector(".part-title"), counted(desk.texts, `part_${part.dataset.state}`, there));
  }
}

function rowOf(desk, { slot, index }) {
  const { target, question } = slot;
  const id = `place-${index}`;
  const ask = desk.screen.questions.length > 1 ? written("p", question.text, { class: "own-question", id: `asks-${index}` }) : null;
  const chips = make("ul", { class: "chips", "aria-label": desk.texts.answers });
  const standing = make("div", { class: "standing" });
  const control = drawControl(desk, { slot, index, labelledby: ask ? `${id} asks-${index}` : id });
  const silent = ask && target.kind === "item" && !target.text; // the question says it
  const words = written("p", wordsOnDesk(desk, target), { class: silent ? "text sr" : "text", id });
  const said = make("div", { class: "said" }, ask, ...namedTarget(desk, target), words);
  const suggestion = make("p", { class: "suggestion" });
  const caution = question.expects ? make("p", { class: "expected", role: "status" }) : null;
  const below = make("div", { class: "below" }, chips, suggestion, ...commentsOf(desk, slot), caution, standing);
  const count = make("span", { class: "number", "aria-hidden": "true" }, String(index + 1));
  const attributes = { class: "row", "data-target": target.key, "data-state": groupOf(slot), "data-wide": isWide(question) };
  const row = make("li", attributes, count, said, make("div", { class: "asks" }, make("div", { class: "ask" }, control.element)), below);
  show(chips, ...slot.place.answers.map((answer) => chipOf(desk, slot, index, answer)));
  desk.view.groups[index] = { ...control, row, chips, suggestion, caution, standing };
  return row;
}

// Which response a row is about: the responses are read beside the dialogue, each with its number.
function namedTarget(desk, target) {
  const { responses = [] } = desk.screen.item;
  const at = responses.findIndex(({ key }) => key === responseOf(target));
  if (at < 0) return [];
  const name = responses[1] ? sentence(desk.texts.response_of, { n: at + 1, total: responses.length }) : desk.texts.piece_response;
  return [make("p", { class: "who" }, name)];
}

const ON_A_ROW = 240; // letters of a response in its row; all of it stands beside the dialogue

function wordsOnDesk(desk, target) {
  const words = wordsOfTarget(desk, target);
  return target.kind === "response" && words.length > ON_A_ROW ? `${[...words].slice(0, ON_A_ROW).join("").trimEnd()}…` : words;
}

function paintPlace(desk, index) {
  const { row, chips, caution } = desk.view.groups[index];
  const slot = desk.slots[index];
  const label = labelShown(slot);
  row.hidden = !isAsked(slot);
  paintControl(desk, index);
  if (caution) sayOnce(caution, cautionOf(slot));
  for (const chip of chips.querySelectorAll(".chip")) chip.setAttribute("aria-pressed", String(chip.dataset.label === label));
  row.toggleAttribute("data-chosen", isChosen(slot));
  if (index === desk.active) row.setAttribute("aria-current", "true");
  else row.removeAttribute("aria-current");
  paintStanding(desk, index);
}

// What stands, what will be saved instead, and what can be done about it.
function paintStanding(desk, index) {
  const { texts } = desk;
  const slot = desk.slots[index];
  const { standing } = desk.view.groups[index];
  const typing = standing.querySelector("input:focus");
  if (typing && isChosen(slot)) return; // a reason is being typed there
  const withdraw = slot.stands !== null && !isChosen(slot) ? small(texts.withdraw, () => choosePlace(desk, index, null)) : null;
  const said = isChosen(slot) ? slot.choice : slot.stands;
  const cannot = said === CANNOT ? null : small(texts.cannot_decide, () => decideCannot(desk, index));
  const past = slot.place.decisions.length ? small(texts.history, () => openRecord(desk, index)) : null;
  const words = [isChosen(slot) ? make("span", { class: "unsaved" }, chosenWords(desk, slot)) : null, standsWords(desk, slot)];
  show(standing, ...[...words, ...(isChosen(slot) ? [...whyControls(desk, slot), ...ownReason(desk, slot)] : []), past, withdraw, cannot].filter(Boolean));
}

function chosenWords(desk, slot) {
  const { texts } = desk;
  if (slot.choice === null) return texts.to_withdraw;
  if (slot.choice === CANNOT) return texts.to_cannot;
  return sentence(texts.to_save, { label: lineOfLabel(desk, slot.question, slot.choice) });
}

function standsWords(desk, { place, question, stands }) {
  const { texts } = desk;
  const [last] = place.decisions;
  if (!last) return null;
  const by = make("span", {}, stands === null && last.by === "rule" ? texts.by_rule : byWords(texts, last));
  const label = stands ? written("b", lineOfLabel(desk, question, stands)) : stands === CANNOT ? make("b", {}, texts.cannot_decided) : texts.undecided_again;
  const reason = last.reason ? [" ", written("q", last.reason)] : [];
  return make("span", { class: "stands" }, ...phrase(texts.stands, { label, by }), ...reason, ...whyMarks(texts, last));
}

function byWords(texts, { by, method, name }) {
  if (by === "rule") return texts[`by_${method}`] ?? method;
  return name ? sentence(texts.by_name, { name }) : texts[`by_${by}`];
}

function ownReason(desk, slot) {
  const open = slot.reason || slot.reasonOpen;
  if (!open) return [small(desk.texts.own_reason, (event) => askReason(desk, slot, event.target))];
  return [reasonField(desk, slot)];
}

function reasonField(desk, slot) {
  const attributes = { type: "text", class: "reason own", maxlength: 2000, autocomplete: "off", dir: "auto", "aria-label": desk.texts.own_reason, placeholder: desk.texts.own_reason };
  const field = make("input", attributes);
  field.value = slot.reason;
  field.addEventListener("input", () => {
    slot.reason = field.value;
    keepDeskDraft(desk);
  });
  return field;
}

function askReason(desk, slot, button) {
  slot.reasonOpen = true;
  const field = reasonField(desk, slot);
  button.replaceWith(field);
  field.focus();
}

function small(text, run) {
  return action(text, run, { class: "action small" });
}

function goTo(desk, index, { follow = true } = {}) {
  const before = desk.active;
  desk.active = index;
  if (desk.mode && (follow || desk.mode.index !== index)) endMode(desk);
  paintPlace(desk, before);
  paintPlace(desk, index);
  const { group, row } = desk.view.groups[index];
  if (follow) {
    const fold = row.closest("details");
    if (fold) fold.open = true;
    group.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
    readResponse(desk, before);
  }
  if (desk.panel === "record") openRecord(desk, index, { quiet: true });
}

// Where the row is about another response than the one before, that one comes into view beside the dialogue.
function readResponse(desk, before) {
  const [now, then] = [desk.active, before].map((index) => responseOf(desk.slots[index].target));
  const element = now && now !== then ? elementOfPiece(desk, now) : null;
  if (element) element.parentElement.scrollIntoView({ block: "nearest" });
}

function lockDesk(desk, locked) {
  desk.view.root.toggleAttribute("data-locked", locked);
  desk.view.submit.setAttribute("aria-disabled", String(locked));
  desk.view.reason.readOnly = locked;
  for (const { group, area, finder } of desk.view.groups) {
    group.setAttribute("aria-disabled", String(locked));
    for (const field of [area, finder?.input]) field?.toggleAttribute("readonly", locked);
  }
}
