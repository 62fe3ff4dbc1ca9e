"""Scorers that are arbitrary, extreme or wrong."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bubbletree.configuration import Configuration, TransitionKind
from bubbletree.scoring import Scorer
from bubbletree.transitions import valid_transitions


class Fixed:
    """Returns what it was made with, whatever that is."""

    def __init__(
        self, transitions: object = (0.0,) * 6, names: object = ("a", "b"), labels: object = (0.0, 0.0)
    ) -> None:
        self.transitions, self.names, self.label_scores = transitions, names, labels

    @property
    def labels(self) -> Sequence[str]:
        return self.names  # type: ignore[return-value]  # wrong on purpose

    def score_transitions(self, configuration: Configuration) -> Sequence[float]:
        return self.transitions  # type: ignore[return-value]  # wrong on purpose

    def score_labels(self, configuration: Configuration, kind: TransitionKind) -> Sequence[float]:
        return self.label_scores  # type: ignore[return-value]  # wrong on purpose


class Fickle:
    """Scores that are a fixed but arbitrary function of the configuration."""

    def __init__(self, seed: int, scale: float = 3.0, labels: Sequence[str] = ("x", "y")) -> None:
        self.seed, self.scale, self.labels = seed, scale, labels

    def _scores(self, key: object, count: int) -> Sequence[float]:
        rng = random.Random(f"{self.seed} {key}")
        return [rng.uniform(-self.scale, self.scale) for _ in range(count)]

    def score_transitions(self, configuration: Configuration) -> Sequence[float]:
        return self._scores((configuration.stack, configuration.buffer, configuration.arcs), 6)

    def score_labels(self, configuration: Configuration, kind: TransitionKind) -> Sequence[float]:
        return self._scores((kind.value, configuration.stack, configuration.arcs), len(self.labels))


class Prefers:
    """Always wants the same transition, allowed or not."""

    def __init__(self, kind: TransitionKind, by: float) -> None:
        self.kind, self.by = kind, by
        self.labels: Sequence[str] = ("x",)

    def score_transitions(self, configuration: Configuration) -> Sequence[float]:
        return [self.by * (kind is self.kind) for kind in TransitionKind]

    def score_labels(self, configuration: Configuration, kind: TransitionKind) -> Sequence[float]:
        return [0.0]


class Contrary:
    """Wants most what is not allowed."""

    labels: Sequence[str] = ("x", "y")

    def score_transitions(self, configuration: Configuration) -> Sequence[float]:
        allowed = valid_transitions(configuration)
        return [-1e308 if kind in allowed else 1e308 for kind in TransitionKind]

    def score_labels(self, configuration: Configuration, kind: TransitionKind) -> Sequence[float]:
        return [-1e308, 1e308]


class Sharpened:
    """Another scorer's scores, far enough apart to leave no doubt."""

    def __init__(self, scorer: Scorer) -> None:
        self.scorer = scorer
        self.labels = scorer.labels

    def score_transitions(self, configuration: Configuration) -> Sequence[float]:
        return [50 * score for score in self.scorer.score_transitions(configuration)]

    def score_labels(self, configuration: Configuration, kind: TransitionKind) -> Sequence[float]:
        return [50 * score for score in self.scorer.score_labels(configuration, kind)]
