"""The model that comes with the library, and parsing with no more ado than a sentence."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bubbletree import BubbleTree, Sentence
from neural import text
from neural.loading import ENGLISH, load_parser
from neural.parser import Parser


@dataclass(frozen=True)
class SentenceParser:
    """A model that takes sentences as text, as words, or with annotation.

    Attributes
    ----------
    parser : Parser
        The model.
    """

    parser: Parser

    def parse(self, sentence: str | Sequence[str] | Sentence, /) -> BubbleTree:
        """The tree of a sentence.

        Raises
        ------
        ValueError
            There are no words.
        """
        [tree] = self.parse_all([sentence])
        return tree

    def parse_all(self, sentences: Iterable[str | Sequence[str] | Sentence], /) -> Iterator[BubbleTree]:
        """The trees of many sentences, in order.

        Raises
        ------
        ValueError
            A sentence has no words.
        """
        return self.parser.parse(map(_sentence, sentences))


def load(model: str | Path | None = None) -> SentenceParser:
    """The parser with the model in a directory, or with the English model that comes with the library.

    Raises
    ------
    CheckpointError
        There is no model there, or it is broken.
    """
    return SentenceParser(load_parser(ENGLISH if model is None else model, "cpu"))


def _sentence(source: str | Sequence[str] | Sentence) -> Sentence:
    if isinstance(source, Sentence):
        return source
    if isinstance(source, str):
        found = list(itertools.islice(text.sentences([(1, " ".join(source.split()))], cut=True), 1))
        if not found:
            raise ValueError("there are no words to parse")
        return found[0]
    if not source:
        raise ValueError("there are no words to parse")
    return Sentence.from_columns(source)
