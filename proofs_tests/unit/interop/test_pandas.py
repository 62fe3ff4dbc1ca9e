"""Tables of coordinations: a row for each, with the fields of the description, also after a trip through Parquet."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbletree import coordinations, describe, parse_brackets
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
