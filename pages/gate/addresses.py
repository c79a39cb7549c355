"""Which addresses are ours: the Host names that are answered, and the Origins that may write.

A page elsewhere can make a browser send requests here, with the cookie of whoever is signed in, and can point its own
name at this machine (DNS rebinding). Both are refused by comparing what the browser says with what we are called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from annotation.errors import WrongUse
from pages.gate.proxies import Proxies

LOOPBACK = ("127.0.0.1", "localhost", "::1")
_DEFAULT_PORTS: Mapping[str, int] = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Origin:
    """Scheme, host and port, as browsers compare them."""

    scheme: Literal["http", "https"]
    host: str
    port: int


@dataclass(frozen=True)
class Addresses:
    """What this server is called: its public origin, or None where it is only used on this machine.

    With it the proxies that may say where a request comes from.
    """

    public: Origin | None = None
    proxies: Proxies = field(default_factory=Proxies)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Addresses:
        """Read ACCORD_PUBLIC_URL and ACCORD_TRUSTED_PROXY. Raises WrongUse where one of them cannot be."""
        proxies = Proxies.from_environment(environment)
        url = environment.get("ACCORD_PUBLIC_URL", "").strip()
        if not url:
            return cls(proxies=proxies)
        public = _origin(url.removesuffix("/"))
        if public is None:
            raise WrongUse(
                f"ACCORD_PUBLIC_URL is {url!r}, which is not an address such as https://accord.example.org "
                "(scheme and host, no path). Correct it, or unset it to serve this machine only."
            )
        return cls(public, proxies)

    @property
    def secure(self) -> bool:
        """Whether browsers reach us by https, so that cookies must not travel otherwise."""
        return self.public is not None and self.public.scheme == "https"

    def knows(self, host: str | None) -> bool:
        """Whether a Host header names us; this machine's own names always do."""
        named = _host(host)
        if named is None:
            return False
        name, port = named
        if name in LOOPBACK:
            return True
        public = self.public
        return public is not None and (name, port or _DEFAULT_PORTS[public.scheme]) == (public.host, public.port)

    def trusts(self, origin: str | None, *, host: str | None) -> bool:
        """Whether a write from a page at this Origin, sent to this Host, comes from our own pages."""
        sender = _origin(origin or "")
        if sender is None:
            return False
        if self.public is not None:
            return sender == self.public
        named = _host(host)
        port = named[1] if named else None
        return sender.scheme == "http" and sender.host in LOOPBACK and sender.port == (port or 80)


def _origin(text: str) -> Origin | None:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    scheme, host = parts.scheme, parts.hostname
    if scheme not in ("http", "https") or not host or "@" in parts.netloc:
        return None
    if parts.path or parts.query or parts.fragment:
        return None
    return Origin("https" if scheme == "https" else "http", host, port or _DEFAULT_PORTS[scheme])


def _host(header: str | None) -> tuple[str, int | None] | None:
    try:
        parts = urlsplit(f"//{header or ''}")
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname or "@" in parts.netloc or parts.path or parts.query or parts.fragment:
        return None
    return parts.hostname, port
