"""A derivation in numbers of nodes: each arc is a row, and so is each decision about a boundary."""

from __future__ import annotations

import pytest

from bubbletree import BubbleTree, oracle, trace, valid_transitions
from bubbletree.io import parse_brackets
from neural.batched.rules import KINDS
from neural.methods.bubbles.indexing import LEFT, RIGHT, collate, index_tree
from proofs_tests.neural import tiny


def test_arcs_and_decisions_are_rows_of_nodes() -> None:
    tree = parse_brackets("nsubj=[(amod=hot tea) cc=and buns] slept")
    made = index_tree(tree, {name: number for number, name in enumerate(["amod", "cc", "conj", "nsubj", "root"])})
    # After the tokens 0 to 5 comes the bubble with one conjunct, with two, and closed.
    assert made.slots[:3].tolist() == [[-1, -1, 0, 1], [-1, 0, 1, 2], [-1, -1, 0, 2]]
    assert made.slots.shape == (len(made.kinds), 4)
    assert made.arcs.tolist() == [[2, 1], [6, 3], [6, 4], [5, 8], [0, 5]]
    assert made.labels.tolist() == [0, 1, 2, 3, 4]
    assert made.triples.tolist() == [[1, 8, 2]], "whether 'hot' is about both: the dependent, the bubble, the conjunct"
    assert (made.sides.tolist(), made.shared.tolist()) == ([LEFT], [0])


def test_decisions_are_about_dependents_at_the_edge_of_a_bubble_and_further_in() -> None:
    # The brackets are "so [very [(hot tea) or coffee] and (a bun here)] today".
    words = ["so", "very", "hot", "tea", "or", "coffee", "and", "a", "bun", "here", "today"]
    contents = [*({token} for token in range(12)), {3, 4, 5, 6}, {2, 3, 4, 5, 6, 7, 8, 9, 10}]
    arcs = [(0, "root", 13), (13, "advmod", 1), (12, "advmod", 2), (4, "amod", 3), (13, "conj", 12), (12, "conj", 4)]
    arcs += [(12, "cc", 5), (12, "conj", 6), (13, "cc", 7), (13, "conj", 9), (9, "det", 8), (9, "advmod", 10)]
    arcs += [(13, "advmod", 11)]
    labels = {name: number for number, name in enumerate(["advmod", "amod", "cc", "conj", "det", "root"])}
    made = index_tree(BubbleTree(words, contents, arcs), labels)
    inner, outer = 14, 17
    expected = [
        ([2, inner, 4], LEFT, 1),
        ([3, inner, 4], LEFT, 0),
        ([1, outer, inner], LEFT, 1),
        ([2, outer, inner], LEFT, 0),
        ([3, outer, inner], LEFT, 0),
        ([11, outer, 9], RIGHT, 1),
        ([10, outer, 9], RIGHT, 0),
    ]
    assert list(zip(made.triples.tolist(), made.sides.tolist(), made.shared.tolist(), strict=True)) == expected


@pytest.mark.parametrize(("normal_form", "single_root"), [(False, False), (True, False), (False, True), (True, True)])
def test_the_transitions_that_could_be_taken_are_those_of_the_core(normal_form: bool, single_root: bool) -> None:
    trees = tiny.trees(8, 8, seed=1, single_root=True)
    _, vocabulary, _ = tiny.network(trees)
    derivations = [index_tree(tree, vocabulary.label_number) for tree in trees]
    index = collate(derivations, normal_form=normal_form, single_root=single_root)
    found = [tuple(kind for kind, on in zip(KINDS, row, strict=True) if on) for row in index.allowed.tolist()]
    configurations = [one for tree in trees for one in list(trace(tree.words, oracle(tree)))[:-1]]
    assert found == [valid_transitions(one, normal_form, single_root) for one in configurations]
    if not (normal_form or single_root):
        assert collate(derivations).allowed.equal(index.allowed)


def test_digests_tell_transitions_and_labels_apart() -> None:
    numbers = {name: number for number, name in enumerate(["amod", "cc", "conj", "nsubj", "obj", "root"])}
    texts = ["nsubj=tea slept", "obj=tea slept", "tea obj=slept", "[tea cc=and buns]", "[tea conj=and buns]"]
    digests = [index_tree(parse_brackets(text), numbers).digest() for text in texts]
    assert len(set(digests)) == len(texts)
    assert [index_tree(parse_brackets(text), numbers).digest() for text in texts] == digests
