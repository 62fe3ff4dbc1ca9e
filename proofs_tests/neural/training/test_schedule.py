"""The learning rate, and the end of training."""

from __future__ import annotations

import pytest

from neural.config import TrainingConfig
from neural.data.batching import MAX_TOKENS, by_length, for_epoch
from neural.training.schedule import is_over, learning_rate, plateaus

PLATEAU = TrainingConfig(learning_rate=1.0, warmup_steps=4, schedule="plateau", patience=2, decay=0.1, decays=2)


def test_the_rate_warms_up_once_and_falls_at_plateaus() -> None:
    scores = [0.5, 0.6, 0.6, 0.6, 0.7, 0.7, 0.7]
    rates = [learning_rate(PLATEAU, step, 0.0, scores[:step]) for step in range(8)]
    assert rates == pytest.approx([0.25, 0.5, 0.75, 1.0, 0.1, 0.1, 0.1, 0.01])


def test_training_is_over_after_the_last_plateau() -> None:
    flat = [0.5] + [0.4] * 6
    assert [plateaus(PLATEAU, flat[:n]) for n in range(8)] == [0, 0, 0, 1, 1, 2, 2, 3]
    assert [is_over(PLATEAU, flat[:n]) for n in range(8)] == [False] * 7 + [True]
    assert not is_over(TrainingConfig(schedule="cosine", patience=1, decays=0), flat)


def test_pairs_are_compared_as_pairs() -> None:
    assert plateaus(PLATEAU, [(0.5, 0.1), (0.5, 0.2), (0.5, 0.3)]) == 0
    assert plateaus(PLATEAU, [(0.5, 0.3), (0.5, 0.2), (0.4, 0.9)]) == 1


def test_the_cosine_ends_at_zero() -> None:
    config = TrainingConfig(learning_rate=1.0, warmup_steps=0, schedule="cosine")
    rates = [learning_rate(config, 100, progress, []) for progress in (0.0, 0.5, 1.0, 1.5)]
    assert rates == pytest.approx([1.0, 0.5, 0.0, 0.0])


def test_every_sentence_is_in_one_batch_of_similar_ones() -> None:
    lengths = [7, 1, 3, 3, 9, 2, 8]
    batches = by_length(lengths, 3)
    assert batches == [[1, 5, 2], [3, 0, 6], [4]]
    for batches in (for_epoch(lengths, 3, seed=1, epoch=0), for_epoch(lengths, 3, seed=1, epoch=1)):
        assert sorted(position for batch in batches for position in batch) == list(range(7))
        assert max(map(len, batches)) == 3


def test_epochs_differ_and_can_be_repeated() -> None:
    lengths = [5] * 50
    assert for_epoch(lengths, 4, seed=1, epoch=3) == for_epoch(lengths, 4, seed=1, epoch=3)
    assert for_epoch(lengths, 4, seed=1, epoch=3) != for_epoch(lengths, 4, seed=1, epoch=4)
    assert for_epoch(lengths, 4, seed=1, epoch=3) != for_epoch(lengths, 4, seed=2, epoch=3)


def test_long_sentences_make_small_batches() -> None:
    half = MAX_TOKENS // 2
    assert by_length([half - 1, half - 1, half - 1, 10 * MAX_TOKENS, 2], 64) == [[4, 0], [1, 2], [3]]
