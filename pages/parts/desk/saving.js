// How decisions leave. "Saved" is said after the server's 200 and never before; a lost answer is asked for again.

function choosePlace(desk, index, label, { advance = false, follow = true } = {}) {
  if (desk.phase !== "item") return;
  const slot = desk.slots[index];
  const before = isChosen(slot);
  slot.choice = choiceFor(slot, label);
  if (!isChosen(slot)) Object.assign(slot, { reason: "", reasonOpen: false, kind: null, forGuideline: false });
  else if (!before) Object.assign(slot, whyOf(slot));
  desk.given = slot;
  keepDeskDraft(desk);
  goTo(desk, advance && isChosen(slot) ? nextWaiting(desk.slots, index) : index, { follow });
  for (const one of slot.beside) paintPlace(desk, desk.slots.indexOf(one)); // others may depend on it
  paintParts(desk);
  paintHowFar(desk);
}

// What the controls do with an answer. Nothing left in one is no choice, and no withdrawal.
function give(desk, index, label, { advance = false } = {}) {
  choosePlace(desk, index, label ?? undefined, { advance, follow: advance });
}

function mayGive({ phase }) {
  return phase === "item";
}

function goOnFrom(desk, index) {
  goTo(desk, nextWaiting(desk.slots, index));
}

// The next slot below that waits for a decision; -1 where there is none.
function nextWaitingFrom({ slots }, index) {
  return slots.findIndex((slot, i) => i > index && isWaiting(slot));
}

// Delete takes a choice back; where nothing is chosen, it withdraws the decision that stands.
function clearPlace(desk) {
  choosePlace(desk, desk.active, isChosen(desk.slots[desk.active]) ? undefined : null);
}

function keepDeskDraft(desk) {
  desk.warned = false;
  const kept = keepChoices(desk);
  say(desk, kept ? "draft" : "warning", kept ? desk.texts.choices_kept : desk.texts.choices_not_kept);
}

function saveDesk(desk) {
  if (desk.phase !== "item") return;
  if (!desk.slots.some(isChosen)) return say(desk, "warning", desk.texts.nothing_chosen);
  const bare = desk.slots.find((slot) => lacksWhy(desk, slot));
  if (bare) return askForWhy(desk, bare);
  if (lacksReason(desk)) return askForReason(desk);
  const waiting = desk.slots.filter(isWaiting);
  if (waiting.length && !desk.warned) return warnOnce(desk, waiting);
  desk.outgoing = decisionsOf(desk, afterSaving(desk));
  lockDesk(desk, true);
  say(desk, "sending", desk.texts.saving);
  sendDecisions(desk);
}

// That a target cannot be judged is decided with the kind of difference and a reason, or not at all.
function lacksWhy({ reason }, slot) {
  return slot.choice === CANNOT && isAsked(slot) && !(slot.kind && (slot.reason.trim() || reason.trim()));
}

function askForWhy(desk, slot) {
  goTo(desk, desk.slots.indexOf(slot));
  say(desk, "warning", desk.texts.cannot_needs);
}

function lacksReason({ screen, slots, reason }) {
  if (!screen.reason_required || reason.trim()) return false;
  return slots.some((slot) => isChosen(slot) && !slot.reason.trim());
}

function askForReason(desk) {
  say(desk, "warning", desk.texts.reason_missing);
  desk.view.reason.focus();
}

function warnOnce(desk, waiting) {
  goTo(desk, desk.slots.indexOf(waiting[0]));
  say(desk, "warning", counted(desk.texts, "left", waiting.length));
  desk.warned = true;
}

async function sendDecisions(desk) {
  const { screen } = desk;
  desk.phase = "sending";
  const outcome = await post(desk.address.decide, desk.outgoing);
  if (outcome.kind === "ok") forget(screen);
  if (desk.gone) return;
  if (outcome.kind === "unreachable") return waitToSave(desk);
  endOutage(desk);
  if (outcome.kind === "ok") await saved(desk, outcome.answer);
  else notSaved(desk, outcome);
}

function waitToSave(desk) {
  if (!desk.outage) {
    const { line, button } = beginOutage(desk, desk.texts.not_saved_yet, () => sendDecisions(desk));
    clearNotice(desk);
    say(desk, "waiting", line, button);
  }
  pause(desk);
}

async function saved(desk, { next }) {
  const { following, decisions, item } = desk.outgoing;
  desk.reason = "";
  desk.visited.push(item);
  say(desk, "saved", counted(desk.texts, "saved_decisions", decisions.length));
  if (waitsStill(next)) {
    arriveAtDesk(desk, next);
    loadQueue(desk);
  } else await openDesk(desk, next ? 0 : following);
}

// What follows in the queue as it was last read may have been decided since: here, or by somebody else.
function waitsStill(screen) {
  return screen !== null && screen.places.some(({ state }) => TO_DECIDE.includes(state));
}

// Refused: the item, the choices and the reason stay, and the adjudicator says what now.
function notSaved(desk, outcome) {
  const { texts } = desk;
  desk.phase = "item";
  lockDesk(desk, false);
  say(desk, "failed", texts.not_saved);
  if (outcome.kind === "signed_out") {
    const link = signInLink(desk, { target: "_blank", rel: "noopener" });
    return notice(desk, "error", [texts.sign_in_ended, " ", texts.choices_stay, " ", texts.then_enter], link);
  }
  const words = phrase(texts.refused, { message: written("bdi", whyNot(desk, outcome)) });
  const again = action(texts.load_state, () => loadState(desk));
  const stay = action(texts.keep_this, () => putAway(desk));
  notice(desk, "error", words, ...(outcome.kind === "conflict" ? [again, stay] : []));
}

// Shows the item as it is now; choices that still fit come along.
function loadState(desk) {
  const { number } = desk.screen;
  say(desk, "sending", desk.texts.opening);
  loadQueue(desk);
  openItem(desk, number);
}
