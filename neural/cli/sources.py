"""The files that a command line names: gold sentences for training, development and testing.

Without files, training takes sentences from the grammar that comes with the library.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import islice
from pathlib import Path
from typing import TypeVar

from bubbletree.cli.guard import UsageError
from bubbletree.cli.inputs import positive
from bubbletree.grammar import Grammar, generate
from bubbletree.io import BadSentence
from bubbletree.treebank import load
from neural.config import Json
from neural.data.gold import GoldSentence, gold_tree, read_gold

TRAIN_SENTENCES, DEV_SENTENCES, TEST_SENTENCES = 16000, 300, 3000
"""How many sentences to generate for each purpose."""

GRAMMAR = Grammar(max_depth=2, max_words=16, nesting=0.1, modifier=0.15, clash=0.4)
"""Sentences that are shorter and have fewer modifiers than by default, so that three minutes of training are enough."""

TRAIN_SEED, DEV_SEED, TEST_SEED = 1, 2, 3
"""The seeds to generate them from."""

T = TypeVar("T")


def add_gold(parser: argparse.ArgumentParser, file: str = "file", default: str | None = None) -> None:
    """Add the options that name gold sentences; :meth:`Gold.of` reads them.

    Parameters
    ----------
    parser : argparse.ArgumentParser
        Where to add them.
    file : str
        ``"file"`` for an argument, ``"--file"`` for an option.
    default : str or None
        What is used if no file is named, in words; None if a file must be named.
    """
    text = "CoNLL-U with or without bubbles" + (f" (default: {default})" if default else "")
    if file.startswith("-"):
        parser.add_argument(file, metavar="FILE", help=text)
    else:
        parser.add_argument(file, nargs="?" if default else None, help=text)
    parser.add_argument("--coord", metavar="FILE", help="the coordinations of the file, in a .coord file")
    parser.add_argument("--limit", type=positive, metavar="N", help="read only the first N sentences")


@dataclass(frozen=True, slots=True)
class Gold:
    """Gold sentences to test on.

    Attributes
    ----------
    file : str or None
        CoNLL-U with or without bubbles; None if the command line names no file.
    coord : str or None
        The file of its coordinations, if there is one.
    limit : int or None
        How many sentences to read, at most.
    """

    file: str | None
    coord: str | None = None
    limit: int | None = None

    @classmethod
    def of(cls, options: argparse.Namespace) -> Gold:
        """What the options of :func:`add_gold` name.

        Raises
        ------
        UsageError
            There is a file of coordinations, but no file of sentences.
        """
        if options.file is None and options.coord is not None:
            raise UsageError("--coord needs the file of the sentences: name that file too")
        return cls(options.file, options.coord, options.limit)

    def read(
        self, default: Iterable[GoldSentence] = (), skip: Callable[[BadSentence], None] | None = None
    ) -> list[GoldSentence]:
        """The sentences of the file; those of ``default`` if there is no file.

        ``skip`` is told of each sentence that cannot be read; without it, the first of them is an error.

        Raises
        ------
        FormatError, OSError
            The file cannot be read.
        """
        if self.file is None:
            return list(islice(default, self.limit))
        return list(read_gold(self.file, self.coord, self.limit, skip))


def add_training_sentences(parser: argparse.ArgumentParser) -> None:
    """Add the options that name the training sentences."""
    parser.add_argument("--train", metavar="FILE", help="training sentences: CoNLL-U with or without bubbles")
    parser.add_argument("--coord", metavar="FILE", help="their coordinations, in a .coord file")
    parser.add_argument("--limit", type=positive, metavar="N", help="read only the first N training sentences")
    parser.add_argument(
        "--sample", type=positive, metavar="N", help="train on N of them, chosen at random: the same ones in every run"
    )


def add_development_sentences(parser: argparse.ArgumentParser) -> None:
    """Add the options that name the development sentences."""
    parser.add_argument("--dev", metavar="FILE", help="development sentences; the best model on them is kept")
    parser.add_argument("--dev-coord", metavar="FILE", help="their coordinations, in a .coord file")


@dataclass(frozen=True, slots=True)
class Sources:
    """Where training sentences and development sentences come from.

    Attributes
    ----------
    train, coord, dev, dev_coord : str or None
        The files of the options with these names; without ``train``, sentences are generated.
    limit : int or None
        How many training sentences to read, at most.
    sample : int or None
        How many of these to train on, at most (:func:`sampled`).
    """

    train: str | None = None
    coord: str | None = None
    dev: str | None = None
    dev_coord: str | None = None
    limit: int | None = None
    sample: int | None = None

    @classmethod
    def of(cls, options: argparse.Namespace) -> Sources:
        """The sources that the command line names."""
        return cls(**{field.name: getattr(options, field.name) for field in fields(cls)})

    def to_dict(self) -> dict[str, Json]:
        """The sources as a JSON object, for :meth:`resumed`."""
        return asdict(self)

    def resumed(self, notes: Json) -> Sources:
        """The sources of the first run, as :meth:`to_dict` described them.

        Raises
        ------
        UsageError
            These sources are not None and differ from them.
        """
        before = notes if isinstance(notes, dict) else {}
        given = {name: value for name, value in asdict(self).items() if value is not None}
        for name, value in given.items():
            if before.get(name) != value:
                option = "--" + name.replace("_", "-")
                raise UsageError(f"{option} was {before.get(name) or 'not given'} in the first run: leave it out")
        return Sources(**{field.name: before.get(field.name) for field in fields(self)})  # type: ignore[arg-type]  # as written by Sources itself

    def check(self) -> None:
        """Raise UsageError unless the sources fit together."""
        if self.train is None and (self.coord or self.dev or self.dev_coord):
            raise UsageError("--coord, --dev and --dev-coord go with --train")
        if self.train is not None and self.dev is None:
            raise UsageError("--train needs --dev: sentences to choose the best model by")

    def read_train(self) -> list[GoldSentence]:
        """The training sentences.

        Raises
        ------
        FormatError, OSError
            A file cannot be read.
        """
        self.check()
        if self.train is not None:
            sentences = list(read_gold(self.train, self.coord, self.limit))
        else:
            sentences = _generated(min(TRAIN_SENTENCES, self.limit or TRAIN_SENTENCES), TRAIN_SEED)
        return sampled(sentences, self.sample)

    def read_dev(self) -> list[GoldSentence]:
        """The development sentences.

        Raises
        ------
        FormatError, OSError
            A file cannot be read.
        """
        if self.dev is not None:
            return list(read_gold(self.dev, self.dev_coord))
        return _generated(DEV_SENTENCES, DEV_SEED)

    def tests(self, dev: list[GoldSentence]) -> Mapping[str, list[GoldSentence]]:
        """The sentences to report scores on after training, by name."""
        if self.dev is not None:
            return {f"development sentences ({Path(self.dev).name})": dev}
        return {
            "generated sentences, none of them seen in training": _generated(TEST_SENTENCES, TEST_SEED),
            "the hand-written treebank": [gold_tree(tree) for tree in load()],
        }


def sampled(items: Sequence[T], count: int | None) -> list[T]:
    """At most ``count`` items, chosen at random, in their order; all items if ``count`` is None.

    The choice depends only on the number of items.  A smaller sample is part of every larger one.

    Examples
    --------
    >>> [sampled("abcdefgh", count) for count in (2, 4)]
    [['a', 'g'], ['a', 'b', 'd', 'g']]
    """
    if count is None:
        return list(items)
    places = list(range(len(items)))
    random.Random("sample").shuffle(places)
    return [items[place] for place in sorted(places[:count])]


def _generated(n: int, seed: int) -> list[GoldSentence]:
    return [gold_tree(tree) for tree in generate(n, seed, GRAMMAR)]
