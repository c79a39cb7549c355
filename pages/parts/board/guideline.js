// The guideline beside the board. The server sends it as plain nodes; here each becomes an element, by name.

const BLOCKS = {
  heading: ({ level, content }) => lineOf(`h${Math.min(6, level + 2)}`, content),
  paragraph: ({ content }) => lineOf("p", content),
  list: ({ ordered, start, items }) => make(ordered ? "ol" : "ul", ordered ? { start } : {}, ...items.map(listEntry)),
  quote: ({ blocks }) => make("blockquote", {}, ...blocks.map(blockOf)),
  code: ({ text }) => make("pre", { tabindex: "0" }, make("code", {}, text)),
  rule: () => make("hr"),
  table: ({ head, rows }) => make("table", {}, tableRow("th", head), ...rows.map((row) => tableRow("td", row))),
};

const INLINES = {
  text: ({ text }) => text,
  code: ({ text }) => make("code", {}, text),
  strong: ({ content }) => make("strong", {}, ...content.map(inlineOf)),
  emphasis: ({ content }) => make("em", {}, ...content.map(inlineOf)),
  strike: ({ content }) => make("s", {}, ...content.map(inlineOf)),
  link: ({ href, content }) => make("a", webLink(href), ...content.map(inlineOf)),
  break: () => make("br"),
};

const blockOf = (block) => BLOCKS[block.kind]?.(block) ?? null;
const inlineOf = (piece) => INLINES[piece.kind]?.(piece) ?? null;
const listEntry = (blocks) => make("li", { dir: "auto" }, ...blocks.map(blockOf));
const lineOf = (tag, content) => make(tag, { dir: "auto" }, ...content.map(inlineOf));
const tableRow = (tag, cells) => make("tr", {}, ...cells.map((cell) => lineOf(tag, cell)));

// The server lets through http and https only; an address is not trusted twice.
function webLink(href) {
  return /^https?:\/\//i.test(href) ? { href, target: "_blank", rel: "noopener noreferrer" } : {};
}

async function showGuideline(board, { quiet = false, onClose = () => {} } = {}) {
  const { texts, address } = board;
  const body = make("div", { class: "guideline" }, make("p", { class: "soft" }, texts.opening));
  openPanel(board, { name: "guideline", title: texts.guideline, body, side: "right", quiet, onClose });
  const outcome = await get(address.guideline);
  if (!body.isConnected) return;
  show(body, ...(outcome.kind === "ok" ? guidelineNodes(board, outcome.answer) : guidelineMissing(board, onClose)));
}

function guidelineNodes({ texts }, { title, blocks }) {
  const words = blocks.length ? blocks.map(blockOf) : [make("p", { class: "soft" }, texts.guideline_empty)];
  return [written("p", title, { class: "guideline-title" }), ...words].filter(Boolean);
}

function guidelineMissing(board, onClose) {
  const again = action(board.texts.try_now, () => showGuideline(board, { onClose }));
  return [make("p", {}, board.texts.guideline_missing), again];
}
