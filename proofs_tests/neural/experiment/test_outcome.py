"""What a trial leaves behind: its outcome in a file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from bubbletree.metrics import Convention, CoordinationScores, Share
from neural.evaluation.scores import total
from neural.experiment.outcome import Outcome
from neural.methods.bubbles.rescoring import Contradictions
from proofs_tests.neural.experiment.examples import ONE, outcome, scored


def test_outcomes_survive_their_file(tmp_path: Path) -> None:
    _, scores = scored(1, 5)
    without = replace(scores[0], attachment=None)
    for one in (
        outcome(scores),
        outcome(scores, unrescored=scores[::-1], contradictions=Contradictions(1, 2, 3, 4, 5)),
        outcome((without, *scores[1:])),
    ):
        one.write(tmp_path / "o.json")
        assert Outcome.read(tmp_path / "o.json") == one
    assert total((without, *scores[1:])).attachment is None
    assert ONE.speed == 50


def test_the_model_of_the_first_of_the_best_evaluations_is_kept() -> None:
    evaluations = ((10, 0.5, 0.9), (20, 0.6, 0.7), (30, 0.6, 0.8), (40, 0.6, 0.8))
    assert replace(ONE, steps=50, evaluations=evaluations).kept == 30
    assert replace(ONE, steps=50, evaluations=()).kept == 50  # a training without an evaluation keeps its last model


def test_outcomes_of_version_0_1_0_are_read(tmp_path: Path) -> None:
    _, scores = scored(1, 5)
    path = tmp_path / "o.json"
    outcome(scores).write(path)
    value = json.loads(path.read_text(encoding="utf-8"))
    for one in value["scores"]:
        del one["attachment"]["las_universal"]
        del one["released"]
    path.write_text(json.dumps(value), encoding="utf-8")
    read, written = total(Outcome.read(path).scores), total(scores)
    assert written.attachment is not None
    assert read == replace(
        written,
        released=CoordinationScores(Convention.RELEASED),
        attachment=replace(written.attachment, labelled_universal=Share()),
    )
