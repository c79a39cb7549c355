// Which items wait, in which order, and which have been decided: the counts in the header and the list of items.

async function loadQueue(desk) {
  const query = queueQuery(desk);
  const outcome = await get(`${desk.address.queue}?${query}`);
  if (desk.gone || outcome.kind !== "ok") return outcome;
  if (!outcome.answer.ready && String(queueQuery(desk)) === String(query)) {
    say(desk, "waiting", desk.texts.weighing);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
    return loadQueue(desk);
  }
  desk.queue = outcome.answer;
  if (desk.order === "reliability" && outcome.answer.undefined.length) say(desk, "warning", outcome.answer.undefined.join(" "));
  paintHead(desk);
  if (desk.panel === "list") openItems(desk, { quiet: true });
  if (desk.panel === "sieve") sayMatches(desk);
  return outcome;
}

// The item after this one in the queue's order, round and round; 0 where nothing else waits.
function followingItem(desk) {
  const numbers = desk.queue?.items.map(({ number }) => number) ?? [];
  const here = desk.screen?.number ?? 0;
  const at = numbers.indexOf(here);
  return [...numbers.slice(at + 1), ...numbers.slice(0, at + 1)].find((number) => number !== here) ?? 0;
}

// After saving: the next item, else this one again while something of it is left.
function afterSaving(desk) {
  const following = followingItem(desk);
  return following || (desk.slots.some(isWaiting) ? desk.screen.number : 0);
}

function openItems(desk, { quiet = false } = {}) {
  const { texts, queue } = desk;
  if (!queue) return;
  const { waiting, sent_back: back } = queue.progress;
  const parts = [
    itemsPart(desk, isSifting(desk) ? texts.items_matching : texts.items_open, queue.items, itemWords(desk)),
    itemsPart(desk, texts.items_decided, queue.decided, decidedWords(texts)),
    itemsPart(desk, texts.items_undisputed, queue.undisputed, ({ agreed, incomplete }) => undisputedWords(texts, { agreed, incomplete })),
    queue.undisputed.length ? make("p", { class: "nothing" }, texts.undisputed_why) : null,
    waiting ? make("p", { class: "nothing" }, counted(texts, "items_waiting", waiting)) : null,
    back ? make("p", { class: "nothing" }, counted(texts, "items_sent_back", back)) : null,
  ].filter(Boolean);
  const body = parts.length ? parts : [make("p", { class: "nothing" }, texts.no_items)];
  openPanel(desk, { name: "list", title: texts.list_title, body, side: "right", quiet });
}

function itemWords(desk) {
  const { texts } = desk;
  const words = isSifting(desk) ? texts.places_match : texts.to_decide;
  return ({ places, state }) => `${sentence(words, { n: places })}${state === "disputed" ? "" : ` · ${texts[`state_of_${state}`]}`}`;
}

function undisputedWords(texts, { agreed, incomplete }) {
  const parts = [agreed ? sentence(texts.n_agreed, { n: agreed }) : null, incomplete ? sentence(texts.n_incomplete, { n: incomplete }) : null];
  return parts.filter(Boolean).join(" · ");
}

function decidedWords(texts) {
  return ({ decided, at }) => sentence(texts.decided_at, { n: decided, when: whenSaid(at) });
}

function whenSaid(moment) {
  return new Date(moment).toLocaleString(tongue(), { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
}

function itemsPart(desk, title, items, words) {
  if (!items.length) return null;
  const entries = items.map((one) => make("li", {}, itemLink(desk, one.number, words(one))));
  return make("section", { class: "items" }, make("h3", { class: "part-title" }, title), list("item-list", entries));
}

function itemLink(desk, number, words) {
  const here = desk.screen?.number === number && desk.view.root.dataset.view === "item";
  const button = make("button", { type: "button", class: "item-link", "aria-current": here ? "true" : null },
    make("b", {}, sentence(desk.texts.item_number, { n: number })), make("span", {}, words));
  button.addEventListener("click", () => {
    closePanel(desk);
    visit(desk, number);
  });
  return button;
}
