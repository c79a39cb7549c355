// What a pointer does in the texts, on the board and on the desk: it marks words and picks pieces.

function listenToPointer(host, signal) {
  const { root, context, targets } = host.view;
  // the selection is settled a moment after the button is up
  root.addEventListener("pointerup", ({ pointerType }) => pointerType === "touch" || setTimeout(() => host.gone || markSelected(host)), { signal });
  root.addEventListener("pointerdown", ({ pointerType }) => (host.byTouch = pointerType === "touch"), { signal, capture: true });
  document.addEventListener("selectionchange", () => host.gone || offerMarking(host), { signal });
  context.addEventListener("click", (event) => pickByPointer(host, event), { signal });
  // While the button is down nothing may move away from under it: a row becomes the active one when it is up again.
  targets.addEventListener("pointerdown", () => (host.pressed = true), { signal, capture: true });
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => (host.pressed = false), { signal, capture: true });
}

// Words selected by touch: their ends are dragged, so that only a person knows when it is done. A button then marks them.
const STAYS = 400; // ms: the touch on the button may undo the selection first

function offerMarking(host) {
  const spans = host.byTouch ? selectedSpans(host) : [];
  clearTimeout(host.leaving);
  if (spans.length) return showOffer(host, spans);
  host.leaving = setTimeout(() => host.offer?.remove(), STAYS);
  return undefined;
}

function showOffer(host, spans) {
  const index = host.active;
  const take = () => {
    host.offer.remove();
    if (index === host.active && mayGive(host)) markSpans(host, spans);
  };
  host.offer?.remove();
  host.offer = action(host.texts.mark_these, take, { class: "action mark-these" });
  host.offer.addEventListener("pointerdown", (event) => event.preventDefault());
  host.view.root.append(host.offer);
}
