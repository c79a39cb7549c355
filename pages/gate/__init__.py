from pages.gate.addresses import Addresses
from pages.gate.gate import Gate
from pages.gate.proxies import Proxies

__all__ = ["Addresses", "Gate", "Proxies"]
