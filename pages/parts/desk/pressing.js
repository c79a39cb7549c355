// What a key press or a click means on the desk.
// The listener captures, so that Streamlit's own keys (r, c) stay silent under the desk.

const DESK_STEPS = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
const HUSHED = ["r", "c"];

const DESK_COMMANDS = {
  u: goBackOnDesk,
  s: passBy,
  g: askSuggestions,
  o: (desk) => toggle(desk, "guideline", () => showGuideline(desk)),
  "/": (desk) => canSearch(desk) && openSearch(desk),
  l: (desk) => toggle(desk, "list", () => openItems(desk)),
  f: (desk) => toggle(desk, "sieve", () => openSieve(desk)),
  "?": (desk) => toggle(desk, "keys", () => openDeskKeys(desk)),
};

const ROW_COMMANDS = {
  e: nextWhy,
  n: toggleForGuideline,
  m: (desk) => canMention(desk) && findMention(desk),
  w: (desk) => toggle(desk, "people", () => openPeople(desk)),
  r: (desk) => desk.view.reason.focus(),
  h: (desk) => toggle(desk, "record", () => openRecord(desk, desk.active)),
  Delete: clearPlace,
  Backspace: clearPlace,
};

// Whether letters and punctuation mean something; digits, arrows, Enter and Delete always do.
function singleKeys({ screen }) {
  return screen?.single_keys ?? true;
}

function toggle(desk, panel, open) {
  if (desk.panel === panel) closePanel(desk);
  else open();
}

function onDeskKey(desk, event) {
  const composing = event.isComposing || event.keyCode === 229; // 229: some browsers end a composition with it
  if (composing || event.altKey || event.ctrlKey || event.metaKey || !event.key) return;
  const origin = event.composedPath()[0];
  const typing = origin instanceof HTMLElement && origin.matches("input:not([type=radio], [type=checkbox]), textarea, select");
  const ours = typing ? pressInField(desk, event, origin) : desk.mode ? pressInMode(desk, event) : pressOnDesk(desk, event, origin);
  if (ours) event.preventDefault();
  else if (typing || !HUSHED.includes(event.key.toLowerCase())) return;
  event.stopImmediatePropagation();
}

// In a reason Enter saves and Escape goes back to the row; all else is typed.
function pressInField(desk, event, field) {
  if (!field.matches(".reason") || !["Enter", "Escape"].includes(event.key)) return false;
  if (event.key === "Enter" && !event.repeat) saveDesk(desk);
  if (event.key === "Escape") goTo(desk, desk.active);
  return true;
}

function pressOnDesk(desk, event, origin) {
  if (event.key === "Enter") return pressEnter(desk, event, origin);
  const letters = singleKeys(desk);
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key.length === 1 && !letters && !/\d/.test(key)) return false;
  const rows = desk.view.root.dataset.view === "item" && desk.slots.length > 0;
  return (rows && pressOnRow(desk, event, key)) || command(desk, event, DESK_COMMANDS[key]);
}

function pressOnRow(desk, event, key) {
  const slot = desk.slots[desk.active];
  if (isAsked(slot) && pressControl(desk, desk.active, event)) return true;
  const label = adopted(desk, slot, event, key);
  if (label !== null) {
    if (!event.repeat) choosePlace(desk, desk.active, label, { advance: true });
    return true;
  }
  if (DESK_STEPS[key] && !event.shiftKey) return step(desk, DESK_STEPS[key]);
  if (event.shiftKey && key === "x") return command(desk, event, () => decideCannot(desk, desk.active));
  if (event.shiftKey && key === "b") return command(desk, event, hasBank(desk) && toggleBank);
  return command(desk, event, ROW_COMMANDS[key]);
}

function adopted(desk, slot, event, key) {
  if (event.shiftKey || key.length > 1) return null;
  return slot.place.answers.find(({ rater }) => desk.letters.get(rater) === key)?.label ?? null;
}

function command(desk, event, run) {
  if (!run) return false;
  if (!event.repeat) run(desk);
  return true;
}

// Past rows that are folded away.
function step(desk, by) {
  const inSight = ({ row }) => !row.hidden && (row.closest("details")?.open ?? true);
  let to = desk.active + by;
  while (desk.view.groups[to] && !inSight(desk.view.groups[to])) to += by;
  desk.given = null;
  if (desk.view.groups[to]) goTo(desk, to);
  return true;
}

// On a link, a button or a fold, Enter is theirs; held down it is nobody's.
function pressEnter(desk, event, origin) {
  if (event.repeat) return true;
  if (origin instanceof Element && origin.closest("a, button, summary")) return false;
  if (desk.phase !== "item") return false;
  if (!desk.slots.length || !isChosen(desk.slots[desk.active]) || !enterControl(desk, desk.active)) saveDesk(desk);
  return true;
}

function listenToDesk(desk) {
  const { view } = desk;
  const ears = new AbortController();
  const { signal } = ears;
  const on = (element, name, run) => element.addEventListener(name, run, { signal });
  window.addEventListener("keydown", (event) => onDeskKey(desk, event), { capture: true, signal });
  on(window, "online", () => hurry(desk));
  on(matchMedia("(prefers-color-scheme: dark)"), "change", () => requestAnimationFrame(() => dress(desk)));
  on(view.targets, "change", (event) => pick(desk, event));
  on(view.targets, "click", (event) => reach(desk, event));
  on(view.targets, "focusin", (event) => desk.pressed || reach(desk, event));
  listenToPointer(desk, signal);
  on(view.submit, "click", () => saveDesk(desk));
  on(view.back, "click", () => goBackOnDesk(desk));
  on(view.pass, "click", () => passBy(desk));
  on(view.list, "click", () => DESK_COMMANDS.l(desk));
  on(view.sieve, "click", () => DESK_COMMANDS.f(desk));
  on(view.people, "click", () => ROW_COMMANDS.w(desk));
  on(view.guideline, "click", () => DESK_COMMANDS.o(desk));
  on(view.keys, "click", () => DESK_COMMANDS["?"](desk));
  on(view.names, "click", () => showNames(desk));
  on(view.suggest, "click", () => askSuggestions(desk));
  on(view.order, "change", () => chooseOrder(desk));
  on(view.reason, "input", () => {
    desk.reason = view.reason.value;
    keepDeskDraft(desk);
  });
  return () => ears.abort();
}

function pick(desk, event) {
  const index = placeAt(event.target);
  if (index !== null && event.target.matches(".choice input")) chosenBy(desk, index, event.target);
}

// A row that is clicked or reached by Tab becomes the one that the keys mean.
function reach(desk, event) {
  const index = placeAt(event.target);
  if (index === null) return;
  if (index !== desk.active) goTo(desk, index, { follow: false });
  const elsewhere = event.target.closest("label, button, input, textarea, a, .options");
  if (event.type === "click" && !elsewhere && !desk.mode) desk.view.groups[index].group.focus({ preventScroll: true });
}

function placeAt(element) {
  const group = element.closest(".row")?.querySelector("[data-slot]");
  return group ? Number(group.dataset.slot) : null;
}

function showNames(desk) {
  desk.names = !desk.names;
  if (desk.screen) openItem(desk, desk.screen.number);
}

async function chooseOrder(desk) {
  desk.order = desk.view.order.value;
  writeOrder(desk.order);
  await loadQueue(desk);
}
