"""Commands of the parser that are told to write where they read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from neural import evaluate, parse
from neural.corpus.shards import inputs
from proofs_tests.support.command_line import TEA_OR_COFFEE

Main = Callable[[list[str]], int]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.conllu").write_text(TEA_OR_COFFEE)
    Path("link.conllu").symlink_to("in.conllu")
    Path("in.coord").write_text("drinks\t1\t*\t1\t3\tNP\n")
    Path("corpus").mkdir()
    Path("corpus", "in.conllu").write_text(TEA_OR_COFFEE)


@pytest.mark.parametrize(
    ("main", "arguments", "reason"),
    [
        (parse.main, ["in.conllu", "-o", "in.conllu"], "the output is a file that is read"),
        (parse.main, ["english-fast", "in.conllu", "-o", "link.conllu"], "the output is a file that is read"),
        (parse.main, ["in.conllu", "--coord=in.coord", "-o", "in.coord"], "the output is a file that is read"),
        (parse.main, ["in.conllu", "--report=link.conllu"], "the report is a file that is read or written"),
        (parse.main, ["in.conllu", "-o", "x.conllu", "--report=./x.conllu"], "the report is a file that is read or "),
        (parse.main, ["--workers=1", "corpus", "-o", "corpus"], "the output is a file that is read"),
        (parse.main, ["--workers=1", "in.conllu", "-o", "x", "--report=in.conllu"], "the report is a file that is re"),
        (evaluate.main, ["english-fast", "in.conllu", "--report=in.conllu"], "the report is a file that is read or "),
        (evaluate.main, ["english", "in.conllu", "--coord=in.coord", "--report=in.coord"], "the report is a file tha"),
    ],
)
def test_an_output_that_is_read_is_refused(
    main: Main, arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert reason in said
    assert said.count("\n") == 1
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before


def test_an_evaluation_is_not_printed_into_a_file_that_it_reads(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Undone here and not after the test, when capsys has put back its own stream before.
    with Path("in.conllu").open("a") as stream, monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", stream)
        assert evaluate.main(["english-fast", "in.conllu"]) == 2
    assert "standard output: the output is a file that is read" in capsys.readouterr().err
    assert Path("in.conllu").read_text() == TEA_OR_COFFEE


def test_what_a_job_has_written_is_not_parsed_by_the_next_one() -> None:
    Path("corpus", "out").mkdir()
    Path("corpus", "out", "in.conllu.000001.json").write_text("")
    Path("corpus", "outer.txt").write_text("Tea.")
    assert list(inputs(["corpus"], output=Path("corpus", "out"))) == ["in.conllu", "outer.txt"]
