"""``bubbletree generate``: sentences of the grammar with their trees, or trees at random."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

from bubbletree.cli.help import HelpFormatter
from bubbletree.cli.inputs import AddParser, not_negative, positive, whole
from bubbletree.cli.outputs import add_to, format_to, tree_writer, write_trees
from bubbletree.sampling import random_tree
from bubbletree.tree import BubbleTree

_EXAMPLES = """\
examples:
  bubbletree generate 1000 --seed 7 -o sentences.conllu
  bubbletree generate 20 --uniform 9 --to brackets
"""


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "generate",
        help="generate English-like sentences with gold trees, or trees at random",
        description="Write generated sentences with their bubble trees. The same arguments give the same sentences.",
        epilog=_EXAMPLES,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("count", type=not_negative, metavar="COUNT", help="how many")
    parser.add_argument("--seed", type=whole, default=1, help="seed of the random choices (default: 1)")
    parser.add_argument(
        "--uniform",
        type=positive,
        metavar="WORDS",
        help="do not use the grammar, but draw from all projective trees over this many words, all equally likely",
    )
    add_to(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the trees."""
    from bubbletree.grammar import generate  # no other command needs it

    trees = generate(options.count, options.seed) if options.uniform is None else _uniform(options)
    with tree_writer(format_to(options.to, options.output), options.output) as write:
        write_trees(trees, write)
    return 0


def _uniform(options: argparse.Namespace) -> Iterator[BubbleTree]:
    rng = random.Random(options.seed)
    return (random_tree(options.uniform, rng) for _ in range(options.count))
