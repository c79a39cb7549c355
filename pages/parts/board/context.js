// What the annotator reads before judging: profile, scene, dialogue, and the query that is to be answered.

const SCROLLS = 400; // letters of a query from which its box may have to scroll, and so must be reached by Tab

function drawContext(board) {
  const { item } = board.screen;
  const pane = board.view.context;
  const before = [profileOf(board, item.profile), ...sceneOf(board, item.scene)];
  const said = [...dialogueOf(board, item), ...sectionsOf(board, item.sections)]; // such as the reference: beside the query
  const spoken = [...said, queryOf(board, item.query), ...responsesOf(board, item)];
  show(pane, ...[...before, ...spoken, ...memoriesOf(board, item), bankButton(board)].filter(Boolean));
}

// The last turns are the ones that the question follows; of many memories below them only the first are in view. A scene
// stays in view where that moves the rest by little.
function placeContext({ view: { context } }) {
  const below = context.querySelector(".recalled, .beside-memories");
  const [all, shown] = [context.scrollHeight, context.clientHeight];
  const top = below && all - below.offsetTop > shown * 0.6 ? below.offsetTop - shown * 0.6 : all - shown;
  context.scrollTop = context.querySelector(".scene") && top < shown * 0.3 ? 0 : top;
}

// Folded, and open from item to item once the annotator has opened it.
function profileOf(board, profile) {
  if (!profile) return null;
  const name = written("bdi", profile.name);
  const summary = make("summary", {}, ...phrase(board.texts[profile.side === "user" ? "who_asks" : "who_answers"], { name }));
  const sections = profile.sections.map((section) => sectionOf(board, section));
  const fold = make("details", { class: "profile", open: board.profileOpen }, summary, ...sections);
  fold.addEventListener("toggle", () => {
    board.profileOpen = fold.open;
    if (fold.open && fold.isConnected) board.view.context.scrollTop = 0;
  });
  return fold;
}

function sectionOf(board, { name, entries }) {
  const heading = written("h3", sectionName(board, name), { class: "section-name" });
  if (entries.length === 1) return make("section", {}, heading, written("p", entries[0], { class: "text" }));
  const lines = entries.map((entry) => written("li", entry, { class: "text" }));
  return make("section", {}, heading, make("ul", {}, ...lines));
}

// A name that our readers give is said in the annotator's language; one of the source stays as it is.
function sectionName({ texts }, name) {
  return texts[`section_${name.toLowerCase().replaceAll(" ", "_")}`] ?? name;
}

function sceneOf(board, scene) {
  if (!scene) return [];
  return [make("h2", { class: "heading" }, board.texts.scene), written("p", scene, { class: "text scene" })];
}

// To all memories of the bank that this item's come from.
function bankButton(board) {
  if (!board.screen.item.bank || !board.address.bank) return null;
  const cap = make("kbd", { "aria-hidden": "true", class: "single" }, board.bankKey ?? "b");
  const button = make("button", { type: "button", class: "quiet to-bank" }, board.texts.bank, cap);
  button.addEventListener("click", () => toggleBank(board));
  return make("p", {}, button);
}

function dialogueOf(board, { dialogue: turns, recalled_at: recalledAt = [] }) {
  const heading = make("h2", { class: "heading" }, board.texts.dialogue);
  if (!turns.length) return [heading, make("p", { class: "nothing" }, board.texts.no_dialogue)];
  const head = make("header", { class: "dialogue-head" }, heading, board.contextTools?.(board));
  const said = list("turns", turns.map((turn) => turnOf(turn, recalledAt.includes(turn.key) ? board.texts.recalled_here : "")));
  said.dir = directionOf(turns.map(({ text }) => text).join(" "));
  return [head, said];
}

// The direction of most letters: in a right-to-left dialogue the speakers change sides too.
function directionOf(text) {
  const rightward = text.match(/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return rightward * 2 > letters ? "rtl" : "ltr";
}

function turnOf({ key, speaker, side, text, time }, sign) {
  const who = whoOf(make("p", { class: "who" }), [written("bdi", speaker)], time);
  if (sign) who.append(" ", make("span", { class: "sign" }, sign));
  return make("li", { class: "turn", "data-side": side, "data-turn": key }, who, written("p", text, { class: "text", "data-piece": key }));
}

function whoOf(line, words, time) {
  line.append(...words, ...(time ? [" · ", written("bdi", time)] : []));
  return line;
}

function queryOf(board, query) {
  if (!query) return null;
  const asks = query.speaker ? phrase(board.texts.asks, { name: written("bdi", query.speaker) }) : [board.texts.piece_query];
  const who = whoOf(make("h2", { class: "who" }), asks, query.time);
  const tabbed = query.text.length > SCROLLS ? { tabindex: "0" } : {};
  const attributes = { class: "query", "aria-label": asks.map((piece) => piece.textContent ?? piece).join(""), ...tabbed };
  return make("section", attributes, who, written("p", query.text, { class: "text", "data-piece": QUERY }));
}
