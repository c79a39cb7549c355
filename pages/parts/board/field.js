// A question that is answered in words: a field that grows, with the browser's own undo. Enter goes on, Shift+Enter is a
// new line, Escape leaves the field; an Enter of an input method belongs to the input method.

const LONGEST_TEXT = 20_000; // as on the server

function drawField(host, { slot, index, labelledby }) {
  const area = make("textarea", {
    class: "words", rows: "1", dir: "auto", maxlength: LONGEST_TEXT, autocomplete: "off", placeholder: host.texts.text_here,
    "aria-labelledby": labelledby, "aria-describedby": `tip-${index}`, "aria-required": String(slot.question.required),
  });
  const group = make("div", { class: "field", role: "group", tabindex: "-1", "aria-labelledby": labelledby }, area, tipOf(host, index, "tip_text"));
  area.addEventListener("input", () => typedIn(host, index, area));
  area.addEventListener("keydown", (event) => pressInWords(host, index, event));
  return { group, area };
}

function enterField(host, index) {
  const { area } = host.view.groups[index];
  area.focus({ preventScroll: true });
  area.setSelectionRange(area.value.length, area.value.length);
}

// What is typed counts at once: nothing is lost where the field is left in another way than by Enter.
function typedIn(host, index, area) {
  fitHeight(area);
  if (!mayGive(host)) return;
  give(host, index, area.value.replaceAll("\r\n", "\n").trim() || null, { typing: true });
}

function fitHeight(area) {
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + 2}px`;
}

// Nothing typed here reaches Streamlit; what the board does with Enter it does by itself.
function pressInWords(host, index, event) {
  event.stopPropagation();
  if (event.isComposing || event.keyCode === 229) return;
  const { group } = host.view.groups[index];
  if (event.key === "Escape") group.focus({ preventScroll: true });
  else if (event.key === "Enter" && !event.shiftKey && !event.repeat) goOnFrom(host, index);
  else return;
  event.preventDefault();
}

// While the field is being typed in, what stands in it is left alone.
function paintField(host, index) {
  const { area } = host.view.groups[index];
  area.readOnly = !mayGive(host);
  const label = labelShown(host.slots[index]) ?? "";
  if (focused(host) === area && mayGive(host)) return;
  if (area.value.replaceAll("\r\n", "\n").trim() === label) return;
  area.value = label;
  requestAnimationFrame(() => area.isConnected && fitHeight(area));
}
