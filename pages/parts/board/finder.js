// One label of many, or several of many: a field to type in and all labels under their groups' names. What is typed
// narrows them, by their words or their keys; nothing is chosen before, and nothing is put first.

function drawFinder(host, { slot, index, labelledby }) {
  const { question } = slot;
  const { texts } = host;
  const input = make("input", {
    type: "text", class: "finder-input", role: "combobox", autocomplete: "off", spellcheck: "false", dir: "auto", placeholder: texts.find_label,
    "aria-labelledby": labelledby, "aria-expanded": "false", "aria-autocomplete": "list", "aria-controls": `options-${index}`,
    "aria-describedby": `tip-${index}`, "aria-required": String(question.required),
  });
  const chips = make("ul", { class: "piece-chips", "aria-label": texts.chosen });
  const options = make("div", {
    class: "options", role: "listbox", id: `options-${index}`, hidden: true, "aria-label": question.text,
    "aria-multiselectable": question.kind === "several" ? "true" : null,
  });
  const told = make("p", { class: "spoken sr", role: "status" });
  const tip = tipOf(host, index, question.kind === "several" ? "tip_find_several" : "tip_find");
  const group = make("div", { class: "many", role: "group", tabindex: "-1", "aria-labelledby": labelledby }, chips, input, options, told, tip);
  input.addEventListener("focus", () => unfoldFinder(host, index));
  input.addEventListener("input", () => narrow(host, index));
  input.addEventListener("blur", () => foldFinder(host, index));
  input.addEventListener("keydown", (event) => pressInFinder(host, index, event));
  options.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  options.addEventListener("pointerover", (event) => sayMeaning(host, index, event.target.closest(".option")?.dataset.label));
  options.addEventListener("click", (event) => takeOption(host, index, event.target.closest(".option")));
  return { group, finder: { input, options, chips, at: null }, told };
}

function openFinder(host, index) {
  host.view.groups[index].finder.input.focus({ preventScroll: true });
}

function unfoldFinder(host, index) {
  const { finder, row } = host.view.groups[index];
  if (!mayGive(host) || !finder.options.hidden) return;
  finder.options.hidden = false;
  row.toggleAttribute("data-open", true);
  finder.input.setAttribute("aria-expanded", "true");
  finder.input.value = "";
  narrow(host, index);
  keepInSight(host, finder.options);
}

function foldFinder(host, index) {
  const { finder, row } = host.view.groups[index];
  finder.options.hidden = true;
  row.toggleAttribute("data-open", false);
  finder.input.setAttribute("aria-expanded", "false");
  finder.input.removeAttribute("aria-activedescendant");
  show(finder.options);
  paintFinder(host, index);
}

// The labels that what is typed leaves, the first of them under the cursor; all of them and no cursor where it is empty.
function narrow(host, index) {
  const { question } = host.slots[index];
  const { finder } = host.view.groups[index];
  const wanted = plainly(finder.input.value);
  const left = question.labels.filter((label) => !wanted || rankOf(label, wanted) > 0);
  const columns = make("div", { class: "option-columns", role: "presentation" }, ...optionGroups(host, index, left));
  show(finder.options, columns, left.some(({ help }) => help) ? make("p", { class: "option-help", role: "presentation", dir: "auto" }) : "");
  const best = wanted ? left.reduce((top, label) => (rankOf(label, wanted) > rankOf(top, wanted) ? label : top), left[0]) : null;
  moveTo(host, index, best?.key ?? null);
  tellIn(host, index, wanted ? counted(host.texts, "labels_left", left.length) : "");
}

// Letters without case and accents.
function plainly(text) {
  return text.trim().normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

// A beginning counts for more than the middle of a word.
function rankOf({ text, key }, wanted) {
  const names = [plainly(text), plainly(key)];
  if (names.some((name) => name === wanted)) return 3;
  if (names.some((name) => name.startsWith(wanted))) return 2;
  return names.some((name) => name.includes(wanted)) ? 1 : 0;
}

function optionGroups(host, index, labels) {
  const { question } = host.slots[index];
  const groups = question.groups?.length ? question.groups : [{ key: undefined, text: "" }];
  const known = new Set(groups.map(({ key }) => key));
  const within = (key) => labels.filter((label) => (known.has(label.group) ? label.group : groups[0].key) === key);
  const filled = groups.map((group, i) => ({ group, i, some: within(group.key) })).filter(({ some }) => some.length);
  return filled.map(({ group, i, some }) => {
    const title = group.text ? written("p", group.text, { class: "option-title", id: `options-${index}-${i}` }) : null;
    const looks = { class: "option-group", role: "group", "aria-labelledby": title ? title.id : null };
    return make("div", looks, title, ...some.map((label) => optionOf(host, index, label)));
  });
}

function optionOf(host, index, { key, text, help }) {
  const slot = host.slots[index];
  const chosen = slot.question.kind === "several" ? namesIn(labelShown(slot)).includes(key) : labelShown(slot) === key;
  const looks = {
    class: "option", role: "option", id: `option-${index}-${key}`, "data-label": key, "aria-selected": String(chosen),
    "aria-description": help || null,
  };
  return written("div", text, looks);
}

function pressInFinder(host, index, event) {
  event.stopPropagation();
  if (event.isComposing || event.keyCode === 229) return;
  if (!pressOption(host, index, event)) return;
  event.preventDefault();
}

function pressOption(host, index, event) {
  const { finder, group } = host.view.groups[index];
  const options = [...finder.options.querySelectorAll(".option")];
  const at = options.findIndex((option) => option.dataset.label === finder.at);
  if (event.key === "Escape") return group.focus({ preventScroll: true }), true;
  if (event.key === "Enter") return takeOption(host, index, options[at]), true;
  if (event.key === "ArrowDown") return moveTo(host, index, options[Math.min(options.length - 1, at + 1)]?.dataset.label), true;
  if (event.key === "ArrowUp") return moveTo(host, index, options[Math.max(0, at - 1)]?.dataset.label), true;
  if (["ArrowLeft", "ArrowRight"].includes(event.key) && !finder.input.value) return stepGroup(host, index, options[at], event.key), true;
  if (event.key === "0" && !finder.input.value && takesNone(host.slots[index].question)) return give(host, index, NONE, { advance: true }), true;
  if (event.key === "Backspace" && !finder.input.value) return give(host, index, lastTakenAway(host.slots[index])), narrow(host, index), true;
  return false;
}

function lastTakenAway(slot) {
  const names = namesIn(labelShown(slot));
  return slot.question.kind === "several" && names.length ? toggled(slot.question, labelShown(slot), names.at(-1)) : null;
}

// To the first label of the next group, or of the one before.
function stepGroup(host, index, option, key) {
  const { finder } = host.view.groups[index];
  const groups = [...finder.options.querySelectorAll(".option-group")];
  const forward = (key === "ArrowRight") === (getComputedStyle(finder.options).direction !== "rtl");
  const at = groups.indexOf(option?.parentElement) + (forward ? 1 : -1);
  const goal = groups[Math.min(groups.length - 1, Math.max(0, at))];
  moveTo(host, index, goal?.querySelector(".option").dataset.label);
}

function moveTo(host, index, key = null) {
  const { finder } = host.view.groups[index];
  finder.at = key;
  for (const option of finder.options.querySelectorAll(".option")) option.toggleAttribute("data-at", option.dataset.label === key);
  sayMeaning(host, index, key);
  const option = key === null ? null : finder.options.querySelector(".option[data-at]");
  if (!option) return finder.input.removeAttribute("aria-activedescendant");
  finder.input.setAttribute("aria-activedescendant", option.id);
  keepInSight(host, option);
}

// What the label under the cursor or the pointer means, below all of them.
function sayMeaning({ slots, view }, index, key) {
  const line = view.groups[index].finder.options.querySelector(".option-help");
  if (line) show(line, slots[index].question.labels.find((label) => label.key === key)?.help ?? "");
}

// One label: it is taken, and the keys go on. Several: it is put in or taken out, and the field is ready for the next.
function takeOption(host, index, option) {
  const { slots, view } = host;
  if (!option || !mayGive(host)) return enterControl(host, index);
  const { question } = slots[index];
  const { label } = option.dataset;
  if (question.kind !== "several") {
    view.groups[index].group.focus({ preventScroll: true });
    return give(host, index, label, { advance: true });
  }
  give(host, index, toggled(question, labelShown(slots[index]), label));
  view.groups[index].finder.input.value = "";
  return narrow(host, index);
}

function paintFinder(host, index) {
  const { finder } = host.view.groups[index];
  const slot = host.slots[index];
  const label = labelShown(slot);
  const several = slot.question.kind === "several";
  const text = (key) => slot.question.labels.find((one) => one.key === key)?.text ?? key;
  const away = (key) => () => mayGive(host) && give(host, index, key === NONE ? null : toggled(slot.question, labelShown(slot), key));
  const none = several && label === NONE ? [chipFor(host, { words: host.texts.none_several, remove: away(NONE) })] : [];
  const chosen = several ? namesIn(label).map((key) => chipFor(host, { words: text(key), remove: away(key) })) : [];
  show(finder.chips, ...none, ...chosen);
  finder.chips.hidden = !several || label === null;
  if (finder.options.hidden) finder.input.value = several || label === null ? "" : text(label);
  finder.input.toggleAttribute("data-chosen", !several && label !== null);
}

// Into the part of its pane between the heading that stays and the pane's end.
function keepInSight({ view }, element) {
  if (view.targets.contains(element)) element.scrollIntoView({ block: "nearest" });
}
