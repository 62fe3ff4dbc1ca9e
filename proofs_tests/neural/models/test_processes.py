"""Several processes do together what one does alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from bubbletree.grammar import generate
from bubbletree.io import write_conllu
from neural import parse
from neural.models.processes import ALONE, Processes
from proofs_tests.neural import tiny
from proofs_tests.neural.models import steps_in_processes
from proofs_tests.support.paths import ROOT

pytest.importorskip("accelerate", reason="needs the extra `parallel`")


def launch(*arguments: str, processes: int = 2) -> subprocess.CompletedProcess[str]:
    """Run a module in several processes, as ``accelerate launch -m`` does where there are GPUs."""
    command = [
        sys.executable,
        "-m",
        "torch.distributed.run",
        "--standalone",
        f"--nproc-per-node={processes}",
        "-m",
        *arguments,
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)


def test_two_processes_make_the_steps_that_one_makes(tmp_path: Path) -> None:
    steps_in_processes.main(str(tmp_path / "one.json"))
    done = launch("proofs_tests.neural.models.steps_in_processes", str(tmp_path / "two.json"))
    assert done.returncode == 0, done.stderr
    one, two = (json.loads((tmp_path / f"{name}.json").read_text()) for name in ("one", "two"))
    assert (one["processes"], two["processes"]) == (1, 2)
    assert [len(result["losses"]) for result in one["results"]] == [6, 30]
    for alone, together in zip(one["results"], two["results"], strict=True):
        assert together["losses"] == pytest.approx(alone["losses"], rel=1e-4)
        assert together["squares"] == pytest.approx(alone["squares"], rel=1e-3)
        assert together["scores"] == alone["scores"]
        assert alone["losses"][-1] < alone["losses"][0]


def test_the_commands_run_in_two_processes(tmp_path: Path) -> None:
    write_conllu(generate(21, seed=1), tmp_path / "gold.conllu")
    gold, out = str(tmp_path / "gold.conllu"), str(tmp_path / "out.conllu")
    arguments = ["neural.train", f"--train={gold}", f"--dev={gold}", f"--out={tmp_path / 'm'}"]
    first = launch(*arguments, "--set=training.epochs=2", "--set=training.batch_size=8", *tiny.SETTINGS)
    assert first.returncode == 0, first.stderr
    assert first.stdout.count("UAS") == 1
    assert first.stderr.count("sentences to learn from") == 1
    assert torch.isfinite(load_file(tmp_path / "m" / "model.safetensors")["absent"]).all()

    with Path(gold).open("a", encoding="utf-8") as file:
        file.write("# sent_id = bad\n1\ttea\n\n")
    for command, more in (("neural.parse", ["-o", out]), ("neural.evaluate", [])):
        report = tmp_path / "report.json"
        done = launch(command, str(tmp_path / "m"), gold, *more, f"--report={report}")
        assert done.returncode == 0, done.stderr
        assert done.stderr.count(": bad: expected 10 columns") == 1
        assert [one["sent_id"] for one in json.loads(report.read_text())["skipped"]] == ["bad"]
        report.unlink()
    assert parse.main([str(tmp_path / "m"), gold, "-o", str(tmp_path / "alone.conllu")]) == 0
    assert Path(out).read_text() == (tmp_path / "alone.conllu").read_text()


def test_standard_input_is_for_one_process(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("neural.models.processes.launched", lambda device: Processes(0, 2, device))
    assert parse.main(["english", "-"]) == 2
    told = "bubbletree parse: several processes cannot read standard input: name a file\n"
    assert capsys.readouterr() == ("", told)


def test_several_processes_need_a_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WORLD_SIZE", "2")
    monkeypatch.setitem(sys.modules, "accelerate", None)
    (tmp_path / "in.conllu").touch()
    assert parse.main(["models/any", str(tmp_path / "in.conllu")]) == 2
    expected = "bubbletree parse: several processes need the package accelerate: pip install '.[parallel]'\n"
    assert capsys.readouterr().err == expected


@pytest.mark.parametrize("world_size", ["2", "many"])
def test_processes_that_cannot_be_joined_are_an_error(tmp_path: Path, world_size: str) -> None:
    (tmp_path / "in.conllu").touch()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "WORLD_SIZE": world_size}
    command = [sys.executable, "-m", "neural.parse", "models/any", str(tmp_path / "in.conllu")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
    assert done.returncode == 2
    expected = f"neural.parse: WORLD_SIZE={world_size} asks for several processes, and they cannot be joined: "
    assert done.stderr.startswith(expected)


@pytest.mark.parametrize("total", range(6))
def test_shares_make_up_the_whole(total: int) -> None:
    items = list(range(total))
    shares = [Processes(rank, 3).share(items) for rank in range(3)]
    assert sorted(item for share in shares for item in share) == items
    assert ALONE.collect(ALONE.share(items), total) == items
