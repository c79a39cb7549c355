// The parts of an item that an answer can point at: what they are called, where they stand, what a label says of them.

const QUERY = "query"; // the key of the query

// The texts that words can be marked in, in the order shown; of the responses only the one that the target is about.
function quotable({ of = [] }, target, { dialogue, query, responses = [] }) {
  const about = responseOf(target);
  return [
    ...(of.includes("dialogue") ? dialogue : []),
    ...(of.includes("query") && query ? [{ key: QUERY, text: query.text }] : []),
    ...(of.includes("response") ? responses.filter(({ key }) => key === about) : []),
  ].map(({ key, text }) => ({ key, text }));
}

// The key of the response that a target is, or belongs to.
function responseOf({ kind, key, response }) {
  return kind === "response" ? key : (response ?? "");
}

// What can be picked, in the order shown.
function pickable({ of = [] }, { dialogue, memories = [] }) {
  return [...(of.includes("memories") ? memories : []), ...(of.includes("turns") ? dialogue : [])];
}

// "Turn 3", "Memory 2", "Query", "Response"
function nameOfPiece({ texts, screen }, key) {
  const { dialogue, memories = [] } = screen.item;
  const turn = dialogue.findIndex((one) => one.key === key);
  if (turn >= 0) return sentence(texts.piece_turn, { n: turn + 1 });
  const memory = memories.findIndex((one) => one.key === key);
  if (memory >= 0) return sentence(texts.piece_memory, { n: memory + 1 });
  return key === QUERY ? texts.piece_query : texts.piece_response;
}

function textOfPiece({ screen }, key) {
  const { dialogue, query, memories = [], responses = [] } = screen.item;
  if (key === QUERY) return query?.text ?? "";
  return [...dialogue, ...memories, ...responses].find((one) => one.key === key)?.text ?? "";
}

// Where a piece stands on the screen.
function elementOfPiece({ view }, key) {
  const found = `[data-piece="${CSS.escape(key)}"]`;
  return view.context.querySelector(found) ?? view.targets.querySelector(found);
}

// What a label says, in words for people: [{about: "Turn 3", words: "I am tired"}, …]
function saidIn(host, question, label) {
  if (label === NONE && takesNone(question)) return [{ about: "", words: host.texts[`none_${question.kind}`] }];
  if (question.kind === "text") return [{ about: "", words: label }];
  if (question.kind === "quote") return spansIn(label).map((span) => ({ about: nameOfPiece(host, span.key), words: wordsAt(host, span) }));
  if (question.kind === "pick") return namesIn(label).map((key) => ({ about: nameOfPiece(host, key), words: textOfPiece(host, key) }));
  const keys = question.kind === "several" ? namesIn(label) : [label];
  return keys.map((key) => ({ about: "", words: question.labels.find((one) => one.key === key)?.text ?? key }));
}

// The exact words of one span.
function wordsAt(host, { key, start, end }) {
  const text = textOfPiece(host, key);
  return text.slice(placeOfPoint(text, start), placeOfPoint(text, end));
}

// One line of it, for a chip, a history or a list.
function lineOfLabel(host, question, label) {
  const quoted = question.kind === "quote" && label !== NONE;
  const line = ({ about, words }) => [about, quoted ? `“${words}”` : words].filter(Boolean).join(": ");
  return saidIn(host, question, label).map(line).join(" · ");
}
