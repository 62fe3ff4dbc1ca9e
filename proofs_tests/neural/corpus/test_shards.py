"""Files are cut into shards without loss, never through a sentence, a paragraph or a document."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbletree import FormatError
from bubbletree.cli.guard import UsageError
from neural.cli.request import Form
from neural.corpus.shards import Document, Shard, cut, inputs
from proofs_tests.neural.files import write

ROW = "1\ttea" + 8 * "\t_" + "\n"


def of(path: Path, words: int, form: Form | None = None) -> list[Shard]:
    return list(cut(path.name, path, words, form))


@pytest.mark.parametrize("words", [1, 3, 7, 1000])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "Tea and buns.\n\n\nOne. Two.\nThree.\n\nFour"),
        ("a.conllu", f"# x\n{ROW}{ROW}\n{ROW}\n\n{ROW}"),
        ("a.txt", "\r\n\r\nTea\r\n\r\nbuns\r\n"),
    ],
)
def test_shards_joined_are_the_file(name: str, text: str, words: int, tmp_path: Path) -> None:
    path = write(tmp_path / name, "")
    path.write_bytes(text.encode())
    shards = of(path, words)
    assert b"".join(line for shard in shards for line in shard.lines) == text.encode()
    assert [shard.name for shard in shards] == [f"{name}.{number:06}" for number in range(1, len(shards) + 1)]
    for shard, before in zip(shards, range(len(shards)), strict=True):
        earlier = [line for one in shards[:before] for line in one.lines]
        assert shard.lines_before == len(earlier)
        assert shard.characters_before == len(b"".join(earlier).decode())


def test_a_cut_is_where_the_words_are_enough_and_something_ends(tmp_path: Path) -> None:
    text = write(tmp_path / "a.txt", "one two\nthree\n\nfour\n\nfive six\n\n")
    assert [len(shard.lines) for shard in of(text, 3)] == [3, 4]
    assert [len(shard.lines) for shard in of(text, 2)] == [3, 4]
    assert [len(shard.lines) for shard in of(text, 1)] == [3, 2, 2]
    assert [len(shard.lines) for shard in of(text, 3, Form.LINES)] == [2, 4]
    conllu = write(tmp_path / "a.conllu", f"# a b c d\n{ROW}{ROW}\n{ROW}\n{ROW}{ROW}\n")
    assert [(len(shard.lines), shard.sentences_before) for shard in of(conllu, 2)] == [(4, 0), (5, 1)]


def test_documents_have_a_text_and_perhaps_an_id(tmp_path: Path) -> None:
    lines = '{"id": "d 1", "text": "Tea."}\n\n{"text": "Buns."}\n[]\n{"id": 7, "text": 8}\nno\n{"id": 9}\n'
    [shard] = of(write(tmp_path / "a.jsonl", lines), 100)
    assert shard.documents == (Document("d1", "Tea."), Document("3", "Buns."))
    assert [(bad.line, bad.reason.split(":")[0]) for bad in shard.bad] == [
        (4, "not a JSON object"),
        (5, "'text' is not text"),
        (6, "not JSON"),
        (7, "it has no 'text'"),
    ]
    assert [shard.documents for shard in of(tmp_path / "a.jsonl", 1)[:2]] == [
        (Document("d1", "Tea."),),
        (Document("3", "Buns."),),
    ]


def test_documents_that_are_no_text_are_named_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(
        b'{"text": "\\ud800 and x"}\n{"text": "Tea."}\n{"id": "\\udfff", "text": "x"}\n{"text": "\xff"}\n'
        b'{"text": "\\ud83c\\udf75"}\n'
    )
    [shard] = of(path, 100)
    assert shard.documents == (Document("2", "Tea."), Document("5", "\U0001f375"))
    assert [(bad.source, bad.line, bad.reason) for bad in shard.bad] == [
        (str(path), 1, r"'text' holds '\ud800', half of a surrogate pair, which is not a character"),
        (str(path), 3, r"'id' holds '\udfff', half of a surrogate pair, which is not a character"),
        (str(path), 4, "not UTF-8: byte 0xff (invalid start byte)"),
    ]


@pytest.mark.parametrize("name", ["a.html", "a.csv", "a.brackets"])
def test_a_file_that_is_no_text_is_refused_unless_its_form_is_given(name: str, tmp_path: Path) -> None:
    path = write(tmp_path / name, "Tea.")
    with pytest.raises(UsageError, match=f"{name}: it .*--from text"):
        inputs([str(path)])
    assert inputs([str(path)], Form.TEXT) == {name: path}


def test_documents_can_be_the_rows_of_a_parquet_file(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    pandas.DataFrame({"id": [5, 6], "text": ["Tea.", None], "other": [1, 2]}).to_parquet(tmp_path / "a.parquet")
    [shard] = of(tmp_path / "a.parquet", 100)
    assert shard.documents == (Document("5", "Tea."),)
    assert [(bad.line, bad.reason) for bad in shard.bad] == [(2, "it has no 'text'")]
    pandas.DataFrame({"body": ["Tea."]}).to_parquet(tmp_path / "b.parquet")
    with pytest.raises(FormatError, match=r"b\.parquet.*no column 'text', but body"):
        of(tmp_path / "b.parquet", 100)
    with pytest.raises(FormatError, match=r"c\.parquet.*not a Parquet file"):
        of(write(tmp_path / "c.parquet", "Tea."), 100)


def test_the_digest_is_that_of_the_content(tmp_path: Path) -> None:
    first, second = (of(write(tmp_path / name, "Tea.\n"), 10)[0] for name in ("a.txt", "b.txt"))
    assert first.digest == second.digest
    assert of(write(tmp_path / "a.txt", "Tea!\n"), 10)[0].digest != first.digest
    assert of(tmp_path / "b.txt", 10, Form.LINES)[0].digest != first.digest


def test_a_folder_stands_for_the_files_in_it_that_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "in" / "sub").mkdir(parents=True)
    for name in ("b.txt", "sub/a.CONLLU", "sub/c.json", "notes.pdf"):
        write(tmp_path / "in" / name, "")
    other = write(tmp_path / "other", "")
    assert list(inputs([str(tmp_path / "in"), str(other)])) == ["b.txt", "sub/a.CONLLU", "sub/c.json", "other"]
    with pytest.raises(UsageError, match=r"^none: there is no such file or folder"):
        inputs(["none"])
    with pytest.raises(UsageError, match=r"would have the same name"):
        inputs([str(tmp_path / "in"), str(write(tmp_path / "b.txt", ""))])
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match=r"no file in this folder has a name that ends in \.conll, "):
        inputs([str(tmp_path / "empty")])
