// How an item comes and how its answers leave. "Saved" is said after the server's 200 and never before.

async function openNext(board) {
  board.phase = "opening";
  const outcome = await fetchNext(board.address.next);
  if (board.gone) return;
  if (outcome.kind === "unreachable") return waitToOpen(board);
  endOutage(board);
  say(board, "nothing");
  if (outcome.kind === "ok") arrive(board, outcome.answer);
  else drawClosedDoor(board, outcome);
}

function waitToOpen(board) {
  if (!board.outage) {
    const { line, button } = beginOutage(board, board.texts.unreachable, () => openNext(board));
    drawPlain(board, "unreachable", board.texts.unreachable_title, make("p", {}, line), button);
  }
  pause(board);
}

function drawClosedDoor(board, outcome) {
  const { texts } = board;
  if (outcome.kind === "signed_out") drawPlain(board, "signed_out", texts.sign_in_ended, signInLink(board));
  else drawPlain(board, "refused", texts.cannot_open, written("p", reasonOf(board, outcome)), homeLink(board));
  board.phase = "end";
}

function reasonOf({ texts }, { message, status }) {
  return message || sentence(texts.no_reason, { status });
}

// Draws what the server sent. Another account than before is said, and finds its own draft only.
function arrive(board, screen) {
  const before = board.screen?.account;
  board.screen = screen;
  board.phase = "end";
  clearNotice(board);
  paintHeader(board);
  if (screen.state === "item") drawItem(board);
  else drawEnd(board);
  lockRows(board, false);
  if (before && before.key !== screen.account.key) sayOtherAccount(board, before);
}

function drawItem(board) {
  const { screen, view } = board;
  const draft = readDraft(screen);
  board.slots = slotsOf(screen);
  board.token = draft?.token ?? null;
  if (draft) restore(board.slots, draft.answers);
  board.active = nextOpen(board.slots, -1);
  if (board.active < 0) board.active = 0;
  board.phase = "item";
  view.root.dataset.view = "item";
  view.root.dataset.assignment = screen.assignment;
  show(view.plain);
  drawTargets(board);
  drawContext(board);
  paintCount(board);
  placePanes(board);
  if (board.token) say(board, "warning", board.texts.not_confirmed);
}

// All that needs the layout comes last, so that the browser computes it once.
function placePanes({ view, active }) {
  if (!view.groups.length) return;
  const { group, row } = view.groups[active];
  group.focus({ preventScroll: true });
  view.context.scrollTop = view.context.scrollHeight; // the last turns are the ones that the query follows
  view.targets.scrollTop = 0;
  if (active > 0) row.scrollIntoView({ block: "nearest" });
}

function drawEnd(board) {
  const { texts, screen } = board;
  const { total } = screen.progress;
  const title = screen.state === "done" ? counted(texts, "all_done", total) : texts[screen.state];
  delete board.view.root.dataset.assignment;
  drawPlain(board, screen.state, title, homeLink(board));
  show(board.view.context);
  show(board.view.targets);
  board.view.groups = [];
}

function sayOtherAccount(board, before) {
  const names = { name: written("bdi", board.screen.account.name), before: written("bdi", before.name) };
  notice(board, "info", phrase(board.texts.other_account, names), action(board.texts.understood, () => dismiss(board)));
}

function dismiss(board) {
  clearNotice(board);
  if (board.phase === "item") activate(board, board.active);
}

function submit(board) {
  if (board.phase !== "item") return;
  const missing = board.slots.filter(isMissing);
  if (missing.length) return sayMissing(board, missing);
  board.token ??= newToken();
  keepDraft(board);
  lockRows(board, true);
  say(board, "sending", board.texts.saving);
  send(board);
}

function sayMissing(board, missing) {
  const [{ question }] = missing;
  const memories = question.about === "memory" && missing.every((slot) => slot.question === question);
  say(board, "warning", counted(board.texts, memories ? "missing_memory" : "missing_answer", missing.length));
  activate(board, board.slots.indexOf(missing[0]));
}

async function send(board) {
  const { screen } = board;
  board.phase = "sending";
  const outcome = await postSubmission(board.address.submit, submissionOf(screen, board.slots, board.token));
  if (outcome.kind === "ok") removeDraft(screen);
  if (board.gone) return;
  if (outcome.kind === "unreachable") return waitToSend(board);
  endOutage(board);
  if (outcome.kind === "ok") acknowledge(board, outcome.answer);
  else giveBack(board, outcome);
}

function waitToSend(board) {
  if (!board.outage) {
    const { line, button } = beginOutage(board, board.texts.not_saved_yet, () => send(board));
    clearNotice(board);
    say(board, "waiting", line, button);
  }
  pause(board);
}

function acknowledge(board, { next }) {
  say(board, "saved", board.texts.saved);
  if (next) arrive(board, next);
  else openNext(board);
}

// Refused: the item and the answers stay, and the annotator decides what to do.
function giveBack(board, outcome) {
  const { texts } = board;
  board.phase = "item";
  lockRows(board, false);
  say(board, "failed", texts.not_saved);
  if (outcome.kind === "signed_out") return saySignedOut(board);
  const words = phrase(texts.refused, { message: written("bdi", reasonOf(board, outcome)) });
  notice(board, "error", words, ...(outcome.kind === "conflict" ? choicesOf(board) : []));
  const [first] = outcome.missing;
  const isFirst = ({ target, question }) => target.key === first?.target && question.key === first?.question;
  const at = board.slots.findIndex(isFirst);
  if (at >= 0) activate(board, at);
}

function choicesOf(board) {
  const { texts } = board;
  return [action(texts.load_current, () => reload(board)), action(texts.keep_this, () => dismiss(board))];
}

function saySignedOut(board) {
  const { texts } = board;
  const kept = board.draftKept ? texts.kept_here : texts.kept_on_screen;
  const link = signInLink(board, { target: "_blank", rel: "noopener" });
  notice(board, "error", [texts.sign_in_ended, " ", kept, " ", texts.then_enter], link);
}

function reload(board) {
  say(board, "sending", board.texts.opening);
  lockRows(board, true);
  openNext(board);
}
