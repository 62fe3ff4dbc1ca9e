"""How long training takes."""

from __future__ import annotations

import time


class Clock:
    """Seconds of a training run: of all of it, of its steps, and of its latest evaluation.

    The first step begins when the clock is made.

    Parameters
    ----------
    earlier : float
        The seconds that earlier runs took.

    Attributes
    ----------
    seconds : float
        From the beginning of training to the end of the latest step, earlier runs included.
    evaluation : float
        From the end of the latest step with an evaluation to the end of that evaluation; 0 before the first one.
    """

    def __init__(self, earlier: float) -> None:
        self.seconds = earlier
        self.evaluation = 0.0
        self._earlier = earlier
        self._begin = self._step_begin = self._step_end = time.monotonic()
        self._stepping = 0.0
        self._sentences = 0

    @property
    def speed(self) -> float:
        """Sentences per second in the steps of this run."""
        return self._sentences / self._stepping

    def step_begins(self) -> None:
        """A step begins."""
        self._step_begin = time.monotonic()

    def step_ends(self, sentences: int) -> None:
        """A step with so many sentences ends."""
        self._step_end = time.monotonic()
        self._stepping += self._step_end - self._step_begin
        self._sentences += sentences
        self.seconds = self._earlier + self._step_end - self._begin

    def evaluation_ends(self) -> None:
        """An evaluation after the latest step ends."""
        self.evaluation = time.monotonic() - self._step_end
