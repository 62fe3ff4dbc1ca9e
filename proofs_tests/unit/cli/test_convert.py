"""`bubbletree convert`: UD into bubble trees and back, coordinations from a file, punctuation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bubbletree.cli import main
from bubbletree.io.brackets import parse_brackets
from bubbletree.io.conllu import iter_sentences, read_conllu
from proofs_tests.support.command_line import output, ud


def test_convert_writes_ud(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = output(capsys, "convert", "menu.brackets", "--to", "ud")
    assert "bubbles" not in written
    sentences = list(iter_sentences(written))
    assert sentences[0].heads == (2, 0, 4, 2, 6, 4, 9, 9, 4)
    assert sentences[0].sent_id == "menu"


def test_convert_makes_bubbles_of_ud_and_counts_what_it_cannot(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "ud.conllu"]) == 0
    captured = capsys.readouterr()
    assert read_conllu(captured.out) == [parse_brackets("[tea cc=or coffee]")]
    assert re.search(r"^sentences +2$", captured.err, re.MULTILINE)
    assert re.search(r"^not converted +1 ", captured.err, re.MULTILINE)
    assert "the heads do not form a tree" in captured.err


def test_conllu_with_bubbles_is_not_converted_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "menu.brackets", "-o", "menu.conllu"]) == 0
    assert main(["convert", "menu.conllu"]) == 0
    captured = capsys.readouterr()
    assert captured.out == Path("menu.conllu").read_text(encoding="utf-8")
    assert captured.err == ""


def test_convert_takes_coordinations_from_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sentence = ud("menu", ("tea", 0, "root"), ("and", 3, "cc"), ("buns", 1, "conj"))
    Path("given.conllu").write_text(sentence, encoding="utf-8")
    Path("given.coord").write_text("", encoding="utf-8")
    assert main(["convert", "given.conllu", "--coord", "given.coord", "--to", "brackets"]) == 0
    assert "[" not in capsys.readouterr().out
    lines = [
        "menu\t1\t*\t1\t3\tNP-COOD",
        "menu\t1\t1\t1\t1\tNP-COOD",
        "# menu\t1\t2\t2\t2\tNP-COOD",
        "menu\t1\t3\t3\t3\tNP-COOD",
    ]
    Path("given.coord").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["convert", "given.conllu", "--coord", "given.coord", "--to", "brackets"]) == 0
    assert "[tea cc=and buns]" in capsys.readouterr().out


def test_one_coordination_of_a_known_sentence_is_enough(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [f"{name}\t1\t{part}\tNP" for name in ("x", "drinks") for part in ("*\t1\t3", "1\t1\t1", "2\t3\t3")]
    Path("some.coord").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["convert", "ud.conllu", "--coord", "some.coord", "--to", "brackets"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "# sent_id = drinks\n[tea cc=or coffee]\n\n"
    assert "coordinations given for a sentence that is not there" in captured.err


def test_coordinations_of_other_sentences_are_an_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("other.coord").write_text("x\t1\t*\t1\t3\tNP\nx\t1\t1\t1\t1\tNP\nx\t1\t2\t3\t3\tNP\n", encoding="utf-8")
    assert main(["convert", "ud.conllu", "--coord", "other.coord", "-o", "out.conllu"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "bubbletree: ud.conllu:6: cycle: the heads do not form a tree: word 1 is not below the root",
        "bubbletree: other.coord: no sentence of ud.conllu has an id from this file",
    ]
    assert not Path("out.conllu").exists()


def test_coord_goes_with_ud_only(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "menu.brackets", "--coord", "x.coord"]) == 2
    assert capsys.readouterr().err == "bubbletree: --coord is for UD, not for brackets\n"


@pytest.mark.parametrize("command", [["convert"], ["stats"], ["find"], ["split", "--language", "en"], ["view"]])
def test_coord_is_refused_for_a_file_with_bubbles(
    command: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "menu.brackets", "-o", "menu.conllu"]) == 0
    Path("menu.coord").write_text("", encoding="utf-8")
    query = ["conjuncts>0"] if command == ["find"] else []
    for given in ([], ["--from", "conllu"]):
        assert main([command[0], "menu.conllu", *query, *command[1:], "--coord", "menu.coord", *given]) == 2
        message = "bubbletree: --coord is for UD, but menu.conllu has bubbles already\n"
        assert capsys.readouterr() == ("", message)


def test_bubbles_of_a_file_that_is_said_to_be_ud_are_not_looked_at(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("drinks.brackets").write_text("# sent_id = drinks\n[tea cc=or coffee]\n", encoding="utf-8")
    assert main(["convert", "drinks.brackets", "-o", "drinks.conllu"]) == 0
    Path("none.coord").write_text("", encoding="utf-8")
    arguments = ["convert", "drinks.conllu", "--from", "ud", "--coord", "none.coord", "--to", "brackets"]
    assert "[" not in output(capsys, *arguments)


@pytest.mark.parametrize("form", ["ud", "conllu"])
def test_punctuation_can_hang_as_the_source_has_it(form: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("three.brackets").write_text("[tea punct=, milk cc=and buns]\n", encoding="utf-8")
    heads = {}
    for custom in ("first", "following"):
        written = output(capsys, "convert", "three.brackets", "--to", form, "--punctuation", custom)
        heads[custom] = next(iter(iter_sentences(written))).heads
    assert heads == {"first": (0, 1, 1, 5, 1), "following": (0, 3, 1, 5, 1)}


def test_punctuation_is_compared_as_the_source_has_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [("tea", 0, "root"), (",", 1, "punct"), ("milk", 1, "conj"), ("and", 5, "cc"), ("buns", 1, "conj")]
    Path("first.conllu").write_text(ud("three", *rows), encoding="utf-8")
    for custom, right in (("first", 5), ("following", 4)):
        for arguments in (["convert", "--to", "ud"], ["stats"]):
            assert main([arguments[0], "first.conllu", "--punctuation", custom, *arguments[1:]]) == 0
            captured = capsys.readouterr()
            table = captured.err if arguments[0] == "convert" else captured.out
            assert re.search(rf"^  head and label restored +{right} ", table, re.MULTILINE)
            if arguments[0] == "convert":
                assert next(iter(iter_sentences(captured.out))).heads == (0, 1 if right == 5 else 3, 1, 5, 1)


CHAIN = [("tea", 0, "root"), ("milk", 1, "conj"), ("and", 2, "cc"), ("jam", 2, "conj")]


def test_explain_tells_the_decision_and_the_rule_of_each_dependent(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [("she", 2, "nsubj"), ("came", 0, "root"), ("and", 4, "cc"), ("saw", 2, "conj"), ("it", 4, "obj")]
    Path("one.conllu").write_text(ud("one", *rows), encoding="utf-8")
    assert main(["convert", "one.conllu", "--explain", "--to", "brackets"]) == 0
    told = [line.split("\t") for line in capsys.readouterr().err.splitlines() if "\t" in line]
    assert told == [
        ["one", "1", "nsubj=she", "[came saw]", "shared", "default"],
        ["one", "5", "obj=it", "[came saw]", "private", "attachment"],
    ]
    assert main(["convert", "one.conllu", "--to", "brackets"]) == 0
    assert "\t" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("style", "tree", "warning"),
    [
        (
            "auto",
            "[tea milk cc=and jam]",
            "not in the style of UD version 2: 1 of 1 coordinators depend on the conjunct",
        ),
        ("chain", "[tea milk cc=and jam]", ""),
        ("ud", "[tea [milk cc=and jam]]", "looks like --style chain"),
        ("stanford", "[tea [milk cc=and jam]]", "looks like --style chain"),
    ],
)
def test_a_file_in_another_style_is_told_with_the_evidence(
    folder: Path, capsys: pytest.CaptureFixture[str], style: str, tree: str, warning: str
) -> None:
    Path("chain.conllu").write_text(ud("chain", *CHAIN), encoding="utf-8")
    assert main(["convert", "chain.conllu", "--style", style, "--to", "brackets"]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines()[-2] == tree
    warned = [line for line in captured.err.splitlines() if "warning" in line]
    assert len(warned) == bool(warning)
    assert all(warning in line and "chain.conllu" in line for line in warned)
    assert re.search(r"^  without any change +0 ", captured.err, re.MULTILINE)


def test_a_style_that_only_later_sentences_show_is_told_at_the_end(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bubbletree.cli.styles.SAMPLE", 1)
    plain = ud("plain", ("tea", 0, "root"), ("please", 1, "discourse"))
    Path("late.conllu").write_text(plain + ud("chain", *CHAIN), encoding="utf-8")
    assert main(["convert", "late.conllu", "--to", "brackets"]) == 0
    captured = capsys.readouterr()
    assert "late.conllu: as a whole like --style chain (1 of 1 coordinators" in captured.err
    assert "[tea [milk cc=and jam]]" in captured.out


def test_ud_comes_back_with_all_that_bubbles_do_not_hold(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crossed = [("What", 4, "obl"), ("are", 4, "aux"), ("you", 4, "nsubj"), ("talking", 0, "root"), ("about", 1, "case")]
    source = ud("crossed", *crossed) + ud("chain", *CHAIN)
    Path("source.conllu").write_text(source, encoding="utf-8")
    assert main(["convert", "source.conllu", "-o", "bubbles.conllu"]) == 0
    assert "# ud_source = 5: 1 case > 4 case" in Path("bubbles.conllu").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["convert", "bubbles.conllu", "--to", "ud"]) == 0
    assert capsys.readouterr().out == source
