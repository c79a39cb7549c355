// How quickly the work goes: from the last items labelled in this browser session. For the annotator's eyes only.

const LAST = 20; // items
const ENOUGH = 3; // items from which a median says something

function paceKey({ screen }) {
  return `accord:pace:${screen.project.key}:${screen.account.key}`;
}

function readPace(board) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(paceKey(board)));
    return Array.isArray(kept) ? kept.filter(Number.isFinite).slice(-LAST) : [];
  } catch {
    return [];
  }
}

// After an item's first submission; a correction is no new item.
function countPace(board) {
  if (board.screen.revision > 0) return;
  const seconds = [...readPace(board), activeMs(board) / 1000].slice(-LAST);
  try {
    sessionStorage.setItem(paceKey(board), JSON.stringify(seconds));
  } catch {
    // storage is forbidden, so there is no pace
  }
}

function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// "About 41 s an item, 88 an hour", or nothing while too few items are known.
function paceWords({ texts }, seconds) {
  if (seconds.length < ENOUGH) return "";
  const each = Math.max(1, median(seconds));
  const n = Math.round(3600 / each);
  const time = each < 90 ? sentence(texts.seconds, { n: Math.round(each) }) : sentence(texts.minutes, { n: (each / 60).toFixed(1) });
  return sentence(texts.pace, { time, n });
}

function paintPace(board) {
  const { view, screen, texts } = board;
  const words = screen && preferencesOf(board).show_pace ? paceWords(board, readPace(board)) : "";
  show(view.pace, words);
  view.pace.title = sentence(texts.pace_help, { n: LAST });
}
