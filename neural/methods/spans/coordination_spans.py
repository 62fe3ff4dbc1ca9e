"""Coordinations without a tree, in the spirit of Teranishi et al. (2019): local decisions, and a chart above them.

The chart (:mod:`neural.methods.spans.chart`) finds the most probable of all consistent sets of coordinations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor

from bubbletree import Sentence
from neural.config import Config, DecodingConfig
from neural.data.gold import GoldSentence
from neural.data.vocabulary import Vocabulary
from neural.data.words import Words
from neural.encoders.interface import Encoder, Inputs
from neural.methods.interface import Analysis, Network, Target, Term, UnlearnableError
from neural.methods.spans.scorer import SpanScorer
from neural.methods.spans.separators import Separators, separators_of


class CoordinationSpans(Network):
    """A network that finds coordinations and builds no tree."""

    finds_dependencies = False

    def __init__(self, config: Config, vocabulary: Vocabulary, encoder: Encoder) -> None:
        super().__init__(config, vocabulary, encoder)
        self.spans = SpanScorer(encoder.size, config.method.span_hidden, config.method.dropout)

    @staticmethod
    def labels_of(gold: GoldSentence) -> Iterable[str]:  # noqa: ARG004  # the interface's
        """None: there are no arcs."""
        return ()

    def target(self, gold: GoldSentence) -> Target:
        """The separators of the gold coordinations, whether or not there is a tree."""
        if not gold.sentence.words:
            raise UnlearnableError("there are no words")
        return separators_of(gold.coordinations, len(gold.sentence.words))

    def target_losses(self, inputs: Inputs, tokens: Tensor, targets: Sequence[Target]) -> list[Term]:
        """The losses of roles and boundaries (:meth:`neural.methods.spans.scorer.SpanScorer.losses`)."""
        gold = [target for target in targets if isinstance(target, Separators)]
        assert len(gold) == len(targets), "they are what self.target returned"
        return self.spans.losses(inputs.lengths, tokens, gold)

    @torch.no_grad()
    def analyse(
        self,
        words: Sequence[Words],
        sentences: Sequence[Sentence],  # noqa: ARG002  # the interface's
        decoding: DecodingConfig,  # noqa: ARG002  # the interface's
    ) -> list[Analysis]:
        """The coordinations in the most probable of all consistent sets of them.

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        inputs = self.read(words)
        return [Analysis(found) for found in self.spans.best(inputs.lengths, self.tokens(inputs))]
