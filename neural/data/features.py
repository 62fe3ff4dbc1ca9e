"""Sentences as numbers: batches of features for the bi-LSTM.

A *token* is RT or a word, so a sentence of n words has n + 1 tokens.  Batches are flat: all tokens of all sentences in
one row, without padding.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from neural.data.vocabulary import ROOT_ENTRY, UNKNOWN, Vocabulary
from neural.data.words import Words

MAX_SPELLING = 24
"""Only so many characters of a word are read: of longer words, the first and the last MAX_SPELLING / 2."""


class Features(NamedTuple):
    """N sentences with M tokens in all, as numbers.

    Attributes
    ----------
    lengths : tuple of int
        The number of words of each sentence; M = sum(lengths) + N.
    words, tags : Tensor of int64, [M]
        Numbers of words and tags.
    spelling : Tensor of int64, [M]
        The number of each token's spelling among the U different ones of the batch.
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
    # What depends on the form alone is looked up once for each form of the batch.
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
    """The features with words made unknown at random: a word seen c times with probability a/(a + c).

    So the vector of unknown words is learned where rare words occur (Kiperwasser & Goldberg 2016).  Spelling, tag and
    pre-trained vector stay.

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
