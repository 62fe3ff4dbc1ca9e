"""Tables of coordinations: a row for each, with the fields of the description, also after a trip through Parquet."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from bubbletree import coordinations, describe, parse_brackets, read_conllu, write_conllu
from bubbletree.cli import main
from bubbletree.grammar import generate
from bubbletree.io import atomic_writer
from bubbletree.treebank import load

pandas = pytest.importorskip("pandas")
interop = pytest.importorskip("bubbletree.interop.pandas")

MENU = parse_brackets("nsubj=I prefer obj=[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)]")


def test_each_coordination_is_a_row() -> None:
    trees = load()
    frame = interop.to_frame(trees)
    assert list(frame.columns) == list(interop.COLUMNS)
    assert len(frame) == sum(len(coordinations(tree)) for tree in trees)
    for row in frame.to_dict("records"):
        described = describe(trees[row["sentence"] - 1])
        one = described.coordinations[row["id"] - 1]
        assert (row["sent_id"], row["sentence_text"]) == (described.sent_id, described.text)
        assert (row["first"], row["last"], row["depth"], row["relation"]) == (
            one.first,
            one.last,
            one.depth,
            one.relation,
        )
        assert row["sentence_text"][row["start"] : row["end"]] == row["text"] == one.text


def test_the_menu_is_two_rows() -> None:
    outer, inner = interop.to_frame([MENU]).to_dict("records")
    assert outer["conjuncts"] == ["hot coffee or tea", "a bun"]
    assert (outer["conjunct_firsts"], outer["conjunct_lasts"]) == ([3, 8], [6, 9])
    assert (outer["governor"], outer["governor_first"], outer["governor_last"]) == ("prefer", 2, 2)
    assert pandas.isna(outer["parent"])
    assert pandas.isna(outer["confidence"])
    assert (inner["parent"], inner["shared_left"], inner["shared_left_relations"]) == (1, ["hot"], ["amod"])
    assert (inner["shared_right"], inner["coordinators"]) == ([], ["or"])


def test_without_coordinations_the_columns_are_there() -> None:
    assert list(interop.to_frame([parse_brackets("tea")]).columns) == list(interop.COLUMNS)


def test_tables_go_through_parquet(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    frame = interop.to_frame([MENU, parse_brackets("[tea cc=or milk]")])
    frame.to_parquet(tmp_path / "x.parquet")
    again = pandas.read_parquet(tmp_path / "x.parquet")
    assert list(map(list, again["conjuncts"])) == list(frame["conjuncts"])
    assert list(again["parent"].fillna(0)) == [0, 1, 0]
    assert [list(again[name]) for name in ("text", "first", "relation")] == [
        list(frame[name]) for name in ("text", "first", "relation")
    ]


def test_tables_are_written_in_row_groups_and_say_what_the_frame_says(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    trees = [*load(), *generate(50, seed=6)]
    frame = interop.to_frame(trees)
    path = tmp_path / "x.parquet"
    with atomic_writer(path) as stream, interop.table_writer(stream, as_parquet=True, rows=100) as add:
        for number, tree in enumerate(trees, start=1):
            add(tree, number)
    assert parquet.ParquetFile(path).num_row_groups >= len(frame) // 110
    interop.write_parquet(trees, tmp_path / "whole.parquet")
    for file in (path, tmp_path / "whole.parquet"):
        again = pandas.read_parquet(file)
        assert list(again.columns) == list(frame.columns)
        assert [values(row) for row in again.to_dict("records")] == [values(row) for row in frame.to_dict("records")]


def test_csv_has_the_same_rows_with_lists_in_json(tmp_path: Path) -> None:
    trees = [*load(), *generate(50, seed=6)]
    frame = interop.to_frame(trees)
    interop.write_csv(trees, tmp_path / "x.csv")
    listed = [name for name in frame.columns if isinstance(frame.loc[0, name], list)]
    again = pandas.read_csv(
        tmp_path / "x.csv",
        converters=dict.fromkeys(listed, json.loads),
        dtype={**dict.fromkeys(("sent_id", "category", "relation"), "str"), **dict.fromkeys(interop.NUMBERS, "Int64")},
        keep_default_na=False,
        na_values={name: [""] for name in (*interop.NUMBERS, "sent_id", "category", "governor", "confidence")},
    )
    assert [values(row) for row in again.to_dict("records")] == [values(row) for row in frame.to_dict("records")]


def test_a_table_without_rows_has_its_columns(tmp_path: Path) -> None:
    interop.write_parquet([parse_brackets("tea")], tmp_path / "x.parquet")
    interop.write_csv([parse_brackets("tea")], tmp_path / "x.csv")
    for frame in (pandas.read_parquet(tmp_path / "x.parquet"), pandas.read_csv(tmp_path / "x.csv")):
        assert (list(frame.columns), len(frame)) == (list(interop.COLUMNS), 0)


def test_the_command_writes_the_same_files(tmp_path: Path) -> None:
    write_conllu(load(), tmp_path / "x.conllu")
    interop.write_parquet(read_conllu(tmp_path / "x.conllu"), tmp_path / "x.parquet")
    interop.write_csv(read_conllu(tmp_path / "x.conllu"), tmp_path / "x.csv")
    for form in ("parquet", "csv"):
        out = tmp_path / f"out.{form}"
        assert main(["convert", str(tmp_path / "x.conllu"), "-o", str(out)]) == 0
        assert out.read_bytes() == (tmp_path / f"x.{form}").read_bytes()


@pytest.mark.parametrize("missing", ["pandas", "pyarrow"])
def test_without_the_library_the_command_names_the_extra(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "bubbletree.interop.pandas")
    monkeypatch.setitem(sys.modules, missing, None)
    assert main(["treebank", "-o", str(tmp_path / "x.parquet")]) == 2
    assert "parquet files need the extra 'pandas'; to install it" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def values(row: dict[str, Any]) -> list[object]:
    """A row without the difference between missing values, or between lists and arrays."""
    found = (
        list(value) if hasattr(value, "__len__") and not isinstance(value, str) else value for value in row.values()
    )
    return [None if not isinstance(value, list) and pandas.isna(value) else value for value in found]
