// What this browser keeps of an item until its decisions are acknowledged. Nothing throws where storage is forbidden.

function keptKey({ project, account, number }) {
  return `accord:desk:${project.key}:${account.key}:${number}`;
}

function keepChoices(desk) {
  const { screen, slots, reason } = desk;
  const choices = chosenOf(slots);
  if (!choices.length && !reason.trim()) return forget(screen), true;
  try {
    localStorage.setItem(keptKey(screen), JSON.stringify({ codebook: screen.codebook, reason, choices }));
    return true;
  } catch {
    return false;
  }
}

function forget(screen) {
  try {
    localStorage.removeItem(keptKey(screen));
  } catch {
    // storage is forbidden, so nothing was kept
  }
}

// Takes up what is kept for this item; how many choices no longer fit, since the same was decided in the meantime.
function takeUp(desk) {
  const kept = keptOf(desk.screen);
  let late = 0;
  for (const { target, question, label, cannot, reason, seen, error_kind: kind, for_guideline: forGuideline } of kept.choices) {
    const slot = desk.slots.find(({ place }) => place.target === target && place.question === question);
    const known = label === null || (slot && fits(slot, label, desk.screen.item));
    if (!slot || !known || slot.place.seen !== seen) late += 1;
    else Object.assign(slot, { choice: cannot ? CANNOT : label, reason: String(reason ?? ""), kind: WHY.includes(kind) ? kind : null, forGuideline: forGuideline === true });
  }
  desk.reason = kept.reason;
  return late;
}

function keptOf(screen) {
  const nothing = { choices: [], reason: "" };
  try {
    const kept = JSON.parse(localStorage.getItem(keptKey(screen)));
    if (kept?.codebook !== screen.codebook || !Array.isArray(kept.choices)) return nothing;
    return { choices: kept.choices, reason: String(kept.reason ?? "") };
  } catch {
    return nothing;
  }
}

const ORDERS = ["size", "item", "reliability"];

// The order of the queue that was chosen last on this computer.
function readOrder() {
  try {
    const order = localStorage.getItem("accord:desk:order");
    return ORDERS.includes(order) ? order : "size";
  } catch {
    return "size";
  }
}

function writeOrder(order) {
  try {
    localStorage.setItem("accord:desk:order", order);
  } catch {
    // storage is forbidden: the choice holds until the page is left
  }
}
