// What participants of a discussion said first and say to each other, beside each place that is asked again. It comes
// from a route of its own: a round that nobody discusses has no such part. Nothing here chooses an answer.

const LONGEST_COMMENT = 2_000; // as on the server

// A discussion, or a calibration round that is over and talked about.
function isTalkedAbout({ again, editable, project }) {
  return Boolean(again) || (project.round_kind === "calibration" && !editable);
}

function openTalk(board) {
  if (!isTalkedAbout(board.screen)) return;
  board.view.talkIs = make("p", { class: "talk-is" }, aboutTalk(board));
  board.view.targets.prepend(board.view.talkIs);
  board.view.targets.append(...restOf(board));
  loadTalk(board);
}

// An item that was sent back can be answered again in a discussion that is over: which of both it is, the talk says.
function aboutTalk({ screen, talk, texts }) {
  if (!screen.again) return texts.talk_calibration;
  if (!screen.editable) return texts.talk_over;
  if (screen.sent_back && !talk) return "";
  return screen.sent_back && !talk.open ? texts.talk_back : texts.talk_is;
}

async function loadTalk(board) {
  const { assignment } = board.screen;
  const outcome = await get(`${board.address.talk}/${assignment}`, { known: board.talk?.mark });
  if (board.gone || board.screen.assignment !== assignment) return;
  if (outcome.kind === "ok") takeTalk(board, outcome.answer);
  hearOn(board);
}

function takeTalk(board, talk) {
  board.talk = talk;
  board.view.talkIs.textContent = aboutTalk(board);
  board.slots.forEach((_, index) => paintTalk(board, index));
  const { again, editable, sent_back: back } = board.screen;
  if (again && editable && !back && !talk.open && board.phase === "item") closeItem(board);
}

// Beside an ask, when it is drawn: filled now, or as soon as the talk has come.
function talkBeside(board, index) {
  if (!isTalkedAbout(board.screen)) return null;
  const box = make("section", { class: "talk", "aria-label": board.texts.talk });
  board.view.groups[index].talk = box;
  if (board.talk) paintTalk(board, index, box);
  return box;
}

function paintTalk(board, index, box = board.view.groups[index].talk) {
  const place = placeOf(board, index);
  if (!box || !place) return;
  paintVoices(box, voicesOf(board, index, place));
  paintThread(board, box, place);
  const form = box.querySelector("form");
  if (!form && board.talk.open) box.append(commentForm(board, index));
  if (form && !board.talk.open && !form.matches(":focus-within")) form.remove();
}

// What has not changed stays, so that neither the focus nor the place on the screen moves.
function paintVoices(box, drawn) {
  const there = box.querySelector(".voices");
  if (there && drawn?.outerHTML === there.outerHTML) return;
  there?.remove();
  if (drawn) box.prepend(drawn);
}

function placeOf({ slots, talk }, index) {
  const { target, question } = slots[index];
  return talk?.places.find((one) => one.target === target.key && one.question === question.key) ?? null;
}

// --- First answers ---------------------------------------------------------------------------------------------------

function voicesOf(board, index, { voices }) {
  if (!voices.length) return null;
  const drawn = voices.map((voice) => voiceOf(board, index, voice));
  return make("ul", { class: "voices", "aria-label": board.texts.talk_first }, ...drawn);
}

function voiceOf(board, index, { who, you, first, comment, now }) {
  const { texts, slots, talk } = board;
  const { question } = slots[index];
  const said = written("b", wordOf(board, question, first), { class: "voice-said", "data-cannot": first.cannot !== null });
  const name = you ? make("span", { class: "voice-who" }, texts.talk_you) : written("span", who, { class: "voice-who" });
  const later = now && talk.shows_new ? written("span", sentence(texts.talk_now, { label: wordOf(board, question, now) }), { class: "voice-now" }) : null;
  const line = make("span", { class: "voice-chip", "data-you": you }, name, said, later, you ? adoptButton(board, index) : null);
  return make("li", { class: "voice" }, line, comment ? written("q", comment, { class: "voice-comment" }) : null);
}

function wordOf(board, question, { label, cannot }) {
  return label === null ? sentence(board.texts.talk_cannot, { why: cannot }) : lineOfLabel(board, question, label);
}

// One key gives one's own first answer once more; nothing is chosen beforehand.
function adoptButton(board, index) {
  if (!board.screen.again || !board.screen.editable) return null;
  const cap = make("kbd", { "aria-hidden": "true", class: "single" }, "=");
  const button = make("button", { type: "button", class: "adopt", "aria-keyshortcuts": "=" }, board.texts.talk_adopt, cap);
  button.addEventListener("click", () => {
    activate(board, index);
    adopt(board);
  });
  return button;
}

function canAdopt(board) {
  const first = board.slots[board.active]?.first;
  return canEdit(board) && Boolean(first) && stands(first);
}

function adopt(board) {
  if (!canAdopt(board)) return;
  const { active, slots } = board;
  const { label, cannot, confidence } = slots[active].first;
  setValue(board, active, { label, cannot, confidence });
  board.given = active;
  goOnFrom(board, active);
}

// --- The thread ------------------------------------------------------------------------------------------------------

// Comments only come, none ever changes: new ones go below those that are there, and are read out when they come later.
function paintThread(board, box, { thread }) {
  let list = box.querySelector(".thread");
  const fresh = thread.slice(list?.children.length ?? 0).map((remark) => remarkOf(board, remark));
  if (!fresh.length) return;
  if (!list) {
    list = make("ol", { class: "thread", "aria-label": board.texts.talk_thread, "aria-live": "polite" });
    box.insertBefore(list, box.querySelector("form"));
  }
  list.append(...fresh);
}

function remarkOf(board, { who, you, text, at }) {
  const name = you ? make("span", {}, board.texts.talk_you) : written("span", who);
  const head = make("p", { class: "remark-head" }, name, " · ", make("time", { datetime: at }, momentOf(at)));
  return make("li", { class: "remark", "data-you": you }, head, written("p", text, { class: "remark-text" }));
}

// What is typed here is not for the board, nor for Streamlit behind it. It is kept in this browser until it is sent.
function commentForm(board, index) {
  const { texts } = board;
  const area = make("textarea", {
    class: "words", rows: "1", dir: "auto", maxlength: LONGEST_COMMENT, autocomplete: "off",
    placeholder: texts.talk_write, "aria-label": texts.talk_write,
  });
  const send = make("button", { type: "submit", class: "action" }, texts.talk_send);
  const said = make("p", { class: "talk-said", role: "status" });
  const form = make("form", { class: "talk-form" }, area, send, said);
  const comment = { area, send, said, token: null, key: commentKey(board, index), index };
  area.value = keptComment(comment.key);
  board.comments.set(index, comment);
  area.addEventListener("input", () => typedComment(comment));
  area.addEventListener("keydown", (event) => pressInComment(board, comment, event));
  form.addEventListener("submit", (event) => (event.preventDefault(), sendComment(board, comment)));
  requestAnimationFrame(() => area.isConnected && fitHeight(area));
  return form;
}

function typedComment(comment) {
  comment.token = null; // another text is another comment
  keepComment(comment.key, comment.area.value);
  show(comment.said);
  fitHeight(comment.area);
}

function pressInComment(board, comment, event) {
  event.stopPropagation();
  if (composes(event)) return;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) sendComment(board, comment);
  else if (event.key === "Escape") board.view.groups[comment.index].group.focus({ preventScroll: true });
  else return;
  event.preventDefault();
}

async function sendComment(board, comment) {
  const { area, send, said, index } = comment;
  const { account, assignment } = board.screen;
  const text = area.value.trim();
  if (!text || send.disabled) return area.focus();
  const { target, question } = board.slots[index];
  comment.token ??= newToken();
  send.disabled = true;
  const content = { account: account.key, assignment, target: target.key, question: question.key, text, token: comment.token };
  const outcome = await post(board.address.comment, content);
  send.disabled = false;
  if (outcome.kind !== "ok") return show(said, ...whyNotSent(board, outcome));
  if (area.value.trim() === text) area.value = "";
  typedComment(comment);
  if (board.gone || board.screen.assignment !== assignment) return;
  takeTalk(board, outcome.answer);
  show(said, board.texts.talk_sent);
}

function whyNotSent(board, outcome) {
  if (outcome.kind === "signed_out") return [board.texts.sign_in_ended, " ", signInLink(board)];
  if (outcome.kind === "unreachable") return [board.texts.talk_unreachable];
  return phrase(board.texts.refused, { message: reasonOf(board, outcome) });
}

// A comment that is typed and not sent; D3: nobody loses it by going on.
function unsentComment({ comments }) {
  return [...(comments?.values() ?? [])].find(({ area }) => area.isConnected && area.value.trim() !== "") ?? null;
}

function sayUnsent(board, comment) {
  sayHint(board, board.texts.talk_unsent);
  activate(board, comment.index, { follow: false });
  comment.area.focus();
}

function commentKey(board, index) {
  const { target, question } = board.slots[index];
  return `accord:comment:${board.screen.project.key}:${board.screen.account.key}:${board.screen.assignment}:${target.key}:${question.key}`;
}

function keptComment(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function keepComment(key, text) {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // storage is full or forbidden: the text is on the screen only
  }
}

// --- Around it -------------------------------------------------------------------------------------------------------

// The targets of the item that are not discussed: to read, not to answer.
function restOf({ screen, slots, texts }) {
  const asked = new Set(slots.map(({ target }) => target.key));
  const rest = screen.item.targets.filter(({ key, kind, text }) => text && kind !== "pair" && !asked.has(key));
  if (!rest.length) return [];
  const lines = rest.map(({ text }) => written("li", text, { class: "text" }));
  return [make("details", { class: "rest" }, make("summary", {}, sentence(texts.talk_rest, { n: rest.length })), make("ul", {}, ...lines))];
}

// Whether a first answer says something.
function stands({ label = null, cannot = null }) {
  return label !== null || cannot !== null;
}

// Places that would keep the first answer, since there is no new one.
function keptPlaces({ slots }) {
  return slots.filter((slot) => waits(slot) && slot.first && stands(slot.first));
}

function askToKeep(board, kept) {
  board.asked = true;
  sayHint(board, counted(board.texts, "talk_kept", kept.length));
}
