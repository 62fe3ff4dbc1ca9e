"""What an experiment consists of: systems, and the trials in which they are trained and tested.

A *system* is a way to parse with its options; a *trial* is a system trained with one seed on one training set,
and tested once.  All of it is decided before anything runs, and by nothing but the command line.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from pathlib import Path

from bubbletree import BubbletreeError
from bubbletree.convert import Punctuation
from neural.cli.sources import Gold, Sources
from neural.config import Config, ConfigError, parse_settings
from neural.config.options import SEARCHING
from neural.config.presets import PRESETS
from neural.models.checkpoint import TRAINING


class ExperimentError(BubbletreeError):
    """An experiment cannot be carried out as asked."""


class Kind(StrEnum):
    """The experiments."""

    COMPARE = "compare"
    ABLATION = "ablation"
    CROSSVAL = "crossval"
    COMPLEXITY = "complexity"


@dataclass(frozen=True, slots=True)
class System:
    """A way to parse with its options.

    Attributes
    ----------
    name : str
        What to call it.
    preset : str or None
        Where its options begin; None for the default of ``neural.train``.
    settings : tuple of str
        Changes to them, as in ``encoder.layers=2``; of several for one option, the last one holds.
    """

    name: str
    preset: str | None
    settings: tuple[str, ...]

    def config(self) -> Config:
        """Its options.

        Raises
        ------
        ConfigError
            One does not exist, or cannot have its value.
        """
        if self.preset is not None and self.preset not in PRESETS:
            raise ConfigError("preset", f"must be one of {', '.join(PRESETS)}, not {self.preset!r}")
        return PRESETS[self.preset or "small"].replace(parse_settings(self.settings))


@dataclass(frozen=True, slots=True)
class Trial:
    """A system trained with one seed on one training set, and tested.

    Attributes
    ----------
    system : System
        What is trained.
    seed : int
        Where its chance comes from.
    sources : Sources
        What it learns from, and what the best model is chosen by.
    test : Gold or None
        What it is tested on; None for the sentences that the best model is chosen by.
    fold : int or None
        The number of the fold that it is tested on, counting from 1, in cross-validation.
    """

    system: System
    seed: int
    sources: Sources
    test: Gold | None = None
    fold: int | None = None

    @property
    def name(self) -> str:
        """What to call it, and its folder below that of the experiment's models."""
        fold = "" if self.fold is None else f"-fold-{self.fold}"
        return f"{slug(self.system.name)}/seed-{self.seed}{fold}"

    @property
    def files(self) -> tuple[str, ...]:
        """The files that its outcome depends on."""
        sources = self.sources
        named = [sources.train, sources.coord, sources.dev, sources.dev_coord]
        named += [] if self.test is None else [self.test.file, self.test.coord]
        named.append(self.system.config().encoder.pretrained)
        return tuple(dict.fromkeys(name for name in named if name))


@dataclass(frozen=True, slots=True)
class Conditions:
    """What is the same for all trials of an experiment.

    Attributes
    ----------
    time_limit : float or None
        Minutes of training, at most.
    punctuation : Punctuation
        The custom of the gold data.
    device : str
        Where to compute.
    without_rescoring : bool
        Whether each model is also tested with its rescoring of boundaries switched off.
    beams : tuple of int
        The beams that each model is also tested with, if its method has one.
    """

    time_limit: float | None = None
    punctuation: Punctuation = Punctuation.FOLLOWING
    device: str = "cpu"
    without_rescoring: bool = False
    beams: tuple[int, ...] = ()

    def beams_of(self, trial: Trial) -> tuple[int, ...]:
        """The beams that a trial's model is also tested with."""
        return self.beams if trial.system.config().method.kind in SEARCHING else ()

    def tests_of(self, trial: Trial) -> tuple[int | None, ...]:
        """How a trial's model is tested: as its options say, which is None, and with each of these beams."""
        return None, *self.beams_of(trial)

    def training(self, trial: Trial) -> list[str]:
        """The arguments of ``python -m neural.train`` for a trial, but for the model directory and the threads."""
        sources = trial.sources.to_dict()
        arguments = [f"--{key.replace('_', '-')}={value}" for key, value in sources.items() if value is not None]
        if trial.system.preset:
            arguments.append(f"--preset={trial.system.preset}")
        arguments += [f"--set={setting}" for setting in (*trial.system.settings, f"training.seed={trial.seed}")]
        return arguments + self._always()

    def resumption(self) -> list[str]:
        """The arguments for going on with a trial's training, but for the model directory."""
        return ["--resume", *self._always()]

    def assessment(self, trial: Trial, beam: int | None = None) -> list[str]:
        """The arguments of ``python -m neural.experiment.assess`` for a trial, but for the model directory."""
        test = trial.test or Gold(trial.sources.dev, trial.sources.dev_coord)
        arguments = [f"--file={test.file}"] if test.file else []
        arguments += [f"--coord={test.coord}"] if test.coord else []
        arguments += ["--without-rescoring"] if self.without_rescoring else []
        arguments += [] if beam is None else [f"--beam={beam}"]
        return [*arguments, f"--punctuation={self.punctuation.value}", f"--device={self.device}"]

    def _always(self) -> list[str]:
        limit = [] if self.time_limit is None else [f"--time-limit={self.time_limit:g}"]
        return [*limit, f"--punctuation={self.punctuation.value}", f"--device={self.device}"]


@dataclass(frozen=True, slots=True)
class Stage:
    """A command in the life of a trial.

    Attributes
    ----------
    name : str
        What to call it.
    command : tuple of str
        The command that does it from the beginning.
    done : Path
        The file that is there when it is done.
    state : Path or None
        The file that is there when it was begun and can be gone on with.
    resumption : tuple of str
        The command that goes on with it.
    """

    name: str
    command: tuple[str, ...]
    done: Path
    state: Path | None = None
    resumption: tuple[str, ...] = ()


TRAINED = "trained"


def outcome_file(beam: int | None = None) -> str:
    """The name of the file that tells what came of a trial, tested with a beam, or as its options say."""
    return "outcome.json" if beam is None else f"outcome-beam-{beam}.json"


def stages(trial: Trial, conditions: Conditions, directory: Path, threads: int) -> tuple[Stage, ...]:
    """Training and testing, in a directory of the trial's own.

    Parameters
    ----------
    threads : int
        CPU threads of each process, unless the system's own options say otherwise.
    """
    python = (sys.executable, "-m")
    # The folder belongs to the trial, so whatever an earlier process left there may go.
    out = f"--out={directory}"
    own = "training.threads" in parse_settings(trial.system.settings)
    width = () if own else (f"--set=training.threads={threads}",)
    training = Stage(
        "training",
        (*python, "neural.train", *conditions.training(trial), *width, out, "--force"),
        directory / TRAINED,
        directory / TRAINING,
        (*python, "neural.train", *conditions.resumption(), out),
    )
    assessment = (*python, "neural.experiment.assess", str(directory))
    tests = (
        Stage(
            "testing" if beam is None else f"testing with a beam of {beam}",
            (*assessment, *conditions.assessment(trial, beam)),
            directory / outcome_file(beam),
        )
        for beam in conditions.tests_of(trial)
    )
    return (training, *tests)


def compared(
    methods: Sequence[str],
    variants: Mapping[str, Sequence[str]],
    preset: str | None,
    settings: Sequence[str],
) -> list[System]:
    """Every method in every variant.

    Parameters
    ----------
    methods : sequence of str
        Names in :data:`neural.methods.METHODS`.
    variants : mapping of str to sequence of str
        Settings by name; ``preset=NAME`` among them says where the variant's options begin.  None at all is one variant
        without a name.
    preset, settings
        What holds for all, unless a variant says otherwise.
    """
    systems = []
    for method, (variant, changes) in product(methods, (variants or {"": ()}).items()):
        presets = [change.removeprefix("preset=") for change in changes if change.startswith("preset=")]
        own = [change for change in changes if not change.startswith("preset=")]
        systems.append(
            System(
                f"{method}, {variant}" if variant else method,
                presets[-1] if presets else preset,
                (f"method.kind={method}", *settings, *own),
            )
        )
    return systems


VARIATIONS: Mapping[str, tuple[str, ...]] = {
    "tanh, {s3, s2, s1, b1}": ("scorer.composition=tanh", "scorer.stack_features=3"),
    "mean, {s3, s2, s1, b1}": ("scorer.composition=mean", "scorer.stack_features=3"),
    "tanh, {s2, s1, b1}": ("scorer.composition=tanh", "scorer.stack_features=2"),
    "tanh, {s1, b1}": ("scorer.composition=tanh", "scorer.stack_features=1"),
    "tanh, {b1}": ("scorer.composition=tanh", "scorer.stack_features=0"),
}
"""The paper's model and its variations, each in one respect, by composition and features."""


def varied(preset: str | None, settings: Sequence[str]) -> list[System]:
    """The systems of the ablation: :data:`VARIATIONS` of the bubble parser.

    Raises
    ------
    ExperimentError
        The settings are about what is varied.
    """
    method = ("method.kind=bubble-hybrid", "scorer.rescoring=true")
    fixed = {*parse_settings(method), *(key for own in VARIATIONS.values() for key in parse_settings(own))}
    if taken := sorted(fixed & set(parse_settings(settings))):
        raise ExperimentError(f"the ablation itself sets {', '.join(taken)}: leave it out")
    return [System(name, preset, (*method, *settings, *own)) for name, own in VARIATIONS.items()]


def trials(
    systems: Iterable[System], seeds: Iterable[int], splits: Sequence[tuple[Sources, Gold | None]]
) -> list[Trial]:
    """Every system with every seed on every split; more than one split are the folds of a cross-validation.

    Raises
    ------
    ConfigError
        A system's options or a seed do not exist or do not fit.
    ExperimentError
        Two trials would share a folder.
    """
    planned = [
        Trial(system, seed, sources, test, None if len(splits) == 1 else number)
        for seed, (number, (sources, test)), system in product(seeds, enumerate(splits, start=1), systems)
    ]
    names = [trial.name for trial in planned]
    for name in names:
        if names.count(name) > 1:
            raise ExperimentError(f"two trials would be called {name}: name variants and seeds apart")
    for trial in planned:
        trial.system.config().replace({"training.seed": trial.seed})
    return planned


def slug(name: str) -> str:
    """A name that can be a folder's.

    Examples
    --------
    >>> slug("tanh, {s1, b1}")
    'tanh-s1-b1'
    """
    return re.sub(r"[^\w.+]+", "-", name).strip("-.")
