"""What a browser may do with our answers: the security headers, and the content security policy of Streamlit's page.

No script but Streamlit's own files, its one inline script (by hash) and the board's (a blob) runs; nothing is loaded
from or sent to anywhere else; nobody may frame us.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import streamlit

from pages.gate.addresses import LOOPBACK, Addresses

_INLINE_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL | re.IGNORECASE)


def headers(addresses: Addresses) -> dict[str, str]:
    """The headers that every answer carries, unless it brings its own."""
    return {
        "Content-Security-Policy": _policy(addresses),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    }


def source_hash(text: str) -> str:
    """The policy's name for one inline script or style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _policy(addresses: Addresses) -> str:
    scripts = " ".join(source_hash(script) for script in _inline_scripts())
    return "; ".join(
        [
            "default-src 'self'",
            f"script-src 'self' blob: {scripts}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self' {_websockets(addresses)}",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )


def _inline_scripts() -> list[str]:
    """The inline scripts of Streamlit's page, read from its file, so that an update needs no new hash here."""
    index = Path(streamlit.__file__).parent / "static" / "index.html"
    return _INLINE_SCRIPT.findall(index.read_text(encoding="utf-8"))


def _websockets(addresses: Addresses) -> str:
    """The websocket addresses by name: not every browser counts them as 'self'. (The grammar has no IPv6 addresses.)"""
    public = addresses.public
    if public is None:
        return " ".join(f"ws://{name}:*" for name in LOOPBACK if ":" not in name)
    return f"{'wss' if public.scheme == 'https' else 'ws'}://{public.host}:{public.port}"
