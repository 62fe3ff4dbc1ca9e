"""Compiled loops, where there is a compiler: the package numba (extra ``fast``).

Without it, functions are what they are in Python; where that is too slow, there is something else in their place.

The compiler takes a second to load, so modules with compiled functions are imported only where they are needed.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, cast

import numpy as np
import torch
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Ints = NDArray[np.int64]
T = TypeVar("T")
Compilable = TypeVar("Compilable", bound=Callable[..., object])

IS_COMPILED = importlib.util.find_spec("numba") is not None

LEAST_WORDS = 500
"""Batches with fewer words are parsed without compiled code: for them it is not worth while to load the compiler."""


def compiled(function: Compilable) -> Compilable:
    """The function, compiled where there is a compiler."""
    return _compiled(function, parallel=False)


def on_threads(function: Compilable) -> Compilable:
    """The same for a function whose loops over sentences may run on several threads."""
    return _compiled(function, parallel=True)


def _compiled(function: Compilable, *, parallel: bool) -> Compilable:
    if not IS_COMPILED:
        return function
    import numba

    try:
        return cast(Compilable, numba.njit(cache=True, nogil=True, parallel=parallel)(function))
    except RuntimeError:  # no folder to keep it in can be written to
        return cast(Compilable, numba.njit(nogil=True, parallel=parallel)(function))


def parallel_range() -> Callable[[int], Iterable[int]]:
    """What such loops run over instead of ``range``."""
    if not IS_COMPILED:
        return range
    import numba

    return cast(Callable[[int], Iterable[int]], numba.prange)


def for_each(count: int, work: Callable[[int], T]) -> list[T]:
    """What compiled work makes of each of so many sentences, on as many threads as PyTorch has."""
    threads = min(torch.get_num_threads(), count) if IS_COMPILED else 1
    if threads <= 1:
        return [work(number) for number in range(count)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, range(count)))
