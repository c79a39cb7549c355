// The bar below an item: how many answers there are, what became of them, and what can be done, each with its key.

const ACTS = ["back", "forward", "undo", "history", "flag", "note", "skip"];

function buildFooter(board) {
  const { texts } = board;
  const more = make("button", { type: "button", class: "act more", "aria-expanded": "false" }, texts.more);
  const acts = ACTS.map((name) => actButton(board, name));
  const submitWords = make("span", {}, texts.submit);
  const enter = make("kbd", { "aria-hidden": "true" }, texts.enter);
  const parts = {
    count: make("p", { class: "count" }),
    meter: meter(),
    status: make("p", { class: "status", role: "status", "aria-live": "polite" }),
    acts: Object.fromEntries(ACTS.map((name, i) => [name, acts[i]])),
    tray: make("section", { class: "tray", "aria-label": texts.tray }),
    submit: make("button", { type: "button", class: "submit" }, submitWords, enter),
    submitWords, more,
  };
  const counted = make("div", { class: "counted" }, parts.count, parts.meter);
  const group = make("div", { class: "acts" }, ...acts);
  const foot = make("footer", { class: "bar" }, counted, parts.status, group, more, parts.submit);
  return { ...parts, foot };
}

function actButton(board, name) {
  const { key } = commandNamed(name);
  const cap = key?.length === 1 || key?.startsWith("Ctrl+") ? keyCapOf(key.replace("+z", "+Z")) : null;
  const looks = { type: "button", class: "act", "data-act": name, "aria-keyshortcuts": shortcutOf(key) };
  return make("button", looks, cap, make("span", {}, board.texts[`act_${name}`]));
}

function keyCapOf(key) {
  return make("kbd", { "aria-hidden": "true" }, key);
}

// As WAI-ARIA writes it: "Control+Shift+z".
function shortcutOf(key) {
  return key ? key.replace("Ctrl", "Control") : null;
}

function listenToFooter(board, signal) {
  const { view } = board;
  for (const [name, button] of Object.entries(view.acts)) {
    button.addEventListener("click", (event) => actOn(board, commandNamed(name), event), { signal });
  }
  view.submit.addEventListener("click", () => submit(board), { signal });
  view.more.addEventListener("click", () => foldMore(board, view.root.hasAttribute("data-more")), { signal });
  view.tray.addEventListener("keydown", (event) => onTrayKey(board, event), { signal });
}

// A button that was clicked does not keep the keyboard: Enter shall still submit.
function actOn(board, command, { detail }) {
  foldMore(board);
  if (!command.when(board)) return;
  command.run(board);
  if (detail > 0 && !board.tray && board.phase === "item") activate(board, board.active);
}

function foldMore(board, folded = true) {
  board.view.root.toggleAttribute("data-more", !folded);
  board.view.more.setAttribute("aria-expanded", String(!folded));
}

function paintCount(board) {
  const { view, texts } = board;
  const progress = progressOf(board.slots);
  const n = make("b", {}, String(progress.n));
  show(view.count, ...phrase(texts.answered, { n, total: progress.total }));
  fillMeter(view.meter, progress);
  view.root.toggleAttribute("data-complete", !board.slots.some(isMissing));
}

function paintFooter(board) {
  const { view, screen } = board;
  for (const [name, button] of Object.entries(view.acts)) {
    button.setAttribute("aria-disabled", String(!commandNamed(name).when(board)));
  }
  view.acts.forward.hidden = !board.visiting;
  view.acts.history.hidden = screen.revision === 0;
  view.acts.skip.hidden = screen.mark.state === "done";
  view.root.toggleAttribute("data-done", screen.mark.state === "done");
  view.acts.flag.setAttribute("aria-pressed", String(board.flagged));
  view.acts.note.toggleAttribute("data-on", board.note.trim() !== "");
  view.root.toggleAttribute("data-keyless", !singleKeys(board));
  show(view.submitWords, submitWords(board));
}

function submitWords(board) {
  const { texts, screen } = board;
  if (!screen.editable || isSettled(board)) return texts.go_on;
  return screen.revision > 0 ? texts.save_correction : texts.submit;
}
