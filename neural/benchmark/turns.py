"""Jobs timed in turns, so that what else the machine does falls on all of them alike."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import torch

Job = Callable[[], object]
"""Something to time."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The times of two jobs that took turns.

    Attributes
    ----------
    task : str
        What both did.
    name : str
        Who did it in the second times: another package, or a part of the whole.
    ours, theirs : tuple of float
        Seconds of each turn.
    sentences, words : int
        How much they worked on in a turn.

    Examples
    --------
    >>> found = Comparison("reading", "other", ours=(1.0, 2.0, 1.0), theirs=(2.0, 2.0, 3.0), sentences=4, words=60)
    >>> found.ratios, found.median
    ([1.0, 2.0, 3.0], 2.0)
    >>> found.words_per_second
    (60.0, 30.0)
    """

    task: str
    name: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    sentences: int
    words: int

    @property
    def ratios(self) -> list[float]:
        """Their seconds divided by ours in each turn, the lowest first."""
        return sorted(theirs / ours for ours, theirs in zip(self.ours, self.theirs, strict=True))

    @property
    def median(self) -> float:
        """The median of the ratios."""
        return statistics.median(self.ratios)

    @property
    def sentences_per_second(self) -> tuple[float, float]:
        """Our speed in the median turn, and theirs."""
        return self.sentences / statistics.median(self.ours), self.sentences / statistics.median(self.theirs)

    @property
    def words_per_second(self) -> tuple[float, float]:
        """The same in words."""
        return self.words / statistics.median(self.ours), self.words / statistics.median(self.theirs)

    def to_dict(self) -> dict[str, object]:
        """Everything, for JSON."""
        return {
            "task": self.task,
            "name": self.name,
            "ratio": self.median,
            "ratios": self.ratios,
            "sentences": self.sentences,
            "words": self.words,
            "words_per_second": self.words_per_second,
            "ours": self.ours,
            "theirs": self.theirs,
        }


@dataclass(frozen=True, slots=True)
class Turns:
    """How jobs take turns.

    Attributes
    ----------
    rounds : int
        How often each is timed.
    sentences, words : int
        How much each works on.
    """

    rounds: int
    sentences: int
    words: int

    def compare(self, task: str, name: str, ours: Job, theirs: Job) -> Comparison:
        """Time two jobs in turns, each once before the clock starts."""
        seconds: tuple[list[float], list[float]] = ([], [])
        # Some packages collect garbage; what is here already would cost them time, and is not theirs.
        gc.collect()
        gc.freeze()
        try:
            for number in range(self.rounds + 1):
                for job, own in zip((ours, theirs), seconds, strict=True):
                    start = time.perf_counter()
                    job()
                    if number:
                        own.append(time.perf_counter() - start)
        finally:
            gc.unfreeze()
        return Comparison(task, name, tuple(seconds[0]), tuple(seconds[1]), self.sentences, self.words)


@dataclass
class Stopwatch:
    """Times of named stages, summed over their laps.

    Parameters
    ----------
    device : torch.device
        Where the stages compute.  The clock is read when it has finished.
    """

    device: torch.device
    seconds: dict[str, float] = field(default_factory=dict)
    _since: float = 0.0

    def start(self) -> None:
        """Begin the next stage."""
        self._since = self._now()

    def lap(self, stage: str) -> float:
        """End the stage, which has this name, and begin the next one; the seconds that this lap took."""
        now = self._now()
        took = now - self._since
        self.seconds[stage] = self.seconds.get(stage, 0.0) + took
        self._since = now
        return took

    def _now(self) -> float:
        if self.device.type == "cuda":
            torch.cuda.synchronize(self.device)
        return time.perf_counter()
