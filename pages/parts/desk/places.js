// What can be decided in an item. A slot is one question on one target, with what stands and what is chosen anew:
// `choice` is undefined as long as nothing is chosen, null where the decision that stands is to be withdrawn, and CANNOT
// where it is decided that the target cannot be judged.

const CANNOT = ""; // no label of any question

const GROUPS = ["disputed", "reopened", "decided", "agreed", "incomplete", "ruled"]; // differences first
const TO_DECIDE = ["disputed", "reopened"];

// What a rule has decided is apart from what a person did: it is folded.
function groupOf({ place }) {
  return place.state === "decided" && place.decisions[0].by === "rule" ? "ruled" : place.state;
}

const isToDecide = ({ place }) => TO_DECIDE.includes(place.state);

function slotsToDecide(screen) {
  const targets = new Map(screen.item.targets.map((target) => [target.key, target]));
  const questions = new Map(screen.questions.map((question) => [question.key, question]));
  const slots = screen.places.map((place) => ({
    place,
    target: targets.get(place.target) ?? { kind: "item", key: place.target, text: "" },
    question: questions.get(place.question),
    stands: place.decisions[0]?.cannot ? CANNOT : (place.decisions[0]?.label ?? null),
    choice: undefined,
    reason: "",
    kind: null,
    forGuideline: false,
    parent: null,
  }));
  for (const key of new Set(slots.map(({ place }) => place.target))) withParents(slots.filter(({ place }) => place.target === key));
  return GROUPS.flatMap((state) => slots.filter((slot) => groupOf(slot) === state));
}

const isChosen = (slot) => slot.choice !== undefined;
const isWaiting = (slot) => isToDecide(slot) && !isChosen(slot) && isAsked(slot);
const labelShown = (slot) => (isChosen(slot) ? slot.choice : slot.stands) || null; // CANNOT is none

// What an adjudicator has decided already needs no second decision that says the same.
function choiceFor(slot, label) {
  const same = groupOf(slot) === "decided" && label === slot.stands;
  return same || (label === null && slot.stands === null) ? undefined : label;
}

function howFar(slots) {
  const asked = slots.filter((slot) => isToDecide(slot) && isAsked(slot));
  return { n: asked.filter(isChosen).length, total: asked.length };
}

// The next slot below that waits for a decision, else the first one from the top, else the same.
function nextWaiting(slots, from) {
  const below = slots.findIndex((slot, i) => i > from && isWaiting(slot));
  if (below >= 0) return below;
  const first = slots.findIndex(isWaiting);
  return first >= 0 ? first : from;
}

function chosenOf(slots) {
  return slots.filter((slot) => isChosen(slot) && isAsked(slot)).map(({ place, choice, reason, kind, forGuideline }) => ({
    target: place.target, question: place.question, label: choice || null, cannot: choice === CANNOT, seen: place.seen, reason: reason.trim(),
    error_kind: choice === null ? null : kind, for_guideline: choice !== null && forGuideline,
  }));
}

function decisionsOf(desk, following) {
  const { screen, slots, reason, names } = desk;
  const { account, number, codebook } = screen;
  const decisions = chosenOf(slots);
  return { account: account.key, item: number, codebook, reason: reason.trim(), decisions, following, names };
}

// Letters that adopt a rater's answer: those that are no key of the desk and of no label here.
const RATER_LETTERS = "abcdipqtvxyz";

function lettersFor(screen) {
  const taken = new Set(screen.questions.flatMap((question) => question.labels.map((label) => label.hotkey.toLowerCase())));
  const free = [...RATER_LETTERS].filter((letter) => !taken.has(letter));
  return new Map(screen.raters.map((one, i) => [one.rater, free[i] ?? ""]));
}
