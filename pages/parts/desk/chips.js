// What everybody answered, as chips: in words that an adjudicator can read, each to be adopted by a press.

// One rater's answer; pressing it adopts it. That somebody could not judge is said, and is nothing to adopt.
function chipOf(desk, { question }, index, answer) {
  const who = written("span", nameOf(desk, answer.rater), { class: "chip-who" });
  if (answer.label === null) return make("li", { class: "chip unable" }, who, make("span", {}, ...cannotWords(desk, answer.cannot ?? "")));
  const letter = desk.letters.get(answer.rater) ?? "";
  const place = question.labels.findIndex((label) => label.key === answer.label);
  const tone = (question.kind ?? "one") === "one" ? toneOf(question, place) : "plain";
  const sure = answer.confidence ? make("span", { class: "chip-who" }, desk.texts[`sure_${answer.confidence}`]) : null;
  const chip = make("button", { type: "button", class: "chip", "data-label": answer.label, "data-tone": tone },
    letter ? keyCap(letter) : null, who, make("b", {}, ...chipWords(desk, question, answer.label)), sure);
  chip.addEventListener("click", () => choosePlace(desk, index, answer.label, { advance: false }));
  return make("li", {}, chip);
}

// The words of an answer, each piece with where it is from.
function chipWords(desk, question, label) {
  return saidIn(desk, question, label).flatMap(({ about, words }, i) => [
    i ? " · " : "",
    about ? make("span", { class: "chip-about" }, `${about} `) : "",
    written("bdi", question.kind === "pick" ? excerptOf(words) : words),
  ]);
}

function nameOf(desk, rater) {
  return desk.screen.raters.find((one) => one.rater === rater)?.name ?? rater;
}

function commentsOf(desk, { place }) {
  return place.answers.filter(({ comment }) => comment).map(({ rater, comment }) => {
    const parts = { who: written("bdi", nameOf(desk, rater)), words: written("bdi", comment, { class: "text" }) };
    return make("p", { class: "comment" }, ...phrase(desk.texts.commented, parts));
  });
}
