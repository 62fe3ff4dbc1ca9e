"""The work on many sentences: read ahead in chunks, sorted by length, divided into batches and among processes."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias, TypeVar

import torch

from bubbletree import Sentence
from bubbletree.plugins import Known
from neural.data.batching import by_length
from neural.encoders.interface import Encoded
from neural.methods.interface import Network, warn_of
from neural.models.inputs import Task
from neural.models.processes import Processes
from neural.models.threads import side_by_side

T = TypeVar("T")

SEARCHED = 1000
"""How many words a sentence may have for more than one of its derivations to be kept: time is quadratic in them."""

CHUNK = 4
"""How many batches of sentences are read ahead, to be sorted by length."""

SIDE_BY_SIDE = 64
"""How many sentences a batch has at most where several threads have batches of their own.

Ctrl-C waits for the batches that have begun. Larger ones hardly save time on a CPU.
"""

Work: TypeAlias = Callable[[Encoded, Sequence[Sentence], Sequence[Known], int], Sequence[T]]
"""From what the network knows of sentences, the sentences, what is given, and a beam, to one result for each."""


def in_chunks(
    tasks: Iterator[Task], work: Work[T], *, network: Network, beam: int, batch_size: int, processes: Processes
) -> Iterator[T]:
    """The result of each task, in order.

    Parameters
    ----------
    tasks : iterator of Task
        The sentences.
    work : callable
        What to do with the sentences of a batch.
    network : Network
        What encodes them.
    beam : int
        How many partial derivations of each sentence to keep.  Sentences of more than :data:`SEARCHED` words have 1.
    batch_size : int
        How many partial derivations to work on together.
    processes : Processes
        Those that share the sentences.
    """
    size = max(1, batch_size // beam)
    threads = torch.get_num_threads() if network.device.type == "cpu" else 1
    totals: deque[int] = deque()

    def jobs() -> Iterator[list[Callable[[], list[tuple[int, T]]]]]:
        while chunk := list(itertools.islice(tasks, CHUNK * size * processes.count)):
            totals.append(len(chunk))
            share = processes.share(chunk)
            fitting = size if threads == 1 else min(size, SIDE_BY_SIDE)
            yield [partial(_answered, network, *batch, work) for batch in _batches(share, fitting, beam)]

    for answered in side_by_side(jobs(), threads):
        found = dict(itertools.chain.from_iterable(answered))
        yield from processes.collect([found[place] for place in range(len(found))], totals.popleft())


def _batches(tasks: Sequence[Task], batch_size: int, beam: int) -> Iterator[tuple[list[int], list[Task], int]]:
    """The places and the tasks of each batch, and its beam."""
    lengths = [len(task.words.forms) for task in tasks]
    for is_long in (False, True):
        places = [place for place, length in enumerate(lengths) if (beam > 1 and length > SEARCHED) is is_long]
        for batch in by_length([lengths[place] for place in places], batch_size):
            own = [places[number] for number in batch]
            if is_long:
                for place in own:
                    warn_of(tasks[place].sentence, "it is parsed without a beam")
            yield own, [tasks[place] for place in own], 1 if is_long else beam


@torch.inference_mode()
def _answered(
    network: Network, places: Sequence[int], tasks: Sequence[Task], beam: int, work: Work[T]
) -> list[tuple[int, T]]:
    """The result of each task of a batch, with its place."""
    encoded = network.encoded([one.words for one in tasks])
    sentences = [one.sentence for one in tasks]
    if network.tagger is not None:
        sentences = network.tagger.filled(encoded, sentences)
    found = work(encoded, sentences, [one.given for one in tasks], beam)
    return list(zip(places, found, strict=True))
