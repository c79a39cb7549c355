// What a pointer does in the texts, on the board and on the desk: it marks words and picks pieces.

function listenToPointer(host, signal) {
  const { root, context, targets } = host.view;
  // the selection is settled a moment after the button is up
  root.addEventListener("pointerup", () => setTimeout(() => host.gone || markSelected(host)), { signal });
  context.addEventListener("click", (event) => pickByPointer(host, event), { signal });
  // While the button is down nothing may move away from under it: a row becomes the active one when it is up again.
  targets.addEventListener("pointerdown", () => (host.pressed = true), { signal, capture: true });
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => (host.pressed = false), { signal, capture: true });
}
