"""``bubbletree convert``: from UD to bubble trees, and between the formats of trees."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bubbletree._terminal import visible
from bubbletree.cli.guard import UsageError, refuse_idle
from bubbletree.cli.help import HelpFormatter
from bubbletree.cli.inputs import (
    AddParser,
    Format,
    Input,
    add_conversion,
    add_file,
    check_conversion,
    conversions,
    format_of,
    is_to_convert,
    punctuation_of,
    title,
)
from bubbletree.cli.marks import MARKS_BY_SUFFIX, MarkedInput, Marks, add_marks
from bubbletree.cli.outputs import (
    IN_UD,
    OUTPUTS,
    SPANS,
    Extract,
    add_to,
    chosen_by_name,
    format_to,
    marks_writer,
    tree_writer,
    write_tree,
)
from bubbletree.cli.skipped import Skipped
from bubbletree.convert import Conversion, ConversionTable, Failure, Punctuation, Unsaid, losses
from bubbletree.errors import UnwritableError, not_one_of
from bubbletree.io.scan import GoodSentence
from bubbletree.metrics.table import table as text_table
from bubbletree.sentence import Sentence
from bubbletree.tree import BubbleTree

INPUT_NAMES = "{" + ",".join((*Format, *Marks)) + "}"
"""How the help shows the formats of the input."""

_EXAMPLES = """\
examples:
  bubbletree convert train.conllu -o bubbles.conllu
  bubbletree convert bubbles.conllu -o coordinations.json
  bubbletree convert bubbles.conllu -o coordinations.parquet
  bubbletree convert bubbles.conllu --to brat -o documents
  bubbletree convert documents --from brat --ud train.conllu -o bubbles.conllu
  bubbletree convert spans.tsv --ud train.conllu -o bubbles.conllu
  bubbletree convert wsj.mrg --from ptb --ud wsj.conllu -o bubbles.conllu
  bubbletree convert article.xml --from genia -o article.coord
"""


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "convert",
        help="convert UD to bubble trees, and trees from one format to another",
        description="Write the trees of a file in another format. A CoNLL-U file without bubbles is read as UD: its "
        "coordinations, or those of a --coord file, become bubbles. A table on standard error reports the result. "
        "Sentences that cannot be read or converted are named and left out. With '--from conllu' the trees stay as "
        "they are. Some files have coordinations, but no dependencies: treebanks of phrases (ptb, genia), tables "
        "(tsv), token files (tokens, with a .coord file), documents of brat, and json without trees. A --ud file "
        "gives the dependencies; without it, the coordinations alone are written (coord, tokens, tsv, brat).",
        epilog=_EXAMPLES,
        formatter_class=HelpFormatter,
    )
    add_file(parser, input_named, INPUT_NAMES)
    add_marks(parser)
    add_conversion(parser)
    parser.add_argument(
        "--explain",
        action="store_true",
        help="for each dependent at the edge of a coordination that is read off UD, print on standard error whether it "
        "is shared, and the rule that decided",
    )
    add_to(parser)
    parser.set_defaults(run=run)


def input_named(text: str) -> Format | Marks:
    """An argument that is the name of a format of trees or marked coordinations."""
    try:
        return Marks(text) if text in [*Marks] else Format(text)
    except ValueError:
        raise argparse.ArgumentTypeError(not_one_of(text, (*Format, *Marks))) from None


def run(options: argparse.Namespace) -> int:
    """Convert the file."""
    form = options.format or MARKS_BY_SUFFIX.get(Path(options.file).suffix.lower()) or format_of(options.file, None)
    if form is Format.JSON:
        # It has coordinations and, mostly, trees.
        has_marks = options.ud is not None or format_to(options.to, options.output) in SPANS
    else:
        has_marks = isinstance(form, Marks)
    if has_marks:
        source = MarkedInput(options, form)
        return _coordinations(options, source) if options.ud is None else _trees(options, source)
    if options.ud is not None or options.spans is not None:
        raise UsageError(f"--ud and --spans are for files without dependencies, not for {form}")
    trees = Input(options, options.file)
    check_conversion(options, trees)
    return _trees(options, trees)


def _coordinations(options: argparse.Namespace, source: MarkedInput) -> int:
    """Write the coordinations of a file without dependencies."""
    to = chosen_by_name(options.to, options.output, OUTPUTS, Extract.COORD)
    if to not in SPANS:
        raise UsageError(
            f"{source.name} has no dependencies: name the same sentences in UD with --ud, or write {', '.join(SPANS)}"
        )
    refuse_idle(
        {"--punctuation": options.punctuation is not None, "--explain": options.explain},
        "where there are no dependencies",
    )
    with Skipped(options) as skipped, marks_writer(Extract(to), options.output) as write:
        for one in source.sentences(skipped):
            try:
                write(one.value)
            except UnwritableError as error:
                skipped.drop(one, str(error), one.value.sent_id)
        skipped.check()
    return skipped.status


def _trees(options: argparse.Namespace, source: Input | MarkedInput) -> int:
    """Write trees."""
    form = format_to(options.to, options.output)
    punctuation = punctuation_of(options)
    is_converted = isinstance(source, MarkedInput) or is_to_convert(options, source)
    if not is_converted and form not in IN_UD:
        refuse_idle({"--punctuation": punctuation is not None}, f"on {form}")
    if not is_converted or isinstance(source, MarkedInput) or options.coord is not None:
        refuse_idle({"--explain": options.explain}, "where no coordinations are read off UD")
    table = ConversionTable(punctuation or Punctuation.FOLLOWING) if is_converted else None
    unsaid: Counter[Unsaid] = Counter()

    def put(one: GoodSentence[Any], tree: BubbleTree) -> None:
        if write_tree(one, tree, write, skipped) and form is Format.ENHANCED_UD:
            unsaid.update(loss.what for loss in losses(tree))

    with Skipped(options) as skipped:
        with tree_writer(form, options.output, punctuation) as write:
            if isinstance(source, Input) and table is None:
                for one in skipped.good(source.trees(), source.name):
                    put(one, one.value)
            elif table is not None:
                for origin, outcome in _outcomes(options, source, skipped):
                    table.add(outcome)
                    if origin is not None and isinstance(outcome, Conversion):
                        if options.explain:
                            explain(outcome, origin.value, origin.number)
                        put(origin, outcome.tree)
            skipped.check()
        if table is not None:
            print(table.to_text(), file=sys.stderr)
        if unsaid:
            rows = [(what.value, unsaid[what]) for what in Unsaid if unsaid[what]]
            print(text_table(["not said by enhanced UD", "coordinations"], rows), file=sys.stderr)
    return skipped.status


def _outcomes(
    options: argparse.Namespace, source: Input | MarkedInput, skipped: Skipped
) -> Iterator[tuple[GoodSentence[Sentence] | None, Conversion | Failure]]:
    """What the conversion makes of each sentence of UD."""
    if isinstance(source, MarkedInput):
        return iter(source.conversions(skipped))
    return conversions(options, source, skipped)


def explain(conversion: Conversion, sentence: Sentence, number: int) -> None:
    """Print the decisions about one sentence: its name, the word, the coordination, the decision and the rule."""
    rows = sentence.word_rows
    for decision in conversion.decisions:
        row = rows[decision.word - 1]
        shown = (
            title(conversion.tree, number),
            row.id,
            f"{row.deprel}={row.form}",
            f"[{' '.join(rows[conjunct - 1].form for conjunct in decision.conjuncts)}]",
            "shared" if decision.shared else "private",
            decision.rule,
        )
        print("\t".join(map(visible, shown)), file=sys.stderr)
