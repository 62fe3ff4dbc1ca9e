"""Beam search for N sentences that step together: rows are hypotheses, several for each sentence.

:func:`search` is the counterpart of beam search in :func:`bubbletree.parse`, and finds what that finds; but it can
also return the best few derivations instead of the best alone.  In normal form each tree has one derivation, so
these are different trees.

As in the core, a derivation's probability is the product of the softmax of the transition scores over the allowed
transitions and of that of the label scores; with a beam of one, the best transition is taken, then its best label.
Derivations of one sentence end after different numbers of steps: those that have ended wait, and go out of the
race only when enough better ones have ended too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import torch
from torch import Tensor

from neural.batched.rules import KINDS, SHIFT
from neural.batched.scoring import BeamScorer, checked
from neural.batched.state import Batch, initial
from neural.batched.transitions import apply_, valid_transitions
from neural.config import DecodingConfig

IMPOSSIBLE = -float("inf")
"""The log-probability of what is not allowed."""


@dataclass(frozen=True, slots=True)
class NBest:
    """The best derivations found for N sentences, R in all.

    Attributes
    ----------
    batch : Batch
        Where they end: terminal configurations, those of the first sentence first, and of each sentence the most
        probable first.  The rows of the scorer are the same.
    sentences : Tensor, [R]
        The number of each row's sentence.  Each sentence has at least one.
    log_probabilities : Tensor of float64, [R]
        The logarithms of the derivations' probabilities.
    """

    batch: Batch
    sentences: Tensor
    log_probabilities: Tensor


class _Successors(NamedTuple):
    """Ways to go on: the row that each begins at, the transition, its label, and the log-probability after it, [q]."""

    rows: Tensor
    kinds: Tensor
    labels: Tensor
    log_probabilities: Tensor


def search(
    lengths: Sequence[int],
    scorer: BeamScorer,
    decoding: DecodingConfig,
    size: int = 1,
    device: torch.device | str = "cpu",
) -> NBest:
    """The most probable derivations that a beam finds for sentences with the given numbers of words.

    Parameters
    ----------
    lengths : sequence of int
        The sentences' numbers of words.
    scorer : BeamScorer
        Scores transitions and labels.
    decoding : DecodingConfig
        Which derivations to search, and how many to keep: ``decoding.beam`` partial ones of each sentence, or
        ``size`` if that is more.
    size : int
        How many complete derivations to return for each sentence, if there are so many.
    device : torch.device or str
        Where to compute.

    Raises
    ------
    ScorerError
        The scorer returned scores that are not finite, or another number of them than asked for.
    """
    beam = max(decoding.beam, size)
    count = len(lengths)
    batch = initial(lengths, device)
    sentences = torch.arange(count, device=device)
    log_probabilities = torch.zeros(count, dtype=torch.float64, device=device)
    # A derivation has two transitions for each word, and more only where there are bubbles.
    least = 2 * max(lengths, default=0)
    step = 0
    while step < least or not bool(batch.finished.all()):
        slots = batch.slots()
        # What has ended waits, as long as it is among the best few of its sentence.
        ended = batch.finished.nonzero().squeeze(1)
        kept, worst = _best(sentences[ended], log_probabilities[ended], size, count)
        ended = ended[kept]
        going = _successors(batch, slots, scorer, decoding, beam, log_probabilities)
        found, _ = _best(sentences[going.rows], going.log_probabilities, beam, count)
        # A derivation only loses probability as it goes on.
        found = found[going.log_probabilities[found] > worst[sentences[going.rows[found]]]]

        rows = torch.cat([ended, going.rows[found]])
        kinds = torch.cat([torch.full_like(ended, SHIFT), going.kinds[found]])
        labels = torch.cat([torch.zeros_like(ended), going.labels[found]])
        log_probabilities = torch.cat([log_probabilities[ended], going.log_probabilities[found]])
        sentences, slots, batch = sentences[rows], slots[rows], batch.select(rows)
        scorer.select(rows)
        scorer.advance(batch, slots, kinds, labels)
        apply_(batch, kinds, labels, conj=scorer.conj, slots=slots)
        step += 1
    rows, _ = _best(sentences, log_probabilities, size, count)
    scorer.select(rows)
    return NBest(batch.select(rows), sentences[rows], log_probabilities[rows])


def _best(sentences: Tensor, values: Tensor, size: int, count: int) -> tuple[Tensor, Tensor]:
    """Of some entries, [q], the places of the ``size`` best of each sentence, best first, and ties in order.

    Also, for each sentence, the value of the entry in place ``size``; minus infinity where there are fewer.
    """
    order = values.argsort(descending=True, stable=True)
    order = order[sentences[order].argsort(stable=True)]
    sizes = torch.bincount(sentences, minlength=count)
    sentences = sentences[order]
    ranks = torch.arange(order.size(0), device=order.device) - (sizes.cumsum(0) - sizes)[sentences]
    worst = values.new_full((count,), IMPOSSIBLE)
    last = ranks == size - 1
    worst[sentences[last]] = values[order[last]]
    return order[ranks < size], worst


@cache
def _takes_label(device: torch.device) -> Tensor:
    """Which transitions add an arc with a label of its own, [6]."""
    return torch.tensor([kind.takes_label for kind in KINDS], device=device)


def _successors(
    batch: Batch, slots: Tensor, scorer: BeamScorer, decoding: DecodingConfig, beam: int, log_probabilities: Tensor
) -> _Successors:
    """The allowed transitions in each row with their labels, of which no more than fit the beam.

    They come in the order of rows, of transitions, and of the labels' scores.
    """
    mask = valid_transitions(batch, slots, normal_form=decoding.normal_form, single_root=decoding.single_root)
    scores = checked(scorer, scorer.score_transitions(batch, slots), mask.shape, "transition")
    by_kind = scores.double().masked_fill(~mask, IMPOSSIBLE).log_softmax(dim=1)
    if beam == 1:
        best = scores.masked_fill(~mask, IMPOSSIBLE).argmax(dim=1, keepdim=True)
        mask = mask & torch.zeros_like(mask).scatter_(1, best, True)

    rows, kinds = (mask & _takes_label(mask.device)).nonzero(as_tuple=True)
    label_scores = scorer.score_labels(batch, slots, rows, kinds)
    label_scores = checked(scorer, label_scores, (rows.size(0), label_scores.size(-1)), "label")
    by_label = label_scores.double().log_softmax(dim=1)
    # Scores that are too close for their probabilities to differ decide greedy parsing, but not the wider search.
    ranked = label_scores if beam == 1 else by_label
    labels = ranked.argsort(dim=1, descending=True, stable=True)[:, :beam]
    by_label = by_label.gather(1, labels)

    # Transitions without a label have one entry, the first of their row's places for labels.
    gains = by_kind.new_full((*mask.shape, max(labels.size(1), 1)), IMPOSSIBLE)
    gains[:, :, 0] = by_kind.masked_fill(~mask, IMPOSSIBLE)
    gains[rows, kinds] = by_kind[rows, kinds].unsqueeze(1) + by_label
    chosen = torch.zeros_like(gains, dtype=torch.int64)
    chosen[rows, kinds] = labels
    totals = log_probabilities.view(-1, 1, 1) + gains
    rows, kinds, places = (totals > IMPOSSIBLE).nonzero(as_tuple=True)
    return _Successors(rows, kinds, chosen[rows, kinds, places], totals[rows, kinds, places])
