// Which board lives in which root. Streamlit calls this at every rerun and change of theme; only the first call builds.

const boards = new WeakMap();

export default function mount({ parentElement: host, data }) {
  let board = boards.get(host);
  if (board && board.project !== data.project) board.close();
  if (!board || board.gone) board = build(host, data);
  else dress(board);
  board.calls += 1;
  // Streamlit may clean up after an earlier call when a later one has already taken over
  const call = board.calls;
  return () => {
    if (call === board.calls) board.close();
  };
}

function build(host, { project, texts, language, home }) {
  document.documentElement.lang = language;
  const board = {
    host, project, texts,
    address: addresses({ project, home }),
    phase: "opening", // opening, item, sending, moving, end
    screen: null, slots: [], active: 0, token: null, note: "", flagged: false, asked: false,
    past: [], future: [], sync: null, work: null, visiting: null, tray: null, hint: null,
    outage: null, draftKept: true, profileOpen: false, legendOpen: false,
    besideAsk: talkBeside, isTalkedAbout, talk: null, comments: new Map(),
    gone: false, calls: 0,
  };
  board.view = buildView(board);
  const deafen = listen(board);
  const uncover = cover(board);
  const ease = attend(board);
  board.close = () => {
    flush(board);
    board.gone = true;
    endSync(board);
    boards.delete(host);
    endOutage(board);
    deafen();
    ease();
    uncover();
  };
  boards.set(host, board);
  drawPlain(board, "opening", texts.opening);
  openFirst(board);
  return board;
}
