"""Whether a release holds: its files, tables, gold, figures and splits, checked from nothing but the release itself."""

from exports.verifying.difference import Difference
from exports.verifying.verify import verify

__all__ = ["Difference", "verify"]
