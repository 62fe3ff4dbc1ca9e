"""`neural.parse --lemmas`: the column LEMMA, where a format has one."""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path

import pytest

from bubbletree.io import read_conllu
from neural import parse

pytest.importorskip("simplemma")

ROWS = ("1\tTeas\tTEA\tNOUN", "2\tor\t_\tCCONJ", "3\tbuns\t_\tNOUN")
SOURCE = "".join(row + "\t_" * 6 + "\n" for row in ROWS) + "\n"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "in.conllu").write_text(SOURCE, encoding="utf-8")
    return tmp_path / "in.conllu"


def lemmas(path: Path) -> list[str]:
    [tree] = read_conllu(path)
    assert tree.sentence is not None
    return [row.lemma for row in tree.sentence.word_rows]


def test_empty_lemmas_are_filled(bubbly_model: Path, source: Path, tmp_path: Path) -> None:
    plain, filled = tmp_path / "plain.conllu", tmp_path / "filled.conllu"
    assert parse.main([str(bubbly_model), str(source), "-o", str(plain)]) == 0
    assert parse.main([str(bubbly_model), str(source), "--lemmas", "en", "-o", str(filled)]) == 0
    assert (lemmas(plain), lemmas(filled)) == (["TEA", "_", "_"], ["TEA", "or", "bun"])
    assert read_conllu(plain) == read_conllu(filled)


def test_json_has_them_and_many_files_too(bubbly_model: Path, source: Path, tmp_path: Path) -> None:
    asked = ["--model", str(bubbly_model), str(source), "--lemmas", "en"]
    assert parse.main([*asked, "-o", str(tmp_path / "out.json")]) == 0
    assert parse.main([*asked, "--workers", "1", "-o", str(tmp_path / "out")]) == 0
    [shard] = (tmp_path / "out").rglob("*.json")
    for path in (tmp_path / "out.json", shard):
        tokens = json.loads(path.read_text(encoding="utf-8"))["tokens"]
        assert [token["lemma"] for token in tokens] == ["TEA", "or", "bun"]


@pytest.mark.parametrize(
    ("form", "more"), [("drawing", []), *product(["jsonl", "brackets", "coord", "csv"], [[], ["--workers", "1"]])]
)
def test_formats_without_lemmas_are_refused(
    bubbly_model: Path, source: Path, tmp_path: Path, form: str, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--model", str(bubbly_model), str(source), "--lemmas", "en", "--to", form, "-o", str(tmp_path / "out")]
    assert parse.main([*asked, *more]) == 2
    told = f"{form} has no place for lemmas: leave out --lemmas, or write conllu, ud, enhanced-ud, json, docbin"
    assert capsys.readouterr().err == f"bubbletree parse: {told}\n"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("more", [[], ["--workers", "1"]])
def test_what_is_missing_is_told_before_the_work(
    bubbly_model: Path,
    source: Path,
    tmp_path: Path,
    more: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["--model", str(bubbly_model), str(source), "-o", str(tmp_path / "out.conllu"), *more]
    assert parse.main([*asked, "--lemmas", "zu"]) == 2
    assert capsys.readouterr().err == "bubbletree parse: simplemma has no dictionary for the language 'zu'\n"
    monkeypatch.delitem(sys.modules, "bubbletree.interop.simplemma", raising=False)
    monkeypatch.setitem(sys.modules, "simplemma", None)
    assert parse.main([*asked, "--lemmas", "en"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("bubbletree parse: lemmas need the extra 'lemmas'; to install it")
    assert not (tmp_path / "out.conllu").exists()
