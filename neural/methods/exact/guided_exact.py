"""The exact bubble parser with a second opinion: a chart that scores separators and the boundaries around them.

The trees of :mod:`neural.methods.exact.exact_bubbles` and the spans of :mod:`neural.methods.spans.coordination_spans`
are learned together, with one encoder.  If the chart finds other coordinations than the best tree has, there is a
second tree: the best of those that have just the chart's.  The better tree is the one with the higher product of two
probabilities: that of the tree, and that of its coordinations by the spans.  A sentence that is too long for the chart
gets the best tree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch

from bubbletree import BubbleTree, Candidate, Sentence
from neural.config import Config, DecodingConfig
from neural.data.gold import GoldSentence
from neural.data.vocabulary import Vocabulary
from neural.encoders.interface import Encoded, Encoder
from neural.methods.exact.exact_bubbles import BubbleTreeScorer
from neural.methods.exact.indexing import IndexedTree
from neural.methods.exact.scores import PairScores
from neural.methods.interface import Term, TrainableNetwork
from neural.methods.spans.disputed import coordinations_of, disputed, separators_in, with_spans
from neural.methods.spans.scorer import SpanScorer
from neural.methods.spans.sentence import SentenceSpans
from neural.methods.spans.separators import Separators, separators_of

CONSIDERED = 16
"""How many of the best trees by scores alone an n-best list is chosen from, or more if it is to have more."""


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
        scores = PairScores(self.pairs, encoded)
        first = self.vertices(scores, sentences, decoding)
        result = self.labelled(encoded, sentences, list(enumerate(first)))
        coordinated = [coordinations_of(tree) for tree in result]
        separators = [separators_of(own, n) for own, n in zip(coordinated, encoded.lengths, strict=True)]
        spans = self.spans.sentences(encoded, separators)
        found = disputed(coordinated, sentences, spans, "it is parsed without the chart of coordinations")
        if found:
            around = self.vertices_around(scores, sentences, found, decoding)
            named = [sentences[number] for number in found]
            trees = self.labelled(encoded.select(list(found)), named, list(enumerate(around)))
            for number, tree, vertices in zip(found, trees, around, strict=True):
                # The sum over all trees is the same for both, so it need not be known.
                own, other = self.worth(scores, number, encoded.lengths[number], [first[number], vertices])
                own += spans[number].log_probability(separators[number])
                other += spans[number].log_probability(separators_in(tree))
                if other > own:
                    result[number] = tree
        return result

    @torch.no_grad()
    def estimated(self, encoded: Encoded, trees: Sequence[BubbleTree]) -> list[Mapping[int, tuple[float, ...]]]:
        """By the share of the trees that have the coordination, and by the spans."""
        return with_spans(super().estimated(encoded, trees), trees, self.spans.sentences(encoded))

    @torch.no_grad()
    def n_best(
        self, encoded: Encoded, sentences: Sequence[Sentence], size: int, decoding: DecodingConfig
    ) -> list[list[Candidate]]:
        """Of the best trees by scores alone and that of :meth:`trees`, the most probable by both opinions.

        The first one is at least as probable as that of :meth:`trees`, which compares two trees only.
        """
        best = self.trees(encoded, sentences, decoding)
        listed = super().n_best(encoded, sentences, max(size, CONSIDERED), decoding)
        trees = [[first, *(one.tree for one in own)] for first, own in zip(best, listed, strict=True)]
        ranked = self._ranked(encoded, trees, self.spans.sentences(encoded))
        return [candidates[:size] for candidates in ranked]

    def _ranked(
        self, encoded: Encoded, trees: Sequence[Sequence[BubbleTree]], spans: Sequence[SentenceSpans]
    ) -> list[list[Candidate]]:
        """The trees of each sentence without repetitions, with their probabilities by both opinions, the best first."""
        trees = [list(dict.fromkeys(own)) for own in trees]
        ranked = []
        for own, values, one in zip(trees, self.log_probabilities(encoded, trees), spans, strict=True):
            candidates = [
                Candidate(tree, value + one.log_probability(separators_in(tree)))
                for tree, value in zip(own, values, strict=True)
            ]
            ranked.append(sorted(candidates, key=lambda candidate: -candidate.log_probability))
        return ranked
