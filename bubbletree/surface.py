"""The text of a sentence, where its words stand in it, and how some of the words are written without the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bubbletree.places import Token, tokens, whole_places, written
from bubbletree.sentence import Sentence
from bubbletree.tree import BubbleTree

Place = tuple[int, int]
"""The position of a word's first character, and the position just after its last one."""

_CLOSING = frozenset(".,;:!?)]}%…»”’")
_OPENING = frozenset("([{«“‘¿¡")


@dataclass(frozen=True, slots=True)
class Surface:
    """A text with the places of the words.

    Attributes
    ----------
    text : str
        The text.
    places : tuple of (start, end)
        The place of each word. Words that are not pieces of their token (*zum* for *zu dem*) have the same place.
    forms : tuple of str
        The words as they are written if not all words of their token are there.
    """

    text: str
    places: tuple[Place, ...]
    forms: tuple[str, ...]

    def without_others(self, words: Sequence[int]) -> Surface:
        """The text of some of the words, given by ascending number from 1, with the blanks that they need.

        Examples
        --------
        >>> tea = Surface("tea, milk.", ((0, 3), (3, 4), (5, 9), (9, 10)), ("tea", ",", "milk", "."))
        >>> tea.without_others([1, 4])
        Surface(text='tea.', places=((0, 3), (3, 4)), forms=('tea', '.'))
        """
        present = set(words)
        text = ""
        places: list[Place] = []
        before = None
        for word in words:
            is_same = before is not None and self.places[word - 1] == self.places[before - 1]
            if is_same and self._is_whole(word, present):
                places.append(places[-1])
            else:
                text += self._blank(before, word) if before is not None else ""
                form = self.text[slice(*self.places[word - 1])] if self._is_whole(word, present) else self.form(word)
                places.append((len(text), len(text) + len(form)))
                text += form
            before = word
        return Surface(text, tuple(places), tuple(self.form(word) for word in words))

    def form(self, word: int) -> str:
        """How a word is written if not all words of its token are there."""
        return self.forms[word - 1]

    def is_attached(self, word: int) -> bool:
        """Whether a word is followed by another without a blank between them."""
        return not self._has_blank_after(word)

    def _is_whole(self, word: int, present: set[int]) -> bool:
        """Whether all words of a word's token are there."""
        place = self.places[word - 1]
        first = last = word
        while first > 1 and self.places[first - 2] == place:
            first -= 1
        while last < len(self.places) and self.places[last] == place:
            last += 1
        return all(other in present for other in range(first, last + 1))

    def _blank(self, left: int, right: int) -> str:
        """What stands between two words that are neighbours now."""
        if right == left + 1 or self.places[left - 1] == self.places[right - 1]:
            start, end = self.places[left - 1][1], self.places[right - 1][0]
            return self.text[start:end] or (" " if self.places[left - 1] == self.places[right - 1] else "")
        if self._opens(left):
            return ""
        form = self.forms[right - 1]
        is_word = form[:1].isalnum() and form.lower() != "n't"
        return " " if self._has_blank_before(right) or (is_word and self._has_blank_after(left)) else ""

    def _has_blank_before(self, word: int) -> bool:
        start = self.places[word - 1][0]
        return start == 0 or self.text[start - 1].isspace()

    def _has_blank_after(self, word: int) -> bool:
        end = self.places[word - 1][1]
        return end == len(self.text) or self.text[end].isspace()

    def _opens(self, word: int) -> bool:
        """Whether a word is an opening bracket or quotation mark."""
        is_mark = not any(character.isalnum() for character in self.forms[word - 1])
        return is_mark and not self._has_blank_after(word) and self._has_blank_before(word)


def surface(tree: BubbleTree) -> Surface:
    """The text of a tree, and where its words stand in it.

    The comment ``# text`` gives the text, if the words are in it. Otherwise it is made from the words, with
    ``SpaceAfter=No`` where a file says so, or with the blanks that punctuation usually has.

    Parameters
    ----------
    tree : BubbleTree
        Any tree.

    Examples
    --------
    >>> surface(BubbleTree(["Tea", ",", "please", "!"], [{0}, {1}, {2}, {3}, {4}], [])).text
    'Tea, please!'
    """
    listed = _tokens(tree)
    given = tree.sentence.comment("text") if tree.sentence is not None else None
    if given is not None and (found := whole_places(listed, given)):
        return Surface(given, found, tree.words)
    made = written(listed)
    return Surface(made.text, made.places, tree.words)


def _tokens(tree: BubbleTree) -> list[Token]:
    """The tokens of a tree; where no file says what is behind them, with usual blanks."""
    sentence = tree.sentence
    if sentence is not None and sentence.words == tree.words and _tells_blanks(sentence):
        return list(tokens(sentence))
    pairs = zip(tree.words, [*tree.words[1:], ""], strict=False)
    return [Token(form, (form,), "" if _is_attached(form, following) else " ") for form, following in pairs]


def _tells_blanks(sentence: Sentence) -> bool:
    return any(row.misc != "_" or "-" in row.id for row in sentence.rows)


def _is_attached(form: str, following: str) -> bool:
    """Whether there is usually no blank between two words."""
    clitic = following.lower() == "n't" or (following[:1] in "'’" and 1 < len(following) <= 3)
    return following in _CLOSING or form in _OPENING or clitic
