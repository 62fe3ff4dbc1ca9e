"""Training from the command line: it learns, stops, goes on, and says what is wrong."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from bubbletree import Row, Sentence
from bubbletree.grammar import generate
from bubbletree.io import write_conllu
from neural import train
from neural.config import parse_settings
from neural.config.presets import PRESETS
from neural.encoders.layers import SharedDropout
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.models import checkpoint
from neural.models.loading import ENGLISH
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.neural.training.command import arguments, interrupt_after
from proofs_tests.support.paths import ROOT


def contents(directory: Path) -> dict[str, bytes]:
    """The files of a model directory."""
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.is_file()}


@pytest.mark.parametrize(("schedule", "average"), [("cosine", 0.0), ("plateau", 0.0), ("cosine", 0.9)])
@pytest.mark.parametrize("steps", [3, 5, 7])
def test_resumed_training_ends_with_the_weights_of_an_uninterrupted_one(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int, schedule: str, average: float
) -> None:
    # Five batches an epoch: in the first one, at its end, and in the second one.
    settings = ["--set=training.epochs=3", f"--set=training.schedule={schedule}", "--set=training.patience=1"]
    settings.append(f"--set=training.average={average}")
    assert train.main(arguments(files, tmp_path / "whole", *settings)) == 0
    with monkeypatch.context() as patch:
        interrupt_after(patch, steps)
        assert train.main(arguments(files, tmp_path / "parts", *settings)) == 130
    assert checkpoint.training_state(tmp_path / "parts")["course"]["step"] == steps  # type: ignore[index, call-overload]  # JSON
    assert train.main(["--resume", f"--out={tmp_path / 'parts'}"]) == 0
    for name in (checkpoint.MODEL, checkpoint.TRAINING):
        whole, parts = load_file(tmp_path / "whole" / name), load_file(tmp_path / "parts" / name)
        assert whole.keys() == parts.keys()
        assert [key for key in whole if not torch.equal(whole[key], parts[key])] == []


def test_training_that_diverges_is_an_error_and_leaves_no_model(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = [f"--set=training.{one}" for one in ("learning_rate=1e38", "warmup_steps=0", "epochs=1")]
    assert train.main(arguments(files, tmp_path / "made", *settings)) == 2
    *_, last = capsys.readouterr().err.splitlines()
    assert last.endswith("has a weight that is NaN or infinite after 5 steps: try a lower training.learning_rate")
    assert not (tmp_path / "made" / checkpoint.MODEL).exists()


GUIDED = ("--set=method.kind=guided-bubbles", "--set=method.span_hidden=9")


def test_training_starts_from_a_model(files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train.main(arguments(files, tmp_path / "first", "--set=training.epochs=2")) == 0
    data = [f"--train={files / 'train.conllu'}", f"--dev={files / 'dev.conllu'}", f"--start-from={tmp_path / 'first'}"]
    still = ["--set=training.epochs=1", "--set=training.learning_rate=1e-30"]
    assert train.main([*data, f"--out={tmp_path / 'second'}", *still]) == 0
    first, second = (load_file(tmp_path / name / checkpoint.MODEL) for name in ("first", "second"))
    assert first.keys() == second.keys()
    assert [key for key in first if not torch.equal(first[key], second[key])] == []
    before, after = (checkpoint.load_setup(tmp_path / name) for name in ("first", "second"))
    assert after == (before[0].replace({"training.epochs": 1, "training.learning_rate": 1e-30}), before[1])
    assert train.main([*data, f"--out={tmp_path / 'third'}", "--set=training.epochs=1"]) == 0
    third = load_file(tmp_path / "third" / checkpoint.MODEL)
    assert [key for key in first if not torch.equal(first[key], third[key])] != []
    assert train.main([*data, f"--out={tmp_path / 'fourth'}", *still, *GUIDED]) == 0
    fourth = load_file(tmp_path / "fourth" / checkpoint.MODEL)
    assert [key for key in first if not torch.equal(first[key], fourth[key])] == []
    assert {key.split(".")[0] for key in fourth.keys() - first.keys()} == {"spans"}
    assert fourth["spans.roles.first.bias"].size(0) == 9
    assert checkpoint.load_setup(tmp_path / "fourth")[0].method.kind == "guided-bubbles"
    new = sum(fourth[key].numel() for key in fourth.keys() - first.keys())
    assert f"guided-bubbles adds {new} weights, which are untrained" in capsys.readouterr().err


def test_dropout_and_precision_can_change_when_training_goes_on(files: Path, tmp_path: Path) -> None:
    assert train.main(arguments(files, tmp_path / "first", "--set=training.epochs=1", "--set=encoder.dropout=0.3")) == 0
    data = [f"--train={files / 'train.conllu'}", f"--dev={files / 'dev.conllu'}", f"--start-from={tmp_path / 'first'}"]
    changes = ["encoder.dropout=0.9", "encoder.precision=bfloat16", "scorer.dropout=0.4", "training.epochs=1"]
    assert train.main([*data, f"--out={tmp_path / 'second'}", *(f"--set={change}" for change in changes)]) == 0
    first, second = (checkpoint.load_setup(tmp_path / name)[0] for name in ("first", "second"))
    assert second == first.replace(parse_settings(changes))
    network = checkpoint.load_model(tmp_path / "first", changes={"encoder.dropout": 0.9})
    assert {part.probability for part in network.encoder.modules() if isinstance(part, SharedDropout)} == {0.9}


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (["--set=encoder.layers=1"], "option encoder.layers: cannot differ from that of"),
        (["--set=method.span_hidden=9"], "option method.span_hidden: cannot differ from that of"),
        (["--set=method.kind=guided-bubbles", "--set=encoder.hidden=9"], "option encoder.hidden: cannot differ from"),
        (["--set=training.tags=xpos"], "option training.tags: no word of the training sentences has a tag in the"),
        (["--set=encoder.precision=float16"], "option encoder.precision: must be one of"),
        (["--set=training.layers=1"], "option training.layers: there is no such option"),
        (["--preset=small"], "leave out --preset and --config"),
        (["--resume"], "leave out --preset, --config, --set, --start-from"),
        (["--out=first"], "--out would replace the model to start from"),
        (["--start-from=english", f"--out={ENGLISH}"], "--out would replace the model to start from"),
        (["--start-from=nothing"], "there is no such model directory"),
    ],
)
def test_what_cannot_be_started_from(
    files: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more: list[str],
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    _, _, network = tiny.network(list(generate(3, seed=1)))
    checkpoint.save_setup(Path("first"), network)
    checkpoint.save_model(Path("first"), network, None)
    data = [f"--train={files / 'train.conllu'}", f"--dev={files / 'dev.conllu'}", "--start-from=first"]
    assert train.main([*data, "--out=second", *more]) == 2
    assert reason in capsys.readouterr().err
    assert not Path("second").exists()
    assert checkpoint.load_model(Path("first")).config == network.config


def test_the_seed_decides(files: Path, tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        assert (
            train.main(arguments(files, tmp_path / name, "--set=training.epochs=1", f"--set=training.seed={seed}")) == 0
        )
    first, second, third = (load_file(tmp_path / name / checkpoint.MODEL) for name in "abc")
    assert all(torch.equal(first[key], second[key]) for key in first)
    assert not all(torch.equal(first[key], third[key]) for key in first)


def test_ctrl_c_leaves_a_model_that_parses(files: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "neural.train", *arguments(files, tmp_path / "m", "--set=training.epochs=1000000")]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        for line in process.stderr:
            if "exact F1" in line:
                break
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
        assert process.wait(timeout=60) == 130
    finally:
        process.kill()
        process.stderr.close()
    assert "--resume" in rest
    assert "Traceback" not in rest
    tree = Parser.load(tmp_path / "m").parse(["tea", "and", "buns"])
    assert tree.words == ("tea", "and", "buns")
    assert not [path for path in (tmp_path / "m").iterdir() if path.suffix == ".tmp"]


def test_interrupted_before_the_first_evaluation_there_is_a_model_all_the_same(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_after(monkeypatch, 2)
    assert train.main(arguments(files, tmp_path / "m", "--set=training.evaluate_every=1000")) == 130
    assert list(Parser.load(tmp_path / "m").parse_all([])) == []


def test_the_time_limit_ends_training_with_an_evaluation(files: Path, tmp_path: Path) -> None:
    options = ["--time-limit=0.02", "--set=training.epochs=1000000", "--set=training.evaluate_every=1000000"]
    start = time.monotonic()
    assert train.main(arguments(files, tmp_path / "m", *options)) == 0
    assert time.monotonic() - start < 60
    course = checkpoint.training_state(tmp_path / "m")["course"]
    assert isinstance(course, dict)
    assert len(course["evaluations"]) == 1  # type: ignore[arg-type]  # a list
    assert course["seconds"] >= 1.2  # type: ignore[operator]  # a number


def test_what_cannot_be_learned_from_is_counted_by_reason(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = Sentence.from_columns(["tea", "please"], heads=[0, 1], deprels=["root", "discourse"])
    headless = Sentence((Row("1", "tea"), Row("2", "please")))
    cyclic = Sentence.from_columns(["tea", "please"], heads=[2, 1], deprels=["dep", "dep"])
    write_conllu([*[good] * 5, headless, cyclic, cyclic], tmp_path / "train.conllu")
    (tmp_path / "dev.conllu").write_bytes((files / "dev.conllu").read_bytes())
    assert train.main(arguments(tmp_path, tmp_path / "m", "--set=training.epochs=1")) == 0
    errors = capsys.readouterr().err
    assert "not learned from: 1 sentence (a word has no head)" in errors
    assert "not learned from: 2 sentences (the heads do not form a tree)" in errors
    assert "5 sentences to learn from" in errors


def test_development_sentences_are_needed(files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "train.conllu").write_bytes((files / "train.conllu").read_bytes())
    (tmp_path / "dev.conllu").write_text("", encoding="utf-8")
    assert train.main(arguments(tmp_path, tmp_path / "m")) == 2
    assert "no sentence to choose the best model by" in capsys.readouterr().err
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--set", "training.epoch=3"], "did you mean training.epochs"),
        (["--set", "training.epochs=many"], "must be a whole number"),
        (["--set", "epochs"], "key=value"),
        (["--config", "none.json"], "none.json: No such file"),
        (["--train", "none.conllu", "--dev", "none.conllu"], "none.conllu: No such file"),
        (["--train", "none.conllu"], "--train needs --dev"),
        (["--dev", "none.conllu"], "go with --train"),
        (["--resume"], "no such model directory"),
        (["--resume", "--set", "training.epochs=3"], "leave out"),
        (["--resume", "--preset", "small"], "leave out"),
        (["--preset", "small", "--config", "none.json"], "leave one out"),
        (["--set", "encoder.kind=transformer"], "say which transformer"),
        (["--out", __file__], "is a file"),
        (["--set", "encoder.pretrained=none.txt"], "none.txt: No such file"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_status_2(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert train.main(["--limit=3", f"--out={tmp_path / 'm'}", *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert len([line for line in err.splitlines() if line != "generating sentences"]) == 1
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("option", [["--limit", "0"], ["--time-limit", "-1"], ["--time-limit", "x"]])
def test_bad_numbers_are_refused_by_the_option(capsys: pytest.CaptureFixture[str], option: list[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        train.main(option)
    assert raised.value.code == 2
    assert option[0] in capsys.readouterr().err


def test_an_unknown_device_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert train.main(["--device", "abacus"]) == 2
    assert capsys.readouterr().err.startswith("neural.train: no such device here: abacus ")


def test_what_cannot_be_scored_is_found_before_another_model_goes(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "m"
    assert train.main(arguments(files, out, "--set=training.epochs=1")) == 0
    before = contents(out)
    (tmp_path / "headless.conllu").write_text("1\ttea\t_\t_\t_\t_\t_\t_\t_\t_\n\n", encoding="utf-8")
    capsys.readouterr()
    assert train.main([*arguments(files, out, "--force"), f"--dev={tmp_path / 'headless.conllu'}"]) == 2
    assert "no head" in capsys.readouterr().err
    assert contents(out) == before


def test_a_trained_model_is_replaced_only_by_force(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    short = [*arguments(files, Path("m"), "--set=training.epochs=1")]
    assert train.main(short) == 0
    before = contents(Path("m"))
    capsys.readouterr()
    for more in ([], ["--start-from=english"]):
        begun = [option for option in short if not more or not option.startswith("--set=")]
        assert train.main([*begun, *more]) == 2
        out, err = capsys.readouterr()
        assert (out, len(err.splitlines())) == ("", 1)
        assert (
            "m already holds a trained model: add --force to replace it, --resume to continue its training, or --out"
            in err
        )
        assert contents(Path("m")) == before
    assert train.main(["--resume", "--out=m", "--force"]) == 2
    assert "leave out" in capsys.readouterr().err
    assert train.main(["--resume", "--out=m"]) == 0
    assert train.main([*short, "--force", "--set=training.seed=2"]) == 0
    assert contents(Path("m"))[checkpoint.MODEL] != before[checkpoint.MODEL]


def test_default_directories_are_not_replaced_either(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    trained = [option for option in arguments(files, tmp_path) if not option.startswith("--out")]
    for command, directory in ((trained, Path("models/trained")), ([], Path("models/generated"))):
        directory.mkdir(parents=True)
        # A training that was cut off early left this.
        (directory / checkpoint.TRAINING).touch()
        assert train.main(command) == 2
        assert f"{directory} already holds a trained model" in capsys.readouterr().err


def test_a_directory_without_weights_is_used(files: Path, tmp_path: Path) -> None:
    _, _, network = tiny.network(list(generate(3, seed=1)))
    checkpoint.save_setup(tmp_path / "m", network)
    (tmp_path / "m" / "notes.txt").touch()
    assert train.main(arguments(files, tmp_path / "m", "--set=training.epochs=1")) == 0
    assert (tmp_path / "m" / "notes.txt").exists()


def test_coordinations_alone_need_no_heads(files: Path, tmp_path: Path) -> None:
    rows = [f"{number}\t{word}" + 8 * "\t_" for number, word in enumerate(("tea", "and", "buns"), start=1)]
    (tmp_path / "dev.conllu").write_text("\n".join(["# sent_id = a", *rows]) + "\n\n", encoding="utf-8")
    spans = [("*", 1, 3), (1, 1, 1), (2, 3, 3)]
    lines = [f"a\t1\t{part}\t{first}\t{last}\tNP" for part, first, last in spans]
    (tmp_path / "dev.coord").write_text("\n".join(lines) + "\n", encoding="utf-8")
    dev = [f"--dev={tmp_path / 'dev.conllu'}", f"--dev-coord={tmp_path / 'dev.coord'}"]
    settings = ["--set=training.epochs=1", "--set=method.kind=coordination-spans"]
    assert train.main([*arguments(files, tmp_path / "m", *settings), *dev]) == 0


def test_resuming_with_other_sentences_is_refused(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("train.conllu", "dev.conllu"):
        (copy / name).write_bytes((files / name).read_bytes())
    assert train.main(arguments(copy, tmp_path / "m", "--set=training.epochs=1")) == 0
    assert train.main(["--resume", f"--out={tmp_path / 'm'}", f"--train={files / 'train.conllu'}"]) == 2
    assert "leave it out" in capsys.readouterr().err
    write_conllu(generate(39, seed=1), copy / "train.conllu")
    assert train.main(["--resume", f"--out={tmp_path / 'm'}"]) == 2
    assert "not those that" in capsys.readouterr().err


def test_training_on_a_sample_goes_on_with_the_same_sample(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "m"
    assert train.main(arguments(files, out, "--sample=9", "--set=training.epochs=1")) == 0
    assert "9 sentences to learn from" in capsys.readouterr().err
    assert train.main(["--resume", "--sample=8", f"--out={out}"]) == 2
    assert "--sample was 9 in the first run" in capsys.readouterr().err
    assert train.main(["--resume", f"--out={out}"]) == 0
    assert "9 sentences to learn from" in capsys.readouterr().err


def test_a_preset_is_where_the_changes_begin(files: Path, tmp_path: Path) -> None:
    settings = ["--preset=paper-bilstm", "--set=training.epochs=1", "--set=scorer.stack_features=1"]
    assert train.main(arguments(files, tmp_path / "m", *settings)) == 0
    found = Parser.load(tmp_path / "m").network
    assert found.config == PRESETS["paper-bilstm"].replace(
        {**tiny.SMALL, "training.batch_size": 8, "training.epochs": 1, "scorer.stack_features": 1}
    )
    assert isinstance(found, BubbleHybrid)
    assert found.transitions.slots == 2


def test_the_configuration_of_a_file_can_be_changed(files: Path, tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text('{"training": {"epochs": 1, "seed": 3}, "encoder": {"tags": "upos"}}', encoding="utf-8")
    assert train.main(arguments(files, tmp_path / "m", f"--config={path}", "--set=training.seed=4")) == 0
    written = json.loads((tmp_path / "m" / "config.json").read_text(encoding="utf-8"))
    assert (written["training"]["epochs"], written["training"]["seed"], written["encoder"]["tags"]) == (1, 4, "upos")
