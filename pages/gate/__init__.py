from pages.gate.addresses import Addresses
from pages.gate.gate import Gate

__all__ = ["Addresses", "Gate"]
