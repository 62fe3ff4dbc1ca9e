"""Where the words of a sentence stand in its text.

:func:`placed` makes the text of a sentence, and says where each word is in it. ``text[start:end]`` is the word, or the
multiword token that the word is in, if its words are not pieces of it (French *du* for *de* and *le*).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from bubbletree.sentence import Sentence

_MAX_GAP: Final = 1_000
"""How many characters may be between two words that follow each other in a text, for places to be believed."""


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text, and the places of its words.

    Attributes
    ----------
    text : str
        The text.
    places : tuple of (start, end)
        For each word the position of its first character, counted from 0, and the position just after its last one.
    offset : int or None
        How many characters are before the sentence in the document that it is from, if this is known. Then a place in
        the text plus the offset is a place in the document.
    """

    text: str
    places: tuple[tuple[int, int], ...]
    offset: int | None = None


def placed(words: Sequence[str], sentence: Sentence | None = None) -> PlacedText:
    """The text of a sentence.

    If the sentence has the places of its words in a document (:attr:`Sentence.offsets`), words are as far apart as
    there. Otherwise the text is that of the comment ``# text``, if it has these words. Otherwise it is made from the
    words, with blanks where ``SpaceAfter=No`` does not forbid them.

    Parameters
    ----------
    words : sequence of str
        The words.
    sentence : Sentence, optional
        What is known of them.

    Examples
    --------
    >>> placed(["tea", "!"])
    PlacedText(text='tea !', places=((0, 3), (4, 5)), offset=None)
    >>> from bubbletree.sentence import Row
    >>> rows = (Row("1", "tea", misc="SpaceAfter=No|TokenRange=7:10"), Row("2", "!", misc="TokenRange=10:11"))
    >>> placed(["tea", "!"], Sentence(rows))
    PlacedText(text='tea!', places=((0, 3), (3, 4)), offset=7)
    """
    if sentence is None or sentence.words != tuple(words):
        return written([Token(word, (word,), " ") for word in words])
    return _from_document(sentence) or _from_comment(sentence) or written(list(tokens(sentence)))


class Token(NamedTuple):
    """What is written together: a word, or the words of a multiword token.

    Attributes
    ----------
    form : str
        How it is written.
    words : tuple of str
        Its words.
    space : str
        What comes behind it.
    """

    form: str
    words: tuple[str, ...]
    space: str

    def places(self, start: int) -> Iterator[tuple[int, int]]:
        """The places of the words, if the token begins at ``start``."""
        if "".join(self.words) != self.form:
            yield from [(start, start + len(self.form))] * len(self.words)
            return
        for word in self.words:
            yield start, start + len(word)
            start += len(word)


def tokens(sentence: Sentence) -> Iterator[Token]:
    """The tokens of a sentence, with a blank behind each that has no ``SpaceAfter=No``."""
    words = iter(sentence.word_rows)
    number = 0
    for row in sentence.rows:
        if row.covered:
            first, number = row.covered
            covered = tuple(next(words).form for _ in range(first, number + 1))
        elif row.is_word and int(row.id) > number:
            covered = (next(words).form,)
        else:
            continue
        yield Token(row.form, covered, " " if row.space_after else "")


def written(listed: Iterable[Token]) -> PlacedText:
    """The text that tokens make, and where their words are in it."""
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    length = 0
    for token in listed:
        places.extend(token.places(length))
        pieces += [token.form, token.space]
        length += len(token.form) + len(token.space)
    return PlacedText("".join(pieces).rstrip(" "), tuple(places))


def aligned(listed: Iterable[Token], text: str, start: int = 0) -> tuple[tuple[int, int], ...] | None:
    """The places of words in a text that goes on with their tokens, with only white space before and between them.

    Parameters
    ----------
    listed : iterable of Token
        The tokens.
    text : str
        The text.
    start : int
        Where in the text the tokens begin.

    Examples
    --------
    >>> aligned([Token("tea", ("tea",), ""), Token("du", ("de", "le"), "")], "Soup. tea  du", 5)
    ((6, 9), (11, 13), (11, 13))
    """
    places: list[tuple[int, int]] = []
    for token in listed:
        found = text.find(token.form, start)
        if found < 0 or text[start:found].strip():
            return None
        places.extend(token.places(found))
        start = found + len(token.form)
    return tuple(places)


def _from_comment(sentence: Sentence) -> PlacedText | None:
    """The text of the comment, if it has the tokens in order, with nothing but white space between them."""
    text = sentence.comment("text")
    places = whole_places(tokens(sentence), text) if text is not None else None
    return PlacedText(text, places) if text is not None and places is not None else None


def whole_places(listed: Iterable[Token], text: str) -> tuple[tuple[int, int], ...] | None:
    """As :func:`aligned`, for a text that has nothing else."""
    places = aligned(listed, text)
    end = max((end for _, end in places or ()), default=0)
    return None if text[end:].strip() else places


def _from_document(sentence: Sentence) -> PlacedText | None:
    """The text with the words as far apart as in the document, if they are as long as there, and in order."""
    known = sentence.offsets
    words = sentence.words
    if not known or any(end - start != len(word) for (start, end), word in zip(known, words, strict=True)):
        return None
    gaps = [after[0] - before[1] for before, after in pairwise(known)]
    if any(not 0 <= gap <= _MAX_GAP for gap in gaps):
        return None
    offset = known[0][0]
    text = "".join(word + " " * gap for word, gap in zip(words, [*gaps, 0], strict=True))
    return PlacedText(text, tuple((start - offset, end - offset) for start, end in known), offset)
