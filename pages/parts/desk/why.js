// Why people differed, as the adjudicator sees it, and whether the guideline needs this: beside a choice, before it is saved.

const WHY = [null, "ambiguous", "guideline", "slip", "subjective"];

// The next kind of difference; on a decision that stands it makes a new one that says the same label, and why.
function nextWhy(desk) {
  const slot = slotForWhy(desk);
  if (!chosenForWhy(desk, slot)) return;
  slot.kind = WHY[(WHY.indexOf(slot.kind) + 1) % WHY.length];
  whyChanged(desk, slot, slot.kind ? desk.texts[`why_${slot.kind}`] : desk.texts.why_none);
}

function toggleForGuideline(desk, slot = slotForWhy(desk)) {
  if (!chosenForWhy(desk, slot)) return;
  slot.forGuideline = !slot.forGuideline;
  whyChanged(desk, slot, slot.forGuideline ? desk.texts.for_guideline : desk.texts.not_for_guideline);
}

// A label that was just chosen has moved the keys on to the next row; why people differ goes with that label still.
function slotForWhy({ slots, active, given }) {
  return !isChosen(slots[active]) && given && isChosen(given) ? given : slots[active];
}

function chosenForWhy(desk, slot) {
  if (desk.phase !== "item") return false;
  if (!isChosen(slot) && slot.stands !== null) Object.assign(slot, { choice: slot.stands }, whyOf(slot));
  if (isChosen(slot) && slot.choice !== null) return true;
  say(desk, "warning", desk.texts.why_needs_choice);
  return false;
}

// What the decision that stands says of it: one's own word goes on.
function whyOf({ place }) {
  const [last] = place.decisions;
  return { kind: last?.error_kind ?? null, forGuideline: last?.for_guideline ?? false };
}

// That the target cannot be judged: why is asked at once, since such a decision needs it, and a reason.
function decideCannot(desk, index) {
  choosePlace(desk, index, CANNOT);
  const slot = desk.slots[index];
  if (slot.choice !== CANNOT) return;
  slot.reasonOpen = true;
  paintPlace(desk, index);
  desk.view.groups[index].standing.querySelector(".why-kind")?.focus();
}

function whyChanged(desk, slot, words) {
  keepDeskDraft(desk);
  say(desk, "draft", words);
  paintPlace(desk, desk.slots.indexOf(slot));
  paintHowFar(desk);
}

function whyControls(desk, slot) {
  if (slot.choice === null) return [];
  const { texts } = desk;
  const options = WHY.map((kind) => make("option", { value: kind ?? "", selected: kind === slot.kind }, texts[`why_${kind ?? "none"}`]));
  const select = make("select", { class: "why-kind", "aria-label": texts.why }, ...options);
  select.addEventListener("change", () => {
    slot.kind = select.value || null;
    keepDeskDraft(desk);
  });
  const mark = small(texts.for_guideline, () => toggleForGuideline(desk, slot));
  mark.setAttribute("aria-pressed", String(Boolean(slot.forGuideline)));
  mark.prepend(keyCap("n"));
  return [make("span", { class: "why-asked" }, keyCap("e"), select), mark];
}

// What a decision says of it, as marks.
function whyMarks(texts, { error_kind: kind, for_guideline: forGuideline }) {
  const words = [kind ? texts[`why_${kind}`] : null, forGuideline ? texts.for_guideline : null].filter(Boolean);
  return words.map((one) => make("span", { class: "mark" }, one));
}
