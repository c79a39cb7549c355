// What the annotator reads before judging: profile, scene, dialogue, and the query that is to be answered.

function drawContext(board) {
  const { item } = board.screen;
  const pane = board.view.context;
  const scene = [...sceneOf(board, item.scene), ...dialogueOf(board, item.dialogue)];
  show(pane, ...[profileOf(board, item.profile), ...scene, queryOf(board, item.query)].filter(Boolean));
}

// Folded, and open from item to item once the annotator has opened it.
function profileOf(board, profile) {
  if (!profile) return null;
  const name = written("bdi", profile.name);
  const summary = make("summary", {}, ...phrase(board.texts.who_answers, { name }));
  const sections = profile.sections.map(sectionOf);
  const fold = make("details", { class: "profile", open: board.profileOpen }, summary, ...sections);
  fold.addEventListener("toggle", () => {
    board.profileOpen = fold.open;
    if (fold.open && fold.isConnected) board.view.context.scrollTop = 0;
  });
  return fold;
}

function sectionOf({ name, entries }) {
  const heading = written("h3", name, { class: "section-name" });
  if (entries.length === 1) return make("section", {}, heading, written("p", entries[0], { class: "text" }));
  const lines = entries.map((entry) => written("li", entry, { class: "text" }));
  return make("section", {}, heading, make("ul", {}, ...lines));
}

function sceneOf(board, scene) {
  if (!scene) return [];
  return [make("h2", { class: "heading" }, board.texts.scene), written("p", scene, { class: "text scene" })];
}

function dialogueOf(board, turns) {
  const heading = make("h2", { class: "heading" }, board.texts.dialogue);
  if (!turns.length) return [heading, make("p", { class: "nothing" }, board.texts.no_dialogue)];
  return [heading, list("turns", turns.map(turnOf))];
}

function turnOf({ key, speaker, side, text, time }) {
  const when = time ? [" · ", written("bdi", time)] : [];
  const who = written("p", speaker, { class: "who" });
  who.append(...when);
  return make("li", { class: "turn", "data-side": side, "data-turn": key }, who, written("p", text, { class: "text" }));
}

function queryOf(board, query) {
  if (!query) return null;
  const asks = phrase(board.texts.asks, { name: written("bdi", query.speaker) });
  const when = query.time ? [" · ", written("bdi", query.time)] : [];
  const who = make("h2", { class: "who" }, ...asks, ...when);
  return make("section", { class: "query" }, who, written("p", query.text, { class: "text" }));
}
