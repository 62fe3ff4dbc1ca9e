"""Which structures the reference vectors speak of: all small trees, some by hand, random ones, and broken ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

from bubbletree.errors import StructureError
from bubbletree.io import parse_brackets
from bubbletree.tree import BubbleTree
from proofs_tests.support.brute import projective_trees_pruned
from proofs_tests.support.enumeration import as_tree, words
from proofs_tests.support.examples import ALONE
from proofs_tests.vectors.reference import initial, is_projective, labelled

T = TypeVar("T")

LABELS = ("conj", "cc", "dep", "nsubj", "punct")
"""The labels of random arcs."""

BY_HAND = {
    "hot coffee or tea and a bun": "nsubj=I prefer obj=[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)]",
    "hot coffee, or tea and a bun": "nsubj=I prefer obj=[(amod=hot coffee) cc=or [tea cc=and (det=a bun)]]",
    "three hosts": "advmod=so [(advmod=very [(amod=hot tea) cc=or coffee]) cc=and (det=a bun)] nmod=today",
    "four hosts": "advmod=so [(advmod=very [[(amod=hot tea) cc=or coffee] cc=and milk]) cc=and (det=a bun)]",
    "four bubbles": "[[[[a cc=or b] cc=and c] punct=, d] punct=; e]",
    "three conjuncts": "nsubj=she [sat punct=, (advmod=slowly ate) cc=and left] punct=.",
    "no coordinator": "amod=[slow punct=, careful] work",
    "two coordinators": "[tea cc=and coffee cc=and milk]",
    "several words as coordinator": "[tea cc=(as fixed=well fixed=as) milk]",
    "the last part is no conjunct": "obj=[tea cc=and discourse=etc] dep=today drink",
}
"""Trees in bracket notation."""

BY_HAND_ALSO = {
    "no words": BubbleTree([], [{0}], []),
    "several children of RT": BubbleTree(
        ["tea", "or", "milk", "!"],
        [{0}, {1}, {2}, {3}, {4}, {1, 2, 3}],
        [(0, "root", 5), (5, "conj", 1), (5, "cc", 2), (5, "conj", 3), (0, "punct", 4)],
    ),
    "bubbles numbered otherwise": BubbleTree(
        ["tea", "or", "milk"],
        [{1, 2, 3}, {3}, {2}, {0}, {1}],
        [(0, "conj", 1), (3, "root", 0), (0, "cc", 2), (0, "conj", 4)],
    ),
    "the first part is not conj": BubbleTree(
        ["both", "tea", "and", "milk"],
        [{0}, {1}, {2}, {3}, {4}, {1, 2, 3, 4}],
        [(0, "root", 5), (5, "cc:preconj", 1), (5, "conj", 2), (5, "cc", 3), (5, "conj", 4)],
    ),
    "no conjunct at all": BubbleTree(
        ["more", "or", "less"],
        [{0}, {1}, {2}, {3}, {1, 2, 3}],
        [(0, "root", 4), (4, "dep", 1), (4, "cc", 2), (4, "dep", 3)],
    ),
}

NOT_PROJECTIVE = {
    "crossing arcs": BubbleTree(
        ["a", "b", "c", "d"],
        [{0}, {1}, {2}, {3}, {4}],
        [(0, "root", 1), (1, "dep", 3), (1, "nmod", 2), (2, "nmod", 4)],
    ),
    "a bubble with a gap": BubbleTree(
        ["tea", "please", "or", "milk"],
        [{0}, {1}, {2}, {3}, {4}, {1, 3, 4}],
        [(0, "root", 5), (5, "conj", 1), (5, "cc", 3), (5, "conj", 4), (5, "discourse", 2)],
    ),
    "contained projections: a single part": BubbleTree(
        ["hot", "buns"], [{0}, {1}, {2}, {1, 2}], [(0, "root", 3), (3, "conj", 2), (2, "amod", 1)]
    ),
    "no partial overlap: violated alone within well-formedness": BubbleTree(
        ["a", "b", "c"],
        [{0}, {1}, {2}, {3}, {1, 2}, {2, 3}],
        [(0, "dep", 4), (4, "dep", 1), (4, "dep", 5), (5, "dep", 2), (5, "dep", 3)],
    ),
    "no bubbles": BubbleTree([], [], []),
    "no bubbles over a word": BubbleTree(["tea"], [], []),
}


def pick(rng: random.Random, options: Sequence[T]) -> T:
    """One of them."""
    return options[rng.randrange(len(options))]


def shuffled(values: Sequence[T], rng: random.Random) -> list[T]:
    """The same in random order."""
    return sorted(values, key=lambda _: rng.random())


def random_tree(n: int, rng: random.Random) -> BubbleTree:
    """The tree of a random walk of the second writing of Table 1, its bubbles and arcs in random order."""
    state = initial(n)
    while not state.is_terminal:
        kind = pick(rng, state.allowed(normal_form=True, single_root=rng.randrange(3) > 0))
        state = state.after(labelled(kind, pick(rng, LABELS)))
    order = shuffled(range(len(state.contents())), rng)
    arcs = shuffled(state.arcs, rng)
    number = {bubble: place for place, bubble in enumerate(order)}
    contents = [state.contents()[bubble] for bubble in order]
    return BubbleTree(words(n), contents, [(number[head], label, number[child]) for head, label, child in arcs])


def broken(tree: BubbleTree, rng: random.Random) -> BubbleTree:
    """A structure that differs from a tree in one place, and is perhaps no tree any more."""
    contents = [set(content) for content in tree.contents]
    arcs = [(arc.head, arc.label, arc.dependent) for arc in tree.arcs]
    bubble, other, token = (rng.randrange(size) for size in (len(contents), len(contents), len(tree.words) + 1))
    match rng.randrange(5):
        case 0:
            contents[bubble] ^= {token}
        case 1:
            contents.append({token, rng.randrange(len(tree.words) + 1)})
            arcs.append((bubble, pick(rng, LABELS), len(contents) - 1))
        case 2:
            arcs.append((bubble, pick(rng, LABELS), other))
        case 3:
            arcs = [(bubble, label, child) if child == other else (head, label, child) for head, label, child in arcs]
        case _:
            arcs = [arc for arc in arcs if arc[2] != other]
    try:
        return BubbleTree(tree.words, contents, arcs)
    except StructureError:  # the change has left a bubble empty
        return broken(tree, rng)


def random_structure(n: int, rng: random.Random) -> BubbleTree:
    """Bubbles with random contents, and random arcs."""
    size = 1 + rng.randrange(n + 3)
    contents = [
        [token for token in range(n + 1) if rng.randrange(3) == 0] or [rng.randrange(n + 1)] for _ in range(size)
    ]
    arcs = [(rng.randrange(size), pick(rng, LABELS), rng.randrange(size)) for _ in range(rng.randrange(size + 1))]
    return BubbleTree(words(n), contents, arcs)


def small_trees() -> Iterator[tuple[str, BubbleTree]]:
    """Every projective tree over up to three words, found by trying everything."""
    for n in range(4):
        for number, forest in enumerate(projective_trees_pruned(n), start=1):
            yield f"all trees over {n} words, {number}", as_tree(forest)


def larger_trees() -> Iterator[tuple[str, BubbleTree]]:
    """Trees by hand, and random ones over four to ten words."""
    yield from ((name, parse_brackets(line)) for name, line in BY_HAND.items())
    yield from BY_HAND_ALSO.items()
    rng = random.Random(1)
    for n in range(4, 11):
        for number in range(1, 5):
            yield f"random tree over {n} words, {number}", random_tree(n, rng)


def faulty_structures() -> Iterator[tuple[str, BubbleTree]]:
    """Structures that are no projective trees: each condition alone where that is possible, and any combinations."""
    for condition, structures in ALONE.items():
        for number, structure in enumerate(structures, start=1):
            yield f"{condition.value} alone, {number}", structure
    yield from NOT_PROJECTIVE.items()
    rng = random.Random(2)
    for number in range(1, 61):
        structure = broken(random_tree(2 + number % 7, rng), rng)
        while is_projective(structure):
            structure = broken(random_tree(2 + number % 7, rng), rng)
        yield f"broken tree {number}", structure
    for number in range(1, 31):
        yield f"random structure {number}", random_structure(1 + number % 4, rng)
