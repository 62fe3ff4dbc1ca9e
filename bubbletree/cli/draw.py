"""``bubbletree draw``: trees as drawings in the terminal, SVG, TikZ or HTML."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator

from bubbletree._terminal import columns
from bubbletree.cli.guard import UsageError
from bubbletree.cli.inputs import AddParser, add_file, positive, read_trees, title
from bubbletree.cli.outputs import add_output, chosen_by_name, output
from bubbletree.draw import html, svg, text, tikz
from bubbletree.draw.layout import shown
from bubbletree.tree import BubbleTree
from bubbletree.validation import validate

FORMATS = ("text", "arcs", "outline", "svg", "tikz", "html")
BY_SUFFIX = {".txt": "text", ".svg": "svg", ".tex": "tikz", ".html": "html"}


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "draw",
        help="draw trees in the terminal, or as SVG, TikZ or HTML",
        description="Draw trees. 'text' draws arcs and boxes where they fit the terminal and an outline where they "
        "do not; 'arcs' and 'outline' ask for one of the two. An SVG file holds one tree: name it with --number or "
        "--id. An HTML page holds any number.",
    )
    add_file(parser)
    parser.add_argument(
        "--to", choices=FORMATS, help="what to draw (default: by the output's name; text for standard output)"
    )
    parser.add_argument("--number", type=int, metavar="N", help="only tree number N, counting from 1")
    parser.add_argument("--id", metavar="ID", help="only the sentence with this sent_id")
    parser.add_argument("--ascii", action="store_true", help="draw text with ASCII characters")
    parser.add_argument("--width", type=positive, metavar="COLUMNS", help="the width that text has to fit")
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Draw what was asked for."""
    form = chosen_by_name(options.to, options.output, BY_SUFFIX, "text")
    chosen = _chosen(options)
    with output(options.output) as stream:
        if form == "html":
            stream.write(html((tree for _, tree in chosen), title=options.file))
        elif form == "svg":
            trees = list(chosen)
            if len(trees) != 1:
                raise UsageError(f"an SVG file holds one tree, not {len(trees)}: choose one with --number or --id")
            stream.write(svg(trees[0][1]))
        else:
            for index, (number, tree) in enumerate(chosen):
                stream.write("\n" if index else "")
                stream.write(tikz(tree) if form == "tikz" else _text(tree, number, form, options))
    return 0


def _chosen(options: argparse.Namespace) -> Iterator[tuple[int, BubbleTree]]:
    """The trees to draw, with their numbers."""
    found = False
    for number, tree in enumerate(read_trees(options.file, options.format), start=1):
        if options.number is not None and number != options.number:
            continue
        if options.id is not None and (tree.sentence is None or tree.sentence.sent_id != options.id):
            continue
        found = True
        yield number, tree
    if not found and (options.number is not None or options.id is not None):
        raise UsageError(f"{options.file}: there is no such tree")


def _text(tree: BubbleTree, number: int, form: str, options: argparse.Namespace) -> str:
    """A heading and a drawing that fits."""
    heading = f"{title(tree, number)}: {shown(' '.join(tree.words))}\n\n"
    if form == "outline" or (form == "text" and not validate(tree)):
        return heading + text(tree, "outline", ascii_only=options.ascii) + "\n"
    drawing = text(tree, ascii_only=options.ascii)
    if form == "text":
        width = options.width or (shutil.get_terminal_size().columns if sys.stdout.isatty() else 120)
        if any(columns(line) > width for line in drawing.splitlines()):
            drawing = text(tree, "outline", ascii_only=options.ascii)
    return heading + drawing + "\n"
