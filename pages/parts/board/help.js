// Where the helps meet the board: their buttons in the header and the dialogue's heading, what they do when the board
// opens and when an item arrives, and the meaning of a label while the pointer or the focus is on it.

function helpView() {
  return {
    pace: make("span", { class: "pace" }),
    breaks: make("div", { class: "breaks", role: "status" }),
  };
}

function helpButtons(board) {
  return [
    helpButton(board, { name: "guideline", run: toggleGuideline, key: "g" }),
    helpButton(board, { name: "keys", run: toggleKeys, key: "?" }),
    helpButton(board, { name: "settings", run: toggleSettings }),
  ];
}

function helpButton(board, { name, run, key = null }) {
  const cap = key && make("kbd", { "aria-hidden": "true", class: "single" }, key);
  const button = make("button", { type: "button", class: "quiet", "data-help": name }, board.texts[name], cap);
  button.addEventListener("click", () => run(board));
  return button;
}

function contextTools(board) {
  return make("div", { class: "tools" },
    helpButton(board, { name: "search", run: openSearch, key: "/" }),
    helpButton(board, { name: "mention", run: (one) => canMention(one) && findMention(one), key: "m" }));
}

// When the board opens; answers how to stop.
function attend(board) {
  board.contextTools = contextTools;
  const ears = new AbortController();
  listenForHints(board, ears.signal);
  const rest = watchBreaks(board);
  return () => {
    ears.abort();
    rest();
    endFinding(board);
  };
}

// When a screen arrives: what was found in the last item is gone with it; the guideline opens where it was left open.
function attendScreen(board) {
  endFinding(board);
  applyPreferences(board);
  if (board.attended) return;
  board.attended = true;
  const wide = matchMedia("(min-width: 62.5rem)").matches;
  if (preferencesOf(board).guideline_open && wide) openGuideline(board, { quiet: true });
}
