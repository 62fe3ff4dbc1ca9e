"""Lemmas for the trees that ``neural.parse`` writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from bubbletree import BubbleTree
from bubbletree.cli.inputs import Format
from bubbletree.errors import MissingExtraError

HOLD_LEMMAS = (Format.CONLLU, Format.UD, Format.ENHANCED_UD, Format.JSON, Format.DOCBIN)
"""The formats that have a place for lemmas."""


@contextmanager
def _extra() -> Iterator[None]:
    try:
        yield
    except ImportError:
        raise MissingExtraError("lemmas", "lemmas") from None


def check_lemmas(language: str) -> None:
    """Make sure, before the work, that there are lemmas for a language.

    Raises
    ------
    MissingExtraError
        simplemma is not installed.
    NoDictionaryError
        It does not know the language.
    """
    with _extra():
        from bubbletree.interop.simplemma import check_language
    check_language(language)


def with_lemmas(trees: Iterable[BubbleTree], language: str) -> Iterator[BubbleTree]:
    """The trees, whose sentences get lemmas where they have none (:func:`bubbletree.interop.simplemma.with_lemmas`).

    Parameters
    ----------
    trees : iterable of BubbleTree
        Trees that carry their sentences.
    language : str
        The code of their language.

    Raises
    ------
    MissingExtraError, NoDictionaryError
        As :func:`check_lemmas`.
    """
    with _extra():
        from bubbletree.interop.simplemma import with_lemmas as completed
    for tree in trees:
        assert tree.sentence is not None, "trees of a parser carry their sentences"
        yield tree.with_sentence(completed(tree.sentence, language))
