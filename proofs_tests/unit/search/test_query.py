"""Queries: what each field and flag finds, how values are written, and what is no query."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import BubbleTree, InvalidTreeError, QueryError, find, parse_brackets, parse_conllu
from bubbletree.search import FLAGS, NUMBERS, TEXTS, Query
from bubbletree.search.query import _pattern

# The coordinations: 1 the subjects, 2 the objects, 3 inside the objects.
TREE = parse_brackets(
    "nsubj=[Ann/PROPN punct=, Bob/PROPN cc=(and dep=also) she/PRON] want/VERB "
    "obj=(amod=hot [tea/NOUN cc=or [milk/NOUN honey/NOUN]] nmod:of=(case=from Wu))"
)
WHOLES = {(1, 6): 1, (9, 12): 2, (11, 12): 3}


def numbers(query: str) -> set[int]:
    return {WHOLES[found.whole] for found in find(TREE, query)}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {1, 2, 3}),
        ("relation=obj", {2}),
        ("relation=obj,nsubj", {1, 2}),
        ("relation!=obj", {1, 3}),
        ("governor=want", {1, 2}),
        ("governor=WANT relation=nsubj", {1}),
        ('coordinator="and also"', {1}),
        ("coordinator=or", {2}),
        ("coordinator!=or", {1, 3}),
        ("word=honey", {2, 3}),
        ("word=h?ney,bob", {1, 2, 3}),
        ("word=h*", {2, 3}),
        ("upos=PRON", {1}),
        ("upos=noun", {2, 3}),
        ("shared=amod", {2}),
        ("shared=nmod", {2}),
        ("shared=nmod:of", {2}),
        ("conjuncts>=3", {1}),
        ("conjuncts=2", {2, 3}),
        ("conjuncts!=2", {1}),
        ("conjuncts<3", {2, 3}),
        ("conjuncts > 2", {1}),
        ("conjuncts<=2 depth=1", {2}),
        ("coordinators=0", {3}),
        ("depth=2", {3}),
        ("words>5", {1}),
        ("nested", {3}),
        ("!nested", {1, 2}),
        ("nesting", {2}),
        ("shared-left", {2}),
        ("! shared-right", {1, 3}),
        ("asyndetic", {3}),
        ("unlike", {1}),
        ("category=np", set()),
    ],
)
def test_what_conditions_find(query: str, found: set[int]) -> None:
    assert numbers(query) == found


def test_all_fields_have_been_asked_for() -> None:
    assert {*TEXTS, *NUMBERS, *FLAGS} == {
        "relation", "governor", "coordinator", "category", "word", "lemma", "upos", "feature", "shared",
        "conjuncts", "coordinators", "depth", "words",
        "nested", "nesting", "shared-left", "shared-right", "asyndetic", "unlike",
    }  # fmt: skip


def test_lemmas_features_and_categories_count_where_a_file_has_them() -> None:
    tree = parse_conllu(
        "# bubbles = B1:1-3\n# bubble_arcs = 0 root B1 | B1 conj 1 | B1 cc 2 | B1 conj 3\n"
        "1\tmice\tmouse\tNOUN\t_\tNumber=Plur\t0\troot\t_\t_\n"
        "2\tand\tand\tCCONJ\t_\t_\t3\tcc\t_\t_\n"
        "3\tmen\tman\tNOUN\t_\tNumber=Plur\t1\tconj\t_\t_\n\n"
    )
    assert len(find(tree, 'lemma=mouse feature="Number=Plur"')) == 1
    assert find(tree, "lemma=mice") == ()
    assert find(tree, 'feature="Number=Sing"') == ()


@pytest.mark.parametrize(
    ("query", "place", "reason"),
    [
        ("conjunct=3", 0, "there is no field 'conjunct'; did you mean conjuncts?"),
        ("nested xyz", 7, "there is no flag 'xyz'; there are nested, nesting"),
        ("nested conjuncts=three", 7, "conjuncts is compared with a number, not with 'three'"),
        ("conjuncts=1,2", 0, "conjuncts is compared with a number"),
        ("word>tea", 0, "word is text: compare it by = or !="),
        ("word=", 0, "expected a condition, found 'word='"),
        ("conjuncts>" + "9" * 5000, 0, "conjuncts is compared with a number of at most 18 digits"),
        ("conjuncts==3", 0, "equality is one ="),
        ("word==tea", 0, "equality is one ="),
        ("nested=true", 0, "nested is a flag: write nested or !nested"),
        ("NESTED", 0, "fields and flags are written in small letters"),
        ("!relation=obj", 0, "did you mean relation!=obj?"),
        ("nested & x", 7, "expected a condition, found '&'"),
        ('word="tea', 0, "expected a condition"),
    ],
)
def test_what_is_no_query_is_refused_where_it_stops_making_sense(query: str, place: int, reason: str) -> None:
    with pytest.raises(QueryError) as raised:
        Query.parse(query)
    assert (raised.value.query, raised.value.place) == (query, place)
    assert reason in raised.value.reason
    assert str(raised.value).startswith(f"query, column {place + 1}: ")


def test_a_tree_must_be_well_formed() -> None:
    with pytest.raises(InvalidTreeError):
        find(BubbleTree(["a"], [{0}, {1}], []), "nested")


def test_stars_and_question_marks_can_be_searched_for() -> None:
    tree = BubbleTree(
        ["a*", "or", "[z]", "or", "ab"],
        [{0}, {1}, {2}, {3}, {4}, {5}, {1, 2, 3, 4, 5}],
        [(0, "root", 6), (6, "conj", 1), (6, "cc", 2), (6, "conj", 3), (6, "cc", 4), (6, "conj", 5)],
    )
    assert len(find(tree, r"word=a\*")) == 1
    assert find(tree, r"word=\*b") == ()
    assert find(tree, "word=[a-z]") == ()
    assert len(find(tree, "word=[z*")) == 1


def fits(pattern: str, word: str) -> bool:
    """What a pattern of letters, stars and question marks means, by its definition."""
    if not pattern:
        return not word
    if pattern[0] == "*":
        return any(fits(pattern[1:], word[start:]) for start in range(len(word) + 1))
    return bool(word) and pattern[0] in ("?", word[0]) and fits(pattern[1:], word[1:])


@given(st.text("ab*?", max_size=7), st.text("ab", max_size=7))
def test_patterns_mean_what_they_say(pattern: str, word: str) -> None:
    assert (_pattern(pattern).fullmatch(word) is not None) == fits(pattern, word)


def test_many_stars_end() -> None:
    # Without the atomic groups of the regular expression, this takes longer than anybody can wait.
    assert _pattern("*a" * 30 + "*x").fullmatch("a" * 5000) is None
    assert _pattern("*" * 1000 + "x").fullmatch("a" * 5000) is None
    assert _pattern("*a" * 30 + "*x").fullmatch("a" * 5000 + "x") is not None


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="expected a BubbleTree, not int"):
        find(5, "nested")  # type: ignore[arg-type]  # on purpose
    with pytest.raises(TypeError, match="expected a query, as text or as a Query, not int"):
        find(parse_brackets("tea"), 5)  # type: ignore[arg-type]  # on purpose
