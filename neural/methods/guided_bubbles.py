"""A bubble parser whose trees are built around coordinations that a chart has found before.

The transitions of :mod:`neural.methods.bubble_hybrid` and the spans of :mod:`neural.methods.coordination_spans` are
learned together, with one encoder.  In parsing, the chart looks at both ends of all conjuncts at once and says which
coordinations there are; the transitions then build the most likely tree that has them (:mod:`neural.batched.guided`).
Boundaries are not rescored: the spans have settled what is shared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from bubbletree import BubbleTree, Sentence
from neural.config import Config
from neural.data import Vocabulary, Words
from neural.encoders import Encoder, Inputs
from neural.gold import GoldSentence
from neural.indexing import IndexedDerivation
from neural.losses import derivation_losses
from neural.methods.bubble_hybrid import BubbleHybrid
from neural.network import Target, Term
from neural.spans import Separators, SpanScorer, separators_of


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
    """A network that parses in this way; for the parameters see :class:`neural.network.Network`."""

    def __init__(self, config: Config, vocabulary: Vocabulary, encoder: Encoder) -> None:
        super().__init__(config.replace({"scorer.rescoring": False}), vocabulary, encoder)
        self.spans = SpanScorer(encoder.size, config.method.span_hidden, config.method.dropout)

    def target(self, gold: GoldSentence) -> Target:
        """The oracle's derivation of the bubble tree, and the separators of the gold coordinations."""
        derivation = super().target(gold)
        assert isinstance(derivation, IndexedDerivation), "it is what the bubble parser learns"
        return DerivationAndSpans(derivation, separators_of(gold.coordinations, derivation.words))

    def target_losses(self, inputs: Inputs, tokens: Tensor, targets: Sequence[Target]) -> list[Term]:
        """The losses of transitions and labels (:mod:`neural.losses`), and of roles and boundaries."""
        both = [target for target in targets if isinstance(target, DerivationAndSpans)]
        assert len(both) == len(targets), "they are what self.target returned"
        index = self.batch([one.derivation for one in both])
        spans = self.spans.losses(inputs, tokens, [one.separators for one in both])
        return [*derivation_losses(self, tokens, index), *spans]

    @torch.no_grad()
    def trees(self, words: Sequence[Words], sentences: Sequence[Sentence]) -> list[BubbleTree]:
        """The bubble trees of some sentences."""
        inputs = self.read(words)
        tokens = self.tokens(inputs)
        return self.trees_around(words, sentences, self.spans.best(inputs, tokens), tokens)
