// In which turn of the dialogue the active memory is spoken of: the turns that share words with it, the rarest words
// first. It is a search for the same words in what is on the screen, and it says so.

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;

function canMention(board) {
  const target = board.slots[board.active]?.target;
  return isReading(board) && ["memory", "pair"].includes(target?.kind) && board.screen.item.dialogue.length > 0;
}

function findMention(board) {
  const { target } = board.slots[board.active];
  if (board.finding?.kind === "mention" && board.finding.target === target) return board.finding.onward(1);
  endFinding(board);
  const line = make("span", { class: "found mention", role: "status" });
  const turns = [...board.view.context.querySelectorAll(".turn")];
  const hits = mentionsIn(turns.map(textOf), target.text, commonWords(board)).map((hit) => ({ ...hit, turn: turns[hit.index] }));
  const finding = { kind: "mention", target, line, hits, at: -1, of: turns.length, onward: (step) => goToMention(board, step) };
  beginFinding(board, finding, [line]);
  finding.onward(1);
}

const textOf = (turn) => turn.querySelector(".text").textContent;

function commonWords({ texts }) {
  return new Set(texts.common_words.split(" "));
}

// Texts of turns, text of a memory -> [{index, spans: [[start, end], …], score}], best first; the later of two equals
// first, since it is nearer to the question. A word counts for more the fewer turns have it.
function mentionsIn(texts, memory, common) {
  const wanted = new Set(wordsOf(memory).map(({ word }) => word).filter((word) => !common.has(word)));
  const shared = texts.map((text) => wordsOf(text).filter(({ word }) => wanted.has(word)));
  const turnsWith = {};
  for (const words of shared) for (const word of distinct(words)) turnsWith[word] = (turnsWith[word] ?? 0) + 1;
  const weight = (word) => Math.log(1 + texts.length / turnsWith[word]);
  const scored = shared.map((words, index) => ({
    index, spans: joined(words), score: distinct(words).reduce((sum, word) => sum + weight(word), 0),
  }));
  return scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score || other.index - one.index);
}

const distinct = (words) => [...new Set(words.map(({ word }) => word))];

// Words where a script puts spaces between them (single letters left out), every two signs where it does not.
function wordsOf(text) {
  const pairs = [...text.matchAll(UNSPACED)].flatMap(({ 0: run, index }) => pairsOf(run, index));
  const blank = text.replace(UNSPACED, (run) => " ".repeat(run.length));
  const words = [...blank.matchAll(WORD)].map(({ 0: word, index }) => wordAt(word, index));
  return [...pairs, ...words.filter(({ word }) => word.length > 1)];
}

function pairsOf(run, from) {
  const signs = [...run];
  let start = from;
  return signs.slice(1).map((sign, i) => {
    const pair = { word: signs[i] + sign, start, end: start + signs[i].length + sign.length };
    start += signs[i].length;
    return pair;
  });
}

function wordAt(word, start) {
  return { word: word.toLowerCase(), start, end: start + word.length };
}

// Overlapping or touching pieces are one: the pairs of a longer Chinese word.
function joined(words) {
  const spans = [];
  for (const { start, end } of [...words].sort((one, other) => one.start - other.start)) {
    const last = spans.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else spans.push([start, end]);
  }
  return spans;
}

function goToMention(board, step) {
  const { finding, texts } = board;
  const total = finding.hits.length;
  if (!total) return tell(finding, texts.no_mention);
  finding.at = (finding.at + step + total) % total;
  const { turn, index, spans } = finding.hits[finding.at];
  const element = turn.querySelector(".text");
  const words = [...new Set(spans.map(([start, end]) => element.textContent.slice(start, end)))];
  const parts = { n: finding.at + 1, total, turn: index + 1, turns: finding.of, words: written("bdi", words.join(", ")) };
  tell(finding, ...phrase(texts.mention_at, parts));
  mark(HIT, spans.map(([start, end]) => rangeOf(element, start, end)));
  outline(board, turn);
  reveal(board, turn);
}

// A moment later: a screen reader says what changes in a line that is there already.
function tell({ line }, ...words) {
  requestAnimationFrame(() => show(line, ...words));
}
