"""What `neural.parse` takes its arguments for, and what it takes its input for."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbletree import FormatError
from bubbletree.cli.guard import UsageError
from neural import parse as parse_command
from neural.cli.request import Request

pytestmark = pytest.mark.usefixtures("english")


def test_models_files_and_sentences_are_told_apart(english: Path) -> None:
    Path("mine").mkdir()
    Path("mine", "config.json").touch()
    Path("a file").touch()
    assert Request.of([]) == Request(english, "-", False)
    assert Request.of(["-"]) == Request(english, "-", False)
    assert Request.of(["mine"]) == Request(Path("mine"), "-", False)
    assert Request.of(["a file"]) == Request(english, "a file", False)
    assert Request.of(["tea and buns"]) == Request(english, "tea and buns", True)
    assert Request.of(["mine", "tea and buns"]) == Request(Path("mine"), "tea and buns", True)
    assert Request.of(["mine", "none"]) == Request(Path("mine"), "none", False)
    assert Request.of(["english"]) == Request(english, "-", False)
    assert Request.of(["english", "a file"]) == Request(english, "a file", False)
    for one_word, help_ in (("tea", "to parse a single word"), ("tea.txt", ""), ("my/tea", "")):
        with pytest.raises(UsageError, match=f"^{one_word}: there is no such file or model directory.*{help_}"):
            Request.of([one_word])
    for empty in ([""], [" \n"], ["mine", ""]):
        with pytest.raises(UsageError, match=r"^the text to parse is empty"):
            Request.of(empty)
    long = "tea and " * 2_000 + "buns"
    assert Request.of([long]) == Request(english, long, True)
    with pytest.raises(UsageError, match=r"^buns: only a model and an input can be named; .* quotes"):
        Request.of(["tea", "and", "buns"])


ROW = "1\ttea" + 8 * "\t_" + "\n"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("in.conllu", f"# sent_id = a\n{ROW}", [("tea",)]),
        ("in.CONLL", ROW, [("tea",)]),
        ("in.txt", "1 tea. Two.", [("1", "tea", "."), ("Two", ".")]),
        ("in", f"\ufeff\n# sent_id = a\n# text = tea\n{ROW}", [("tea",)]),
        ("in", f"\ufeff{ROW.replace('1', '1-1')}{ROW}", [("tea",)]),
        ("in", "# Tea\nand buns.", [("#", "Tea", "and", "buns", ".")]),
        ("in", "\n1 tea. Two.", [("1", "tea", "."), ("Two", ".")]),
        ("in", "#tea", [("#tea",)]),
        ("in", "", []),
    ],
)
def test_text_and_conllu_are_told_apart_by_name_or_by_the_first_lines(
    name: str, content: str, words: list[tuple[str, ...]]
) -> None:
    Path(name).write_text(content, encoding="utf-8")
    assert [sentence.words for sentence in Request.of(["english", name]).sentences()] == words


@pytest.mark.parametrize("name", ["in.conllu", "in"])
def test_conllu_that_is_broken_is_not_taken_for_text(name: str) -> None:
    for broken in ("1\ttea\n", ROW.replace("\t", " ")):
        Path(name).write_text(broken, encoding="utf-8")
        with pytest.raises(FormatError, match=f"^{name}:1: expected 10 columns"):
            list(Request.of([name]).sentences())


def test_an_unknown_form_of_input_is_told_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        parse_command.main(["--from", "foo"])
    assert "--from: must be one of conllu, text, lines, tokens, not 'foo'" in capsys.readouterr().err
