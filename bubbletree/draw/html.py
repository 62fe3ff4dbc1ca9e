"""A page of bubble trees in HTML: one picture for each sentence, nothing to fetch, no scripts."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from bubbletree.draw.layout import shown
from bubbletree.draw.svg import STYLE, element
from bubbletree.draw.text import text
from bubbletree.tree import BubbleTree
from bubbletree.validation import InvalidTreeError, validate

_PAGE_STYLE = """\
:root { color-scheme: light dark; }
body { margin: 2rem auto; max-width: 96rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
figure { margin: 0 0 2.5rem; }
figcaption { margin-bottom: 0.5rem; }
figcaption .number { color: #57606a; font-variant-numeric: tabular-nums; margin-right: 0.5em; }
.picture { overflow-x: auto; }
pre { overflow-x: auto; }
@media (prefers-color-scheme: dark) { figcaption .number { color: #adbac7; } }
"""


def html(trees: Iterable[BubbleTree], *, title: str = "Bubble trees") -> str:
    """A page with a picture of each tree.

    A tree that cannot be drawn is not left out: in its place stand what is wrong with it and, if it
    is well-formed, its outline.

    Parameters
    ----------
    trees : iterable of BubbleTree
        What to show, in this order.
    title : str
        The title of the page.

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
    for number, tree in enumerate(trees, start=1):
        parts.append(_figure(number, tree))
    return "\n".join([*parts, "</body>", "</html>"]) + "\n"


def _figure(number: int, tree: BubbleTree) -> str:
    name = (tree.sentence.sent_id if tree.sentence is not None else None) or str(number)
    words = escape(shown(" ".join(tree.words)))
    caption = f'<figcaption><span class="number">{escape(shown(name))}</span>{words}</figcaption>'
    return f'<figure id="tree-{number}">\n{caption}\n{_picture(tree)}\n</figure>'


def _picture(tree: BubbleTree) -> str:
    try:
        return f'<div class="picture" tabindex="0">\n{element(tree)}\n</div>'
    except InvalidTreeError as error:
        lines = [str(error)]
    if validate(tree, projective=False):
        lines.append(text(tree, "outline"))
    return f"<pre>{escape(shown_lines(lines))}</pre>"


def shown_lines(texts: Iterable[str]) -> str:
    """Several texts of several lines as one that can be shown."""
    return "\n".join(shown(line) for whole in texts for line in whole.splitlines())
