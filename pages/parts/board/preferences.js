// How this person wants the board: switches in one small panel, kept with the account.

const BREAKS = [0, 20, 30, 45, 60, 90]; // minutes; 0: no reminder
const SWITCHES = ["single_keys", "show_progress", "show_pace"];

function toggleSettings(board) {
  if (board.panel === "settings") return closePanel(board);
  const { texts } = board;
  const told = make("p", { class: "soft told", role: "status" });
  const choose = (changes) => choosePreferences(board, changes, told);
  const switches = SWITCHES.map((name) => switchOf(board, name, choose));
  const body = make("div", { class: "settings" }, ...switches, breakChoice(board, choose), told);
  return openPanel(board, { name: "settings", title: texts.settings, body });
}

function switchOf(board, name, choose) {
  const input = make("input", { type: "checkbox", name, checked: preferencesOf(board)[name] });
  input.addEventListener("change", () => choose({ [name]: input.checked }));
  const words = make("span", {}, board.texts[`set_${name}`]);
  const help = make("small", { class: "soft" }, board.texts[`set_${name}_help`]);
  return make("label", { class: "setting" }, input, make("span", { class: "setting-words" }, words, help));
}

function breakChoice(board, choose) {
  const { texts } = board;
  const chosen = preferencesOf(board).break_minutes;
  const minutes = [...new Set([...BREAKS, chosen])].sort((one, other) => one - other);
  const words = (n) => (n ? sentence(texts.break_minutes, { n }) : texts.break_never);
  const options = minutes.map((n) => make("option", { value: n, selected: n === chosen }, words(n)));
  const select = make("select", { name: "break_minutes" }, ...options);
  select.addEventListener("change", () => choose({ break_minutes: Number(select.value) }));
  const help = make("small", { class: "soft" }, texts.set_break_help);
  const label = make("span", { class: "setting-words" }, make("span", {}, texts.set_break), help);
  return make("label", { class: "setting" }, label, select);
}

// Opened or closed by hand, the guideline is so on the next visit too.
function toggleGuideline(board) {
  if (board.panel === "guideline") return closePanel(board);
  choosePreferences(board, { guideline_open: true });
  return openGuideline(board);
}

function openGuideline(board, { quiet = false } = {}) {
  const onClose = ({ replaced }) => replaced || board.gone || choosePreferences(board, { guideline_open: false });
  return showGuideline(board, { quiet, onClose });
}

function preferencesOf(board) {
  return { single_keys: true, show_progress: true, show_pace: true, break_minutes: 0, guideline_open: false,
    ...board.screen?.preferences, ...board.preferences };
}

// Holds at once; that it could not be kept for the next visit is said where somebody looks.
async function choosePreferences(board, changes, told = null) {
  board.preferences = { ...board.preferences, ...changes };
  applyPreferences(board);
  paintCaps(board);
  if (board.phase === "item") paintFooter(board);
  const outcome = await post(board.address.preferences, changes);
  if (told) show(told, outcome.kind === "ok" ? board.texts.settings_kept : board.texts.settings_not_kept);
}

// After every arrival and every choice. What was chosen here goes before what a screen brings from before the choice.
function applyPreferences(board) {
  const { view, screen } = board;
  const chosen = preferencesOf(board);
  if (screen) screen.preferences = chosen;
  view.root.toggleAttribute("data-no-progress", !chosen.show_progress);
  paintPace(board);
}
