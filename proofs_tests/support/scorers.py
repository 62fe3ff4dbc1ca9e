"""Scorers that are arbitrary, extreme or wrong, and what the scores say of a derivation."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence

from bubbletree.configuration import Configuration, TransitionKind
from bubbletree.scoring import Scorer
from bubbletree.transitions import Transition, apply, valid_transitions


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


def log_softmax(scores: Sequence[float]) -> list[float]:
    """The logarithms of the probabilities that scores stand for, by the definition."""
    top = max(scores)
    total = math.log(math.fsum(math.exp(score - top) for score in scores))
    return [score - top - total for score in scores]


def log_probabilities(
    words: Sequence[str], transitions: Sequence[Transition], scorer: Scorer, *, normal_form: bool, single_root: bool
) -> Iterator[tuple[float, float]]:
    """The logarithms of the probabilities of each transition and of its label (0 where there is none)."""
    configuration = Configuration.initial(words)
    for transition in transitions:
        kinds = valid_transitions(configuration, normal_form, single_root)
        scores = dict(zip(TransitionKind, scorer.score_transitions(configuration), strict=True))
        of_kind = log_softmax([scores[kind] for kind in kinds])[kinds.index(transition.kind)]
        of_label = 0.0
        if transition.label is not None:
            labels = log_softmax(scorer.score_labels(configuration, transition.kind))
            of_label = labels[list(scorer.labels).index(transition.label)]
        yield of_kind, of_label
        configuration = apply(configuration, transition)


def log_probability(
    words: Sequence[str], transitions: Sequence[Transition], scorer: Scorer, *, normal_form: bool, single_root: bool
) -> float:
    """That of a derivation, as the documentation of ``parse`` defines it."""
    steps = log_probabilities(words, transitions, scorer, normal_form=normal_form, single_root=single_root)
    return sum(of_kind + of_label for of_kind, of_label in steps)
