"""Records: what the code once wrote, was read by a person, and is not to change unnoticed.

    python -m proofs_tests.support.records            write the files again
    python -m proofs_tests.support.records --check    say whether they are what would be written

They are in proofs_tests/data/records. Whoever changes a drawing, the grammar or a help text on purpose writes them
again, and looks at what has changed: a record says that something is as it was, and not that it was right.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import NoReturn
from unittest import mock

from bubbletree import BubbleTree, Sentence, cli
from bubbletree.draw import html, text, tikz
from bubbletree.grammar import Grammar
from bubbletree.grammar import generate as sentences
from bubbletree.io.atomic import atomic_writer
from bubbletree.io.brackets import format_brackets, parse_brackets
from proofs_tests.support import layouts

FOLDER = Path(__file__).resolve().parents[1] / "data" / "records"

NOT_PROJECTIVE = BubbleTree(
    ["a", "b", "c", "d"], [{0}, {1}, {2}, {3}, {4}], [(0, "root", 1), (1, "x", 3), (3, "y", 2), (2, "z", 4)]
)
SPLIT = BubbleTree(
    ["x", "y", "z", "u", "v"],
    [{0}, {1}, {2}, {3}, {4}, {5}, {1, 3, 4}],
    [(0, "root", 6), (6, "conj", 1), (6, "cc", 3), (6, "conj", 4), (6, "dep", 2), (2, "", 5)],
)
CROSSING = {
    "crossing arcs": NOT_PROJECTIVE,
    "a bubble in pieces": SPLIT,
    "a bubble in pieces, in another one": BubbleTree(
        ["hot", "tea", "and", "cold", "milk", "or", "juice", "today"],
        [*({token} for token in range(9)), {2, 3, 5, 6, 7}, {5, 6, 7}],
        [(0, "root", 9), (9, "conj", 2), (9, "cc", 3), (9, "conj", 10), (10, "conj", 5), (10, "cc", 6),
         (10, "conj", 7), (2, "amod", 1), (5, "amod", 4), (2, "advmod", 8)],
    ),
}  # fmt: skip
"""Well-formed trees whose drawings have lines that cross."""

BROKEN = {
    "bubbles that overlap": BubbleTree(
        list("abcd"),
        [*({token} for token in range(5)), {1, 2, 3}, {2, 3, 4}],
        [(0, "root", 5), (5, "conj", 1), (6, "conj", 3)],
    ),
    "a bubble twice": BubbleTree(
        list("ab"), [{0}, {1}, {2}, {1, 2}, {1, 2}], [(0, "root", 3), (3, "x", 4), (4, "conj", 1)]
    ),
    "two heads": BubbleTree(list("ab"), [{0}, {1}, {2}], [(0, "root", 1), (0, "root", 2), (2, "nsubj:pass", 1)]),
    "a circle": BubbleTree(list("abc"), [{0}, {1}, {2}, {3}], [(1, "x", 2), (2, "y", 3), (3, "z", 1)]),
    "its own head": BubbleTree(list("ab"), [{0}, {1}, {2}], [(0, "root", 1), (2, "a long label", 2)]),
    "a head above RT": BubbleTree(list("ab"), [{0}, {1}, {2}], [(1, "x", 0), (0, "root", 2)]),
    "RT in a bubble": BubbleTree(list("ab"), [{0, 1}, {2}], [(0, "conj", 1)]),
    "a word that no bubble has": BubbleTree(list("abc"), [{0}, {1, 3}], [(0, "root", 1)]),
    "no arcs": BubbleTree(list("ab"), [{0}, {1}, {2}, {1, 2}], []),
}
"""Structures that are no trees. The page draws them, too."""

ILL_FORMED = BubbleTree(["a", "<b>"], [{0}, {1}, {2}], [(0, "root", 1)])

DRAWN = {
    "the sentence of the README": "nsubj=I prefer obj=[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)]",
    "six boxes, one in the other": "[[[[[[a b] c] d] e] f] cc=and g]",
    "the same from the right": "[g cc=and [f [e [d [c [b a]]]]]]",
    "two boxes side by side, one in the other": "nsubj=[[he cc=or she] cc=and [we you]] like obj=[tea cc=or buns]",
    "modifiers shared from both sides": "case=of det=the amod=new [cups cc=and plates] nmod=(case=from Wu) punct=!",
    "arcs over arcs": "a=(b=i j c=(d=k e=l m)) f=o n g=(h=(i=p q) r s=(j=u v)) k=X",
    "arcs over boxes": "aux=did nsubj=(det=the [a b]) go obl=(case=to [(det=a sea) cc=or (c nmod=(case=of [d e]))])",
    "narrow words, wide labels": "nsubj:pass:outer=I obl:unmarked=a [acl:relcl=b cc:preconj=c d e compound:prt=.]",
    "wide words, narrow labels": "a=honorificabilitudinity b=[incomprehensibility c=or irresponsibility] d=word",
    "labels that are empty": '""=tea [conj=or (""=l i) ""=[jam ""=and ham]] ""=.',
    "an arrow that keeps clear of labels": "a=x [p conjunct=q r] b=y c=(d=s [t conjunction=u v])",
    "many widths": "nsubj=مرحبا dep=[红茶 cc=和 咖啡] 标签标签=e\u0301tude ｗ y=W@m z=i|l,",
    "several roots": "root=yes root=[no cc=or perhaps] root=(det=a one)",
    "special characters": '"<b>&amp;" b="\\"\'" c="50%_$#~^" d="\\\\{x}" e="[a]-`b|" f="x\\ty\\u0007"',
    "one word": "Tea",
    "no word": "()",
}
"""What is drawn, by what it is an example of."""

HEBREW = "nsubj=אני שותה obj=[(תה amod=חם) cc=או קפה]"
"""A drawing of this begins on the right."""

DENSE = Grammar(
    coordination=0.6,
    clauses=0.3,
    nesting=0.4,
    series=0.3,
    correlative=0.3,
    modifier=0.6,
    subordination=0.4,
    max_depth=3,
    max_words=40,
)
"""Much of everything."""

SHORT = Grammar(coordination=0.5, modifier=0.5, max_depth=1, max_words=10)


def drawn() -> list[BubbleTree]:
    """The projective trees of DRAWN; each has its description for an id, but for two."""
    trees = []
    for name, brackets in DRAWN.items():
        tree = parse_brackets(brackets)
        known = Sentence.from_columns(tree.words)
        comments = () if name == "one word" else (f"# sent_id = {name}",)
        trees.append(tree.with_sentence(Sentence(known.rows, comments)))
    return trees


def in_characters(trees: Sequence[BubbleTree], *, ascii_only: bool) -> str:
    """The drawings for terminals, arcs and outlines."""
    parts = [f"{text(tree, 'arcs', ascii_only=ascii_only)}\n" for tree in [*trees, *CROSSING.values()]]
    outlines = [f"{text(tree, 'outline', ascii_only=ascii_only)}\n" for tree in [*trees, NOT_PROJECTIVE, SPLIT]]
    return "\n".join([*parts, *outlines])


def page() -> str:
    """A page of pictures, with trees that cannot be drawn at the end."""
    return html([*drawn(), NOT_PROJECTIVE, SPLIT, ILL_FORMED], title="Records <&>")


def generated() -> str:
    """Sentences of the grammar with tags and categories."""
    blocks = []
    for number, seed, grammar in ((90, 1, None), (50, 2, DENSE), (30, -3, SHORT)):
        for tree in sentences(number, seed, grammar):
            assert tree.sentence is not None
            spans = [f"{first}-{last} {category}" for (first, last), category in tree.sentence.categories]
            lines = [*tree.sentence.comments, *(f"# categories = {' '.join(spans)}" for _ in spans[:1])]
            blocks.append("\n".join([*lines, format_brackets(tree), ""]))
    return "\n".join(blocks)


def digests(trees: Iterable[BubbleTree]) -> str:
    """A line for each hundred sentences, with the number of the last and a digest of all about them."""
    lines = []
    remaining = iter(trees)
    for number, batch in enumerate(iter(lambda: list(islice(remaining, 100)), []), start=1):
        told = "".join(f"{format_brackets(tree)} {tree.sentence}" for tree in batch)
        lines.append(f"{100 * number}: {sha256(told.encode()).hexdigest()[:16]}\n")
    return "".join(lines)


class Declared(argparse.ArgumentParser):
    """A parser that writes down what it is told: how help is laid out depends on the version of Python."""

    def __init__(self, name: str, settings: Mapping[str, object]) -> None:
        super().__init__(add_help=False)
        self.lines = [f"bubbletree {name}", *(f"  {key}: {value}" for key, value in sorted(settings.items()))]

    def add_argument(self, *names: str, **settings: object) -> argparse.Action:
        self.lines.append("  " + ", ".join(names))
        self.lines += [f"    {key}: {getattr(value, '__name__', value)}" for key, value in sorted(settings.items())]
        return argparse.Action(names, dest="")


def commands() -> Iterator[str]:
    """What help ends with, and the arguments of each command with theirs."""
    declared: list[Declared] = []

    def add_parser(name: str, **settings: object) -> Declared:
        declared.append(Declared(name, settings))
        return declared[-1]

    for command in cli.COMMANDS:
        command.register(add_parser)
    yield cli.command_line().epilog or ""
    yield from ("\n".join([*parser.lines, ""]) for parser in declared)


NEURAL = ("parse", "train", "evaluate", "calibrate", "compact", "benchmark.command", "experiment.command")
"""The modules with commands of their own, which need PyTorch."""


class _Asked(Exception):  # noqa: N818  # nothing is wrong
    """A parser was about to read arguments."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self.parser = parser


def _ask(parser: argparse.ArgumentParser, *_arguments: object) -> NoReturn:
    raise _Asked(parser)


def of_parser(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The texts of a parser, and all about its arguments, those of its commands too."""
    yield f"{parser.prog}\n  description: {parser.description}\n  usage: {parser.usage}\n  epilog: {parser.epilog}\n"
    yield f"  formatter: {getattr(parser.formatter_class, '__name__', parser.formatter_class)}\n"
    for action in parser._actions:
        yield f"  {', '.join(action.option_strings) or action.dest}\n"
        for key in ("nargs", "const", "default", "type", "required", "metavar", "help", "dest"):
            value = getattr(action, key)
            if value is not None and value is not False:
                yield f"    {key}: {getattr(value, '__name__', value)}\n"
        if isinstance(action, argparse._AppendAction):
            yield "    may be repeated\n"
        if isinstance(action, argparse._SubParsersAction):
            yield from (f"    {choice.dest}: {choice.help}\n" for choice in action._choices_actions)
            for command in action.choices.values():
                yield from of_parser(command)
        elif action.choices is not None:
            yield f"    choices: {', '.join(map(str, action.choices))}\n"
    for group in parser._mutually_exclusive_groups:
        yield f"  one of: {', '.join(action.dest for action in group._group_actions)}\n"


def neural_commands() -> Iterator[str]:
    """The arguments of each command of ``neural``."""
    for name in NEURAL:
        command = importlib.import_module(f"neural.{name}")
        asked = mock.patch.multiple(
            argparse.ArgumentParser, parse_args=_ask, parse_known_args=_ask, parse_intermixed_args=_ask
        )
        try:
            with asked:
                command.main([])
        except _Asked as found:
            yield "".join(of_parser(found.parser))


RECORDS: Mapping[str, Callable[[], str]] = {
    "commands.txt": lambda: "\n".join(commands()),
    "drawings.txt": lambda: in_characters(drawn(), ascii_only=False),
    "drawings-ascii.txt": lambda: in_characters(drawn()[:6], ascii_only=True),
    "drawings.tex": lambda: "\n".join(map(tikz, [*drawn(), *CROSSING.values()])),
    "drawings.html": page,
    "layouts.json": lambda: layouts.text(
        [
            *drawn(),
            parse_brackets(HEBREW),
            *sentences(40, 7, DENSE),
            *CROSSING.values(),
            *BROKEN.values(),
            *layouts.structures(60),
        ]
    ),
    "generated.brackets": generated,
    "generated-digests.txt": lambda: digests(chain(sentences(1500, 1), sentences(300, 1, DENSE))),
} | ({"neural-commands.txt": lambda: "\n".join(neural_commands())} if importlib.util.find_spec("torch") else {})
"""How each file is written."""


def recorded(name: str) -> str:
    """What a file holds."""
    return (FOLDER / name).read_bytes().decode("utf-8")


def main() -> int:
    """Write or check the files."""
    parser = argparse.ArgumentParser(description="Write the records.")
    parser.add_argument("--check", action="store_true", help="only say whether they are what would be written")
    check = parser.parse_args().check
    if not check:
        for name, write in RECORDS.items():
            with atomic_writer(FOLDER / name) as stream:
                stream.write(write())
        return 0
    changed = [name for name, write in RECORDS.items() if recorded(name) != write()]
    print(f"changed: {', '.join(changed) or 'none'}")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
