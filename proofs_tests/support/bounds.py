"""How far the exhaustive tests go.

By default to what a minute allows.  With the environment variable ``BUBBLETREE_EXHAUSTIVE=1``, to what
some minutes allow.  docs/theory/theorems.md states both bounds.
"""

from __future__ import annotations

import os

EXHAUSTIVE = os.environ.get("BUBBLETREE_EXHAUSTIVE", "") not in ("", "0")


def bound(default: int, exhaustive: int) -> int:
    """The bound of the profile that runs."""
    return exhaustive if EXHAUSTIVE else default


def up_to(default: int, exhaustive: int, first: int = 1) -> range:
    """All sizes from the first to the bound of the profile that runs."""
    return range(first, bound(default, exhaustive) + 1)
