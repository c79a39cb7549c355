// Which desk lives in which root. Streamlit calls this at every rerun and change of theme; only the first call builds.

const desks = new WeakMap();

export default function mount({ parentElement: host, data }) {
  let desk = desks.get(host);
  if (desk && desk.project !== data.project) desk.close();
  if (!desk || desk.gone) desk = setUp(host, data);
  else dress(desk);
  desk.calls += 1;
  // Streamlit may clean up after an earlier call when a later one has already taken over
  const call = desk.calls;
  return () => {
    if (call === desk.calls) desk.close();
  };
}

function setUp(host, { project, texts, language, home, item }) {
  document.documentElement.lang = language;
  const desk = {
    host, project, texts,
    address: deskAddresses({ project, home }),
    phase: "opening", // opening, item, sending, end
    order: readOrder(), filters: noFilters(), bankKey: "Shift+B", queue: null, screen: null, slots: [], active: 0, letters: new Map(),
    reason: "", names: false, visited: [], outgoing: null, warned: false, shownAnyway: 0,
    outage: null, panel: null, panelOpen: null, profileOpen: false, legendOpen: false, settledOpen: false,
    suggested: null, mode: null, readsResponses: true,
    gone: false, calls: 0,
  };
  desk.view = buildDesk(desk);
  desk.contextTools = searchTool;
  const deafen = listenToDesk(desk);
  const uncover = cover(desk);
  desk.close = () => {
    desk.gone = true;
    endFinding(desk);
    desks.delete(host);
    closePanel(desk);
    endOutage(desk);
    deafen();
    uncover();
  };
  desks.set(host, desk);
  drawPlain(desk, "opening", texts.opening);
  openDesk(desk, Number(item) || 0);
  return desk;
}

function deskAddresses({ project, home }) {
  const base = home.endsWith("/") ? home : `${home}/`;
  const own = `${base}desk/${encodeURIComponent(project)}`;
  const { signIn, signOut } = addresses({ project, home });
  return { home, signIn, signOut, queue: `${own}/queue`, item: `${own}/item`, decide: `${own}/decide`, suggestions: `${own}/suggestions`, bank: `${own}/bank`,
    preview: `${own}/preview`, accept: `${own}/accept`, undo: `${own}/undo`, accepted: `${own}/accepted`, sendBack: `${own}/send-back`,
    guideline: `${own}/guideline` };
}
