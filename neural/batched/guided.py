"""Parsing with given coordinations: every tree has exactly these, whatever the scores.

The coordinations of a sentence divide its words into *regions*.  Each conjunct is a region, and so is each stretch
between two conjuncts, and the rest of the sentence; words of a nested coordination belong to the regions of that one.
A tree has exactly these coordinations if its arcs stay within regions, and if the parts of each bubble are one item of
every conjunct and the items of every stretch.  :class:`GuidedScorer` enforces this:

* an arc joins items of one region;
* when the word after a region is shifted, one item is left of the region, and it is part of the bubble; only the first
  conjunct is not yet: there is no bubble before the next part comes;
* a conjunct becomes part of its bubble when all its words are in one item, and the bubble closes after the last one;
* a conjunct has the label ``conj``, and no other part has.

There is always an allowed transition that keeps to these rules, also in normal form and with a single child of RT:
Shift within a region; at its end RightArc until one item is left, then BubbleOpen or BubbleAttach, and BubbleClose.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import pairwise

import torch
from torch import Tensor

from bubbletree import BubbletreeError, HasConjuncts
from neural.batched.rules import B1, BUBBLE_ATTACH, BUBBLE_CLOSE, BUBBLE_OPEN, LEFT_ARC, RIGHT_ARC, S1, S2, SHIFT
from neural.batched.scoring import BatchScorer
from neural.batched.state import Batch, initial


class GuidanceError(BubbletreeError):
    """No bubble tree has the coordinations that were given for a sentence.

    Attributes
    ----------
    coordination : HasConjuncts
        One that is not possible.
    problem : str
        Why not.
    sentence : int
        The number of its sentence among those parsed together, from 0.
    """

    def __init__(self, coordination: HasConjuncts, problem: str, sentence: int, sent_id: str | None = None) -> None:
        spans = ", ".join(f"{first}-{last}" for first, last in coordination.conjuncts)
        super().__init__(f"{f'sentence {sent_id!r}: ' if sent_id else ''}the coordination {spans} {problem}")
        self.coordination = coordination
        self.problem = problem
        self.sentence = sentence


class RegionKind(IntEnum):
    """What a region consists of."""

    NOTHING = 0
    """No words: the region of "no item"."""
    REST = 1
    """The words in no coordination."""
    FIRST = 2
    """The first conjunct of a coordination."""
    LATER = 3
    """Another conjunct."""
    BETWEEN = 4
    """The words between two conjuncts."""
    BUBBLE = 5
    """An open bubble, which is a region of its own."""


class Regions:
    """The regions of some sentences, in tables.

    Parameters
    ----------
    coordinations : sequence of sequence of HasConjuncts, [N]
        The coordinations of each sentence.
    lengths : sequence of int, [N]
        The sentences' numbers of words.

    Attributes
    ----------
    words : list of list of int, [N]
        The region of each token of each sentence.
    kind, last : list of int
        By region, its kind and its last word.
    outside : list of int
        By region, the region to which the coordination's bubble belongs once it is closed.
    bubble : list of int
        By region, the region of the coordination's bubble while it is open.

    Raises
    ------
    GuidanceError
        No tree has these coordinations.
    """

    def __init__(self, coordinations: Sequence[Sequence[HasConjuncts]], lengths: Sequence[int]) -> None:
        self.kind: list[int] = []
        self.last: list[int] = []
        self.outside: list[int] = []
        self.bubble: list[int] = []
        self._add(RegionKind.NOTHING, -1)
        self.words: list[list[int]] = []
        for found, length in zip(coordinations, lengths, strict=True):
            self.words.append([self._add(RegionKind.REST, length)] * (length + 1))
            for one in found:
                if problem := _problem(one.conjuncts, length):
                    raise GuidanceError(one, problem, len(self.words) - 1)
            for one in sorted(found, key=lambda one: (one.conjuncts[0][0], -one.conjuncts[-1][1])):
                self._divide(self.words[-1], one)

    def _add(self, kind: RegionKind, last: int, outside: int = 0, bubble: int = 0) -> int:
        self.kind.append(kind)
        self.last.append(last)
        self.outside.append(outside)
        self.bubble.append(bubble)
        return len(self.kind) - 1

    def _divide(self, words: list[int], one: HasConjuncts) -> None:
        """Take a coordination's words out of the region that they are in; wider coordinations come first."""
        conjuncts = one.conjuncts
        whole = slice(conjuncts[0][0], conjuncts[-1][1] + 1)
        outside = words[whole.start]
        if any(region != outside for region in words[whole]):
            problem = "crosses another one or one of its conjuncts, or has the same words"
            raise GuidanceError(one, problem, len(self.words) - 1)
        bubble = self._add(RegionKind.BUBBLE, whole.stop - 1, outside)
        kind, begin = RegionKind.FIRST, whole.start
        for first, last in conjuncts:
            if begin < first:
                words[begin:first] = [self._add(RegionKind.BETWEEN, first - 1, outside, bubble)] * (first - begin)
            words[first : last + 1] = [self._add(kind, last, outside, bubble)] * (last - first + 1)
            kind, begin = RegionKind.LATER, last + 1


def _problem(conjuncts: Sequence[tuple[int, int]], length: int) -> str:
    """Why a sentence of ``length`` words cannot have such a coordination; empty if it can."""
    if len(conjuncts) < 2:
        return "has less than two conjuncts"
    bounds = [1, *(bound for first, last in conjuncts for bound in (first, last + 1))]
    if any(first > last for first, last in conjuncts) or any(before > after for before, after in pairwise(bounds)):
        return "has conjuncts that are not spans of words, or not in order"
    if conjuncts[-1][1] > length:
        return f"continues after the last word, {length}"
    return ""


class GuidedScorer(BatchScorer):
    """The scores of another scorer, and the lowest possible score for everything that does not fit the coordinations.

    Parameters
    ----------
    scorer : BatchScorer
        Where scores come from.  It must also score labels other than ``conj``.
    coordinations : sequence of sequence of HasConjuncts, [N]
        The coordinations that each tree must have.
    lengths : sequence of int, [N]
        The sentences' numbers of words.
    device : torch.device or str
        Where to compute.

    Raises
    ------
    GuidanceError
        No tree has these coordinations.
    """

    def __init__(
        self,
        scorer: BatchScorer,
        coordinations: Sequence[Sequence[HasConjuncts]],
        lengths: Sequence[int],
        device: torch.device | str = "cpu",
    ) -> None:
        self.conj = scorer.conj
        self._scorer = scorer
        regions = Regions(coordinations, lengths)
        tables = regions.kind, regions.last, regions.outside, regions.bubble
        self._kind, self._last, self._outside, self._bubble = (torch.tensor(table, device=device) for table in tables)
        self._region = torch.zeros_like(initial(lengths, device).heads)
        """The region of each item of each row."""
        for row, words in enumerate(regions.words):
            self._region[row, : len(words)] = torch.tensor(words, device=device)

    def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
        """The scores of the transitions; the lowest possible one for those that do not fit the coordinations."""
        scores = self._scorer.score_transitions(batch, slots)
        return scores.masked_fill(~self.keeping(batch, slots), torch.finfo(scores.dtype).min)

    def keeping(self, batch: Batch, slots: Tensor) -> Tensor:
        """Which of the allowed transitions fit the coordinations, [N, 6]."""
        s2, s1, b1 = self._region.gather(1, slots[:, S2:]).unbind(1)
        kind = self._kind[s1]
        next_word = batch.content[:, 0].gather(1, slots[:, B1:]).squeeze(1)
        is_over = (batch.buffer_size == 0) | (next_word > self._last[s1])
        is_same = s1 == s2
        # Below such an item is the first conjunct or the open bubble.
        joins = ~is_same & ((kind == RegionKind.BETWEEN) | ((kind == RegionKind.LATER) & is_over))
        is_due = is_over & (
            is_same | (kind == RegionKind.LATER) | (kind == RegionKind.BETWEEN) | (kind == RegionKind.BUBBLE)
        )
        by_kind = {
            SHIFT: ~is_due,
            LEFT_ARC: s1 == b1,
            RIGHT_ARC: is_same,
            BUBBLE_OPEN: joins,
            BUBBLE_ATTACH: joins,
            BUBBLE_CLOSE: is_over,
        }
        return torch.stack([by_kind[number] for number in range(len(by_kind))], dim=1)

    def score_labels(self, batch: Batch, slots: Tensor, rows: Tensor, kinds: Tensor, /) -> Tensor:
        """The scores of the labels; in a bubble, the lowest possible one for ``conj`` or for all others, as it fits."""
        scores = self._scorer.score_labels(batch, slots, rows, kinds)
        is_part = (kinds == BUBBLE_OPEN) | (kinds == BUBBLE_ATTACH)
        is_conjunct = self._kind[self._region[rows, slots[rows, S1]]] == RegionKind.LATER
        is_conj = torch.arange(scores.size(1), device=scores.device) == self.conj
        wrong = is_part.unsqueeze(1) & (is_conjunct.unsqueeze(1) != is_conj)
        return scores.masked_fill(wrong, torch.finfo(scores.dtype).min)

    def select(self, rows: Tensor, /) -> None:
        """From now on, row i is what row ``rows[i]`` was."""
        self._scorer.select(rows)
        self._region = self._region.index_select(0, rows)

    def advance(self, batch: Batch, slots: Tensor, kinds: Tensor, labels: Tensor, /) -> None:
        """The rows make these transitions: a bubble that opens or closes changes its region."""
        self._scorer.advance(batch, slots, kinds, labels)
        opening = (kinds == BUBBLE_OPEN).nonzero().squeeze(1)
        self._region[opening, batch.next_bubble[opening]] = self._bubble[self._region[opening, slots[opening, S2]]]
        closing = (kinds == BUBBLE_CLOSE).nonzero().squeeze(1)
        bubbles = slots[closing, S1]
        self._region[closing, bubbles] = self._outside[self._region[closing, bubbles]]
