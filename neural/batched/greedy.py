"""Greedy parsing of N sentences that step together.

:func:`parse` is the counterpart of :func:`bubbletree.parse` and works with any :class:`BatchScorer`;
:class:`NetworkScorer` is the one that asks a network.  As in the core, only allowed transitions are
ever taken, ties go to the first transition and the first label, and no scores can prevent N valid trees.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from neural.batched.scoring import BatchScorer, checked
from neural.batched.state import Batch, initial
from neural.batched.transitions import apply_, valid_transitions
from neural.config import DecodingConfig


def parse(
    lengths: Sequence[int], scorer: BatchScorer, decoding: DecodingConfig, device: torch.device | str = "cpu"
) -> Batch:
    """Parse sentences with the given numbers of words greedily; the result is terminal in all rows.

    Raises
    ------
    ScorerError
        The scorer returned transition scores that are not finite, or not N times six.
    """
    batch = initial(lengths, device)
    # A derivation has two transitions for each word, and more only where there are bubbles.
    least = 2 * max(lengths, default=0)
    rows = torch.arange(len(lengths), device=device)
    step = 0
    while step < least or not bool(batch.finished.all()):
        slots = batch.slots()
        mask = valid_transitions(batch, slots, normal_form=decoding.normal_form, single_root=decoding.single_root)
        scores = checked(scorer, scorer.score_transitions(batch, slots), mask.shape, "transition")
        kinds = scores.masked_fill(~mask, -float("inf")).argmax(dim=1)
        labels = scorer.score_labels(batch, slots, rows, kinds).argmax(dim=1)
        scorer.advance(batch, slots, kinds, labels)
        apply_(batch, kinds, labels, conj=scorer.conj, slots=slots)
        step += 1
    return batch
