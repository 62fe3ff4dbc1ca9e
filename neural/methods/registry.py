"""The ways to parse by name."""

from __future__ import annotations

from typing import Any

from neural.config import Config
from neural.config.registry import Registry
from neural.data.vocabulary import Vocabulary
from neural.encoders.interface import Encoder
from neural.encoders.registry import ENCODERS
from neural.methods.bubbles.arc_hybrid import ArcHybrid
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.methods.bubbles.guided_bubbles import GuidedBubbles
from neural.methods.edges.edge_factored import EdgeFactored
from neural.methods.exact.exact_bubbles import ExactBubbles
from neural.methods.exact.guided_exact import GuidedExact
from neural.methods.interface import Target, TrainableNetwork
from neural.methods.spans.coordination_spans import CoordinationSpans

# Each class has its own type of targets; whoever makes a network need not know which.
METHODS: Registry[TrainableNetwork[Any]] = Registry(
    "method.kind",
    "bubbletree.methods",
    TrainableNetwork,  # type: ignore[type-abstract]  # no instance is made of it
    {
        "bubble-hybrid": BubbleHybrid,
        "guided-bubbles": GuidedBubbles,
        "arc-hybrid": ArcHybrid,
        "edge-factored": EdgeFactored,
        "coordination-spans": CoordinationSpans,
        "exact-bubbles": ExactBubbles,
        "guided-exact": GuidedExact,
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
