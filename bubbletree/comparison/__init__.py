"""Two analyses of the same text, coordination by coordination.

* :mod:`bubbletree.comparison.comparison`: what is the same, and how the rest differs;
* :mod:`bubbletree.comparison.text`: words and sentences of two analyses by their characters.
"""

from bubbletree.comparison.comparison import Change, Difference, DifferentTextError, diff
from bubbletree.comparison.text import Passage, passages

__all__ = ["Change", "Difference", "DifferentTextError", "Passage", "diff", "passages"]
