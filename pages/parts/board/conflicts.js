// What is said when the answers on the screen and what the server holds do not go together.
// Nothing is thrown away: the item stays, the answers stay in this browser, and the annotator chooses.

// A draft that was not taken. The next press of Submit would say it too; here it is said as soon as it is known.
function sayDraftFailed(board, outcome) {
  sayKept(board);
  sayConflict(board, outcome, "{message}");
}

function sayConflict(board, outcome, template) {
  const { texts } = board;
  if (outcome.kind === "signed_out") return saySignedOut(board);
  if (outcome.code === "draft_elsewhere") return offer(board, rivalOf(outcome.draft));
  if (outcome.code === "closed_round") return closeItem(board);
  const words = phrase(template, { message: written("bdi", reasonOf(board, outcome)) });
  const choices = outcome.kind === "conflict" ? choicesOf(board) : [];
  notice(board, "error", [...words, " ", keptWords(board)], ...choices);
}

function reasonOf({ texts }, { message, status }) {
  return message || sentence(texts.no_reason, { status });
}

function keptWords({ draftKept, texts }) {
  return draftKept ? texts.kept_here : texts.kept_on_screen;
}

function choicesOf(board) {
  const { texts } = board;
  return [action(texts.load_current, () => reload(board)), action(texts.keep_this, () => dismiss(board))];
}

function saySignedOut(board) {
  const { texts } = board;
  const link = signInLink(board, { target: "_blank", rel: "noopener" });
  notice(board, "error", [texts.sign_in_ended, " ", keptWords(board), " ", texts.then_back], link);
}

// The round was closed while the item was on the screen, or before: it can be read.
function closeItem(board) {
  const { screen, texts, sync } = board;
  screen.editable = false;
  lockRows(board, true);
  paintFooter(board);
  const words = sync.dirty ? [texts.closed, " ", keptWords(board)] : [texts.closed];
  notice(board, "info", words, action(texts.understood, () => dismiss(board)));
}

// Two drafts of one item. Until one is chosen nothing more is sent, so that neither takes the other's place.
function offer(board, rival) {
  const { texts, sync } = board;
  if (rival.kind === "elsewhere") sync.halted = "choice";
  const use = action(texts.use_other, () => useOther(board, rival));
  const keep = action(texts.keep_draft, () => keepThis(board, rival));
  notice(board, "info", [texts[`draft_${rival.kind}`]], use, keep);
}

// One step of undo brings back what was on the screen.
function useOther(board, { kind, answers, note, seen, saved }) {
  if (board.phase !== "item") return;
  const { sync } = board;
  const other = slotsOf(board.screen);
  restore(other, answers, board.screen.item);
  replaceAll(board, other.map(valueOf));
  if (note !== null) board.note = note;
  Object.assign(sync, { seen, halted: null, dirty: kind === "late" });
  keepHere(board);
  if (sync.dirty) changed(board);
  else sayDraft(board, saved);
  dismiss(board);
}

function keepThis(board, { kind, seen }) {
  const { sync } = board;
  Object.assign(sync, { seen, halted: null });
  keepHere(board);
  if (kind === "elsewhere") changed(board);
  dismiss(board);
}

function sayOtherAccount(board, before) {
  const names = { name: written("bdi", board.screen.account.name), before: written("bdi", before.name) };
  notice(board, "info", phrase(board.texts.other_account, names), action(board.texts.understood, () => dismiss(board)));
}

function dismiss(board) {
  clearNotice(board);
  if (board.phase === "item") activate(board, board.active);
}

function reload(board) {
  say(board, "sending", board.texts.opening);
  lockRows(board, true);
  openNext(board);
}
