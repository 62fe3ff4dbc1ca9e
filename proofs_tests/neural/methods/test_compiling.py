"""Functions are compiled where there is a compiler, also where it cannot keep what it has made."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Barrier, current_thread, main_thread
from types import SimpleNamespace

import pytest
import torch

from neural.methods import compiling

Function = Callable[[int], int]


def double(number: int) -> int:
    return 2 * number


@pytest.mark.parametrize("has_folder", [True, False])
@pytest.mark.parametrize("decorator", [compiling.compiled, compiling.on_threads])
def test_without_a_folder_for_a_cache_functions_are_compiled_all_the_same(
    decorator: Callable[[Function], Function], has_folder: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def njit(*, cache: bool = False, nogil: bool, parallel: bool) -> Callable[[Function], Function]:
        def decorate(function: Function) -> Function:
            asked.append(cache)
            if cache and not has_folder:
                raise RuntimeError("cannot cache function: no locator available")
            return lambda number: function(number) + int(nogil) + 10 * int(parallel)

        return decorate

    monkeypatch.setitem(sys.modules, "numba", SimpleNamespace(njit=njit))
    monkeypatch.setattr(compiling, "IS_COMPILED", True)
    assert decorator(double)(4) == (19 if decorator is compiling.on_threads else 9)
    assert asked == ([True] if has_folder else [True, False])


def test_without_a_compiler_functions_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "IS_COMPILED", False)
    assert compiling.compiled(double) is compiling.on_threads(double) is double
    assert compiling.parallel_range() is range


def test_compiled_loops_over_sentences_may_run_on_several_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = object()
    monkeypatch.setitem(sys.modules, "numba", SimpleNamespace(prange=loop))
    monkeypatch.setattr(compiling, "IS_COMPILED", True)
    assert compiling.parallel_range() is loop


def test_sentences_are_worked_on_at_the_same_time_and_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "IS_COMPILED", True)
    monkeypatch.setattr(torch, "get_num_threads", lambda: 2)
    both = Barrier(2)

    def work(number: int) -> int:
        both.wait(timeout=20)
        return 2 * number

    assert compiling.for_each(4, work) == [0, 2, 4, 6]


@pytest.mark.parametrize(("is_compiled", "threads", "count"), [(False, 2, 3), (True, 1, 3), (True, 2, 1), (True, 2, 0)])
def test_otherwise_there_is_one_thread(
    is_compiled: bool, threads: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "IS_COMPILED", is_compiled)
    monkeypatch.setattr(torch, "get_num_threads", lambda: threads)
    assert compiling.for_each(count, lambda _: current_thread()) == [main_thread()] * count
