"""``bubbletree oracle``: how Bubble-Hybrid derives a tree, step by step."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from bubbletree._terminal import columns
from bubbletree.cli.help import HelpFormatter
from bubbletree.cli.inputs import AddParser, Input, add_file, sent_id, title
from bubbletree.cli.outputs import add_output, output
from bubbletree.cli.skipped import Skipped
from bubbletree.configuration import Cell, Item, cells
from bubbletree.derivation import trace
from bubbletree.draw.elements import shown
from bubbletree.static_oracle import OracleError, oracle
from bubbletree.transitions import Transition
from bubbletree.tree import ROOT, BubbleTree
from bubbletree.validation import InvalidTreeError

WIDEST = 40
"""Columns for the stack, and for the buffer: of longer ones the far end is left out."""

_EXAMPLES = """\
examples:
  bubbletree oracle trees.conllu
  bubbletree oracle trees.brackets -o steps.txt
"""


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "oracle",
        help="print the derivation of each tree by Bubble-Hybrid",
        description="Print, for each tree, the transitions of the static oracle (in normal form) and the stack and "
        "buffer after each. Bubbles are in parentheses, and open ones end in dots. The dependents of an item are not "
        "shown. A tree that cannot be derived is named, with the reason, and left out.",
        epilog=_EXAMPLES,
        formatter_class=HelpFormatter,
    )
    add_file(parser)
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the derivations."""
    with Skipped(options) as skipped, output(options.output) as stream:
        gap = ""
        source = Input(options, options.file)
        for one in skipped.good(source.trees(), source.name):
            tree = one.value
            try:
                transitions = oracle(tree)
            except (InvalidTreeError, OracleError) as error:
                skipped.drop(one, str(error), sent_id(tree))
                continue
            name = title(tree, one.number)
            stream.write(f"{gap}{shown(name)}: {shown(' '.join(tree.words))}\n\n{_table(tree, transitions)}\n")
            gap = "\n"
        skipped.check()
    return skipped.status


def _table(tree: BubbleTree, transitions: Sequence[Transition]) -> str:
    """A line for each configuration: the transition that led to it, its stack and its buffer."""
    names = ["", *(shown(str(transition)) for transition in transitions)]
    configurations = list(trace(tree.words, transitions))
    stacks = [_items(c.stack_items, tree.words)[::-1] for c in configurations]
    buffers = [_items(c.buffer_items, tree.words) for c in configurations]
    rows = [
        ("step", "transition", "stack", "buffer"),
        *(
            (str(step), name, " ".join(stack), " ".join(buffer))
            for step, (name, stack, buffer) in enumerate(zip(names, stacks, buffers, strict=True))
        ),
    ]
    step_width, name_width, stack_width, _ = (
        max(columns(cell) for cell in column) for column in zip(*rows, strict=True)
    )
    return "\n".join(
        f"{' ' * (step_width - columns(step))}{step}  {name}{' ' * (name_width - columns(name))}  "
        f"{' ' * (stack_width - columns(stack))}{stack} | {buffer}".rstrip()
        for step, name, stack, buffer in rows
    )


def _items(chain: Cell[Item] | None, words: tuple[str, ...]) -> list[str]:
    """The items of a stack or buffer from its near end, as far as they fit."""
    found: list[str] = []
    room = WIDEST
    for item in cells(chain):
        # Words too many to fit, as where a thousand bubbles are nested, are not even looked at.
        told = _item(item, words) if item.content.width <= room else None
        if told is None or columns(told) + 1 > room:
            found.append("...")
            break
        found.append(told)
        room -= columns(told) + 1
    return found


def _item(item: Item, words: tuple[str, ...]) -> str:
    if item.bubble == ROOT:
        return "RT"
    content = shown(" ".join(item.content.of(words)))
    if item.bubble <= len(words):
        return content
    return f"({content} ..." if item.is_open else f"({content})"
