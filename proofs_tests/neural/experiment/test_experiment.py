"""The experiments: what is planned, run, counted and shown."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from operator import ne
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from torch import Tensor

from bubbletree import Arc, BubbleTree, Row, Sentence, boundaries, coordinations, validate
from bubbletree.convert import Punctuation, to_ud
from bubbletree.editing import contents_under
from bubbletree.grammar import generate
from bubbletree.io import iter_sentences, write_conllu
from bubbletree.metrics import Counts, GoldCoordination
from neural import train
from neural.cli.sources import Sources, drawn
from neural.config import ConfigError
from neural.data.gold import GoldSentence, gold_tree, read_gold
from neural.evaluation.scores import ParserScores, Rank, score_analyses, score_parser
from neural.experiment import assess, command, plan, runner, tables
from neural.experiment.folds import assigned, documents, write_folds
from neural.experiment.outcome import Outcome, Training, total
from neural.experiment.plan import Conditions, ExperimentError, Kind, Stage, System, Trial
from neural.experiment.report import check_folder
from neural.experiment.results import Measure, Reading, Result, gathered
from neural.experiment.results import compared as compared_results
from neural.experiment.runner import Job, run_jobs
from neural.experiment.statistics import Comparison, compare, spread
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.methods.bubbles.rescoring import Contradictions, contradictions, host_scores, likeliest, rescore
from neural.methods.interface import Analysis
from neural.models import checkpoint
from neural.models.parser import Parser
from neural.training import logbook
from neural.training.examples import examples
from neural.training.logbook import Logbook
from neural.training.trainer import Course, Evaluation, Trainer
from proofs_tests.neural import tiny

SETTINGS = [f"--set={key}={value}" for key, value in tiny.SMALL.items()]
ONE = Training(
    sentences=100, weights=5, threads=1, steps=7, epochs=2.0, seconds=4.0, evaluations=((3, 0.1, 0.2), (7, 0.5, 0.4))
)


# Statistics.


def ratios(*seeds: Sequence[tuple[int, int]]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array(seeds, dtype=np.float64)


FIRST = ratios([(2, 3), (0, 2), (4, 4)], [(2, 3), (2, 2), (2, 4)])
SECOND = ratios([(0, 3), (0, 2), (4, 5)])


def test_means_and_deviations() -> None:
    assert spread([0.25]) == (0.25, None)
    mean, deviation = spread([0.2, 0.4, 0.9])
    assert mean == pytest.approx(0.5)
    assert deviation == pytest.approx(0.13**0.5)


def test_the_bootstrap_agrees_with_all_draws_there_are() -> None:
    def score(rows: Sequence[tuple[float, float]]) -> float:
        return sum(above for above, _ in rows) / sum(below for _, below in rows)

    def difference(draw: Sequence[int]) -> float:
        of_first = [score([FIRST[seed][place] for place in draw]) for seed in range(2)]
        return sum(of_first) / 2 - score([SECOND[0][place] for place in draw])

    found = compare(FIRST, SECOND, resamples=20_000)
    real = difference([0, 1, 2])
    assert found.difference == pytest.approx(real)
    assert real == pytest.approx(6 / 9 - 4 / 10)
    every = [difference(draw) for draw in product(range(3), repeat=3)]
    assert found.p_value == pytest.approx(
        sum(abs(one - real) >= abs(real) - 1e-9 for one in every) / len(every), abs=0.01
    )
    assert (found.low, found.high) == pytest.approx((min(every), max(every)))


def test_the_bootstrap_is_the_same_each_time_and_from_both_sides() -> None:
    found = compare(FIRST, SECOND, resamples=500)
    assert compare(FIRST, SECOND, resamples=500) == found
    back = compare(SECOND, FIRST, resamples=500)
    assert (back.difference, back.p_value) == (-found.difference, found.p_value)
    assert (back.low, back.high) == pytest.approx((-found.high, -found.low))
    assert compare(FIRST, SECOND, resamples=500, seed=1) != found


def test_what_is_surely_chance_and_what_surely_is_not() -> None:
    assert compare(FIRST, FIRST, resamples=300) == Comparison(0.0, 0.0, 0.0, 1.0)
    good, bad = ratios([(9, 10)] * 40), ratios([(1, 10)] * 40)
    found = compare(good, bad, resamples=300)
    assert (found.difference, found.low) == pytest.approx((0.8, 0.8))
    assert found.p_value == 1 / 301
    nothing = ratios([(0, 0)] * 4)
    assert compare(nothing, nothing, resamples=10).difference == 0
    with pytest.raises(ValueError, match="3 and 4"):
        compare(FIRST, nothing)


# Outcomes and results.


def scored(seed: int, wrong: int) -> tuple[list[GoldSentence], tuple[ParserScores, ...]]:
    """Twelve sentences; in the first ones no coordination is found, and the first word has another relation."""
    gold = [gold_tree(tree) for tree in generate(12, seed=seed)]
    analyses = []
    for number, one in enumerate(gold):
        assert one.tree is not None
        found = one.sentence
        if number < wrong:
            found = replace(found, rows=(replace(found.rows[0], deprel="dep"), *found.rows[1:]))
        analyses.append(Analysis(() if number < wrong else coordinations(one.tree), one.tree, found))
    together = score_analyses(gold, analyses)
    scores = tuple(score_analyses([one], [found]) for one, found in zip(gold, analyses, strict=True))
    assert total(scores) == together
    return gold, scores


def outcome(scores: tuple[ParserScores, ...], **more: object) -> Outcome:
    names = tuple(map(str, range(len(scores))))
    return replace(Outcome(ONE, 1.5, names, scores), **more)  # type: ignore[arg-type]  # fields of Outcome


def test_outcomes_survive_their_file(tmp_path: Path) -> None:
    _, scores = scored(1, 5)
    without = replace(scores[0], attachment=None)
    for one in (
        outcome(scores),
        outcome(scores, unrescored=scores[::-1], contradictions=Contradictions(1, 2, 3, 4, 5)),
        outcome((without, *scores[1:])),
    ):
        one.write(tmp_path / "o.json")
        assert Outcome.read(tmp_path / "o.json") == one
    assert total((without, *scores[1:])).attachment is None
    assert ONE.speed == 50


def trial(system: str, seed: int, fold: int | None = None) -> Trial:
    return Trial(System(system, None, ()), seed, Sources(), fold=fold)


def test_results_put_folds_together_and_keep_seeds_apart() -> None:
    _, first = scored(1, 5)
    _, second = scored(2, 0)
    planned = [trial(system, seed, fold) for seed, fold, system in product((1, 2), (1, 2), ("a", "b"))]
    outcomes: dict[tuple[str, int | None], Outcome] = {
        (one.name, None): outcome(
            first if one.fold == 1 else second,
            names=tuple(f"{one.fold}.{number}" for number in range(12)),
            unrescored=second if one.system.name == "a" else None,
            contradictions=Contradictions(boundaries=one.seed) if one.system.name == "a" else None,
        )
        for one in planned
    }
    a, b = gathered(planned, outcomes)
    assert [(one.system, [reading.seed for reading in one.readings]) for one in (a, b)] == [
        ("a", [1, 2]),
        ("b", [1, 2]),
    ]
    assert a.readings[0].scores == first + second
    assert a.readings[0].total == total(first + second)
    assert a.readings[0].parsing_seconds == 3
    assert a.unrescored[1].scores == second + second
    assert a.contradictions == Contradictions(boundaries=6)
    assert (b.unrescored, b.contradictions) == ((), None)
    other = outcomes | {(planned[0].name, None): outcome(first)}
    with pytest.raises(ExperimentError, match="different sentences"):
        gathered(planned, other)
    # System a was tested with a beam, too.
    beams: dict[tuple[str, int | None], Outcome] = {
        (one.name, 4): replace(outcomes[one.name, None], scores=second, parsing_seconds=9.0, unrescored=None)
        for one in planned
        if one.system.name == "a"
    }
    found = gathered(planned, outcomes | beams)
    assert [one.system for one in found] == ["a", "a, beam 4", "b"]
    assert (found[0], found[2]) == (a, b)
    assert [one.seed for one in found[1].readings] == [1, 2]
    assert found[1].readings[1].scores == second + second
    assert found[1].readings[1].parsing_seconds == 18
    # Its weights took no further time.
    assert all(one.trainings == () for one in found[1].readings)
    row = cells(tables.costs(found), "a, beam 4")
    assert row == ["–"] * 6 + [f"{len(second + second) / 18:.0f}"]


def reading(scores: tuple[ParserScores, ...], seed: int = 1) -> Reading:
    return Reading(seed, tuple(map(str, range(len(scores)))), scores, total(scores), (ONE,), 2.0)


def test_systems_are_compared_by_the_scores_that_the_tables_show() -> None:
    first, second = reading(scored(1, 0)[1]), reading(scored(1, 5)[1])
    for measure in Measure:
        found = compared_results([first], [second], measure)
        one, other = measure.ratio(first.total), measure.ratio(second.total)
        assert found is not None
        assert one is not None
        assert other is not None
        assert 0 < other < one == 1
        assert found.difference == pytest.approx(one - other)
    spanless = reading(tuple(replace(one, attachment=None) for one in first.scores))
    assert compared_results([first], [spanless], Measure.LAS) is None
    partly = reading((*first.scores[1:], spanless.scores[0]))
    assert compared_results([partly], [partly], Measure.LAS) is None
    assert Measure.LAS.ratio(spanless.total) is None


# Tables.


def cells(text: str, row: str) -> list[str]:
    """The cells of the first row that begins with a name."""
    [line, *_] = [line for line in text.splitlines() if line.startswith(f"| {row} |")]
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


def test_the_tables_show_hand_counted_scores() -> None:
    words = ["tea", "and", "buns", "or", "milk"]
    heads, labels = [0, 3, 1, 5, 1], ["root", "cc", "conj", "cc", "conj"]
    sentence = Sentence.from_columns(words, heads=heads, deprels=labels)
    noun = GoldCoordination(((1, 1), (3, 3)), ((2, 2),), "NP")
    verb = GoldCoordination(((1, 3), (5, 5)), ((4, 4),), "VP")
    simple, complex_ = GoldSentence(sentence, None, "", (noun,)), GoldSentence(sentence, None, "", (noun, verb))
    wrong = Sentence.from_columns(words, heads=heads, deprels=["root", "cc", "dep", "cc", "conj"])
    gold = [simple, complex_]
    inner, whole = (
        GoldCoordination(((1, 1), (3, 3), (5, 5)), ((2, 2),)),
        GoldCoordination(((1, 1), (2, 2), (5, 5)), ((4, 4),)),
    )

    def system(name: str, *seeds: list[Analysis]) -> Result:
        readings = [
            reading(tuple(score_analyses([one], [it]) for one, it in zip(gold, seed, strict=True)), number)
            for number, seed in enumerate(seeds)
        ]
        return Result(name, tuple(readings))

    perfect = [Analysis((noun,), dependencies=sentence), Analysis((noun, verb), dependencies=sentence)]
    half = [Analysis((noun,), dependencies=sentence), Analysis((inner, whole), dependencies=wrong)]
    spans = system("spans", [Analysis((noun,)), Analysis(())])
    results = [system("full", perfect, half), system("half", half), spans]

    text = tables.coordination(results)
    # Exactly right are 3 of 3 and 1 of 3; of the others, one has its inner conjuncts and one its ends right.
    assert cells(text, "full") == [
        *["66.67 ± 47.14"] * 3,
        *["83.33 ± 23.57"] * 2,
        "75.00 ± 35.36",
        "100.00 ± 0.00",
        "75.00 ± 35.36",
    ]
    assert cells(text, "spans") == ["100.00", "33.33", "50.00", "50.00", "50.00"] + ["66.67"] * 3
    assert "3 gold ones, 2 of them NP" in text
    assert cells(tables.attachment(results), "half") == ["100.00", "90.00", "100.00", "90.00"]
    assert cells(tables.attachment(results), "spans") == ["–"] * 4
    text = tables.complexity(results)
    assert (cells(text, "sentences"), cells(text, "half")) == (["2", "1", "1"], ["50.00", "100.00", "0.00"])
    text = tables.categories(results)
    assert (cells(text, "gold"), cells(text, "exact, half")) == (["2", "1", "3"], ["50.00", "0.00", "33.33"])
    assert cells(text, "whole, half") == ["50.00", "100.00", "66.67"]
    text = tables.relations(results)
    # Means over seeds: precision 1 and 1, recall 1 and 3/4.
    assert cells(text, "conj") == ["4", "100.00", "87.50", "100.00", "75.00"]
    assert cells(text, "root") == ["2", *["100.00"] * 4]
    assert cells(text, "cc") == ["4", *["100.00"] * 4]
    text = tables.significance(results)
    assert cells(text, "half")[0].startswith("+33.33 [")
    assert cells(text, "spans")[2] == "–"
    assert cells(tables.costs(results), "half") == ["0.0 M", "100", "2.0", "0.1", "1", "50", "1"]

    worse = replace(results[0], unrescored=system("", half).readings, contradictions=Contradictions(4, 1, 8, 2, 4))
    text = tables.ablation([worse, spans])
    assert cells(text, "full")[:2] == ["66.67 ± 47.14", "33.33"]
    assert cells(text, "full")[2].startswith("+33.33 [")
    assert cells(text, "spans") == ["50.00", "–", "–", "–", "–"]
    assert cells(tables.contradictions([worse, spans]), "full") == ["8", "2 (25.0%)", "4", "1 (25.0%)", "4 (50.0%)"]
    assert tables.contradictions([spans]) == ""


# Plans.


def test_a_comparison_is_every_method_in_every_variant_with_every_seed() -> None:
    variants = {"small": ["encoder.layers=1"], "wide": ["preset=paper-bilstm", "encoder.layers=4"]}
    systems = plan.compared(["bubble-hybrid", "arc-hybrid"], variants, "small", ["encoder.layers=3"])
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


# Folds.


def test_documents_are_told_by_comments_or_by_names() -> None:
    def named(*comments: str) -> Sentence:
        return Sentence((Row("1", "tea"),), tuple(f"# {comment}" for comment in comments))

    ud = [
        named("newdoc id = x-1", "sent_id = x-1-0001"),
        named("sent_id = y-7"),
        named("newdoc", "sent_id = q.2"),
        named("newdoc id = x-2"),
    ]
    assert documents(ud) == ["x-1", "x-1", "#3", "x-2"]
    assert documents([named("sent_id = 12.S1"), named("sent_id = 12.S2"), named("sent_id = a-b-01"), named()]) == [
        "12",
        "12",
        "a-b",
        "#4",
    ]


@pytest.mark.parametrize("folds", [2, 3, 7])
def test_folds_are_even_and_take_whole_documents(folds: int) -> None:
    rng = random.Random(folds)
    names = [f"d{rng.randrange(40)}" for _ in range(500)]
    places = assigned(names, folds)
    assert set(places) == set(range(folds))
    assert len(set(zip(names, places, strict=True))) == len(set(names))
    assert sorted(Counter(assigned(["large"] * 12 + [f"small-{n}" for n in range(12)], 2)).values()) == [12, 12]
    sizes = [places.count(fold) for fold in range(folds)]
    assert max(sizes) - min(sizes) <= max(map(names.count, names))
    # The order of the sentences makes no difference.
    assert assigned(names[::-1], folds)[::-1] == places
    with pytest.raises(ExperimentError, match="41 folds"):
        assigned([f"d{number}" for number in range(40)], 41)


@pytest.mark.parametrize("between", ["\n", ""])
@pytest.mark.parametrize(("limit", "sample"), [(None, None), (70, None), (None, 50), (70, 50)])
def test_fold_files_are_disjoint_complete_and_verbatim(
    tmp_path: Path, limit: int | None, sample: int | None, between: str
) -> None:
    source, coord = tmp_path / "s.conllu", tmp_path / "s.coord"
    numbered = []
    for number, tree in enumerate(generate(90, seed=3)):
        ud = to_ud(tree)
        numbered.append(replace(ud, comments=(f"# sent_id = d{number // 6}.S{number % 6}", "# note = x")))
    write_conllu(numbered, source)
    # Every other sentence has a coordination of its first and third words.
    blocks = [
        f"{one.sent_id}\t1\t*\t1\t3\tNP-COOD\n{one.sent_id}\t1\t1\t1\t1\tNP-COOD\n"
        f"# {one.sent_id}\t1\t2\t2\t2\tNP-COOD\n{one.sent_id}\t1\t3\t3\t3\tNP-COOD\n"
        for one in numbered[::2]
    ]
    # Blank lines between sentences may be missing.
    coord.write_text(between.join(blocks), encoding="utf-8")
    chosen = drawn(numbered[:limit], sample)
    sources = Sources(str(source), str(coord), limit=limit, sample=sample)
    splits = write_folds(sources, 3, tmp_path / "folds")
    assert write_folds(sources, 3, tmp_path / "again")[0][0].train != splits[0][0].train
    tested = []
    for learned_from, test in splits:
        assert learned_from.train is not None
        assert learned_from.dev is not None
        files = {
            "train": (learned_from.train, learned_from.coord),
            "dev": (learned_from.dev, learned_from.dev_coord),
            "test": (test.path, test.coord),
        }
        parts = {part: list(iter_sentences(path)) for part, (path, _) in files.items()}
        found = [one for part in parts.values() for one in part]
        assert sorted(found, key=numbered.index) == chosen
        names = {part: {str(one.sent_id).split(".")[0] for one in members} for part, members in parts.items()}
        assert all(names.values())
        assert sum(map(len, names.values())) == len(set.union(*names.values()))
        for part, (path, given) in files.items():
            assert [len(one.coordinations) for one in read_gold(path, given)] == [
                int(one in numbered[::2]) for one in parts[part]
            ]
        tested += parts["test"]
    assert sorted(tested, key=numbered.index) == chosen
    for part in ("train.conllu", "dev.coord", "test.conllu"):
        assert (tmp_path / "folds/2" / part).read_bytes() == (tmp_path / "again/2" / part).read_bytes()


def test_trees_with_bubbles_keep_them_in_folds(tmp_path: Path) -> None:
    trees = list(generate(40, seed=4))
    write_conllu(trees, tmp_path / "whole.conllu")
    text = (tmp_path / "whole.conllu").read_text(encoding="utf-8")
    (tmp_path / "s.conllu").write_text(re.sub(r"sent_id = generated-4-", "sent_id = ", text), encoding="utf-8")
    [(_, first), (_, second)] = write_folds(Sources(str(tmp_path / "s.conllu")), 2, tmp_path)
    found = [one.tree for gold in (first, second) for one in read_gold(gold.path)]
    assert sorted(found, key=trees.index) == trees  # type: ignore[arg-type]  # all of them have a tree


def test_too_few_documents_are_refused(tmp_path: Path) -> None:
    write_conllu([Sentence((Row("1", "tea"),), (f"# sent_id = {name}.1",)) for name in "aab"], tmp_path / "s.conllu")
    with pytest.raises(ExperimentError, match="fold 1 leaves one document"):
        write_folds(Sources(str(tmp_path / "s.conllu")), 2, tmp_path)


# Samples.


def test_samples_are_random_nested_in_order_and_always_the_same() -> None:
    items = list(range(1000))
    small, large = drawn(items, 50), drawn(items, 400)
    assert (len(small), len(set(small)), small) == (50, 50, sorted(small))
    assert set(small) < set(large)
    assert drawn(items, 50) == small != items[:50]
    assert 400 < sum(drawn(items, 50)) / 50 < 600
    assert drawn(items, None) == drawn(items, 1000) == drawn(items, 5000) == items


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with generated sentences to train on."""
    folder = tmp_path_factory.mktemp("sentences")
    write_conllu(generate(40, seed=1), folder / "train.conllu")
    write_conllu(generate(15, seed=2), folder / "dev.conllu")
    return folder


def data(files: Path) -> list[str]:
    return [f"--train={files / 'train.conllu'}", f"--dev={files / 'dev.conllu'}"]


def test_training_on_a_sample_goes_on_with_the_same_sample(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = f"--out={tmp_path / 'm'}"
    assert train.main([*data(files), "--sample=9", *SETTINGS, "--set=training.epochs=1", out]) == 0
    assert "9 sentences to learn from" in capsys.readouterr().err
    assert train.main(["--resume", "--sample=8", out]) == 2
    assert "--sample was 9 in the first run" in capsys.readouterr().err
    assert train.main(["--resume", out]) == 0
    assert "9 sentences to learn from" in capsys.readouterr().err


# TensorBoard's log.


def test_without_tensorboard_there_is_no_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logbook, "find_spec", lambda _name: None)
    with Logbook(tmp_path, 0) as log:
        log.write(1, {"loss": 0.5})
    assert list(tmp_path.iterdir()) == []


def test_the_log_goes_on_where_training_does(tmp_path: Path) -> None:
    pytest.importorskip("tensorboard", reason="needs the extra tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import (  # type: ignore[import-not-found, import-untyped,unused-ignore]  # an extra
        EventAccumulator,
    )

    def logged() -> list[tuple[int, float]]:
        events = EventAccumulator(str(tmp_path / logbook.FOLDER))
        events.Reload()
        return [(event.step, event.value) for event in events.Scalars("loss")]

    with Logbook(tmp_path, 0) as log:
        for step in range(1, 9):
            log.write(step, {"loss": 1.0})
    # Cut off after step 8, with a state of step 5.
    with Logbook(tmp_path, 5) as log:
        for step in range(6, 11):
            log.write(step, {"loss": 2.0})
    assert logged() == [(step, 1.0) for step in range(1, 6)] + [(step, 2.0) for step in range(6, 11)]
    with Logbook(tmp_path, 0) as log:
        log.write(1, {"loss": 3.0})
    assert logged() == [(1, 3.0)]
    with Logbook(None, 0) as log:
        log.write(2, {"loss": 3.0})
    assert logged() == [(1, 3.0)]


# Independent decisions at boundaries.


def modified(left: int, right: int) -> BubbleTree:
    """ "tea and buns" with private modifiers on either side."""
    tea, coordinator, buns = left + 1, left + 2, left + 3
    count = buns + right
    arcs = [Arc(0, "root", count + 1), Arc(count + 1, "conj", tea), Arc(count + 1, "cc", coordinator)]
    arcs += [Arc(count + 1, "conj", buns), *(Arc(tea, "amod", word) for word in range(1, tea))]
    arcs += [Arc(buns, "nmod", word) for word in range(buns + 1, count + 1)]
    singletons = [{word} for word in range(count + 1)]
    return BubbleTree(["tea"] * count, [*singletons, set(range(1, count + 1))], arcs)


def test_contradictions_are_what_breaks_trees() -> None:
    def ask(_numbers: Tensor, triples: Tensor, sides: Tensor) -> Tensor:
        return 3 * torch.sin(2.0 * triples[:, 0] + 10 * triples[:, 1] + triples[:, 2] + 1000 * sides)

    trees = [*tiny.trees(60, 12, seed=5), *(modified(left, right) for left, right in product(range(7), repeat=2))]
    counts = contradictions(trees, ask)
    broken_boundaries, broken_trees, changed = 0, 0, 0
    for tree in trees:
        broken = 0
        for boundary in boundaries(tree):
            [rows] = host_scores([(0, boundary)], ask)
            hosts = {
                child: boundary.hosts[level] for child, level in zip(boundary.dependents, likeliest(rows), strict=True)
            }
            arcs = [Arc(hosts.get(arc.dependent, arc.head), arc.label, arc.dependent) for arc in tree.arcs]
            broken += bool(validate(BubbleTree(tree.words, contents_under(tree, arcs), arcs)).violations)
        broken_boundaries += broken
        broken_trees += bool(broken)
        of_tree = contradictions([tree], ask)
        assert (of_tree.changed_boundaries > 0) == (rescore([tree], ask) != [tree])
        changed += of_tree.changed_boundaries
    assert 5 < broken_trees < broken_boundaries < counts.boundaries
    found = [list(boundaries(tree)) for tree in trees]
    assert counts == Contradictions(
        sum(map(bool, found)), broken_trees, sum(map(len, found)), broken_boundaries, changed
    )
    assert counts + counts == Contradictions(*(2 * getattr(counts, name) for name in Contradictions.__slots__))


# Testing a model.


def test_assessment_counts_with_and_without_rescoring(tmp_path: Path) -> None:
    # With few labels, some random weights find coordinations with modifiers; what they find is made the gold standard.
    trees = tiny.trees(40, 12, seed=3, single_root=True)
    _, _, network = tiny.network(trees, seed=5)
    write_conllu(Parser(network).parse(map(to_ud, trees)), tmp_path / "gold.conllu")
    gold = list(read_gold(tmp_path / "gold.conllu"))
    checkpoint.save_setup(tmp_path, network)
    checkpoint.save_model(tmp_path, network, {})
    learnable, _ = examples(gold, network)
    course = Course(epoch=2, position=1, step=5, seconds=3.0, evaluations=(Evaluation(4, Rank(0.5, 0.25)),))
    Trainer(network, learnable, course).save(tmp_path, {"sentences": 12})
    assert assess.main([str(tmp_path), f"--file={tmp_path / 'gold.conllu'}"]) == 0
    plain = Outcome.read(tmp_path / plan.outcome_file())
    assert (plain.unrescored, plain.contradictions) == (None, None)
    assert (plain.training.epochs, plain.training.evaluations) == (2.5, ((4, 0.5, 0.25),))
    assert assess.main([str(tmp_path), f"--file={tmp_path / 'gold.conllu'}", "--without-rescoring"]) == 0
    both = Outcome.read(tmp_path / plan.outcome_file())
    network = load_bubble_hybrid(tmp_path)
    assert both.scores == plain.scores
    assert total(both.scores) == score_parser(Parser(network), gold)
    rescored = [one.tree for one in Parser(network).analyse(one.sentence for one in gold)]
    network.rescoring = None
    assert both.unrescored is not None
    assert total(both.unrescored) == score_parser(Parser(network), gold)
    full, less = total(both.scores).strict.overall.exact, total(both.unrescored).strict.overall.exact
    assert 0 < less.correct < full.correct == full.gold
    found = [one.tree for one in Parser(network).analyse(one.sentence for one in gold)]
    assert both.contradictions is not None
    assert both.contradictions.boundaries == sum(len(list(boundaries(tree))) for tree in found if tree is not None) > 0
    assert both.contradictions.changed_boundaries >= sum(map(ne, found, rescored)) > 0

    # With a beam, what evaluation finds with it; what there was stays.
    assert assess.main([str(tmp_path), f"--file={tmp_path / 'gold.conllu'}", "--beam=3"]) == 0
    searched = Outcome.read(tmp_path / plan.outcome_file(3))
    assert Outcome.read(tmp_path / plan.outcome_file()) == both
    assert total(searched.scores) == score_parser(Parser.load(tmp_path).with_beam(3), gold)
    assert searched.scores != plain.scores


def load_bubble_hybrid(directory: Path) -> BubbleHybrid:
    network = checkpoint.load_model(directory)
    assert isinstance(network, BubbleHybrid)
    return network


# Running.


def job(directory: Path, name: str, script: str, resumption: str = "") -> Job:
    """A job of two stages: a script of Python, and one that notes its end."""
    folder = directory / name
    note = f"import pathlib; pathlib.Path({str(folder / 'noted')!r}).write_text('x'); print('noted')"
    first = Stage(
        "work",
        (sys.executable, "-c", script),
        folder / "done",
        folder / "state" if resumption else None,
        (sys.executable, "-c", resumption),
    )
    return Job(name, folder, (first, Stage("noting", (sys.executable, "-c", note), folder / "noted")))


def test_jobs_are_done_once_stage_by_stage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jobs = [job(tmp_path, name, "import os; print('worked', os.environ['OMP_NUM_THREADS'])") for name in "abc"]
    assert run_jobs(jobs[:1], 1, 3)
    assert "1/1 a: noted" in capsys.readouterr().err
    assert run_jobs(jobs, 2, 3)
    err = capsys.readouterr().err
    assert "1 of 3 trials were finished before" in err
    assert "3/3" in err
    assert [(tmp_path / name / runner.LOG).read_text() for name in "abc"] == [
        "== work\nworked 3\n== noting\nnoted\n"
    ] * 3


def test_no_more_jobs_at_a_time_than_wanted(tmp_path: Path) -> None:
    busy = tmp_path / "busy"
    script = (
        f"import pathlib, time; own = pathlib.Path({str(busy)!r} + '/' + str(time.monotonic_ns())); "
        "own.parent.mkdir(exist_ok=True); own.touch(); time.sleep(0.4); "
        "print(len(list(own.parent.iterdir()))); own.unlink()"
    )
    jobs = [job(tmp_path, name, script) for name in "abcd"]
    assert run_jobs(jobs, 2, 1)
    counts = [(tmp_path / name / runner.LOG).read_text().split()[2] for name in "abcd"]
    assert set(counts) <= {"1", "2"}
    assert "2" in counts


def test_a_failure_is_named_and_keeps_nobody_from_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jobs = [job(tmp_path, "bad", "raise SystemExit('no tea')"), job(tmp_path, "good", "pass")]
    with pytest.raises(ExperimentError, match="1 trials failed: bad"):
        run_jobs(jobs, 1, 1)
    assert "bad failed: no tea" in capsys.readouterr().err
    assert [one.next_stage is None for one in jobs] == [False, True]


def interrupt_when(path: Path) -> threading.Thread:
    """Press Ctrl-C once a file is there."""

    def wait() -> None:
        end = time.monotonic() + 60
        while not path.exists() and time.monotonic() < end:
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def test_interrupted_jobs_save_their_state_and_are_gone_on_with(tmp_path: Path) -> None:
    folder = tmp_path / "long"
    script = (
        "import pathlib, signal, sys, time\n"
        f"folder = pathlib.Path({str(folder)!r})\n"
        "def save(*_):\n"
        "    (folder / 'signals').open('a').write('x'); (folder / 'state').touch(); time.sleep(0.3); sys.exit(130)\n"
        "signal.signal(signal.SIGINT, save)\n"
        "(folder / 'begun').touch()\n"
        "time.sleep(60)\n"
    )
    jobs = [job(tmp_path, "long", script, "print('gone on')"), job(tmp_path, "later", "pass")]
    pressing = interrupt_when(folder / "begun")
    assert run_jobs(jobs, 1, 1) is False
    pressing.join()
    assert (folder / "signals").read_text() == "x"
    assert not jobs[1].directory.exists()
    assert run_jobs(jobs, 1, 1)
    assert (folder / runner.LOG).read_text() == "== work\n== work goes on\ngone on\n== noting\nnoted\n"


def test_no_process_outlives_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    begin = runner._started

    def noted(one: Job, threads: int) -> runner._Running:
        if started:
            raise OSError("no more processes")
        running = begin(one, threads)
        started.append(running.process.pid)
        # Ctrl-C at a terminal goes to all processes of its session.
        assert os.getsid(started[0]) == started[0]
        return running

    monkeypatch.setattr(runner, "_started", noted)
    with pytest.raises(OSError, match="no more"):
        run_jobs([job(tmp_path, name, "import time; time.sleep(60)") for name in "ab"], 2, 1)
    with pytest.raises(ProcessLookupError):
        os.kill(started[0], 0)


# The command.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compare", "--train=none.conllu", "--dev=none.conllu"], "none.conllu: No such file"),
        (["compare", "--train=none.conllu"], "--train needs --dev"),
        (["compare", "--variant=encoder.layers=1"], "--variant wants a name"),
        (["compare", "--variant=a:preset=tiny"], "preset: must be one of small"),
        (["compare", "--variant=a:encoder.layer=1"], "did you mean encoder.layers"),
        (["ablation", "--set=scorer.composition=mean"], "itself sets scorer.composition"),
        (["ablation", "--set=encoder.layers=0"], "must be at least 1"),
        (["crossval"], "needs --train"),
        (["crossval", "--train=none.conllu", "--folds=1"], "two folds"),
        (["compare", "--seeds", "1", "1"], "two trials would be called"),
        (["compare", "--seeds", "-1"], "training.seed: must be at least 0"),
        (["compare", "--methods", "edge-factored", "--beams", "2"], "--beams is for methods that choose transitions"),
        (["complexity", "--beams", "2", "5000"], "decoding.beam: must be at most 1000"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_status_2(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert len(err.splitlines()) == 1
    assert not any(tmp_path.iterdir())


def test_a_trial_that_failed_at_its_data_may_be_tried_with_better(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bad, good = Path("bad.conllu"), Path("good.conllu")
    bad.write_text("1\ttea\n\n", encoding="utf-8")
    write_conllu(generate(10, seed=1), good)
    settings = [f"--set={key}={value}" for key, value in {**tiny.SMALL, "training.epochs": 1}.items()]
    trial = ["compare", "--methods=bubble-hybrid", "--seeds=1", "--dev=good.conllu", "--models=m", "--out=r", *settings]
    assert command.main([*trial, "--train=bad.conllu"]) == 2
    assert "bad.conllu:1:" in capsys.readouterr().err
    assert command.main([*trial, "--train=good.conllu"]) == 0
    assert command.main([*trial, "--train=bad.conllu"]) == 2
    assert "other options or data" in capsys.readouterr().err


def test_reports_replace_reports_only(tmp_path: Path) -> None:
    check_folder(tmp_path)
    (tmp_path / "README.md").write_text("by hand", encoding="utf-8")
    with pytest.raises(ExperimentError, match="is no report"):
        check_folder(tmp_path)
    with pytest.raises(ExperimentError, match="is a file"):
        check_folder(tmp_path / "README.md")
    check_folder(tmp_path / "a" / "b")
    assert not (tmp_path / "a").exists()
    with pytest.raises(ExperimentError, match=r"--out .*README.md/a: .*README.md cannot be written to"):
        check_folder(tmp_path / "README.md" / "a")
    (tmp_path / "results.json").touch()
    check_folder(tmp_path)


@pytest.mark.slow
def test_an_interrupted_comparison_is_finished_by_the_same_command(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The one test with trainings in processes of their own."""
    models, out = tmp_path / "models", tmp_path / "out"
    settings = [
        *SETTINGS,
        "--set=training.batch_size=8",
        "--set=training.epochs=12",
        "--set=training.evaluate_every=10",
    ]
    arguments = ["compare", *data(files), *settings, "--methods", "bubble-hybrid", "arc-hybrid", "--seeds", "7"]
    arguments += [f"--models={models}", f"--out={out}"]
    first = models / "bubble-hybrid" / "seed-7"
    pressing = interrupt_when(first / checkpoint.TRAINING)
    assert command.main(arguments) == 130
    pressing.join()
    assert not out.exists()
    assert not (first / plan.TRAINED).exists()
    assert "run the same command again" in capsys.readouterr().err
    assert command.main(arguments) == 0
    # The training that was cut off ends with the weights of one that was not.
    whole = tmp_path / "whole"
    assert train.main([*data(files), *settings, "--set=training.seed=7", f"--out={whole}"]) == 0
    left, right = load_file(first / checkpoint.MODEL), load_file(whole / checkpoint.MODEL)
    assert left.keys() == right.keys()
    assert all(torch.equal(left[key], right[key]) for key in left)
    # The report says what evaluation says.
    result = json.loads((out / "results.json").read_text(encoding="utf-8"))
    gold = list(read_gold(files / "dev.conllu"))
    for name in ("bubble-hybrid", "arc-hybrid"):
        scores = score_parser(Parser.load(models / name / "seed-7"), gold)
        assert scores.attachment is not None
        assert result["summary"][name]["exact F1"] == [scores.rank.exact_f1, None]
        assert result["summary"][name]["LAS"] == [scores.rank.las, None]
        [trial] = [one for one in result["trials"] if one["system"] == name]
        assert trial["scores"]["attachment"]["las"] == [
            scores.attachment.labelled.correct,
            scores.attachment.labelled.total,
        ]
        assert trial["course"]["steps"] == 60
    text = (out / "README.md").read_text(encoding="utf-8")
    assert "\npython -m neural.experiment compare " in text
    for heading in ("Coordinations, strict", "Attachment", "Is it chance?", "Whole sentences", "Relations", "Data"):
        assert f"\n## {heading}\n" in text
    assert cells(text, "arc-hybrid")[0]
    assert len(next(iter(result["data"].values()))) == 64
    # Nothing is left to do, and what was done is not mistaken for something else.
    before = (first / checkpoint.MODEL).stat().st_mtime_ns
    assert command.main(arguments) == 0
    assert (first / checkpoint.MODEL).stat().st_mtime_ns == before
    capsys.readouterr()
    assert command.main([*arguments, "--set=training.epochs=31"]) == 2
    assert "other options or data" in capsys.readouterr().err
    # A damaged outcome is named, and made anew once it is gone.
    damaged = first / plan.outcome_file()
    kept = damaged.read_bytes()
    for content in (kept[: len(kept) // 2], b"[]", b"{}", b'{"training": 1}'):
        damaged.write_bytes(content)
        assert command.main(arguments) == 2
        assert f"{damaged} is damaged (" in capsys.readouterr().err
    damaged.unlink()
    # A beam is another test of the same model.
    assert command.main([*arguments, "--beams", "2"]) == 0
    assert (first / checkpoint.MODEL).stat().st_mtime_ns == before
    more = json.loads((out / "results.json").read_text(encoding="utf-8"))
    [one] = [one for one in more["trials"] if one["system"] == "bubble-hybrid"]
    scores = score_parser(Parser.load(first).with_beam(2), gold)
    assert scores.attachment is not None
    assert one["beams"]["2"]["scores"]["attachment"]["las"][0] == scores.attachment.labelled.correct
    assert more["summary"]["bubble-hybrid, beam 2"]["exact F1"] == [scores.rank.exact_f1, None]
    assert more["summary"]["bubble-hybrid"] == result["summary"]["bubble-hybrid"]
    assert cells((out / "README.md").read_text(encoding="utf-8"), "arc-hybrid, beam 2")[0]


def test_learning_curves_are_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="needs the extra viz")
    from neural.experiment.curves import draw_curves

    _, scores = scored(1, 3)
    draw_curves(
        [Result("a", (reading(scores), reading(scores, 2))), Result("b", (reading(scores),))], tmp_path / "c.png"
    )
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    assert [path.name for path in tmp_path.iterdir()] == ["c.png"]


def test_each_experiment_has_its_tables() -> None:
    assert set(tables.SECTIONS) == set(Kind)
    _, scores = scored(1, 3)
    result = Result("a", (reading(scores),), (reading(scores),), Contradictions(1, 0, 1, 0, 0))
    for kind, sections in tables.SECTIONS.items():
        texts = [section([result, replace(result, system="b")]) for section in sections]
        assert all(text.startswith("## ") for text in texts), kind
    assert Counts(1, 2, 2).f1 == 0.5
