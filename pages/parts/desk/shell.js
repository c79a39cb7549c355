// The frame of the desk: which project, how far, the order of the queue; the bar with the reason and what to press.

function buildDesk(desk) {
  const { texts } = desk;
  const view = {
    title: written("h1", desk.project, { class: "title" }),
    round: make("span", { class: "pill" }),
    ownMeter: meter(),
    done: make("span", { class: "done" }),
    account: written("span", "", { class: "account" }),
    context: make("section", { class: "context", tabindex: "0", "aria-label": texts.context }),
    targets: make("section", { class: "targets", "aria-label": texts.desk_targets }),
    plain: make("section", { class: "plain" }),
    notice: make("div", { class: "notice", role: "alert" }),
    count: make("p", { class: "count" }),
    meter: meter(),
    status: make("p", { class: "status", role: "status", "aria-live": "polite" }),
    reason: make("input", { type: "text", class: "reason", id: "desk-reason", maxlength: 2000, autocomplete: "off", dir: "auto" }),
    order: orderChoice(desk),
    names: make("button", { type: "button", class: "head-action names", hidden: true }),
    suggest: make("button", { type: "button", class: "head-action suggest", hidden: true }),
    guideline: barButton("o", texts.guideline, "head-action"),
    list: barButton("l", texts.list, "head-action"),
    sieve: barButton("f", texts.sieve, "head-action"),
    people: barButton("w", texts.people, "head-action people"),
    keys: barButton("?", texts.keys, "head-action"),
    back: barButton("u", texts.back, "act bar-action"),
    pass: barButton("s", texts.pass, "act bar-action pass"),
    submit: make("button", { type: "button", class: "submit" }, texts.save, keyCap(texts.enter)),
    groups: [],
  };
  view.root = make("div", { class: "board", popover: "manual", "data-view": "plain", "data-desk": true },
    headOf(desk, view), make("div", { class: "desk" }, view.context, view.targets, view.plain), view.notice, barOf(desk, view));
  return view;
}

function headOf({ texts, address }, view) {
  const away = make("a", { class: "home", href: address.home, target: "_self" }, texts.projects);
  const leave = make("button", { class: "sign-out" }, texts.sign_out);
  const own = make("div", { class: "own" }, view.round, view.ownMeter, view.done);
  const tools = make("div", { class: "head-tools" }, view.order, view.sieve, view.suggest, view.names, view.people, view.guideline, view.list, view.keys);
  const signOut = make("form", { method: "post", action: address.signOut }, leave);
  return make("header", { class: "top" }, view.title, own, tools, make("nav", {}, away), view.account, signOut);
}

function barOf({ texts }, view) {
  const label = make("label", { for: "desk-reason", class: "reason-label" }, keyCap("r"), texts.reason);
  const counted = make("div", { class: "counted" }, view.count, view.meter);
  const said = make("div", { class: "progress" }, counted, view.status);
  const why = make("div", { class: "why" }, label, view.reason);
  return make("footer", { class: "bar" }, said, why, make("div", { class: "bar-actions" }, view.back, view.pass, view.submit));
}

function keyCap(key) {
  return make("kbd", { "aria-hidden": "true" }, key);
}

function barButton(key, text, name) {
  return make("button", { type: "button", class: name }, keyCap(key), text);
}

// In the heading of the dialogue.
function searchTool(desk) {
  const { texts } = desk;
  const button = make("button", { type: "button", class: "quiet" }, texts.search, keyCap("/"));
  button.addEventListener("click", () => openSearch(desk));
  const memories = desk.slots.some(({ target }) => ["memory", "pair"].includes(target.kind));
  const mention = make("button", { type: "button", class: "quiet", hidden: !memories }, texts.mention, keyCap("m"));
  mention.addEventListener("click", () => canMention(desk) && findMention(desk));
  return make("div", { class: "tools" }, button, mention);
}

function orderChoice({ texts, order }) {
  const options = ORDERS.map((one) => make("option", { value: one, selected: one === order }, texts[`order_${one}`]));
  return make("select", { class: "order", "aria-label": texts.order }, ...options);
}

function paintHead(desk) {
  const { view, texts, screen, queue } = desk;
  if (screen) {
    show(view.title, screen.project.title);
    view.title.title = screen.project.title;
    show(view.round, sentence(texts.item_number, { n: screen.number }));
    show(view.account, screen.account.name);
    view.root.toggleAttribute("data-keyless", !singleKeys(desk));
    view.names.hidden = !screen.names_allowed;
    show(view.names, screen.names_shown ? texts.hide_names : texts.show_names);
    view.names.setAttribute("aria-pressed", String(screen.names_shown));
    paintSuggestButton(desk);
  }
  if (!queue) return;
  const { to_decide: open, decided } = queue.progress;
  show(view.done, sentence(texts.far, { open, decided }));
  view.sieve.setAttribute("aria-pressed", String(isSifting(desk)));
  if (!screen) {
    show(view.title, queue.title);
    show(view.account, queue.account.name);
  }
  fillMeter(view.ownMeter, { n: decided, total: open + decided });
  view.root.toggleAttribute("data-known", true);
}

function paintHowFar(desk) {
  const { view, texts, slots } = desk;
  const far = howFar(slots);
  const chosen = slots.filter(isChosen).length;
  const n = make("b", {}, String(far.n));
  if (far.total) show(view.count, ...phrase(texts.decided_of, { n, total: far.total }));
  else show(view.count, chosen ? counted(texts, "changes", chosen) : texts.nothing_open);
  fillMeter(view.meter, far);
  view.root.toggleAttribute("data-complete", chosen > 0 && far.n === far.total);
}
