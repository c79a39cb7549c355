// One label of a few, or several: the labels side by side, each with its key; a scale with words under its points.

const BESIDE = 40; // letters of all labels together that still fit beside a text; wider controls stand below it
const NARROW = 24; // letters that still fit side by side in a narrow pane

function drawChoices(host, { slot, index, labelledby }) {
  const { question } = slot;
  const several = question.kind === "several";
  const group = make("div", {
    role: several ? "group" : "radiogroup", tabindex: "-1", class: "choices", "aria-labelledby": labelledby,
    "aria-required": several ? null : String(question.required), "aria-describedby": several ? `tip-${index}` : null,
    "data-wide": isWide(question), "data-scale": isScale(question), "data-long": lettersIn(question) > NARROW,
  });
  const inputs = question.labels.map((_, i) => choiceOf(host, group, { question, i, index }));
  if (several) inputs.push(noneOf(host, group, index));
  const anchors = isScale(question) ? anchorsOf(question, index) : null;
  const tip = several ? tipOf(host, index, "tip_several") : null;
  if (!anchors && !tip) return { group, inputs };
  return { group, inputs, element: make("div", { class: anchors ? "scale" : "labelled" }, group, anchors, tip) };
}

function choiceOf(host, group, { question, i, index }) {
  const label = question.labels[i];
  const type = question.kind === "several" ? "checkbox" : "radio";
  const input = make("input", { type, name: `slot-${index}`, value: label.key, "aria-describedby": describedBy(question, label, index) });
  const widest = question.labels.every(({ text }) => text.length <= label.text.length) ? label.text : null;
  const cap = shownKey(host, question, i);
  const looks = { class: "face", "data-cap": cap, "data-tone": toneOf(question, i), "data-widest": widest };
  const face = written("span", label.text, looks);
  group.append(make("label", { class: "choice", "data-label": label.key }, input, face));
  return input;
}

// The last box of several: that none of the labels applies.
function noneOf(host, group, index) {
  const input = make("input", { type: "checkbox", name: `slot-${index}`, value: NONE });
  const face = make("span", { class: "face", "data-cap": "0", "data-tone": "low" }, host.texts.none_several);
  group.append(make("label", { class: "choice", "data-label": NONE }, input, face));
  return input;
}

function describedBy(question, label, index) {
  const ids = [label.help ? meaningId(question, label) : null, label.anchor && isScale(question) ? anchorId(index, label) : null];
  return ids.filter(Boolean).join(" ") || null;
}

// The key to show on a label, or null: none that works, or one that the label's own text says (a scale of digits).
function shownKey(host, question, i) {
  const key = workingKey(host, question, i);
  return key === question.labels[i].text ? null : key;
}

function workingKey(host, question, i) {
  return keyOf(question, i, { letters: singleKeys(host) }) || null;
}

function paintCaps(host) {
  host.view.groups.forEach(({ inputs }, index) => {
    const { question } = host.slots[index];
    question.labels.slice(0, inputs.length).forEach((_, i) => {
      const cap = shownKey(host, question, i);
      if (cap === null) inputs[i].nextElementSibling.removeAttribute("data-cap");
      else inputs[i].nextElementSibling.dataset.cap = cap;
    });
  });
}

// Below its text, for want of room beside it.
function isWide(question) {
  const { kind = "one", labels } = question;
  if (kind !== "one" || isLarge(question)) return true;
  return labels.length > 5 || lettersIn(question) > BESIDE;
}

function lettersIn({ labels }) {
  return labels.reduce((sum, { text }) => sum + text.length, 0);
}

// Points in a row with words under some of them.
function isScale({ kind = "one", level, labels }) {
  return kind === "one" && level !== "nominal" && labels.length <= LARGE && labels.some(({ anchor }) => anchor);
}

// Words under the first, the middle and the last point have a third of the row each; other points their own column.
function anchorsOf({ labels }, index) {
  const places = labels.map(({ anchor }, i) => (anchor ? i : -1)).filter((i) => i >= 0);
  const last = labels.length - 1;
  const even = places.length > 1 && places[0] === 0 && places.at(-1) === last
    && (places.length === 2 || (places.length === 3 && places[1] * 2 === last));
  const said = places.map((i) => {
    const side = i === 0 ? "start" : i === last ? "end" : "center";
    const looks = { id: anchorId(index, labels[i]), "data-side": side, style: even ? null : `grid-column:${i + 1}` };
    return written("span", labels[i].anchor, looks);
  });
  return make("div", { class: "anchors", style: `--columns:${even ? places.length : labels.length}` }, ...said);
}

function anchorId(index, { key }) {
  return `anchor-${index}-${key}`;
}

// Up to three labels are told apart by tone as well; on longer scales the place says it, and many colours are loud.
function toneOf({ kind = "one", labels }, i) {
  if (labels.length > 3 || kind === "several") return "high";
  return i === 0 ? "low" : i === labels.length - 1 ? "high" : "mid";
}

function paintChoices(host, index) {
  const slot = host.slots[index];
  const label = labelShown(slot);
  const chosen = slot.question.kind === "several" && label !== NONE ? namesIn(label) : [label];
  for (const input of host.view.groups[index].inputs) input.checked = chosen.includes(input.value);
}

function pressChoice(host, index, event) {
  const label = labelFor(host.slots[index].question, event, { letters: singleKeys(host) });
  if (label !== null && !event.repeat) give(host, index, label, { advance: true });
  return label !== null;
}

// A key puts a label in or takes it out; the keys stay here, since there may be more.
function pressSeveral(host, index, event) {
  const slot = host.slots[index];
  const name = labelFor(slot.question, event, { letters: singleKeys(host) });
  if (name !== null && !event.repeat) give(host, index, toggled(slot.question, labelShown(slot), name));
  return name !== null;
}

// A label that was clicked, or reached with the browser's own keys.
function chosenBy(host, index, input) {
  const slot = host.slots[index];
  if (!mayGive(host)) paintControl(host, index); // locked: shows again what was sent
  else if (slot.question.kind !== "several") give(host, index, input.value);
  else if (input.value === NONE) give(host, index, labelShown(slot) === NONE ? null : NONE);
  else give(host, index, toggled(slot.question, labelShown(slot), input.value));
}
