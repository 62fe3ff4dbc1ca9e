"""Coordinations without a tree, in the spirit of Teranishi et al. (2019): local decisions, and a chart above them.

The chart (:mod:`neural.methods.spans.chart`) finds the most probable of all consistent sets of coordinations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch

from bubbletree import Sentence
from neural.config import Config, DecodingConfig
from neural.data.gold import GoldSentence
from neural.data.vocabulary import Vocabulary
from neural.encoders.interface import Encoded, Encoder
from neural.methods.interface import Analysis, Term, TrainableNetwork, UnlearnableError, warn_of
from neural.methods.spans.scorer import SpanScorer
from neural.methods.spans.separators import Separators, separators_of


class CoordinationSpans(TrainableNetwork[Separators]):
    """A network that finds coordinations and builds no tree."""

    finds_dependencies = False

    def __init__(self, config: Config, vocabulary: Vocabulary, encoder: Encoder) -> None:
        super().__init__(config, vocabulary, encoder)
        self.spans = SpanScorer(encoder.size, config.method.span_hidden, config.method.dropout)

    @staticmethod
    def labels_of(gold: GoldSentence) -> Iterable[str]:  # noqa: ARG004  # the interface's
        """No labels: there are no arcs."""
        return ()

    def target(self, gold: GoldSentence) -> Separators:
        """The separators of the gold coordinations, whether or not there is a tree."""
        if not gold.sentence.words:
            raise UnlearnableError("there are no words")
        return separators_of(gold.coordinations, len(gold.sentence.words))

    def target_losses(self, encoded: Encoded, targets: Sequence[Separators]) -> list[Term]:
        """The losses of roles and boundaries (:meth:`neural.methods.spans.scorer.SpanScorer.losses`)."""
        return self.spans.losses(encoded, targets)

    @torch.no_grad()
    def analyse(
        self,
        encoded: Encoded,
        sentences: Sequence[Sentence],
        decoding: DecodingConfig,  # noqa: ARG002  # the interface's
    ) -> list[Analysis]:
        """The most probable of all consistent sets of coordinations.

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        spans = self.spans.sentences(encoded)
        for sentence, one in zip(sentences, spans, strict=True):
            if not one.fits:
                warn_of(sentence, "its coordinations are looked for in blocks of words")
        return [Analysis(one.best()) for one in spans]
