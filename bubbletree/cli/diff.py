"""``bubbletree diff``: two analyses of the same text, coordination by coordination."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple, TextIO

from bubbletree._terminal import visible
from bubbletree.cli.guard import BAD_INPUT, UsageError
from bubbletree.cli.help import HelpFormatter
from bubbletree.cli.inputs import (
    AddParser,
    Input,
    add_conversion,
    add_from,
    bubble_trees,
    check_conversion,
    sent_id,
    title,
)
from bubbletree.cli.outputs import add_output, as_json_line, output, shape_by_name
from bubbletree.cli.skipped import Skipped
from bubbletree.comparison import Change, Difference, Passage, diff, passages
from bubbletree.io.scan import GoodSentence
from bubbletree.metrics.table import table
from bubbletree.surface import surface
from bubbletree.tree import BubbleTree
from bubbletree.validation import validate

DIFFERENT = 1
"""The exit status if the analyses differ."""

EPILOG = """\
examples:
  bubbletree diff gold.conllu parsed.conllu
  bubbletree parse text.txt --to conllu | bubbletree diff gold.conllu - --json -o differences.json

exit status: 0 if all coordinations are the same, 1 if some differ, 2 if the files cannot be compared
"""


class Named(NamedTuple):
    """A tree with what to call it."""

    name: str
    tree: BubbleTree


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "diff",
        help="compare the coordinations in two analyses of the same text",
        description="Compare the coordinations in two files of trees, or of UD, which is converted. The text must be "
        "the same; tokens and sentences may differ. Each coordination is the same, has other spans or another "
        "nesting, or is in one file only. For each difference, a line says how to change the left file.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("left", metavar="LEFT", help="a file of trees; - for standard input")
    parser.add_argument("right", metavar="RIGHT", help="another file with the same text")
    add_from(parser)
    add_conversion(parser)
    parser.add_argument("--counts", action="store_true", help="print the counts alone")
    parser.add_argument(
        "--json",
        action="store_true",
        help="write JSON: all coordinations that differ, and the counts; as -o NAME.json does",
    )
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compare the files."""
    if options.left == options.right == "-":
        raise UsageError("only one of the files can be standard input")
    shape = shape_by_name(options, {".json": "json"}, "json" if options.json else None)
    as_json = shape == "json"
    sources = [Input(options, path) for path in (options.left, options.right)]
    check_conversion(options, *sources)
    counts: Counter[Change] = Counter()
    alone = 0
    records: list[dict[str, Any]] = []
    with Skipped(options) as skipped:
        left, right = (_begun(_trees(options, source, skipped), source, skipped) for source in sources)
        with output(options.output) as stream:
            for passage in passages(left, right, lambda one: one.tree):
                names = " + ".join(dict.fromkeys(one.name for one in passage.left or passage.right))
                if not (passage.left and passage.right):
                    alone += 1
                    records.append({"sentence": names, "only": "left" if passage.left else "right"})
                    if not as_json and not options.counts:
                        where = sources[0 if passage.left else 1].name
                        stream.write(visible(f"{names}: only {where} has this sentence") + "\n\n")
                    continue
                found = diff([one.tree for one in passage.left], [one.tree for one in passage.right])
                counts.update(one.change for one in found)
                different = [one for one in found if one.change is not Change.SAME]
                if different and as_json:
                    records.append({"sentence": names, "differences": list(map(as_record, different))})
                elif different and not options.counts:
                    _write(names, passage, different, stream)
            skipped.check()
            if as_json:
                numbers = {change.value: counts[change] for change in Change} | {"sentences without a partner": alone}
                stream.write(as_json_line({"counts": numbers, "sentences": records}, indent=2))
            else:
                rows = [(change.value, counts[change]) for change in Change]
                stream.write(table(["coordinations", ""], [*rows, ("sentences without a partner", alone)]) + "\n")
    if skipped.bad:
        return BAD_INPUT
    return DIFFERENT if alone or counts.total() > counts[Change.SAME] else 0


def _begun(trees: Iterator[Named], source: Input, skipped: Skipped) -> Iterator[Named]:
    """The same trees, of which the first is read before anything is written.

    Raises
    ------
    UsageError
        There are sentences, but none can be used.
    """
    bad = len(skipped.bad)
    first = list(islice(trees, 1))
    if not first and len(skipped.bad) > bad:
        raise UsageError(f"{source.name}: no sentence can be used, so there is nothing to compare with")
    return chain(first, trees)


def _trees(options: argparse.Namespace, source: Input, skipped: Skipped) -> Iterator[Named]:
    one: GoodSentence[Any]
    for one, tree in bubble_trees(options, source, skipped):
        report = validate(tree, projective=False)
        if report:
            yield Named(title(tree, one.number), tree)
        else:
            skipped.drop(one, str(report), sent_id(tree))


def as_record(found: Difference) -> dict[str, Any]:
    """A difference for JSON."""
    return {
        "change": found.change.value,
        "left": found.left,
        "right": found.right,
        "edits": found.edits,
        "characters": [found.start, found.end],
    }


def _write(names: str, passage: Passage[Named], found: Sequence[Difference], stream: TextIO) -> None:
    stream.write(visible(f"{names}: {' '.join(surface(one.tree).text for one in passage.left)}") + "\n")
    for one in found:
        sides = [f"[{' | '.join(texts)}]" for texts in (one.left, one.right) if texts]
        stream.write(f"  {one.change.value}: {visible(' / '.join(sides))}\n")
        if one.left and one.right:
            stream.writelines(f"    {visible(edit)}\n" for edit in one.edits)
    stream.write("\n")
