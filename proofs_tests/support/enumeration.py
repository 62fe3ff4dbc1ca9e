"""Everything there is, up to a size: derivations, structures, labelled trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, product

from bubbletree.configuration import Configuration, TransitionKind
from bubbletree.transitions import Transition, apply, valid_transitions
from bubbletree.tree import BubbleTree
from proofs_tests.support.brute import Forest, Shape, subsets

Triple = tuple[int, str, int]

OPTIONS = [(normal_form, single_root) for normal_form in (False, True) for single_root in (False, True)]
"""Normal form or not, single root or not."""


def words(n: int) -> list[str]:
    """Words named as :func:`bubbletree.random_tree` names them."""
    return [f"w{token}" for token in range(1, n + 1)]


def derivations(
    n: int,
    *,
    normal_form: bool = False,
    single_root: bool = False,
    labels: Sequence[str] = ("dep",),
) -> Iterator[tuple[tuple[Transition, ...], Configuration]]:
    """Every complete derivation over n words, with the terminal configuration that it leads to.

    Raises
    ------
    AssertionError
        Some configuration on the way is stuck.
    """
    pending: list[tuple[tuple[Transition, ...], Configuration]] = [((), Configuration.initial(words(n)))]
    while pending:
        made, configuration = pending.pop()
        if configuration.is_terminal:
            yield made, configuration
            continue
        kinds = valid_transitions(configuration, normal_form, single_root)
        assert kinds, f"stuck after {' '.join(map(str, made))}"
        for kind in reversed(kinds):
            for label in reversed(labels) if kind.takes_label else (None,):
                transition = Transition(kind, label)
                pending.append(((*made, transition), apply(configuration, transition, normal_form, single_root)))


def configurations(n: int) -> Iterator[Configuration]:
    """Every configuration that is reachable over n words, once for each way that leads there."""
    pending = [Configuration.initial(words(n))]
    while pending:
        configuration = pending.pop()
        yield configuration
        pending += [apply(configuration, plain(kind)) for kind in valid_transitions(configuration)]


def plain(kind: TransitionKind, label: str = "dep") -> Transition:
    """The transition of a kind, with a label if it takes one."""
    return Transition(kind, label if kind.takes_label else None)


def families(n: int, size: int, *, repeated: bool = True) -> Iterator[tuple[frozenset[int], ...]]:
    """All families of so many contents over RT and n words, the same content several times or not."""
    everything = subsets(range(n + 1))
    return combinations_with_replacement(everything, size) if repeated else combinations(everything, size)


def arc_sets(bubbles: int, labels: Sequence[str] = ("dep",)) -> Iterator[tuple[Triple, ...]]:
    """Every set of arcs over so many bubbles."""
    possible = [(head, label, dependent) for head in range(bubbles) for label in labels for dependent in range(bubbles)]
    return chain.from_iterable(combinations(possible, size) for size in range(len(possible) + 1))


def head_functions(bubbles: int) -> Iterator[tuple[Triple, ...]]:
    """Every set of arcs in which no bubble has two: all ways to give each a head, itself maybe, or none."""
    for heads in product((None, *range(bubbles)), repeat=bubbles):
        yield tuple((head, "dep", bubble) for bubble, head in enumerate(heads) if head is not None)


def as_tree(forest: Forest) -> BubbleTree:
    """The forest with the labels of :func:`bubbletree.random_tree`: root, conj in bubbles, dep elsewhere."""
    arcs = []
    for bubble, head in enumerate(forest.heads):
        if head is not None:
            inside = forest.contents[bubble] < forest.contents[head]
            arcs.append((head, "root" if head == 0 else "conj" if inside else "dep", bubble))
    return BubbleTree(words(max(max(content) for content in forest.contents)), forest.contents, arcs)


def labelled_trees(forest: Forest, labels: Sequence[str]) -> Iterator[BubbleTree]:
    """The forest with every assignment of labels to its arcs."""
    ends = [(head, bubble) for bubble, head in enumerate(forest.heads) if head is not None]
    for chosen in product(labels, repeat=len(ends)):
        arcs = [(head, label, bubble) for (head, bubble), label in zip(ends, chosen, strict=True)]
        yield BubbleTree(words(max(max(content) for content in forest.contents)), forest.contents, arcs)


def shape_of(tree: BubbleTree) -> Shape:
    """The unlabelled tree of a bubble tree without duplicated contents."""
    heads = [tree.head(bubble) for bubble in tree.bubbles]
    return frozenset(
        (frozenset(content), None if head is None else frozenset(tree.contents[head]))
        for content, head in zip(tree.contents, heads, strict=True)
    )


def first_parts(tree: BubbleTree) -> list[int]:
    """The first internal child of each bubble of several words."""
    wide = [bubble for bubble in tree.bubbles if len(tree.contents[bubble]) > 1]
    parts = [[child for child in tree.children(b) if tree.contents[child] < tree.contents[b]] for b in wide]
    return [min(inside, key=lambda child: min(tree.contents[child])) for inside in parts]
