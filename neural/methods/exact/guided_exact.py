"""The exact bubble parser with a second opinion: a chart that scores separators and the boundaries around them.

The trees of :mod:`neural.methods.exact.exact_bubbles` and the spans of :mod:`neural.methods.spans.coordination_spans`
are learned together, with one encoder.  If the chart finds the coordinations that the best tree has, this tree is
taken.  Otherwise the candidates are the best few trees, and the best tree with the chart's coordinations.  The best
candidate has the highest product of two probabilities: that of the tree, and that of its coordinations by the spans.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from bubbletree import BubbleTree, Candidate, HasConjuncts, Sentence, coordinations
from neural.config import Config, DecodingConfig
from neural.data.gold import GoldSentence
from neural.data.vocabulary import Vocabulary
from neural.encoders.interface import Encoded, Encoder
from neural.methods.exact.exact_bubbles import BubbleTreeScorer
from neural.methods.exact.indexing import IndexedTree
from neural.methods.interface import Term, TrainableNetwork, warn_of
from neural.methods.spans.scorer import SpanScorer
from neural.methods.spans.separators import Separators, separators_of

CANDIDATES = 8
"""How many of the best trees are looked at, if the chart finds other coordinations than the best one has."""


@dataclass(frozen=True, slots=True)
class TreeAndSpans:
    """What a sentence teaches.

    Attributes
    ----------
    tree : IndexedTree
        Its bubble tree.
    separators : Separators
        What separates the conjuncts of its coordinations.
    """

    tree: IndexedTree
    separators: Separators

    def digest(self) -> bytes:
        """The digests of both."""
        return self.tree.digest() + b";" + self.separators.digest()


class GuidedExact(BubbleTreeScorer, TrainableNetwork[TreeAndSpans]):
    """A network that parses in this way."""

    extends = "exact-bubbles"
    own_options = ("method.span_hidden", "method.dropout")

    def __init__(self, config: Config, vocabulary: Vocabulary, encoder: Encoder) -> None:
        super().__init__(config, vocabulary, encoder)
        self.spans = SpanScorer(encoder.size, config.method.span_hidden, config.method.dropout)

    def target(self, gold: GoldSentence) -> TreeAndSpans:
        """The bubble tree, and the separators of the gold coordinations."""
        tree = self.indexed(gold)
        return TreeAndSpans(tree, separators_of(gold.coordinations, tree.words))

    def target_losses(self, encoded: Encoded, targets: Sequence[TreeAndSpans]) -> list[Term]:
        """The losses of whole trees, of relations, and of the spans."""
        of_trees = self.tree_losses(encoded, [one.tree for one in targets])
        return of_trees + self.spans.losses(encoded, [one.separators for one in targets])

    @torch.no_grad()
    def trees(self, encoded: Encoded, sentences: Sequence[Sentence], decoding: DecodingConfig) -> list[BubbleTree]:
        """The bubble trees of some sentences."""
        result = super().trees(encoded, sentences, decoding)
        found = self._by_chart(encoded, sentences)
        contested = [
            number
            for number, coordinated in found.items()
            if _conjuncts(coordinations(result[number])) != _conjuncts(coordinated)
        ]
        if contested:
            disputed, own = encoded.select(contested), [sentences[number] for number in contested]
            around = self.trees_around(disputed, own, [found[number] for number in contested], decoding)
            listed = super().n_best(disputed, own, CANDIDATES, decoding)
            for number, ranked in zip(contested, self._ranked(disputed, listed, around), strict=True):
                result[number] = ranked[0].tree
        return result

    @torch.no_grad()
    def n_best(
        self, encoded: Encoded, sentences: Sequence[Sentence], size: int, decoding: DecodingConfig
    ) -> list[list[Candidate]]:
        """Of the best trees by scores alone and that of :meth:`trees`, the most probable by both opinions."""
        listed = super().n_best(encoded, sentences, max(size, CANDIDATES), decoding)
        ranked = self._ranked(encoded, listed, self.trees(encoded, sentences, decoding))
        return [candidates[:size] for candidates in ranked]

    def _by_chart(self, encoded: Encoded, sentences: Sequence[Sentence]) -> dict[int, Sequence[HasConjuncts]]:
        """By the number of the sentence, the coordinations that the chart finds; without those too long for it."""
        fitting = []
        for number, fits in enumerate(self.spans.fit(encoded)):
            if fits:
                fitting.append(number)
            else:
                warn_of(sentences[number], "it is parsed without the chart of coordinations")
        return dict(zip(fitting, self.spans.best(encoded.select(fitting)), strict=True)) if fitting else {}

    def _ranked(
        self, encoded: Encoded, listed: Sequence[Sequence[Candidate]], others: Sequence[BubbleTree]
    ) -> list[list[Candidate]]:
        """The candidates of each sentence and one more tree, all different, by both opinions, the best first."""
        trees = [
            list(dict.fromkeys([*(one.tree for one in own), other])) for own, other in zip(listed, others, strict=True)
        ]
        sets = [
            (number, separators_of(coordinations(tree), len(tree.words)))
            for number, own in enumerate(trees)
            for tree in own
        ]
        of_spans = iter(self.spans.log_probabilities(encoded, sets))
        ranked = [
            [Candidate(tree, value + next(of_spans)) for tree, value in zip(own, values, strict=True)]
            for own, values in zip(trees, self.log_probabilities(encoded, trees), strict=True)
        ]
        return [sorted(own, key=lambda one: -one.log_probability) for own in ranked]


def _conjuncts(found: Sequence[HasConjuncts]) -> set[tuple[tuple[int, int], ...]]:
    """The conjuncts of each coordination."""
    return {tuple((first, last) for first, last in one.conjuncts) for one in found}
