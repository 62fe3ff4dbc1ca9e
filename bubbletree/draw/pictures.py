"""Bubble trees as PNG and PDF pictures. Needs the extra ``images``.

The picture is that of :mod:`bubbletree.draw.svg`. `Typst <https://typst.app>`_ draws it and sets its words, so that
every script comes out for which the system has a font.
"""

from __future__ import annotations

import json
import re
import warnings
from typing import Literal, TypedDict

from bubbletree.draw.direction import Direction
from bubbletree.draw.elements import shown
from bubbletree.draw.svg import LIGHT, element
from bubbletree.errors import BubbletreeError, MissingExtraError
from bubbletree.tree import BubbleTree

EXTRA = "images"
"""What to install for pictures."""

_PIXELS_PER_INCH = 96
"""What a pixel of SVG is by definition."""

MOST_PIXELS = 100_000_000
"""How many pixels a PNG picture may have: its memory is four bytes for each."""

LATIN = "\u024f"
"""The last character that every font is thought to have."""

_WITHOUT_WORDS = LIGHT + ".bubbletree text { display: none; }\n"

_PAGE = """\
#set document(title: sys.inputs.title, date: none)
#let drawing = json(bytes(sys.inputs.drawing))
#let px = 0.75pt
#set page(width: drawing.width * px, height: drawing.height * px, margin: 0pt)
#set text(
  font: ("Helvetica", "Arial", "Liberation Sans", "Noto Sans"), top-edge: "baseline", bottom-edge: "baseline",
  hyphenate: false,
)
#let directions = (ltr: ltr, rtl: rtl)
#let styles = (word: (size: 16 * px, fill: rgb("#1b1f24")), label: (size: 12 * px, fill: rgb("#444c56")))
#place(image(bytes(sys.inputs.lines), format: "svg", alt: sys.inputs.title, width: 100%, height: 100%))
#for inscription in drawing.inscriptions {
  let body = text(..styles.at(inscription.kind), dir: directions.at(inscription.direction), inscription.text)
  context {
    let width = measure(body).width
    place(dx: inscription.x * px - width / 2, dy: inscription.y * px, box(width: width + 1pt, body))
  }
}
"""
"""A document in Typst's language, of one page: the lines as a picture, and the words over it."""


class MissingFontWarning(UserWarning):
    """A picture shows boxes, because no font of this system has some characters."""


class TooManyPixelsError(BubbletreeError):
    """A PNG picture would be too large.

    Attributes
    ----------
    width, height : int
        Its size in pixels.
    """

    def __init__(self, width: int, height: int) -> None:
        super().__init__(
            f"the picture would have {width:,} times {height:,} pixels, more than {MOST_PIXELS:,}: make an SVG or a PDF"
        )
        self.width = width
        self.height = height


def png(tree: BubbleTree, *, direction: Direction = "auto", scale: float = 2) -> bytes:
    r"""A picture of a bubble tree as the bytes of a PNG file, on white.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed bubble tree. If it is not projective, lines cross.
    direction : {"auto", "ltr", "rtl"}
        The side of the first word: right for ``rtl``, left for ``ltr``; ``auto`` goes by the script of most letters.
    scale : float
        How many pixels one of the SVG picture becomes, on each side.

    Raises
    ------
    InvalidTreeError
        The tree is not well-formed.
    MissingExtraError
        The extra ``images`` is not installed.

    Warns
    -----
    MissingFontWarning
        No font of this system has some of the characters.
    TooManyPixelsError
        The picture would be too large.

    Examples
    --------
    >>> png(BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)]))[:4]
    b'\x89PNG'
    """
    return _compiled(tree, "png", direction, scale)


def pdf(tree: BubbleTree, *, direction: Direction = "auto") -> bytes:
    """The same as the bytes of a PDF file with one page, for a paper or slides.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed bubble tree. If it is not projective, lines cross.
    direction : {"auto", "ltr", "rtl"}
        The side of the first word.

    Raises
    ------
    InvalidTreeError
        The tree is not well-formed.
    MissingExtraError
        The extra ``images`` is not installed.

    Examples
    --------
    >>> pdf(BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)]))[:5]
    b'%PDF-'
    """
    return _compiled(tree, "pdf", direction, 1)


def _compiled(tree: BubbleTree, form: Literal["png", "pdf"], direction: Direction, scale: float) -> bytes:
    lines = element(tree, style=_WITHOUT_WORDS, direction=direction)
    try:
        import typst
    except ImportError:
        raise MissingExtraError("PNG and PDF pictures", EXTRA) from None
    drawing = inscribed(lines)
    width, height = round(drawing["width"] * scale), round(drawing["height"] * scale)
    if form == "png" and width * height > MOST_PIXELS:
        raise TooManyPixelsError(width, height)
    inputs = {"title": shown(" ".join(tree.words)), "lines": lines, "drawing": json.dumps(drawing)}
    if any(letter > LATIN for one in drawing["inscriptions"] for letter in one["text"]):
        _warn_of_boxes(inputs)
    pages = typst.compile(_PAGE.encode(), format=form, ppi=_PIXELS_PER_INCH * scale, sys_inputs=inputs)
    # Typst returns a list where there are several pages; this document has one.
    assert isinstance(pages, bytes)
    return pages


def _warn_of_boxes(inputs: dict[str, str]) -> None:
    """Warn if some characters would be boxes.

    Typst does not say so, except where it is to write PDF/A, which allows no boxes.
    """
    import typst

    try:
        typst.compile(_PAGE.encode(), format="pdf", sys_inputs=inputs, pdf_standards=["a-2b"])
    except typst.TypstError as error:
        found = re.search(r"the text `\"(.*?)\"` could not be displayed", str(error))
        if found is not None:
            boxes = "a box stands for it in the picture, and for others like it"
            warnings.warn(MissingFontWarning(f'no font of this system has "{found[1]}": {boxes}'), stacklevel=4)


class Inscription(TypedDict):
    """A word or label with its place in pixels: the middle of its width, and the line it stands on."""

    kind: str
    text: str
    x: float
    y: float
    direction: str


class Drawing(TypedDict):
    """The size of a picture in pixels, and what is written in it."""

    width: float
    height: float
    inscriptions: list[Inscription]


def inscribed(picture: str) -> Drawing:
    """The size of an SVG picture, and its words and labels with their places."""
    # Imported here because it would take a tenth of the time of importing the drawings.
    from xml.etree import ElementTree

    root = ElementTree.fromstring(picture)
    return {
        "width": float(root.attrib["width"]),
        "height": float(root.attrib["height"]),
        "inscriptions": [
            {
                "kind": text.attrib["class"],
                "text": text.text or "",
                "x": float(text.attrib["x"]),
                "y": float(text.attrib["y"]),
                "direction": text.attrib.get("direction", "ltr"),
            }
            for text in root.iter("{http://www.w3.org/2000/svg}text")
        ],
    }
