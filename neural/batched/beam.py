"""Beam search for N sentences that step together: rows are hypotheses, several for each sentence.

:func:`search` is the counterpart of beam search in :func:`bubbletree.parse`, and finds the same trees.  It can also
return the best few derivations instead of the best one.  In normal form each tree has one derivation, so these are
different trees.

As in the core, the probability of a derivation is a product: for each step, the softmax of the transition scores over
the allowed transitions, times the softmax of the label scores.  A beam of one takes the best transition, and then its
best label.  Derivations of a sentence differ in length.  One that has ended waits for the others, and is dropped only
when enough better ones have ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import torch
from torch import Tensor

from neural.batched.derivations import IMPOSSIBLE, Derivations
from neural.batched.rules import KINDS, SHIFT
from neural.batched.scoring import BatchScorer
from neural.batched.state import Batch
from neural.config import DecodingConfig


@dataclass(frozen=True, slots=True)
class NBest:
    """The best derivations found for N sentences, R in all.

    Attributes
    ----------
    batch : Batch
        Their last configurations, sentence by sentence, the most probable of each sentence first.  The scorer has the
        same rows.
    sentences : Tensor, [R]
        The number of each row's sentence.  Each sentence has at least one.
    log_probabilities : Tensor of float64, [R]
        The logarithms of the derivations' probabilities.
    """

    batch: Batch
    sentences: Tensor
    log_probabilities: Tensor


class _Successors(NamedTuple):
    """Possible next steps, [q]: the row of each, its transition and label, and the log-probability after it."""

    rows: Tensor
    kinds: Tensor
    labels: Tensor
    log_probabilities: Tensor


def search(
    lengths: Sequence[int],
    scorer: BatchScorer,
    decoding: DecodingConfig,
    size: int = 1,
    device: torch.device | str = "cpu",
) -> NBest:
    """The most probable derivations that a beam finds for sentences with the given numbers of words.

    Parameters
    ----------
    lengths : sequence of int
        The sentences' numbers of words.
    scorer : BatchScorer
        Scores transitions and labels.
    decoding : DecodingConfig
        Which derivations are allowed, and how many partial ones of each sentence to keep: ``decoding.beam``, or
        ``size`` if that is more.
    size : int
        How many complete derivations to return for each sentence, if it has so many.
    device : torch.device or str
        Where to compute.

    Raises
    ------
    ScorerError
        The scorer returned scores that are not finite, or a wrong number of them.
    """
    beam = max(decoding.beam, size)
    count = len(lengths)
    derivations = Derivations(lengths, scorer, decoding, device)
    sentences = torch.arange(count, device=device)
    log_probabilities = torch.zeros(count, dtype=torch.float64, device=device)
    while not derivations.are_over:
        # Those that have ended wait, as long as they are among the best few of their sentence.
        ended = derivations.batch.finished.nonzero().squeeze(1)
        kept, worst = _best(sentences[ended], log_probabilities[ended], size, count)
        ended = ended[kept]
        going = _successors(derivations, beam, log_probabilities)
        found, _ = _best(sentences[going.rows], going.log_probabilities, beam, count)
        # A derivation only loses probability as it goes on.
        found = found[going.log_probabilities[found] > worst[sentences[going.rows[found]]]]

        rows = torch.cat([ended, going.rows[found]])
        log_probabilities = torch.cat([log_probabilities[ended], going.log_probabilities[found]])
        sentences = sentences[rows]
        derivations.select(rows)
        derivations.step(
            torch.cat([torch.full_like(ended, SHIFT), going.kinds[found]]),
            torch.cat([torch.zeros_like(ended), going.labels[found]]),
        )
    rows, _ = _best(sentences, log_probabilities, size, count)
    derivations.select(rows)
    return NBest(derivations.batch, sentences[rows], log_probabilities[rows])


def _best(sentences: Tensor, values: Tensor, size: int, count: int) -> tuple[Tensor, Tensor]:
    """The places of the ``size`` best entries of each sentence, best first, ties in order; there are q entries.

    Also, for each sentence, the value of its entry in place ``size``; minus infinity if it has fewer.
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


def _successors(derivations: Derivations, beam: int, log_probabilities: Tensor) -> _Successors:
    """The allowed transitions in each row with their labels, no more than fit the beam.

    They come in the order of rows, of transitions, and of the labels' scores.
    """
    scores = derivations.transition_scores()
    mask = scores > IMPOSSIBLE
    by_kind = scores.double().log_softmax(dim=1)
    if beam == 1:
        mask = mask & torch.zeros_like(mask).scatter_(1, scores.argmax(dim=1, keepdim=True), True)

    rows, kinds = (mask & _takes_label(mask.device)).nonzero(as_tuple=True)
    label_scores = derivations.label_scores(rows, kinds)
    by_label = label_scores.double().log_softmax(dim=1)
    # Two scores can be so close that their probabilities are equal. Greedy parsing still tells them apart, as in the
    # core; a wider beam compares probabilities.
    ranked = label_scores if beam == 1 else by_label
    labels = ranked.argsort(dim=1, descending=True, stable=True)[:, :beam]
    by_label = by_label.gather(1, labels)

    # A transition without a label has one entry, in the first of its places for labels.
    gains = by_kind.new_full((*mask.shape, max(labels.size(1), 1)), IMPOSSIBLE)
    gains[:, :, 0] = by_kind.masked_fill(~mask, IMPOSSIBLE)
    gains[rows, kinds] = by_kind[rows, kinds].unsqueeze(1) + by_label
    chosen = torch.zeros_like(gains, dtype=torch.int64)
    chosen[rows, kinds] = labels
    totals = log_probabilities.view(-1, 1, 1) + gains
    rows, kinds, places = (totals > IMPOSSIBLE).nonzero(as_tuple=True)
    return _Successors(rows, kinds, chosen[rows, kinds, places], totals[rows, kinds, places])
