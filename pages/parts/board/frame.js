// The frame around an item: who, which project, how far, what became of the answers; and the pages without an item.

function buildView(board) {
  const { texts, address } = board;
  const enter = make("kbd", { "aria-hidden": "true" }, texts.enter);
  const view = {
    title: written("h1", board.project, { class: "title" }),
    round: make("span", { class: "pill" }),
    ownMeter: meter(),
    done: make("span", { class: "done" }),
    account: written("span", "", { class: "account" }),
    context: make("section", { class: "context", tabindex: "0", "aria-label": texts.context }),
    targets: make("section", { class: "targets", "aria-label": texts.targets }),
    plain: make("section", { class: "plain" }),
    notice: make("div", { class: "notice", role: "alert" }),
    count: make("p", { class: "count" }),
    meter: meter(),
    status: make("p", { class: "status", role: "status", "aria-live": "polite" }),
    submit: make("button", { type: "button", class: "submit" }, texts.submit, enter),
    groups: [],
  };
  const away = make("a", { class: "home", href: address.home, target: "_self" }, texts.projects);
  const leave = make("button", { class: "sign-out" }, texts.sign_out);
  const signOut = make("form", { method: "post", action: address.signOut }, leave);
  const own = make("div", { class: "own" }, view.round, view.ownMeter, view.done);
  const head = make("header", { class: "top" }, view.title, own, make("nav", {}, away), view.account, signOut);
  const desk = make("div", { class: "desk" }, view.context, view.targets, view.plain);
  const counted = make("div", { class: "counted" }, view.count, view.meter);
  const foot = make("footer", { class: "bar" }, counted, view.status, view.submit);
  view.root = make("div", { class: "board", popover: "manual", "data-view": "plain" }, head, desk, view.notice, foot);
  return view;
}

function meter() {
  return make("span", { class: "meter", "aria-hidden": "true" }, make("i"));
}

function fillMeter(element, { n, total }) {
  element.firstChild.style.width = `${total ? (100 * n) / total : 0}%`;
}

function paintHeader(board) {
  const { view, texts, screen } = board;
  const { project, progress, account } = screen;
  const own = { n: progress.done, total: progress.total };
  const kind = texts[project.round_kind] ?? project.round_kind;
  show(view.title, project.title);
  view.title.title = project.title;
  show(view.round, sentence(texts.round, { n: project.round, kind }));
  show(view.done, sentence(texts.items_done, own));
  show(view.account, account.name);
  fillMeter(view.ownMeter, own);
  view.root.toggleAttribute("data-known", true);
}

function paintCount(board) {
  const { view, texts } = board;
  const progress = progressOf(board.slots);
  const n = make("b", {}, String(progress.n));
  show(view.count, ...phrase(texts.answered, { n, total: progress.total }));
  fillMeter(view.meter, progress);
  view.root.toggleAttribute("data-complete", !board.slots.some(isMissing));
}

// One quiet line beside Submit. The same words are not set twice: a screen reader would say them at every key.
function say(board, kind, ...words) {
  const { status } = board.view;
  const text = words.map((word) => word.textContent ?? word).join("");
  if (status.dataset.kind === kind && status.textContent === text) return;
  status.dataset.kind = kind;
  show(status, ...words);
}

function notice(board, kind, words, ...actions) {
  board.view.notice.dataset.kind = kind;
  show(board.view.notice, make("p", {}, ...words), ...actions);
}

function clearNotice(board) {
  show(board.view.notice);
}

function action(text, run, attributes = {}) {
  const button = make("button", { type: "button", class: "action", ...attributes }, text);
  button.addEventListener("click", run);
  return button;
}

// A page without an item: opening, unreachable, or the end.
function drawPlain(board, kind, title, ...rest) {
  const { view } = board;
  const heading = make("h2", { tabindex: "-1" }, ...[title].flat());
  view.root.dataset.view = "plain";
  view.plain.dataset.kind = kind;
  show(view.plain, heading, ...rest);
  if (kind !== "opening") heading.focus({ preventScroll: true });
}

function homeLink(board) {
  return make("a", { class: "action", href: board.address.home, target: "_self" }, board.texts.back_home);
}

function signInLink(board, attributes = {}) {
  return make("a", { class: "action", href: board.address.signIn, ...attributes }, board.texts.sign_in);
}
