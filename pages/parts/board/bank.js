// All memories of the bank that an item's memories come from, in a panel to search; loaded when it is asked for.

const SHOWN_AT_ONCE = 300; // entries; the rest is found by searching

function hasBank(board) {
  return isReading(board) && Boolean(board.screen.item?.bank) && Boolean(board.address.bank);
}

async function toggleBank(board) {
  if (board.panel === "bank") return closePanel(board);
  if (!hasBank(board)) return undefined;
  const { texts, screen } = board;
  const body = make("div", { class: "bank" }, make("p", { class: "soft" }, texts.opening));
  openPanel(board, { name: "bank", title: texts.bank, body, side: "right" });
  const outcome = await get(`${board.address.bank}/${screen.assignment ?? screen.number}`);
  if (!body.isConnected || board.screen !== screen) return undefined;
  if (outcome.kind !== "ok") return show(body, make("p", {}, texts.bank_missing));
  return showBank(board, body, outcome.answer.memories);
}

function showBank(board, body, memories) {
  const { texts } = board;
  const input = make("input", {
    type: "search", class: "find-input", autocomplete: "off", spellcheck: "false", dir: "auto", "aria-label": texts.search, placeholder: texts.search,
  });
  const count = make("p", { class: "soft", role: "status" });
  const entries = make("ol", { class: "memories", "data-long": true });
  const plain = memories.map((memory) => plainly([memory.text, memory.date, memory.type, memory.theme, memory.detail].filter(Boolean).join(" ")));
  const search = () => {
    const wanted = plainly(input.value).split(/\s+/).filter(Boolean);
    const found = memories.filter((_, i) => wanted.every((word) => plain[i].includes(word)));
    show(entries, ...found.slice(0, SHOWN_AT_ONCE).map((memory) => entryOf(board, memory)));
    show(count, sentence(texts.bank_found, { n: found.length, total: memories.length }));
  };
  input.addEventListener("input", search);
  show(body, input, count, entries);
  search();
  input.focus({ preventScroll: true });
}

function entryOf({ screen, texts }, memory) {
  const here = (screen.item.memories ?? []).some(({ key }) => key === memory.key);
  const facts = [...factsOf(memory), ...(here ? [texts.bank_here] : [])];
  const detail = detailOf(memory);
  const who = facts.length ? make("p", { class: "who" }, ...dotted(facts)) : null;
  return make("li", { class: "memory" }, who, written("p", memory.text, { class: "text" }), detail);
}
