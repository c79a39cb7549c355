"""What did a plain form send? Its fields as text, whatever the bytes were."""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.requests import Request


async def fields(request: Request, *names: str) -> tuple[str, ...]:
    """The values of these fields; one that was not sent is empty."""
    form = parse_qs((await request.body()).decode("utf-8", errors="replace"))
    return tuple(form.get(name, [""])[0] for name in names)
