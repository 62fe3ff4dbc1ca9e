"""Bubble trees drawn: in a terminal, as SVG, PNG and PDF, as TikZ for papers, and as HTML pages.

Every function here returns a string, for PNG and PDF bytes, and touches no file.
"""

from bubbletree.draw.direction import Direction
from bubbletree.draw.html import html
from bubbletree.draw.pictures import TooManyPixelsError, pdf, png
from bubbletree.draw.svg import svg
from bubbletree.draw.text import Style, text
from bubbletree.draw.tikz import tikz
from bubbletree.errors import MissingExtraError

__all__ = ["Direction", "MissingExtraError", "Style", "TooManyPixelsError", "html", "pdf", "png", "svg", "text", "tikz"]
