"""UD and given coordinations merged into bubble trees."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree.convert import (
    ConversionError,
    Punctuation,
    Reason,
    RepairKind,
    convert,
    from_ud,
    infer_coordinations,
    to_ud,
)
from bubbletree.convert.from_ud import Conversion
from bubbletree.convert.lift import _Forest, lift
from bubbletree.convert.styles import Style
from bubbletree.coordination import GivenCoordination, coordinations
from bubbletree.editing import reattach
from bubbletree.errors import StructureError
from bubbletree.io import format_brackets, format_conllu, parse_brackets, read_conllu
from bubbletree.sampling import random_tree
from bubbletree.sentence import Sentence
from bubbletree.span import Span
from bubbletree.static_oracle import oracle
from bubbletree.tree import CONJ, Arc, BubbleTree
from proofs_tests.support.strategies import random_ud


def ud(text: str) -> Sentence:
    """A sentence from words of the form form/head/relation."""
    columns = [word.split("/") for word in text.split()]
    return Sentence.from_columns(
        [form for form, _, _ in columns],
        heads=[int(head) for _, head, _ in columns],
        deprels=[relation for _, _, relation in columns],
    )


def spans(*conjuncts: tuple[int, int], category: str | None = None) -> GivenCoordination:
    return GivenCoordination(tuple(Span(*conjunct) for conjunct in conjuncts), category=category)


def kinds(sentence: Sentence, *given_coordinations: GivenCoordination) -> list[tuple[RepairKind, tuple[int, ...]]]:
    return [(repair.kind, repair.tokens) for repair in convert(sentence, given_coordinations).repairs]


HOT_TEA = ud("hot/2/amod tea/0/root and/4/cc buns/2/conj here/2/advmod")


# The paper's appendix A


def test_modifiers_are_shared_outside_the_conjuncts_and_private_inside() -> None:
    assert format_brackets(from_ud(HOT_TEA, [spans((2, 2), (4, 4))])) == "amod=hot [tea cc=and buns] advmod=here"
    assert format_brackets(from_ud(HOT_TEA, [spans((1, 2), (4, 4))])) == "[(amod=hot tea) cc=and buns] advmod=here"


def test_conj_outside_coordinations_becomes_dep() -> None:
    assert format_brackets(from_ud(HOT_TEA, ())) == "amod=hot tea dep=(cc=and buns) advmod=here"
    assert kinds(HOT_TEA) == [(RepairKind.RELABELLED, (4,))]


def test_correlatives_are_shared_modifiers() -> None:
    sentence = ud("both/2/cc:preconj tea/0/root and/4/cc buns/2/conj")
    assert format_brackets(from_ud(sentence, [spans((2, 2), (4, 4))])) == "cc:preconj=both [tea cc=and buns]"


def test_nested_coordinations() -> None:
    sentence = ud("hot/2/amod coffee/0/root or/4/cc tea/2/conj and/7/cc a/7/det bun/2/conj")
    both = [spans((1, 4), (6, 7)), spans((2, 2), (4, 4))]
    for order in (both, both[::-1]):
        tree = from_ud(sentence, order)
        assert format_brackets(tree) == "[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)]"
        assert to_ud(tree).rows == sentence.rows


def test_a_coordination_in_a_gap() -> None:
    sentence = ud("a/0/root so/4/cc or/4/cc so/7/advmod to/7/cc say/7/cc b/1/conj")
    tree = from_ud(sentence, [spans((1, 1), (7, 7)), spans((2, 2), (4, 4))])
    assert oracle(tree)
    assert len([content for content in tree.contents if len(content) > 1]) == 2


def test_words_between_conjuncts_hang_on_the_bubble() -> None:
    sentence = ud("a/0/root ,/1/punct but/5/cc also/5/advmod b/1/conj")
    tree = from_ud(sentence, [spans((1, 1), (5, 5))])
    assert format_brackets(tree) == "[a punct=, cc=but advmod=also b]"
    assert to_ud(tree, Punctuation.FIRST).heads == sentence.heads


def test_categories_come_along() -> None:
    tree = from_ud(HOT_TEA, [spans((2, 2), (4, 4), category="NP")])
    assert tree.sentence is not None
    assert tree.sentence.categories == (((2, 4), "NP"),)
    assert [found.category for found in coordinations(tree)] == ["NP"]


def test_a_tree_is_converted_like_its_ud() -> None:
    tree = parse_brackets("[(amod=hot tea) cc=and buns] advmod=here")
    assert format_brackets(from_ud(tree, [spans((2, 2), (4, 4))])) == "amod=hot [tea cc=and buns] advmod=here"
    plain = BubbleTree(HOT_TEA.words, [{t} for t in range(6)], [
        Arc(int(row.head), row.deprel, int(row.id)) for row in HOT_TEA.rows
    ])  # fmt: skip
    assert from_ud(plain, [spans((1, 2), (4, 4))]) == from_ud(HOT_TEA, [spans((1, 2), (4, 4))])


def test_an_empty_sentence() -> None:
    assert from_ud(Sentence(())) == BubbleTree([], [{0}], [])


# What does not fit is repaired, and told


def test_a_conjunct_that_is_no_constituent() -> None:
    sentence = ud("gave/0/root Ann/1/iobj tea/1/obj and/5/cc Bob/2/conj buns/3/conj")
    tree = from_ud(sentence, [spans((2, 3), (5, 6))])
    assert format_brackets(tree) == "gave iobj=[(Ann obj=tea) cc=and (Bob dep=buns)]"
    assert kinds(sentence, spans((2, 3), (5, 6))) == [
        (RepairKind.SEVERAL_HEADS, (3,)),
        (RepairKind.SEVERAL_HEADS, (6,)),
        (RepairKind.RELABELLED, (6,)),
    ]


def test_a_modifier_of_a_later_conjunct_outside() -> None:
    sentence = ud("tea/0/root and/3/cc buns/1/conj here/3/advmod")
    assert format_brackets(from_ud(sentence, [spans((1, 1), (3, 3))])) == "[tea cc=and buns] advmod=here"
    assert kinds(sentence, spans((1, 1), (3, 3))) == [(RepairKind.REATTACHED, (4,))]


def test_a_later_conjunct_that_hangs_elsewhere() -> None:
    sentence = ud("a/0/root b/1/dep ,/1/punct c/1/conj")
    assert format_brackets(from_ud(sentence, [spans((2, 2), (4, 4))])) == "a dep=[b punct=, c]"
    assert kinds(sentence, spans((2, 2), (4, 4))) == [(RepairKind.REATTACHED, (4,)), (RepairKind.REATTACHED, (3,))]


def test_a_coordination_headed_by_a_later_conjunct() -> None:
    sentence = ud("a/3/dep and/3/cc b/0/root")
    tree = from_ud(sentence, [spans((1, 1), (3, 3))])
    assert format_brackets(tree) == "[a cc=and b]"
    assert (RepairKind.HEADED_LATER, (3,)) in kinds(sentence, spans((1, 1), (3, 3)))


@pytest.mark.parametrize("second", [spans((2, 2), (5, 5)), spans((1, 1), (2, 2), (3, 3)), spans((2, 2), (3, 3))])
def test_coordinations_that_cannot_both_be_bubbles(second: GivenCoordination) -> None:
    first = spans((1, 2), (3, 3))
    conversion = convert(HOT_TEA, [first, second])
    assert RepairKind.NOT_BUBBLED in {repair.kind for repair in conversion.repairs}
    assert [found.conjuncts for found in coordinations(conversion.tree)] == [first.conjuncts]


def test_lifting_moves_the_least() -> None:
    sentence = ud("What/4/obl are/4/aux you/4/nsubj talking/0/root about/1/case")
    conversion = convert(sentence)
    assert [conversion.tree.head(word) for word in range(1, 6)] == [4, 4, 4, 0, 4]
    assert [(repair.kind, repair.tokens) for repair in conversion.repairs] == [(RepairKind.LIFTED, (5,))]


def test_the_shortest_arc_is_lifted_first() -> None:
    assert lift([2, -1, 1, 0]) == ([1, -1, 1, 1], [0, 3])
    assert lift([2, -1, 1]) == ([1, -1, 1], [0])
    # The arc from 1 to 3 crosses 2, and so does the longer one from 3 to 0, which then follows 3 to 2.
    assert lift([3, 2, -1, 1]) == ([2, 2, -1, 2], [0, 3])


def test_a_conjunct_that_is_moved_is_no_conjunct_where_it_lands() -> None:
    # "She bought tea today, and buns": the coordination is discontinuous.
    sentence = ud("She/2/nsubj bought/0/root tea/2/obj today/2/obl and/6/cc buns/3/conj")
    conversion = convert(sentence)
    assert format_brackets(conversion.tree) == "nsubj=She bought obj=tea obl=today dep=(cc=and buns)"
    assert [(repair.kind, repair.tokens) for repair in conversion.repairs] == [
        (RepairKind.LIFTED, (6,)),
        (RepairKind.RELABELLED, (6,)),
    ]
    assert kinds(ud("What/2/obl is/0/root it/2/nsubj about/1/case")) == [(RepairKind.LIFTED, (4,))]


def test_the_highest_word_of_a_conjunct_is_its_head() -> None:
    # "a b" is not a constituent: a hangs on c, further down, and b is the root.
    sentence = ud("a/4/x b/0/root and/4/cc c/2/conj")
    given_coordination = spans((1, 2), (4, 4))
    assert format_brackets(from_ud(sentence, [given_coordination])) == "[(x=a b) cc=and c]"
    assert (RepairKind.SEVERAL_HEADS, (1,)) in kinds(sentence, given_coordination)


ROW = ud("a/0/root b/1/x c/1/x d/1/x e/1/x")


@pytest.mark.parametrize(
    ("kept", "dropped"),
    [
        (((1, 1), (3, 3)), ((3, 3), (5, 5))),
        (((1, 1), (4, 5)), ((2, 2), (4, 4))),
        (((1, 2), (5, 5)), ((2, 2), (4, 4))),
    ],
)
def test_coordinations_that_share_a_word_at_an_edge_cross(
    kept: tuple[tuple[int, int], ...], dropped: tuple[tuple[int, int], ...]
) -> None:
    found = kinds(ROW, spans(*kept), spans(*dropped))
    first, last = dropped[0][0], dropped[-1][1]
    assert (RepairKind.NOT_BUBBLED, tuple(range(first, last + 1))) in found
    assert [c.conjuncts for c in coordinations(from_ud(ROW, [spans(*kept), spans(*dropped)]))] == [
        spans(*kept).conjuncts
    ]


def test_bubbles_may_make_projective_what_is_not() -> None:
    # "and" hangs on the first conjunct, across a shared modifier of the coordination.
    sentence = ud("a/4/nsubj and/1/cc b/1/conj came/0/root")
    conversion = convert(sentence, [spans((1, 1), (3, 3))])
    assert format_brackets(conversion.tree) == "nsubj=[a cc=and b] came"
    assert conversion.repairs == ()


@pytest.mark.parametrize(
    ("sentence", "given_coordinations", "reason", "details"),
    [
        (Sentence.from_columns(["a", "b"]), (), Reason.MISSING_HEAD, "word 1 has the HEAD '_'"),
        (ud("a/2/x b/1/x c/0/root"), (), Reason.NOT_A_TREE, "word 1 is not below the root"),
        (ud("a/9/x b/0/root"), (), Reason.NOT_A_TREE, "there is no word 9"),
        (HOT_TEA, [spans((1, 2), (4, 6))], Reason.SPAN_OUTSIDE, "conjuncts 1-2, 4-6 in a sentence of 5 words"),
        (HOT_TEA, [spans((0, 2), (4, 5))], Reason.SPAN_OUTSIDE, "conjuncts 0-2, 4-5"),
        (HOT_TEA, [spans((1, 1), (2, 2), (4, 6))], Reason.SPAN_OUTSIDE, "conjuncts 1-1, 2-2, 4-6 in a sentence of 5"),
        (HOT_TEA, [spans((1, 2))], Reason.MALFORMED_COORDINATION, "conjuncts 1-2"),
        (HOT_TEA, [GivenCoordination(())], Reason.MALFORMED_COORDINATION, "conjuncts"),
        (HOT_TEA, [spans((1, 2), (2, 4))], Reason.MALFORMED_COORDINATION, "conjuncts 1-2, 2-4"),
        (HOT_TEA, [spans((4, 4), (1, 2))], Reason.MALFORMED_COORDINATION, "conjuncts 4-4, 1-2"),
        (HOT_TEA, [spans((2, 1), (4, 4))], Reason.MALFORMED_COORDINATION, "conjuncts 2-1, 4-4"),
    ],
)
def test_failures(
    sentence: Sentence, given_coordinations: list[GivenCoordination], reason: Reason, details: str
) -> None:
    with pytest.raises(ConversionError) as caught:
        from_ud(sentence, given_coordinations)
    assert caught.value.reason is reason
    assert details in caught.value.details
    assert str(caught.value) == f"sentence: {reason.value}: {caught.value.details}"
    with pytest.raises(ConversionError) as caught:
        from_ud(replace(sentence, comments=("# sent_id = menu",)), given_coordinations)
    assert caught.value.sent_id == "menu"
    assert str(caught.value) == f"menu: {reason.value}: {caught.value.details}"


def test_failures_of_inference() -> None:
    with pytest.raises(ConversionError):
        infer_coordinations(ud("a/2/x b/1/x c/0/root"))


# For all trees


@st.composite
def random_spans(draw: st.DrawFn, n: int) -> GivenCoordination:
    cuts = sorted(draw(st.sets(st.integers(1, n), min_size=4, max_size=min(n, 7))))
    cuts = cuts[: len(cuts) // 2 * 2]
    return spans(*zip(cuts[::2], cuts[1::2], strict=True))


@given(st.data())
def test_every_tree_is_converted_to_a_derivable_one(data: st.DataObject) -> None:
    sentence = data.draw(random_ud())
    n = len(sentence.words)
    given_coordinations = data.draw(st.lists(random_spans(n), max_size=3)) if n >= 4 else []
    for coordination in (None, given_coordinations):
        conversion = convert(sentence, coordination)
        assert oracle(conversion.tree)
        assert conversion.tree.words == sentence.words
        if coordination:
            kept = {found.conjuncts for found in coordinations(conversion.tree)}
            dropped = sum(repair.kind is RepairKind.NOT_BUBBLED for repair in conversion.repairs)
            assert kept <= {given_.conjuncts for given_ in coordination}
            assert len(kept) == len(coordination) - dropped


@given(random_ud())
def test_lifting_gives_a_projective_tree(sentence: Sentence) -> None:
    parents = [head - 1 for head in sentence.heads]
    lifted, moved = lift(parents)
    assert [node for node, (old, new) in enumerate(zip(parents, lifted, strict=True)) if old != new] == moved
    for node, parent in enumerate(lifted):
        for between in range(min(node, parent) + 1, max(node, parent)):
            ancestor = between
            while ancestor not in (parent, -1):
                ancestor = lifted[ancestor]
            assert ancestor == parent
    assert lift(lifted) == (lifted, [])


@given(st.integers(1, 14), st.integers(0, 10_000), st.sampled_from(Punctuation))
def test_bubbles_survive_the_way_through_ud_with_their_spans(n: int, seed: int, style: Punctuation) -> None:
    """A projective tree is determined by its UD conversion and its conjunct spans."""
    rng = random.Random(seed)
    tree = random_tree(n, rng)
    between: list[int] = []
    for bubble in tree.bubbles:
        inside = [child for child in tree.children(bubble) if tree.contents[child] < tree.contents[bubble]]
        between += sorted(inside, key=tree.hulls.__getitem__)[1:-1]
    changed = {child: rng.choice(["cc", "punct", CONJ]) for child in between}
    arcs = [(arc.head, changed.get(arc.dependent, arc.label), arc.dependent) for arc in tree.arcs]
    tree = BubbleTree(tree.words, tree.contents, arcs)
    conversion = convert(to_ud(tree, style), [GivenCoordination(found.conjuncts) for found in coordinations(tree)])
    assert conversion.tree == tree
    assert conversion.repairs == ()


def test_separators_category_and_repairs_may_be_left_out() -> None:
    conjuncts = (Span(1, 1), Span(3, 3))
    assert GivenCoordination(conjuncts) == GivenCoordination(conjuncts, separators=(), category=None)
    tree = random_tree(3, random.Random(0))
    assert Conversion(tree) == Conversion(tree, repairs=())


# What a tree was made from


@given(random_ud(), st.sampled_from([None, *Punctuation]), st.sampled_from(Style))
def test_every_tree_goes_back_to_what_it_was_made_from(
    sentence: Sentence, punctuation: Punctuation | None, style: Style
) -> None:
    tree = from_ud(sentence, style=style)
    assert tree.source is sentence
    assert to_ud(tree, punctuation) == sentence
    custom = punctuation or Punctuation.FOLLOWING
    [again] = read_conllu(format_conllu(tree, custom))
    assert again == tree
    assert to_ud(again).rows == sentence.rows
    if again.source is not None:
        assert to_ud(again, punctuation).rows == sentence.rows
    assert format_conllu(again, custom) == format_conllu(tree, custom)


def test_a_changed_tree_has_no_source() -> None:
    tree = from_ud(HOT_TEA, [spans((1, 2), (4, 4))])
    assert to_ud(reattach(tree, 1, 6)).heads == HOT_TEA.heads
    assert tree.source is HOT_TEA
    assert reattach(tree, 1, 6).source is None


def test_a_source_of_other_words_is_refused() -> None:
    with pytest.raises(StructureError, match="was made from have different words"):
        BubbleTree(["a"], [{0}, {1}], [(0, "root", 1)], source=HOT_TEA)


@pytest.mark.parametrize("kind", ["random", "path"])
def test_lifting_long_sentences_takes_few_steps(kind: str) -> None:
    """The number of steps, which does not depend on the machine, grows little faster than the sentence."""
    steps = []
    for n in (500, 1_000, 2_000):
        rng = random.Random(n)
        order = list(range(n))
        rng.shuffle(order)
        parents = [-1] * n
        for place in range(1, n):
            parents[order[place]] = order[rng.randrange(place) if kind == "random" else place - 1]
        steps.append(0)
        one_step = _Forest.lift

        def counting(forest: _Forest, node: int, step: Callable[[_Forest, int], list[int]] = one_step) -> list[int]:
            steps[-1] += 1
            return step(forest, node)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(_Forest, "lift", counting)
            lift(parents)
    assert steps[2] < 5 * steps[1] < 25 * steps[0]
    assert steps[2] < 50 * 2_000


def test_lifting_is_as_the_slow_definition() -> None:
    rng = random.Random(3)
    for _ in range(500):
        n = rng.randrange(1, 11)
        order = list(range(n))
        rng.shuffle(order)
        parents = [-1] * n
        for place in range(1, n):
            parents[order[place]] = order[rng.randrange(-1, place)] if rng.random() < 0.9 else -1
        for place, node in enumerate(order):
            if parents[node] in order[place:]:
                parents[node] = -1
        assert lift(parents) == slowly_lifted(parents)


def slowly_lifted(parents: list[int]) -> tuple[list[int], list[int]]:
    """Lifting by its definition: of the arcs that are not projective the shortest, the leftmost of several."""
    lifted, moved = list(parents), set()

    def is_below(node: int, head: int) -> bool:
        while node not in (head, -1):
            node = lifted[node]
        return node == head

    def crosses(node: int) -> bool:
        head = lifted[node]
        return head != -1 and not all(
            is_below(between, head) for between in range(min(node, head) + 1, max(node, head))
        )

    while crossing := [(abs(node - lifted[node]), node) for node in range(len(lifted)) if crosses(node)]:
        _, node = min(crossing)
        lifted[node] = lifted[lifted[node]]
        moved.add(node)
    return lifted, sorted(moved)
