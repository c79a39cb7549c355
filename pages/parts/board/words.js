// How a sentence or an element of the board comes to be: by textContent and nodes, never by markup.

// make("p", {class: "text", dir: "auto"}, "any text", node, …)
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

// What somebody wrote: literal, and in its own direction.
function written(tag, text, attributes = {}) {
  return make(tag, { dir: "auto", ...attributes }, ...piecesOf(text));
}

const NUMBERS = /(?<![\d-])(\d{1,4}(?:-\d{1,4}){1,2})(?![\d-])/; // "2023-07-14", "10-12"

// A browser breaks a line after the hyphen of a date. Its text stays as it is.
function piecesOf(text) {
  if (!NUMBERS.test(text)) return [text];
  return text.split(NUMBERS).map((piece, i) => (i % 2 ? make("span", { class: "together" }, piece) : piece));
}

// "{n} of {total} done" with {n: 3, total: 10} -> text and nodes in the order of the sentence, whatever the language.
function phrase(template, parts = {}) {
  return template
    .split(/\{(\w+)\}/)
    .map((piece, i) => (i % 2 ? (parts[piece] ?? "") : piece))
    .map((piece) => (piece instanceof Node ? piece : String(piece)))
    .filter((piece) => piece !== "");
}

function sentence(template, parts) {
  return phrase(template, parts).join("");
}

// One or several: texts are named "<name>_one" and "<name>_many".
function counted(texts, name, n) {
  return sentence(texts[`${name}_${n === 1 ? "one" : "many"}`], { n });
}

// A list too long to lay out at once: the style leaves what is out of sight for later.
function list(name, entries) {
  return make("ol", { class: name, "data-long": entries.length > 40 }, ...entries);
}

// How moments are written: as the interface's language does, in the browser's own kind of it where it has one.
function tongue() {
  const { lang } = document.documentElement;
  return navigator.languages.find((one) => one.split("-")[0] === lang) ?? lang;
}

function show(element, ...children) {
  element.replaceChildren(...children);
}
