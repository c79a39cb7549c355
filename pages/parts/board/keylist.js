// Which keys mean what: the labels of the question in hand with their meanings, the moves, and the board's commands.

function toggleKeys(board) {
  if (board.panel === "keys") return closePanel(board);
  const { texts } = board;
  const groups = [labelKeys(board), ...commandKeys(board)].filter(Boolean);
  const off = singleKeys(board) ? null : make("p", { class: "soft" }, texts.keys_off);
  const body = make("div", { class: "keylist" }, off, ...groups);
  return openPanel(board, { name: "keys", title: texts.keys, body });
}

function labelKeys(board) {
  const question = board.slots[board.active]?.question;
  if (!question || board.view.root.dataset.view !== "item") return null;
  return keyGroup(written("h3", question.text), [...ownKeys(board, question), ...besideKeys(board, question)]);
}

// What the control of this question takes: a key for each label, or the keys that lead into it.
function ownKeys(board, question) {
  const { texts } = board;
  const none = takesNone(question) ? [keyLine(board, ["0"], texts[`none_${question.kind}`])] : [];
  if (isLarge(question) || !["one", "several"].includes(question.kind ?? "one")) {
    const name = isLarge(question) ? "find" : question.kind;
    return [keyLine(board, ["Space", "e"], texts[`open_${name}`]), ...none];
  }
  const rows = question.labels.map((label, i) => {
    const words = make("dd", {}, written("b", label.text));
    if (label.help) words.append(written("span", label.help, { class: "soft" }));
    const key = workingKey(board, question, i);
    return [make("dt", {}, key === null ? null : capOf(texts, key)), words];
  });
  return [...rows, ...none];
}

// That it cannot be judged, and how sure one is, where the question takes it.
function besideKeys(board, { cannot_judge: cannot, confidence }) {
  const { texts } = board;
  const sure = confidence ? [keyLine(board, ["Shift+1", "Shift+2", "Shift+3"], texts.how_sure_keys)] : [];
  return [...(cannot ? [keyLine(board, ["x"], texts.key_cannot)] : []), ...sure];
}

// The commands in the order of their table, those of help apart; keys of one name stand together.
function commandKeys(board) {
  const hidden = ["cannot", ...(hasBank(board) ? [] : ["bank"]), ...(board.screen?.again ? [] : ["adopt"])]; // said with the question; where there is one
  const names = [...new Set(COMMANDS.map(({ name }) => name))].filter((name) => !hidden.includes(name));
  const keysOf = (name) => COMMANDS.filter((command) => command.name === name).map(({ key }) => key);
  const rowsOf = (chosen) => chosen.map((name) => keyRow(board, keysOf(name), name));
  const moves = MOVE_KEYS.map(({ keys, name }) => keyRow(board, keys, name));
  const heading = (name) => make("h3", {}, board.texts[name]);
  const left = [keyGroup(heading("keys_moves"), moves), keyGroup(heading("keys_help"), rowsOf(HELPS.filter((name) => !hidden.includes(name))))];
  const right = keyGroup(heading("keys_commands"), rowsOf(names.filter((name) => !HELPS.includes(name))));
  return [make("div", { class: "key-column" }, ...left), make("div", { class: "key-column" }, right)];
}

const HELPS = ["search", "mention", "bank", "guideline", "keys"];

const MOVE_KEYS = [
  { keys: ["ArrowUp", "k"], name: "up" },
  { keys: ["ArrowDown", "j"], name: "down" },
  { keys: ["Enter"], name: "submit" },
  { keys: ["Escape"], name: "escape" },
];

// A letter that is switched off is not shown; a command without another key has its button still.
function keyRow(board, keys, name) {
  return keyLine(board, keys, board.texts[`key_${name}`]);
}

function keyLine(board, keys, words) {
  const working = keys.filter((key) => !isSingle(key) || singleKeys(board));
  if (!working.length) return null;
  return [make("dt", {}, ...working.map((key) => chordCaps(board.texts, key))), make("dd", {}, words)];
}

function isSingle(key) {
  return /^(Shift\+)?[^\d]$/u.test(key);
}

function chordCaps(texts, chord) {
  const caps = chord.split("+").flatMap((key, i) => (i ? ["+", capOf(texts, key)] : [capOf(texts, key)]));
  return make("span", { class: "chord" }, ...caps);
}

function capOf(texts, key) {
  return make("kbd", {}, texts[`cap_${key}`] ?? key);
}

// Nothing where every key of the group is switched off.
function keyGroup(heading, rows) {
  const working = rows.filter(Boolean).flat();
  return working.length ? make("section", {}, heading, make("dl", { class: "keys" }, ...working)) : null;
}
