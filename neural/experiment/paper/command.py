"""The command: what is there, what is missing, the plan, the trainings, the tables."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

from bubbletree.cli.guard import BAD_INPUT, INTERRUPTED
from bubbletree.cli.help import ArgumentParser, HelpFormatter
from bubbletree.cli.inputs import member_of, positive, whole
from bubbletree.convert import Punctuation
from bubbletree.io import atomic_writer
from neural.cli.options import add_device, chosen_device, minutes, plural
from neural.cli.sources import Gold, Sources
from neural.encoders.hub import PACKAGE
from neural.experiment import plan
from neural.experiment.folds import write_folds
from neural.experiment.outcome import Outcome, packed
from neural.experiment.paper import systems, tables
from neural.experiment.paper.parts import Part, part_of_bert, part_of_vectors, parts_of_genia, parts_of_penn
from neural.experiment.paper.systems import Encoder
from neural.experiment.paper.treebanks import SECTIONS, Genia, Penn
from neural.experiment.plan import Conditions, ExperimentError, Stage, Trial
from neural.experiment.provenance import Provenance, cores, digests, machine, versions
from neural.experiment.report import JSON, README, check_folder
from neural.experiment.results import Result, gathered
from neural.experiment.runner import Job, run_jobs
from neural.experiment.tables import markdown, prose
from neural.experiment.trials import claim, outcome_of
from neural.models.hub import is_hub_name

NAME = "paper"

OUTCOME, ON_DEV = "outcome.json", "outcome-dev.json"
"""The outcomes of a trial on its test sentences and on its development sentences."""

_EXAMPLES = """\
examples:
  python -m neural.experiment paper --ptb ptb --genia genia --glove glove.6B.100d.txt --dry-run
  python -m neural.experiment paper --ptb ptb --encoders bert --seeds 1 --device cuda
"""


def add(kinds: argparse._SubParsersAction[ArgumentParser]) -> None:
    """Add the command to the experiments."""
    text = "the tables of Shi & Lee (2021), from your own copies of the Penn Treebank and GENIA"
    parser = kinds.add_parser(
        NAME,
        help=text,
        description="Make "
        + text
        + ": bubble trees from both treebanks, trainings with several seeds, and each table with the paper's figures "
        "beside ours. First it says which parts are missing and how to get them (docs/guide/reproduce.md). After "
        "Ctrl-C, the same command continues where it stopped.",
        epilog=_EXAMPLES,
        formatter_class=HelpFormatter,
    )
    parser.add_argument(
        "--ptb",
        type=Path,
        metavar="DIR",
        help="the Penn Treebank: train.mrg, dev.mrg and test.mrg, or folders of sections (02 to 23); what CoreNLP "
        "makes of them (train.ud.conllu, ...); and train.spans, ... if the trees have no marks of coordination",
    )
    parser.add_argument("--genia", type=Path, metavar="DIR", help="GENIA: articles in XML, and genia.ud.conllu")
    parser.add_argument("--glove", type=Path, metavar="FILE", help="word vectors: glove.6B.100d.txt")
    parser.add_argument(
        "--bert",
        default="bert-base-cased",
        metavar="MODEL",
        help="the BERT model: a folder, or a name on the hub (bert-base-cased)",
    )
    parser.add_argument(
        "--encoders",
        nargs="+",
        type=member_of(Encoder),
        choices=list(Encoder),
        default=list(Encoder),
        metavar="ENCODER",
        help="train only models with these encoders: bilstm, bert (default: both)",
    )
    parser.add_argument("--dry-run", action="store_true", help="say what is there and what would be done, and stop")
    parser.add_argument("--folds", type=positive, default=5, metavar="K", help="folds of GENIA (5)")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="change one option of all models"
    )
    parser.add_argument(
        "--seeds", nargs="+", type=whole, default=[1, 2, 3, 4, 5], metavar="SEED", help="the seeds (1 2 3 4 5)"
    )
    parser.add_argument("--time-limit", type=minutes, metavar="MINUTES", help="stop each training after this time")
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="how many processes to run at a time (1)")
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("results", NAME),
        metavar="DIR",
        help=f"the folder for the tables (results/{NAME})",
    )
    parser.add_argument(
        "--models",
        type=Path,
        default=Path("models", NAME),
        metavar="DIR",
        help=f"the folder for data and models (models/{NAME})",
    )
    add_device(parser)


@dataclass(frozen=True, slots=True)
class _Series:
    """The trials on one treebank."""

    name: str
    trials: Sequence[Trial]
    tests_on_dev: bool

    def directory(self, trial: Trial, models: Path) -> Path:
        return models / self.name / trial.name


def run(options: argparse.Namespace, given: Sequence[str]) -> int:
    """Run the command that the options ask for; return the exit status."""
    start = time.monotonic()
    penn = None if options.ptb is None else Penn(options.ptb, options.models / "data" / "ptb")
    genia = None if options.genia is None else Genia(options.genia, options.models / "data" / "genia")
    if penn is None and genia is None:
        raise ExperimentError("name a treebank: --ptb, --genia, or both")
    check_folder(options.out)
    for option, treebank in (("--ptb", penn), ("--genia", genia)):
        if treebank is not None and treebank.folder.resolve() == treebank.work.resolve():
            raise ExperimentError(
                f"{option} {treebank.folder}: what is made of the treebank would go there: name another --models"
            )
    parts = list(_parts(options, penn, genia))
    missing = [part for part in parts if not part.is_there]
    if options.dry_run or missing:
        stream = sys.stdout if options.dry_run else sys.stderr
        stream.write("\n".join(map(str, parts)) + "\n")
    if missing and not options.dry_run:
        sys.stderr.write(f"{plural(len(missing), 'part')} missing: see docs/guide/reproduce.md\n")
        return BAD_INPUT
    if options.dry_run:
        sys.stdout.write("\n" + _plan(options, penn, genia))
        return 0

    if penn is not None:
        for part in SECTIONS:
            penn.convert(part)
    if genia is not None:
        genia.convert()
    series = list(_series(options, penn, genia))
    conditions = _conditions(options)
    hashes = digests(file for one in series for trial in one.trials for file in trial.files)
    threads = max(1, cores() // options.jobs)
    jobs = [_job(one, trial, conditions, options.models, threads, hashes) for one in series for trial in one.trials]
    if not run_jobs(jobs, options.jobs, threads):
        sys.stderr.write("to continue, run the same command again\n")
        return INTERRUPTED
    provenance = Provenance(
        command=shlex.join(["python", "-m", "neural.experiment", *given]),
        date=datetime.now(UTC).date().isoformat(),
        seconds=time.monotonic() - start,
        data=hashes,
        versions=versions(),
        machine=machine(conditions.device),
    )
    _write(options.out, options.models, series, provenance)
    sys.stdout.write(f"{options.out}\n")
    return 0


def _parts(options: argparse.Namespace, penn: Penn | None, genia: Genia | None) -> Iterable[Part]:
    if penn is not None:
        yield from parts_of_penn(penn)
    if genia is not None:
        yield from parts_of_genia(genia)
    if Encoder.LSTM in options.encoders:
        yield part_of_vectors(options.glove)
    if Encoder.BERT in options.encoders:
        yield part_of_bert(options.bert, is_there=_has_bert(options.bert))


def _has_bert(name: str) -> bool:
    """Whether a transformer is here: a folder, a folder of a package, or a model in the cache of the hub."""
    if Path(name).is_dir():
        return True
    if name.startswith(PACKAGE):
        return find_spec(name.removeprefix(PACKAGE).partition("/")[0]) is not None
    from huggingface_hub import try_to_load_from_cache

    repository = name if is_hub_name(name) else f"google-bert/{name}"
    return any(isinstance(try_to_load_from_cache(one, "config.json"), str) for one in (name, repository))


def _conditions(options: argparse.Namespace) -> Conditions:
    limit = None if options.time_limit is None else options.time_limit / 60
    return Conditions(limit, Punctuation.FIRST, str(chosen_device(options)))


def _series(options: argparse.Namespace, penn: Penn | None, genia: Genia | None) -> Iterable[_Series]:
    chosen = options.encoders, str(options.glove or ""), options.bert, options.set
    if penn is not None:
        sources = Sources(train=str(penn.gold("train")), dev=str(penn.gold("dev")))
        splits: list[tuple[Sources, Gold | None]] = [(sources, Gold(str(penn.gold("test"))))]
        yield _Series("ptb", plan.trials(systems.on_penn(*chosen), options.seeds, splits), tests_on_dev=True)
    if genia is not None:
        whole = Sources(train=str(genia.gold), coord=str(genia.coord))
        folds: list[tuple[Sources, Gold | None]] = [*write_folds(whole, options.folds, genia.work / "folds")]
        yield _Series("genia", plan.trials(systems.on_genia(*chosen), options.seeds, folds), tests_on_dev=False)


def _job(
    series: _Series, trial: Trial, conditions: Conditions, models: Path, threads: int, hashes: Mapping[str, str]
) -> Job:
    directory = series.directory(trial, models)
    stages = plan.stages(trial, conditions, directory, threads)
    description = {
        "training": conditions.training(trial),
        "assessment": conditions.assessment(trial),
        "data": {file: hashes[file] for file in trial.files},
    }
    claim(directory, description)
    if series.tests_on_dev:
        without = replace(conditions, without_rescoring=True).assessment(replace(trial, test=None))
        command = (sys.executable, "-m", "neural.experiment.assess", str(directory), *without, f"--outcome={ON_DEV}")
        stages = (*stages, Stage("testing on the development sentences", command, directory / ON_DEV))
    return Job(f"{series.name}/{trial.name}", directory, stages)


def _results(series: _Series, models: Path, file: str) -> dict[str, Result]:
    outcomes: dict[tuple[str, int | None], Outcome] = {
        (trial.name, None): outcome_of(series.directory(trial, models) / file) for trial in series.trials
    }
    return {result.system: result for result in gathered(series.trials, outcomes)}


def _write(folder: Path, models: Path, listed: Iterable[_Series], provenance: Provenance) -> None:
    """Write the tables for people and for programs."""
    sections, numbers = [], {}
    for series in listed:
        found = {"test": _results(series, models, OUTCOME)}
        if series.tests_on_dev:
            found["dev"] = _results(series, models, ON_DEV)
            sections += [
                tables.coordinations(found["test"], "test"),
                tables.coordinations(found["dev"], "dev"),
                tables.relations(found["test"]),
                tables.rescoring(found["dev"]),
                tables.complexity(found["test"]),
            ]
        else:
            sections.append(tables.genia(found["test"]))
        numbers[series.name] = {
            part: {name: {one.seed: packed(one.total) for one in result.seeds} for name, result in results.items()}
            for part, results in found.items()
        }
    about = (
        f"{provenance.date}. Means over seeds, ± the standard deviation, in per cent. "
        f"{'; '.join(f'{name} {value}' for name, value in {**provenance.versions, **provenance.machine}.items())}."
    )
    files = [[f"`{name}`", f"`{digest}`"] for name, digest in provenance.data.items()]
    text = [
        "# The paper's tables",
        f"```\n{provenance.command}\n```",
        prose(about),
        prose("What is counted is what the program released with the paper counts: see docs/reference/metrics.md."),
        *sections,
        "## Data\n\n" + markdown(["file", "SHA-256"], files),
    ]
    folder.mkdir(parents=True, exist_ok=True)
    with atomic_writer(folder / JSON) as stream:
        json.dump({**asdict(provenance), "scores": numbers}, stream, ensure_ascii=False, indent=1)
        stream.write("\n")
    with atomic_writer(folder / README) as stream:
        stream.write("\n\n".join(text) + "\n")


SENTENCES = {"ptb": 39832, "genia": 1800}
"""How many sentences a training learns from, as the paper has them."""


def _plan(options: argparse.Namespace, penn: Penn | None, genia: Genia | None) -> str:
    """What would be done, and roughly how long it would take."""
    chosen = options.encoders, str(options.glove or ""), options.bert, options.set
    device = str(chosen_device(options))
    rows = []
    planned = []
    if penn is not None:
        planned.append(("ptb", systems.on_penn(*chosen), 1))
    if genia is not None:
        planned.append(("genia", systems.on_genia(*chosen), options.folds))
    total = 0.0
    for name, listed, folds in planned:
        for system in listed:
            count = folds * len(options.seeds)
            each = systems.hours([Trial(system, 1, Sources())], SENTENCES[name], device)
            if options.time_limit is not None:
                each = min(each, options.time_limit / 3600)
            total += count * each
            rows.append(f"{name:6}{system.name:44}{count:4} x {each:8.1f} h")
    lines = [
        f"Trainings on {device}, {options.jobs} at a time (times are rough guesses):",
        *rows,
        f"{'':54}{total / options.jobs:8.1f} h in all",
        f"Data and models: {options.models}; tables: {options.out}",
    ]
    return "\n".join(lines) + "\n"
