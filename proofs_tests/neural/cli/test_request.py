"""What `neural.parse` takes its arguments for, and what it takes its input for."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from bubbletree import FormatError
from bubbletree.cli.guard import UsageError
from neural import parse as parse_command
from neural.cli.request import Form, Request

pytestmark = pytest.mark.usefixtures("english")


def test_models_files_and_sentences_are_told_apart() -> None:
    Path("mine").mkdir()
    Path("mine", "config.json").touch()
    Path("a file").touch()
    assert Request.of([]) == Request(None, "-", False)
    assert Request.of(["-"]) == Request(None, "-", False)
    assert Request.of(["mine"]) == Request("mine", "-", False)
    assert Request.of(["a file"]) == Request(None, "a file", False)
    assert Request.of(["tea and buns"]) == Request(None, "tea and buns", True)
    assert Request.of(["mine", "tea and buns"]) == Request("mine", "tea and buns", True)
    with pytest.raises(UsageError, match=r"^none: there is no such file$"):
        Request.of(["mine", "none"])
    assert Request.of(["english"]) == Request("english", "-", False)
    assert Request.of(["english", "a file"]) == Request("english", "a file", False)
    for one_word, help_ in (("tea", "to parse a single word"), ("tea.txt", ""), ("my/tea", "")):
        with pytest.raises(UsageError, match=f"^{one_word}: there is no such file or model directory.*{help_}"):
            Request.of([one_word])
    for empty in ([""], [" \n"], ["mine", ""]):
        with pytest.raises(UsageError, match=r"^the text to parse is empty"):
            Request.of(empty)
    long = "tea and " * 2_000 + "buns"
    assert Request.of([long]) == Request(None, long, True)
    with pytest.raises(UsageError, match=r"^buns: only a model and an input can be named; .* quotes"):
        Request.of(["tea", "and", "buns"])


def test_a_text_that_ends_like_a_file_is_a_file_that_is_missing_unless_it_has_punctuation() -> None:
    for missing in ("no such file.conllu", "my notes.TXT", "my trees.json", "a b.html"):
        with pytest.raises(UsageError, match=f"^{missing}: there is no such file; .* end it with a full stop"):
            Request.of([missing])
        with pytest.raises(UsageError, match="there is no such file"):
            Request.of(["english", missing])
        Path(missing).touch()
        assert Request.of([missing]) == Request(None, missing, False)
    for sentence in ("Please read notes.txt.", "Tea, or notes.txt", "I like example.com"):
        assert Request.of([sentence]).is_text


@pytest.mark.parametrize("half", ["tea \udcff or", "tea or milk\udced\udca0\udc80", "tea and \ud800"])
def test_an_argument_that_is_not_utf8_is_one_line_of_error(half: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert parse_command.main([half]) == 2
    said = capsys.readouterr().err
    assert "this text is not encoded in UTF-8" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("arguments", [["", "notes.txt"], ["--model=", "notes.txt"], ["--model= ", "--workers=1", "."]])
def test_a_model_without_a_name_is_an_error_that_says_so(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("notes.txt").write_text("Tea.", encoding="utf-8")
    assert parse_command.main([*arguments, "-o", "out"]) == 2
    assert "the name of the model is empty" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a.jsonl", "trees or documents: bubbletree convert a.jsonl"),
        ("a.JSON", "bubbletree parse --workers 1 a.JSON -o FOLDER"),
        ("a.parquet", "bubbletree parse --workers 1 a.parquet"),
        ("a.brackets", "bubbletree convert a.brackets -o FILE.conllu"),
        ("a.spacy", "bubbletree convert a.spacy"),
        ("a.csv", "it is a table"),
        ("a.tsv", "it is a table"),
        ("a.html", "take the text out of it first"),
        ("a.conllu.gz", "unpack it first"),
    ],
)
def test_a_file_that_is_no_text_is_told_what_to_do_with_it(
    name: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_text("Tea and buns.", encoding="utf-8")
    assert parse_command.main([name, "-o", "out.conllu"]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert "--from" in told
    assert not Path("out.conllu").exists()
    assert [one.words for one in Request.of([name]).sentences(Form.TEXT)] == [("Tea", "and", "buns", ".")]


def test_someone_who_types_is_told_how_to_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Typed(io.StringIO):
        def isatty(self) -> bool:
            return is_terminal

    for is_terminal in (True, False):
        monkeypatch.setattr("sys.stdin", Typed("Tea and buns.\n"))
        assert parse_command.main([]) == 0
        told = "bubbletree parse: reading from the terminal; end with Ctrl-D\n" if is_terminal else ""
        assert capsys.readouterr().err == told
    Path("in.txt").write_text("Tea and buns.\n", encoding="utf-8")
    monkeypatch.setattr("sys.stdin", Typed())
    is_terminal = True
    assert parse_command.main(["in.txt"]) == 0
    assert capsys.readouterr().err == "", "nothing is read from the terminal"


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
