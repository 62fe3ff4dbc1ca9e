"""Ways to parse, all of them with the same encoders, trained and scored by the same commands.

* :mod:`neural.methods.bubble_hybrid`: the bubble parser of Shi & Lee (2021);
* :mod:`neural.methods.guided_bubbles`: the same around coordinations that a chart finds, as the last of these does;
* :mod:`neural.methods.arc_hybrid`: the same on plain UD trees, to see what bubbles are worth;
* :mod:`neural.methods.edge_factored`: the graph parser of Dozat and Manning (2017), on UD trees too;
* :mod:`neural.methods.coordination_spans`: coordinations alone, after Teranishi et al. (2019).
"""

from __future__ import annotations

from collections.abc import Mapping

from neural.config import Config
from neural.data import Vocabulary
from neural.encoders import Encoder
from neural.methods.arc_hybrid import ArcHybrid
from neural.methods.bubble_hybrid import BubbleHybrid
from neural.methods.coordination_spans import CoordinationSpans
from neural.methods.edge_factored import EdgeFactored
from neural.methods.guided_bubbles import GuidedBubbles
from neural.network import Network

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
