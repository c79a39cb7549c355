"""From which address does a request come? From the socket's peer, or from where a trusted proxy says that it does.

Anybody can write an X-Forwarded-For, and each proxy adds to its end the address that it saw. So it counts only where
the peer is a proxy that the setting names, and is read from its end up to the first address that is none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.requests import HTTPConnection

from annotation.errors import WrongUse

SETTING = "ACCORD_TRUSTED_PROXY"
ONE_HOUSEHOLD = 64  # bits: whoever has an IPv6 address has a whole network of this prefix to send from


@dataclass(frozen=True)
class Proxies:
    """The proxies that are believed; none unless the setting names them."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Proxies:
        """Read ACCORD_TRUSTED_PROXY: addresses or networks, with commas between them. Raises WrongUse for others."""
        named = [each.strip() for each in environment.get(SETTING, "").split(",") if each.strip()]
        try:
            return cls(tuple(ip_network(each) for each in named))
        except ValueError as error:
            raise WrongUse(
                f"{SETTING} is {', '.join(named)!r}, which does not name addresses or networks such as 127.0.0.1 or "
                f"10.0.0.0/8: {error}. Correct it, or unset it where no proxy is in front."
            ) from error

    def sender(self, visit: HTTPConnection) -> str:
        """The address that a request is counted for; of IPv6 the network. Empty where there is none to know."""
        found = _address(visit.client.host if visit.client else "")
        for said in reversed(",".join(visit.headers.getlist("x-forwarded-for")).split(",")):
            further = _address(said.strip())
            if found is None or further is None or not self._trusts(found):
                break
            found = further
        return _counted(found)

    def _trusts(self, address: IPv4Address | IPv6Address) -> bool:
        return any(address in network for network in self.networks)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def _counted(address: IPv4Address | IPv6Address | None) -> str:
    if isinstance(address, IPv6Address):
        return str(ip_network((int(address), ONE_HOUSEHOLD), strict=False))
    return str(address or "")
