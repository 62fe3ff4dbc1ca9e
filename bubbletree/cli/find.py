"""``bubbletree find``: the coordinations of a file that a query asks for."""

from __future__ import annotations

import argparse
from typing import TextIO

from bubbletree._terminal import visible
from bubbletree.cli.guard import BAD_INPUT, UsageError
from bubbletree.cli.help import HelpFormatter
from bubbletree.cli.inputs import (
    AddParser,
    Format,
    Input,
    add_conversion,
    add_file,
    bubble_trees,
    check_conversion,
    sent_id,
    title,
)
from bubbletree.cli.outputs import add_output, as_json_line, output, shape_by_name, text_writer, write_tree
from bubbletree.cli.skipped import Skipped
from bubbletree.coordination import TreeCoordination
from bubbletree.search import FLAGS, NUMBERS, TEXTS, Query, QueryError
from bubbletree.tree import BubbleTree
from bubbletree.validation import InvalidTreeError

NOTHING = 1
"""The exit status if nothing was found."""

BY_SUFFIX = {".json": "json", ".jsonl": "json", ".conllu": "conllu", ".conll": "conllu"}
"""What the name of the output says."""

EPILOG = f"""\
a query has conditions, all of which must hold:
  text     {", ".join(TEXTS)}: by = or !=, with alternatives (obj,obl) and * or ? (word=*ing); \\* is a star
  numbers  {", ".join(NUMBERS)}: by = != < <= > >=
  flags    {", ".join(FLAGS)}; ! before a flag denies it

examples:
  bubbletree find treebank.conllu 'relation=obj conjuncts>=3 coordinator=or'
  bubbletree parse text.txt --to conllu | bubbletree find - 'shared=amod !nested' --json

exit status: 0 if something is found, 1 if nothing is, 2 if the query is wrong or no sentence can be used
"""


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "find",
        help="search a file for coordinations",
        description="List the coordinations that a query asks for, one on each line: sentence, relation, words, and "
        "the conjuncts. A CoNLL-U file without bubbles is read as UD and converted.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    add_file(parser)
    parser.add_argument("query", metavar="QUERY", help="what to search for, in quotes")
    add_conversion(parser)
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument(
        "--json", action="store_true", help="write one coordination on each line, in JSON, as -o NAME.json does"
    )
    shape.add_argument(
        "--conllu", action="store_true", help="write the trees of the sentences found, as -o NAME.conllu does"
    )
    shape.add_argument("--count", action="store_true", help="print the numbers of coordinations and of sentences")
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Search the file."""
    if not options.query.strip():
        raise UsageError("the query is empty; 'conjuncts>0' finds all coordinations")
    try:
        query = Query.parse(options.query)
    except QueryError as error:
        raise UsageError(str(error)) from None
    given = next((name for name in ("json", "conllu", "count") if getattr(options, name)), None)
    shape = shape_by_name(options, BY_SUFFIX, given)
    source = Input(options, options.file)
    check_conversion(options, source)
    total = sentences = 0
    with Skipped(options) as skipped, output(options.output) as stream:
        write = text_writer(Format.CONLLU, stream)
        for one, tree in bubble_trees(options, source, skipped):
            try:
                found = query.find(tree)
            except InvalidTreeError as error:
                skipped.drop(one, str(error), sent_id(tree))
                continue
            if shape == "conllu" and found and not write_tree(one, tree, write, skipped):
                continue
            total += len(found)
            sentences += bool(found)
            if shape == "conllu":
                continue
            if shape != "count":
                for coordination in found:
                    _write(tree, one.number, coordination, stream, as_json=shape == "json")
        skipped.check()
        if shape == "count":
            stream.write(f"{total} in {sentences} of {skipped.used} sentences\n")
    if skipped.bad and not skipped.used:
        return BAD_INPUT
    return 0 if total else NOTHING


def _write(tree: BubbleTree, number: int, found: TreeCoordination, stream: TextIO, *, as_json: bool) -> None:
    conjuncts = [" ".join(span.of(tree.words)) for span in found.conjuncts]
    relation = tree.label(found.bubble) or ""
    if as_json:
        record = {
            "sent_id": sent_id(tree),
            "sentence": number,
            "relation": relation,
            "span": list(found.whole),
            "conjuncts": conjuncts,
            "spans": [list(span) for span in found.conjuncts],
            "coordinators": [" ".join(span.of(tree.words)) for span in found.coordinators],
            "shared": [
                {
                    "relation": modifier.label,
                    "words": " ".join(modifier.span.of(tree.words)),
                }
                for modifier in (*found.shared_left, *found.shared_right)
            ],
        }
        stream.write(as_json_line(record))
        return
    shown = (title(tree, number), f"{found.whole.first}-{found.whole.last}", relation, f"[{' | '.join(conjuncts)}]")
    stream.write("\t".join(map(visible, shown)) + "\n")
