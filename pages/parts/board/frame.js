// The frame around an item: who, which project, how far, what became of the answers; and the pages without an item.

function buildView(board) {
  const { texts, address } = board;
  const view = {
    ...buildFooter(board),
    ...helpView(),
    title: written("h1", board.project, { class: "title" }),
    round: make("span", { class: "pill" }),
    ownMeter: meter(),
    done: make("span", { class: "done" }),
    account: written("span", "", { class: "account" }),
    context: make("section", { class: "context", tabindex: "0", "aria-label": texts.context }),
    targets: make("section", { class: "targets", "aria-label": texts.targets }),
    plain: make("section", { class: "plain" }),
    notice: make("div", { class: "notice", role: "alert" }),
    items: make("button", { type: "button", class: "to-items", "aria-keyshortcuts": "l" }, texts.items, keyCapOf("l")),
    groups: [],
  };
  const away = make("a", { class: "home", href: address.home, target: "_self" }, texts.projects);
  const leave = make("button", { class: "sign-out" }, texts.sign_out);
  const signOut = make("form", { method: "post", action: address.signOut }, leave);
  const far = make("div", { class: "far" }, view.done, view.pace);
  const own = make("div", { class: "own" }, view.round, view.ownMeter, far, view.items);
  const ways = make("nav", {}, ...helpButtons(board), away);
  const head = make("header", { class: "top" }, view.title, own, ways, view.account, signOut);
  const desk = make("div", { class: "desk" }, view.context, view.targets, view.plain);
  const below = [view.breaks, view.notice, view.tray, view.foot];
  view.root = make("div", { class: "board", popover: "manual", "data-view": "plain" }, head, desk, ...below);
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
  const skipped = progress.skipped ? ` · ${sentence(texts.items_skipped, { n: progress.skipped })}` : "";
  show(view.done, sentence(texts.items_done, own) + skipped);
  view.root.toggleAttribute("data-no-progress", screen.preferences?.show_progress === false);
  show(view.account, account.name);
  fillMeter(view.ownMeter, own);
  view.root.toggleAttribute("data-known", true);
}

// One quiet line beside Submit. The same words are not set twice: a screen reader would say them at every key; and it
// is not told at all of each draft.
function say(board, kind, ...words) {
  const { status } = board.view;
  if (kind === "draft" && board.hint) return void (board.hint.after = words);
  board.hint = null;
  status.setAttribute("aria-live", kind === "draft" ? "off" : "polite");
  const text = words.map((word) => word.textContent ?? word).join("");
  if (status.dataset.kind === kind && status.textContent === text) return;
  status.dataset.kind = kind;
  show(status, ...words);
}

// Why a key did nothing, or what it needs. It stays until the next key press or answer: what becomes of the draft in the
// meantime is said after it.
function sayHint(board, ...words) {
  say(board, "warning", ...words);
  board.hint = { after: null };
}

function endHint(board) {
  const { hint } = board;
  if (!hint) return;
  board.hint = null;
  if (hint.after) say(board, "draft", ...hint.after);
  else say(board, "nothing");
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
