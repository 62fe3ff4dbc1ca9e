"""The command line of the experiments: plan, run, report."""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from bubbletree.cli.guard import INTERRUPTED, guarded
from bubbletree.cli.help import ArgumentParser
from bubbletree.cli.inputs import positive, whole
from neural.cli.options import add_device, add_punctuation, chosen_device, minutes
from neural.cli.sources import Gold, Sources, add_development_sentences, add_training_sentences
from neural.config.presets import PRESETS
from neural.experiment import plan
from neural.experiment.folds import write_folds
from neural.experiment.paper import command as paper
from neural.experiment.plan import Conditions, ExperimentError, Kind, System
from neural.experiment.provenance import Provenance, cores, digests, machine, versions
from neural.experiment.report import Report, check_folder, title_of
from neural.experiment.results import gathered
from neural.experiment.runner import Job, run_jobs
from neural.experiment.trials import claim, outcome_of
from neural.methods.registry import METHODS

_HELP: Mapping[Kind, str] = {
    Kind.COMPARE: "compare methods and options: scores of coordinations and attachment, by category and relation, on "
    "simple and complex sentences",
    Kind.ABLATION: "compare the bubble parser's composition functions and feature sets, with and without rescoring",
    Kind.CROSSVAL: "k-fold cross-validation by document: recall by category",
    Kind.COMPLEXITY: "compare methods on simple and complex sentences: the share of sentences without a mistake",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, 2 if something is wrong, 130 if it was interrupted."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = _parser().parsed(given)
    return guarded("neural.experiment", lambda: _run(options, given))


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m neural.experiment",
        description="Train and test systems with several seeds, and write a report. After Ctrl-C, the same command "
        "continues where it stopped; finished trials are not run again.",
    )
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="EXPERIMENT")
    for kind, text in _HELP.items():
        one = kinds.add_parser(kind, help=text, description=text[0].upper() + text[1:] + ".")
        add_training_sentences(one)
        if kind is Kind.CROSSVAL:
            one.add_argument("--folds", type=positive, default=5, metavar="K", help="how many folds (5)")
        else:
            add_development_sentences(one)
        if kind is not Kind.ABLATION:
            one.add_argument(
                "--methods",
                nargs="+",
                choices=METHODS.names(),
                default=["bubble-hybrid"] if kind is Kind.CROSSVAL else list(METHODS.own),
                metavar="METHOD",
                help=f"the methods to train (from {', '.join(METHODS.names())}); the first one is compared with each "
                "other one",
            )
            one.add_argument(
                "--variant",
                action="append",
                default=[],
                metavar="NAME:KEY=VALUE,...",
                help="train every method with these options too; may be given several times. preset=NAME among the "
                "options says which preset they change",
            )
            one.add_argument(
                "--beams",
                nargs="+",
                type=positive,
                default=[],
                metavar="K",
                help="also test each model with these beams, if its method chooses transitions",
            )
        one.add_argument("--preset", choices=PRESETS, help="a named set of options (default: that of neural.train)")
        one.add_argument(
            "--set", action="append", default=[], metavar="KEY=VALUE", help="change one option, as in training.epochs=3"
        )
        one.add_argument(
            "--seeds", nargs="+", type=whole, default=[1, 2], metavar="SEED", help="the seeds to train with (1 2)"
        )
        one.add_argument("--time-limit", type=minutes, metavar="MINUTES", help="stop each training after this time")
        one.add_argument(
            "--jobs", type=positive, default=1, metavar="N", help="how many processes to run at a time (1)"
        )
        one.add_argument("--out", type=Path, metavar="DIR", help=f"the folder for the report (docs/results/{kind})")
        one.add_argument(
            "--models",
            type=Path,
            metavar="DIR",
            help="the folder for the trials (models/experiments/NAME, where NAME is that of --out)",
        )
        add_punctuation(one)
        add_device(one)
    paper.add(kinds)
    for added in kinds.choices.values():
        added.set_defaults(parser=added)
    return parser


def _run(options: argparse.Namespace, given: Sequence[str]) -> int:
    if options.kind == paper.NAME:
        return paper.run(options, given)
    start = time.monotonic()
    kind = Kind(options.kind)
    folder = options.out or Path("docs", "results", kind)
    models = options.models or Path("models", "experiments", folder.resolve().name)
    check_folder(folder)

    # Plan the trials.
    conditions = Conditions(
        time_limit=None if options.time_limit is None else options.time_limit / 60,
        punctuation=options.punctuation,
        device=str(chosen_device(options)),
        without_rescoring=kind is Kind.ABLATION,
        beams=() if kind is Kind.ABLATION else tuple(dict.fromkeys(options.beams)),
    )
    systems = _systems(kind, options)
    splits = _splits(kind, options, models / "folds")
    trials = plan.trials(systems, options.seeds, splits)
    if conditions.beams and not any(map(conditions.beams_of, trials)):
        raise ExperimentError("--beams is for methods that choose transitions, and there are none")
    for trial in trials:
        for beam in conditions.beams_of(trial):
            trial.system.config().replace({"decoding.beam": beam})
    hashes = digests(file for trial in trials for file in trial.files)
    threads = max(1, cores() // options.jobs)
    jobs = []
    for trial in trials:
        directory = models / trial.name
        description = {
            "training": conditions.training(trial),
            "assessment": conditions.assessment(trial),
            "data": {file: hashes[file] for file in trial.files},
        }
        claim(directory, description)
        jobs.append(Job(trial.name, directory, plan.stages(trial, conditions, directory, threads)))

    # Train and test.
    if not run_jobs(jobs, options.jobs, threads):
        sys.stderr.write("to continue, run the same command again\n")
        return INTERRUPTED

    # Report.
    outcomes = {
        (trial.name, beam): outcome_of(models / trial.name / plan.outcome_file(beam))
        for trial in trials
        for beam in conditions.tests_of(trial)
    }
    data = hashes if kind is not Kind.CROSSVAL else digests(filter(None, [options.train, options.coord]))
    provenance = Provenance(
        command=shlex.join(["python", "-m", "neural.experiment", *given]),
        date=datetime.now(UTC).date().isoformat(),
        seconds=time.monotonic() - start,
        data=data,
        versions=versions(),
        machine=machine(conditions.device),
    )
    title = title_of(kind, systems, Sources(options.train, limit=options.limit, sample=options.sample))
    Report(kind, title, trials, conditions, outcomes, gathered(trials, outcomes), provenance).write(folder)
    sys.stdout.write(f"{folder}\n")
    return 0


def _systems(kind: Kind, options: argparse.Namespace) -> list[System]:
    if kind is Kind.ABLATION:
        return plan.varied(options.preset, options.set)
    variants: dict[str, list[str]] = {}
    for text in options.variant:
        name, colon, settings = text.partition(":")
        if not colon or not name.strip() or name.strip() in variants:
            raise ExperimentError(f"--variant takes a new name and options, NAME:KEY=VALUE,..., not {text!r}")
        variants[name.strip()] = settings.split(",")
    return plan.combined(options.methods, variants, options.preset, options.set)


def _splits(kind: Kind, options: argparse.Namespace, folder: Path) -> list[tuple[Sources, Gold | None]]:
    if kind is not Kind.CROSSVAL:
        sources = Sources.of(options)
        sources.check()
        return [(sources, None)]
    if options.train is None:
        raise ExperimentError("cross-validation needs --train: the sentences to divide into folds")
    if options.folds < 2:
        raise ExperimentError("cross-validation needs at least two folds")
    sources = Sources(options.train, options.coord, limit=options.limit, sample=options.sample)
    return [*write_folds(sources, options.folds, folder)]
