"""Steps of training, and the state, which the trainer alone changes."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

from neural.config import Json
from neural.evaluation.scores import Rank
from neural.methods.bubbles.indexing import IndexedDerivation
from neural.models import checkpoint
from neural.training.examples import learnable
from neural.training.state import Evaluation, TrainingState
from neural.training.trainer import Trainer, TrainingError
from proofs_tests.neural import tiny
from proofs_tests.neural.models import steps_in_processes


def trainer(sentences: int = 6, batch_size: int = 4) -> Trainer[IndexedDerivation]:
    gold = tiny.gold(6, 9, seed=3)
    changes = {**steps_in_processes.NO_CHANCE, "training.batch_size": batch_size}
    _, _, network = tiny.network([one.tree for one in gold if one.tree is not None], changes)
    examples, skipped = learnable(gold[:sentences], network)
    assert not skipped
    return Trainer(network, examples)


def test_each_decision_counts_the_same() -> None:
    gold = tiny.gold(6, 9, seed=3)
    made = trainer(batch_size=6)
    network = made.network
    examples, _ = learnable(gold, network)
    terms = network.losses([one.words for one in examples], [one.target for one in examples])
    counts = [term.decisions for term in terms]
    assert min(counts) > 0
    assert len(set(counts)) == 3, "transitions, labels and decisions at boundaries"
    step = next(made.steps(math.inf))
    assert step.loss.item() == pytest.approx(sum(term.total.item() for term in terms) / max(counts), rel=1e-5)


# The state.


def test_the_state_changes_by_methods_of_the_trainer_alone() -> None:
    made = trainer()
    first = made.state
    assert first == TrainingState()
    with pytest.raises(AttributeError):
        made.state = TrainingState(step=1)  # type: ignore[misc]  # what the test is about
    with pytest.raises(FrozenInstanceError):
        first.step = 1  # type: ignore[misc]  # what the test is about
    steps = made.steps(math.inf)
    next(steps)
    assert made.state == TrainingState(epoch=0, position=1, step=1)
    made.took(7.5)
    assert made.state == TrainingState(epoch=0, position=1, step=1, seconds=7.5)
    assert made.record(Rank(0.5, 0.25)) == Evaluation(1, Rank(0.5, 0.25))
    next(steps)
    evaluations = (Evaluation(1, Rank(0.5, 0.25)),)
    assert made.state == TrainingState(epoch=1, position=0, step=2, seconds=7.5, evaluations=evaluations)
    assert first == TrainingState()


def test_the_best_evaluation_is_the_first_of_equal_ones() -> None:
    ranks = [Rank(0.5, 0.1), Rank(0.6, 0.2), Rank(0.6, 0.2), Rank(0.4, 0.9)]
    state = TrainingState(evaluations=tuple(Evaluation(step, rank) for step, rank in enumerate(ranks)))
    assert state.best is state.evaluations[1]
    assert state.ranks == ranks
    assert TrainingState().best is None


AS_IN_0_1_0: dict[str, Json] = {
    "epoch": 3,
    "position": 5,
    "step": 95,
    "seconds": 12.5,
    "evaluations": [[30, 0.25, 0.5], [60, 0.75, 0.625]],
}
"""What version 0.1.0 wrote under ``course``."""


def test_states_of_version_0_1_0_are_read_and_written() -> None:
    evaluations = (Evaluation(30, Rank(0.25, 0.5)), Evaluation(60, Rank(0.75, 0.625)))
    state = TrainingState(epoch=3, position=5, step=95, seconds=12.5, evaluations=evaluations)
    assert TrainingState.from_dict(AS_IN_0_1_0) == state
    assert state.to_dict() == AS_IN_0_1_0


def test_what_is_stored_has_the_names_of_version_0_1_0(tmp_path: Path) -> None:
    made = trainer()
    made.save(tmp_path, {"sources": {"train": None}})
    stored = checkpoint.training_state(tmp_path)
    assert set(stored) == {"sources", "fingerprint", "sentences", "course"}
    assert (stored["sources"], stored["sentences"]) == ({"train": None}, 6)
    assert stored["course"] == TrainingState().to_dict()


def test_training_on_other_sentences_does_not_go_on(tmp_path: Path) -> None:
    first, other = trainer(sentences=6), trainer(sentences=5)
    next(first.steps(math.inf))
    first.save(tmp_path, {})
    before = {name: weight.clone() for name, weight in other.network.state_dict().items()}
    with pytest.raises(TrainingError, match=r"are not those that .* was trained on"):
        other.restore(tmp_path)
    assert other.state == TrainingState()
    assert all(bool((weight == before[name]).all()) for name, weight in other.network.state_dict().items())
    same = trainer(sentences=6)
    same.restore(tmp_path)
    assert same.state == first.state == replace(TrainingState(), position=1, step=1)
