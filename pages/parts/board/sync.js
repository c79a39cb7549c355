// When the answers, the note and the flag go to the server before they are submitted, and what became of them.
// This browser's own draft is written first, so that a server that cannot be reached never holds up the work.

const SETTLE = 1500; // after the last change
const LATER = [2000, 4000, 8000, 15000, 30000]; // after a draft that did not arrive; the last one for ever
const REMEMBERED = 3; // drafts sent whose acknowledgement may have been lost

// `halted`: why nothing is sent until the annotator has chosen, or come back signed in.
function beginSync(board, { seen, unsent }) {
  clearTimeout(board.sync?.clock);
  board.sync = { seen, dirty: unsent, busy: false, tries: 0, clock: null, halted: null, sent: [] };
  if (unsent) schedule(board, SETTLE);
}

function endSync(board) {
  clearTimeout(board.sync?.clock);
  board.sync = null;
}

// After every change of the answers, the note or the flag.
function changed(board) {
  endHint(board);
  board.sync.dirty = true;
  keepHere(board);
  sayKept(board);
  schedule(board, SETTLE);
}

function schedule(board, wait) {
  const { sync } = board;
  clearTimeout(sync.clock);
  if (!sync.halted && board.screen.editable) sync.clock = setTimeout(() => saveDraft(board), wait);
}

// What a draft, a submission and a skip all say.
function workOf(board) {
  const { screen, sync, slots, note, flagged } = board;
  const { account, assignment, revision, codebook, mark } = screen;
  return {
    account: account.key, assignment, revision, codebook, seen: sync.seen, answers: given(slots),
    note: note === mark.note ? null : note,
    flagged: flagged === mark.flagged ? null : flagged,
    active_ms: activeMs(board),
  };
}

function keepHere(board) {
  const { screen, sync, token } = board;
  const { revision, codebook, answers, note, flagged, active_ms } = workOf(board);
  const draft = { revision, codebook, answers, note, flagged, token, activeMs: active_ms };
  board.draftKept = writeDraft(screen, { ...draft, seen: sync.seen, synced: !sync.dirty, sent: sync.sent });
}

function sayKept(board) {
  const { draftKept, texts } = board;
  say(board, draftKept ? "draft" : "warning", draftKept ? texts.draft_kept : texts.draft_not_kept);
}

async function saveDraft(board, { keepalive = false } = {}) {
  const { sync, screen } = board;
  clearTimeout(sync.clock);
  if (!sync.dirty || sync.halted || !screen.editable || (sync.busy && !keepalive)) return;
  const work = workOf(board);
  sync.sent = [...sync.sent, printed(work.answers)].slice(-REMEMBERED);
  keepHere(board);
  sync.busy = true;
  const outcome = await post(board.address.draft, work, { keepalive });
  sync.busy = false;
  if (board.gone || board.sync !== sync) draftLeft(board, screen, work, outcome);
  else if (outcome.kind === "ok") draftSaved(board, work, outcome.answer);
  else draftFailed(board, work, outcome);
}

// Sends what is unsent at once, as the item or the page is left.
function flush(board) {
  if (board.sync?.dirty) saveDraft(board, { keepalive: true });
}

// The next item is on the screen already: only this browser's own draft learns of it.
function draftLeft(board, screen, work, outcome) {
  if (outcome.kind !== "ok") return;
  const local = readDraft(screen);
  const { version } = outcome.answer;
  if (!local || local.revision !== work.revision) return;
  const synced = sameAnswers(local.answers, work.answers) && local.note === work.note && local.flagged === work.flagged;
  writeDraft(screen, { ...local, seen: version, synced });
  const again = board.screen?.assignment === work.assignment && board.screen.revision === work.revision;
  if (again && board.sync) board.sync.seen = version;
}

function draftSaved(board, work, { version, saved_at, note, flagged, reserved_until: until, late }) {
  const { sync, screen, texts } = board;
  keepTime(board, { until, late, now: saved_at });
  Object.assign(screen.mark, { note, flagged });
  Object.assign(sync, { seen: version, tries: 0, sent: [] });
  const now = workOf(board);
  sync.dirty = now.note !== null || now.flagged !== null || !sameAnswers(now.answers, work.answers);
  keepHere(board);
  if (sync.dirty) return schedule(board, SETTLE);
  if (board.phase === "item") sayDraft(board, saved_at, savedWords(texts, work, screen));
}

// Where the answers are those that were submitted, only the note or the flag was new.
function savedWords(texts, { answers, note, flagged }, screen) {
  if (!sameAnswers(answers, screen.answers)) return texts.draft_saved;
  if (note !== null && flagged !== null) return texts.mark_saved;
  if (flagged !== null) return flagged ? texts.flag_saved : texts.flag_off_saved;
  return note !== null ? texts.note_saved : texts.draft_saved;
}

function sayDraft(board, moment, template = board.texts.draft_saved) {
  say(board, "draft", sentence(template, { time: clockOf(moment) }));
}

function clockOf(moment) {
  return new Date(moment).toLocaleTimeString(tongue(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

function draftFailed(board, work, outcome) {
  const { sync } = board;
  if (outcome.kind === "unreachable") return schedule(board, LATER[Math.min(sync.tries++, LATER.length - 1)]);
  if (outcome.code === "draft_elsewhere" && ownOrSame(sync, work, outcome.draft)) {
    sync.seen = outcome.draft.version;
    return schedule(board, 0);
  }
  sync.halted = outcome.kind === "signed_out" ? "signed_out" : outcome.code || "refused";
  if (board.phase === "item") sayDraftFailed(board, outcome);
}

function ownOrSame(sync, work, draft) {
  return sync.sent.includes(printed(draft.answers)) || sameAnswers(draft.answers, work.answers);
}

// The annotator is back at this tab: perhaps signed in again, perhaps with a network.
function comeAgain(board) {
  const { sync } = board;
  if (!sync?.dirty || (sync.halted && sync.halted !== "signed_out")) return;
  const waited = sync.halted === "signed_out";
  sync.halted = null;
  if (waited) clearNotice(board);
  saveDraft(board);
}
