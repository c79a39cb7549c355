// What opens beside or above the board. "right" stands beside the rows and leaves the board's keys working; "center" is
// modal. One of each at most; Esc or its button closes the upper one.

// openPanel(board, {name: "guideline", title: "Guideline", body: node or nodes, side: "right", onClose: ({replaced}) => …})
// `quiet` leaves the focus where it is. Needs board.texts and a .desk in board.view.root.
function openPanel(board, { name, title, body, side = "center", onClose = () => {}, quiet = false }) {
  board.panels ??= [];
  const former = board.panels.find((open) => open.side === side);
  const before = former?.before ?? focused(board);
  if (former) takeDown(board, former, { replaced: true });
  const panel = { name, side, onClose, before, ears: new AbortController(), ...panelElement(board, { name, title, side }) };
  panel.content.append(...[body].flat());
  board.panels.push(panel);
  board.panel = name;
  place(board, panel);
  listenToPanel(board, panel);
  if (!quiet) (panel.content.querySelector("[autofocus]") ?? panel.heading).focus({ preventScroll: true });
  return panel.element;
}

function panelElement(board, { name, title, side }) {
  const id = `panel-${name}`;
  const heading = make("h2", { class: "panel-title", id, tabindex: "-1" }, ...[title].flat());
  const close = make("button", { type: "button", class: "panel-close", "aria-label": board.texts.close_panel }, "✕");
  const content = make("div", { class: "panel-body", tabindex: "0", role: "group", "aria-labelledby": id });
  const head = make("header", { class: "panel-head" }, heading, close);
  const looks = { class: "panel", "data-side": side, "data-panel": name, "aria-labelledby": id };
  const element = make(side === "center" ? "dialog" : "aside", looks, head, content);
  return { element, heading, close, content };
}

function place(board, { side, element }) {
  const { root } = board.view;
  if (side === "center") {
    root.append(element);
    element.showModal();
  } else {
    root.toggleAttribute("data-beside", true);
    root.querySelector(".desk").after(element);
  }
}

// What is typed here is not for Streamlit's single keys (r, c); the board's own listener captures and comes first.
function listenToPanel(board, panel) {
  const { signal } = panel.ears;
  const hush = (event) => event.key !== "Escape" && event.stopPropagation();
  panel.element.addEventListener("keydown", hush, { signal });
  panel.element.addEventListener("cancel", (event) => event.preventDefault(), { signal }); // Esc comes to `onEscape`
  panel.close.addEventListener("click", () => takeDown(board, panel), { signal });
  window.addEventListener("keydown", (event) => onEscape(board, panel, event), { signal });
}

function onEscape(board, panel, event) {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || board.panels.at(-1) !== panel) return;
  event.preventDefault();
  takeDown(board, panel);
}

// Closes the upper panel, if any.
function closePanel(board) {
  const panel = board.panels?.at(-1);
  if (panel) takeDown(board, panel);
}

function takeDown(board, panel, { replaced = false } = {}) {
  if (!board.panels.includes(panel)) return;
  const inside = focused(board);
  const back = !replaced && (!inside || panel.element.contains(inside));
  panel.ears.abort();
  panel.element.close?.();
  panel.element.remove();
  board.panels = board.panels.filter((open) => open !== panel);
  board.panel = board.panels.at(-1)?.name ?? null;
  board.view.root.toggleAttribute("data-beside", board.panels.some((open) => open.side === "right"));
  if (back) comeBack(board, panel.before);
  panel.onClose({ replaced });
}

// The focus goes to the slot that the keys mean, where there is one; else to where it was.
function comeBack(board, before) {
  const slot = board.view.root.dataset.view === "plain" ? null : board.view.groups?.[board.active]?.group;
  const goal = slot?.isConnected ? slot : before;
  if (goal?.isConnected) goal.focus({ preventScroll: true });
}

function isModal(board) {
  return Boolean(board.panels?.some((open) => open.side === "center"));
}

function focused(board) {
  return board.view.root.getRootNode().activeElement;
}
