// What this browser keeps of an item until the server has acknowledged it.
// Nothing here throws where storage is full or forbidden.

function draftKey(screen) {
  return `accord:draft:${screen.project.key}:${screen.account.key}:${screen.assignment}`;
}

function writeDraft(screen, answers, token) {
  const { revision, codebook } = screen;
  try {
    localStorage.setItem(draftKey(screen), JSON.stringify({ revision, codebook, answers, token }));
    return true;
  } catch {
    return false;
  }
}

// The draft of this screen, or null: none, unreadable, or begun on another revision or codebook.
function readDraft(screen) {
  try {
    const draft = JSON.parse(localStorage.getItem(draftKey(screen)));
    const fits = draft?.revision === screen.revision && draft?.codebook === screen.codebook;
    return fits && Array.isArray(draft.answers) ? draft : null;
  } catch {
    return null;
  }
}

function removeDraft(screen) {
  try {
    localStorage.removeItem(draftKey(screen));
  } catch {
    // storage is forbidden, so there was no draft
  }
}

// Names one submission, so that sending it again stores it once. randomUUID exists on https and localhost only.
function newToken() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
