"""Functions are compiled where there is a compiler, also where it cannot keep what it has made."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from neural.methods import compiling

Function = Callable[[int], int]


def double(number: int) -> int:
    return 2 * number


@pytest.mark.parametrize("decorator", [compiling.compiled, compiling.on_threads])
def test_without_a_folder_for_a_cache_functions_are_compiled_all_the_same(
    decorator: Callable[[Function], Function], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def njit(*, cache: bool = False, nogil: bool, parallel: bool) -> Callable[[Function], Function]:
        def decorate(function: Function) -> Function:
            asked.append(cache)
            if cache:
                raise RuntimeError("cannot cache function: no locator available")
            return lambda number: function(number) + int(nogil) + 10 * int(parallel)

        return decorate

    monkeypatch.setitem(sys.modules, "numba", SimpleNamespace(njit=njit))
    monkeypatch.setattr(compiling, "IS_COMPILED", True)
    assert decorator(double)(4) == (19 if decorator is compiling.on_threads else 9)
    assert asked == [True, False]


def test_without_a_compiler_functions_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "IS_COMPILED", False)
    assert compiling.compiled(double) is compiling.on_threads(double) is double
    assert compiling.parallel_range() is range
