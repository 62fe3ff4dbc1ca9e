"""What an experiment found, in a folder: ``README.md`` for people, ``results.json`` for programs, ``curves.png``."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

from bubbletree.io import atomic_writer
from neural.cli.options import plural
from neural.config import Json
from neural.experiment.outcome import packed, total
from neural.experiment.plan import Conditions, ExperimentError, Kind, Trial
from neural.experiment.results import Measure, Outcomes, Result, compared, spread_of
from neural.experiment.tables import SECTIONS, markdown, prose

README, JSON, CURVES = "README.md", "results.json", "curves.png"

TITLES: Mapping[Kind, str] = {
    Kind.COMPARE: "A comparison",
    Kind.ABLATION: "An ablation",
    Kind.CROSSVAL: "A cross-validation",
    Kind.COMPLEXITY: "Simple and complex sentences",
}


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Under which circumstances results came about.

    Attributes
    ----------
    command : str
        The command.
    date : str
        The day of the report, as YYYY-MM-DD.
    seconds : float
        How long the command took; less than all trials together, if some were finished before.
    data : mapping of str to str
        The files that were read, with their SHA-256.
    versions, machine : mapping
        What :mod:`neural.experiment.provenance` says.
    """

    command: str
    date: str
    seconds: float
    data: Mapping[str, str]
    versions: Mapping[str, Json]
    machine: Mapping[str, Json]


def check_folder(folder: Path) -> None:
    """Raise ExperimentError if a report would replace something that is none, or could not be written."""
    if folder.exists() and not folder.is_dir():
        raise ExperimentError(f"--out names a folder, but {folder} is a file")
    if (folder / README).exists() and not (folder / JSON).exists():
        raise ExperimentError(f"{folder} has a {README} that is no report: name another folder with --out")
    there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise ExperimentError(f"--out {folder}: {there} cannot be written to")


def write_report(
    folder: Path,
    kind: Kind,
    trials: Sequence[Trial],
    conditions: Conditions,
    outcomes: Outcomes,
    results: Sequence[Result],
    circumstances: Circumstances,
) -> None:
    """Write the folder.

    Parameters
    ----------
    folder : Path
        Where to; made if it is not there.
    kind : Kind
        The experiment.
    trials, conditions, outcomes
        What was planned, and what came of it.
    results : sequence of Result
        The same by system.
    circumstances : Circumstances
        How it came about.
    """
    folder.mkdir(parents=True, exist_ok=True)
    has_curves = find_spec("matplotlib") is not None
    if has_curves:
        from neural.experiment.curves import draw_curves

        draw_curves(results, folder / CURVES)
    else:
        sys.stderr.write("no learning curves, for want of matplotlib: pip install '.[viz]'\n")
    value = _json(kind, trials, conditions, outcomes, results, circumstances)
    with atomic_writer(folder / JSON) as stream:
        stream.write(_lines(value) + "\n")
    with atomic_writer(folder / README) as stream:
        stream.write(_text(kind, trials, conditions, results, circumstances, has_curves=has_curves))


def _text(
    kind: Kind,
    trials: Sequence[Trial],
    conditions: Conditions,
    results: Sequence[Result],
    circumstances: Circumstances,
    *,
    has_curves: bool,
) -> str:
    seeds = list(dict.fromkeys(trial.seed for trial in trials))
    sentences = len(results[0].readings[0].names)
    minutes = sum(training.seconds for result in results for one in result.readings for training in one.trainings) / 60
    told = {**circumstances.versions, **circumstances.machine}
    chosen = (
        "The best model of each training was chosen by development documents, which are in neither its training nor "
        "its test sentences; the scores are over the test sentences of all folds together."
        if kind is Kind.CROSSVAL
        else "The best model of each training was chosen by the sentences that the scores are on, which are therefore "
        "a little too good, for all systems alike."
    )
    spreads = f"Numbers are means over the seeds {', '.join(map(str, seeds))}, ± the standard deviation. " * (
        len(seeds) > 1
    )
    limit = "" if conditions.time_limit is None else f" of at most {conditions.time_limit:g} min each"
    about = (
        f"{circumstances.date}; {plural(len(trials), 'training')}{limit}, {minutes:.0f} min in all; {sentences} test "
        f"sentences. {'; '.join(f'{name} {value}' for name, value in told.items())}."
    )
    parts = [
        f"# {TITLES[kind]}",
        f"```\n{circumstances.command}\n```",
        prose(about),
        prose(f"Scores are in per cent. {spreads}{chosen}"),
        *(text for section in SECTIONS[kind] if (text := section(results))),
    ]
    if has_curves:
        caption = "A line for each training; the circle is the model that was kept."
        parts.append(f"## Learning curves\n\n{caption}\n\n![Exact F1 and LAS over the steps of training]({CURVES})")
    files = [[f"`{name}`", f"`{digest}`"] for name, digest in circumstances.data.items()]
    parts.append("## Data\n\n" + (markdown(["file", "SHA-256"], files) if files else "Generated sentences."))
    return "\n\n".join(parts) + "\n"


def _json(
    kind: Kind,
    trials: Sequence[Trial],
    conditions: Conditions,
    outcomes: Outcomes,
    results: Sequence[Result],
    circumstances: Circumstances,
) -> dict[str, object]:
    systems = {trial.system.name: trial.system for trial in trials}
    return {
        "experiment": str(kind),
        **asdict(circumstances),
        "systems": [asdict(system) for system in systems.values()],
        "summary": {
            result.system: {measure.value: spread_of(result.readings, measure.ratio) for measure in Measure}
            for result in results
        },
        "comparisons": [
            {"first": one.system, "second": other.system, "measure": measure.value, **asdict(found)}
            for one, other in combinations(results, 2)
            for measure in Measure
            if (found := compared(one.readings, other.readings, measure)) is not None
        ],
        "trials": [_trial(trial, conditions, outcomes) for trial in trials],
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
    """JSON with a line for each value down to some depth, and what is deeper on one line."""
    inner = indent + " "
    if depth and isinstance(value, dict) and value:
        entries = [f"{inner}{json.dumps(key)}: {_lines(one, depth - 1, inner)}" for key, one in value.items()]
        return "{\n" + ",\n".join(entries) + f"\n{indent}}}"
    if depth and isinstance(value, list) and value:
        return "[\n" + ",\n".join(inner + _lines(one, depth - 1, inner) for one in value) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False)
