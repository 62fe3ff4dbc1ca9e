"""Gold sentences as examples to learn from."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from neural.data.gold import GoldSentence
from neural.data.words import Words, words_of
from neural.methods.interface import Target, TargetT, TrainableNetwork, UnlearnableError

TargetT_co = TypeVar("TargetT_co", bound=Target, covariant=True)


class Example(NamedTuple, Generic[TargetT_co]):
    """The words of a sentence, and what a network is to learn about them."""

    words: Words
    target: TargetT_co


def learnable(
    gold: Iterable[GoldSentence], network: TrainableNetwork[TargetT]
) -> tuple[list[Example[TargetT]], Counter[str]]:
    """The sentences that a network can learn from, and how many it cannot learn from, by reason."""
    column = network.config.tags
    examples: list[Example[TargetT]] = []
    skipped: Counter[str] = Counter()
    for one in gold:
        try:
            target = network.target(one)
        except UnlearnableError as error:
            skipped[error.reason] += 1
        else:
            examples.append(Example(words_of(one.sentence, column), target))
    return examples, skipped


def fingerprint(examples: Sequence[Example[Target]]) -> str:
    """A digest of the examples in their order: other words, tags or targets have another one."""
    digest = hashlib.sha256()
    for words, target in examples:
        digest.update(repr(words).encode() + target.digest() + b";")
    return digest.hexdigest()
