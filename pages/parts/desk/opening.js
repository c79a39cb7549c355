// How an item comes to the desk, and the page where nothing waits.

async function openDesk(desk, number = 0) {
  endMode(desk);
  desk.phase = "opening";
  const outcome = await loadQueue(desk);
  if (desk.gone) return;
  if (outcome.kind === "unreachable") return waitForDesk(desk, () => openDesk(desk, number));
  endOutage(desk);
  if (outcome.kind !== "ok") return closedDoor(desk, outcome);
  const first = number || desk.queue.items[0]?.number;
  if (first) await openItem(desk, first);
  else drawNothingWaits(desk);
}

async function openItem(desk, number) {
  endMode(desk);
  desk.phase = "opening";
  const outcome = await get(`${desk.address.item}/${number}${desk.names ? "?names=1" : ""}`);
  if (desk.gone) return;
  if (outcome.kind === "unreachable") return waitForDesk(desk, () => openItem(desk, number));
  endOutage(desk);
  if (outcome.kind === "ok") arriveAtDesk(desk, outcome.answer);
  else if (desk.queue && outcome.kind !== "signed_out") itemRefused(desk, outcome);
  else closedDoor(desk, outcome);
}

function waitForDesk(desk, again) {
  if (!desk.outage) {
    const { line, button } = beginOutage(desk, desk.texts.unreachable, again);
    drawPlain(desk, "unreachable", desk.texts.unreachable_title, make("p", {}, line), button);
  } else desk.outage.again = again;
  pause(desk);
}

function closedDoor(desk, outcome) {
  const { texts } = desk;
  if (outcome.kind === "signed_out") drawPlain(desk, "signed_out", texts.sign_in_ended, signInLink(desk));
  else drawPlain(desk, "refused", texts.cannot_open, written("p", whyNot(desk, outcome)), homeLink(desk));
  desk.phase = "end";
}

// This item cannot be shown (it is still to be labelled by this very person, or there is none): others can.
function itemRefused(desk, outcome) {
  desk.screen = null;
  drawPlain(desk, "refused", desk.texts.item_refused, written("p", whyNot(desk, outcome)), ...waysOn(desk));
  desk.phase = "end";
}

function whyNot({ texts }, { message, status }) {
  return message || sentence(texts.no_reason, { status });
}

function arriveAtDesk(desk, screen) {
  endMode(desk);
  const before = desk.screen?.account;
  endFinding(desk);
  desk.screen = screen;
  desk.suggested = null;
  desk.given = null;
  desk.slots = slotsToDecide(screen);
  desk.warned = false;
  const late = takeUp(desk);
  desk.active = Math.max(0, desk.slots.findIndex(isWaiting));
  desk.phase = "item";
  clearNotice(desk);
  remember(desk);
  if (screen.sensitive && desk.shownAnyway !== screen.number) return warnFirst(desk);
  drawDesk(desk);
  if (late) say(desk, "warning", counted(desk.texts, "late", late));
  if (before && before.key !== screen.account.key) sayAccount(desk, before);
}

// Until the adjudicator asks for it, nothing of a sensitive item is drawn.
function warnFirst(desk) {
  const { texts, screen, view } = desk;
  desk.phase = "end";
  view.groups = [];
  for (const pane of [view.context, view.targets]) show(pane);
  paintHead(desk);
  lockDesk(desk, false);
  const open = action(texts.warning_show, () => {
    desk.shownAnyway = screen.number;
    arriveAtDesk(desk, screen);
  });
  const words = written("p", screen.warning || texts.warning_words, { class: "text" });
  drawPlain(desk, "warning", texts.warning_title, words, make("div", { class: "ways" }, open, action(texts.pass, () => passBy(desk))));
}

function drawDesk(desk) {
  const { view, screen } = desk;
  view.root.dataset.view = "item";
  view.root.dataset.item = screen.number;
  view.reason.value = desk.reason;
  view.reason.placeholder = screen.reason_required ? desk.texts.reason_hint : desk.texts.reason_optional;
  show(view.plain);
  paintHead(desk);
  drawRows(desk);
  drawContext(desk);
  paintHowFar(desk);
  lockDesk(desk, false);
  placeDesk(desk);
  if (["record", "people", "bank"].includes(desk.panel)) closePanel(desk);
}

function placeDesk(desk) {
  const { view, active } = desk;
  placeContext(desk);
  view.targets.scrollTop = 0;
  if (!view.groups.length) return;
  const { group, row } = view.groups[active];
  group.focus({ preventScroll: true });
  if (active > 0) row.scrollIntoView({ block: "nearest" });
}

// The address names the item, so that a reload comes back to it.
function remember({ screen }) {
  const url = new URL(location.href);
  url.searchParams.set("item", screen.number);
  history.replaceState(history.state, "", url);
}

function sayAccount(desk, before) {
  const names = { name: written("bdi", desk.screen.account.name), before: written("bdi", before.name) };
  notice(desk, "info", phrase(desk.texts.desk_other_account, names), action(desk.texts.understood, () => putAway(desk)));
}

function putAway(desk) {
  clearNotice(desk);
  if (desk.phase === "item" && desk.slots.length) goTo(desk, desk.active);
}

// Leaves this item for another one; what is chosen here is kept in this browser.
function visit(desk, number, { back = false } = {}) {
  if (desk.phase === "sending") return;
  const here = desk.screen?.number;
  if (!back && here && here !== number) desk.visited.push(here);
  say(desk, "nothing");
  openItem(desk, number);
}

function goBackOnDesk(desk) {
  const here = desk.screen?.number;
  const earlier = desk.visited.pop() ?? desk.queue?.decided.find(({ number }) => number !== here)?.number;
  if (earlier) visit(desk, earlier, { back: true });
  else say(desk, "info", desk.texts.no_earlier);
}

function passBy(desk) {
  const following = followingItem(desk);
  if (following) visit(desk, following);
  else say(desk, "info", desk.texts.no_other);
}

function drawNothingWaits(desk) {
  const { texts, queue } = desk;
  const { decided, waiting, undisputed, sent_back: back } = queue.progress;
  const lines = [
    sentence(texts.decided_so_far, { n: decided }),
    waiting ? counted(texts, "items_waiting", waiting) : null,
    back ? counted(texts, "items_sent_back", back) : null,
    undisputed ? `${sentence(texts.undisputed_left, { n: undisputed })} ${texts.undisputed_why}` : null,
  ].filter(Boolean);
  desk.screen = null;
  desk.slots = [];
  delete desk.view.root.dataset.item;
  paintHead(desk);
  drawPlain(desk, "done", isSifting(desk) ? texts.nothing_matches : texts.nothing_waits, ...lines.map((line) => make("p", {}, line)), ...waysOn(desk));
  desk.phase = "end";
}

function waysOn(desk) {
  const { items, decided, undisputed } = desk.queue;
  const any = items.length + decided.length + undisputed.length > 0;
  const sieve = isSifting(desk) ? [action(desk.texts.sieve, () => openSieve(desk))] : [];
  return [...sieve, ...(any ? [action(desk.texts.list_title, () => openItems(desk))] : []), homeLink(desk)];
}
