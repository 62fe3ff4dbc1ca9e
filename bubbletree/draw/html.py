"""An HTML page of bubble trees: one picture for each sentence, no scripts, no other files."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from bubbletree._arguments import expect, several
from bubbletree.draw.direction import Direction, has_right_to_left, runs_right_to_left
from bubbletree.draw.elements import shown
from bubbletree.draw.svg import STYLE, element
from bubbletree.tree import BubbleTree
from bubbletree.validation import InvalidTreeError

_PAGE_STYLE = """\
:root { color-scheme: light dark; }
body { margin: 2rem auto; max-width: 96rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
figure { margin: 0 0 2.5rem; }
figcaption { margin-bottom: 0.5rem; }
figcaption .number { color: #57606a; font-variant-numeric: tabular-nums; margin-inline-end: 0.5em; }
figcaption .number { unicode-bidi: isolate; }
.picture { overflow-x: auto; }
.picture svg { direction: ltr; }
pre { overflow-x: auto; }
@media (prefers-color-scheme: dark) { figcaption .number { color: #adbac7; } }
"""


def html(trees: Iterable[BubbleTree], *, title: str = "Bubble trees", direction: Direction = "auto") -> str:
    """A page with a picture of each tree.

    A structure that is not a tree is not left out. What is wrong with it takes its place.

    Parameters
    ----------
    trees : iterable of BubbleTree
        The trees, in this order.
    title : str
        The title of the page.
    direction : {"auto", "ltr", "rtl"}
        The side of the first word: right for ``rtl``, left for ``ltr``; ``auto`` goes by the script of most letters.

    Examples
    --------
    >>> page = html([BubbleTree(["Tea"], [{0}, {1}], [(0, "root", 1)])], title="One word")
    >>> "<h1>One word</h1>" in page, page.count("<svg")
    (True, 1)
    """
    heading = escape(shown(title))
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{heading}</title>",
        f"<style>\n{_PAGE_STYLE}{STYLE}</style>",
        "</head>",
        "<body>",
        f"<h1>{heading}</h1>",
    ]
    for number, tree in enumerate(several(trees, "trees"), start=1):
        parts.append(_figure(number, tree, direction))
    return "\n".join([*parts, "</body>", "</html>"]) + "\n"


def _figure(number: int, tree: BubbleTree, direction: Direction) -> str:
    expect(tree, BubbleTree, "a BubbleTree")
    name = (tree.sentence.sent_id if tree.sentence is not None else None) or str(number)
    words = escape(shown(" ".join(tree.words)))
    if has_right_to_left(words):
        words = f"<bdi>{words}</bdi>"
    caption = f'<figcaption><span class="number">{escape(shown(name))}</span>{words}</figcaption>'
    turned = ' dir="rtl"' if runs_right_to_left(tree, direction) else ""
    return f'<figure id="tree-{number}"{turned}>\n{caption}\n{_picture(tree, direction)}\n</figure>'


def _picture(tree: BubbleTree, direction: Direction) -> str:
    try:
        return f'<div class="picture" tabindex="0">\n{element(tree, direction=direction)}\n</div>'
    except InvalidTreeError as error:
        return in_place_of(error)


def in_place_of(error: InvalidTreeError) -> str:
    """What stands where a tree cannot be drawn: what is wrong with it."""
    reasons = escape("\n".join(map(shown, str(error).splitlines())))
    return f'<pre dir="ltr">{reasons}</pre>'
