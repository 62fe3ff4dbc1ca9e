"""Gold and predicted sentences side by side: every sentence has its partner, or there is an error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from bubbletree.errors import BubbletreeError

G = TypeVar("G")
P = TypeVar("P")

_END = object()


class AlignmentError(BubbletreeError, ValueError):
    """Gold and predicted sentences do not belong together.

    Attributes
    ----------
    sentence : int
        The first sentence to disagree, counting from 1.
    sent_id : str or None
        Its name in the gold data, if it has one.
    reason : str
        How they disagree.
    """

    def __init__(self, sentence: int, reason: str, sent_id: str | None = None) -> None:
        name = f"sentence {sentence}" + (f" ({sent_id})" if sent_id else "")
        super().__init__(f"{name}: {reason}")
        self.sentence = sentence
        self.sent_id = sent_id
        self.reason = reason


def aligned(gold: Iterable[G], predicted: Iterable[P]) -> Iterator[tuple[int, G, P]]:
    """Pairs of a gold and a predicted sentence, each with its number, counting from 1.

    Parameters
    ----------
    gold, predicted : iterable
        The sentences, or objects that represent them, in the same order.

    Raises
    ------
    AlignmentError
        One side ends before the other.  It is raised where that happens, after the pairs before it.

    Examples
    --------
    >>> list(aligned("ab", "xy"))
    [(1, 'a', 'x'), (2, 'b', 'y')]
    >>> list(aligned("ab", "x"))
    Traceback (most recent call last):
    ...
    bubbletree.metrics.alignment.AlignmentError: sentence 2: there are 1 predicted sentences, but more gold ones
    """
    expected, given = iter(gold), iter(predicted)
    number = 0
    while True:
        one, other = next(expected, _END), next(given, _END)
        if one is _END and other is _END:
            return
        if other is _END:
            raise AlignmentError(number + 1, f"there are {number} predicted sentences, but more gold ones")
        if one is _END:
            raise AlignmentError(number + 1, f"there are {number} gold sentences, but more predicted ones")
        number += 1
        yield number, one, other  # type: ignore[misc]  # neither is the mark of an end


def require_same_words(
    number: int, gold: tuple[str, ...], predicted: tuple[str, ...], sent_id: str | None = None
) -> None:
    """Raise AlignmentError unless both sentences have the same words."""
    if gold == predicted:
        return
    if len(gold) != len(predicted):
        raise AlignmentError(number, f"it has {len(gold)} words, but {len(predicted)} in the prediction", sent_id)
    word = next(i for i, (one, other) in enumerate(zip(gold, predicted, strict=True)) if one != other)
    reason = f"word {word + 1} is {gold[word]!r}, but {predicted[word]!r} in the prediction"
    raise AlignmentError(number, reason, sent_id)
