"""The plan of an experiment: systems, and the trials in which they are trained and tested.

A *system* is a method with its options; a *trial* is a system trained with one seed on one training set, and tested.
The plan depends on the command line alone, and is complete before the first trial runs.
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
from bubbletree.errors import not_one_of
from neural.cli.sources import Gold, Sources
from neural.config import Config, ConfigError, parse_settings
from neural.config.presets import PRESETS
from neural.methods.registry import METHODS, check
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
    """A method with its options.

    Attributes
    ----------
    name : str
        The name of the system.
    preset : str or None
        The preset that its options change; None for the default of ``neural.train``.
    settings : tuple of str
        The changes, such as ``encoder.layers=2``; of several for one option, the last one counts.
    """

    name: str
    preset: str | None
    settings: tuple[str, ...]

    def config(self) -> Config:
        """The options of the system.

        Raises
        ------
        ConfigError
            An option does not exist, or cannot have its value.
        """
        if self.preset is not None and self.preset not in PRESETS:
            raise ConfigError("preset", not_one_of(self.preset, PRESETS))
        config = PRESETS[self.preset or "small"].replace(parse_settings(self.settings))
        check(config)
        return config


@dataclass(frozen=True, slots=True)
class Trial:
    """A system trained with one seed on one training set, and tested.

    Attributes
    ----------
    system : System
        The system.
    seed : int
        The seed of the training.
    sources : Sources
        The training sentences, and the sentences to choose the best model by.
    test : Gold or None
        The test sentences; None for the sentences that the best model is chosen by.
    fold : int or None
        In cross-validation, the number of the fold that it is tested on, counting from 1.
    """

    system: System
    seed: int
    sources: Sources
    test: Gold | None = None
    fold: int | None = None

    @property
    def name(self) -> str:
        """The name of the trial; also its folder in the folder of the trials."""
        fold = "" if self.fold is None else f"-fold-{self.fold}"
        return f"{slug(self.system.name)}/seed-{self.seed}{fold}"

    @property
    def files(self) -> tuple[str, ...]:
        """The files that the outcome depends on."""
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
        The minutes that each training may take.
    punctuation : Punctuation
        The gold data's convention for punctuation.
    device : str
        The device to compute on.
    without_rescoring : bool
        Whether to test each model also without rescoring of boundaries.
    beams : tuple of int
        The beams to test each model with as well, if its method has beams.
    """

    time_limit: float | None = None
    punctuation: Punctuation = Punctuation.FOLLOWING
    device: str = "cpu"
    without_rescoring: bool = False
    beams: tuple[int, ...] = ()

    def beams_of(self, trial: Trial) -> tuple[int, ...]:
        """The beams that a trial's model is also tested with."""
        return self.beams if METHODS.find(trial.system.config().method.kind).searches else ()

    def tests_of(self, trial: Trial) -> tuple[int | None, ...]:
        """The tests of a trial's model: None, for a test with the beam of its options, and the other beams."""
        return None, *self.beams_of(trial)

    def training(self, trial: Trial) -> list[str]:
        """The arguments of ``python -m neural.train`` for a trial, without the model directory and the threads."""
        sources = trial.sources.to_dict()
        arguments = [f"--{key.replace('_', '-')}={value}" for key, value in sources.items() if value is not None]
        if trial.system.preset:
            arguments.append(f"--preset={trial.system.preset}")
        arguments += [f"--set={setting}" for setting in (*trial.system.settings, f"training.seed={trial.seed}")]
        return arguments + self._always()

    def resumption(self) -> list[str]:
        """The arguments that resume the training of a trial, without the model directory."""
        return ["--resume", *self._always()]

    def assessment(self, trial: Trial, beam: int | None = None) -> list[str]:
        """The arguments of ``python -m neural.experiment.assess`` for a trial, without the model directory."""
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
    """A command of a trial: the training, or a test.

    Attributes
    ----------
    name : str
        The name of the stage.
    command : tuple of str
        The command.
    done : Path
        A file that exists once the stage is done.
    state : Path or None
        A file that exists once the stage can be resumed.
    resumption : tuple of str
        The command that resumes it.
    """

    name: str
    command: tuple[str, ...]
    done: Path
    state: Path | None = None
    resumption: tuple[str, ...] = ()


TRAINED = "trained"


def outcome_file(beam: int | None = None) -> str:
    """The name of the file with the outcome of a trial; without ``beam``, of the test with the beam of its options."""
    return "outcome.json" if beam is None else f"outcome-beam-{beam}.json"


def stages(trial: Trial, conditions: Conditions, directory: Path, threads: int) -> tuple[Stage, ...]:
    """The stages of a trial: training and testing.

    Parameters
    ----------
    directory : Path
        The directory of the trial.
    threads : int
        The CPU threads of each training, unless the options of the system set them.
    """
    python = (sys.executable, "-m")
    # The directory belongs to this trial, so training may replace what is there.
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


def combined(
    methods: Sequence[str],
    variants: Mapping[str, Sequence[str]],
    preset: str | None,
    settings: Sequence[str],
) -> list[System]:
    """Every method in every variant.

    Parameters
    ----------
    methods : sequence of str
        Names in :data:`neural.methods.registry.METHODS`.
    variants : mapping of str to sequence of str
        The settings of each variant by its name; ``preset=NAME`` among them sets the preset that they change.  If there
        are no variants, each method is one system.
    preset, settings
        The options of all systems; those of variants come after them.
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
"""The paper's model, and variations that each differ from it in one respect."""


def varied(preset: str | None, settings: Sequence[str]) -> list[System]:
    """The systems of the ablation: :data:`VARIATIONS` of the bubble parser.

    Raises
    ------
    ExperimentError
        The settings contain an option that is varied.
    """
    method = ("method.kind=bubble-hybrid", "scorer.rescoring=true")
    fixed = {*parse_settings(method), *(key for own in VARIATIONS.values() for key in parse_settings(own))}
    if taken := sorted(fixed & set(parse_settings(settings))):
        raise ExperimentError(f"the ablation itself sets {', '.join(taken)}: leave it out")
    return [System(name, preset, (*method, *settings, *own)) for name, own in VARIATIONS.items()]


def trials(
    systems: Iterable[System], seeds: Iterable[int], splits: Sequence[tuple[Sources, Gold | None]]
) -> list[Trial]:
    """Every system with every seed on every split; if there are several splits, they are the folds of cross-validation.

    Raises
    ------
    ConfigError
        The options of a system or a seed are not possible.
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
    """A name as a folder's name.

    Examples
    --------
    >>> slug("tanh, {s1, b1}")
    'tanh-s1-b1'
    """
    return re.sub(r"[^\w.+]+", "-", name).strip("-.")
