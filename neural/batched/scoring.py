"""What a search asks of a source of scores."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from torch import Tensor

from bubbletree import ScorerError
from neural.batched.state import Batch


class BatchScorer(ABC):
    """A source of scores for N configurations at once: the rows of a :class:`Batch`.

    A scorer that remembers something about each row keeps it up to date in :meth:`select` and :meth:`advance`; one that
    looks at the batch alone needs neither.

    Attributes
    ----------
    conj : int
        The number of the label ``conj``.

    Examples
    --------
    Words form a chain, each the head of the next:

    >>> import torch
    >>> from bubbletree import CONJ
    >>> from neural.batched import greedy, state
    >>> from neural.batched.rules import KINDS, RIGHT_ARC
    >>> from neural.config import DecodingConfig
    >>> class Chain(BatchScorer):
    ...     conj = 1
    ...
    ...     def score_transitions(self, batch, slots, /):
    ...         scores = torch.zeros(slots.size(0), len(KINDS))
    ...         scores[batch.buffer_size == 0, RIGHT_ARC] = 1.0
    ...         return scores
    ...
    ...     def score_labels(self, batch, slots, rows, kinds, /):
    ...         return torch.tensor([1.0, 0.0]).expand(rows.size(0), -1)
    >>> sentences = [["a", "b", "c"], ["d"]]
    >>> end = greedy.parse([3, 1], Chain(), DecodingConfig())
    >>> for tree in state.trees(end, [(words, None) for words in sentences], ["dep", CONJ]):
    ...     print([tree.head(word) for word in range(1, len(tree.words) + 1)])
    [0, 1, 2]
    [0]
    """

    conj: int

    @abstractmethod
    def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
        """Finite scores of the transitions in each row, [N, 6]; ``slots`` are ``batch.slots()``."""

    @abstractmethod
    def score_labels(self, batch: Batch, slots: Tensor, rows: Tensor, kinds: Tensor, /) -> Tensor:
        """Finite scores of the labels of the arcs that transitions ``kinds``, [q], would add in ``rows``, [q].

        The result has one column for each label, of which there is at least one: [q, labels].  Transitions that add
        no arc get scores, too, which do not matter.
        """

    def select(self, rows: Tensor, /) -> None:  # noqa: B027  # many scorers remember nothing
        """From now on, row i is what row ``rows[i]`` was."""

    def advance(  # noqa: B027  # likewise
        self, batch: Batch, slots: Tensor, kinds: Tensor, labels: Tensor, /
    ) -> None:
        """The rows are about to make these transitions, [N]; those that are finished are given Shift."""


def finite(scorer: object, scores: Tensor, shape: Sequence[int], what: str) -> Tensor:
    """The scores that a scorer returned, unless they are unusable.

    Raises
    ------
    ScorerError
        They are not finite, or do not have this shape.
    """
    if scores.shape != tuple(shape) or not bool(scores.isfinite().all()):
        wanted = " times ".join(map(str, shape))
        raise ScorerError(scorer, scores, f"returned {what} scores that are not {wanted} finite numbers")
    return scores
