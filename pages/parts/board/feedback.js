// After a training item: what was right, before the next one comes. Nothing of it is sent before the answer is stored.

// `outcome`: what follows after the last item of an attempt: passed, again or not_passed.
function openFeedback(board, { marks, outcome = null, right, places: of }, onClose = () => {}) {
  const { texts } = board;
  const done = action(texts.go_on, () => closePanel(board), { class: "action primary", autofocus: true });
  const said = outcome ? [make("p", { class: "outcome", role: "status" }, sentence(texts[`training_${outcome}`], { right, places: of }))] : [];
  const places = board.screen.item.targets.map(({ key }) => key);
  const inOrder = [...marks].sort((one, other) => places.indexOf(one.target) - places.indexOf(other.target));
  const body = make("div", { class: "feedback" }, make("ol", {}, ...inOrder.map((mark) => markOf(board, mark))), ...said, done);
  const panel = openPanel(board, { name: "feedback", title: titleOfMarks(texts, marks), body, onClose });
  panel.querySelector(".panel-body").scrollTop = 0; // the button has the focus, and would push the first marks out of view
  panel.querySelector(".feedback li:not([data-right])")?.scrollIntoView({ block: "nearest" });
}

function titleOfMarks(texts, marks) {
  const n = marks.filter(({ right }) => right).length;
  return sentence(texts.feedback_title, { n, total: marks.length });
}

function markOf(board, { target, question, label, known, right, explanation }) {
  const { texts, screen } = board;
  const asked = screen.questions.find((one) => one.key === question);
  const about = screen.item.targets.find((one) => one.key === target);
  const words = (given) => written("b", asked ? lineOfLabel(board, asked, given) : given);
  const several = screen.questions.length > 1 && asked ? written("span", asked.text, { class: "own-question" }) : null;
  const said = label === null ? [texts.feedback_none] : phrase(texts.feedback_said, { label: words(label) });
  const verdict = right ? phrase(texts.feedback_right, { label: words(known) }) : [...phrase(texts.feedback_wrong, { label: words(known) }), " ", ...said];
  const why = explanation ? written("p", explanation, { class: "why" }) : null;
  const sign = make("span", { class: "verdict-sign", "aria-hidden": "true" }, right ? "✓" : "✗");
  const text = written("p", about?.text || texts.whole_item, { class: "text" });
  return make("li", { "data-right": right }, text, several, make("p", { class: "verdict" }, sign, " ", ...verdict), why);
}
