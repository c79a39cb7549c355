"""What a page without Streamlit looks like: one calm card, no script, light and dark as the browser asks.

A refusal of a route is such a page where a person reads it, and JSON where the board or a script does.
"""

from __future__ import annotations

from html import escape
from string import Template

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response

from languages import say, say_if_ours, spoken, worded
from pages.gate.policy import source_hash
from pages.parts.refusal import WRONG_ROLE, refusal, wants_page

REFUSED = worded("This is not for your account")
NOT_HERE = worded("There is nothing here")
TO_START = worded("Back to the start")

_STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fbfbfd; --card: #ffffff; --ink: #1d2333; --quiet: #5b6478; --line: #d5d9e3;
  --accent: #3b5bdb; --accent-ink: #ffffff; --wrong: #a61b1b; --wrong-paper: #fdecec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14161d; --card: #1c1f29; --ink: #e8eaf0; --quiet: #a3abbd; --line: #3a4050;
    --accent: #91a7ff; --accent-ink: #10131c; --wrong: #ffb4b4; --wrong-paper: #3a1d20;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif;
}
main {
  width: 100%; max-width: 23rem; padding: 2rem; margin-bottom: 8vh;
  background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem;
}
main.wide { max-width: 40rem; }
.name { margin: 0 0 1.25rem; color: var(--quiet); font-weight: 600; }
h1 { margin: 0 0 1.5rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.125rem; line-height: 1.25; }
p { margin: 0 0 1.5rem; }
label { display: block; margin-bottom: 0.375rem; font-weight: 600; font-size: 0.9375rem; }
input, select {
  display: block; width: 100%; margin-bottom: 1.25rem; padding: 0.625rem 0.75rem; font: inherit;
  color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 0.5rem;
}
button {
  display: block; width: 100%; padding: 0.6875rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--accent-ink); background: var(--accent); border: 0; border-radius: 0.5rem;
}
button.small {
  width: auto; padding: 0.375rem 0.875rem; color: var(--ink); background: var(--card); border: 1px solid var(--line);
}
a { display: block; margin-top: 1rem; text-align: center; color: var(--accent); }
.links { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin-top: 2rem; }
.links a { margin: 0; }
ul { margin: 0 0 1rem; padding: 0; list-style: none; }
li { display: flex; align-items: center; gap: 1rem; padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
li div { flex: 1; }
li small { display: block; color: var(--quiet); font-size: 0.875rem; }
code { overflow-wrap: anywhere; }
.tick { display: flex; gap: 0.625rem; margin-bottom: 1.25rem; font-weight: 400; }
.tick input { width: auto; flex: none; margin: 0.25rem 0 0; }
.quiet { color: var(--quiet); font-size: 0.9375rem; }
.line { display: flex; gap: 0.75rem; align-items: center; margin-bottom: 1rem; }
.line select { margin: 0; }
.line button { flex: none; }
.hint { margin-top: -0.875rem; }
.done { padding: 0.625rem 0.75rem; border-radius: 0.5rem; border: 1px solid var(--line); background: var(--paper); }
input:focus-visible, select:focus-visible, button:focus-visible, a:focus-visible {
  outline: 3px solid var(--accent); outline-offset: 2px;
}
.wrong { padding: 0.625rem 0.75rem; border-radius: 0.5rem; color: var(--wrong); background: var(--wrong-paper); }
"""

_POLICY = (
    f"default-src 'none'; style-src {source_hash(_STYLE)}; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)

_PAGE = Template("""<!DOCTYPE html>
<html lang="$language">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title · Accord</title>
<link rel="icon" href="/favicon.png">
<style>$style</style>
</head>
<body>
<main$wide>
<p class="name">Accord</p>
<h1>$title</h1>
$body
</main>
</body>
</html>
""")


def plain_page(*, title: str, body: str, status: int = 200, wide: bool = False) -> HTMLResponse:
    """A page with this heading. `body` is HTML: whoever calls has escaped what people typed."""
    page = _PAGE.substitute(
        language=spoken(), title=escape(title), style=_STYLE, body=body, wide=' class="wide"' if wide else ""
    )
    return HTMLResponse(page, status_code=status, headers={"Content-Security-Policy": _POLICY})


def refused(visit: HTTPConnection, *, status: int, error: str, message: str, title: str = NOT_HERE) -> Response:
    """A refusal, as a page with one way on for whoever asked for a page, else as JSON."""
    if not wants_page(visit):
        return refusal(status, error, message)
    return plain_page(
        title=say(title), body=f'<p>{escape(say_if_ours(message))}</p><a href="/">{say(TO_START)}</a>', status=status
    )


def refused_role(visit: HTTPConnection) -> Response:
    """The answer to a signed-in person whose role may not do this."""
    return refused(visit, status=403, error="wrong_role", message=WRONG_ROLE, title=REFUSED)
