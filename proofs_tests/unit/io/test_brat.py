"""Documents of brat: what annotators make is read, what is written is read back, and errors have a file and a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbletree import FormatError, GivenCoordination, Sentence, UnwritableError
from bubbletree.grammar import generate
from bubbletree.io.brat import SENTENCES, format_brat, iter_brat, parse_brat, scan_brat, write_brat
from bubbletree.io.scan import BadSentence, GoodSentence
from bubbletree.marked import MarkedSentence, marked
from bubbletree.sentence import Row
from bubbletree.treebank import load

TEXT = "Upper and lower body or head hurt.\nTea, milk!\n"


def lines_of(*lines: str) -> str:
    """Lines with a tab behind the name, and one before the text of a text-bound annotation."""
    return "".join(line.replace(" ", "\t", 1) + "\n" for line in lines)


def bound(name: str, kind: str, *pieces: str, text: str = TEXT) -> str:
    """A text-bound annotation of the first occurrences of some words."""
    places = [(text.index(piece), text.index(piece) + len(piece)) for piece in pieces]
    return f"{name} {kind} {';'.join(f'{start} {end}' for start, end in places)}\t{' '.join(pieces)}"


def spans(given: GivenCoordination) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    return [(a, b) for a, b in given.conjuncts], [(a, b) for a, b in given.separators]


def written() -> list[MarkedSentence]:
    return [marked(tree).named(f"s{number}") for number, tree in enumerate([*load(), *generate(100, seed=2)])]


def facts(one: MarkedSentence) -> tuple[object, ...]:
    return one.sent_id, one.words, one.coordinations


def test_the_treebank_comes_back_with_its_sentences(tmp_path: Path) -> None:
    sentences = written()
    write_brat(sentences, tmp_path / "x")
    again = list(iter_brat(tmp_path / "x", [one.sentence for one in sentences]))
    assert list(map(facts, again)) == list(map(facts, sentences))
    assert sum(len(one.coordinations) > 1 for one in again) > 30
    assert len(list((tmp_path / "x").glob("*.ann"))) == -(-len(sentences) // SENTENCES)


def test_without_sentences_the_same_documents_are_written_again(tmp_path: Path) -> None:
    write_brat(written(), tmp_path / "x")
    write_brat(iter_brat(tmp_path / "x"), tmp_path / "y")
    for path in sorted((tmp_path / "x").iterdir()):
        assert (tmp_path / "y" / path.name).read_bytes() == path.read_bytes()


def test_the_configuration_names_the_categories_that_occur(tmp_path: Path) -> None:
    one = MarkedSentence(Sentence.from_columns(["a", "b"]), (GivenCoordination([(1, 1), (2, 2)], category="X"),))
    write_brat([one], tmp_path / "x")
    assert "Category\tArg:Coordination, Value:X\n" in (tmp_path / "x" / "annotation.conf").read_text(encoding="utf-8")


def test_words_that_conjuncts_have_in_common_are_shared() -> None:
    made = lines_of(
        bound("T1", "Conjunct", "Upper", "body"),
        bound("T2", "Conjunct", "lower body"),
        bound("T3", "Coordination", "and"),
        "E1 Coordination:T3 Conjunct2:T2 Conjunct:T1 ",
    )
    [first, _] = parse_brat(TEXT, made)
    assert spans(first.coordinations[0]) == ([(1, 1), (3, 3)], [(2, 2)])


def test_a_conjunct_in_pieces_reaches_from_its_first_word_to_its_last() -> None:
    made = lines_of(
        bound("T1", "Conjunct", "Upper", "body"),
        bound("T2", "Conjunct", "head"),
        bound("T3", "Coordination", "or"),
        "E1 Coordination:T3 Conjunct:T1 Conjunct2:T2",
        "A1 Category E1 NP",
    )
    [first, _] = parse_brat(TEXT, made)
    assert spans(first.coordinations[0]) == ([(1, 4), (6, 6)], [(5, 5)])
    assert first.coordinations[0].category == "NP"


def test_without_a_coordinator_the_trigger_is_the_whole_and_separates_nothing() -> None:
    made = lines_of(
        bound("T1", "Conjunct", "Tea"),
        bound("T2", "Conjunct", "milk"),
        bound("T3", "Coordination", "Tea, milk"),
        "E1 Coordination:T3 Conjunct:T1 Conjunct2:T2",
    )
    [_, second] = parse_brat(TEXT, made)
    assert (second.words, spans(second.coordinations[0])) == (("Tea", ",", "milk", "!"), ([(1, 1), (3, 3)], []))


def test_separators_may_be_arguments_and_pieces_of_the_trigger() -> None:
    text = "either tea, milk or buns"
    made = lines_of(
        bound("T1", "Conjunct", "tea", text=text),
        bound("T2", "Conjunct", "milk", text=text),
        bound("T3", "Conjunct", "buns", text=text),
        bound("T4", "Coordination", "either", "or", text=text),
        bound("T5", "Separator", ",", text=text),
        "E1 Coordination:T4 Conjunct:T1 Conjunct2:T2 Conjunct3:T3 Separator:T5",
    )
    [one] = parse_brat(text, made)
    assert spans(one.coordinations[0]) == ([(2, 2), (4, 4), (6, 6)], [(3, 3), (5, 5)])


def test_other_annotation_is_left_alone() -> None:
    made = lines_of(
        "T9 Protein 0 5\tsomething else",
        "E9 Binding:T9 Theme:T9",
        "R1 Part Arg1:T9 Arg2:T9",
        "# a note",
        "* Equiv T9 T9",
        "A9 Negation E9",
    )
    assert [one.coordinations for one in parse_brat(TEXT, made)] == [(), ()]


def test_places_are_those_of_the_text_with_all_its_line_ends(tmp_path: Path) -> None:
    text = "\u00e9\U0001f375 yes.\r\n\r\nTea or milk\r\n"
    (tmp_path / "a.txt").write_bytes(text.encode())
    made = lines_of(
        bound("T1", "Conjunct", "Tea", text=text),
        bound("T2", "Conjunct", "milk", text=text),
        bound("T3", "Coordination", "or", text=text),
        "E1 Coordination:T3 Conjunct:T1 Conjunct2:T2",
    )
    (tmp_path / "a.ann").write_text(made, encoding="utf-8", newline="\n")
    first, second = iter_brat(tmp_path / "a.txt")
    assert (first.words, first.sent_id) == (("\u00e9", "\U0001f375", "yes", "."), "a.1")
    assert (second.words, second.sent_id, len(second.coordinations)) == (("Tea", "or", "milk"), "a.2", 1)
    assert second.sentence.comment("text") == "Tea or milk"


def test_words_are_cut_where_annotation_cuts_them_and_put_together_in_the_same_text() -> None:
    text = "tea/milk and-or"
    made = lines_of(
        bound("T1", "Conjunct", "tea", text=text),
        bound("T2", "Conjunct", "milk", text=text),
        bound("T3", "Coordination", "/", text=text),
        "E1 Coordination:T3 Conjunct:T1 Conjunct2:T2",
    )
    [one] = parse_brat(text, made)
    assert one.words == ("tea", "/", "milk", "and-or")
    assert [row.misc for row in one.sentence.word_rows] == ["SpaceAfter=No", "SpaceAfter=No", "_", "_"]
    assert format_brat([one])[0] == text + "\n"


def test_words_come_from_the_sentences_wherever_lines_end() -> None:
    text = "du th\u00e9 ou\ndu lait. Oui."
    rows = (
        Row("1-2", "du"),
        *(Row(str(n), word) for n, word in enumerate(["de", "le", "th\u00e9", "ou"], start=1)),
        Row("5-6", "du"),
        *(Row(str(n), word) for n, word in enumerate(["de", "le", "lait", "."], start=5)),
    )
    made = lines_of(
        bound("T1", "Conjunct", "du th\u00e9", text=text),
        "T2 Conjunct 10 17\tdu lait",
        bound("T3", "Coordination", "ou", text=text),
        "E1 Coordination:T3 Conjunct:T1 Conjunct2:T2",
    )
    first, second = parse_brat(text, made, [Sentence(rows), Sentence.from_columns(["Oui", "."])])
    assert spans(first.coordinations[0]) == ([(1, 3), (5, 7)], [(4, 4)])
    assert second.words == ("Oui", ".")


GOOD = (
    bound("T1", "Conjunct", "Tea"),
    bound("T2", "Conjunct", "milk"),
    bound("T3", "Coordination", ","),
    "E1 Coordination:T3 Conjunct:T1 Conjunct2:T2",
)


@pytest.mark.parametrize(
    ("lines", "place", "reason"),
    [
        (["garbage"], 1, "expected an annotation, found 'garbage'"),
        (["T1 Conjunct 0 x\tUpper"], 1, "expected a number, a type with places, and a text, found"),
        (["T1 Conjunct 0 5\tLower"], 1, "the annotation is 'Lower', but the text has 'Upper' there"),
        (["T1 Conjunct 5 5\t"], 1, "there is no text from 5 5"),
        (["T1 Conjunct 5 6\t"], 1, "there is no text from 5 6"),
        (["T1 Conjunct 0 999\t"], 1, "there is no text from 0 999"),
        ([GOOD[0], GOOD[0]], 2, "T1 occurs twice"),
        ([*GOOD, GOOD[3]], 5, "E1 occurs twice"),
        (["E1 Coordination"], 1, "expected an event, found"),
        ([*GOOD[:3], "E1 Coordination:T3 Theme:T1"], 4, "expected a conjunct or a separator, found 'Theme:T1'"),
        ([*GOOD[:3], "E1 Coordination:T3 Conjunct:T9"], 4, "T9 is not a Conjunct"),
        ([*GOOD[:3], "E1 Coordination:T3 Conjunct:T1 Separator:T2"], 4, "T2 is not a Separator"),
        ([*GOOD[:3], "E1 Coordination:T1 Conjunct:T1 Conjunct2:T2"], 4, "T1 is not a Coordination"),
    ],
)
def test_a_line_that_is_no_annotation_spoils_its_document(
    lines: list[str], place: int, reason: str, tmp_path: Path
) -> None:
    for name, made in (("a", lines), ("b", GOOD)):
        (tmp_path / f"{name}.txt").write_text(TEXT, encoding="utf-8")
        (tmp_path / f"{name}.ann").write_text(lines_of(*made), encoding="utf-8")
    bad, *good = scan_brat(tmp_path)
    assert isinstance(bad, BadSentence)
    assert (bad.source, bad.line, bad.number) == (str(tmp_path / "a.ann"), place, 0)
    assert bad.reason.startswith(reason)
    assert [one.number for one in good] == [1, 2]
    with pytest.raises(FormatError):
        parse_brat(TEXT, lines_of(*lines))


@pytest.mark.parametrize(
    ("lines", "place", "reason"),
    [
        ([*GOOD, bound("T4", "Conjunct", "milk")], 5, "T4 belongs to no coordination"),
        ([*GOOD[:3], "E1 Coordination:T3 Conjunct:T1"], 2, "T2 belongs to no coordination"),
        ([GOOD[0], GOOD[2], "E1 Coordination:T3 Conjunct:T1"], 3, "E1: a coordination needs two conjuncts"),
        ([GOOD[2], "E1 Coordination:T3"], 2, "E1: a coordination needs two conjuncts"),
        ([bound("T1", "Conjunct", "Tea,"), *GOOD[1:]], 4, None),
        (
            [bound("T1", "Conjunct", "Tea, milk"), *GOOD[1:]],
            4,
            "E1: the parts 1-3 and 3-3 overlap",
        ),
        (
            [bound("T1", "Conjunct", "Tea", "milk"), *GOOD[1:]],
            4,
            "E1: T2 has only words that other conjuncts have",
        ),
        (
            [bound("T1", "Conjunct", "head"), *GOOD[1:]],
            4,
            "E1: T2 is not inside the sentence that begins with 'Upper'",
        ),
    ],
)
def test_a_coordination_that_is_none_spoils_its_sentence(lines: list[str], place: int, reason: str | None) -> None:
    if reason is None:
        [_, second] = parse_brat(TEXT, lines_of(*lines))
        assert spans(second.coordinations[0]) == ([(1, 2), (3, 3)], [])
        return
    with pytest.raises(FormatError) as caught:
        parse_brat(TEXT, lines_of(*lines), name="x")
    assert str(caught.value) == f"x:{place}: {reason}"


def test_only_the_sentence_of_a_bad_coordination_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "a.ann").write_text(lines_of(*GOOD[:3], "E1 Coordination:T3 Conjunct:T1"), encoding="utf-8")
    good, bad = scan_brat(tmp_path / "a.ann")
    assert isinstance(good, GoodSentence)
    assert (good.source, good.line) == (str(tmp_path / "a.txt"), 1)
    assert isinstance(bad, BadSentence)
    assert (bad.number, bad.sent_id) == (2, "a.2")


def test_texts_must_consist_of_the_sentences() -> None:
    tea = Sentence.from_columns(["Tea", ",", "milk", "!"])
    with pytest.raises(
        FormatError, match=r"^x:1: the text goes on with 'Upper .*', but the sentence is 'Tea , milk !'$"
    ):
        parse_brat(TEXT, [], [tea], name="x")
    with pytest.raises(FormatError, match=r"but sentence s2 is 'Tea , milk !'$"):
        parse_brat(TEXT, [], [tea.with_comments({"sent_id": "s2"})], name="x")
    with pytest.raises(FormatError, match=r"^x:2: there is no sentence with the words 'Tea, milk!'$"):
        parse_brat(TEXT, [], [Sentence.from_columns([*TEXT.partition(".")[0].split(), "."])], name="x")


def test_long_sentences_and_other_encodings_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "a.ann").write_bytes(b"")
    long, short = scan_brat(tmp_path, max_words=4)
    assert "more than 4 words" in str(long)
    assert isinstance(short, GoodSentence)
    (tmp_path / "a.txt").write_bytes(b"tea\n\xff")
    [bad] = scan_brat(tmp_path)
    assert str(bad) == f"{tmp_path / 'a.txt'}:2: not UTF-8: byte 0xff"


def test_a_document_needs_both_files(tmp_path: Path) -> None:
    (tmp_path / "a.ann").write_bytes(b"")
    with pytest.raises(FileNotFoundError):
        list(iter_brat(tmp_path))
    with pytest.raises(FileNotFoundError):
        list(iter_brat(tmp_path / "b.txt"))


DU = (Row("1-2", "du"), Row("1", "de"), Row("2", "le"), Row("3", "th\u00e9"))


@pytest.mark.parametrize(
    ("sentence", "coordination"),
    [
        (Sentence(()), None),
        (Sentence.from_columns(["a", "b"]), GivenCoordination([(1, 1), (3, 3)])),
        (Sentence.from_columns(["a", "b"]), GivenCoordination([(1, 1), (2, 2)], category="a b")),
        (Sentence.from_columns(["a\nb", "b"]), None),
        (Sentence(DU), GivenCoordination([(1, 1), (2, 3)])),
    ],
)
def test_what_cannot_be_written_is_refused_and_leaves_nothing(
    sentence: Sentence, coordination: GivenCoordination | None, tmp_path: Path
) -> None:
    found = () if coordination is None else (coordination,)
    with pytest.raises(UnwritableError, match=r"^cannot be written as brat"):
        write_brat([MarkedSentence(Sentence.from_columns(["yes"])), MarkedSentence(sentence, found)], tmp_path / "x")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_in_it_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    write_brat([MarkedSentence(Sentence.from_columns(["yes"]))], tmp_path / "x")
    before = {path: path.read_bytes() for path in (tmp_path / "x").iterdir()}
    with pytest.raises(FileExistsError):
        write_brat([MarkedSentence(Sentence.from_columns(["no"]))], tmp_path / "x")
    assert {path: path.read_bytes() for path in (tmp_path / "x").iterdir()} == before


def test_coordinations_do_not_cross() -> None:
    lines = [f"T{n}\tConjunct {2 * n - 2} {2 * n - 1}\t{word}\n" for n, word in enumerate("abcd", start=1)]
    lines += ["T5\tCoordination 8 9\te\n", "E1\tCoordination:T5 Conjunct:T1 Conjunct2:T3\n"]
    lines += ["T6\tCoordination 8 9\te\n", "E2\tCoordination:T6 Conjunct:T2 Conjunct2:T4\n"]
    with pytest.raises(FormatError, match=":8: 1-3 crosses 2-4 of another coordination"):
        parse_brat("a b c d e\n", lines)
