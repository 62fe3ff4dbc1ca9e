"""``bubbletree view``: a page to explore trees in."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import PurePath

from bubbletree.cli.guard import UsageError
from bubbletree.cli.inputs import AddParser, Input, add_conversion, add_file, conversions, is_to_convert
from bubbletree.cli.outputs import add_output, output
from bubbletree.cli.skipped import Skipped
from bubbletree.convert import Conversion
from bubbletree.io.scan import BadSentence
from bubbletree.sentence import Sentence
from bubbletree.tree import BubbleTree
from bubbletree.viewer import Entry, compared, entry, page


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "view",
        help="write a page to explore trees in",
        description="Write an HTML file to explore trees in: a list to search and filter, the tree of each sentence "
        "with its coordinations, its derivation step by step, and a comparison with another analysis. The file holds "
        "everything and loads nothing. Sentences without a tree are shown with what is wrong with them.",
    )
    add_file(parser)
    add_conversion(parser)
    parser.add_argument("--compare", metavar="GOLD", help="another analysis of the same text, to compare with")
    parser.add_argument("--title", metavar="TITLE", help="the title of the page (default: the file's name)")
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the page."""
    if options.file == options.compare == "-":
        raise UsageError("only one of the files can be standard input")
    with Skipped(options) as skipped:
        entries = _entries(options, options.file, skipped)
        if options.compare is not None:
            entries = compared(entries, _entries(options, options.compare, skipped))
        name, against = _names(options.file, options.compare)
        made = page(entries, title=options.title or name, file=name, against=against)
        skipped.check()
        with output(options.output) as stream:
            stream.write(made)
    return skipped.status


def _names(file: str, against: str | None) -> tuple[str, str | None]:
    """What to call the files: by their names, or with their folders if the names are the same."""
    name = "standard input" if file == "-" else PurePath(file).name
    if against is None:
        return name, None
    other = "standard input" if against == "-" else PurePath(against).name
    return (file, against) if name == other else (name, other)


def _entries(options: argparse.Namespace, path: str, skipped: Skipped) -> Iterator[Entry]:
    """The sentences of a file; those that could not be used are named, too."""
    source = Input(options, path)
    if is_to_convert(options, source):
        yield from _converted(options, source, skipped)
        return
    for one in source.trees(well_formed=False):
        if isinstance(one, BadSentence):
            skipped.add(one)
            yield Entry(one.sent_id, (), f"line {one.line}: {one.reason}")
        else:
            skipped.use(1)
            yield entry(one.value)


def _converted(options: argparse.Namespace, source: Input, skipped: Skipped) -> Iterator[Entry]:
    for origin, outcome in conversions(options, source, skipped):
        if isinstance(outcome, Conversion):
            yield entry(outcome.tree)
        elif origin is not None:
            yield entry(_words_alone(origin.value), outcome.error.explanation)


def _words_alone(sentence: Sentence) -> BubbleTree:
    """The words of a sentence that has no tree."""
    return BubbleTree(sentence.words, ({token} for token in range(len(sentence.words) + 1)), (), sentence)
