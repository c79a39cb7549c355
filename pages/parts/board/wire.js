// What the server said, as one of six outcomes: ok, unchanged, unreachable (worth another try), signed_out, conflict,
// refused.

const PATIENCE = 15000; // a request without an answer for so long counts as lost
const PAUSES = [0.5, 1, 2, 4, 8, 15]; // seconds before another try; the last one for ever

function addresses({ project, home }) {
  const base = home.endsWith("/") ? home : `${home}/`;
  const board = `${base}board/${encodeURIComponent(project)}`;
  const own = ["next", "item", "items", "history", "guideline", "bank", "draft", "submit", "skip", "preferences", "talk", "comment"];
  const routes = Object.fromEntries(own.map((name) => [name, `${board}/${name}`]));
  return { home, ...routes, signIn: `${base}signin`, signOut: `${base}signout` };
}

// `known`: the mark of what is there already; the answer is `unchanged` where nothing is new.
function get(address, { known = null } = {}) {
  return ask(address, { method: "GET", headers: known ? { "If-None-Match": `"${known}"` } : {} });
}

// `keepalive` lets a request go on after its page is gone.
function post(address, content, { keepalive = false } = {}) {
  const body = JSON.stringify(content);
  return ask(address, { method: "POST", body, keepalive, headers: { "Content-Type": "application/json" } });
}

async function ask(address, request) {
  const stop = new AbortController();
  const clock = setTimeout(() => stop.abort(), PATIENCE);
  const rules = { credentials: "same-origin", redirect: "manual", cache: "no-store", signal: stop.signal };
  try {
    return await understand(await fetch(address, { ...rules, ...request }));
  } catch {
    return { kind: "unreachable" };
  } finally {
    clearTimeout(clock);
  }
}

// A redirect is a gate that wants a sign-in; a 200 that is no JSON acknowledges nothing.
async function understand(response) {
  const { status } = response;
  if (response.type === "opaqueredirect" || status === 401) return { kind: "signed_out" };
  if (status === 304) return { kind: "unchanged" };
  if (status === 429 || status >= 500) return { kind: "unreachable" };
  if (response.ok) return { kind: "ok", answer: await response.json() };
  const error = await response.json().catch(() => null);
  const kind = status === 409 ? "conflict" : "refused";
  const { error: code = "", message = "", missing = [], draft = null } = error ?? {};
  return { kind, status, code, message, missing, draft };
}
