// Two things to look up beside the rows: every decision that was made on a target, and what the keys do.

function openRecord(desk, index, { quiet = false } = {}) {
  const { texts } = desk;
  const { place, question, target } = desk.slots[index];
  const about = written("p", target.text || texts.whole_item, { class: "text about" });
  const entries = place.decisions.map((decision) => make("li", {}, ...recordOf(desk, question, decision)));
  const body = entries.length ? make("ol", { class: "record" }, ...entries) : make("p", { class: "nothing" }, texts.no_decision);
  openPanel(desk, { name: "record", title: texts.record, body: [about, body], side: "right", quiet });
}

function recordOf(desk, question, decision) {
  const { texts } = desk;
  const none = decision.cannot ? texts.cannot_decided : texts.undecided_again;
  const label = decision.label === null ? none : lineOfLabel(desk, question, decision.label);
  const head = make("p", {}, ...phrase(texts.record_line, { n: decision.revision, label: written("b", label), by: decision.label === null && decision.by === "rule" ? texts.by_rule : byWords(texts, decision) }));
  const reason = decision.reason ? written("q", decision.reason, { class: "text" }) : null;
  const time = make("time", { datetime: decision.at }, whenSaid(decision.at));
  const before = decision.revision > 1 ? sentence(texts.supersedes, { n: decision.revision - 1 }) : null;
  const why = whyMarks(texts, decision);
  return [head, reason, why.length ? make("p", {}, ...why) : null, make("p", { class: "nothing" }, time, before ? ` · ${before}` : null)];
}

function openDeskKeys(desk) {
  const { texts } = desk;
  const lines = Object.entries(texts.desk_keys).flatMap(([keys, words]) => {
    const caps = keys.split(" ").map((key) => make("kbd", {}, key));
    return [make("dt", {}, ...caps), make("dd", {}, words)];
  });
  openPanel(desk, { name: "keys", title: texts.keys, body: make("dl", { class: "desk-keys" }, ...lines), side: "right" });
}
