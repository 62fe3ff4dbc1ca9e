"""A training run: steps, evaluations, checkpoints, display."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bubbletree.convert import Punctuation
from neural.config import Json
from neural.data.gold import GoldSentence
from neural.evaluation.scores import score_parser
from neural.methods.interface import Target
from neural.models import checkpoint
from neural.models.parser import Parser
from neural.models.processes import ALONE, Processes
from neural.training.clock import Clock
from neural.training.interruptions import Interruptions
from neural.training.logbook import Logbook
from neural.training.progress import Progress
from neural.training.trainer import Step, Trainer, TrainingError

SHOW_EVERY = 10
"""How many steps there are from one display of the loss to the next; for each display, the device is waited for."""


@dataclass(frozen=True)
class Run:
    """A training run into a model directory.

    Attributes
    ----------
    directory : Path
        The model directory.
    trainer : Trainer
        What makes the steps.
    dev : sequence of GoldSentence
        The development sentences; the model that is best on them is kept.
    punctuation : Punctuation
        Their convention for punctuation.
    notes : mapping
        What to store with the training state.
    processes : Processes
        The processes that train together; the first one writes and displays.
    """

    directory: Path
    trainer: Trainer[Target]
    dev: Sequence[GoldSentence]
    punctuation: Punctuation
    notes: Mapping[str, Json]
    processes: Processes = ALONE

    def train(self, time_limit: float) -> bool:
        """Train until no steps are left or the time is up; return False if training was interrupted before that.

        Parameters
        ----------
        time_limit : float
            The seconds that training may take, earlier runs included.

        Raises
        ------
        TrainingError
            The loss, or a weight, is no longer a number.
        """
        trainer, processes = self.trainer, self.processes
        clock = Clock(trainer.state.seconds)
        with (
            Interruptions() as interruptions,
            Progress(self._total_steps(), trainer.state.step) as progress,
            Logbook(self.directory if processes.is_first else None, trainer.state.step) as logbook,
        ):
            clock.step_begins()
            for step in trainer.steps(time_limit):
                clock.step_ends(step.sentences)
                trainer.took(processes.first(clock.seconds))
                if trainer.state.step % SHOW_EVERY == 0 and processes.is_first:
                    self._show(step, clock.speed, progress, logbook)
                # The time is up when another evaluation would end too late.
                time_is_up = processes.any(trainer.state.seconds + clock.evaluation >= time_limit)
                if time_is_up or trainer.is_over() or self._is_due():
                    self._evaluate(progress, logbook)
                    clock.evaluation_ends()
                if time_is_up:
                    break
                if processes.any(interruptions.requested):
                    self._stop()
                    return False
                clock.step_begins()
        return True

    def _total_steps(self) -> int:
        """About how many steps there are in all epochs together."""
        options = self.trainer.network.config.training
        return options.epochs * math.ceil(self.trainer.sentences / options.batch_size)

    def _is_due(self) -> bool:
        """Whether the options ask for an evaluation after this step."""
        every, state = self.trainer.network.config.training.evaluate_every, self.trainer.state
        return state.step % every == 0 if every else state.position == 0

    def _show(self, step: Step, speed: float, progress: Progress, logbook: Logbook) -> None:
        """Display and log a step."""
        state, loss = self.trainer.state, step.loss.item()
        if not math.isfinite(loss):
            raise TrainingError(f"the loss is {loss} after {state.step} steps: try a lower training.learning_rate")
        progress.step(state.step, state.epoch, loss, speed)
        numbers = {"loss": loss, "learning_rate": step.learning_rate, "sentences_per_second": speed}
        logbook.write(state.step, numbers)

    def _evaluate(self, progress: Progress, logbook: Logbook) -> None:
        """Evaluate the weights, and write them into the model directory if they are the best so far."""
        trainer = self.trainer
        with trainer.averaged():
            if broken := checkpoint.not_finite(trainer.network.state_dict()):
                reason = f"{broken} has a weight that is NaN or infinite after {trainer.state.step} steps"
                raise TrainingError(f"{reason}: try a lower training.learning_rate")
            parser = Parser(trainer.network.eval(), processes=self.processes)
            scores = score_parser(parser, self.dev, self.punctuation)
            evaluation = trainer.record(scores.rank)
            ranked = evaluation.rank._asdict()
            is_best = trainer.state.best is evaluation
            if is_best and self.processes.is_first:
                checkpoint.save_model(self.directory, trainer.network, {"step": evaluation.step, **ranked})
        if not self.processes.is_first:
            return
        logbook.write(evaluation.step, {f"dev/{name}": value for name, value in ranked.items()})
        trainer.save(self.directory, self.notes)
        found = f"step {evaluation.step}, {trainer.state.seconds / 60:.1f} min: {scores.to_line()}"
        progress.say(found + (" (best so far)" if is_best else ""))

    def _stop(self) -> None:
        """Write what is needed to continue, and a model if there was no evaluation yet."""
        if not self.processes.is_first:
            return
        trainer = self.trainer
        if trainer.state.best is None:
            with trainer.averaged():
                checkpoint.save_model(self.directory, trainer.network, {"step": trainer.state.step})
        trainer.save(self.directory, self.notes)
