"""Lemmas from the dictionaries of `simplemma <https://github.com/adbar/simplemma>`_. Needs the extra ``lemmas``."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import simplemma

from bubbletree.errors import BubbletreeError
from bubbletree.sentence import Row, Sentence

PROPER_NOUN: Final = "PROPN"
"""The tag of names, which are their own lemmas: the dictionaries make *water* of *Waters*."""


class NoDictionaryError(BubbletreeError):
    """There are no lemmas for a language.

    Attributes
    ----------
    language : str
        Its code.
    """

    def __init__(self, language: str) -> None:
        super().__init__(f"simplemma has no dictionary for the language {language!r}")
        self.language = language


def check_language(language: str) -> None:
    """Make sure that there are lemmas for a language.

    Parameters
    ----------
    language : str
        The code of a language in ISO 639, such as ``en``.

    Raises
    ------
    NoDictionaryError
        There are none.
    """
    try:
        simplemma.lemmatize("a", language)
    except ValueError:
        raise NoDictionaryError(language) from None


def with_lemmas(sentence: Sentence, language: str) -> Sentence:
    """A sentence with lemmas where it has none.

    Each word is looked up as it is written, whatever is around it. A word that UPOS calls a proper noun is its own
    lemma.

    Parameters
    ----------
    sentence : Sentence
        Its lemmas are kept.
    language : str
        The code of its language in ISO 639, such as ``en``.

    Raises
    ------
    NoDictionaryError
        There are no lemmas for the language.

    Examples
    --------
    >>> words = Sentence.from_columns(["Waters", "baked", "buns"], upos=["PROPN", "VERB", "NOUN"])
    >>> [row.lemma for row in with_lemmas(words, "en").rows]
    ['Waters', 'bake', 'bun']
    """
    check_language(language)
    return replace(sentence, rows=tuple(_with_lemma(row, language) for row in sentence.rows))


def _with_lemma(row: Row, language: str) -> Row:
    if not row.is_word or row.lemma != "_":
        return row
    return replace(row, lemma=row.form if row.upos == PROPER_NOUN else simplemma.lemmatize(row.form, language))
