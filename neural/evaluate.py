"""``python -m neural.evaluate``: parse a file of gold sentences and score the result."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence

from bubbletree.cli.guard import guarded
from bubbletree.cli.inputs import positive
from bubbletree.convert import Punctuation
from neural.command import add_device
from neural.gold import read_gold
from neural.parser import Parser
from neural.scores import score_parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, or 2 if the arguments or the input are at fault."""
    options = _parser().parse_intermixed_args(arguments)
    return guarded("neural.evaluate", lambda: _run(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m neural.evaluate",
        description="Parse a file of gold sentences and score the result: precision, recall and F1 of coordinations "
        "(exact, inner, whole; by category; in the paper's and the strict convention), and UAS and LAS of the UD "
        "conversion. All sentences of the file count.",
    )
    parser.add_argument("model", help="the model directory")
    parser.add_argument("file", help="CoNLL-U with or without bubbles")
    parser.add_argument("--coord", metavar="FILE", help="the gold coordinations of the file, in a .coord file")
    parser.add_argument("--limit", type=positive, metavar="N", help="read only the first N sentences")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--batch-size", type=positive, default=256, metavar="N", help="sentences parsed together (256)")
    add_punctuation(parser)
    add_device(parser)
    return parser


def add_punctuation(parser: argparse.ArgumentParser) -> None:
    """Add the option that tells the gold data's custom for punctuation."""
    parser.add_argument(
        "--punctuation",
        type=Punctuation,
        choices=list(Punctuation),
        default=Punctuation.FOLLOWING,
        metavar="{" + ",".join(custom.value for custom in Punctuation) + "}",
        help="which conjunct the file's HEAD column gives punctuation between conjuncts: the following one (default; "
        "UD version 2) or the first one (GENIA)",
    )


def _run(options: argparse.Namespace) -> int:
    parser = Parser.load(options.model, options.device)
    gold = list(read_gold(options.file, options.coord, options.limit))
    unconverted = Counter(one.problem for one in gold if one.tree is None)
    scores = score_parser(parser, gold, options.batch_size, options.punctuation)
    if options.json:
        result = {"sentences": len(gold), "not_converted": dict(sorted(unconverted.items())), **scores.to_dict()}
        print(json.dumps(result, indent=1))
        return 0
    print(f"{len(gold)} sentences\n\n{scores.to_text()}\n\n{scores.to_long_text()}")
    for problem, count in sorted(unconverted.items()):
        known = "" if options.coord else ", whose coordinations are unknown and count as none"
        print(f"\n{count} sentences without a gold bubble tree ({problem}){known}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
