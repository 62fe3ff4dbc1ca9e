"""Sentences that cannot be used are named and left out, by every command; nothing around them is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bubbletree.cli import main
from bubbletree.cli.skipped import NAMED
from proofs_tests.support.command_line import CROSSING, CYCLE, TEA_OR_COFFEE, ud

SHORT_ROW = "# sent_id = short\n1\ttea\n\n"
BAD = "bubbletree: mixed.conllu:7: short: expected 10 columns separated by tabs, found 2\n"
COMMANDS = ("convert", "stats", "draw", "oracle", "split")


@pytest.fixture
def mixed(folder: Path) -> Path:
    """A good sentence, one with too few columns, and a good one with a byte order mark before it."""
    Path("mixed.conllu").write_text(
        TEA_OR_COFFEE + SHORT_ROW + "\ufeff" + ud("last", ("buns", 0, "root")), encoding="utf-8"
    )
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_go_on_behind_a_bad_sentence(command: str, mixed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "mixed.conllu"]) == 0
    captured = capsys.readouterr()
    assert captured.err.startswith(BAD)
    assert captured.err.count("bubbletree: ") == 1
    if command == "stats":
        assert "\n\ntrees\nsentences                    2\n" in captured.out
    elif command == "split":
        assert captured.out == "tea\ncoffee\n\nbuns\n"
    else:
        assert captured.out.index("drinks") < captured.out.index("last")


def test_validate_goes_on_behind_a_bad_sentence_and_counts_it_as_unreadable(
    mixed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", "mixed.conllu"]) == 2
    assert capsys.readouterr() == ("mixed.conllu: 2 trees, 0 invalid; 1 sentence cannot be read\n", BAD)


@pytest.mark.parametrize("command", [*COMMANDS, "validate"])
def test_commands_can_stop_at_the_first_bad_sentence(
    command: str, mixed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = [] if command in ("stats", "validate") else ["-o", "out.txt"]
    to = ["--to", "conllu"] if command == "convert" else []
    assert main([command, "mixed.conllu", "--on-error", "stop", *output, *to]) == 2
    assert capsys.readouterr().err == BAD
    assert not Path("out.txt").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_if_nothing_can_be_read_there_is_no_output(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.conllu").write_text(SHORT_ROW * 2, encoding="utf-8")
    output = [] if command == "stats" else ["-o", "out.txt"]
    to = ["--to", "conllu"] if command == "convert" else []
    assert main([command, "bad.conllu", *output, *to]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 2
    assert not Path("out.txt").exists()


def test_an_empty_file_is_no_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty.conllu").write_text("\n", encoding="utf-8")
    for command in (*COMMANDS, "validate"):
        assert main([command, "empty.conllu"]) == 0


def test_the_first_twenty_are_named_the_others_counted_and_all_reported(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert NAMED == 20
    Path("many.conllu").write_text(TEA_OR_COFFEE + SHORT_ROW * 25, encoding="utf-8")
    assert main(["convert", "many.conllu", "--report", "report.json", "--to", "brackets"]) == 0
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("bubbletree: ")]
    assert lines[:2] == [
        f"bubbletree: many.conllu:{line}: short: expected 10 columns separated by tabs, found 2" for line in (7, 10)
    ]
    assert lines[20:] == ["bubbletree: 5 more are not named here; all are in report.json"]
    report = json.loads(Path("report.json").read_text(encoding="utf-8"))
    assert report["used"] == 1
    assert len(report["skipped"]) == 25
    assert report["skipped"][24] == {
        "file": "many.conllu",
        "line": 7 + 3 * 24,
        "number": 26,
        "sent_id": "short",
        "reason": "expected 10 columns separated by tabs, found 2",
    }
    assert main(["stats", "many.conllu"]) == 0
    assert "bubbletree: 5 more are not named here; --report FILE.json lists all\n" in capsys.readouterr().err


@pytest.mark.parametrize(("on_error", "used"), [("skip", 0), ("stop", 0)])
def test_the_report_is_written_also_if_nothing_is_left(
    on_error: str, used: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.conllu").write_text(SHORT_ROW, encoding="utf-8")
    assert main(["draw", "bad.conllu", "--report", "report.json", "--on-error", on_error]) == 2
    report = json.loads(Path("report.json").read_text(encoding="utf-8"))
    assert (report["used"], [one["sent_id"] for one in report["skipped"]]) == (used, ["short"])


def test_sentences_without_a_tree_are_named_like_those_that_cannot_be_read(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("cycle.conllu").write_text(TEA_OR_COFFEE + CYCLE, encoding="utf-8")
    line = "bubbletree: cycle.conllu:6: cycle: the heads do not form a tree: word 1 is not below the root\n"
    for arguments in (["convert"], ["stats"], ["draw", "--from", "ud"]):
        assert main([arguments[0], "cycle.conllu", *arguments[1:]]) == 0
        assert capsys.readouterr().err.startswith(line)
    Path("only.conllu").write_text(CYCLE, encoding="utf-8")
    assert main(["convert", "only.conllu", "-o", "out.conllu"]) == 2
    assert not Path("out.conllu").exists()


def test_trees_that_cannot_be_drawn_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("cycle.conllu").write_text(CYCLE + TEA_OR_COFFEE, encoding="utf-8")
    for form in ("arcs", "tikz"):
        assert main(["draw", "cycle.conllu", "--to", form]) == 0
        captured = capsys.readouterr()
        assert captured.err.startswith("bubbletree: cycle.conllu:1: cycle: not a ")
        assert "tea" in captured.out
        assert not captured.out.startswith("\n")


def test_a_sentence_that_was_not_asked_for_is_not_named(mixed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for choice in (["--id", "last"], ["--number", "3"]):
        assert main(["draw", "mixed.conllu", *choice]) == 0
        captured = capsys.readouterr()
        assert (captured.out.split(":")[0], captured.err) == ("last", "")
    for choice in (["--id", "short"], ["--number", "2"]):
        for form in ("text", "svg", "html"):
            assert main(["draw", "mixed.conllu", *choice, "--to", form]) == 2
            assert capsys.readouterr() == ("", BAD)


@pytest.mark.parametrize(
    ("name", "good", "bad", "line"),
    [
        ("x.brackets", "# sent_id = a\n[tea cc=or buns]\n\n", "# sent_id = b\n\n# sent_id = c\n(tea\n\n", 7),
        ("x.jsonl", '{"words": ["tea"], "contents": [[0], [1]], "arcs": [[0, "root", 1]]}\n', "{\n", 2),
        ("x.conllu", TEA_OR_COFFEE, "1\ttea\t_\t_\t_\t_\t0\troot\t_\t\xff\n\n", 6),
    ],
)
def test_all_formats_are_read_on(
    name: str, good: str, bad: str, line: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_bytes((good + bad + good).encode("latin-1"))
    assert main(["validate", name]) == 2
    captured = capsys.readouterr()
    assert captured.out == f"{name}: 2 trees, 0 invalid; 1 sentence cannot be read\n"
    assert captured.err.startswith(f"bubbletree: {name}:{line}: ")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "content", "first"),
    [
        ("x.conllu", TEA_OR_COFFEE + ud("one", ("tea", 0, "root")), 2),
        ("x.brackets", "# sent_id = drinks\n[tea cc=or\ncoffee]\n\ntea\n", 3),
        ("x.jsonl", json.dumps(CROSSING) + "\n" + '{"words": [], "contents": [[0]], "arcs": []}\n', 1),
    ],
)
def test_a_sentence_with_too_many_words_is_left_out(
    name: str, content: str, first: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_text(content, encoding="utf-8")
    assert main(["validate", name, "--well-formed", "--max-words", "3"]) == 0
    capsys.readouterr()
    assert main(["validate", name, "--max-words", "2"]) == 2
    captured = capsys.readouterr()
    assert captured.out == f"{name}: 1 tree, 0 invalid; 1 sentence cannot be read\n"
    assert captured.err.startswith(f"bubbletree: {name}:")
    assert captured.err.endswith("the sentence has more than 2 words, the most that are read\n")
