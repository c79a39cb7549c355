// Accepting by a rule: first how many it would be, then all of them at once, and back again as a whole.

const SHARES = ["2/3", "3/4", "4/5", "1"];

function acceptPart(desk) {
  const { texts } = desk;
  const rule = { share: SHARES[0], raters: "3", words: "" };
  const said = make("div", { class: "plan", role: "status" });
  const forget = (change) => (value) => (change(value), show(said));
  const share = choiceField(texts.rule_share, SHARES.slice(1).map((one) => [one, texts[`share_${one}`]]), "", forget((value) => (rule.share = value || SHARES[0])), texts[`share_${SHARES[0]}`]);
  const raters = numberField(texts.rule_raters, rule.raters, { least: 2 }, forget((value) => (rule.raters = value)));
  const look = small(texts.preview, () => lookAhead(desk, rule, said));
  const past = make("div", { class: "runs" });
  showRuns(desk, past);
  const heading = make("h3", { class: "part-title" }, texts.accept_title);
  const hint = make("p", { class: "soft" }, texts.accept_hint);
  return [heading, hint, make("div", { class: "sieve" }, share, raters), make("p", {}, look), said, past];
}

function ruleSent(desk, { share, raters, words }) {
  const { account } = desk.queue;
  return { account: account.key, share, min_raters: Math.max(1, Math.trunc(Number(raters)) || 1), words, filters: filtersSent(desk.filters) };
}

async function lookAhead(desk, rule, said) {
  const { texts } = desk;
  const sent = ruleSent(desk, rule);
  const outcome = await post(desk.address.preview, sent);
  if (desk.gone || !said.isConnected) return;
  if (outcome.kind !== "ok") return void show(said, make("p", { class: "nothing" }, outcome.message || texts.unreachable));
  const { total, by, reopened, digest } = outcome.answer;
  const lines = by.map(([question, label, n]) => make("li", {}, ...phrase(texts.plan_line, { n, label: written("bdi", wordsOfLabel(desk, question, label)) })));
  const again = reopened ? [make("p", { class: "nothing" }, counted(texts, "plan_reopened", reopened))] : [];
  const go = total ? [make("p", {}, small(counted(texts, "accept", total), (event) => acceptAll(desk, { ...sent, digest }, said, event.target)))] : [];
  show(said, make("p", {}, counted(texts, "plan", total)), make("ul", { class: "plan-lines" }, ...lines), ...again, ...go);
}

function wordsOfLabel(desk, question, label) {
  const { questions } = desk.queue.choices;
  const asked = questions.find(({ key }) => key === question);
  const words = asked?.labels.find(([key]) => key === label)?.[1] ?? label;
  return questions[1] ? `${asked?.text ?? question}: ${words}` : words;
}

async function acceptAll(desk, sent, said, button) {
  button.disabled = true;
  const outcome = await post(desk.address.accept, sent);
  await afterRule(desk, outcome, said, "accepted");
}

async function undoRun(desk, number, past, button) {
  button.disabled = true;
  const outcome = await post(desk.address.undo, { account: desk.queue.account.key, number });
  await afterRule(desk, outcome, past, "undone");
}

// What is on the screen is read again: much of it may be decided now, or open once more.
async function afterRule(desk, outcome, where, name) {
  const { texts } = desk;
  if (desk.gone) return;
  if (outcome.kind !== "ok") return void show(where, make("p", { class: "nothing" }, outcome.message || texts.unreachable));
  await loadQueue(desk);
  if (desk.screen && desk.phase === "item") await openItem(desk, desk.screen.number);
  else if (desk.queue.items.length) await openItem(desk, desk.queue.items[0].number);
  say(desk, "saved", counted(texts, name, outcome.answer.saved));
  if (desk.panel === "sieve") openSieve(desk);
}

async function showRuns(desk, past) {
  const { texts } = desk;
  const outcome = await get(desk.address.accepted);
  if (outcome.kind !== "ok" || !past.isConnected || !outcome.answer.runs.length) return;
  const lines = outcome.answer.runs.map((run) => {
    const words = sentence(texts.run_line, { n: run.accepted, standing: run.standing, when: whenSaid(run.at), by: texts[`run_by_${run.by}`] });
    const back = run.standing ? [small(texts.undo_run, (event) => undoRun(desk, run.number, past, event.target))] : [];
    return make("li", {}, make("p", {}, words), ...back);
  });
  show(past, make("h3", { class: "part-title" }, texts.runs), make("ol", { class: "record" }, ...lines));
}
