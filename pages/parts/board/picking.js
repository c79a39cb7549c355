// Turns or memories as an answer: chips under the question, a sign on the pieces themselves. They are picked with the
// pointer while their question is the active one, or by keys that walk from piece to piece.

function drawPick(host, { slot, index, labelledby }) {
  const { texts } = host;
  const start = action("", () => openControl(host, index), { class: "action small" });
  start.append(make("kbd", { "aria-hidden": "true" }, texts.cap_Space), texts[slot.question.many === false ? "pick_one" : "pick_some"]);
  return pieceControl(host, { index, labelledby, start, none: texts.none_pick, tip: "tip_pick", keys: "pick_keys" });
}

function paintPick(host, index) {
  const slot = host.slots[index];
  const label = labelShown(slot);
  const chip = (key) => chipFor(host, {
    about: nameOfPiece(host, key), words: excerptOf(textOfPiece(host, key)),
    remove: () => mayGive(host) && give(host, index, toggled(slot.question, labelShown(slot), key)),
  });
  paintPieceControl(host, index, label, namesIn(label).map(chip));
}

const EXCERPT = 60; // letters of a piece on its chip

function excerptOf(text) {
  const letters = [...text];
  return letters.length > EXCERPT ? `${letters.slice(0, EXCERPT - 1).join("").trimEnd()}…` : text;
}

// The sign on picked pieces, and on those that could be.
function paintPicked({ view, screen }, slot, names) {
  const can = new Set(slot ? pickable(slot.question, screen.item).map(({ key }) => key) : []);
  for (const text of view.context.querySelectorAll("[data-piece]")) {
    const box = boxOfPiece(text);
    box.toggleAttribute("data-pickable", can.has(text.dataset.piece));
    box.toggleAttribute("data-picked", names.includes(text.dataset.piece));
  }
}

function boxOfPiece(text) {
  return text.closest(".turn, .memory, .query") ?? text;
}

// A click on a piece while its question is the active one; words that are being selected are no click.
function pickByPointer(host, event) {
  const box = event.target.closest("[data-pickable]");
  if (!box || !mayGive(host) || selectedRange(host)) return;
  const { piece } = (box.matches("[data-piece]") ? box : box.querySelector("[data-piece]")).dataset;
  const slot = host.slots[host.active];
  const { group, walker } = host.view.groups[host.active];
  give(host, host.active, toggled(slot.question, labelShown(slot), piece));
  (host.mode ? walker : group).focus({ preventScroll: true });
}

function beginPicking(host, index) {
  const { question } = host.slots[index];
  const pieces = pickable(question, host.screen.item).map((piece) => ({ ...piece, element: elementOfPiece(host, piece.key) }));
  const there = pieces.filter(({ element }) => element).sort((one, other) =>
    one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
  if (!there.length) return tellIn(host, index, host.texts.nothing_to_pick);
  const chosen = namesIn(labelShown(host.slots[index]));
  const first = there.findIndex(({ key }) => chosen.includes(key));
  const lastTurn = there.findLastIndex(({ element }) => element.closest(".turn"));
  beginMode(host, { name: "pick", index, pieces: there, piece: 0, press: pressWhilePicking });
  return goToPiece(host, first >= 0 ? first : Math.max(0, lastTurn));
}

const PIECE_STEPS = {
  ArrowDown: 1, j: 1, ArrowRight: 1, ArrowUp: -1, k: -1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity,
};

function pressWhilePicking(host, event) {
  const { mode } = host;
  const step = PIECE_STEPS[event.key];
  if (step) goToPiece(host, Math.min(mode.pieces.length - 1, Math.max(0, mode.piece + step)));
  else if (event.repeat) return;
  else if (event.key === " ") togglePiece(host);
  else if (event.key === "Enter") endPicking(host);
  else if (event.key === "0") give(host, mode.index, NONE, { advance: true });
  else if (event.key === "Delete" || event.key === "Backspace") give(host, mode.index, null);
}

function goToPiece(host, at) {
  const { mode, view, texts } = host;
  mode.piece = at;
  for (const one of view.context.querySelectorAll("[data-at-piece]")) one.removeAttribute("data-at-piece");
  const { element, key, text } = mode.pieces[at];
  boxOfPiece(element).toggleAttribute("data-at-piece", true);
  bringIntoView(host, boxOfPiece(element));
  const is = namesIn(labelShown(host.slots[mode.index])).includes(key) ? `${texts.is_picked}: ` : "";
  tellIn(host, mode.index, make("b", { class: "chip-about" }, nameOfPiece(host, key)), " ", is, written("bdi", excerptOf(text)));
}

function togglePiece(host) {
  const { mode, slots } = host;
  const { question } = slots[mode.index];
  const taken = toggled(question, labelShown(slots[mode.index]), mode.pieces[mode.piece].key);
  if (question.many === false && taken !== null) return give(host, mode.index, taken, { advance: true });
  give(host, mode.index, taken);
  return goToPiece(host, mode.piece);
}

// Enter says that it is complete; where nothing is picked yet, the piece under the cursor is meant.
function endPicking(host) {
  const { mode, slots } = host;
  if (labelShown(slots[mode.index]) !== null) return goOnFrom(host, mode.index);
  return give(host, mode.index, mode.pieces[mode.piece].key, { advance: true });
}
