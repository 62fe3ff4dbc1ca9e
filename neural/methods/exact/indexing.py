"""Bubble trees in numbers, for the compiled program, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bubbletree import ROOT, Arc, BubbleTree, Sentence, TreeCoordination, validate
from bubbletree.exact import Role, Step, StepKind, steps
from neural.methods.compiling import Ints
from neural.methods.exact.tables import CONJUNCT_ROLE, LEFT_ROLE, OTHER_ROLE, RIGHT_ROLE
from neural.methods.interface import UnlearnableError

ROLES = {
    Role.LEFT: LEFT_ROLE,
    Role.RIGHT: RIGHT_ROLE,
    Role.CONJUNCT: CONJUNCT_ROLE,
    Role.OTHER: OTHER_ROLE,
}
"""Roles by number."""


@dataclass(frozen=True, slots=True)
class IndexedTree:
    """A bubble tree in numbers.

    Attributes
    ----------
    words : int
        The number of words.
    pairs : tuple of (int, int, int)
        The pairs that its steps look at: the number of the table, and the two tokens.
    arcs : tuple of (int, int, int, int)
        Of each arc but those to conjuncts: the edge of the governor, the first and the last token of the dependent's
        content, and the number of the label.
    """

    words: int
    pairs: tuple[tuple[int, int, int], ...]
    arcs: tuple[tuple[int, int, int, int], ...]

    def digest(self) -> bytes:
        """Words, pairs and arcs."""
        return repr((self.words, self.pairs, self.arcs)).encode()


def steps_of(tree: BubbleTree) -> list[Step]:
    """The steps of a tree, with labels.

    Raises
    ------
    UnlearnableError
        The program does not have this tree.
    """
    if not validate(tree):
        raise UnlearnableError("the tree is not projective")
    made = list(steps(tree, labels=True))
    if any(step.is_first and step.role is not Role.CONJUNCT for step in made):
        raise UnlearnableError("a bubble does not begin with a conjunct")
    return made


def items_of(tree: BubbleTree) -> Iterator[tuple[int, tuple[int, int, int, int, int]]]:
    """Each bubble but RT's, and its row for :func:`neural.methods.exact.probabilities.arcs_and_bubbles`.

    Raises
    ------
    UnlearnableError
        The program does not have this tree.
    """
    content = (step for step in steps_of(tree) if step.kind is StepKind.CONTENT and step.role is not None)
    below = (bubble for bubble in tree.bubbles if tree.head(bubble) is not None)
    for bubble, step in zip(below, content, strict=True):
        assert step.role is not None, "an item has a role"
        yield bubble, (ROLES[step.role], step.is_first, step.left, step.right, step.governor)


def zones_of(tree: BubbleTree, coordination: TreeCoordination) -> list[tuple[int, int, int]]:
    """The conjuncts of a coordination and what is between and behind them: first and last word, and 1 for a conjunct.

    Examples
    --------
    >>> from bubbletree import coordinations
    >>> from bubbletree.io import parse_brackets
    >>> tree = parse_brackets("nsubj=I want obj=[tea cc=or milk]")
    >>> zones_of(tree, coordinations(tree)[0])
    [(3, 3, 1), (4, 4, 0), (5, 5, 1)]
    """
    zones: list[tuple[int, int, int]] = []
    hull = tree.hulls[coordination.bubble]
    for first, last in coordination.conjuncts:
        if zones and zones[-1][1] + 1 < first:
            zones.append((zones[-1][1] + 1, first - 1, 0))
        zones.append((first, last, 1))
    if zones[-1][1] < hull.last:
        zones.append((zones[-1][1] + 1, hull.last, 0))
    return zones


def tree_of(
    words: Sequence[str], vertices: Ints, labels: Sequence[str], sentence: Sentence | None = None
) -> BubbleTree:
    """The tree of what :func:`neural.methods.exact.best.best_vertices` returns, with labels for the arcs."""
    contents = [range(token, token + 1) for token in range(len(words) + 1)]
    bubbles: list[int] = []
    arcs = []
    for (above, _, first, last, _), label in zip(vertices.tolist(), labels, strict=True):
        bubble = first
        if first < last:
            bubble = len(contents)
            contents.append(range(first, last + 1))
        bubbles.append(bubble)
        arcs.append(Arc(ROOT if above < 0 else bubbles[above], label, bubble))
    return BubbleTree(words, contents, arcs, sentence)
