// What this browser keeps of an item until the server has acknowledged it; it works without a network.
// Nothing here throws where storage is full or forbidden.

function draftKey(screen) {
  return `accord:draft:${screen.project.key}:${screen.account.key}:${screen.assignment}`;
}

// {revision, codebook, answers, note, flagged, token, activeMs, seen, synced, sent}
function writeDraft(screen, draft) {
  try {
    localStorage.setItem(draftKey(screen), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

// What is kept for this item, on whatever revision it was begun; null: nothing, or nothing that can be read.
function readDraft(screen) {
  try {
    const draft = JSON.parse(localStorage.getItem(draftKey(screen)));
    return Array.isArray(draft?.answers) ? draft : null;
  } catch {
    return null;
  }
}

// Takes away what was acknowledged; another tab may have kept other answers since, and those stay.
function removeDraft(screen, answers) {
  const draft = readDraft(screen);
  if (!draft || !sameAnswers(draft.answers, answers)) return;
  try {
    localStorage.removeItem(draftKey(screen));
  } catch {
    // storage is forbidden, so there was no draft
  }
}

// Answers as one text, whatever their order; a plain label prints as it did before there was more to an answer.
function printed(answers) {
  const line = ({ target, question, label = null, cannot = null, confidence = null }) =>
    JSON.stringify([target, question, label, ...(cannot === null && confidence === null ? [] : [cannot, confidence])]);
  return answers.map(line).sort().join("\n");
}

function sameAnswers(some, others) {
  return printed(some) === printed(others);
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
