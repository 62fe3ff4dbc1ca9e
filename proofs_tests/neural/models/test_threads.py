"""Batches are worked on side by side, and results come in order, whatever fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from threading import Barrier, current_thread, main_thread

import pytest
import torch

from bubbletree import Sentence
from bubbletree.grammar import generate
from neural.models import batches as module
from neural.models.parser import Parser
from neural.models.threads import side_by_side
from proofs_tests.neural import tiny

Groups = Iterator[list[Callable[[], int]]]


@pytest.fixture(autouse=True)
def two_threads() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(before)


def numbers(*groups: list[int]) -> Groups:
    for group in groups:
        yield [partial(int, number) for number in group]


@pytest.mark.parametrize("threads", [1, 2])
def test_results_come_group_by_group_in_the_order_of_the_jobs(threads: int) -> None:
    groups = [[1, 2, 3], [], [4], [5, 6], [7]]
    assert list(side_by_side(numbers(*groups), threads)) == groups


def test_jobs_run_at_the_same_time_each_on_a_thread_of_its_own_where_torch_has_one() -> None:
    both = Barrier(2)

    def job() -> tuple[bool, int]:
        both.wait(timeout=20)
        return current_thread() is main_thread(), torch.get_num_threads()

    assert list(side_by_side([[job, job]], 2)) == [[(False, 1), (False, 1)]]
    assert torch.get_num_threads() == 2


def test_a_job_that_is_alone_has_all_threads_of_torch() -> None:
    jobs = [[lambda: (current_thread() is main_thread(), torch.get_num_threads())]]
    assert list(side_by_side(jobs, 2)) == [[(True, 2)]]


def test_the_next_group_is_begun_before_results_are_given() -> None:
    read = []

    def groups() -> Groups:
        for number in range(4):
            read.append(number)
            yield [lambda: 0, lambda: 0]

    stream = side_by_side(groups(), 2)
    next(stream)
    assert read == [0, 1]
    next(stream)
    assert read == [0, 1, 2]
    stream.close()
    assert torch.get_num_threads() == 2


def test_if_reading_fails_what_was_read_before_comes_first() -> None:
    def groups() -> Groups:
        yield from numbers([1, 2], [3, 4])
        raise ValueError("broken line")

    stream = side_by_side(groups(), 2)
    assert [next(stream), next(stream)] == [[1, 2], [3, 4]]
    with pytest.raises(ValueError, match="broken line"):
        next(stream)
    assert torch.get_num_threads() == 2


def test_the_error_of_a_job_is_raised_in_its_place() -> None:
    def broken() -> int:
        raise ValueError("no tree")

    stream = side_by_side([[lambda: 1, lambda: 2], [lambda: 3, broken], [lambda: 4, lambda: 5]], 2)
    assert next(stream) == [1, 2]
    with pytest.raises(ValueError, match="no tree"):
        next(stream)
    assert torch.get_num_threads() == 2


def test_batches_of_several_threads_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[list[int]] = []

    def kept(groups: Iterable[Sequence[Callable[[], list[object]]]], threads: int) -> Iterator[list[list[object]]]:
        for jobs in groups:
            answers = [job() for job in jobs]
            sizes.append([len(answer) for answer in answers])
            yield answers

    monkeypatch.setattr(module, "side_by_side", kept)
    parser = Parser(tiny.bubbly(list(generate(30, seed=1))), batch_size=100)
    sentences = [Sentence.from_columns(["tea"])] * 130
    assert len(list(parser.parse_all(sentences))) == 130
    torch.set_num_threads(1)
    assert len(list(parser.parse_all(sentences))) == 130
    assert [sorted(group) for group in sizes] == [[2, 64, 64], [30, 100]]


def test_trees_do_not_depend_on_the_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 2)
    monkeypatch.setattr(module, "SIDE_BY_SIDE", 3)
    parser = Parser(tiny.bubbly(list(generate(30, seed=1))), batch_size=4)
    words = ["tea", "and", "buns", "or", "milk"]
    sentences = [Sentence.from_columns(words[: 1 + number % 5]) for number in range(29)]
    found = list(parser.parse_all(sentences))
    assert [tree.words for tree in found] == [one.words for one in sentences]
    torch.set_num_threads(1)
    assert list(parser.parse_all(sentences)) == found
