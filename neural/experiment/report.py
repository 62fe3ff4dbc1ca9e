"""The report on an experiment, in a folder: ``README.md`` for people, ``results.json`` for programs, ``curves.png``."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

from bubbletree.io import atomic_writer
from neural.cli.options import plural
from neural.cli.sources import Sources
from neural.evaluation.scores import total
from neural.experiment.outcome import packed
from neural.experiment.plan import Conditions, ExperimentError, Kind, System, Trial
from neural.experiment.provenance import Provenance
from neural.experiment.results import Measure, Outcomes, Result, comparison_of, spread_of
from neural.experiment.tables import SECTIONS, markdown, prose

README, JSON, CURVES = "README.md", "results.json", "curves.png"

_TITLES: Mapping[Kind, str] = {
    Kind.COMPARE: "A comparison of {}",
    Kind.ABLATION: "An ablation of {}",
    Kind.CROSSVAL: "A cross-validation of {}",
    Kind.COMPLEXITY: "Simple and complex sentences, by {}",
}


_PARTS = {"train": "training ", "dev": "development ", "test": "test "}
"""What the parts of a treebank are called in titles."""

_OF_UD = re.compile(rf"[a-z]+_([a-z0-9]+)-ud-({'|'.join(_PARTS)})")
"""The names of the files of a treebank of Universal Dependencies."""

MOST_NAMES = 3
"""How many methods a title names; more are counted."""


def title_of(kind: Kind, systems: Sequence[System], sources: Sources) -> str:
    """What an experiment compares, and on what: the title of its report.

    Parameters
    ----------
    kind : Kind
        The experiment.
    systems : sequence of System
        Its systems.
    sources : Sources
        The sentences that it was asked to train with.

    Examples
    --------
    >>> systems = [System(f"bubble-hybrid, {name}", None, ("method.kind=bubble-hybrid",)) for name in ("deep", "wide")]
    >>> title_of(Kind.COMPARE, systems, Sources("data/ewt/train.conllu", sample=2000))
    'A comparison of 2 bubble-hybrid systems on 2,000 training sentences of ewt (bilstm)'
    """
    names = [system.name for system in systems]
    configs = [system.config() for system in systems]
    methods = list(dict.fromkeys(config.method.kind for config in configs))
    if names == methods:
        compared = _listed(names) if len(names) <= MOST_NAMES else f"{len(names)} methods"
    else:
        compared = plural(len(names), f"{_listed(methods)} system")
    encoders = _listed(list(dict.fromkeys(config.encoder.kind for config in configs)))
    count = sources.sample or sources.limit
    if sources.train is None:
        data = "generated sentences" if count is None else f"{count:,} generated sentences"
    else:
        part, name = _treebank(Path(sources.train))
        data = f"{'the' if count is None else f'{count:,}'} {part}sentences of {name}"
    return f"{_TITLES[kind].format(compared)} on {data} ({encoders})"


def _treebank(path: Path) -> tuple[str, str]:
    """What a title calls the sentences of a file, ``"training "`` or nothing, and the treebank that they are from.

    Examples
    --------
    >>> _treebank(Path("data/en_ewt-ud-train.conllu")), _treebank(Path("genia/dev.conllu")), _treebank(Path("a.conllu"))
    (('training ', 'EWT'), ('development ', 'genia'), ('', 'a'))
    """
    if found := _OF_UD.fullmatch(path.stem):
        return _PARTS[found[2]], found[1].upper()
    folder = path.parent.name
    return (_PARTS[path.stem], folder) if path.stem in _PARTS and folder else ("", path.stem)


def _listed(names: Sequence[str]) -> str:
    """Names in a row: ``a, b and c``."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def check_folder(folder: Path) -> None:
    """Raise ExperimentError if the folder holds something other than a report, or cannot be written to."""
    if folder.exists() and not folder.is_dir():
        raise ExperimentError(f"--out names a folder, but {folder} is a file")
    if (folder / README).exists() and not (folder / JSON).exists():
        raise ExperimentError(f"{folder} has a {README} that is not a report: name another folder with --out")
    there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise ExperimentError(f"--out {folder}: {there} cannot be written to")


@dataclass(frozen=True, slots=True)
class Report:
    """An experiment, its results, and where they come from.

    Attributes
    ----------
    kind : Kind
        The experiment.
    title : str
        Its title (:func:`title_of`).
    trials : sequence of Trial
        Its trials.
    conditions : Conditions
        What is the same for all trials.
    outcomes : Outcomes
        The outcomes of the trials.
    results : sequence of Result
        The same by system.
    provenance : Provenance
        Where the results come from.
    """

    kind: Kind
    title: str
    trials: Sequence[Trial]
    conditions: Conditions
    outcomes: Outcomes
    results: Sequence[Result]
    provenance: Provenance

    def write(self, folder: Path) -> None:
        """Write the report into a folder, which is made if it does not exist."""
        folder.mkdir(parents=True, exist_ok=True)
        has_curves = find_spec("matplotlib") is not None
        if has_curves:
            from neural.experiment.curves import draw_curves

            draw_curves(self.results, folder / CURVES)
        else:
            sys.stderr.write("no learning curves: they need matplotlib (pip install '.[viz]')\n")
        with atomic_writer(folder / JSON) as stream:
            stream.write(_lines(self.to_dict()) + "\n")
        with atomic_writer(folder / README) as stream:
            stream.write(self.to_text(has_curves=has_curves))

    def to_text(self, *, has_curves: bool) -> str:
        """The report for people, in Markdown."""
        parts = [
            f"# {self.title}",
            f"```\n{self.provenance.command}\n```",
            prose(self._about()),
            prose(self._about_scores()),
            *(text for section in SECTIONS[self.kind] if (text := section(self.results))),
        ]
        if has_curves:
            caption = "A line for each training; the circle is the model that was kept."
            parts.append(f"## Learning curves\n\n{caption}\n\n![Exact F1 and LAS over the steps of training]({CURVES})")
        files = [[f"`{name}`", f"`{digest}`"] for name, digest in self.provenance.data.items()]
        parts.append("## Data\n\n" + (markdown(["file", "SHA-256"], files) if files else "Generated sentences."))
        return "\n\n".join(parts) + "\n"

    def _about(self) -> str:
        """The size of the experiment, and where it ran."""
        trainings = [one for result in self.results for seed in result.seeds for one in seed.trainings]
        minutes = sum(one.seconds for one in trainings) / 60
        limit = "" if self.conditions.time_limit is None else f" of at most {self.conditions.time_limit:g} min each"
        ran_on = {**self.provenance.versions, **self.provenance.machine}
        return (
            f"{self.provenance.date}; {plural(len(self.trials), 'training')}{limit}, {minutes:.0f} min in all; "
            f"{len(self.results[0].seeds[0].names)} test sentences. "
            f"{'; '.join(f'{name} {value}' for name, value in ran_on.items())}."
        )

    def _about_scores(self) -> str:
        """What the numbers are, and how good they are."""
        seeds = list(dict.fromkeys(trial.seed for trial in self.trials))
        spreads = f"Numbers are means over the seeds {', '.join(map(str, seeds))}, ± the standard deviation. "
        chosen = (
            "The best model of each training was chosen by development documents, which are neither in its training "
            "sentences nor in its test sentences. The scores are over the test sentences of all folds together."
            if self.kind is Kind.CROSSVAL
            else "The best model of each training was chosen by the sentences that it was tested on, so all scores are "
            "a little too good, for all systems alike."
        )
        return f"Scores are in per cent. {spreads if len(seeds) > 1 else ''}{chosen}"

    def to_dict(self) -> dict[str, object]:
        """The report for programs, for JSON."""
        systems = {trial.system.name: trial.system for trial in self.trials}
        return {
            "experiment": str(self.kind),
            **asdict(self.provenance),
            "systems": [asdict(system) for system in systems.values()],
            "summary": {
                result.system: {measure.value: spread_of(result.seeds, measure.ratio) for measure in Measure}
                for result in self.results
            },
            "comparisons": [
                {"first": one.system, "second": other.system, "measure": measure.value, **asdict(found)}
                for one, other in combinations(self.results, 2)
                for measure in Measure
                if (found := comparison_of(one.seeds, other.seeds, measure)) is not None
            ],
            "trials": [_trial(trial, self.conditions, self.outcomes) for trial in self.trials],
        }


def _trial(trial: Trial, conditions: Conditions, outcomes: Outcomes) -> dict[str, object]:
    outcome = outcomes[trial.name, None]
    searched = {beam: outcomes[trial.name, beam] for beam in conditions.beams_of(trial)}
    return {
        "name": trial.name,
        "system": trial.system.name,
        "seed": trial.seed,
        "fold": trial.fold,
        "training": shlex.join(["python", "-m", "neural.train", *conditions.training(trial)]),
        "course": asdict(outcome.training),
        "kept_at_step": outcome.training.kept,
        "parsing_seconds": outcome.parsing_seconds,
        "scores": packed(total(outcome.scores)),
        "unrescored": None if outcome.unrescored is None else packed(total(outcome.unrescored)),
        "contradictions": None if outcome.contradictions is None else asdict(outcome.contradictions),
        "beams": {
            str(beam): {"parsing_seconds": one.parsing_seconds, "scores": packed(total(one.scores))}
            for beam, one in searched.items()
        },
    }


def _lines(value: object, depth: int = 2, indent: str = "") -> str:
    """JSON that is broken into lines down to some depth."""
    inner = indent + " "
    if depth and isinstance(value, dict) and value:
        entries = [f"{inner}{json.dumps(key)}: {_lines(one, depth - 1, inner)}" for key, one in value.items()]
        return "{\n" + ",\n".join(entries) + f"\n{indent}}}"
    if depth and isinstance(value, list) and value:
        return "[\n" + ",\n".join(inner + _lines(one, depth - 1, inner) for one in value) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False)
