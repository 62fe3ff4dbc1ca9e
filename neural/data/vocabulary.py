"""Vocabularies: numbers for words, tags, characters and labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from bubbletree import CONJ
from neural.data.words import Words

UNKNOWN, ROOT_ENTRY = 0, 1
"""The first two entries of every part of a vocabulary, except for labels: what is not in it, and RT."""


@dataclass(frozen=True)
class Vocabulary:
    """The words, tags, characters and labels that a model knows; the number of each is its position.

    Attributes
    ----------
    words : tuple of str
        Lower-cased words; entries 0 and 1 stand for unknown words and RT.
    tags, characters : tuple of str
        Tags, and characters as written; entries 0 and 1 as above.
    labels : tuple of str
        Arc labels, ``conj`` among them.
    pretrained : tuple of str
        Words with a pre-trained vector, as written in its file; entries 0 and 1 as above.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]
    characters: tuple[str, ...]
    labels: tuple[str, ...]
    pretrained: tuple[str, ...] = ("", "")

    @classmethod
    def build(
        cls,
        sentences: Iterable[Words],
        labels: Iterable[str],
        *,
        min_count: int = 1,
        pretrained: Sequence[str] = (),
    ) -> Vocabulary:
        """The vocabulary of training sentences; each part is sorted, so the order of sentences does not matter.

        Parameters
        ----------
        sentences : iterable of Words
            The sentences.
        labels : iterable of str
            All labels of their trees.
        min_count : int
            Words that occur less often are left out.
        pretrained : sequence of str
            Words with a pre-trained vector.

        Examples
        --------
        >>> v = Vocabulary.build([Words(("Tea", "please"), ("NN", "UH"))], ["root", "discourse"])
        >>> v.words, v.labels
        (('', '', 'please', 'tea'), ('conj', 'discourse', 'root'))
        """
        words: Counter[str] = Counter()
        tags: set[str] = set()
        characters: set[str] = set()
        for sentence in sentences:
            words.update(form.lower() for form in sentence.forms)
            tags.update(sentence.tags)
            characters.update(*sentence.forms)
        return cls(
            words=("", "", *sorted(word for word, count in words.items() if count >= min_count)),
            tags=("", "", *sorted(tags)),
            characters=("", "", *sorted(characters)),
            labels=tuple(sorted({CONJ, *labels})),
            pretrained=("", "", *pretrained),
        )

    @property
    def conj(self) -> int:
        """The number of the label ``conj``."""
        return self.label_number[CONJ]

    @cached_property
    def word_number(self) -> dict[str, int]:
        """Numbers of the words."""
        return _numbers(self.words)

    @cached_property
    def tag_number(self) -> dict[str, int]:
        """Numbers of the tags."""
        return _numbers(self.tags)

    @cached_property
    def character_number(self) -> dict[str, int]:
        """Numbers of the characters."""
        return _numbers(self.characters)

    @cached_property
    def pretrained_number(self) -> dict[str, int]:
        """Numbers of the words with a pre-trained vector."""
        return _numbers(self.pretrained)

    @cached_property
    def label_number(self) -> dict[str, int]:
        """Numbers of the labels."""
        return {label: number for number, label in enumerate(self.labels)}


def _numbers(entries: tuple[str, ...]) -> dict[str, int]:
    return {entry: number for number, entry in enumerate(entries) if number > ROOT_ENTRY}
