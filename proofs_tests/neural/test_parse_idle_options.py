"""`neural.parse`: options without effect are errors in one line, and nothing is written."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from neural import parse
from proofs_tests.neural.files import write

TEXT = "Tea or buns."


@pytest.fixture(autouse=True)
def place(bubbly_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The working directory, with a model, text and CoNLL-U."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "in.txt", f"{TEXT}\n")
    write(tmp_path / "in.conllu", "1\ttea\t_\t_\t_\t_\t_\t_\t_\t_\n\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["in.txt", "--to", "conllu", "--width", "80"], "--width has no effect on conllu: leave it out"),
        (["in.txt", "--to", "json", "--width", "80", "--color", "never"], "--width and --color have no effect on json"),
        (["in.txt", "--to", "brackets", "--punctuation", "first"], "--punctuation has no effect on brackets"),
        ([TEXT, "--punctuation", "first"], "--punctuation has no effect on drawing"),
        (["in.txt", "--to", "conllu", "--shard-words", "9"], "--shard-words has no effect without --workers"),
        (["in.conllu", "--to", "conllu", "--language", "de"], "--language has no effect on in.conllu, which is conllu"),
        (["in.txt", "--from", "tokens", "--language", "de", "--to", "conllu"], "--language has no effect on tokens"),
        (
            ["in.conllu", "--to", "conllu", "--tokenisation", "genia"],
            "--tokenisation has no effect on in.conllu, which is conllu",
        ),
        (
            ["in.txt", "--to", "conllu", "--language", "de", "--tokenisation", "genia"],
            "--tokenisation genia is for English, not for --language de",
        ),
        (
            ["in.txt", "--workers", "1", "--from", "tokens", "--tokenisation", "genia", "-o", "out"],
            "--tokenisation has no effect on tokens, which has tokens already",
        ),
        ([TEXT, "--from", "lines"], "--from lines is for files and standard input: a text in quotes is running text"),
        (["in.txt", "--workers", "1", "-o", "out", "--width", "80"], "--width has no effect with --workers"),
        (["in.txt", "--workers", "1", "-o", "out", "--punctuation", "first"], "--punctuation has no effect on json"),
    ],
)
def test_what_has_no_effect_is_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    where = [] if TEXT in arguments or "-o" in arguments else ["-o", "out"]
    assert parse.main(["--model", "model", *arguments, *where]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert not Path("out").exists()
    [line] = told.err.splitlines()
    assert line.startswith(f"bubbletree parse: {message}")


COORDINATIONS = "--n-best chooses the coordinations, but --coord gives them: leave one out"
OTHER_READINGS = "--alternatives is about the coordinations of the best tree: leave out --coord and --n-best"
DOUBTFUL = "--min-confidence leaves out coordinations of the best tree: leave out --coord and --n-best"
NO_COMMENTS = "has no comments, so it cannot hold probabilities or confidences: write json, conllu or brackets"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--coord", "x.coord", "--n-best", "2"], COORDINATIONS),
        (["--coord", "x.coord", "--alternatives", "2"], OTHER_READINGS),
        (["--n-best", "2", "--alternatives", "2"], OTHER_READINGS),
        (["--coord", "x.coord", "--min-confidence", "0.5"], DOUBTFUL),
        (["--n-best", "2", "--min-confidence", "0.5"], DOUBTFUL),
        (["--to", "jsonl", "--n-best", "2"], f"jsonl {NO_COMMENTS}"),
        (["--to", "jsonl", "--confidence"], f"jsonl {NO_COMMENTS}"),
        (["--to", "jsonl", "--alternatives", "2"], f"jsonl {NO_COMMENTS}"),
        (["--to", "tsv", "--n-best", "2"], f"tsv {NO_COMMENTS}"),
    ],
)
def test_what_does_not_go_together_is_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parse.main(["--model", "model", "in.txt", "-o", "out.conllu", *arguments]) == 2
    assert capsys.readouterr() == ("", f"bubbletree parse: {message}\n")
    assert not Path("out.conllu").exists()


def test_a_language_is_refused_where_the_first_line_shows_that_there_are_tokens(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, status in (("in.conllu", 2), ("in.txt", 0)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(name).read_bytes())))
        assert parse.main(["--model", "model", "-", "--language", "de", "--to", "conllu"]) == status
    assert "--language has no effect on <stdin>, which is conllu: leave it out" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [TEXT, "--width", "40", "--color", "never", "--from", "text", "--language", "de"],
        ["in.txt", "--to", "ud", "--punctuation", "first"],
        ["in.conllu", "--to", "drawing", "--width", "40"],
    ],
)
def test_what_has_an_effect_is_taken(arguments: list[str]) -> None:
    assert parse.main(["--model", "model", *arguments]) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["in.txt", "--from", "pdf"],
        ["in.txt", "--beam", "0"],
        ["in.txt", "--presision", "int8"],
        ["none.txt"],
        ["in.txt", "--model", "model", "more.txt"],
        ["in.txt", "-o", "in.txt"],
        ["in.txt", "-o", "none/out.conllu"],
        ["in.txt", "-o", "out.pdf"],
        ["in.txt", "--to", "conllu", "--width", "80"],
        ["in.txt", "--to", "jsonl", "--confidence"],
        ["in.txt", "--to", "brackets", "--lemmas", "en"],
        ["in.txt", "--coord", "none.coord"],
        ["in.txt", "--coord", "x.coord", "--n-best", "2"],
        ["in.conllu", "--language", "de"],
        ["in.txt", "--language", "de", "--tokenisation", "genia"],
        ["in.txt", "--workers", "1", "-o", "out", "--language", "de", "--tokenisation", "genia"],
        [TEXT, "--from", "lines"],
        ["in.pdf"],
        ["in.txt", "--workers", "2"],
        ["none.txt", "--workers", "2", "-o", "out"],
    ],
    ids=" ".join,
)
def test_what_can_be_refused_is_refused_before_pytorch_is_loaded(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("in.pdf").touch()
    program = "import sys; sys.modules['torch'] = None; from neural.parse import main; sys.exit(main())"
    root = str(Path(parse.__file__).parents[1])
    monkeypatch.setenv("PYTHONPATH", root)
    command = [sys.executable, "-c", program, *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == (0 if arguments == ["--help"] else 2)
    assert "Traceback" not in ended.stderr
    assert ended.stdout.startswith("usage: ") is (arguments == ["--help"])
