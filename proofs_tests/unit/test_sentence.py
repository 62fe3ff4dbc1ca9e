"""``Sentence``: columns in, columns out, and the name that a comment gives."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bubbletree import Row, Sentence


def test_columns_are_kept() -> None:
    sentence = Sentence.from_columns(
        ["tea", "please"], heads=[0, 1], deprels=["root", "discourse"], upos=["NOUN", "INTJ"], xpos=["NN", "UH"]
    )
    assert sentence.rows == (
        Row("1", "tea", upos="NOUN", xpos="NN", head="0", deprel="root"),
        Row("2", "please", upos="INTJ", xpos="UH", head="1", deprel="discourse"),
    )
    assert (sentence.words, sentence.heads, sentence.deprels, sentence.upos) == (
        ("tea", "please"),
        (0, 1),
        ("root", "discourse"),
        ("NOUN", "INTJ"),
    )


def test_columns_left_out_are_blank() -> None:
    assert Sentence.from_columns(["tea"]).rows == (Row("1", "tea"),)
    assert Row("1", "tea") == Row("1", "tea", "_", "_", "_", "_", "_", "_", "_", "_")


@pytest.mark.parametrize("column", ["heads", "deprels", "upos", "xpos"])
def test_columns_are_as_long_as_the_sentence(column: str) -> None:
    columns = {"heads": [0], "deprels": ["root"], "upos": ["X"], "xpos": ["X"]}
    with pytest.raises(ValueError, match="zip"):
        Sentence.from_columns(["tea", "please"], **{column: columns[column]})  # type: ignore[arg-type]  # one of four


def test_only_words_count_as_words() -> None:
    rows = (Row("1-2", "don't"), Row("1", "do"), Row("2", "n't"), Row("2.1", "go"))
    assert Sentence(rows).words == ("do", "n't")


@pytest.mark.parametrize(
    ("comments", "name"),
    [
        (("# text = tea", "# sent_id = a", "# sent_id = b"), "a"),
        (("#sent_id=a=b",), "a=b"),
        (("# sent_id =",), ""),
        (("# sent_id",), None),
        (("# sent_id_old = a", "# my sent_id = b", "#Xsent_id = c"), None),
        ((), None),
    ],
)
def test_the_name_of_a_sentence(comments: tuple[str, ...], name: str | None) -> None:
    assert Sentence((Row("1", "tea"),), comments).sent_id == name


@pytest.mark.parametrize(
    ("name", "value"), [("text", "a = b"), ("n", ""), ("newdoc", None), ("x", None), ("sent_id", "1")]
)
def test_comments_are_looked_up_by_name(name: str, value: str | None) -> None:
    comments = ("# newdoc", "#n=", "# text = a = b", "# text = c", "# sent_id", "#sent_id =1 ", "## x = 1")
    assert Sentence((), comments).comment(name) == value


def test_comments_take_the_place_of_those_of_their_name() -> None:
    sentence = Sentence((Row("1", "tea"),), ("# a = 1", "#b=2", "# b", "# bb = 3", "# c = 4"), (((1, 1), "NP"),))
    changed = sentence.with_comments({"c": "", "b": "x y", "d": "5", "e": ""})
    assert changed.comments == ("# a = 1", "# bb = 3", "# b = x y", "# d = 5")
    assert (changed.rows, changed.categories) == (sentence.rows, sentence.categories)
    assert sentence.with_comments({}) == sentence


def test_comments_and_categories_may_be_left_out() -> None:
    rows = (Row("1", "tea"),)
    assert Sentence(rows) == Sentence(rows, comments=(), categories=())


def test_words_know_where_they_stand_in_the_text_if_all_do() -> None:
    rows = (
        Row("1-2", "won't", misc="TokenRange=0:5"),
        Row("1", "wo", misc="SpaceAfter=No|TokenRange=0:2"),
        Row("2", "n't", misc="TokenRange=2:5|X=Y"),
    )
    assert [row.offsets for row in rows] == [(0, 5), (0, 2), (2, 5)]
    assert Sentence(rows).offsets == ((0, 2), (2, 5))
    for misc in ("_", "TokenRange=2", "TokenRange=2:x", "XTokenRange=2:5"):
        assert Sentence((rows[1], replace(rows[2], misc=misc))).offsets is None


def test_only_multiword_tokens_cover_words() -> None:
    assert [Row(name, "du").covered for name in ("3", "3-4", "10-12", "3.1", "0.1")] == [
        None,
        (3, 4),
        (10, 12),
        None,
        None,
    ]
