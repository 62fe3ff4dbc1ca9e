"""The work on many sentences: read ahead in chunks, sorted by length, divided into batches and among processes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, TypeVar

import torch

from bubbletree import Sentence
from bubbletree.plugins import Known
from neural.data.batching import by_length
from neural.encoders.interface import Encoded
from neural.methods.interface import Network, warn_of
from neural.models.inputs import Task
from neural.models.processes import Processes

T = TypeVar("T")

SEARCHED = 1000
"""How many words a sentence may have for more than one of its derivations to be kept: time is quadratic in them."""

CHUNK = 4
"""How many batches of sentences are read ahead, to be sorted by length."""

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
    while chunk := list(itertools.islice(tasks, CHUNK * size * processes.count)):
        share = _in_batches(network, processes.share(chunk), size, beam, work)
        yield from processes.collect(share, len(chunk))


@torch.inference_mode()
def _in_batches(network: Network, tasks: Sequence[Task], batch_size: int, beam: int, work: Work[T]) -> list[T]:
    results: dict[int, T] = {}
    lengths = [len(task.words.forms) for task in tasks]
    for is_long in (False, True):
        places = [place for place, length in enumerate(lengths) if (beam > 1 and length > SEARCHED) is is_long]
        for batch in by_length([lengths[place] for place in places], batch_size):
            chosen = [tasks[places[number]] for number in batch]
            if is_long:
                for one in chosen:
                    warn_of(one.sentence, "it is parsed without a beam")
            encoded = network.encoded([one.words for one in chosen])
            given = [one.given for one in chosen]
            sentences = [one.sentence for one in chosen]
            if network.tagger is not None:
                sentences = network.tagger.filled(encoded, sentences)
            found = work(encoded, sentences, given, 1 if is_long else beam)
            results.update(zip([places[number] for number in batch], found, strict=True))
    return [results[place] for place in range(len(tasks))]
