// What a model of the annotators would decide. Nothing of it is there before it is asked for; asking again hides it.

const ASK_AGAIN = 1000; // ms, while it is still being computed

async function askSuggestions(desk) {
  if (desk.phase !== "item") return;
  if (desk.suggested) {
    desk.suggested = null;
    paintSuggestions(desk);
    return;
  }
  const { number } = desk.screen;
  desk.suggested = { waiting: true };
  paintSuggestions(desk);
  const answer = await suggestionsFor(desk, number);
  if (desk.gone || !desk.suggested?.waiting || desk.screen?.number !== number) return;
  desk.suggested = answer;
  paintSuggestions(desk);
}

async function suggestionsFor(desk, number) {
  for (;;) {
    const outcome = await get(`${desk.address.suggestions}/${number}`);
    const asked = !desk.gone && desk.suggested?.waiting && desk.screen?.number === number;
    if (!asked) return null;
    if (outcome.kind !== "ok") return { refused: outcome.message || desk.texts.unreachable };
    if (outcome.answer.ready) return outcome.answer;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
  }
}

function paintSuggestions(desk) {
  const { targets } = desk.view;
  const atTop = targets.scrollTop === 0;
  paintSuggestButton(desk);
  show(desk.view.model, ...modelWords(desk));
  desk.slots.forEach((slot, i) => show(desk.view.groups[i].suggestion, ...suggestionWords(desk, slot)));
  if (atTop) targets.scrollTop = 0; // a browser holds what was in view, and would push the first words out of it
}

function paintSuggestButton({ view, texts, screen, suggested }) {
  view.suggest.hidden = !screen;
  show(view.suggest, keyCap("g"), suggested ? texts.hide_suggestions : texts.suggest);
  view.suggest.setAttribute("aria-pressed", String(Boolean(suggested)));
}

// Above the rows: what suggestions are, and how reliable the model takes each annotator to be.
function modelWords(desk) {
  const { texts, suggested, screen } = desk;
  if (!suggested) return [];
  if (suggested.waiting) return [make("p", { role: "status" }, texts.suggesting)];
  if (suggested.refused) return [make("p", { role: "status" }, sentence(texts.no_suggestions, { why: suggested.refused }))];
  const here = new Set(screen.raters.map((one) => one.rater));
  const lines = screen.questions.flatMap((question) => {
    const why = suggested.undefined[question.key];
    if (why) return [make("p", {}, sentence(texts.no_suggestions, { why }))];
    const raters = suggested.raters.filter((one) => one.question === question.key && here.has(one.rater));
    const said = raters.map((one) => sentence(texts.reliable, { name: nameOf(desk, one.rater), percent: percentOf(one.accuracy) }));
    return said.length ? [make("p", {}, sentence(texts.reliability, { raters: said.join(" · ") }))] : [];
  });
  return [make("p", { role: "status" }, texts.suggestions_are), ...lines];
}

function suggestionWords(desk, { place, question }) {
  const { texts, suggested } = desk;
  if (!suggested?.ready || suggested.undefined[question.key]) return [];
  const found = suggested.places.find((one) => one.target === place.target && one.question === place.question);
  if (!found) return [];
  const chances = found.chances.map(([label, chance]) => sentence(texts.chance, { label: lineOfLabel(desk, question, label), percent: percentOf(chance) })).join(", ");
  if (found.label === null) return [place.answers.length < 3 ? texts.not_suggested : sentence(texts.no_suggestion, { chances })];
  return phrase(texts.suggested, { label: written("b", lineOfLabel(desk, question, found.label)), chances });
}

// Only what is certain to the model is 100 %.
function percentOf(share) {
  const rounded = Math.round(100 * share);
  return rounded === 100 && share < 1 ? "> 99" : String(rounded);
}
