// What a click on a row means, or the focus that reaches it.

function choose(board, event) {
  const index = slotAt(board, event.target);
  if (index !== null && event.target.matches(".choice input")) chosenBy(board, index, event.target);
}

// A row that is clicked or reached by Tab becomes the one that the keys mean.
function touch(board, event) {
  const index = slotAt(board, event.target);
  if (index === null) return;
  if (index !== board.active) activate(board, index, { follow: false });
  const { group } = board.view.groups[index];
  if (event.type === "click" && !board.mode && !event.target.closest(OWN_FOCUS)) group.focus({ preventScroll: true });
}

const OWN_FOCUS = "label, button, input, textarea, .options, .response-text";

// A fold opened by mouse, or a link to another tab, does not keep the keyboard: Enter shall still submit.
function takeBack(board, event) {
  const fold = event.detail > 0 && event.target.closest("summary");
  if (!fold && !event.target.closest("a[target=_blank]")) return;
  board.view.groups[board.active]?.group.focus({ preventScroll: true });
}

// The slot that an element belongs to. In a row with several questions the one in hand stays, else it is the first open.
function slotAt({ slots, active, view }, element) {
  const own = element.closest("[data-slot]");
  if (own) return Number(own.dataset.slot);
  const row = element.closest(".row");
  const here = row ? [...row.querySelectorAll(".ask:not([hidden])")].map(({ dataset }) => Number(dataset.slot)) : [];
  if (!here.length || here.includes(active) || !view.groups.length) return here.includes(active) ? active : null;
  return here.find((index) => isOpen(slots[index])) ?? here[0];
}
