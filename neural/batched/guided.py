"""Parsing with the coordinations given: every tree has them and no others, whatever the scores.

The coordinations of a sentence divide its words into *regions*: each conjunct is one, each stretch between two
conjuncts is one, both without what nested coordinations take out of them, and so is the rest of the sentence.  A tree
has exactly these coordinations if its arcs stay within regions, and if of each coordination one item of every
conjunct, and the items of every stretch, become the parts of a bubble.  :class:`GuidedScorer` sees to that:

* an arc joins items of one region;
* before a word beyond a region is shifted, what is left of the region is one item, and is in the bubble, unless it is
  the first conjunct: that one waits for what opens the bubble;
* a conjunct becomes part of its bubble when all its words are in it, and the bubble closes after the last;
* the label of a conjunct is ``conj``, and that of other parts is another.

Some allowed transition always keeps to this, in normal form and with a single child of RT, too: within a region Shift
does, at its end RightArc until one item is left, then BubbleOpen or BubbleAttach, and BubbleClose.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import pairwise

import torch
from torch import Tensor

from bubbletree import BubbletreeError, HasConjuncts
from neural.batched.rules import BUBBLE_ATTACH, BUBBLE_CLOSE, BUBBLE_OPEN, LEFT_ARC, RIGHT_ARC, SHIFT
from neural.batched.scoring import BeamScorer
from neural.batched.state import Batch, initial


class GuidanceError(BubbletreeError):
    """No bubble tree has the coordinations that were given for a sentence.

    Attributes
    ----------
    coordination : HasConjuncts
        One that cannot be there.
    problem : str
        Why not.
    sentence : int
        The number of the sentence among those that were to be parsed together, from 0.
    """

    def __init__(self, coordination: HasConjuncts, problem: str, sentence: int, sent_id: str | None = None) -> None:
        spans = ", ".join(f"{first}-{last}" for first, last in coordination.conjuncts)
        super().__init__(f"{f'sentence {sent_id!r}: ' if sent_id else ''}the coordination {spans} {problem}")
        self.coordination = coordination
        self.problem = problem
        self.sentence = sentence


class Kind(IntEnum):
    """What the words of a region are."""

    NOTHING = 0
    """There are none: the region of "no item"."""
    REST = 1
    """Those in no coordination."""
    FIRST = 2
    """A first conjunct."""
    LATER = 3
    """Another conjunct."""
    BETWEEN = 4
    """What stands between two conjuncts."""
    BUBBLE = 5
    """Those of an open bubble so far: it is a region by itself."""


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
        By region, that of the coordination's bubble once it is closed.
    bubble : list of int
        By region, that of the coordination's bubble while it is open.

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
        self._add(Kind.NOTHING, -1)
        self.words: list[list[int]] = []
        for listed, length in zip(coordinations, lengths, strict=True):
            self.words.append([self._add(Kind.REST, length)] * (length + 1))
            for one in listed:
                if problem := _problem(one.conjuncts, length):
                    raise GuidanceError(one, problem, len(self.words) - 1)
            for one in sorted(listed, key=lambda one: (one.conjuncts[0][0], -one.conjuncts[-1][1])):
                self._divide(self.words[-1], one)

    def _add(self, kind: Kind, last: int, outside: int = 0, bubble: int = 0) -> int:
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
        bubble = self._add(Kind.BUBBLE, whole.stop - 1, outside)
        kind, begin = Kind.FIRST, whole.start
        for first, last in conjuncts:
            if begin < first:
                words[begin:first] = [self._add(Kind.BETWEEN, first - 1, outside, bubble)] * (first - begin)
            words[first : last + 1] = [self._add(kind, last, outside, bubble)] * (last - first + 1)
            kind, begin = Kind.LATER, last + 1


def _problem(conjuncts: Sequence[tuple[int, int]], length: int) -> str:
    """Why there is no such coordination in a sentence of ``length`` words, empty if there can be."""
    if len(conjuncts) < 2:
        return "has less than two conjuncts"
    bounds = [1, *(bound for first, last in conjuncts for bound in (first, last + 1))]
    if any(first > last for first, last in conjuncts) or any(before > after for before, after in pairwise(bounds)):
        return "has conjuncts that are no spans of words, or not in order"
    if conjuncts[-1][1] > length:
        return f"goes on behind the last word, {length}"
    return ""


class GuidedScorer:
    """The scores of another scorer, but the lowest possible ones for what would not end in the given coordinations.

    It serves :func:`neural.batched.greedy.parse` and :func:`neural.batched.beam.search`.

    Parameters
    ----------
    scorer : BeamScorer
        Where scores come from; it has to know labels other than ``conj``, too.
    coordinations : sequence of sequence of HasConjuncts, [N]
        The coordinations that the tree of each sentence is to have.
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
        scorer: BeamScorer,
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
        """The scores of the transitions that keep to the coordinations."""
        scores = self._scorer.score_transitions(batch, slots)
        return scores.masked_fill(~self.keeping(batch, slots), torch.finfo(scores.dtype).min)

    def keeping(self, batch: Batch, slots: Tensor) -> Tensor:
        """Which transitions keep to the coordinations, among those that are allowed, [N, 6]."""
        s2, s1, b1 = self._region.gather(1, slots[:, 1:]).unbind(1)
        kind = self._kind[s1]
        next_word = batch.content[:, 0].gather(1, slots[:, 3:]).squeeze(1)
        is_over = (batch.buffer_size == 0) | (next_word > self._last[s1])
        is_same = s1 == s2
        # What is below such an item is then the first conjunct, or the open bubble.
        joins = ~is_same & ((kind == Kind.BETWEEN) | ((kind == Kind.LATER) & is_over))
        is_due = is_over & (is_same | (kind == Kind.LATER) | (kind == Kind.BETWEEN) | (kind == Kind.BUBBLE))
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
        """The scores of the labels: ``conj`` for all conjuncts, and for nothing else in a bubble."""
        scores = self._scorer.score_labels(batch, slots, rows, kinds)
        is_part = (kinds == BUBBLE_OPEN) | (kinds == BUBBLE_ATTACH)
        is_conjunct = self._kind[self._region[rows, slots[rows, 2]]] == Kind.LATER
        is_conj = torch.arange(scores.size(1), device=scores.device) == self.conj
        wrong = is_part.unsqueeze(1) & (is_conjunct.unsqueeze(1) != is_conj)
        return scores.masked_fill(wrong, torch.finfo(scores.dtype).min)

    def select(self, rows: Tensor, /) -> None:
        """From now on, row i is what row ``rows[i]`` was."""
        self._scorer.select(rows)
        self._region = self._region.index_select(0, rows)

    def advance(self, batch: Batch, slots: Tensor, kinds: Tensor, labels: Tensor, /) -> None:
        """The rows make these transitions: bubbles get regions, and leave them."""
        self._scorer.advance(batch, slots, kinds, labels)
        opening = (kinds == BUBBLE_OPEN).nonzero().squeeze(1)
        bubbles = (batch.lengths + 1 + batch.opened)[opening]
        self._region[opening, bubbles] = self._bubble[self._region[opening, slots[opening, 1]]]
        closing = (kinds == BUBBLE_CLOSE).nonzero().squeeze(1)
        bubbles = slots[closing, 2]
        self._region[closing, bubbles] = self._outside[self._region[closing, bubbles]]
