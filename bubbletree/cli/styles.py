"""How a UD file is annotated: as the options say, or as its sentences suggest, with a warning."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

from bubbletree.cli.guard import tell
from bubbletree.convert import Evidence, Punctuation, Style
from bubbletree.sentence import Sentence

AUTO: Final = "auto"
"""The style that is guessed."""

SAMPLE = 1_000
"""How many sentences at the beginning of a file decide, where no option does."""


def add_style(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the style."""
    parser.add_argument(
        "--style",
        choices=[AUTO, *(style.value for style in Style)],
        default=AUTO,
        help="what conjuncts and coordinators depend on in UD: ud (version 2: on the first conjunct, and on the "
        "conjunct that follows), stanford (version 1: on the first conjunct), chain (spaCy, English: on the conjunct "
        "before), tiger (spaCy, German: cd and cj); default: auto, a guess from the file, which warns if it is not ud",
    )


class Annotation:
    """How the sentences of a file are annotated, as far as they have been read.

    Parameters
    ----------
    name : str
        The file, for warnings.
    sentences : iterator of Sentence
        Its sentences, of which a sample is read.
    """

    def __init__(self, name: str, sentences: Iterator[Sentence]) -> None:
        self.name = name
        self._evidence = Evidence()
        self._sample = list(islice(sentences, SAMPLE))
        self._others = sentences
        for sentence in self._sample:
            self._evidence.add(sentence)

    @property
    def punctuation(self) -> Punctuation | None:
        """The custom for punctuation between conjuncts; None if there is none of it."""
        return self._evidence.punctuation()

    def style(self, given: str) -> Style:
        """The style: as given, or as the sample suggests.  What speaks for another goes to standard error."""
        guess, reason = self._evidence.guess()
        style = guess if given == AUTO else Style(given)
        if guess not in (style, Style.UD):
            _warn(f"{self.name}: looks like --style {guess.value} ({reason}); converted as --style {style.value}")
        elif given == AUTO and guess is not Style.UD:
            _warn(f"{self.name}: not in the style of UD version 2: {reason}; converted as --style {style.value}")
        return style

    def sentences(self, style: Style) -> Iterator[Sentence]:
        """All sentences, with a warning at the end if those after the sample speak for another style."""
        return chain(self._sample, self._rest(style))

    def _rest(self, style: Style) -> Iterator[Sentence]:
        before, _ = self._evidence.guess()
        for sentence in self._others:
            self._evidence.add(sentence)
            yield sentence
        guess, reason = self._evidence.guess()
        if guess not in (before, style, Style.UD):
            _warn(f"{self.name}: as a whole like --style {guess.value} ({reason}); converted as --style {style.value}")


def _warn(message: str) -> None:
    tell(f"bubbletree: warning: {message}")
