"""Derivations side by side: what their scorer is asked, when they are over, and what becomes of scores."""

from __future__ import annotations

from dataclasses import fields

import pytest
import torch
from torch import Tensor

from bubbletree import Coordination, ScorerError, Sentence
from neural.batched import beam, greedy, state, transitions
from neural.batched.derivations import IMPOSSIBLE, Derivations
from neural.batched.guided import GuidedScorer
from neural.batched.rules import KINDS, SHIFT
from neural.batched.scoring import BatchScorer
from neural.batched.state import Batch
from neural.batched.transitions import valid_transitions
from neural.config import DecodingConfig

LENGTHS = [4, 0, 7, 1]
LABELS = 3


class Arbitrary(BatchScorer):
    """Arbitrary scores, the same in every run; what it is shown must be how things stand."""

    conj = 1

    def __init__(self) -> None:
        self.random = torch.Generator("cpu").manual_seed(1)
        self.rows: Tensor | None = None
        self.steps = 0

    def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
        assert slots.equal(batch.slots())
        return torch.randn(slots.size(0), len(KINDS), generator=self.random, device="cpu")

    def score_labels(self, batch: Batch, slots: Tensor, rows: Tensor, kinds: Tensor, /) -> Tensor:
        assert slots.equal(batch.slots())
        assert rows.equal(rows.sort().values)
        assert rows.shape == kinds.shape
        return torch.randn(rows.size(0), LABELS, generator=self.random, device="cpu")

    def select(self, rows: Tensor, /) -> None:
        self.rows = rows

    def advance(self, batch: Batch, slots: Tensor, kinds: Tensor, labels: Tensor, /) -> None:
        assert slots.equal(batch.slots())
        assert bool((kinds[batch.finished] == SHIFT).all())
        assert labels.shape == kinds.shape
        self.steps += 1
        assert self.steps < 200, "derivations end"


class Broken(Arbitrary):
    """Scores that are not numbers, of transitions or of labels."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what

    def score_transitions(self, batch: Batch, slots: Tensor, /) -> Tensor:
        return (
            super().score_transitions(batch, slots).log() if self.what == "transition" else torch.zeros(len(slots), 6)
        )

    def score_labels(self, batch: Batch, slots: Tensor, rows: Tensor, kinds: Tensor, /) -> Tensor:
        return super().score_labels(batch, slots, rows, kinds) / 0


@pytest.mark.parametrize("width", [1, 3])
def test_the_scorer_sees_how_things_stand_also_after_rows_have_changed_places(width: int) -> None:
    scorer = Arbitrary()
    found = beam.search(LENGTHS, scorer, DecodingConfig(beam=width))
    assert scorer.rows is not None
    assert bool(found.batch.finished.all())
    assert bool(greedy.parse(LENGTHS, Arbitrary(), DecodingConfig()).finished.all())


@pytest.mark.parametrize("lengths", [[], [0], [1], LENGTHS])
def test_derivations_are_over_as_soon_as_all_are_terminal(lengths: list[int]) -> None:
    scorer = Arbitrary()
    derivations = Derivations(lengths, scorer, DecodingConfig(), "cpu")
    rows, steps = torch.arange(len(lengths)), 0
    while not bool(derivations.batch.finished.all()):
        assert not derivations.are_over
        kinds = derivations.transition_scores().argmax(dim=1)
        derivations.step(kinds, derivations.label_scores(rows, kinds).argmax(dim=1))
        steps += 1
        assert scorer.steps == steps
    assert derivations.are_over


@pytest.mark.parametrize("normal_form", [False, True])
@pytest.mark.parametrize("single_root", [False, True])
def test_what_is_not_allowed_is_impossible(normal_form: bool, single_root: bool) -> None:
    decoding = DecodingConfig(normal_form=normal_form, single_root=single_root)
    derivations = Derivations(LENGTHS, Arbitrary(), decoding, "cpu")
    while not derivations.are_over:
        allowed = valid_transitions(
            derivations.batch, derivations.batch.slots(), normal_form=normal_form, single_root=single_root
        )
        scores = derivations.transition_scores()
        assert (scores > IMPOSSIBLE).equal(allowed)
        kinds = torch.where(allowed.any(dim=1), scores.argmax(dim=1), SHIFT)
        derivations.step(kinds, torch.zeros_like(kinds))


@pytest.mark.parametrize("what", ["transition", "label"])
def test_scores_that_are_no_numbers_are_refused_with_the_name_of_their_scorer(what: str) -> None:
    scorer = Broken(what)
    with pytest.raises(
        ScorerError, match=f"returned {what} scores that are not 4 times {6 if what[0] == 't' else 3} f"
    ) as it:
        greedy.parse(LENGTHS, scorer, DecodingConfig())
    assert it.value.scorer is scorer
    assert isinstance(it.value.scores, Tensor)


def test_all_is_computed_on_the_device_that_is_asked_for() -> None:
    # Tables of earlier tests are forgotten.
    for kept in (*vars(transitions).values(), *vars(beam).values()):
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()
    # What is put on another device by mistake has no values, and cannot be used together with the rest.
    with torch.device("meta"):
        found = greedy.parse(LENGTHS, Arbitrary(), DecodingConfig(), "cpu")
        best = beam.search(LENGTHS, Arbitrary(), DecodingConfig(beam=3), 2, "cpu")
        guided = GuidedScorer(Arbitrary(), [[], [], [Coordination([(1, 2), (4, 7)], ())], []], LENGTHS, "cpu")
        around = greedy.parse(LENGTHS, guided, DecodingConfig(), "cpu")
    for batch in (found, best.batch, around):
        assert {getattr(batch, entry.name).device.type for entry in fields(batch)} == {"cpu"}
    assert Derivations(LENGTHS, Arbitrary(), DecodingConfig(), "meta").batch.heads.device.type == "meta"
    assert best.sentences.device.type == best.log_probabilities.device.type == "cpu"


def test_trees_carry_their_sentences_and_need_complete_derivations() -> None:
    sentence = Sentence.from_columns(["tea", "please"])
    begun = state.initial([2])
    with pytest.raises(ValueError, match=r"^some rows are not terminal: only complete derivations yield trees$"):
        state.trees(begun, [(sentence.words, sentence)], ["dep", "conj", "cc"])
    ended = greedy.parse([2, 2], Arbitrary(), DecodingConfig())
    carrying, plain = state.trees(ended, [(sentence.words, sentence), (sentence.words, None)], ["dep", "conj", "cc"])
    assert carrying.sentence == sentence
    assert plain.sentence is None
