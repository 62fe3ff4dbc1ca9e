"""The outcome of a trial: how long training took, and the scores of each test sentence; it is kept as a JSON file.

Scores of sentences can be added up, so these scores are enough for all tables and for resampling.  As there are many of
them, they are written as lists of numbers without names.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bubbletree.io import atomic_writer
from bubbletree.metrics import AttachmentScores, Convention, CoordinationScores, Counts, Criteria, Share
from neural.evaluation.scores import ParserScores
from neural.methods.bubbles.rescoring import Contradictions


@dataclass(frozen=True, slots=True)
class Training:
    """What training took.

    Attributes
    ----------
    sentences : int
        The number of training sentences.
    weights : int
        The number of weights.
    threads : int
        The number of CPU threads.
    steps : int
        The number of steps.
    epochs : float
        How often each sentence was seen.
    seconds : float
        The time that training took, evaluations included.
    evaluations : tuple of (int, float, float)
        For each evaluation, the number of steps before it, and the exact F1 and LAS of the development sentences.
    """

    sentences: int
    weights: int
    threads: int
    steps: int
    epochs: float
    seconds: float
    evaluations: tuple[tuple[int, float, float], ...]

    @property
    def kept(self) -> int:
        """The number of steps before the evaluation whose model was kept: the best one, the first of equals."""
        return max(self.evaluations, key=lambda evaluation: evaluation[1:], default=(self.steps,))[0]

    @property
    def speed(self) -> float:
        """Sentences per second; the time of evaluations counts."""
        return self.epochs * self.sentences / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a trial.

    Attributes
    ----------
    training : Training
        What training took.
    parsing_seconds : float
        The time that it took to parse the test sentences.
    names : tuple of str
        The names of the test sentences; a sentence without a name has its number.
    scores : tuple of ParserScores
        The scores of each test sentence.
    unrescored : tuple of ParserScores or None
        Its scores without rescoring of boundaries; None if that was not tested.
    contradictions : Contradictions or None
        How often independent decisions at boundaries would contradict each other; None if that was not counted.
    """

    training: Training
    parsing_seconds: float
    names: tuple[str, ...]
    scores: tuple[ParserScores, ...]
    unrescored: tuple[ParserScores, ...] | None = None
    contradictions: Contradictions | None = None

    def write(self, path: Path) -> None:
        """Write the outcome as JSON; the file appears whole or not at all."""
        value = {
            "training": asdict(self.training),
            "parsing_seconds": self.parsing_seconds,
            "contradictions": None if self.contradictions is None else asdict(self.contradictions),
            "names": self.names,
            "scores": list(map(packed, self.scores)),
            "unrescored": None if self.unrescored is None else list(map(packed, self.unrescored)),
        }
        with atomic_writer(path) as stream:
            json.dump(value, stream, ensure_ascii=False, separators=(",", ":"))
            stream.write("\n")

    @classmethod
    def read(cls, path: Path) -> Outcome:
        """The outcome that :meth:`write` wrote."""
        value = json.loads(path.read_text(encoding="utf-8"))
        training = value["training"]
        evaluations = tuple((step, f1, las) for step, f1, las in training.pop("evaluations"))
        without, counts = value["unrescored"], value["contradictions"]
        return cls(
            Training(**training, evaluations=evaluations),
            value["parsing_seconds"],
            tuple(value["names"]),
            tuple(map(_unpacked, value["scores"])),
            None if without is None else tuple(map(_unpacked, without)),
            None if counts is None else Contradictions(**counts),
        )


def packed(scores: ParserScores) -> dict[str, object]:
    """Scores as JSON; counts are lists: [correct, predicted, gold] for exact, inner and whole, or [correct, total]."""
    attachment = scores.attachment
    return {
        "paper": _packed_coordination(scores.paper),
        "strict": _packed_coordination(scores.strict),
        "released": _packed_coordination(scores.released),
        "attachment": None if attachment is None else _packed_attachment(attachment),
    }


def _unpacked(value: Mapping[str, Any]) -> ParserScores:
    """The scores that :func:`packed` packed."""
    attachment = value["attachment"]
    # Version 0.1.0 had no convention "released".
    released = value.get("released")
    return ParserScores(
        _unpacked_coordination(Convention.PAPER, value["paper"]),
        _unpacked_coordination(Convention.STRICT, value["strict"]),
        CoordinationScores(Convention.RELEASED)
        if released is None
        else _unpacked_coordination(Convention.RELEASED, released),
        None if attachment is None else _unpacked_attachment(attachment),
    )


def _packed_coordination(scores: CoordinationScores) -> dict[str, object]:
    return {
        "all": _packed_criteria(scores.overall),
        "categories": {name: _packed_criteria(criteria) for name, criteria in scores.categories},
        "simple": _packed_share(scores.simple),
        "complex": _packed_share(scores.complex),
        "left_out": [scores.gold_left_out, scores.predicted_left_out],
    }


def _unpacked_coordination(convention: Convention, value: Mapping[str, Any]) -> CoordinationScores:
    categories = tuple((name, _unpacked_criteria(counts)) for name, counts in value["categories"].items())
    return CoordinationScores(
        convention,
        _unpacked_criteria(value["all"]),
        categories,
        Share(*value["simple"]),
        Share(*value["complex"]),
        *value["left_out"],
    )


def _packed_attachment(scores: AttachmentScores) -> dict[str, object]:
    return {
        "uas": _packed_share(scores.unlabelled),
        "las": _packed_share(scores.labelled),
        "uas_words": _packed_share(scores.unlabelled_words),
        "las_words": _packed_share(scores.labelled_words),
        "las_universal": _packed_share(scores.labelled_universal),
        "relations": {name: _packed_counts(counts) for name, counts in scores.relations},
    }


def _unpacked_attachment(value: Mapping[str, Any]) -> AttachmentScores:
    return AttachmentScores(
        Share(*value["uas"]),
        Share(*value["las"]),
        Share(*value["uas_words"]),
        Share(*value["las_words"]),
        tuple((name, Counts(*counts)) for name, counts in value["relations"].items()),
        # Version 0.1.0 did not count it.
        Share(*value.get("las_universal", (0, 0))),
    )


def _packed_criteria(criteria: Criteria) -> list[list[int]]:
    return [_packed_counts(counts) for counts in (criteria.exact, criteria.inner, criteria.whole)]


def _unpacked_criteria(value: Sequence[Sequence[int]]) -> Criteria:
    return Criteria(*(Counts(*counts) for counts in value))


def _packed_counts(counts: Counts) -> list[int]:
    return [counts.correct, counts.predicted, counts.gold]


def _packed_share(share: Share) -> list[int]:
    return [share.correct, share.total]
