"""`neural.calibrate` stores what makes confidences better, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from bubbletree import GivenCoordination, Row, Sentence, coordinations
from bubbletree.cli.guard import UsageError
from bubbletree.convert import to_ud
from bubbletree.grammar import generate
from bubbletree.io import write_conllu, write_coord
from bubbletree.metrics.table import table
from neural import calibrate
from neural.data.gold import read_gold
from neural.evaluation.confidence import Coverage, Quality, cases, chance_error, coverage, fitted, judged, qualities
from neural.models.calibration import CALIBRATION, Calibration, load_calibration
from neural.models.parser import Parser
from proofs_tests.neural import tiny


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return tiny.sure(tmp_path / "model")


def test_the_model_is_loaded_as_the_options_say(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def load(path: Path, *, device: torch.device, batch_size: int) -> Parser:
        asked.extend((path, device, batch_size))
        raise UsageError("that is all")

    monkeypatch.setattr(calibrate, "load", load)
    gold = tmp_path / "gold.conllu"
    write_conllu(generate(1, seed=2), gold)
    assert calibrate.main([str(model), str(gold), "--device=cpu:0", "--batch-size=8"]) == 2
    assert asked == [model, torch.device("cpu:0"), 8]


def test_the_command_stores_what_it_found(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = tmp_path / "gold.conllu"
    write_conllu(generate(60, seed=2), gold)
    assert calibrate.main([str(model), str(gold), "--limit=50", "--batch-size=8", "--seed=3"]) == 0
    out, err = capsys.readouterr()
    stored = json.loads((model / CALIBRATION).read_text(encoding="utf-8"))
    parser = Parser.load(model)
    found = [case for listed in cases(parser, list(read_gold(gold, limit=50))) for case in listed]
    judgements = judged(found, seed=3)
    _, after = qualities(judgements)
    assert load_calibration(model) == Calibration(tuple(stored["slopes"]), stored["intercept"])
    assert stored["slopes"] == pytest.approx(list(fitted(found).slopes), rel=1e-3, abs=1e-6)
    assert (stored["sentences"], stored["coordinations"]) == (50, len(found))
    assert stored["right"] == sum(case.right for case in found)
    assert stored["after"]["brier_score"] == pytest.approx(after.brier_score, rel=1e-3)
    quality = [(name, *(f"{value:.4f}" for value in stored[name].values())) for name in ("before", "after")]
    quality.append(("by chance", f"{chance_error([one.confidence for one in judgements]):.4f}", ""))
    kept = [coverage(judgements, least) for least in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)]
    shares = [(f"{one.least:.2f}", f"{100 * one.kept:.1f}%", f"{100 * one.precision:.1f}%") for one in kept]
    lines = [
        f"50 sentences, {len(found)} coordinations found, {stored['right']} of them right",
        "",
        *table(["", "calibration error", "Brier score"], quality).splitlines(),
        "",
        *table(["confidence at least", "coordinations", "of them right"], shares).splitlines(),
        "",
        f"slope {stored['slopes'][0]:.4f}, intercept {stored['intercept']:.4f}",
    ]
    assert out == "\n".join(lines) + "\n"
    assert err == ""


def test_shares_are_printed_in_percent_and_all_slopes(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_conllu(generate(60, seed=2), tmp_path / "gold.conllu")
    monkeypatch.setattr(calibrate, "coverage", lambda _, least: Coverage(least, 0.5, 0.25))
    monkeypatch.setattr(calibrate, "fitted", lambda _: Calibration((0.5, 0.25), -1))
    assert calibrate.main([str(model), str(tmp_path / "gold.conllu"), "--limit=50"]) == 0
    *before, last = capsys.readouterr().out.splitlines()
    assert [f"{least:.2f}" for least in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)] == [
        row[0] for row in map(str.split, before) if row[1:] == ["50.0%", "25.0%"]
    ]
    assert last == "slopes 0.5000, 0.2500, intercept -1.0000"


@pytest.mark.parametrize("model", ["english", "english-fast"])
def test_models_of_the_package_are_left_as_they_are(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        calibrate.main([model, str(tmp_path / "gold.conllu")])
    assert caught.value.code == 2
    assert "this model of the package is calibrated already" in capsys.readouterr().err


@pytest.mark.parametrize("brier_score", [0.2, 0.3])
def test_what_makes_confidences_no_better_is_not_stored(
    model: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    brier_score: float,
) -> None:
    gold = tmp_path / "gold.conllu"
    write_conllu(generate(60, seed=2), gold)
    both = Quality(0.1, 0.2), Quality(0.05, brier_score)
    monkeypatch.setattr(calibrate, "qualities", lambda *_: both)
    assert calibrate.main([str(model), str(gold)]) == 0
    assert capsys.readouterr().err == "neural.calibrate: nothing is stored: confidences would be no better\n"
    assert load_calibration(model) is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{model}", "none.conllu"], "none.conllu: No such file"),
        (["nowhere", "none.conllu"], "no such model directory"),
        (["{model}", "{plain}"], "plain.conllu: the model finds coordinations in 0 of the sentences"),
        (["{model}", "{headless}"], "headless.conllu: the coordinations of 1 sentence are not known"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_written(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    plain = tmp_path / "plain.conllu"
    plain.write_text("1\ttea\t_\t_\t_\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    headless = tmp_path / "headless.conllu"
    headless.write_text("1\ttea\t_\t_\t_\t_\t_\t_\t_\t_\n\n", encoding="utf-8")
    before = sorted(model.iterdir())
    assert calibrate.main([one.format(model=model, plain=plain, headless=headless) for one in arguments]) == 2
    err = capsys.readouterr().err
    assert err.startswith("neural.calibrate: ")
    assert message in err
    assert sorted(model.iterdir()) == before


def test_of_the_reasons_why_coordinations_are_not_known_the_most_frequent_is_said(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = tmp_path / "gold.conllu"
    loop, headless = "1\ttea\t_\t_\t_\t_\t1\tdep\t_\t_\n\n", "1\ttea\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    gold.write_text(loop + headless + headless, encoding="utf-8")
    first, *others = [one.problem for one in read_gold(gold)]
    assert first
    assert first not in others
    assert calibrate.main([str(model), str(gold)]) == 2
    told = f"neural.calibrate: {gold}: the coordinations of 2 sentences are not known ({others[0]})\n"
    assert capsys.readouterr() == ("", told)


def test_coordinations_from_a_coord_file_are_gold_where_there_are_no_heads(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trees = {tree.sentence.sent_id: tree for tree in generate(60, seed=2) if tree.sentence and tree.sentence.sent_id}
    write_conllu(trees.values(), tmp_path / "gold.conllu")
    found = {name: coordinations(tree) for name, tree in trees.items()}
    given = {name: [GivenCoordination(one.conjuncts, one.coordinators) for one in own] for name, own in found.items()}
    write_coord(given, tmp_path / "gold.coord")
    blank = [
        Sentence(tuple(Row(row.id, row.form, upos=row.upos) for row in to_ud(tree).rows), (f"# sent_id = {name}",))
        for name, tree in trees.items()
    ]
    write_conllu(blank, tmp_path / "blank.conllu")
    assert calibrate.main([str(model), str(tmp_path / "gold.conllu")]) == 0
    expected = capsys.readouterr().out
    assert calibrate.main([str(model), str(tmp_path / "blank.conllu"), f"--coord={tmp_path / 'gold.coord'}"]) == 0
    assert capsys.readouterr().out == expected
