// Who has labelled the item, and sending it back to one of them: a reason that they read, and never who said what.

function openPeople(desk, { quiet = false, sent = null } = {}) {
  const { screen, texts } = desk;
  if (!screen) return;
  const entries = screen.raters.map((rater) => make("li", { class: "person" }, ...personWords(desk, rater)));
  const note = sent ? make("p", { class: "nothing", role: "status" }, sentence(texts.sent_back_to, { who: sent })) : null;
  const body = entries.length ? make("ol", { class: "people" }, ...entries) : make("p", { class: "nothing" }, texts.nobody);
  openPanel(desk, { name: "people", title: texts.people, body: [note, body].filter(Boolean), side: "right", quiet });
}

function personWords(desk, rater) {
  const { texts } = desk;
  const who = written("b", rater.name ?? rater.rater);
  const state = rater.sent_back ? texts.sent_back : (texts[`person_${rater.state}`] ?? texts.person_file);
  const why = rater.sent_back ? [written("q", rater.sent_back, { class: "text" })] : [];
  const back = rater.may_send_back ? [small(texts.send_back, (event) => askWhyBack(desk, rater, event.target))] : [];
  for (const button of back) button.setAttribute("aria-label", `${texts.send_back}: ${rater.name ?? rater.rater}`);
  return [who, make("span", { class: "soft" }, state), ...why, ...back];
}

function askWhyBack(desk, rater, button) {
  const { texts } = desk;
  const field = make("textarea", { class: "area back-reason", rows: 3, maxlength: 2000, dir: "auto", "aria-label": texts.back_reason });
  const hint = make("p", { class: "soft" }, texts.back_hint);
  const told = make("p", { class: "soft", role: "status" });
  const send = small(texts.send_back, () => sendBack(desk, rater, { field, send, told }));
  const form = make("div", { class: "back-form" }, field, hint, send, told);
  button.replaceWith(form);
  field.focus();
}

async function sendBack(desk, rater, { field, send, told }) {
  const { screen, texts } = desk;
  if (!field.value.trim()) {
    show(told, texts.back_reason_missing);
    return field.focus();
  }
  send.disabled = true;
  const content = { account: screen.account.key, item: screen.number, rater: rater.rater, reason: field.value };
  const outcome = await post(desk.address.sendBack, content);
  if (desk.gone || desk.screen !== screen) return undefined;
  send.disabled = false;
  if (outcome.kind !== "ok") return show(told, outcome.message || texts.unreachable);
  loadQueue(desk);
  await openItem(desk, screen.number); // choices that were made are kept, and taken up again
  return openPeople(desk, { sent: nameOf(desk, rater.rater) });
}
