// What stands above the rows: whether one should decide this item at all, and what its annotators say of it.

function aroundOf(desk) {
  const { screen, texts } = desk;
  const warnings = [
    screen.own ? texts.own : null,
    screen.waiting ? counted(texts, "annotators_waiting", screen.waiting) : null,
  ].filter(Boolean);
  const said = screen.raters.map((rater) => saidBy(desk, rater)).filter(Boolean);
  if (!warnings.length && !said.length) return null;
  const lines = warnings.map((words) => make("p", { class: "caution" }, words));
  const notes = said.length ? [make("ul", { class: "notes", "aria-label": texts.notes }, ...said)] : [];
  return make("div", { class: "around" }, ...lines, ...notes);
}

function saidBy({ texts }, { rater, name, state, skip_reason: why, skip_words: words, flagged, note, sent_back: back }) {
  const skipped = state === "skipped" ? sentence(texts.skipped, { reason: texts[`skip_${why}`] ?? why }) : null;
  const marks = [flagged ? texts.flagged : null, skipped, back ? texts.sent_back : null].filter(Boolean);
  const lines = [note, state === "skipped" ? words : "", back ?? ""].filter(Boolean);
  if (!marks.length && !lines.length) return null;
  const who = written("b", name ?? rater, { class: "chip-who" });
  const pills = marks.map((mark) => make("span", { class: "mark" }, mark));
  return make("li", {}, who, ...pills, ...lines.map((line) => written("span", line, { class: "text" })));
}
