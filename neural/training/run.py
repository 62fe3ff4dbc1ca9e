"""A training run: steps, evaluations, checkpoints, display."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from torch import Tensor

from bubbletree import BubbletreeError
from bubbletree.convert import Punctuation
from neural.config import Json
from neural.data.gold import GoldSentence
from neural.evaluation.scores import score_parser
from neural.models import checkpoint
from neural.models.parser import Parser
from neural.models.processes import ALONE, Processes
from neural.training.interruptions import Interruptions
from neural.training.logbook import Logbook
from neural.training.progress import Progress
from neural.training.trainer import Course, Evaluation, Trainer

SHOW_EVERY = 10
"""Steps between two looks at the loss; each look waits for the device."""


class TrainingError(BubbletreeError):
    """Training cannot begin, or cannot go on."""


@dataclass(frozen=True)
class Run:
    """Training with all that belongs to it: evaluations, checkpoints, display, an end.

    Attributes
    ----------
    directory : Path
        Where models and training states go.
    trainer : Trainer
        What makes the steps.
    dev : sequence of GoldSentence
        The sentences to choose the best model by.
    punctuation : Punctuation
        Their custom for punctuation.
    notes : mapping
        What the training state is to remember beside the course.
    processes : Processes
        Those that train together; the first one writes and speaks.
    """

    directory: Path
    trainer: Trainer
    dev: Sequence[GoldSentence]
    punctuation: Punctuation
    notes: Mapping[str, Json]
    processes: Processes = ALONE

    def train(self, time_limit: float) -> bool:
        """Train until all is done or the time is up; False if it was interrupted before that.

        Parameters
        ----------
        time_limit : float
            Seconds, of which earlier runs have spent some.

        Raises
        ------
        TrainingError
            The loss is no longer a number.
        """
        trainer, processes = self.trainer, self.processes
        start = time.monotonic() - trainer.course.seconds
        stepping, sentences, evaluating = 0.0, 0, 0.0
        with (
            Interruptions() as interruptions,
            Progress(self._total_steps(), trainer.course.step) as progress,
            Logbook(self.directory if processes.is_first else None, trainer.course.step) as logbook,
        ):
            before = time.monotonic()
            for step in trainer.steps(time_limit):
                now = time.monotonic()
                stepping, sentences = stepping + now - before, sentences + step.sentences
                course = trainer.course = replace(trainer.course, seconds=processes.first(now - start))
                if course.step % SHOW_EVERY == 0 and processes.is_first:
                    loss, speed = self._checked(step.loss), sentences / stepping
                    progress.step(course.step, course.epoch, loss, speed)
                    logged = {"loss": loss, "learning_rate": step.learning_rate, "sentences_per_second": speed}
                    logbook.write(course.step, logged)
                no_time_left = processes.any(course.seconds + evaluating >= time_limit)
                if self._is_due(course) or trainer.is_over() or no_time_left:
                    self._evaluate(progress, logbook)
                    evaluating = time.monotonic() - now
                if no_time_left:
                    break
                if processes.any(interruptions.requested):
                    self._stop()
                    return False
                before = time.monotonic()
        return True

    def _total_steps(self) -> int:
        """About how many steps there are in all."""
        options = self.trainer.network.config.training
        return options.epochs * math.ceil(self.trainer.sentences / options.batch_size)

    def _checked(self, loss: Tensor) -> float:
        value = loss.item()
        if not math.isfinite(value):
            step = self.trainer.course.step
            raise TrainingError(f"the loss is {value} after {step} steps: try a lower training.learning_rate")
        return value

    def _is_due(self, course: Course) -> bool:
        """Whether it is time for an evaluation."""
        every = self.trainer.network.config.training.evaluate_every
        return course.step % every == 0 if every else course.position == 0

    def _evaluate(self, progress: Progress, logbook: Logbook) -> None:
        """Score the present weights, and keep them if they are the best so far."""
        trainer = self.trainer
        trainer.network.eval()
        scores = score_parser(Parser(trainer.network, self.processes), self.dev, punctuation=self.punctuation)
        evaluation = Evaluation(trainer.course.step, scores.rank)
        trainer.course = replace(trainer.course, evaluations=(*trainer.course.evaluations, evaluation))
        if not self.processes.is_first:
            return
        logbook.write(evaluation.step, {f"dev/{name}": value for name, value in evaluation.rank._asdict().items()})
        is_best = trainer.course.best is evaluation
        if is_best:
            scored = {"step": evaluation.step, **evaluation.rank._asdict()}
            checkpoint.save_model(self.directory, trainer.network, scored)
        trainer.save(self.directory, self.notes)
        progress.say(
            f"step {evaluation.step}, {trainer.course.seconds / 60:.1f} min: {scores.to_line()}"
            + (" (best so far)" if is_best else "")
        )

    def _stop(self) -> None:
        """Keep what there is."""
        if not self.processes.is_first:
            return
        if self.trainer.course.best is None:
            checkpoint.save_model(self.directory, self.trainer.network, {"step": self.trainer.course.step})
        self.trainer.save(self.directory, self.notes)
