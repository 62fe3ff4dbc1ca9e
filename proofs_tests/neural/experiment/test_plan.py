"""Plans: which trials an experiment consists of, and the commands of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbletree.convert import Punctuation
from neural.cli.sources import Sources
from neural.config import ConfigError
from neural.experiment import plan
from neural.experiment.plan import Conditions, ExperimentError, System, Trial
from proofs_tests.neural.experiment.examples import trial


def test_a_comparison_is_every_method_in_every_variant_with_every_seed() -> None:
    variants = {"small": ["encoder.layers=1"], "wide": ["preset=paper-bilstm", "encoder.layers=4"]}
    systems = plan.combined(["bubble-hybrid", "arc-hybrid"], variants, "small", ["encoder.layers=3"])
    assert [one.name for one in systems] == [
        "bubble-hybrid, small",
        "bubble-hybrid, wide",
        "arc-hybrid, small",
        "arc-hybrid, wide",
    ]
    assert [(one.config().method.kind, one.config().encoder.layers, one.preset) for one in systems[1:3]] == [
        ("bubble-hybrid", 4, "paper-bilstm"),
        ("arc-hybrid", 1, "small"),
    ]
    sources = Sources("t.conllu", "t.coord", "d.conllu", None, 7, 5)
    planned = plan.trials(systems, [3, 4], [(sources, None)])
    assert [one.name for one in planned[:5]] == [
        "bubble-hybrid-small/seed-3",
        "bubble-hybrid-wide/seed-3",
        "arc-hybrid-small/seed-3",
        "arc-hybrid-wide/seed-3",
        "bubble-hybrid-small/seed-4",
    ]
    conditions = Conditions(1.5, Punctuation.FIRST)
    assert conditions.training(planned[1]) == [
        "--train=t.conllu",
        "--coord=t.coord",
        "--dev=d.conllu",
        "--limit=7",
        "--sample=5",
        "--preset=paper-bilstm",
        "--set=method.kind=bubble-hybrid",
        "--set=encoder.layers=3",
        "--set=encoder.layers=4",
        "--set=training.seed=3",
        "--time-limit=1.5",
        "--punctuation=first",
        "--device=cpu",
    ]
    assert planned[1].files == ("t.conllu", "t.coord", "d.conllu")


def test_the_ablation_varies_one_thing_at_a_time() -> None:
    systems = plan.varied("small", ["encoder.layers=1"])
    configs = [one.config().scorer for one in systems]
    assert [(one.composition, one.stack_features, one.rescoring) for one in configs] == [
        ("tanh", 3, True),
        ("mean", 3, True),
        ("tanh", 2, True),
        ("tanh", 1, True),
        ("tanh", 0, True),
    ]
    assert {one.config().encoder.layers for one in systems} == {1}
    assert "--without-rescoring" in Conditions(without_rescoring=True).assessment(trial("a", 1))


def test_stages_go_on_with_the_options_of_the_first_run(tmp_path: Path) -> None:
    training, assessment, searched = plan.stages(trial("a", 1), Conditions(2.0, beams=(4,)), tmp_path, threads=3)
    assert training.command[1:3] == ("-m", "neural.train")
    assert "--set=training.threads=3" in training.command
    # The directory is the trial's own, so training may replace what is there.
    assert "--force" in training.command
    assert "--force" not in Conditions().training(trial("a", 1)), "which trial.json compares with that of earlier runs"
    assert set(training.resumption[3:]) == {
        "--resume",
        "--time-limit=2",
        "--punctuation=following",
        "--device=cpu",
        f"--out={tmp_path}",
    }
    assert assessment.command[1:4] == ("-m", "neural.experiment.assess", str(tmp_path))
    assert searched.command == (*assessment.command[:4], "--beam=4", *assessment.command[4:])
    assert len({one.done for one in (training, assessment, searched)}) == 3
    graph = Trial(System("a", None, ("method.kind=edge-factored",)), 1, Sources())
    assert len(plan.stages(graph, Conditions(beams=(4, 8)), tmp_path, threads=3)) == 2
    own = Trial(System("a", None, ("training.threads=1",)), 1, Sources())
    assert "--set=training.threads=3" not in plan.stages(own, Conditions(), tmp_path, threads=3)[0].command


def test_trials_that_cannot_be_told_apart_or_made_are_refused() -> None:
    split = [(Sources(), None)]
    with pytest.raises(ExperimentError, match="a-b/seed-1"):
        plan.trials([System("a b", None, ()), System("a, b", None, ())], [1], split)
    with pytest.raises(ExperimentError, match="a/seed-1"):
        plan.trials([System("a", None, ())], [1, 1], split)
    with pytest.raises(ConfigError, match=r"training\.epochs"):
        plan.trials([System("a", None, ("training.epoch=1",))], [1], split)
