// The rows to decide: each target with what everybody answered, what stands, and the labels to choose from.

function drawRows(desk) {
  const { view, screen, slots } = desk;
  view.groups = [];
  desk.letters = lettersFor(screen);
  const one = screen.questions.length === 1 ? questionHeading(desk, screen.questions[0]) : null;
  const parts = GROUPS.map((state) => partOf(desk, state)).filter(Boolean);
  show(view.targets, ...[aroundOf(desk), desk.view.model = make("div", { class: "model" }), one, ...parts].filter(Boolean));
  slots.forEach((_, i) => paintPlace(desk, i));
}

// What is settled is folded: it can be looked at, and decided otherwise.
function partOf(desk, state) {
  const found = desk.slots.map((slot, index) => ({ slot, index })).filter(({ slot }) => slot.place.state === state);
  if (!found.length) return null;
  const title = counted(desk.texts, `part_${state}`, found.length);
  const rows = list("rows", found.map((one) => rowOf(desk, one)));
  if (state !== "settled") return make("section", { class: "part", "data-state": state }, make("h3", { class: "part-title" }, title), rows);
  const fold = make("details", { class: "part", "data-state": state, open: desk.settledOpen }, make("summary", { class: "part-title" }, title), rows);
  fold.addEventListener("toggle", () => (desk.settledOpen = fold.open));
  return fold;
}

function rowOf(desk, { slot, index }) {
  const { target, question } = slot;
  const id = `place-${index}`;
  const words = target.kind === "item" && !target.text ? desk.texts.whole_item : target.text;
  const ask = desk.screen.questions.length > 1 ? written("p", question.text, { class: "own-question", id: `asks-${index}` }) : null;
  const chips = make("ul", { class: "chips", "aria-label": desk.texts.answers });
  const standing = make("div", { class: "standing" });
  const group = make("div", {
    role: "radiogroup", tabindex: "-1", class: "choices", "data-slot": index, "data-question": question.key,
    "aria-labelledby": ask ? `${id} asks-${index}` : id, "data-wide": isWide(question),
  });
  const inputs = question.labels.map((_, i) => choiceOf(desk, group, { question, i, index }));
  const said = make("div", { class: "said" }, ask, written("p", words, { class: "text", id }));
  const suggestion = make("p", { class: "suggestion" });
  const below = make("div", { class: "below" }, chips, suggestion, ...commentsOf(desk, slot), standing);
  const count = make("span", { class: "number", "aria-hidden": "true" }, String(index + 1));
  const attributes = { class: "row", "data-target": target.key, "data-state": slot.place.state, "data-wide": isWide(question) };
  const row = make("li", attributes, count, said, make("div", { class: "asks" }, group), below);
  show(chips, ...slot.place.answers.map((answer) => chipOf(desk, slot, index, answer)));
  desk.view.groups[index] = { group, inputs, row, chips, suggestion, standing };
  return row;
}

// One rater's answer; pressing it adopts it.
function chipOf(desk, { question }, index, answer) {
  const place = question.labels.findIndex((label) => label.key === answer.label);
  const letter = desk.letters.get(answer.rater) ?? "";
  const who = written("span", nameOf(desk, answer.rater), { class: "chip-who" });
  const what = written("b", textOfLabel(question, answer.label));
  const chip = make("button", { type: "button", class: "chip", "data-label": answer.label, "data-tone": toneOf(question, place) },
    letter ? keyCap(letter) : null, who, what);
  chip.addEventListener("click", () => choosePlace(desk, index, answer.label, { advance: false }));
  return make("li", {}, chip);
}

function nameOf(desk, rater) {
  return desk.screen.raters.find((one) => one.rater === rater)?.name ?? rater;
}

function commentsOf(desk, { place }) {
  return place.answers.filter(({ comment }) => comment).map(({ rater, comment }) => {
    const parts = { who: written("bdi", nameOf(desk, rater)), words: written("bdi", comment, { class: "text" }) };
    return make("p", { class: "comment" }, ...phrase(desk.texts.commented, parts));
  });
}

function paintPlace(desk, index) {
  const { group, inputs, row, chips } = desk.view.groups[index];
  const slot = desk.slots[index];
  const label = labelShown(slot);
  for (const input of inputs) input.checked = input.value === label;
  for (const chip of chips.querySelectorAll(".chip")) chip.setAttribute("aria-pressed", String(chip.dataset.label === label));
  group.toggleAttribute("data-active", index === desk.active);
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
  const past = slot.place.decisions.length ? small(texts.history, () => openRecord(desk, index)) : null;
  const words = [isChosen(slot) ? make("span", { class: "unsaved" }, chosenWords(desk, slot)) : null, standsWords(desk, slot)];
  show(standing, ...[...words, ...(isChosen(slot) ? ownReason(desk, slot) : []), past, withdraw].filter(Boolean));
}

function chosenWords({ texts }, slot) {
  if (slot.choice === null) return texts.to_withdraw;
  return sentence(texts.to_save, { label: textOfLabel(slot.question, slot.choice) });
}

function standsWords({ texts }, { place, question, stands }) {
  const [last] = place.decisions;
  if (!last) return null;
  const by = make("span", {}, byWords(texts, last));
  const label = stands === null ? texts.undecided_again : written("b", textOfLabel(question, stands));
  const reason = last.reason ? [" ", written("q", last.reason)] : [];
  return make("span", { class: "stands" }, ...phrase(texts.stands, { label, by }), ...reason);
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
  const attributes = { type: "text", class: "reason own", maxlength: 2000, autocomplete: "off", dir: "auto", "aria-label": desk.texts.own_reason };
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
  paintPlace(desk, before);
  paintPlace(desk, index);
  const { group, row } = desk.view.groups[index];
  if (follow) {
    const fold = row.closest("details");
    if (fold) fold.open = true;
    group.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }
  if (desk.panel === "record") openRecord(desk, index, { quiet: true });
}

function lockDesk(desk, locked) {
  desk.view.root.toggleAttribute("data-locked", locked);
  desk.view.submit.setAttribute("aria-disabled", String(locked));
  desk.view.reason.readOnly = locked;
  for (const { group } of desk.view.groups) group.setAttribute("aria-disabled", String(locked));
}
