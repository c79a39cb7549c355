// Which control a question has: how it is drawn, shows an answer, and takes a key. The board and the desk draw the same
// ones; each says with labelShown, give, mayGive and goOnFrom what an answer is to it.

const LARGE = 9; // labels that digits can choose from; more of them are found by typing

const CONTROLS = {
  one: { draw: drawChoices, paint: paintChoices, press: pressChoice },
  several: { draw: drawChoices, paint: paintChoices, press: pressSeveral },
  large: { draw: drawFinder, paint: paintFinder, press: pressToOpen, open: openFinder },
  text: { draw: drawField, paint: paintField, press: pressToOpen, open: enterField },
  quote: { draw: drawQuote, paint: paintQuote, press: pressToOpen, open: beginMarking },
  pick: { draw: drawPick, paint: paintPick, press: pressToOpen, open: beginPicking },
};

function isLarge({ kind, labels }) {
  return ["one", "several"].includes(kind ?? "one") && labels.length > LARGE;
}

function controlFor(question) {
  return CONTROLS[isLarge(question) ? "large" : (question.kind ?? "one")];
}

// Answers {group, inputs, element}: what takes the focus, the inputs of its labels, and all of it.
function drawControl(host, asked) {
  const { slot, index } = asked;
  const drawn = { inputs: [], ...controlFor(slot.question).draw(host, asked) };
  Object.assign(drawn.group.dataset, { slot: index, question: slot.question.key, kind: slot.question.kind ?? "one" });
  return { element: drawn.group, ...drawn };
}

function paintControl(host, index) {
  const { question } = host.slots[index];
  const { group } = host.view.groups[index];
  controlFor(question).paint(host, index);
  group.toggleAttribute("data-active", index === host.active);
  if (index === host.active) paintPieces(host);
}

// Whether the key belonged to the control of this slot.
function pressControl(host, index, event) {
  const { question } = host.slots[index];
  return controlFor(question).press(host, index, event) || pressNone(host, index, event);
}

// Space, or e, goes into a control that needs more than one key. On a button it is the button's.
function pressToOpen(host, index, event) {
  const opens = event.key === " " || (event.key.toLowerCase() === "e" && !event.shiftKey && singleKeys(host));
  if (!opens || event.ctrlKey || event.metaKey || event.composedPath()[0].closest?.("button, summary, a")) return false;
  if (!event.repeat) openControl(host, index);
  return true;
}

function openControl(host, index) {
  if (mayGive(host)) controlFor(host.slots[index].question).open(host, index);
}

// 0: nothing applies. A complete answer, so the keys go on.
function pressNone(host, index, event) {
  const { question } = host.slots[index];
  if (!takesNone(question) || !(event.key === "0" || digitOf(event) === "0")) return false;
  if (!event.repeat) give(host, index, labelShown(host.slots[index]) === NONE ? null : NONE, { advance: true });
  return true;
}

// Enter on an answer that may grow (several labels, words, pieces, text) says that it is complete, and goes on while an
// open answer stands below; else it is not for the control.
function enterControl(host, index) {
  const slot = host.slots[index];
  const grows = takesNone(slot.question) || slot.question.kind === "text";
  if (!grows || labelShown(slot) === null || nextWaitingFrom(host, index) <= index) return false;
  goOnFrom(host, index);
  return true;
}

// A line under a control that says its keys while it is the active one; a screen reader is told with the group.
function tipOf(host, index, name) {
  const tip = make("p", { class: "tip", id: `tip-${index}` });
  tip.append(...withCaps(host.texts[name]));
  return tip;
}

// "{Space} marks words" -> the key drawn as a cap.
function withCaps(template) {
  return template.split(/\{([^}]+)\}/).map((piece, i) => (i % 2 ? make("kbd", {}, piece) : piece)).filter((piece) => piece !== "");
}

// A chosen thing with a button that takes it away.
function chipFor(host, { words, about = "", remove }) {
  const name = sentence(host.texts.take_away, { what: [about, words].filter(Boolean).join(": ") });
  const away = make("button", { type: "button", class: "chip-away", "aria-label": name, title: host.texts.take_away_short }, "✕");
  away.addEventListener("click", remove);
  const label = about ? make("b", { class: "chip-about" }, about) : null;
  return make("li", { class: "piece-chip" }, label, written("span", words, { class: "chip-words" }), away);
}

// What the control says as it works: the words under the cursor, how many were found.
function tellIn(host, index, ...words) {
  show(host.view.groups[index].told, ...words);
}
