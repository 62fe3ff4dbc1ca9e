"""A bubble parser with a second opinion: a chart that looks at both ends of all conjuncts at once.

The transitions of :mod:`neural.methods.bubbles.bubble_hybrid` and the spans of
:mod:`neural.methods.spans.coordination_spans` are learned together, with one encoder.  A sentence gets up to two
trees.  One is what the transitions build by themselves.  If the chart finds other coordinations, a second tree is
built around those (:mod:`neural.batched.guided`).  The better tree is the one with the higher product of two
probabilities: that of its derivation, by the transitions, and that of its coordinations, by the spans.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from bubbletree import BubbleTree, Candidate, HasConjuncts, Sentence, coordinations
from neural.config import Config, DecodingConfig
from neural.data.gold import GoldSentence
from neural.data.vocabulary import Vocabulary
from neural.data.words import Words
from neural.encoders.interface import Encoder, Inputs
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.methods.bubbles.indexing import IndexedDerivation
from neural.methods.bubbles.likelihood import log_probabilities
from neural.methods.bubbles.nbest import merged
from neural.methods.interface import Target, Term
from neural.methods.spans.scorer import SpanScorer
from neural.methods.spans.separators import Separators, separators_of


@dataclass(frozen=True, slots=True)
class DerivationAndSpans:
    """What is to be learned from a sentence.

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
        """Those of both."""
        return self.derivation.digest() + b";" + self.separators.digest()


class GuidedBubbles(BubbleHybrid):
    """A network that parses in this way."""

    def __init__(self, config: Config, vocabulary: Vocabulary, encoder: Encoder) -> None:
        super().__init__(config, vocabulary, encoder)
        self.spans = SpanScorer(encoder.size, config.method.span_hidden, config.method.dropout)

    def target(self, gold: GoldSentence) -> Target:
        """The oracle's derivation of the bubble tree, and the separators of the gold coordinations."""
        derivation = super().target(gold)
        assert isinstance(derivation, IndexedDerivation), "it is what the bubble parser learns"
        return DerivationAndSpans(derivation, separators_of(gold.coordinations, derivation.words))

    def target_losses(self, inputs: Inputs, tokens: Tensor, targets: Sequence[Target]) -> list[Term]:
        """The losses of the bubble parser and of the spans."""
        both = [target for target in targets if isinstance(target, DerivationAndSpans)]
        assert len(both) == len(targets), "they are what self.target returned"
        of_trees = super().target_losses(inputs, tokens, [one.derivation for one in both])
        return of_trees + self.spans.losses(inputs.lengths, tokens, [one.separators for one in both])

    @torch.no_grad()
    def trees(
        self,
        words: Sequence[Words],
        sentences: Sequence[Sentence],
        decoding: DecodingConfig,
        tokens: Tensor | None = None,
    ) -> list[BubbleTree]:
        """The bubble trees of some sentences; the parameters are as for :meth:`trees_around`."""
        lengths = [len(one.forms) for one in words]
        tokens = self.tokens(self.read(words)) if tokens is None else tokens
        result = self.trees_alone(words, sentences, decoding, tokens)
        found = self.spans.best(lengths, tokens)
        contested = [
            number
            for number, (tree, own) in enumerate(zip(result, found, strict=True))
            if _conjuncts(coordinations(tree)) != _conjuncts(own)
        ]
        if contested:
            tokens = _of_sentences(tokens, lengths, contested)
            their = [words[number] for number in contested], [sentences[number] for number in contested]
            around = self.trees_around(*their, [found[number] for number in contested], decoding, tokens)
            alone = [result[number] for number in contested]
            values = self.log_probabilities(alone, tokens), self.log_probabilities(around, tokens)
            for number, other, value, of_other in zip(contested, around, *values, strict=True):
                if of_other > value:
                    result[number] = other
        return result

    @torch.no_grad()
    def n_best(
        self,
        words: Sequence[Words],
        sentences: Sequence[Sentence],
        size: int,
        decoding: DecodingConfig,
        tokens: Tensor | None = None,
    ) -> list[list[Candidate]]:
        """The most probable trees by both models, of the best by the transitions and that of :meth:`trees`.

        The parameters are as for :class:`neural.methods.bubbles.bubble_hybrid.BubbleHybrid`.
        """
        lengths = [len(one.forms) for one in words]
        tokens = self.tokens(self.read(words)) if tokens is None else tokens
        result = super().n_best(words, sentences, size, decoding, tokens)
        best = self.trees(words, sentences, decoding, tokens)
        # A sentence without words has one tree.
        owned = [
            (number, tree)
            for number, listed in enumerate(result)
            for tree in (dict.fromkeys([best[number], *(one.tree for one in listed)]) if lengths[number] else ())
        ]
        if owned:
            of_each = _of_sentences(tokens, lengths, [number for number, _ in owned])
            values = self.log_probabilities([tree for _, tree in owned], of_each)
            ranked: dict[int, list[Candidate]] = {}
            for (number, tree), value in zip(owned, values, strict=True):
                ranked.setdefault(number, []).append(Candidate(tree, value))
            for number, listed in ranked.items():
                result[number] = merged(listed)[:size]
        return result

    def log_probabilities(self, trees: Sequence[BubbleTree], tokens: Tensor) -> list[float]:
        """By both models together; trees that parsers have made, and the encoder's vectors of their tokens, [M, D]."""
        derivations = [self.derivation(tree) for tree in trees]
        transitions, labels = log_probabilities(self, tokens, self.batch(derivations))
        steps = _sums(transitions, [len(one.kinds) for one in derivations])
        names = _sums(labels, [len(one.labels) for one in derivations])
        sets = [separators_of(coordinations(tree), len(tree.words)) for tree in trees]
        spans = self.spans.log_probabilities([len(tree.words) for tree in trees], tokens, list(enumerate(sets)))
        return [sum(parts) for parts in zip(steps, names, spans, strict=True)]


def _conjuncts(found: Sequence[HasConjuncts]) -> set[tuple[tuple[int, int], ...]]:
    """What coordinations conjoin."""
    return {tuple((first, last) for first, last in one.conjuncts) for one in found}


def _sums(values: Tensor, counts: Sequence[int]) -> list[float]:
    """Of the first so many values, of the next ones, and so on."""
    return [float(part.sum()) for part in torch.split(values.cpu(), list(counts))]


def _of_sentences(tokens: Tensor, lengths: Sequence[int], chosen: Sequence[int]) -> Tensor:
    """The vectors of the tokens of some of the sentences."""
    each = torch.split(tokens, [length + 1 for length in lengths])
    return torch.cat([each[number] for number in chosen])
