"""Sentences as numbers: vocabularies, and batches of features.

A *token* here is RT or a word: a sentence of n words has n + 1 tokens.  Batches are flat: all tokens of
all sentences in one row, without padding; :class:`neural.encoders.SentenceEncoder` pads where a
recurrent layer needs it.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import torch
from torch import Tensor

from bubbletree import CONJ, BubbleTree, Sentence

UNKNOWN, ROOT_ENTRY = 0, 1
"""The first two entries of every vocabulary but that of labels: what is not in it, and RT."""

MAX_SPELLING = 24
"""Of longer words, the first and the last half as many characters are read."""

NO_TAG = "_"
"""The tag of words without a tag."""


class Words(NamedTuple):
    """What a parser is told of a sentence: its words, and a tag for each (``_`` where there is none)."""

    forms: tuple[str, ...]
    tags: tuple[str, ...]


def words_of(source: BubbleTree | Sentence, column: Literal["none", "upos", "xpos"]) -> Words:
    """The words of a tree or sentence, with the tags in one of its columns."""
    sentence = source.sentence if isinstance(source, BubbleTree) else source
    forms = source.words
    if column == "none" or sentence is None:
        return Words(forms, (NO_TAG,) * len(forms))
    rows = sentence.word_rows
    return Words(forms, tuple(row.upos if column == "upos" else row.xpos for row in rows))


@dataclass(frozen=True)
class Vocabulary:
    """The words, tags, characters and labels that a model knows.  Numbers are positions.

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
        """The vocabulary of training sentences; each part is sorted, so their order does not matter.

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


class Features(NamedTuple):
    """N sentences with M tokens in all, as numbers.

    Attributes
    ----------
    lengths : tuple of int
        The number of words of each sentence; M = sum(lengths) + N.
    words, tags : Tensor of int64, [M]
        Numbers of words and tags.
    spelling : Tensor of int64, [M]
        Which of the U different spellings of the batch each token has.
    pretrained : Tensor of int64, [U]
        Number of each spelling's pre-trained vector.
    characters : Tensor of int64, [U, C]
        The characters of each spelling, -1 after its end.
    """

    lengths: tuple[int, ...]
    words: Tensor
    tags: Tensor
    spelling: Tensor
    pretrained: Tensor
    characters: Tensor

    def to(self, device: torch.device | str) -> Features:
        """The same features on another device."""
        return Features(self.lengths, *(tensor.to(device) for tensor in self[1:]))


def featurise(sentences: Sequence[Words], vocabulary: Vocabulary) -> Features:
    """The features of some sentences."""
    # What depends on a word's form only is looked up once for each form of the batch.
    forms: dict[str, int] = {"": 0}  # RT
    spelling: list[int] = []
    tags: list[int] = []
    tag_number = vocabulary.tag_number
    for sentence in sentences:
        spelling.append(0)
        spelling.extend(forms.setdefault(form, len(forms)) for form in sentence.forms)
        tags.append(ROOT_ENTRY)
        tags.extend(tag_number.get(tag, UNKNOWN) for tag in sentence.tags)
    seen = list(forms)[1:]
    words = [ROOT_ENTRY, *(vocabulary.word_number.get(form.lower(), UNKNOWN) for form in seen)]
    known = vocabulary.pretrained_number
    pretrained = [ROOT_ENTRY, *(known.get(form, known.get(form.lower(), UNKNOWN)) for form in seen)]
    number = vocabulary.character_number
    spelled = [[ROOT_ENTRY], *([number.get(c, UNKNOWN) for c in _abridged(form)] for form in seen)]
    columns = itertools.zip_longest(*spelled, fillvalue=-1)
    which = torch.tensor(spelling)
    return Features(
        lengths=tuple(len(sentence.forms) for sentence in sentences),
        words=torch.tensor(words)[which],
        tags=torch.tensor(tags),
        spelling=which,
        pretrained=torch.tensor(pretrained),
        characters=torch.tensor(list(columns)).T.contiguous(),
    )


def _abridged(form: str) -> str:
    half = MAX_SPELLING // 2
    return form if len(form) <= MAX_SPELLING else form[:half] + form[-half:]


def word_counts(sentences: Iterable[Words], vocabulary: Vocabulary) -> Tensor:
    """How often each word of the vocabulary occurs, [len(vocabulary.words)]; 0 for the first two entries."""
    counts = torch.zeros(len(vocabulary.words))
    occurrences = Counter(form.lower() for sentence in sentences for form in sentence.forms)
    for word, number in vocabulary.word_number.items():
        counts[number] = occurrences[word]
    return counts


def drop_words(features: Features, counts: Tensor, strength: float) -> Features:
    """The features with words made unknown at random: of a word seen c times, a share a/(a + c).

    So the vector of the unknown word is learned where rare words occur (Kiperwasser & Goldberg 2016).
    Spelling, tag and pre-trained vector stay.

    Parameters
    ----------
    features : Features
        The features.
    counts : Tensor, [words]
        The result of :func:`word_counts`.
    strength : float
        a.
    """
    seen = counts[features.words]
    dropped = (torch.rand(seen.shape, device=seen.device) < strength / (strength + seen)) & (seen > 0)
    return features._replace(words=features.words.masked_fill(dropped, UNKNOWN))
