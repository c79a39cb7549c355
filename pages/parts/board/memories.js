// Memories beside the dialogue: the one that is recalled, the others, what is known of each; and further named texts.

const SOME = 8; // memories that stand open; more are folded under their number

function sectionsOf(board, sections = []) {
  return sections.map(({ name, entries }) => {
    const lines = entries.map((entry) => written(entries[1] ? "li" : "p", entry, { class: "text" }));
    return make("section", { class: "further" }, written("h2", sectionName(board, name), { class: "heading" }), entries[1] ? make("ul", {}, ...lines) : lines[0]);
  });
}

// In the context where they are no rows: to be read, or to be picked.
function memoriesOf(board, { memories = [], recalled = "", targets }) {
  const rows = targets.some(({ kind }) => ["memory", "pair"].includes(kind));
  const picked = board.screen.questions.some(({ kind, of = [] }) => kind === "pick" && of.includes("memories"));
  if (!memories.length || (rows && !picked)) return [];
  const { texts } = board;
  const [first] = memories.filter(({ key }) => key === recalled);
  const others = memories.filter((memory) => memory !== first);
  const entries = others.map((memory) => memoryOf(board, memory));
  const said = list("memories", entries);
  const count = make("span", { class: "soft" }, String(others.length));
  const title = make("h2", { class: "heading beside-memories" }, texts[first ? "other_memories" : "memories"], " ", count);
  return [
    ...(first ? recalledMemory(board, first) : []),
    ...(others.length ? [others.length > SOME && !picked ? foldedMemories(board, title, said) : make("section", {}, title, said)] : []),
  ];
}

function recalledMemory(board, memory) {
  const title = make("h2", { class: "heading recalled" }, board.texts.recalled_memory);
  return [title, make("ol", { class: "memories" }, memoryOf(board, memory, { recalled: true }))];
}

function foldedMemories(board, title, said) {
  const fold = make("details", { class: "memory-fold", open: board.memoriesOpen }, make("summary", {}, title), said);
  fold.addEventListener("toggle", () => (board.memoriesOpen = fold.open));
  return fold;
}

function memoryOf(board, memory, { recalled = false } = {}) {
  const number = nameOfPiece(board, memory.key);
  const who = make("p", { class: "who" }, ...dotted([number, ...factsOf(memory)]));
  const text = written("p", memory.text, { class: "text", "data-piece": memory.key });
  const detail = detailOf(memory);
  return make("li", { class: "memory", "data-recalled": recalled }, who, text, detail);
}

// Date, type and theme, as far as the project shows them.
function factsOf({ date, type, theme }) {
  return [date, type, theme].filter(Boolean).map((fact) => written("bdi", fact));
}

function dotted(parts) {
  return parts.flatMap((part, i) => (i ? [" · ", part] : [part]));
}

const LONG_DETAIL = 600; // letters; a longer one is folded under its beginning

function detailOf({ detail }) {
  if (!detail) return null;
  const text = written("p", detail, { class: "text detail" });
  return detail.length > LONG_DETAIL ? make("details", {}, written("summary", excerptOf(detail), { class: "detail" }), text) : text;
}

// What stands under a memory that is a row: the same facts, and that it is the one recalled.
function aboutMemory({ screen, texts }, target) {
  if (!["memory", "pair"].includes(target.kind)) return [];
  const key = target.memory || target.key;
  const { memories = [], recalled = "" } = screen.item;
  const memory = memories.find((one) => one.key === key);
  const facts = [...(recalled && recalled === key ? [texts.recalled_memory] : []), ...(memory ? factsOf(memory) : [])];
  const detail = memory ? detailOf(memory) : null;
  return [facts.length ? make("p", { class: "who" }, ...dotted(facts)) : null, detail].filter(Boolean);
}

// Responses that are no rows with all of their text are read here.
function responsesOf(board, { responses = [], targets }) {
  if (!responses.length) return [];
  if (!board.readsResponses && targets.some(({ kind }) => ["response", "pair"].includes(kind))) return [];
  const { texts } = board;
  return responses.map(({ key, text }, i) => {
    const name = responses[1] ? sentence(texts.response_of, { n: i + 1, total: responses.length }) : texts.piece_response;
    return make("section", { class: "answered" }, make("h2", { class: "heading" }, name), written("p", text, { class: "text", "data-piece": key }));
  });
}
