"""Bad input: one line names the file and the cause, and no file is left."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from bubbletree.cli import main
from proofs_tests.support.command_line import TEA_OR_COFFEE
from proofs_tests.support.paths import ROOT


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.conllu", None, "x.conllu: No such file or directory"),
        ("x.trees", None, "x.trees: No such file or directory"),
        ("x", None, "x: No such file or directory"),
        ("x.gz", None, "x.gz: No such file or directory"),
        ("x.tsv", None, "x.tsv: No such file or directory"),
        ("x.trees", "[a b]", "x.trees: the name does not tell the format; use --from"),
        ("x.txt", "[a b]", "x.txt: it is text; use bubbletree parse x.txt, or --from if it is something else"),
        ("x.csv", "", "x.csv: tables of coordinations are written, but not read"),
        ("x.conllu.GZ", "", "x.conllu.GZ: it is compressed: unpack it first"),
        ("x.coord", "", "x.coord: a .coord file has coordinations, but no sentences; use bubbletree convert"),
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


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["convert", ""], "a file to read"),
        (["validate", "menu.brackets", ""], "a file to read"),
        (["diff", "menu.brackets", ""], "a file to read"),
        (["convert", "menu.brackets", "--coord", ""], "a file to read"),
        (["convert", "menu.brackets", "-o", ""], "the output"),
        (["split", "menu.brackets", "--output="], "the output"),
        (["draw", "menu.brackets", "--report", ""], "the report"),
    ],
)
def test_an_empty_name_is_called_empty(
    arguments: list[str], what: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr() == ("", f"bubbletree: the name of {what} is empty\n")


@pytest.mark.parametrize(
    ("name", "more"),
    [("x.tsv", ""), ("x.tokens", ""), ("x.ann", ""), ("x.mrg", " --from ptb"), ("x.xml", " --from genia")],
)
def test_files_of_coordinations_are_answered_with_the_command_that_reads_them(
    name: str, more: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_text("")
    for command in ("validate", "draw", "stats"):
        assert main([command, name]) == 2
        assert capsys.readouterr().err.endswith(
            f"it has coordinations, but no trees; use bubbletree convert {name} --ud SENTENCES.conllu{more}\n"
        )


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


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that is there and cannot be read")
def test_a_file_that_fails_while_it_is_read_is_named_and_not_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "/proc/self/mem", "--from", "ud"]) == 2
    assert capsys.readouterr().err == "bubbletree: /proc/self/mem: Input/output error\n"


def test_an_output_that_cannot_be_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "menu.brackets", "-o", "no/such/folder.conllu"]) == 2
    assert "No such file or directory" in capsys.readouterr().err


def test_words_that_are_no_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("x.jsonl").write_text('{"words": ["\\ud800"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}\n')
    assert main(["convert", "x.jsonl", "-o", "x.conllu"]) == 2
    assert not Path("x.conllu").exists()
    assert "is not a character that UTF-8 can encode" in capsys.readouterr().err
    assert main(["draw", "x.jsonl"]) == main(["validate", "x.jsonl"]) == main(["oracle", "x.jsonl"]) == 0


@pytest.mark.parametrize(
    ("word", "sent_id"), [(r"tea\ud800", "S1"), ("tea", r"S\ud800")], ids=["in a word", "in the id and a comment"]
)
@pytest.mark.parametrize("to", ["conllu", "brackets", "coord", "tokens", "tsv", "brat", "csv", "parquet", "docbin"])
def test_a_lone_surrogate_is_an_error_of_the_sentence_and_leaves_no_file(
    to: str, word: str, sent_id: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if to in ("csv", "parquet"):
        pytest.importorskip("pandas")
    if to == "docbin":
        pytest.importorskip("spacy")
    Path("x.conllu").write_text(
        "# sent_id = S1\n1\ttea\t_\t_\tNN\t_\t0\troot\t_\t_\n2\tor\t_\t_\tCC\t_\t3\tcc\t_\t_\n"
        "3\tmilk\t_\t_\tNN\t_\t1\tconj\t_\t_\n\n"
    )
    assert main(["convert", "x.conllu", "-o", "x.json"]) == 0
    described = (
        Path("x.json").read_text().replace('"S1"', f'"{sent_id}"').replace("# sent_id = S1", f"# sent_id = {sent_id}")
    )
    Path("x.json").write_text(described.replace("tea", word))
    capsys.readouterr()
    has_ids = to in ("conllu", "brackets", "coord", "tokens", "tsv", "csv", "parquet", "docbin")
    is_bad = has_ids if word == "tea" else to not in ("coord", "brackets")  # which have no words, and escape them
    assert main(["convert", "x.json", "--to", to, "-o", "out"]) == (2 if is_bad else 0)
    assert Path("out").exists() is not is_bad
    said = capsys.readouterr().err
    assert said.count("is not a character that UTF-8 can encode") == is_bad
    if is_bad:
        assert said.startswith("bubbletree: x.json:1: ")
        assert said.count("\n") == 1


@pytest.mark.parametrize("to", ["conllu", "brackets", "tokens", "tsv", "brat", "csv"])
def test_the_character_nul_is_written_to_no_file_of_text(
    to: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if to == "csv":
        pytest.importorskip("pandas")
    assert main(["convert", "ud.conllu", "-o", "x.json"]) == 0
    described = Path("x.json").read_text().replace("tea", "te\\u0000a")
    Path("x.json").write_text(described.replace('"comments": [', '"comments": ["# text = \\u0000", '))
    capsys.readouterr()
    assert main(["convert", "x.json", "--to", to, "-o", "out"]) == 2
    assert not Path("out").exists()
    said = capsys.readouterr().err
    assert re.search(r"^bubbletree: x.json:1: .*no file of text has the character NUL\n", said)
    assert main(["convert", "x.json", "-o", "out.json"]) == main(["draw", "x.json", "-o", "out.svg"]) == 0
    assert "te\\u0000a" in Path("out.json").read_text()


@pytest.mark.parametrize(
    ("encoding", "reason"),
    [
        ("utf-16-le", "the character NUL, which no text has: the file is UTF-16, or it is no text"),
        ("utf-16", "not UTF-8: the file is UTF-16"),
    ],
)
def test_files_in_utf_16_are_told_from_text(
    encoding: str, reason: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("wide.conllu").write_text(TEA_OR_COFFEE, encoding=encoding)
    assert main(["validate", "wide.conllu"]) == 2
    assert capsys.readouterr().err == f"bubbletree: wide.conllu:1: {reason}\n"


@pytest.mark.parametrize("command", ["convert", "split", "view", "lint", "find", "draw", "diff", "oracle"])
def test_an_output_that_is_an_input_is_refused(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = Path("ud.conllu").read_bytes()
    Path("link.html").symlink_to("ud.conllu")
    arguments = {"find": ["ud.conllu", "nested"], "diff": ["menu.brackets", "ud.conllu"]}.get(command, ["ud.conllu"])
    Path("hard.conllu").hardlink_to("ud.conllu")
    for name in ("ud.conllu", "./ud.conllu", "link.html", "hard.conllu"):
        assert main([command, *arguments, "-o", name]) == 2
        assert (
            capsys.readouterr().err
            == f"bubbletree: {name}: the output is a file that is read: name another one with -o\n"
        )
    assert Path("ud.conllu").read_bytes() == before


@pytest.mark.parametrize("option", ["--coord", "--ud", "--spans"])
def test_an_output_that_is_read_beside_the_input_is_refused(
    option: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("beside.coord").write_text("")
    assert main(["convert", "ud.conllu", option, "beside.coord", "-o", "beside.coord"]) == 2
    assert "the output is a file that is read" in capsys.readouterr().err


def test_standard_output_that_goes_to_the_input_is_refused(folder: Path) -> None:
    before = Path("ud.conllu").read_bytes()
    commands = "stats ud.conllu >> ud.conllu", "convert - --to ud < ud.conllu >> ud.conllu", "draw - <> ud.conllu >&0"
    for command in commands:
        done = subprocess.run(
            ["bash", "-c", f"'{sys.executable}' -m bubbletree {command}"],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        reason = "standard output: the output is a file that is read: name another one with -o"
        assert (done.returncode, done.stderr) == (2, f"bubbletree: {reason}\n")
        assert Path("ud.conllu").read_bytes() == before


@pytest.mark.parametrize("name", ["no/such/report.json", "."])
def test_a_report_that_cannot_be_written_ends_the_work_before_it_begins(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = sorted(folder.iterdir())
    assert main(["convert", "ud.conllu", "--report", name, "-o", "out.conllu"]) == 2
    assert re.fullmatch(rf"bubbletree: {re.escape(name)}: [^\n]+\n", capsys.readouterr().err)
    assert sorted(folder.iterdir()) == there


def test_a_report_in_the_place_of_a_file_that_is_read_or_written_is_refused(folder: Path) -> None:
    before = Path("ud.conllu").read_bytes()
    assert main(["convert", "ud.conllu", "--report", "ud.conllu", "-o", "out.conllu"]) == 2
    assert main(["convert", "ud.conllu", "--report", "out.conllu", "-o", "out.conllu"]) == 2
    assert Path("ud.conllu").read_bytes() == before
    assert not Path("out.conllu").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device without room")
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["convert", "--help"], []])
def test_a_help_text_without_room_is_an_error(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "bubbletree", *arguments]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    assert ended.returncode == 2
    assert ended.stderr == "bubbletree: standard output: No space left on device\n"


def test_an_empty_folder_of_documents_is_an_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    assert main(["convert", "empty", "--from", "brat", "-o", "out.tsv"]) == 2
    assert capsys.readouterr().err == "bubbletree: empty:1: the folder has no document: no name ends in .ann\n"
    assert not Path("out.tsv").exists()


EVIL = "a\x1b[31m\nbubbletree: all is well\r\u202eb"
"""Part of a name that would make up a message of its own, in red, and in the other direction."""
EVIL_ID = EVIL.replace("\n", "\x85")


def is_plain(text: str) -> bool:
    """Whether a text has nothing that a terminal would obey but ends of lines and tabs."""
    return re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", text) is None


@pytest.mark.parametrize(
    "command",
    [
        ["validate", "{}"],
        ["convert", "{}"],
        ["stats", "{}"],
        ["split", "{}", "--explain"],
        ["lint", "{}", "--select", "all"],
        ["diff", "{}", "menu.brackets"],
        ["find", "{}", "conjuncts>0"],
        ["draw", "{}"],
        ["oracle", "{}"],
        ["view", "{}", "-o", "{}"],
        ["convert", "{}", "--explain", "-o", "{}/out.json"],
        ["convert", "menu.brackets", "--ud", "{}"],
        ["convert", "{}.tokens", "--coord", "{}"],
        ["draw", "menu.brackets", "--id", "{}"],
        ["draw", "menu.brackets", "--to", "{}"],
        ["find", "menu.brackets", "{}"],
        ["lint", "ud.conllu", "--select", "{}"],
        ["validate", "menu.brackets", "--{}"],
        ["{}"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("holds", [None, "no trees", "a word", "an id"])
def test_a_name_cannot_play_tricks_on_the_terminal(
    command: list[str], holds: str | None, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"{EVIL}.conllu"
    bad = TEA_OR_COFFEE.replace("\tcc\t", "\tcc\t0\t").replace("drinks", "again")
    text = {
        "no trees": "tea\n\n",
        "a word": TEA_OR_COFFEE.replace("\tor\t", f"\t{EVIL_ID}\t") + bad.replace("_", EVIL_ID),
        "an id": TEA_OR_COFFEE.replace("drinks", EVIL_ID) + bad.replace("again", f"{EVIL_ID}2"),
    }
    if holds is not None:
        Path(name).write_text(text[holds], encoding="utf-8")
    with suppress(SystemExit):
        main([part.replace("{}", name) for part in command])
    told = capsys.readouterr()
    assert is_plain(told.err), told.err
    assert is_plain(told.out) or command[:2] == ["convert", "{}"], told.out
    assert "\nbubbletree: all is well" not in told.err + told.out
