"""The command for experiments: bad arguments, trials that failed, comparisons that were interrupted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from bubbletree.grammar import generate
from bubbletree.io import write_conllu
from neural import train
from neural.data.gold import read_gold
from neural.evaluation.scores import score_parser
from neural.experiment import command, plan
from neural.models import checkpoint
from neural.models.loading import load
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.neural.experiment.examples import cells
from proofs_tests.support.interruptions import interrupt_when


def data(files: Path) -> list[str]:
    return [f"--train={files / 'train.conllu'}", f"--dev={files / 'dev.conllu'}"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compare", "--train=none.conllu", "--dev=none.conllu"], "none.conllu: No such file"),
        (["compare", "--train=none.conllu"], "--train needs --dev"),
        (["compare", "--variant=encoder.layers=1"], "--variant takes a new name"),
        (["compare", "--variant=a:preset=tiny"], "preset: must be one of small"),
        (["compare", "--variant=a:encoder.layer=1"], "did you mean encoder.layers"),
        (["ablation", "--set=scorer.composition=mean"], "itself sets scorer.composition"),
        (["ablation", "--set=encoder.layers=0"], "must be at least 1"),
        (["crossval"], "needs --train"),
        (["crossval", "--train=none.conllu", "--folds=1"], "at least two folds"),
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


@pytest.mark.slow
def test_an_interrupted_comparison_is_finished_by_the_same_command(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The one test with trainings in processes of their own."""
    models, out = tmp_path / "models", tmp_path / "out"
    settings = [
        *tiny.SETTINGS,
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
    scores = score_parser(load(first, beam=2), gold)
    assert scores.attachment is not None
    assert one["beams"]["2"]["scores"]["attachment"]["las"][0] == scores.attachment.labelled.correct
    assert more["summary"]["bubble-hybrid, beam 2"]["exact F1"] == [scores.rank.exact_f1, None]
    assert more["summary"]["bubble-hybrid"] == result["summary"]["bubble-hybrid"]
    assert cells((out / "README.md").read_text(encoding="utf-8"), "arc-hybrid, beam 2")[0]
