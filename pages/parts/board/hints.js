// What a label means, shown beside it while the pointer rests on it or Tab has reached it. Esc hides it; the pointer may
// go into it.

const RESTS = 350; // ms
const LEAVES = 200;

function listenForHints(board, signal) {
  const { targets, root } = board.view;
  const bubble = make("div", { class: "meaning", "aria-hidden": "true", hidden: true }); // said through aria-describedby
  board.meaning = { element: bubble, clock: null };
  root.append(bubble);
  targets.addEventListener("pointerover", (event) => onPointer(board, event), { signal });
  targets.addEventListener("pointerout", () => hideHint(board, LEAVES), { signal });
  targets.addEventListener("focusin", (event) => onFocus(board, event), { signal });
  targets.addEventListener("scroll", () => hideHint(board), { signal, passive: true });
  bubble.addEventListener("pointerover", () => clearTimeout(board.meaning.clock), { signal });
  bubble.addEventListener("pointerout", () => hideHint(board, LEAVES), { signal });
  window.addEventListener("keydown", () => hideHint(board), { signal, capture: true });
}

function onPointer(board, event) {
  const choice = event.pointerType === "touch" ? null : event.target.closest(".choice");
  if (!choice) return;
  clearTimeout(board.meaning.clock);
  board.meaning.clock = setTimeout(() => showHint(board, choice), board.meaning.element.hidden ? RESTS : 0);
}

function onFocus(board, event) {
  if (event.target.matches(".choice input:focus-visible")) showHint(board, event.target.closest(".choice"));
  else hideHint(board);
}

function showHint(board, choice) {
  const { element } = board.meaning;
  const help = choice.isConnected ? helpOf(board, choice) : "";
  show(element, written("p", help));
  element.hidden = !help;
  if (!help) return;
  const at = choice.getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const below = at.bottom + 6 + height <= innerHeight;
  element.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  element.style.top = `${below ? at.bottom + 6 : at.top - height - 6}px`;
}

function helpOf(board, choice) {
  const slot = board.slots[slotAt(board, choice)];
  return slot?.question.labels.find(({ key }) => key === choice.dataset.label)?.help ?? "";
}

function hideHint(board, after = 0) {
  clearTimeout(board.meaning.clock);
  const hide = () => (board.meaning.element.hidden = true);
  if (after) board.meaning.clock = setTimeout(hide, after);
  else hide();
}
