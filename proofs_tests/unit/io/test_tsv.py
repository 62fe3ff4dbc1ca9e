"""Tables of spans: what people make with a spreadsheet is read, what is written comes back, errors have lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import FormatError, GivenCoordination, UnwritableError
from bubbletree.grammar import generate
from bubbletree.io.scan import BadSentence
from bubbletree.io.tsv import HEADER, format_tsv, iter_tsv, read_tsv, scan_tsv, write_tsv
from bubbletree.marked import MarkedSentence, marked
from bubbletree.sentence import Sentence
from bubbletree.treebank import load


def facts(one: MarkedSentence) -> tuple[object, ...]:
    return one.sent_id, one.words, one.coordinations


def table(*lines: str) -> str:
    return "".join(line.replace(" | ", "\t").replace("|", "\t") + "\n" for line in lines)


def test_the_treebank_comes_back(tmp_path: Path) -> None:
    written = [marked(tree).named(str(number)) for number, tree in enumerate([*load(), *generate(100, seed=2)])]
    assert sum(len(one.coordinations) > 1 for one in written) > 30
    write_tsv(written, tmp_path / "x.tsv")
    assert list(map(facts, read_tsv(tmp_path / "x.tsv"))) == list(map(facts, written))
    write_tsv(iter_tsv(tmp_path / "x.tsv"), tmp_path / "y.tsv")
    assert (tmp_path / "y.tsv").read_bytes() == (tmp_path / "x.tsv").read_bytes()


WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\t\r\n"), min_size=1)


@given(st.lists(WORDS, min_size=3, max_size=4))
def test_words_of_any_characters_come_back_or_are_refused(words: list[str]) -> None:
    one = MarkedSentence(Sentence.from_columns(words), (GivenCoordination([(1, 1), (3, 3)]),)).named("a")
    try:
        text = HEADER + format_tsv(one)
    except UnwritableError:
        assert words[0].startswith("\ufeff") or words[-1].endswith((" ", "\ufeff")) or words[0].startswith(" ")
        return
    assert list(map(facts, read_tsv(text))) == [facts(one)]


def test_columns_may_be_in_any_order_and_quoted() -> None:
    text = table("Note | Words | sent_id | Conjuncts", 'mine | "say ""tea"" or milk" | 1 | 2 4', " | yes | 2")
    first, second = read_tsv("\ufeff" + text.replace("\n", "\r\n"))
    assert first.words == ("say", '"tea"', "or", "milk")
    assert [tuple(span) for span in first.coordinations[0].conjuncts] == [(2, 2), (4, 4)]
    assert (second.sent_id, second.words, second.coordinations) == ("2", ("yes",), ())


def test_spans_may_have_dots_or_a_hyphen() -> None:
    [one] = read_tsv(table("sent_id|words|conjuncts|separators|category", "1|a b c d e|1-2 4..5|3|NP"))
    assert one.coordinations == (GivenCoordination([(1, 2), (4, 5)], [(3, 3)], "NP"),)


def test_a_word_with_a_blank_or_a_backslash_comes_back() -> None:
    one = MarkedSentence(Sentence.from_columns(["10 000", "a\\", "\\ b", "1\\/2"])).named("x")
    assert read_tsv(HEADER + format_tsv(one))[0].words == one.words
    assert read_tsv(table("sent_id|words|conjuncts", "1|1\\/2 tea|"))[0].words == ("1\\/2", "tea")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1|a b c|1|", "a coordination needs two conjuncts"),
        ("1|a b c|1 4|", "4-4 is not a span of a sentence of 3 words"),
        ("1|a b c|1 tea|", "expected a span such as 3 or 3..5, found 'tea'"),
        ("1|a b c|1 3..2|", "expected a span such as 3 or 3..5, found '3..2'"),
        ("1|a b c|1 " + "9" * 5000 + "|", "expected a span such as 3 or 3..5, found '" + "9" * 40 + "...'"),
        ("1|a b c||2", "the line has no conjuncts"),
        ("|a b c|1 3|", "the sentence has no sent_id or no words"),
        ("1||1 3|", "the sentence has no sent_id or no words"),
        ('1|"a b c|1 3|', "a cell that begins with a quotation mark must end in one, and have those inside doubled"),
        ("0|a b c|1 3|", "sentence 0 has other words in the line above"),
    ],
)
def test_errors_name_line_and_cause_and_reading_goes_on(line: str, reason: str) -> None:
    text = table("sent_id|words|conjuncts|separators", "0|a b|1 2|", line, "9|yes||")
    *_, bad, good = scan_tsv(text, "gold.tsv")
    assert str(bad).startswith("gold.tsv:3: ")
    assert str(bad).endswith(reason)
    assert good.value.sent_id == "9"  # type: ignore[union-attr]  # it is a good one
    with pytest.raises(FormatError, match=r"^gold.tsv:3: "):
        read_tsv(text, "gold.tsv")


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        ("", "<input>:1: the table is empty"),
        ("1|a b c|1 3\n", "<input>:1: the first line must name the columns; there is no sent_id, words, conjuncts"),
        ("sent_id|words|conjuncts|words\n", "<input>:1: two columns are called words"),
    ],
)
def test_a_table_must_name_its_columns(first: str, reason: str) -> None:
    [bad] = scan_tsv(first.replace("|", "\t").split("\n"))
    assert str(bad) == reason


def test_the_lines_of_a_sentence_must_follow_each_other() -> None:
    _, _, bad = scan_tsv(table("sent_id|words|conjuncts", "1|a b|1 2", "2|c d|", "1|a b|1 2"))
    assert str(bad).endswith("sentence 1 has other lines above, and not just above")
    assert (bad.line, bad.sent_id) == (4, "1")  # type: ignore[union-attr]  # it is a bad one


def test_long_sentences_are_refused() -> None:
    [bad] = scan_tsv(table("sent_id|words|conjuncts", "1|a b c|"), max_words=2)
    assert "more than 2 words" in str(bad)


@pytest.mark.parametrize(
    ("words", "coordination"),
    [
        (["a\tb", "c"], None),
        (["a", ""], None),
        ([], None),
        (["a", "b"], GivenCoordination([(1, 1), (3, 3)])),
        (["a", "b"], GivenCoordination([(1, 1), (2, 2)], category="N\nP")),
    ],
)
def test_what_cannot_be_written_is_refused(words: list[str], coordination: GivenCoordination | None) -> None:
    found = () if coordination is None else (coordination,)
    with pytest.raises(UnwritableError, match=r"^cannot be written as tsv"):
        format_tsv(MarkedSentence(Sentence.from_columns(words), found).named("1"))


@pytest.mark.parametrize(
    ("conjuncts", "reason"),
    [
        (["1 3", "2 4"], "1-3 crosses 2-4 of another coordination"),
        (["1..3 5", "2 4"], "1-3 crosses 2-4 of another coordination"),
        (["3..5 7", "1 3"], "1-3 crosses 3-7 of another coordination"),
    ],
)
def test_coordinations_that_cross_are_refused_in_the_line_of_the_second(conjuncts: list[str], reason: str) -> None:
    lines = [f"S\ta b c d e f g h\t{one}\n" for one in ("1 8", *conjuncts)]
    [bad] = scan_tsv("".join(["sent_id\twords\tconjuncts\n", *lines]))
    assert isinstance(bad, BadSentence)
    assert (bad.line, bad.reason) == (4, reason)
    given = [GivenCoordination([(1, 1), (3, 3)]), GivenCoordination([(2, 2), (4, 4)])]
    with pytest.raises(UnwritableError, match="1-3 crosses 2-4"):
        format_tsv(MarkedSentence(Sentence.from_columns(list("abcd")), tuple(given)).named("S"))


def test_a_category_has_no_blank() -> None:
    [bad] = scan_tsv("sent_id\twords\tconjuncts\tcategory\nS\ta or b\t1 3\tN P\n")
    assert isinstance(bad, BadSentence)
    assert (bad.line, bad.reason) == (2, "the category 'N P' has a blank")
    given = GivenCoordination([(1, 1), (3, 3)], [], "N P")
    with pytest.raises(UnwritableError, match="has a blank"):
        format_tsv(MarkedSentence(Sentence.from_columns(list("abc")), (given,)).named("S"))
