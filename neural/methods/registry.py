"""The ways to parse by name."""

from __future__ import annotations

from collections.abc import Mapping

from neural.config import Config
from neural.data.vocabulary import Vocabulary
from neural.encoders.interface import Encoder
from neural.methods.bubbles.arc_hybrid import ArcHybrid
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.methods.bubbles.guided_bubbles import GuidedBubbles
from neural.methods.edges.edge_factored import EdgeFactored
from neural.methods.interface import Network
from neural.methods.spans.coordination_spans import CoordinationSpans

METHODS: Mapping[str, type[Network]] = {
    "bubble-hybrid": BubbleHybrid,
    "guided-bubbles": GuidedBubbles,
    "arc-hybrid": ArcHybrid,
    "edge-factored": EdgeFactored,
    "coordination-spans": CoordinationSpans,
}
"""The ways to parse by name."""


def make_network(config: Config, vocabulary: Vocabulary, encoder: Encoder) -> Network:
    """A network that parses in the way that the options ask for."""
    return METHODS[config.method.kind](config, vocabulary, encoder)
