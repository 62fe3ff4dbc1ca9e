"""What a notebook shows for a bubble tree.

Pictures have a white ground. A notebook can be light where the system is dark, and a picture cannot know it.
"""

from __future__ import annotations

from bubbletree.draw.html import in_place_of
from bubbletree.draw.svg import LIGHT, element
from bubbletree.tree import BubbleTree
from bubbletree.validation import InvalidTreeError

_ON_WHITE = LIGHT + "svg.bubbletree { background: #ffffff; }\n"


def picture(tree: BubbleTree) -> str | None:
    """A picture as SVG, or None if the tree is not well-formed.

    Examples
    --------
    >>> picture(BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)])).startswith("<svg")
    True
    >>> print(picture(BubbleTree(["tea"], [{0}, {1}], [])))
    None
    """
    try:
        return element(tree, style=_ON_WHITE)
    except InvalidTreeError:
        return None


def cell(tree: BubbleTree) -> str:
    """The same as HTML, which can be scrolled if it is wide; if there is no picture, what is wrong with the tree.

    Examples
    --------
    >>> print(cell(BubbleTree(["tea"], [{0}, {1}], [])))
    <pre dir="ltr">not a well-formed bubble tree over 1 word:
      - tree: several bubbles have no head: bubbles 0 (RT), 1 (tea)</pre>
    """
    try:
        return f'<div style="overflow-x: auto">{element(tree, style=_ON_WHITE)}</div>'
    except InvalidTreeError as error:
        return in_place_of(error)
