"""Files without sentences, for the parser and its evaluation."""

from __future__ import annotations

from pathlib import Path

import pytest

from neural import evaluate, parse
from proofs_tests.neural import tiny
from proofs_tests.support.command_line import TEA_OR_COFFEE


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tiny.untrained(tmp_path_factory.mktemp("model")))


@pytest.mark.parametrize("name", ["empty.conllu", "empty.txt"])
@pytest.mark.parametrize("text", ["", "\n \n"])
def test_a_file_without_sentences_is_named_and_gives_an_empty_file(
    name: str, text: str, model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if name.endswith("u") and text:
        text = "\n\n"
    path = tmp_path / name
    path.write_text(text)
    assert parse.main([model, str(path), "-o", str(tmp_path / "out.conllu")]) == 0
    assert capsys.readouterr().err == f"bubbletree parse: warning: {path} has no sentences\n"
    assert (tmp_path / "out.conllu").read_bytes() == b""


def test_an_empty_file_among_many_is_named(model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("empty.conllu", ""), ("tea.conllu", TEA_OR_COFFEE)):
        (tmp_path / name).write_text(text)
    files = [str(tmp_path / name) for name in ("empty.conllu", "tea.conllu")]
    assert parse.main(["--model", model, "--workers=1", *files, "-o", str(tmp_path / "out")]) == 0
    assert f"bubbletree parse: warning: {files[0]} has no sentences\n" in capsys.readouterr().err


def test_there_are_no_scores_without_sentences(model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.conllu"
    path.write_text("")
    assert evaluate.main([model, str(path)]) == 2
    printed = capsys.readouterr()
    assert printed == ("", f"neural.evaluate: {path} has no sentences to score\n")
