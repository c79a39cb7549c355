// How the answers leave. "Saved" is said after the server's 200 and never before.

function submit(board) {
  if (board.phase !== "item") return;
  if (!board.screen.editable || isSettled(board)) return goOn(board);
  const missing = board.slots.filter(isMissing);
  const taken = takenBack(board);
  const unsent = unsentComment(board);
  if (unsent) return sayUnsent(board, unsent);
  if (missing.length && !taken.length) return sayMissing(board, missing);
  if (taken.length && !board.asked) return askToReopen(board, taken);
  const kept = keptPlaces(board);
  if (kept.length && !board.asked) return askToKeep(board, kept);
  board.token ??= newToken();
  keepHere(board);
  sendOut(board, {
    address: board.address.submit,
    content: { ...workOf(board), token: board.token, reopen: missing.length > 0 },
    saved: (answer) => (countPace(board), acknowledge(board, answer, board.texts.saved)),
  });
}

// A done item as it was submitted: there is nothing to save but, perhaps, the note or the flag.
function isSettled({ screen, slots }) {
  return screen.mark.state === "done" && sameAnswers(given(slots), screen.answers);
}

function goOn(board) {
  leaveItem(board);
  openNext(board);
}

// Required answers that the server holds and that are no longer given.
function takenBack({ screen, slots }) {
  const stored = new Set(screen.answers.map(({ target, question }) => JSON.stringify([target, question])));
  return slots.filter((slot) => isMissing(slot) && stored.has(JSON.stringify([slot.target.key, slot.question.key])));
}

function askToReopen(board, taken) {
  board.asked = true;
  sayHint(board, counted(board.texts, "taken_back", taken.length));
}

function sayMissing(board, missing) {
  const [{ question }] = missing;
  const memories = question.about === "memory" && missing.every((slot) => slot.question === question);
  sayHint(board, counted(board.texts, memories ? "missing_memory" : "missing_answer", missing.length));
  activate(board, board.slots.indexOf(missing[0]));
}

// Sends, and sends the same again for as long as the server does not answer.
async function sendOut(board, parcel) {
  const { screen } = board;
  if (board.phase !== "sending") lockForSending(board);
  const outcome = await post(parcel.address, parcel.content);
  if (outcome.kind === "ok") removeDraft(screen, parcel.content.answers);
  if (board.gone) return;
  if (outcome.kind === "unreachable") return waitToSend(board, parcel);
  endOutage(board);
  if (outcome.kind === "ok") parcel.saved(outcome.answer);
  else giveBack(board, outcome);
}

function lockForSending(board) {
  board.phase = "sending";
  clearTimeout(board.sync.clock);
  lockRows(board, true);
  say(board, "sending", board.texts.saving);
}

function waitToSend(board, parcel) {
  if (!board.outage) {
    const { line, button } = beginOutage(board, board.texts.not_saved_yet, () => sendOut(board, parcel));
    clearNotice(board);
    say(board, "waiting", line, button);
  }
  pause(board);
}

// After a training item, what is right is read before the next one comes.
function acknowledge(board, { next, feedback = null }, ...words) {
  say(board, "saved", ...words);
  const goOn = () => (next ? arrive(board, next) : openNext(board));
  if (feedback) openFeedback(board, feedback, () => board.gone || goOn());
  else goOn();
}

// Refused: the item and the answers stay, and the annotator decides what to do.
function giveBack(board, outcome) {
  board.phase = isBehindWarning(board) ? "warning" : "item";
  lockRows(board, false);
  say(board, "failed", board.texts.not_saved);
  sayConflict(board, outcome, board.texts.refused);
  const [first] = outcome.missing ?? [];
  const isFirst = ({ target, question }) => target.key === first?.target && question.key === first?.question;
  const at = board.slots.findIndex(isFirst);
  if (at >= 0) activate(board, at);
}
