"""Bad input: one line names the file and the cause, and no file is left."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bubbletree.cli import main


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.conllu", None, "x.conllu: No such file or directory"),
        ("x.txt", "[a b]", "x.txt: the name does not tell the format; use --from"),
        ("x.conllu", "1\ttea\n", "x.conllu:1: expected 10 columns"),
        ("x.jsonl", "{}\n", "x.jsonl:1: "),
        ("x.jsonl", '\n{"words": [', "x.jsonl:2: "),
        ("x.brackets", "[a (b c]\n", "x.brackets:1: "),
        ("x.conllu", b"1\t\xff\n", "x.conllu:1: not UTF-8"),
    ],
)
def test_bad_input_is_named(
    folder: Path, name: str, content: str | bytes | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    for arguments in (["draw", name], ["oracle", name], ["stats", name], ["convert", name, "-o", "out.conllu"]):
        assert main(arguments) == 2
        captured = capsys.readouterr()
        assert captured.err.startswith(f"bubbletree: {message}")
        assert captured.err.count("\n") == 1
        assert "Traceback" not in captured.err
    assert not Path("out.conllu").exists()


@pytest.mark.parametrize("column", ["head", "id"])
def test_a_number_of_thousands_of_digits(column: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = "1" * 5000
    rows = {"head": ("1", number), "id": (number, "0")}
    identity, head = rows[column]
    line = "\t".join([identity, "tea", "_", "_", "_", "_", head, "root", "_", "_"])
    Path("long.conllu").write_text(line + "\n\n", encoding="utf-8")
    assert main(["convert", "long.conllu"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("bubbletree: long.conllu:1: ")
    assert "limit" not in error


def test_the_output_named_in_an_error_is_the_users(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "menu.brackets", "-o", "nowhere/out.conllu"]) == 2
    assert capsys.readouterr().err == "bubbletree: nowhere/out.conllu: No such file or directory\n"


@pytest.mark.parametrize("arguments", [["--from", "tea"], ["--width", "0"], ["--width", "x"]])
def test_bad_values_of_options_are_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(["draw", "menu.brackets", *arguments])
    assert raised.value.code == 2
    forms = "conllu, ud, enhanced-ud, json, jsonl, brackets, docbin"
    kinds = f"must be (one of {forms}|a whole number of at least 1), not '(tea|0|x)'$"
    assert re.search(kinds, capsys.readouterr().err, re.MULTILINE)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device without room")
def test_an_output_without_room_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["treebank"], ["convert", "menu.brackets"], ["draw", "menu.brackets"]):
        assert main([*arguments, "-o", "/dev/full"]) == 2
        assert capsys.readouterr().err == "bubbletree: /dev/full: No space left on device\n"


def test_an_output_that_cannot_be_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "menu.brackets", "-o", "no/such/folder.conllu"]) == 2
    assert "No such file or directory" in capsys.readouterr().err


def test_words_that_are_no_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("x.jsonl").write_text('{"words": ["\\ud800"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}\n')
    assert main(["convert", "x.jsonl", "-o", "x.conllu"]) == 2
    assert not Path("x.conllu").exists()
    assert "no character that UTF-8 can encode" in capsys.readouterr().err
    assert main(["draw", "x.jsonl"]) == main(["validate", "x.jsonl"]) == main(["oracle", "x.jsonl"]) == 0
