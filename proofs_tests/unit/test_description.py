"""Coordinations described: words, places, relations to each other."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given

from bubbletree import BubbleTree, InvalidTreeError, Sentence, coordinations, parse_brackets, parse_jsonl, to_ud
from bubbletree.description import (
    DescribedAlternative,
    DescribedCoordination,
    DescribedSpan,
    Description,
    Phrase,
    describe,
)
from bubbletree.sentence import Row
from proofs_tests.support.command_line import CROSSING
from proofs_tests.support.examples import FIGURE_1
from proofs_tests.support.strategies import projective_trees


def texts(phrases: tuple[Phrase, ...]) -> list[str]:
    return [phrase.text for phrase in phrases]


def test_the_menu_is_described_in_full() -> None:
    outer, inner = describe(FIGURE_1).coordinations
    assert (outer.text, texts(outer.conjuncts)) == ("hot coffee or tea and a bun", ["hot coffee or tea", "a bun"])
    assert (outer.parent, outer.depth, outer.relation, outer.head) == (None, 1, "obj", 4)
    assert outer.governor == Phrase("prefer", 2, 2, 2, 8, 2, None)
    assert [conjunct.coordination for conjunct in outer.conjuncts] == [2, None]
    assert [conjunct.head for conjunct in outer.conjuncts] == [4, 9]
    assert texts(outer.coordinators) == ["and"]
    assert (outer.shared_left, outer.shared_right, outer.others) == ((), (), ())
    assert (inner.id, inner.parent, inner.depth, inner.relation) == (2, 1, 2, "conj")
    assert inner.governor is not None
    assert (inner.governor.coordination, inner.governor.text) == (1, "hot coffee or tea and a bun")
    assert texts(inner.conjuncts) == ["coffee", "tea"]
    assert [(one.relation, one.text, one.first) for one in inner.shared_left] == [("amod", "hot", 3)]


def test_what_is_shared_and_what_stands_between() -> None:
    tree = parse_brackets("case=of det=the [cups punct=, plates cc=and forks] nmod=(case=from Wu)")
    [found] = describe(tree).coordinations
    assert [(one.relation, one.text) for one in found.shared_left] == [("case", "of"), ("det", "the")]
    assert [(one.relation, one.text) for one in found.shared_right] == [("nmod", "from Wu")]
    assert [(one.relation, one.text) for one in found.others] == [("punct", ",")]
    assert found.governor is None
    assert found.relation == "root"


def test_nested_in_a_part_is_deeper_and_in_a_shared_modifier_is_not() -> None:
    tree = parse_brackets("[(amod=[old cc=and big] cats) cc=and dogs]")
    _, inner = describe(tree).coordinations
    assert (inner.parent, inner.depth) == (1, 2)
    assert inner.governor is not None
    assert inner.governor.text == "cats"
    shared, cats = describe(parse_brackets("amod=[old cc=and big] [cats cc=and dogs]")).coordinations
    assert (shared.parent, shared.depth, (shared.first, shared.last)) == (None, 1, (1, 3))
    assert shared.governor is not None
    assert shared.governor.coordination == cats.id == 2


def test_a_coordination_in_a_part_before_the_first_conjunct_knows_what_is_around_it() -> None:
    tree = BubbleTree(
        ["a", "b", "c", "d"],
        [{0}, {1}, {2}, {3}, {4}, {1, 2}, {1, 2, 3, 4}],
        [(0, "root", 6), (6, "dep", 5), (5, "conj", 1), (5, "conj", 2), (6, "conj", 3), (6, "conj", 4)],
    )
    inner, outer = describe(tree).coordinations
    assert (inner.parent, inner.depth, outer.depth) == (outer.id, 2, 1)


@given(projective_trees(max_words=7))
def test_descriptions_agree_with_the_coordinations_and_with_ud(tree: BubbleTree) -> None:
    described = describe(tree)
    heads = (0, *to_ud(tree).heads)
    for found, one in zip(coordinations(tree), described.coordinations, strict=True):
        assert [(part.first, part.last) for part in one.conjuncts] == list(found.conjuncts)
        assert [(part.first, part.last) for part in one.coordinators] == list(found.coordinators)
        assert [part.first for part in one.shared_left] == [part.span.first for part in found.shared_left]
        assert one.depth == depth_by_hand(tree, found.bubble, described)
        for conjunct in one.conjuncts[1:]:
            assert heads[conjunct.head] == one.head
        whole = Phrase(one.text, one.first, one.last, one.start, one.end, one.head, one.id)
        modifiers = (*one.others, *one.shared_left, *one.shared_right)
        phrases: list[Phrase] = [whole, *one.conjuncts, *one.coordinators, *modifiers]
        for phrase in phrases:
            assert described.text[phrase.start : phrase.end] == phrase.text
            assert phrase.text.split() == list(tree.words[phrase.first - 1 : phrase.last])


def depth_by_hand(tree: BubbleTree, bubble: int, described: Description) -> int:
    """The number of coordinations whose bubbles hold the bubble's words, by comparing all with all."""
    bubbles = [one.bubble for one in coordinations(tree)]
    assert len(bubbles) == len(described.coordinations)
    return sum(tree.contents[bubble] <= tree.contents[other] for other in bubbles)


def test_a_tree_that_is_not_well_formed_is_refused() -> None:
    words, contents = ["a", "b"], [{0}, {1}, {2}]
    with pytest.raises(InvalidTreeError):
        describe(BubbleTree(words, contents, [(0, "root", 1)]))


def test_a_tree_that_is_not_projective_is_described() -> None:
    tree = parse_jsonl(json.dumps(CROSSING))
    assert describe(tree).coordinations == ()


def confident(comment: str) -> list[float | None]:
    rows = tuple(Row(str(n), word) for n, word in enumerate(FIGURE_1.words, start=1))
    described = describe(replace_sentence(FIGURE_1, Sentence(rows, (comment,))))
    return [one.confidence for one in described.coordinations]


def replace_sentence(tree: BubbleTree, sentence: Sentence) -> BubbleTree:
    return BubbleTree(tree.words, tree.contents, tree.arcs, sentence)


def test_confidences_come_from_the_comment() -> None:
    assert confident("# confidence = 3-9:0.87 4-6:0.42") == [0.87, 0.42]


@pytest.mark.parametrize(
    "listed",
    [
        "3-9:0.87",
        "4-6:0.42 3-9:0.87",
        "3-9:0.87 4-6:high",
        "3-8:0.87 4-6:0.42",
        "3-9:0.87 4-6:0.42 tea",
        "3-9:0.87 tea 4-6:0.42",
        "3-9:1.87 4-6:0.42",
    ],
)
def test_a_comment_about_other_coordinations_says_nothing(listed: str) -> None:
    assert confident(f"# confidence = {listed}") == [None, None]


def test_tokens_have_their_columns_and_the_heads_of_the_tree() -> None:
    rows = (Row("1", "tea", lemma="tea", head="3", deprel="x"), Row("2", "or"), Row("3", "milk", upos="NOUN"))
    tree = replace_sentence(parse_brackets("[tea cc=or milk]"), Sentence(rows))
    assert [token.to_dict() for token in describe(tree).tokens] == [
        {"id": 1, "text": "tea", "start": 0, "end": 3, "lemma": "tea", "head": 0, "deprel": "root"},
        {"id": 2, "text": "or", "start": 4, "end": 6, "head": 3, "deprel": "cc"},
        {"id": 3, "text": "milk", "start": 7, "end": 11, "upos": "NOUN", "head": 1, "deprel": "conj"},
    ]


def test_the_category_is_that_of_the_source() -> None:
    rows = tuple(Row(str(n), word) for n, word in enumerate(FIGURE_1.words, start=1))
    tree = replace_sentence(FIGURE_1, replace(Sentence(rows), categories=(((3, 9), "NP"),)))
    categories = [one.category for one in describe(tree).coordinations]
    assert categories == ["NP", None]


def test_coordinations_are_values() -> None:
    one: DescribedCoordination = describe(FIGURE_1).coordinations[0]
    assert one == describe(FIGURE_1).coordinations[0]
    assert hash(one) == hash(describe(FIGURE_1).coordinations[0])


OLD = parse_brackets("nsubj=(amod=old [men cc=and women]) slept")


def noted(comment: str) -> Description:
    return describe(replace(OLD, sentence=Sentence.from_columns(OLD.words).with_comments({"alternatives": comment})))


def test_other_readings_are_those_of_the_comment() -> None:
    [found] = noted("2-4:0.25:1-2,4-4 2-4:0.05:2-2,4-5").coordinations
    men, women = DescribedSpan("old men", 1, 2, 0, 7), DescribedSpan("women", 4, 4, 12, 17)
    assert found.alternatives[0] == DescribedAlternative(0.25, (men, women))
    assert [one.confidence for one in found.alternatives] == [0.25, 0.05]
    [told] = json.loads(json.dumps(noted("2-4:0.25:1-2,4-4").to_dict()))["coordinations"]
    assert told["alternatives"][0]["conjuncts"][1] == {"text": "women", "first": 4, "last": 4, "start": 12, "end": 17}


@pytest.mark.parametrize(
    "comment", ["", "1-4:0.25:1-2,4-4", "2-4:0.25:1-2,4-6", "2-4:0.25:2-1,4-4", "2-4:0.25:0-1,4-4", "2-4:0.25", "2-4"]
)
def test_a_comment_about_something_else_is_no_reading(comment: str) -> None:
    [found] = noted(comment).coordinations
    assert found.alternatives == ()
    assert "alternatives" not in found.to_dict()
