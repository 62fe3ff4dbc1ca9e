"""Greedy parsing of N sentences that step together.

:func:`parse` is the counterpart of :func:`bubbletree.parse`, and works with any :class:`BatchScorer`.  As in the
core, only allowed transitions are taken, and ties go to the first transition and the first label.  So whatever the
scores are, the result is N valid trees.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from neural.batched.derivations import Derivations
from neural.batched.scoring import BatchScorer
from neural.batched.state import Batch
from neural.config import DecodingConfig


def parse(
    lengths: Sequence[int], scorer: BatchScorer, decoding: DecodingConfig, device: torch.device | str = "cpu"
) -> Batch:
    """Parse sentences with the given numbers of words; the result is terminal in all rows.

    Raises
    ------
    ScorerError
        The scorer returned scores that are not finite, or a wrong number of them.
    """
    derivations = Derivations(lengths, scorer, decoding, device)
    rows = torch.arange(len(lengths), device=device)
    while not derivations.are_over:
        kinds = derivations.transition_scores().argmax(dim=1)
        labels = derivations.label_scores(rows, kinds).argmax(dim=1)
        derivations.step(kinds, labels)
    return derivations.batch
