"""Gold sentences as examples to learn from."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from neural.data.gold import GoldSentence
from neural.data.words import Words, words_of
from neural.methods.interface import Network, Target, UnlearnableError


class Example(NamedTuple):
    """What is learned from: the words, and what is to be said of them."""

    words: Words
    target: Target


def examples(gold: Iterable[GoldSentence], network: Network) -> tuple[list[Example], Counter[str]]:
    """The sentences that a network can learn from, and how many it cannot, by reason."""
    column = network.config.tags
    learnable: list[Example] = []
    skipped: Counter[str] = Counter()
    for one in gold:
        try:
            target = network.target(one)
        except UnlearnableError as error:
            skipped[error.reason] += 1
        else:
            learnable.append(Example(words_of(one.sentence, column), target))
    return learnable, skipped


def fingerprint(examples: Sequence[Example]) -> str:
    """What tells one training set from another: a digest of words, tags and targets, in order."""
    digest = hashlib.sha256()
    for words, target in examples:
        digest.update(repr(words).encode() + target.digest() + b";")
    return digest.hexdigest()
