"""Bubble trees drawn: in a terminal, as SVG, as TikZ for papers, and as HTML pages.

Every function here returns a string and touches no file.
"""

from bubbletree.draw.direction import Direction
from bubbletree.draw.html import html
from bubbletree.draw.svg import svg
from bubbletree.draw.text import Style, text
from bubbletree.draw.tikz import tikz

__all__ = ["Direction", "Style", "html", "svg", "text", "tikz"]
