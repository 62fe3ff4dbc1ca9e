"""``bubbletree draw``: trees as drawings in the terminal, SVG, TikZ or HTML."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterable, Iterator
from typing import get_args

from bubbletree._terminal import visible_message
from bubbletree.cli.guard import UsageError, refuse_idle, tell
from bubbletree.cli.help import HelpFormatter
from bubbletree.cli.inputs import AddParser, Input, add_file, name_of, positive, sent_id, title
from bubbletree.cli.outputs import DRAWN_BY_SUFFIX, add_output, chosen_by_name, output, write_binary
from bubbletree.cli.skipped import NothingLeftError, Skipped
from bubbletree.cli.terminal import Terminal, add_terminal, given_terminal
from bubbletree.draw import Direction, html, pdf, png, svg, tikz
from bubbletree.draw.direction import isolated
from bubbletree.draw.elements import shown
from bubbletree.draw.pictures import MissingFontWarning, TooManyPixelsError
from bubbletree.errors import not_one_of
from bubbletree.io.scan import BadSentence, GoodSentence, Scanned
from bubbletree.plugins import DRAWINGS, drawing, installed
from bubbletree.tree import BubbleTree
from bubbletree.validation import InvalidTreeError, validate

INVALID = 1
"""The exit status where some tree is not well-formed."""

FORMATS = ("text", "arcs", "outline", "svg", "tikz", "html", "png", "pdf")
BY_SUFFIX = {".txt": "text", **DRAWN_BY_SUFFIX}
TEXTS = ("text", "arcs", "outline")
"""The formats for a terminal."""
PICTURES = {"png": png, "pdf": pdf}
"""The formats that are not text."""
OF_ONE_TREE = {"svg": "an SVG", "png": "a PNG", "pdf": "a PDF"}
"""The formats whose files hold one tree, with the words for them."""

_EXAMPLES = """\
examples:
  bubbletree draw trees.conllu
  bubbletree draw trees.conllu --number 3 -o tree.svg
"""


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "draw",
        help="draw trees in the terminal, or as SVG, PNG, PDF, TikZ or HTML",
        description="Draw trees. 'text' draws arcs and boxes, wrapped if they are wider than the terminal. If that "
        "would take too many parts, it prints an outline. 'arcs' and 'outline' choose one of the two. An SVG, PNG or "
        "PDF file holds one tree: choose it with --number or --id. An HTML page holds any number of trees. PNG and "
        "PDF need the extra 'images'.",
        epilog=_EXAMPLES,
        formatter_class=HelpFormatter,
    )
    add_file(parser)
    parser.add_argument(
        "--to",
        type=drawing_named,
        metavar="{" + ",".join(FORMATS) + "}",
        help="what to draw (default: by the output's name; text for standard output)",
    )
    parser.add_argument("--number", type=positive, metavar="N", help="only tree number N, counting from 1")
    parser.add_argument("--id", metavar="ID", help="only the sentence with this sent_id")
    parser.add_argument("--ascii", action="store_true", help="draw text with ASCII characters")
    parser.add_argument(
        "--direction",
        choices=get_args(Direction),
        help="the side of the first word: left, right, or (auto) as in the script of most letters. "
        "Default: auto, but ltr for text",
    )
    add_terminal(parser)
    add_output(parser)
    parser.set_defaults(run=run)


def drawing_named(name: str) -> str:
    """An argument that names a drawing format of this library or of another package."""
    if name not in FORMATS and name not in installed(DRAWINGS):
        raise argparse.ArgumentTypeError(not_one_of(name, (*FORMATS, *sorted(installed(DRAWINGS)))))
    return name


def run(options: argparse.Namespace) -> int:
    """Draw what was asked for.

    A page, text and outlines have room for trees that are not well-formed: in their place stands what is wrong with
    them, which standard error tells too.
    """
    form = chosen_by_name(options.to, options.output, BY_SUFFIX, "text")
    has_direction = form in FORMATS and form != "outline"
    refuse_idle({"--direction": options.direction is not None and not has_direction}, f"on {form}")
    if form not in TEXTS:
        refuse_idle({"--ascii": options.ascii, **given_terminal(options)}, f"on {form}")
    refused: list[BadSentence] = []
    with Skipped(options) as skipped:
        chosen = _chosen(options, skipped, needs_one=form in OF_ONE_TREE)
        if form in PICTURES:
            one = _only(chosen, form, skipped)
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always", MissingFontWarning)
                picture = _picture(one, form, options, skipped)
            for warning in told:
                tell(f"bubbletree: warning: {warning.message}")
            write_binary(options.output, picture)
            return skipped.status
        if form in ("text", "outline", "html"):
            chosen = _reported(chosen, refused, skipped)
        with output(options.output) as stream:
            stream.writelines(_drawings(chosen, form, options, skipped))
            skipped.check()
    return skipped.status or (INVALID if refused else 0)


def _drawings(
    chosen: Iterator[GoodSentence[BubbleTree]], form: str, options: argparse.Namespace, skipped: Skipped
) -> Iterator[str]:
    """What to write, part by part."""
    if form == "html":
        page = html((one.value for one in chosen), title=name_of(options.file), direction=options.direction or "auto")
        skipped.check()
        yield page
        return
    if form in OF_ONE_TREE:
        chosen = iter([_only(chosen, form, skipped)])
    gap = ""
    for one in chosen:
        try:
            drawing = _drawing(one, form, options)
        except InvalidTreeError as error:
            skipped.drop(one, str(error), sent_id(one.value))
        else:
            yield gap + drawing
            gap = "\n"


def _only(chosen: Iterator[GoodSentence[BubbleTree]], form: str, skipped: Skipped) -> GoodSentence[BubbleTree]:
    """The one tree of a file that can hold no other."""
    trees = list(chosen)
    skipped.check()
    if len(trees) != 1:
        raise UsageError(f"{OF_ONE_TREE[form]} file holds one tree, not {len(trees)}: choose one with --number or --id")
    return trees[0]


def _picture(one: GoodSentence[BubbleTree], form: str, options: argparse.Namespace, skipped: Skipped) -> bytes:
    """A picture that is not text; a tree that has none ends the work."""
    try:
        return PICTURES[form](one.value, direction=options.direction or "auto")
    except (InvalidTreeError, TooManyPixelsError) as error:
        skipped.drop(one, str(error), sent_id(one.value))
        raise NothingLeftError from None


def _drawing(one: GoodSentence[BubbleTree], form: str, options: argparse.Namespace) -> str:
    if form == "svg":
        return svg(one.value, direction=options.direction or "auto")
    if form == "tikz":
        return tikz(one.value, direction=options.direction or "auto")
    if form not in FORMATS:
        return drawing(form)(one.value)
    return _text(one, form, options)


def _chosen(options: argparse.Namespace, skipped: Skipped, *, needs_one: bool) -> Iterator[GoodSentence[BubbleTree]]:
    """The trees to draw; of the sentences that cannot be read, those that were asked for are named."""
    source = Input(options, options.file)
    return skipped.good(_asked(options, source, needs_one=needs_one), source.name)


def _asked(options: argparse.Namespace, source: Input, *, needs_one: bool) -> Iterator[Scanned[BubbleTree]]:
    """The trees and the bad sentences that the options ask for."""
    found, trees = False, 0
    for one in source.trees(well_formed=False):
        trees = one.number
        name = one.sent_id if isinstance(one, BadSentence) else sent_id(one.value)
        if options.number in (None, one.number) and options.id in (None, name):
            found = True
            yield one
            if options.number is not None:
                return  # there may be gigabytes behind it, or a pipe that stays open
    if not found and (options.number is not None or options.id is not None):
        asked = [f"number {options.number}"] * (options.number is not None)
        asked += [f"the sent_id {options.id!r}"] * (options.id is not None)
        there = f"there {'is' if trees == 1 else 'are'} {trees} tree{'' if trees == 1 else 's'}"
        raise UsageError(f"{source.name}: {there}, and none has {' and '.join(asked)}")
    if not found and needs_one:
        raise UsageError(f"{source.name}: there are no trees in this file")


def _reported(
    chosen: Iterable[GoodSentence[BubbleTree]], refused: list[BadSentence], skipped: Skipped
) -> Iterator[GoodSentence[BubbleTree]]:
    """The same trees; those that are not well-formed are named, though there is something to draw in their place."""
    for one in chosen:
        report = validate(one.value, projective=False)
        if not report:
            refused.append(one.bad(str(report), title(one.value, one.number)))
            skipped.add(refused[-1])
        yield one


def _text(one: GoodSentence[BubbleTree], form: str, options: argparse.Namespace) -> str:
    """A heading and a drawing that fits."""
    tree = one.value
    heading = f"{isolated(shown(title(tree, one.number)))}: {isolated(shown(' '.join(tree.words)))}\n\n"
    if form != "arcs" and not (report := validate(tree, projective=False)):
        return f"{heading}{visible_message(str(report))}\n"
    terminal = Terminal.of(options)
    if form == "outline":
        drawing = terminal.outline(tree, ascii_only=options.ascii)
    else:
        direction: Direction = options.direction or "ltr"
        draw = terminal.fitting if form == "text" else terminal.arcs
        drawing = draw(tree, ascii_only=options.ascii, direction=direction)
    return f"{heading}{drawing}\n"
