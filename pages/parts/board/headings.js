// What heads the rows: the question, its help, and what its labels mean.

// How high the headings are that stay in view, so that nothing hides behind them: the questions', and each response's.
function watchHeadings({ view }) {
  view.headings ??= new ResizeObserver((entries) => {
    const [asked, responses] = ["asked", "response-head"].map((name) => entries.filter(({ target }) => target.classList.contains(name)));
    for (const { target } of responses) setHeight(target.parentElement, "--head", target.offsetHeight);
    if (asked.length) setHeight(view.targets, "--asked", Math.max(...asked.map(({ target }) => target.offsetHeight)));
  });
  view.headings.disconnect();
  for (const heading of view.targets.querySelectorAll(".asked, .response-head")) view.headings.observe(heading);
}

function setHeight(element, name, pixels) {
  const height = `${Math.ceil(pixels)}px`;
  if (element.style.getPropertyValue(name) !== height) element.style.setProperty(name, height);
}

function questionHeading(host, question, questions = [question]) {
  const title = written("h2", question.text, { class: "question" });
  const help = question.help ? written("p", question.help, { class: "help" }) : null;
  const legend = legendOf(host, questions);
  return make("header", { class: "asked", "data-legend": legend !== null }, title, legend, help);
}

function runHeading(host, kind, questions) {
  const title = make("h2", { class: "question" }, host.texts[`about_${kind}`]);
  const legend = legendOf(host, questions);
  return make("header", { class: "asked", "data-legend": legend !== null }, title, legend);
}

// The meanings of the labels, folded; the radios name theirs by id, so that a screen reader can say it either way.
function legendOf(host, questions) {
  const explained = questions.filter(({ help, labels }) => labels.some((label) => label.help) || (help && questions[1]));
  if (!explained.length) return null;
  const parts = explained.flatMap((question) => [questions[1] ? legendTitle(question) : null, meaningsOf(question)]);
  const summary = make("summary", {}, host.texts.meanings);
  const fold = make("details", { class: "legend", open: host.legendOpen }, summary, make("div", { class: "legend-body" }, ...parts));
  fold.addEventListener("toggle", () => (host.legendOpen = fold.open));
  return fold;
}

function legendTitle({ text, help }) {
  return make("div", { class: "legend-title" }, written("p", text), help ? written("p", help, { class: "soft" }) : null);
}

function meaningsOf(question) {
  const explained = question.labels.filter((label) => label.help);
  const entry = (label) => [written("dt", label.text), written("dd", label.help, { id: meaningId(question, label) })];
  return make("dl", {}, ...explained.flatMap(entry));
}

function meaningId(question, label) {
  return `meaning-${question.key}-${label.key}`;
}
