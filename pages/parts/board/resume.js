// With which answers an item opens, when this browser and the server both hold some.
// Where it is certain which are newer, those; where both have changed, this browser's, and the others are offered.

// {answers, note, flagged, token, seen, unsent, activeMs, saved, rival: null or {kind, answers, note, seen}}
function resume(screen, local) {
  const start = fromServer(screen);
  if (!local) return start;
  const fits = local.revision === screen.revision && local.codebook === screen.codebook;
  if (!fits) return { ...start, rival: lateDraft(screen, start, local) };
  const same = sameAnswers(local.answers, start.answers);
  const token = same ? local.token : null;
  if (local.synced) return { ...start, token, activeMs: Math.max(start.activeMs, local.activeMs ?? 0) };
  const mine = fromHere(screen, start, local);
  if (same || !screen.draft || isOurs(screen.draft, local)) return mine;
  return { ...mine, seen: local.seen ?? 0, rival: rivalOf(screen.draft) };
}

function fromServer({ draft, answers, mark }) {
  return {
    answers: draft?.answers ?? answers,
    note: mark.note, flagged: mark.flagged, token: null, seen: draft?.version ?? 0, unsent: false,
    activeMs: draft?.active_ms ?? 0, saved: draft?.saved_at ?? null, rival: null,
  };
}

function fromHere({ mark }, start, local) {
  return {
    ...start, unsent: true, saved: null, answers: local.answers, token: local.token ?? null,
    note: local.note ?? mark.note, flagged: local.flagged ?? mark.flagged,
    activeMs: Math.max(start.activeMs, local.activeMs ?? 0),
  };
}

// The server's draft is this browser's own: known here, or one whose acknowledgement was lost on the way.
function isOurs(draft, { seen = 0, sent = [] }) {
  return draft.version <= seen || sent.includes(printed(draft.answers));
}

// Another device's, which the server holds.
function rivalOf({ answers, version, saved_at }) {
  return { kind: "elsewhere", answers, note: null, seen: version, saved: saved_at };
}

// Begun before the item was submitted from elsewhere, and never sent: the server's stands, and this is offered.
function lateDraft({ mark }, start, local) {
  const noted = local.note != null && local.note !== mark.note;
  const lost = !local.synced && local.answers.length && !sameAnswers(local.answers, start.answers);
  return lost || noted ? { kind: "late", answers: local.answers, note: local.note ?? null, seen: start.seen } : null;
}
