"""The exact bubble parser with a second opinion: a chart that scores separators and the boundaries around them.

The trees of :mod:`neural.methods.exact.exact_bubbles` and the spans of :mod:`neural.methods.spans.coordination_spans`
are learned together, with one encoder.  If the chart finds the coordinations that the best tree has, this tree is
taken.  Otherwise each cluster of coordinations on which the two differ may come from the one or from the other, and
each choice has a best tree.  The tree that is taken has the highest product of two probabilities: its own, and that of
its coordinations by the spans.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import product

import torch

from bubbletree import BubbleTree, Candidate, GivenCoordination, HasConjuncts, Sentence, coordinations
from neural.config import Config, DecodingConfig
from neural.data.gold import GoldSentence
from neural.data.vocabulary import Vocabulary
from neural.encoders.interface import Encoded, Encoder
from neural.methods.exact.exact_bubbles import BubbleTreeScorer
from neural.methods.exact.indexing import IndexedTree
from neural.methods.interface import Term, TrainableNetwork, warn_of
from neural.methods.spans.scorer import SpanScorer
from neural.methods.spans.separators import Separators, separators_of

MAX_CLUSTERS = 3
"""How many clusters are decided one by one, which takes two to this power of trees; those beyond go with the last."""

Conjuncts = tuple[tuple[int, int], ...]
"""The conjuncts of a coordination: first and last words."""


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
        owners, choices = [], []
        for number, found in self._by_chart(encoded, sentences).items():
            of_tree, of_chart = _conjuncts(coordinations(result[number])), _conjuncts(found)
            for choice in mixtures(of_tree, of_chart):
                owners.append(number)
                choices.append([GivenCoordination(conjuncts) for conjuncts in sorted(choice)])
        if owners:
            own = [sentences[number] for number in owners]
            made = self.trees_around(encoded.select(owners), own, choices, decoding)
            listed: dict[int, list[BubbleTree]] = {}
            for number, tree in zip(owners, made, strict=True):
                listed.setdefault(number, [result[number]]).append(tree)
            ranked = self._ranked(encoded.select(list(listed)), list(listed.values()))
            result = list(result)
            for number, candidates in zip(listed, ranked, strict=True):
                result[number] = candidates[0].tree
        return result

    @torch.no_grad()
    def n_best(
        self, encoded: Encoded, sentences: Sequence[Sentence], size: int, decoding: DecodingConfig
    ) -> list[list[Candidate]]:
        """Of the best trees by scores alone and that of :meth:`trees`, the most probable by both opinions."""
        best = self.trees(encoded, sentences, decoding)
        listed = super().n_best(encoded, sentences, size, decoding)
        trees = [[first, *(one.tree for one in own)] for first, own in zip(best, listed, strict=True)]
        return [candidates[:size] for candidates in self._ranked(encoded, trees)]

    def _by_chart(self, encoded: Encoded, sentences: Sequence[Sentence]) -> dict[int, Sequence[HasConjuncts]]:
        """By the number of the sentence, the coordinations that the chart finds; without those too long for it."""
        found: dict[int, Sequence[HasConjuncts]] = {}
        for number, one in enumerate(self.spans.sentences(encoded)):
            if one.fits:
                found[number] = one.best()
            else:
                warn_of(sentences[number], "it is parsed without the chart of coordinations")
        return found

    def _ranked(self, encoded: Encoded, trees: Sequence[Sequence[BubbleTree]]) -> list[list[Candidate]]:
        """The trees of each sentence without repetitions, with their probabilities by both opinions, the best first."""
        trees = [list(dict.fromkeys(own)) for own in trees]
        sets = [
            (number, separators_of(coordinations(tree), len(tree.words)))
            for number, own in enumerate(trees)
            for tree in own
        ]
        spans = self.spans.sentences(encoded)
        of_spans = iter([spans[number].log_probability(one) for number, one in sets])
        ranked = [
            [Candidate(tree, value + next(of_spans)) for tree, value in zip(own, values, strict=True)]
            for own, values in zip(trees, self.log_probabilities(encoded, trees), strict=True)
        ]
        return [sorted(own, key=lambda one: -one.log_probability) for own in ranked]


def mixtures(first: Set[Conjuncts], second: Set[Conjuncts]) -> Iterator[frozenset[Conjuncts]]:
    """The sets of coordinations that take each cluster of disputed ones from one of two sets, but the first set itself.

    Coordinations that overlap are in one cluster, so a mixture is as consistent as what it is made of.

    Parameters
    ----------
    first, second : set of Conjuncts
        Two consistent sets.

    Examples
    --------
    >>> one, other, another = ((1, 1), (3, 3)), ((1, 1), (3, 4)), ((6, 6), (8, 8))
    >>> sorted(sorted(mixture) for mixture in mixtures({one}, {other, another}))
    [[((1, 1), (3, 3)), ((6, 6), (8, 8))], [((1, 1), (3, 4))], [((1, 1), (3, 4)), ((6, 6), (8, 8))]]
    """
    clusters: list[set[Conjuncts]] = []
    end = 0
    for one in sorted(first ^ second, key=lambda conjuncts: conjuncts[0][0]):
        if not clusters or (one[0][0] > end and len(clusters) < MAX_CLUSTERS):
            clusters.append(set())
        clusters[-1].add(one)
        end = max(end, one[-1][1])
    agreed = frozenset(first & second)
    for chosen in product((first, second), repeat=len(clusters)):
        if any(source is second for source in chosen):
            yield agreed.union(*(source & cluster for source, cluster in zip(chosen, clusters, strict=True)))


def _conjuncts(found: Sequence[HasConjuncts]) -> frozenset[Conjuncts]:
    """The conjuncts of each coordination that has two or more; the chart knows no others."""
    return frozenset(tuple((first, last) for first, last in one.conjuncts) for one in found if len(one.conjuncts) > 1)
