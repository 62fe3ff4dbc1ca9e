"""Threads that work on batches side by side, each on one of its own.

PyTorch's own threads share each single step and wait for each other after it.  A bi-LSTM has many small steps, and
where something else runs on the machine, most of the time is waiting.  Threads that work on different batches wait for
nothing but Python itself, which does little beside tensors and compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

import torch

T = TypeVar("T")


def side_by_side(groups: Iterable[Sequence[Callable[[], T]]], threads: int) -> Generator[list[T], None, None]:
    """The results of the jobs in each group.

    With several threads, the next group is read and begun before the results of a group are given.  If reading fails,
    those of the groups before are given first.  A job that is alone gets all threads of PyTorch.

    Parameters
    ----------
    groups : iterable of sequence of callable
        The jobs.
    threads : int
        How many jobs to work on at a time.

    Examples
    --------
    >>> list(side_by_side([[lambda: 1, lambda: 2], [lambda: 3]], threads=2))
    [[1, 2], [3]]
    """
    if threads == 1:
        yield from ([job() for job in jobs] for jobs in groups)
        return
    begun: list[Future[T]] | None = None
    failure: Exception | None = None
    stream = iter(groups)
    usual = torch.get_num_threads()
    pool = ThreadPoolExecutor(threads, initializer=torch.set_num_threads, initargs=(1,))
    try:
        while True:
            try:
                jobs = next(stream, None)
            except Exception as error:  # raised again below
                failure = error
                break
            if jobs is None:
                break
            if begun is None and len(jobs) <= 1:
                yield [job() for job in jobs]
                continue
            following = [pool.submit(job) for job in jobs]
            if begun is not None:
                yield [one.result() for one in begun]
            begun = following
        if begun is not None:
            yield [one.result() for one in begun]
        if failure is not None:
            raise failure
    finally:
        pool.shutdown(cancel_futures=True)
        torch.set_num_threads(usual)  # a new thread asks what was said last, by whichever thread
