// How an item comes onto the screen: the next one, or one of one's own that is opened again.

function openNext(board) {
  return load(board, { address: board.address.next, visiting: null });
}

function openItem(board, assignment) {
  return load(board, { address: `${board.address.item}/${assignment}`, visiting: assignment });
}

// The first item of this tab: the one that was being visited when the page was left, else the next.
function openFirst(board) {
  const visited = rememberedVisit(board);
  return visited ? openItem(board, visited) : openNext(board);
}

async function load(board, place) {
  const staying = board.phase === "moving"; // an item is on the screen, and stays if the other one does not come
  if (!staying) board.phase = "opening";
  const outcome = await get(place.address);
  if (board.gone) return;
  if (outcome.kind === "ok") return received(board, place, outcome.answer);
  if (outcome.kind === "refused" && place.visiting) return openNext(board); // it is no longer among one's own
  if (staying) return stay(board, outcome);
  if (outcome.kind === "unreachable") return waitToOpen(board, place);
  endOutage(board);
  drawClosedDoor(board, outcome);
}

function received(board, { visiting }, screen) {
  endOutage(board);
  say(board, "nothing");
  arrive(board, screen, { visiting });
}

function stay(board, outcome) {
  board.phase = "item";
  lockRows(board, !board.screen.editable);
  if (outcome.kind === "signed_out") saySignedOut(board);
  else sayHint(board, board.texts.cannot_move);
}

function waitToOpen(board, place) {
  if (!board.outage) {
    const { line, button } = beginOutage(board, board.texts.unreachable, () => load(board, place));
    drawPlain(board, "unreachable", board.texts.unreachable_title, make("p", {}, line), button);
  }
  pause(board);
}

function drawClosedDoor(board, outcome) {
  const { texts } = board;
  say(board, "nothing");
  if (outcome.kind === "signed_out") drawPlain(board, "signed_out", texts.sign_in_ended, signInLink(board));
  else drawPlain(board, "refused", texts.cannot_open, written("p", reasonOf(board, outcome)), homeLink(board));
  board.phase = "end";
}

// Draws what the server sent. Another account than before is said, and finds its own draft only.
function arrive(board, screen, { visiting = null } = {}) {
  const before = board.screen?.account;
  endMode(board);
  board.screen = screen;
  board.visiting = visiting;
  board.phase = "end";
  rememberVisit(board);
  clearNotice(board);
  closeTray(board);
  paintHeader(board);
  attendScreen(board);
  if (screen.state === "item") beginItem(board);
  else drawEnd(board);
  if (board.phase !== "item") lockRows(board, !screen.editable);
  if (before && before.key !== screen.account.key) sayOtherAccount(board, before);
}

function beginItem(board) {
  prepare(board);
  if (needsWarning(board)) drawWarning(board);
  else drawItem(board);
}

// Which answers there are already, from this browser or the server; nothing is drawn yet.
function prepare(board) {
  const { screen } = board;
  const start = resume(screen, readDraft(screen));
  const { token, note, flagged } = start;
  const slots = slotsOf(screen);
  restore(slots, start.answers, screen.item);
  const active = Math.max(0, nextOpen(slots, -1));
  Object.assign(board, { start, slots, active, token, note, flagged, asked: false, past: [], future: [], typing: null, given: undefined, talk: null, comments: new Map() });
  beginActive(board, start.activeMs);
  beginSync(board, start);
}

function drawItem(board) {
  const { screen, view } = board;
  board.phase = "item";
  view.root.dataset.view = "item";
  view.root.dataset.assignment = screen.assignment;
  show(view.plain);
  drawTargets(board);
  paintReturned(board);
  drawContext(board);
  openTalk(board);
  paintCount(board);
  paintFooter(board);
  lockRows(board, !screen.editable);
  sayStart(board, board.start);
  paintReserved(board);
  placePanes(board);
}

// What became of the answers that the item opens with.
function sayStart(board, start) {
  const { screen, texts } = board;
  if (start.token && screen.editable) sayHint(board, texts.not_confirmed);
  else if (start.unsent) sayKept(board);
  else if (start.saved) sayDraft(board, start.saved);
  else if (board.visiting) say(board, "state", ...stateWords(board));
  if (screen.feedback?.length) openFeedback(board, { marks: screen.feedback });
  else if (!screen.editable) closeItem(board);
  else if (start.rival) offer(board, start.rival);
}

function stateWords({ texts, screen }) {
  const { state, skip_reason, skip_words } = screen.mark;
  if (state === "done") return screen.editable ? [texts.is_done] : [];
  if (state !== "skipped") return [];
  if (skip_words) return phrase(texts.was_skipped_with, { words: written("bdi", skip_words) });
  return [sentence(texts.was_skipped, { reason: texts[`reason_${skip_reason}`] })];
}

// All that needs the layout comes last, so that the browser computes it once; the focus after it, for it changes styles.
function placePanes(board) {
  const { view, active } = board;
  if (!view.groups.length) return;
  const { group, row } = view.groups[active];
  placeContext(board);
  view.targets.scrollTop = 0;
  if (active > 0) row.scrollIntoView({ block: "nearest" });
  group.focus({ preventScroll: true });
}

function drawEnd(board) {
  const { screen, view } = board;
  endSync(board);
  board.slots = [];
  delete view.root.dataset.assignment;
  drawPlain(board, screen.state, endTitle(board), ...skippedWait(board), ...endActions(board));
  show(view.context);
  show(view.targets);
  view.groups = [];
}

function endTitle({ screen, texts }) {
  const { total, done, skipped } = screen.progress;
  if (screen.state !== "done") return texts[screen.state];
  return skipped ? sentence(texts.some_done, { n: done, total }) : counted(texts, "all_done", total);
}

function skippedWait({ screen, texts }) {
  const { skipped } = screen.progress;
  return skipped && isThrough(screen) ? [make("p", {}, counted(texts, "skipped_wait", skipped))] : [];
}

// Nothing is open: all is done, or what is left of a pool is in other hands.
function isThrough({ state }) {
  return state === "done" || state === "taken";
}

function endActions(board) {
  const { screen, texts } = board;
  const { skipped, total } = screen.progress;
  const waits = skipped && isThrough(screen);
  const again = screen.state === "taken" ? [action(texts.look_again, () => openNext(board))] : [];
  const skips = waits ? [action(counted(texts, "to_skipped", skipped), () => openSkipped(board))] : [];
  const own = total ? [action(texts.own_items, () => openList(board))] : [];
  return [make("div", { class: "ways" }, ...again, ...skips, ...own, homeLink(board))];
}
