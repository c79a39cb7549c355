// Responses whose memories are judged one by one: each response's text stands once and stays in view, its memories
// beneath.

function responsesSection(board, { targets }) {
  const asked = distinctQuestions(targets);
  const main = mainOf(asked);
  const heading = main ? questionHeading(board, main, asked) : runHeading(board, "pair", asked);
  const keys = [...new Set(targets.map(([{ slot }]) => responseOf(slot.target)))];
  const parts = keys.map((key, i) => {
    const own = targets.filter(([{ slot }]) => responseOf(slot.target) === key);
    return responseArticle(board, key, own, { n: i + 1, total: keys.length, main });
  });
  return make("section", { class: "run" }, heading, ...parts);
}

function distinctQuestions(targets) {
  return [...new Set(targets.flat().map(({ slot }) => slot.question))];
}

function responseArticle(board, key, targets, { n, total, main }) {
  const name = total > 1 ? sentence(board.texts.response_of, { n, total }) : board.texts.piece_response;
  const words = textOfPiece(board, key);
  const text = written("p", words, { class: "text", "data-piece": key });
  const box = make("div", { class: "response-text", tabindex: words.length > TALL ? "0" : null, role: "group", "aria-label": name }, text);
  const head = make("header", { class: "response-head" }, make("h3", { class: "response-name" }, name), box);
  const pairs = targets.filter(([{ slot }]) => slot.target.kind === "pair");
  const rows = targets.map((asked) => {
    const number = pairs.indexOf(asked) + 1;
    return number ? targetRow(board, asked, { number, main }) : targetRow(board, asked, { number: "", main: null, name });
  });
  return make("article", { class: "response", "data-response": key }, head, list("rows", rows));
}
