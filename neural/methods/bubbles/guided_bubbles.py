"""A bubble parser with a second opinion: a chart that looks at both ends of all conjuncts at once.

The transitions of :mod:`neural.methods.bubbles.bubble_hybrid` and the spans of
:mod:`neural.methods.spans.coordination_spans` are learned together, with one encoder.  A sentence gets up to two
trees.  One is what the transitions build by themselves.  If the chart finds other coordinations, a second tree is
built around those (:mod:`neural.batched.guided`).  The better tree is the one with the higher product of two
probabilities: that of its derivation, by the transitions, and that of its coordinations, by the spans.  A sentence that
is too long for the chart gets the first tree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from bubbletree import BubbleTree, Candidate, HasConjuncts, Sentence
from neural.config import Config, DecodingConfig
from neural.data.gold import GoldSentence
from neural.data.vocabulary import Vocabulary
from neural.encoders.interface import Encoded, Encoder
from neural.methods.bubbles.bubble_hybrid import BubbleTreeNetwork
from neural.methods.bubbles.compiled import Decoded
from neural.methods.bubbles.indexing import IndexedDerivation
from neural.methods.bubbles.likelihood import derivation_losses, log_probabilities
from neural.methods.bubbles.nbest import merged
from neural.methods.bubbles.transition_network import Searched
from neural.methods.interface import Term, TrainableNetwork
from neural.methods.spans.disputed import coordinations_of, disputed, separators_in, with_spans
from neural.methods.spans.scorer import SpanScorer
from neural.methods.spans.sentence import SentenceSpans
from neural.methods.spans.separators import Separators, separators_of


@dataclass(frozen=True, slots=True)
class DerivationAndSpans:
    """What a sentence teaches.

    Attributes
    ----------
    derivation : IndexedDerivation
        The oracle's derivation of its bubble tree.
    separators : Separators
        What separates the conjuncts of its coordinations.
    """

    derivation: IndexedDerivation
    separators: Separators

    def digest(self) -> bytes:
        """The digests of both."""
        return self.derivation.digest() + b";" + self.separators.digest()


class GuidedBubbles(BubbleTreeNetwork, TrainableNetwork[DerivationAndSpans]):
    """A network that parses in this way."""

    def __init__(self, config: Config, vocabulary: Vocabulary, encoder: Encoder) -> None:
        super().__init__(config, vocabulary, encoder)
        self.spans = SpanScorer(encoder.size, config.method.span_hidden, config.method.dropout)

    def target(self, gold: GoldSentence) -> DerivationAndSpans:
        """The oracle's derivation of the bubble tree, and the separators of the gold coordinations."""
        derivation = self.gold_derivation(gold)
        return DerivationAndSpans(derivation, separators_of(gold.coordinations, derivation.words))

    def target_losses(self, encoded: Encoded, targets: Sequence[DerivationAndSpans]) -> list[Term]:
        """The losses of the bubble parser and of the spans."""
        of_trees = derivation_losses(self, encoded.tokens, self.batch([one.derivation for one in targets]))
        return of_trees + self.spans.losses(encoded, [one.separators for one in targets])

    @torch.no_grad()
    def trees(self, encoded: Encoded, sentences: Sequence[Sentence], decoding: DecodingConfig) -> list[BubbleTree]:
        """The bubble trees of some sentences."""
        first = self.search(encoded, sentences, decoding)
        result, known, _ = first
        coordinated = [coordinations_of(tree) for tree in result]
        separators = [separators_of(own, n) for own, n in zip(coordinated, encoded.lengths, strict=True)]
        spans = self.spans.sentences(encoded, separators)
        found = disputed(coordinated, sentences, spans, "it is parsed by transitions alone")
        if found:
            contested = list(found)
            selected = encoded.select(contested)
            own, chart = [result[number] for number in contested], list(found.values())
            named = [sentences[number] for number in contested]
            around = None if first.made is None else self.decoded_around(first.made, contested, named, chart)
            if around is None:
                around = self.search_around(selected, named, chart, decoding)
            read = [spans[number] for number in contested]
            searched = Searched(own, [known[number] for number in contested])
            of_own = self._log_probabilities(searched, selected, read, [separators[number] for number in contested])
            of_around = self._log_probabilities(around, selected, read, list(map(separators_in, around.trees)))
            for number, other, value, of_other in zip(contested, around.trees, of_own, of_around, strict=True):
                if of_other > value:
                    result[number] = other
        return result

    def decoded_around(
        self,
        first: Decoded,
        numbers: Sequence[int],
        sentences: Sequence[Sentence],
        found: Sequence[Sequence[HasConjuncts]],
    ) -> Searched | None:
        """The trees of some sentences around coordinations, where compiled code knows the sentences already."""
        made = first.around(numbers, found)
        if made is None:
            return None
        trees = made.trees(sentences)
        return self.searched(made, trees, trees)

    @torch.no_grad()
    def estimated(self, encoded: Encoded, trees: Sequence[BubbleTree]) -> list[Mapping[int, tuple[float, ...]]]:
        """By the transitions that build each coordination, and by the spans."""
        return with_spans(super().estimated(encoded, trees), trees, self.spans.sentences(encoded))

    @torch.no_grad()
    def n_best(
        self, encoded: Encoded, sentences: Sequence[Sentence], size: int, decoding: DecodingConfig
    ) -> list[list[Candidate]]:
        """The trees that are most probable by both models: of the transitions' best ones, and that of :meth:`trees`."""
        result = super().n_best(encoded, sentences, size, decoding)
        best = self.trees(encoded, sentences, decoding)
        # A sentence without words has one tree.
        owned = [
            (number, tree)
            for number, candidates in enumerate(result)
            if encoded.lengths[number]
            for tree in dict.fromkeys([best[number], *(one.tree for one in candidates)])
        ]
        if owned:
            of_each = encoded.select([number for number, _ in owned])
            values = self.log_probabilities([tree for _, tree in owned], of_each)
            ranked: dict[int, list[Candidate]] = {}
            for (number, tree), value in zip(owned, values, strict=True):
                ranked.setdefault(number, []).append(Candidate(tree, value))
            for number, candidates in ranked.items():
                result[number] = merged(candidates)[:size]
        return result

    def log_probabilities(self, trees: Sequence[BubbleTree], encoded: Encoded) -> list[float]:
        """How probable trees that parsers have made are by both models, given the sentence of each."""
        unknown, separators = Searched(list(trees), [None] * len(trees)), list(map(separators_in, trees))
        return self._log_probabilities(unknown, encoded, self.spans.sentences(encoded, separators), separators)

    def _log_probabilities(
        self, found: Searched, encoded: Encoded, spans: Sequence[SentenceSpans], separators: Sequence[Separators]
    ) -> list[float]:
        trees, known, _ = found
        missing = [number for number, value in enumerate(known) if value is None]
        values = dict(enumerate(known))
        if missing:
            derivations = [self.derivation(trees[number]) for number in missing]
            tokens = encoded.tokens if len(missing) == len(trees) else encoded.select(missing).tokens
            transitions, labels = log_probabilities(self, tokens, self.batch(derivations))
            steps = _sums(transitions, [len(one.kinds) for one in derivations])
            names = _sums(labels, [len(one.labels) for one in derivations])
            values.update(zip(missing, map(sum, zip(steps, names, strict=True)), strict=True))
        of_sets = [one.log_probability(chosen) for one, chosen in zip(spans, separators, strict=True)]
        return [(values[number] or 0.0) + value for number, value in enumerate(of_sets)]


def _sums(values: Tensor, counts: Sequence[int]) -> list[float]:
    """The sum of the first so many values, of the next ones, and so on."""
    return [float(part.sum()) for part in torch.split(values.cpu(), list(counts))]
