"""``BubbleTree``: what it accepts, what it refuses, and when two are the same."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import ROOT, Arc, BubbleTree, BubbletreeError, Row, Sentence, Span, validate
from bubbletree.errors import FormatError, StructureError
from bubbletree.tree import CONJ
from proofs_tests.support.strategies import listings, projective_trees, renumbered, structures

TEA = BubbleTree(
    ["hot", "tea", "and", "buns"],
    [{0}, {1}, {2}, {3}, {4}, {2, 3, 4}],
    [(0, "root", 5), (5, "amod", 1), (5, "conj", 2), (5, "cc", 3), (5, "conj", 4)],
)


class Index:
    """A number that is not an int."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_what_is_given_is_held() -> None:
    assert TEA.words == ("hot", "tea", "and", "buns")
    assert TEA.contents[5] == frozenset({2, 3, 4})
    assert TEA.bubbles == range(6)
    assert TEA.arcs[0] == Arc(0, "root", 5)
    assert isinstance(TEA.arcs[0], Arc)
    assert TEA.sentence is None
    assert TEA.hulls == (Span(0, 0), Span(1, 1), Span(2, 2), Span(3, 3), Span(4, 4), Span(2, 4))


def test_a_copy_with_other_contents_has_its_own_hulls() -> None:
    changed = dataclasses.replace(TEA, contents=(*TEA.contents[:5], frozenset({1, 2, 3, 4})))
    assert changed.hulls[5] == Span(1, 4)
    assert changed.words is TEA.words


def test_the_marks_of_the_definitions() -> None:
    assert (ROOT, CONJ) == (0, "conj")


def test_navigation() -> None:
    assert TEA.children(5) == (1, 2, 3, 4)
    assert TEA.children(1) == ()
    assert TEA.head(0) is None
    assert TEA.label(0) is None
    assert TEA.incoming(0) == ()
    assert (TEA.head(1), TEA.label(1)) == (5, "amod")
    assert TEA.incoming(1) == (Arc(5, "amod", 1),)
    assert TEA.text(5) == "tea and buns"
    assert TEA.text(ROOT) == "RT"
    assert TEA.parts(5) == (2, 3, 4)
    assert TEA.parts(0) == ()
    assert (TEA.is_inside(2, 5), TEA.is_inside(1, 5), TEA.is_inside(5, 2)) == (True, False, False)
    assert BubbleTree(TEA.words, TEA.contents, TEA.arcs[::-1]).parts(5) == (2, 3, 4)
    assert BubbleTree(["a"], [{0}, {1}, {1}], [(0, "x", 1), (1, "x", 2)]).parts(1) == (2,)


def test_several_arcs_into_a_bubble_give_it_no_head_and_no_label() -> None:
    tree = BubbleTree(["a"], [{0}, {1}], [(0, "x", 1), (0, "y", 1), (0, "x", 1)])
    assert tree.arcs == (Arc(0, "x", 1), Arc(0, "y", 1))
    assert (tree.head(1), tree.label(1)) == (None, None)
    assert tree.children(0) == (1,)
    assert tree.incoming(1) == tree.arcs


def test_contents_with_holes_have_hulls() -> None:
    assert BubbleTree(["a", "b", "c"], [{3, 1}], []).hulls == (Span(1, 3),)


def test_spans() -> None:
    span = Span(2, 4)
    assert span.width == 3
    assert [token for token in range(7) if token in span] == [2, 3, 4]
    others: list[object] = ["3", None, 3.5]
    assert not any(other in span for other in others)


@pytest.mark.parametrize(
    ("contents", "arcs"),
    [
        ([[0], [1], [1, 1]], [(0, "x", 1)]),
        (iter([iter([0]), (t for t in [1]), range(1, 2)]), iter([[0, "x", 1]])),
        ([{0: "zero"}, {Index(1)}, frozenset([1])], [(Index(0), "x", Index(1)), Arc(0, "x", 1)]),
    ],
)
def test_any_iterable_of_whole_numbers_will_do(contents: list[list[int]], arcs: list[Arc]) -> None:
    tree = BubbleTree((word for word in ["a"]), contents, arcs)
    assert tree == BubbleTree(["a"], [{0}, {1}, {1}], [(0, "x", 1)])
    assert all(type(token) is int for content in tree.contents for token in content)
    assert all(type(arc.head) is int and type(arc.dependent) is int for arc in tree.arcs)


def test_numbers_of_other_libraries_become_plain_ones() -> None:
    numpy = pytest.importorskip("numpy")
    tree = BubbleTree(["a"], [numpy.array([0]), {numpy.int64(1)}], [(numpy.int32(0), "x", numpy.uint8(1))])
    assert tree == BubbleTree(["a"], [{0}, {1}], [(0, "x", 1)])
    assert all(type(token) is int for content in tree.contents for token in content)
    with pytest.raises(StructureError):
        BubbleTree(["a"], [numpy.array([0.0])], [])
    with pytest.raises(StructureError):
        BubbleTree(["a"], [numpy.array([True])], [])


def test_structures_without_words_or_bubbles() -> None:
    assert BubbleTree([], [], []).bubbles == range(0)
    assert BubbleTree([], [{0}], []).hulls == (Span(0, 0),)
    assert BubbleTree(["a", "b"], [], []).words == ("a", "b")


class Unlisted:
    """Not iterable."""

    def __repr__(self) -> str:
        return "<unlisted>"


NONSENSE: dict[str, tuple[object, object, object, str]] = {
    "words: one string": ("tea", [], [], "words must be a sequence of strings, not the single string 'tea'"),
    "words: None": (None, [], [], "words must be a sequence of strings, not None"),
    "words: a number": (3, [], [], "words must be a sequence of strings, not 3"),
    "words: numbers": (["a", 1], [], [], "word 2 must be a string, not 1"),
    "words: bytes": ([b"a"], [], [], "word 1 must be a string, not b'a'"),
    "words: None inside": ([None], [], [], "word 1 must be a string, not None"),
    "contents: None": ([], None, [], "contents must be a sequence of sets of token numbers, not None"),
    "contents: a number": ([], 1, [], "contents must be a sequence of sets of token numbers, not 1"),
    "contents: numbers": ([], [0], [], "the content of bubble 0 must be a set of token numbers, not 0"),
    "contents: an object": ([], [Unlisted()], [], "the content of bubble 0 must be a set of token numbers, not <un"),
    "contents: a string": ([], ["0"], [], "the content of bubble 0 must be a set of token numbers, not '0'"),
    "contents: a float": ([], [{0}, {0.0}], [], "the content of bubble 1 must be a set of token numbers, not {0.0}"),
    "contents: NaN": ([], [{float("nan")}], [], "the content of bubble 0 must be a set of token numbers"),
    "contents: a bool": (["a"], [{True}], [], "the content of bubble 0 must be a set of token numbers, not {True}"),
    "contents: None inside": ([], [{None}], [], "the content of bubble 0 must be a set of token numbers"),
    "contents: a tuple inside": ([], [{(0,)}], [], "the content of bubble 0 must be a set of token numbers"),
    "contents: empty": ([], [{0}, set()], [], "bubble 1 is empty"),
    "contents: a token too far": (["a"], [{0, 2}], [], "bubble 0 contains token 2, but the sentence has only"),
    "contents: a token too many": ([], [{0}, {1}], [], "bubble 1 contains token 1, but the sentence has only tokens 0"),
    "contents: negative": (["a"], [{-1, 7}], [], "bubble 0 contains token -1, but"),
    "contents: huge": (["a"], [{10**30}], [], f"bubble 0 contains token {10**30}"),
    "arcs: None": ([], [{0}], None, "arcs must be a sequence of (head, label, dependent), not None"),
    "arcs: numbers": ([], [{0}], [0], "an arc must be (head, label, dependent) over bubble numbers, not 0"),
    "arcs: a pair": ([], [{0}], [(0, 0)], "an arc must be (head, label, dependent) over bubble numbers, not (0, 0)"),
    "arcs: four": ([], [{0}], [(0, "x", 0, 0)], "an arc must be (head, label, dependent) over bubble numbers"),
    "arcs: a string": ([], [{0}], ["0x0"], "an arc must be (head, label, dependent) over bubble numbers, not '0x0'"),
    "arcs: a float": ([], [{0}], [(0.0, "x", 0)], "an arc must be (head, label, dependent) over bubble numbers"),
    "arcs: a bool": ([], [{0}], [(0, "x", False)], "an arc must be (head, label, dependent) over bubble numbers"),
    "arcs: head None": ([], [{0}], [(None, "x", 0)], "an arc must be (head, label, dependent) over bubble numbers"),
    "arcs: no label": ([], [{0}], [(0, None, 0)], "the label of an arc must be a string, not None (in (0, None, 0))"),
    "arcs: label bytes": ([], [{0}], [(0, b"x", 0)], "the label of an arc must be a string, not b'x'"),
    "arcs: label list": ([], [{0}], [(0, ["x"], 0)], "the label of an arc must be a string, not ['x']"),
    "arcs: swapped": ([], [{0}], [("x", 0, 0)], "an arc must be (head, label, dependent) over bubble numbers"),
    "arcs: no such head": ([], [{0}], [(1, "x", 0)], "arc (1, 'x', 0) names bubble 1, but there are only bubbles 0..0"),
    "arcs: no such dependent": ([], [{0}], [(0, "x", 1)], "arc (0, 'x', 1) names bubble 1, but"),
    "arcs: negative": ([], [{0}], [(0, "x", -1)], "arc (0, 'x', -1) names bubble -1, but"),
}


@pytest.mark.parametrize("case", NONSENSE)
def test_nonsense_is_refused_with_a_reason(case: str) -> None:
    words, contents, arcs, reason = NONSENSE[case]
    make: Callable[[object, object, object], BubbleTree] = BubbleTree  # type: ignore[assignment]  # wrong on purpose
    with pytest.raises(StructureError) as refused:
        make(words, contents, arcs)
    assert str(refused.value).startswith(reason)
    assert isinstance(refused.value, BubbletreeError)
    assert isinstance(refused.value, ValueError)


def test_the_annotation_is_a_sentence_or_nothing() -> None:
    make: Callable[..., BubbleTree] = BubbleTree
    with pytest.raises(StructureError, match="sentence must be a Sentence or None, not 'tea'"):
        make(["tea"], [], [], "tea")


def test_trees_do_not_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        TEA.words = ()  # type: ignore[misc]  # wrong on purpose
    contents = [{0}, {1}]
    tree = BubbleTree(["a"], contents, [])
    contents[1].add(0)
    contents.append({0})
    assert tree.contents == (frozenset({0}), frozenset({1}))


def test_the_annotation_is_no_part_of_the_structure() -> None:
    sentence = Sentence((Row("1", "tea"),))
    tree = BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)], sentence)
    assert tree.sentence is sentence
    assert tree == BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)])
    assert hash(tree) == hash(BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)]))


@given(st.one_of(projective_trees(), structures()).flatmap(lambda tree: st.tuples(st.just(tree), listings(tree))))
def test_the_order_of_listing_does_not_matter(pair: tuple[BubbleTree, BubbleTree]) -> None:
    tree, listed = pair
    assert tree == tree  # noqa: PLR0124  # the same object, found equal without a look
    assert tree == listed
    assert hash(tree) == hash(listed)


@given(structures(max_words=2, max_bubbles=5).flatmap(lambda tree: st.tuples(st.just(tree), listings(tree))))
def test_nor_does_it_where_contents_are_duplicated(pair: tuple[BubbleTree, BubbleTree]) -> None:
    tree, listed = pair
    twice = BubbleTree(tree.words, [*tree.contents, *tree.contents], tree.arcs)
    again = BubbleTree(tree.words, [*listed.contents, *listed.contents[::-1]], listed.arcs)
    assert twice == again
    assert hash(twice) == hash(again)


def different(tree: BubbleTree) -> Iterator[BubbleTree]:
    """Structures that differ from the given one in one thing."""
    words, contents, arcs = tree.words, tree.contents, tree.arcs
    yield BubbleTree((*words, "more"), contents, arcs)
    yield BubbleTree(words, [*contents, {0}], arcs)
    if words:
        yield BubbleTree(("other", *words[1:]), contents, arcs)
    for number, arc in enumerate(arcs):
        rest = (*arcs[:number], *arcs[number + 1 :])
        yield BubbleTree(words, contents, rest)
        yield BubbleTree(words, contents, [*rest, (arc.head, "other", arc.dependent)])
        if contents[arc.head] != contents[arc.dependent] and (arc.dependent, arc.label, arc.head) not in arcs:
            yield BubbleTree(words, contents, [*rest, (arc.dependent, arc.label, arc.head)])


@given(st.one_of(projective_trees(max_words=5), structures()))
def test_different_structures_differ(tree: BubbleTree) -> None:
    for other in different(tree):
        assert tree != other
        assert other != tree


def test_different_structures_seldom_hash_alike() -> None:
    assert len({hash(tree) for tree in (TEA, *different(TEA))}) > 1


def test_duplicated_contents_are_told_apart_by_their_arcs() -> None:
    three = [{1}, {1}, {1}]
    path = BubbleTree(["a"], three, [(0, "x", 1), (1, "x", 2)])
    assert path == BubbleTree(["a"], three, [(2, "x", 0), (1, "x", 2)])
    for arcs in (
        [(0, "x", 1), (0, "x", 2)],
        [(1, "x", 0), (2, "x", 0)],
        [(0, "x", 1), (1, "x", 0)],
        [(0, "x", 0), (1, "x", 2)],
    ):
        assert path != BubbleTree(["a"], three, [(head, label, d) for head, label, d in arcs])
        # All of them have the same signature, so only the isomorphism tells.
        assert hash(path) == hash(BubbleTree(["a"], three, arcs))


def test_trees_equal_nothing_else() -> None:
    assert TEA != "tea"
    assert (TEA.words, TEA.contents, TEA.arcs) != TEA
    assert TEA.__eq__(3) is NotImplemented


@given(st.one_of(projective_trees(), structures()))
def test_the_representation_rebuilds_the_structure(tree: BubbleTree) -> None:
    assert eval(repr(tree)) == tree  # noqa: S307  # our own output


@given(st.one_of(projective_trees(), structures()))
def test_copies_are_equal(tree: BubbleTree) -> None:
    validate(tree)
    hash(tree)
    for twin in (copy.copy(tree), copy.deepcopy(tree), pickle.loads(pickle.dumps(tree))):
        assert twin == tree
        assert hash(twin) == hash(tree)
        assert twin.hulls == tree.hulls
        assert [twin.children(bubble) for bubble in twin.bubbles] == [tree.children(b) for b in tree.bubbles]


def test_long_trees_can_be_copied_printed_and_compared() -> None:
    n = 5_000
    chain = BubbleTree(
        [f"w{t}" for t in range(1, n + 1)], [[t] for t in range(n + 1)], [(t - 1, "dep", t) for t in range(1, n + 1)]
    )
    twin = pickle.loads(pickle.dumps(chain))
    assert twin == chain
    assert copy.deepcopy(chain) == chain
    assert renumbered(chain, range(n, -1, -1)) == chain
    assert repr(chain).endswith(f"({n - 1}, 'dep', {n})])")


def test_format_errors_name_the_place() -> None:
    assert str(FormatError("a.conllu", 3, "no such head")) == "a.conllu:3: no such head"
    assert str(FormatError("a.conllu", 0, "empty")) == "a.conllu: empty"


@pytest.mark.parametrize("error", [FormatError("a", 3, "no such head"), StructureError("bad"), BubbletreeError("x")])
def test_errors_can_be_pickled(error: BubbletreeError) -> None:
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is type(error)
    assert str(twin) == str(error)
    assert vars(twin) == vars(error)


def test_another_sentence_leaves_the_structure_and_its_source_alone() -> None:
    source = Sentence.from_columns(TEA.words, heads=[0, *[1] * (len(TEA.words) - 1)])
    tree = BubbleTree(TEA.words, TEA.contents, TEA.arcs, source=source)
    sentence = Sentence.from_columns(TEA.words, upos=["X"] * len(TEA.words))
    changed = tree.with_sentence(sentence)
    assert (changed, changed.sentence, changed.source) == (tree, sentence, source)
    assert changed.with_sentence(None).sentence is None
