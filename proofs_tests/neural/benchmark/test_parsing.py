"""How parsing is timed: all sentences, by stage, and by batch, threads and length."""

from __future__ import annotations

import pytest
import torch

from bubbletree import Sentence
from bubbletree.grammar import generate
from neural.benchmark import parsing
from neural.benchmark.parsing import Speed, of_length, time_parsing, time_scaling
from neural.methods.interface import Network
from proofs_tests.neural import tiny

TREES = list(generate(20, seed=1))
SENTENCES = [tree.sentence for tree in TREES if tree.sentence is not None]


def network(**changes: str) -> Network:
    return tiny.network(TREES, {key.replace("__", "."): value for key, value in changes.items()})[2]


def test_all_sentences_count_and_stages_add_up() -> None:
    found = time_parsing(network(), SENTENCES, 8)
    assert (found.sentences, found.words) == (20, sum(len(one.words) for one in SENTENCES))
    assert set(found.shares) >= {"encoder", "transitions", "trees"}
    assert sum(found.shares.values()) == pytest.approx(1)
    assert found.words_per_second == pytest.approx(found.words / found.seconds)


def test_speed_as_json() -> None:
    assert Speed(10, 90, {"encoder": 1.5, "decoding": 0.5}).to_dict() == {
        "sentences": 10,
        "words": 90,
        "seconds": 2.0,
        "sentences_per_second": 5.0,
        "words_per_second": 45.0,
        "shares": {"encoder": 0.75, "decoding": 0.25},
    }


@pytest.mark.parametrize("length", [1, 7, 300])
def test_sentences_of_a_length_are_as_many_as_there_are_words_for_but_at_least_one(length: int) -> None:
    words = [form for one in SENTENCES for form in one.words]
    found = of_length(SENTENCES, length)
    assert {len(one.words) for one in found} == {length}
    assert len(found) == max(1, len(words) // length)
    assert [form for one in found for form in one.words][: len(words) // length * length] == (
        words[: len(words) // length * length]
    )


def test_scaling_goes_through_batches_threads_and_lengths(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int, int]] = []

    def timed(_: Network, sentences: list[Sentence], batch: int) -> Speed:
        seen.append((batch, torch.get_num_threads(), len(sentences[0].words)))
        return Speed(1, 1, {"encoder": 1.0})

    monkeypatch.setattr(parsing, "time_parsing", timed)
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        found = time_scaling(network(), SENTENCES)
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
    assert {what: list(by) for what, by in found.items()} == {
        "batch": [1, 4, 16, 64, 256],
        "threads": [1, 2],
        "words": [10, 30, 100, 300, 1000, 2000],
    }
    assert [batch for batch, _, _ in seen] == [1, 4, 16, 64] + 9 * [256]
    assert [threads for _, threads, _ in seen[5:7]] == [1, 2]
    assert [length for _, _, length in seen[7:]] == [10, 30, 100, 300, 1000, 2000]
