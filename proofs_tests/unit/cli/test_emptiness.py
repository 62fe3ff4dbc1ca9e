"""Files without sentences: one line says so, and what follows in a pipeline gets an empty file."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbletree.cli import main
from proofs_tests.support.command_line import MENU


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("menu.brackets").write_text(MENU + "\n", encoding="utf-8")
    Path("none.coord").write_text("", encoding="utf-8")


@pytest.mark.parametrize(
    ("command", "status"),
    [
        (["convert", "FILE", "-o", "out.jsonl"], 0),
        (["stats", "FILE"], 0),
        (["validate", "FILE"], 0),
        (["split", "FILE"], 0),
        (["oracle", "FILE"], 0),
        (["draw", "FILE"], 0),
        (["view", "FILE"], 0),
        (["find", "FILE", "nested"], 1),
        (["diff", "menu.brackets", "FILE"], 1),
        (["lint", "FILE"], 0),
    ],
)
@pytest.mark.parametrize(("name", "text"), [("x.conllu", ""), ("x.conllu", "\n\n"), ("x.brackets", "# tea\n")])
def test_a_file_without_sentences_is_named_in_one_line(
    command: list[str], status: int, name: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if command[0] == "lint" and name == "x.brackets":
        pytest.skip("lint reads UD")
    Path(name).write_text(text, encoding="utf-8")
    assert main([name if argument == "FILE" else argument for argument in command]) == status
    said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("bubbletree")]
    assert said == [f"bubbletree: warning: {name} has no sentences"]
    assert "out.jsonl" not in command or Path("out.jsonl").read_bytes() == b""


@pytest.mark.parametrize(
    ("name", "text", "options"),
    [
        ("x.tsv", "sent_id\twords\tconjuncts\tseparators\tcategory\n", []),
        ("x.tokens", "", ["--coord", "none.coord"]),
        ("x.mrg", "", ["--from", "ptb"]),
    ],
)
def test_files_of_coordinations_without_sentences_are_named_too(
    name: str, text: str, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_text(text, encoding="utf-8")
    assert main(["convert", name, *options, "-o", "out.coord"]) == 0
    assert capsys.readouterr().err == f"bubbletree: warning: {name} has no sentences\n"


def test_a_bad_sentence_is_no_empty_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("x.conllu").write_text("# tea\n\n", encoding="utf-8")
    assert main(["convert", "x.conllu"]) == 2
    assert "x.conllu:2: a sentence without words\n" in capsys.readouterr().err
