"""The ways to parse by name."""

from __future__ import annotations

from typing import Any

from neural.config import Config
from neural.config.registry import Registry
from neural.data.vocabulary import Vocabulary
from neural.encoders.interface import Encoder
from neural.encoders.registry import ENCODERS
from neural.methods.interface import Target, TrainableNetwork

# Each class has its own type of targets; whoever makes a network need not know which.
METHODS: Registry[TrainableNetwork[Any]] = Registry(
    "method.kind",
    "bubbletree.methods",
    TrainableNetwork,  # type: ignore[type-abstract]  # no instance is made of it
    {
        "bubble-hybrid": "neural.methods.bubbles.bubble_hybrid:BubbleHybrid",
        "guided-bubbles": "neural.methods.bubbles.guided_bubbles:GuidedBubbles",
        "arc-hybrid": "neural.methods.bubbles.arc_hybrid:ArcHybrid",
        "edge-factored": "neural.methods.edges.edge_factored:EdgeFactored",
        "coordination-spans": "neural.methods.spans.coordination_spans:CoordinationSpans",
        "exact-bubbles": "neural.methods.exact.exact_bubbles:ExactBubbles",
        "guided-exact": "neural.methods.exact.guided_exact:GuidedExact",
    },
)
"""What ``method.kind`` can name."""


def check(config: Config) -> None:
    """Raise ConfigError unless the options name an encoder and a method that exist, and suit both.

    Commands call this as soon as they have read their options, and so does whatever loads a model.
    """
    ENCODERS.find(config.encoder.kind).check(config.encoder)
    METHODS.find(config.method.kind).check(config)


def make_network(config: Config, vocabulary: Vocabulary, encoder: Encoder) -> TrainableNetwork[Target]:
    """A network that parses in the way that the options ask for.

    Raises
    ------
    ConfigError
        There is no such way to parse, or the options do not suit it.
    """
    kind = METHODS.find(config.method.kind)
    kind.check(config)
    return kind(config, vocabulary, encoder)
