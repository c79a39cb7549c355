// One's own items: where each stands, which are flagged, and a way back to any of them.

const FILTERS = {
  all: () => true,
  open: ({ state }) => state === "open",
  draft: ({ state }) => state === "draft",
  done: ({ state }) => state === "done",
  skipped: ({ state }) => state === "skipped",
  flagged: ({ flagged }) => flagged,
  changed: ({ changed }) => changed,
};
const SELDOM = ["changed"]; // shown only where there is such an item

function canList(board) {
  return (hasItem(board) || board.phase === "end") && board.screen !== null && board.screen.progress.total > 0;
}

async function openList(board) {
  if (!canList(board)) return;
  const outcome = await get(board.address.items);
  if (board.gone || !canList(board)) return;
  if (outcome.kind !== "ok") return sayHint(board, board.texts.cannot_list);
  const { items, practice = [] } = outcome.answer;
  const rows = make("ol", { class: "items", "data-long": items.length > 40 });
  const body = make("div", { class: "own-items" }, filtersOf(board, items, practice, rows), rows);
  drawRows(board, rows, items);
  openPanel(board, { name: "list", title: board.texts.own_items, body, side: "center" });
  rows.addEventListener("keydown", (event) => walkRows(event, rows));
  (rows.querySelector("[aria-current]") ?? rows.querySelector("button"))?.focus();
}

// `practice`: items of a calibration round that is over, to look at and to talk about; no part of the others.
function filtersOf(board, items, practice, rows) {
  const group = make("div", { class: "filters", role: "group", "aria-label": board.texts.which_items });
  const choices = Object.entries(FILTERS).map(([name, fits]) => [name, items.filter(fits)])
    .filter(([name, fitting]) => fitting.length || !SELDOM.includes(name));
  if (practice.length) choices.push(["practice", practice]);
  for (const [name, fitting] of choices) {
    const count = make("b", {}, String(fitting.length));
    const button = action(board.texts[`filter_${name}`], () => choose(button, fitting), { "data-filter": name });
    button.append(" ", count);
    button.setAttribute("aria-pressed", String(name === "all"));
    group.append(button);
  }
  const choose = (chosen, fitting) => {
    for (const one of group.children) one.setAttribute("aria-pressed", String(one === chosen));
    drawRows(board, rows, fitting);
  };
  return group;
}

function drawRows(board, rows, items) {
  if (items.length) show(rows, ...items.map((item) => itemRow(board, item)));
  else show(rows, make("li", { class: "nothing" }, board.texts.no_items));
}

function itemRow(board, { assignment, position, state, flagged, noted, excerpt, sent_back: back, changed }) {
  const { texts, screen } = board;
  const signs = [back && texts.is_sent_back, changed && texts.is_changed, flagged && texts.is_flagged, noted && texts.has_note].filter(Boolean).join(" · ");
  const button = make("button", {
    type: "button", class: "item-row", "data-state": state, "data-assignment": assignment,
    "aria-current": assignment === screen.assignment ? "true" : null,
  });
  button.append(
    make("span", { class: "place" }, String(position)),
    written("span", excerpt, { class: "excerpt" }),
    make("span", { class: "signs" }, signs),
    make("span", { class: "state" }, texts[`state_${state}`]),
  );
  button.addEventListener("click", () => pick(board, assignment));
  return make("li", {}, button);
}

function pick(board, assignment) {
  closePanel(board);
  if (assignment !== board.screen.assignment) goTo(board, assignment);
}

const STRIDES = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

// Arrows go from row to row; Enter opens, as on any button.
function walkRows(event, rows) {
  const stride = STRIDES[event.key];
  if (!stride) return;
  event.preventDefault();
  const buttons = [...rows.querySelectorAll("button")];
  const at = buttons.indexOf(event.target.closest("button"));
  buttons[Math.min(buttons.length - 1, Math.max(0, at + stride))]?.focus();
}
