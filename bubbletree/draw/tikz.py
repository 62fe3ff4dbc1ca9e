r"""Bubble trees as TikZ pictures for LaTeX documents.

The pictures need only the package ``tikz``. They are laid out here, word by word, so they look the same everywhere.
Words that are not ASCII need a font that has them, as always in LaTeX.
"""

from __future__ import annotations

from bubbletree.draw.direction import Direction, runs_right_to_left
from bubbletree.draw.elements import Layout
from bubbletree.draw.layout import lay_out
from bubbletree.draw.svg import MEASURES
from bubbletree.tree import BubbleTree
from bubbletree.validation import validate

_POINTS = 0.62
"""Printed points for a unit of the layout, which has words of 16 units where a paper has 10 points."""
_ROW = 11.0
"""Height of a row in points."""

_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\symbol{34}",  # \textquotedbl is not in LaTeX's default encoding
        "-": r"{-}",
        "`": r"\textasciigrave{}",
        "'": r"{'}",
    }
)


def tikz(tree: BubbleTree, *, direction: Direction = "auto") -> str:
    r"""A ``tikzpicture`` of a bubble tree.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed bubble tree. If it is not projective, lines cross.
    direction : {"auto", "ltr", "rtl"}
        The side of the first word: right for ``rtl``, left for ``ltr``; ``auto`` goes by the script of most letters.

    Raises
    ------
    InvalidTreeError
        The tree is not well-formed.

    Examples
    --------
    >>> tree = BubbleTree(["50", "%"], [{0}, {1}, {2}], [(0, "root", 2), (2, "nummod", 1)])
    >>> print(tikz(tree).splitlines()[-2])
      \node[word] at (53.94pt,0pt) {\%};
    """
    validate(tree, projective=False).raise_for_violations()
    layout = lay_out(tree, MEASURES, from_right=runs_right_to_left(tree, direction))
    return (
        "\n".join(
            [
                r"\begin{tikzpicture}[",
                r"    word/.style={anchor=mid, inner sep=0pt, font=\normalsize},",
                r"    label/.style={midway, fill=white, inner sep=1pt, font=\scriptsize},",
                r"    edge label/.style={fill=white, inner sep=1pt, font=\scriptsize},",
                r"    line/.style={->, >=stealth, rounded corners=2pt},",
                r"    bubble/.style={thick, rounded corners=4pt}]",
                *_boxes(layout),
                *_lines(layout),
                *_drops(layout),
                *(f"  \\node[word] at {_at(w.x + w.width / 2, 0)} {{{escaped(w.text)}}};" for w in layout.words),
                r"\end{tikzpicture}",
            ]
        )
        + "\n"
    )


def escaped(word: str) -> str:
    r"""A word with LaTeX's special characters written out, and without ligatures.

    Examples
    --------
    >>> print(escaped("R&D_50%"))
    R\&D\_50\%
    """
    return word.translate(_SPECIAL)


def _at(x: float, row: float) -> str:
    return f"({_POINTS * x:g}pt,{_ROW * row:g}pt)"


def _top(row: int) -> float:
    return row or 0.5


def _boxes(layout: Layout) -> list[str]:
    boxes = [f"  \\draw[bubble] {_at(b.x, b.bottom)} rectangle {_at(b.x + b.width, b.top)};" for b in layout.boxes]
    joins = [f"  \\draw[bubble, dashed] {_at(j.start, j.row)} -- {_at(j.end, j.row)};" for j in layout.joins]
    return boxes + joins


def _lines(layout: Layout) -> list[str]:
    return [
        f"  \\draw[line] {_at(a.start, _top(a.start_row))} -- {_at(a.start, a.row)} -- "
        f"{_at(a.end, a.row)} node[label{_shifted(a.shift)}] {{{escaped(a.label)}}} -- {_at(a.end, _top(a.end_row))};"
        for a in layout.lines
    ]


def _shifted(shift: int) -> str:
    return f", xshift={_POINTS * shift:g}pt" if shift else ""


def _drops(layout: Layout) -> list[str]:
    return [
        line
        for d in layout.drops
        for line in (
            f"  \\draw[line] {_at(d.x, d.row)} -- {_at(d.x, _top(d.end_row))};",
            f"  \\node[edge label] at {_at(d.label_x + d.width / 2, d.row)} {{{escaped(d.label)}}};",
        )
    ]
