"""Compiled loops, where there is a compiler: the package numba (extra ``fast``).

Without it, functions are what they are in Python; the innermost loops (:mod:`neural.methods.exact.cuts`) run in NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Compilable = TypeVar("Compilable", bound=Callable[..., object])

try:
    import numba

    IS_COMPILED = True
    side_by_side: Callable[[int], Iterable[int]] = numba.prange
except ModuleNotFoundError:
    IS_COMPILED = False
    side_by_side = range


def compiled(function: Compilable) -> Compilable:
    """The function, compiled where there is a compiler."""
    return cast(Compilable, numba.njit(cache=True, nogil=True)(function)) if IS_COMPILED else function


def on_threads(function: Compilable) -> Compilable:
    """The same for a function whose loops over sentences may run on several threads."""
    if not IS_COMPILED:
        return function
    return cast(Compilable, numba.njit(cache=True, nogil=True, parallel=True)(function))
