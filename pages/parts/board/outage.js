// What the board does while the server does not answer: says so, counts down, tries again, for ever.

// The countdown is hidden from screen readers; the sentence around it is said once.
function beginOutage(board, template, again) {
  const when = make("span", { "aria-hidden": "true" });
  const line = make("span", {}, ...phrase(template, { when }));
  const button = action(board.texts.try_now, () => hurry(board));
  board.outage = { when, again, tries: 0, clock: null };
  return { line, button };
}

function pause(board) {
  const { outage } = board;
  const wait = PAUSES[Math.min(outage.tries, PAUSES.length - 1)];
  const due = performance.now() + wait * 1000;
  outage.tries += 1;
  const tick = () => {
    const left = due - performance.now();
    if (left <= 0) hurry(board);
    else show(outage.when, sentence(board.texts.in_seconds, { n: Math.ceil(left / 1000) }));
  };
  outage.clock = setInterval(tick, 200);
  tick();
}

// Tries at once, unless a try is under way or nothing is wrong.
function hurry(board) {
  const { outage } = board;
  if (!outage?.clock) return;
  clearInterval(outage.clock);
  outage.clock = null;
  show(outage.when);
  outage.again();
}

function endOutage(board) {
  clearInterval(board.outage?.clock);
  board.outage = null;
}
