// What the queue is narrowed to, and in the same panel: accepting by a rule what the filters let through.

function noFilters() {
  return { question: "", labels: ["", ""], raters: ["", ""], tag: "", value: "", atLeast: "", state: "" };
}

// As the address of the queue says it.
function queueQuery({ order, filters }) {
  const query = new URLSearchParams({ order });
  const add = (name, value) => value && query.append(name, value);
  add("question", filters.question);
  for (const label of filters.labels) add("label", label);
  for (const rater of filters.raters) add("rater", rater);
  if (filters.tag && filters.value) query.append("tag", filters.tag), query.append("value", filters.value);
  add("at_least", filters.atLeast);
  add("state", filters.state);
  return query;
}

// As a rule that is sent says it.
function filtersSent({ question, labels, raters, tag, value, atLeast, state }) {
  return {
    question, labels: labels.filter(Boolean), raters: raters.filter(Boolean), tag: tag && value ? [tag, value] : null,
    at_least: Number(atLeast) || 0, state: state || null,
  };
}

const isSifting = ({ filters }) => JSON.stringify(filters) !== JSON.stringify(noFilters());

function openSieve(desk) {
  const { texts, queue } = desk;
  if (!queue) return;
  desk.matches = make("p", { class: "nothing", role: "status" });
  const fields = make("div", { class: "sieve" }, ...sieveFields(desk));
  const clear = small(texts.clear_filters, () => {
    desk.filters = noFilters();
    sift(desk);
    openSieve(desk);
  });
  const body = [fields, make("p", {}, clear), desk.matches, ...acceptPart(desk)];
  openPanel(desk, { name: "sieve", title: texts.sieve, body, side: "right" });
  sayMatches(desk);
}

function sieveFields(desk) {
  const { texts, queue, filters } = desk;
  const { questions, raters, tags } = queue.choices;
  const asked = questions.find(({ key }) => key === filters.question) ?? (questions[1] ? null : questions[0]);
  const labels = asked?.labels ?? [];
  const set = (change) => (value) => (change(value), sift(desk));
  const redraw = (change) => (value) => (change(value), sift(desk), openSieve(desk));
  const states = ["disputed", "reopened", "incomplete", "agreed", "decided"].map((state) => [state, texts[`state_of_${state}`]]);
  const question = questions[1] ? [choiceField(texts.sieve_question, questions.map(({ key, text }) => [key, text]), filters.question, redraw((key) => Object.assign(filters, { question: key, labels: ["", ""] })), texts.any)] : [];
  const pairOf = (name, options, title) => options.length ? [0, 1].map((i) => choiceField(sentence(title, { n: i + 1 }), options, filters[name][i], set((value) => (filters[name][i] = value)), texts.any)) : [];
  const tagNames = Object.keys(tags);
  const tag = tagNames.length ? [choiceField(texts.sieve_tag, tagNames.map((one) => [one, one]), filters.tag, redraw((name) => Object.assign(filters, { tag: name, value: "" })), texts.any)] : [];
  const value = filters.tag ? [choiceField(texts.sieve_value, (tags[filters.tag] ?? []).map((one) => [one, one]), filters.value, set((one) => (filters.value = one)), texts.any)] : [];
  return [
    choiceField(texts.sieve_state, states, filters.state, set((state) => (filters.state = state)), texts.to_decide_state), ...question,
    ...pairOf("labels", labels, texts.sieve_label), ...pairOf("raters", raters.map((one) => [one, one]), texts.sieve_rater), ...tag, ...value,
    numberField(texts.sieve_size, filters.atLeast, { least: 0 }, set((n) => (filters.atLeast = n))),
  ];
}

function choiceField(title, options, chosen, run, none) {
  const list = [["", none], ...options].map(([value, text]) => make("option", { value, selected: value === chosen, dir: "auto" }, text));
  const select = make("select", { class: "order" }, ...list);
  select.addEventListener("change", () => run(select.value));
  return make("label", { class: "field" }, make("span", {}, title), select);
}

function numberField(title, chosen, { least }, run) {
  const input = make("input", { type: "number", class: "order", min: least, step: 1, inputmode: "numeric" });
  input.value = chosen;
  input.addEventListener("change", () => run(input.value));
  return make("label", { class: "field" }, make("span", {}, title), input);
}

async function sift(desk) {
  const outcome = await loadQueue(desk);
  if (outcome.kind !== "ok" && desk.panel === "sieve") show(desk.matches, outcome.message || desk.texts.unreachable);
}

// Again whenever the queue was read: what is saved meanwhile leaves it.
function sayMatches(desk) {
  const { items } = desk.queue;
  const places = items.reduce((sum, one) => sum + one.places, 0);
  show(desk.matches, sentence(desk.texts.sieve_found, { places, items: items.length }));
}
