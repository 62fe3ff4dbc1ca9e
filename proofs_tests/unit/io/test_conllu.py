"""CoNLL-U: what is written is read again, and what is not understood is left alone."""

from __future__ import annotations

import io
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree.convert import Punctuation, to_ud
from bubbletree.errors import FormatError
from bubbletree.io import (
    format_conllu,
    has_bubbles,
    iter_conllu,
    iter_sentences,
    read_conllu,
    read_sentences,
    write_conllu,
)
from bubbletree.io.brackets import parse_brackets
from bubbletree.io.conllu import scan_sentences
from bubbletree.io.scan import GoodSentence
from bubbletree.sampling import random_tree
from bubbletree.sentence import Sentence
from bubbletree.tree import BubbleTree
from bubbletree.validation import validate
from proofs_tests.support.conllu import PLAIN, W1, W2, conllu
from proofs_tests.support.examples import FIGURE_1

# Any text that CoNLL-U can hold in a column; white space of other kinds than tabs and line ends is allowed in words.
WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\t\n\r"), min_size=1, max_size=6)
LABELS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1, max_size=6)


@st.composite
def well_formed_trees(draw: st.DrawFn) -> BubbleTree:
    """Well-formed trees, valid by construction: projective or not, with one or several children of RT."""
    words = draw(st.lists(WORDS, min_size=1, max_size=6))
    n = len(words)
    contents = [frozenset({token}) for token in range(n + 1)]
    # Split sets of tokens at random: the sets met on the way are nested.
    pending = [frozenset(range(1, n + 1))]
    while pending:
        tokens = pending.pop()
        if len(tokens) == 1:
            continue
        if draw(st.booleans()):
            contents.append(tokens)
        side = draw(st.sets(st.sampled_from(sorted(tokens)), min_size=1, max_size=len(tokens) - 1))
        pending += [frozenset(side), tokens - side]
    arcs = []
    placed = [0]
    parent: dict[int, int] = {}
    for bubble in sorted(range(1, len(contents)), key=lambda b: -len(contents[b])):
        around = min((b for b in placed if contents[bubble] < contents[b]), key=lambda b: len(contents[b]), default=0)
        below = [b for b in placed if _is_above(around, b, parent)]
        parent[bubble] = draw(st.sampled_from(below))
        placed.append(bubble)
        arcs.append((parent[bubble], draw(LABELS | st.just("conj")), bubble))
    return BubbleTree(words, contents, arcs)


def _is_above(upper: int, lower: int, parent: dict[int, int]) -> bool:
    while lower != upper and lower in parent:
        lower = parent[lower]
    return lower == upper


# Round trips


@given(well_formed_trees())
def test_the_strategy_makes_well_formed_trees(tree: BubbleTree) -> None:
    assert validate(tree, projective=False).ok


@given(st.lists(well_formed_trees(), max_size=2), st.sampled_from(Punctuation))
def test_what_is_written_is_read_again(trees: list[BubbleTree], style: Punctuation) -> None:
    stream = io.StringIO()
    write_conllu(trees, stream, style)
    assert read_conllu(io.StringIO(stream.getvalue(), newline="")) == trees
    sentences = list(iter_sentences(io.StringIO(stream.getvalue(), newline="")))
    assert [tree.sentence for tree in read_conllu(io.StringIO(stream.getvalue(), newline=""))] == sentences


@given(well_formed_trees(), st.sampled_from(Punctuation))
def test_the_columns_are_the_ud_conversion(tree: BubbleTree, style: Punctuation) -> None:
    [sentence] = iter_sentences(format_conllu(tree, style))
    assert (sentence.heads, sentence.deprels) == (to_ud(tree, style).heads, to_ud(tree, style).deprels)


@pytest.mark.parametrize("n", [1, 2, 30])
def test_files_round_trip(n: int, tmp_path: Path) -> None:
    rng = random.Random(n)
    trees = [random_tree(n, rng) for _ in range(20)]
    write_conllu(trees, tmp_path / "trees.conllu")
    assert read_conllu(tmp_path / "trees.conllu") == trees
    assert list(iter_conllu(str(tmp_path / "trees.conllu"))) == trees
    assert [path.name for path in tmp_path.iterdir()] == ["trees.conllu"]


def test_the_format_of_figure_1() -> None:
    text = format_conllu(FIGURE_1)
    assert text.startswith(
        "# bubbles = B1:3-9 B2:4-6\n"
        "# bubble_arcs = 2 obj B1 | B1 conj B2 | B1 cc 7 | B1 conj 9 | B2 amod 3 | B2 conj 4 | B2 cc 5 | B2 conj 6\n"
        "1\tI\t"
    )
    assert [tuple(line.split("\t")[6:8]) for line in text.splitlines()[2:11]] == [
        ("2", "nsubj"), ("0", "root"), ("4", "amod"), ("2", "obj"), ("6", "cc"), ("4", "conj"), ("9", "cc"),
        ("9", "det"), ("4", "conj"),
    ]  # fmt: skip
    assert read_conllu(text) == [FIGURE_1]


def test_discontinuous_bubbles() -> None:
    tree = BubbleTree(
        ["a", "b", "c", "d"],
        [{0}, {1}, {2}, {3}, {4}, {1, 3, 4}],
        [(0, "root", 2), (2, "dep", 5), (5, "conj", 1), (5, "conj", 3), (5, "|", 4)],
    )
    text = format_conllu(tree)
    assert "# bubbles = B1:1,3-4\n" in text
    assert read_conllu(text) == [tree]


def test_listing_bubbles_in_another_order_does_not_change_the_text() -> None:
    order = [11, 5, 0, 9, 1, 10, 2, 3, 8, 4, 6, 7]
    number = {old: new for new, old in enumerate(order)}
    shuffled = BubbleTree(
        FIGURE_1.words,
        [FIGURE_1.contents[old] for old in order],
        [(number[arc.head], arc.label, number[arc.dependent]) for arc in reversed(FIGURE_1.arcs)],
    )
    assert format_conllu(shuffled) == format_conllu(FIGURE_1)


# What is not understood is left alone

RICH = "\n".join(
    [
        "# newdoc",
        "#sent_id=x1",
        "# note = one",
        "# note = two",
        "#",
        "#  global.columns   = no matter ",
        "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No",
        "1\tdo\tdo\tAUX\tVB\tB=2|A=1\t3\taux\t3:aux\t_",
        "2\tn't\tnot  so\tPART\t_\tPolarity=Neg\t3\tadvmod\t3:advmod|3.1:x\tGloss=a  b |c",
        "3\t20 000 \tgo\tVERB\tVB\t=|\t0\troot\t0:root\t _ ",
        "3.1\t_\tgo\tVERB\t_\t_\t_\t_\t0:root\tCopyOf=3",
        "3.2\t_\t_\t_\t_\t_\t_\t_\t_\t_",
        "",
        "# sent_id = x2",
        "0.1\t\u2028\t_\t_\t_\t_\t_\t_\t0:root\t_",
        "1\t#\t#\tSYM\t_\t_\t_\t_\t_\t_",
        "",
        "",
    ]
)


def test_sentences_come_out_as_they_went_in() -> None:
    sentences = list(iter_sentences(RICH))
    assert "".join(map(format_conllu, sentences)) == RICH
    assert [sentence.sent_id for sentence in sentences] == ["x1", "x2"]
    assert sentences[0].words == ("do", "n't", "20 000 ")


def test_where_heads_are_not_read_deps_is_not() -> None:
    text = "1\ttea\t_\t_\t_\t_\tbad\troot\tbad:deps\t_\n"
    [one] = scan_sentences(text, heads=False)
    assert isinstance(one, GoodSentence)
    assert [(row.head, row.deprel, row.deps) for row in one.value.rows] == [("_", "_", "_")]


def test_trees_keep_all_but_the_tree() -> None:
    first = RICH.split("\n\n", maxsplit=1)[0] + "\n\n"
    [tree] = iter_conllu(first)
    assert format_conllu(tree) == first
    bubbled = BubbleTree(
        tree.words,
        [{0}, {1}, {2}, {3}, {1, 2, 3}],
        [(0, "root", 4), (4, "conj", 1), (4, "cc", 2), (4, "conj", 3)],
        tree.sentence,
    )
    lines = format_conllu(bubbled).split("\n")
    before = first.split("\n")
    assert lines[:6] == before[:6]
    assert lines[6:8] == ["# bubbles = B1:1-3", "# bubble_arcs = 0 root B1 | B1 conj 1 | B1 cc 2 | B1 conj 3"]
    kept = [[column for i, column in enumerate(line.split("\t")) if i not in (6, 7)] for line in lines[8:]]
    assert kept == [[column for i, column in enumerate(line.split("\t")) if i not in (6, 7)] for line in before[6:]]
    [again] = iter_conllu(format_conllu(bubbled))
    assert again == bubbled
    assert again.sentence is not None
    assert tree.sentence is not None
    assert again.sentence.comments == tree.sentence.comments
    assert format_conllu(again) == format_conllu(bubbled)


def test_categories_ride_along() -> None:
    sentence = replace(to_ud(FIGURE_1), categories=(((4, 6), "NP"), ((3, 9), "N:P")))
    text = format_conllu(BubbleTree(FIGURE_1.words, FIGURE_1.contents, FIGURE_1.arcs, sentence))
    assert "# coordination_categories = 4-6:NP 3-9:N:P\n" in text
    [tree] = read_conllu(text)
    assert tree.sentence == sentence
    assert format_conllu(next(iter_sentences(text))).count("coordination_categories") == 1


def test_stale_comments_of_the_format_are_replaced() -> None:
    sentence = replace(to_ud(FIGURE_1), comments=("# bubbles = B1:1-2", "# kept", "# bubble_arcs = x"))
    tree = BubbleTree(FIGURE_1.words, FIGURE_1.contents, FIGURE_1.arcs, sentence)
    assert read_conllu(format_conllu(tree)) == [tree]
    assert read_conllu(format_conllu(tree))[0].sentence == replace(sentence, comments=("# kept",))


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(PLAIN.replace("\n", "\r\n"), id="CRLF"),
        pytest.param("\ufeff" + PLAIN, id="byte order mark"),
        pytest.param(PLAIN.rstrip("\n"), id="no line end"),
        pytest.param(PLAIN[:-1], id="no blank line"),
        pytest.param("\n\n" + PLAIN.replace("\n\n", "\n  \n\n"), id="more blank lines"),
        pytest.param(PLAIN.split("\n"), id="lines without ends"),
        pytest.param(PLAIN.splitlines(keepends=True), id="lines with ends"),
    ],
)
def test_variants_of_the_same_text(source: str | list[str]) -> None:
    assert [format_conllu(sentence) for sentence in iter_sentences(source)] == [PLAIN]
    assert read_conllu(source) == read_conllu(PLAIN)


def test_several_sentences_and_none() -> None:
    assert len(read_conllu(PLAIN * 3)) == 3
    assert read_conllu("\n") == []
    assert read_conllu([]) == []


def test_a_last_line_needs_no_end_and_no_comment() -> None:
    [tree] = read_conllu(conllu(W1, W2, end=""))
    assert tree.arcs == ((0, "root", 1), (1, "dep", 2))
    [tree] = read_conllu(conllu("1 a _ _ _ _ 2 dep _ _", "2 b _ _ _ _ 0 root _ _"))
    assert tree.arcs == ((2, "dep", 1), (0, "root", 2))


def test_ranges_may_reach_the_end_and_empty_nodes_are_counted() -> None:
    text = conllu("1-2 ab _ _ _ _ _ _ _ _", W1, W2, *(f"2.{number} _ _ _ _ _ _ _ _ _" for number in (1, 2, 3)))
    assert "".join(map(format_conllu, iter_sentences(text))) == text


def test_sentences_need_no_heads_but_trees_do() -> None:
    text = format_conllu(Sentence.from_columns(["tea", "pot"]))
    assert next(iter_sentences(text)).words == ("tea", "pot")
    with pytest.raises(FormatError, match=r"<input>:1: word 1 has no HEAD, so there is no tree to read"):
        read_conllu(text)


def test_reading_is_lazy() -> None:
    trees = iter_conllu(PLAIN + "nonsense\n")
    assert next(trees).words == ("tea", "pot")
    with pytest.raises(FormatError, match=":5: "):
        next(trees)


def test_the_custom_of_punctuation_is_kept_on_the_way_to_a_file(tmp_path: Path) -> None:
    tree = parse_brackets("[a punct=, b]")
    assert format_conllu(tree, Punctuation.FIRST) != format_conllu(tree)
    for style in Punctuation:
        write_conllu([tree], tmp_path / "x.conllu", style)
        assert (tmp_path / "x.conllu").read_text(encoding="utf-8") == format_conllu(tree, style)


def test_the_arcs_of_bubbles_are_listed_bubble_by_bubble() -> None:
    text = format_conllu(parse_brackets("see obj=[tea cc=and buns] obl=[here cc=or there]"))
    assert text.split("\n")[:2] == [
        "# bubbles = B1:2-4 B2:5-7",
        "# bubble_arcs = 1 obj B1 | B1 conj 2 | B1 cc 3 | B1 conj 4 | 1 obl B2 | B2 conj 5 | B2 cc 6 | B2 conj 7",
    ]


def test_either_punctuation_is_accepted_with_bubbles() -> None:
    comma = BubbleTree(
        ["a", ",", "b"], [{0}, {1}, {2}, {3}, {1, 2, 3}],
        [(0, "root", 4), (4, "conj", 1), (4, "punct", 2), (4, "conj", 3)],
    )  # fmt: skip
    following, first = (format_conllu(comma, style) for style in (Punctuation.FOLLOWING, Punctuation.FIRST))
    assert following.splitlines()[3].split("\t")[6] == "3"
    assert first.splitlines()[3].split("\t")[6] == "1"
    assert read_conllu(following) == read_conllu(first) == [comma]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("# bubbles = B1:1-3", True),
        ("#bubbles=", True),
        ("# bubbles", False),
        ("# no bubbles = B1:1-3", False),
        ("## bubbles = B1:1-3", False),
        ("bubbles = B1:1-3", False),
        ("# text = # bubbles = 1", False),
    ],
)
def test_bubbles_are_told_by_their_comment(line: str, found: bool, tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    path.write_text(f"{PLAIN}\n# text = tea\n{line}\n", encoding="utf-8")
    assert has_bubbles(path) is has_bubbles(path.read_text(encoding="utf-8")) is found


def test_files_with_byte_order_marks_may_be_joined() -> None:
    one, other = "\ufeff# sent_id = a\n1\ttea" + 8 * "\t_" + "\n", "\ufeff1\tbuns" + 8 * "\t_" + "\n"
    assert [sentence.words for sentence in iter_sentences(one + "\n" + other)] == [("tea",), ("buns",)]
    with pytest.raises(FormatError, match=r"^<input>:2: a byte order mark inside a line: files were joined"):
        list(iter_sentences(one.rstrip("\n") + other))


# What the tree was made from

CROSSED = """\
# ud_source = 5: 1 case > 4 case
1\tWhat\t_\t_\t_\t_\t4\tobl\t_\t_
2\tare\t_\t_\t_\t_\t4\taux\t_\t_
3\tyou\t_\t_\t_\t_\t4\tnsubj\t_\t_
4\ttalking\t_\t_\t_\t_\t0\troot\t_\t_
5\tabout\t_\t_\t_\t_\t4\tcase\t_\t_

"""


def test_the_source_is_read_and_written_again() -> None:
    [tree] = read_conllu(CROSSED)
    assert tree.head(5) == 4
    assert tree.source is not None
    assert tree.source.heads == to_ud(tree).heads == (4, 4, 4, 0, 1)
    assert tree.source.comments == ()
    assert format_conllu(tree) == CROSSED
    [sentence] = read_sentences(CROSSED)
    assert sentence == tree.source


def test_without_the_comment_the_tree_goes_back_to_its_columns() -> None:
    [tree] = read_conllu(CROSSED.partition("\n")[2])
    assert tree.source is None
    assert to_ud(tree).heads == (4, 4, 4, 0, 4)


@pytest.mark.parametrize(
    ("comment", "reason"),
    [
        ("5: 1 case", "'# ud_source' is not of the form '5: 1 case > 4 case | 8: ...'"),
        ("5: 1 case < 4 case", "'# ud_source' is not of the form"),
        ("5: 1 case > 4 case, 4: 0 root > 0 root", "'# ud_source' is not of the form"),
        ("6: 1 case > 4 case", "'6: 1 case' in '# ud_source' is not a word of this sentence with a HEAD in it"),
        ("5: 6 case > 4 case", "'5: 6 case' in '# ud_source' is not a word"),
        ("5: -1 case > 4 case", "'5: -1 case' in '# ud_source' is not a word"),
        ("5: 1 case > 3 case", "word 5 has HEAD 4 and DEPREL case, but by '# ud_source' they are 3 and case: undo"),
        ("5: 1 case > 4 mark", "word 5 has HEAD 4 and DEPREL case, but by '# ud_source' they are 4 and mark: undo"),
    ],
)
def test_a_broken_source_is_refused(comment: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_conllu(CROSSED.replace("5: 1 case > 4 case", comment))
    assert caught.value.line == 1
    assert reason in str(caught.value)


def test_a_second_source_is_refused() -> None:
    with pytest.raises(FormatError, match="a second comment '# ud_source"):
        read_conllu(CROSSED.replace("\n", "\n# ud_source = 5: 2 case > 4 case\n", 1))


def test_labels_in_the_source_may_be_bars() -> None:
    [tree] = read_conllu(CROSSED.replace("1 case > 4 case", "1 | > 4 case"))
    assert to_ud(tree).deprels[-1] == "|"
    assert read_conllu(format_conllu(tree))[0].source == tree.source
