"""The static oracle: from a projective bubble tree to its derivation in normal form.

This is the construction in the completeness proof of Shi & Lee (2021, section 3.2) with every
reduction made at once.  To *build* a bubble alpha means to take the words it covers from the buffer
and leave alpha, with everything below it, on top of the stack:

    build each left outside child, from left to right;
    if alpha is not a singleton: build its first two internal children, BubbleOpen, build each
    further one, BubbleAttach after each, and BubbleClose at the end;
    LeftArc for each left outside child, from right to left;
    Shift;
    build each right outside child, RightArc after each.

A tree is derivable if and only if it is projective and the first internal child of every bubble is
labelled ``conj``, the label that BubbleOpen gives (the paper omits labels from its proof).
"""

from __future__ import annotations

from collections.abc import Sequence

from bubbletree.configuration import TransitionKind
from bubbletree.errors import BubbletreeError
from bubbletree.projectivity import projection_bounds
from bubbletree.transitions import Transition
from bubbletree.tree import CONJ, ROOT, BubbleTree
from bubbletree.validation import validate

_SHIFT = Transition(TransitionKind.SHIFT)
_CLOSE = Transition(TransitionKind.BUBBLE_CLOSE)


class OracleError(BubbletreeError, ValueError):
    """Bubble-Hybrid cannot derive a projective bubble tree because of a label.

    Attributes
    ----------
    tree : BubbleTree
        The tree.
    bubble : int
        A bubble whose first internal child is not labelled ``conj``.
    child : int
        That child.
    """

    def __init__(self, tree: BubbleTree, bubble: int, child: int) -> None:
        super().__init__(
            f"the tree is projective, but Bubble-Hybrid cannot derive its labels: the first part of bubble "
            f"{bubble} ({tree.text(bubble)}) is {child} ({tree.text(child)}), labelled {tree.label(child)!r}, "
            f"and BubbleOpen always labels the first part {CONJ!r}"
        )
        self.tree = tree
        self.bubble = bubble
        self.child = child


def oracle(tree: BubbleTree) -> tuple[Transition, ...]:
    """The derivation of a tree in normal form, in linear time.

    For n words and k bubbles of two words or more it has 2n + 2k transitions.

    Parameters
    ----------
    tree : BubbleTree
        A projective tree in which every bubble begins with a conjunct.

    Raises
    ------
    InvalidTreeError
        The tree is not a projective well-formed bubble tree.
    OracleError
        The first part of some bubble is not labelled ``conj``.

    Examples
    --------
    >>> from bubbletree import BubbleTree
    >>> tree = BubbleTree(["hot", "tea"], [{0}, {1}, {2}], [(0, "root", 2), (2, "amod", 1)])
    >>> print(*oracle(tree))
    Shift LeftArc(amod) Shift RightArc(root)
    """
    validate(tree).raise_for_violations()
    plan = _Plan(tree)
    root = next(bubble for bubble in tree.bubbles if ROOT in tree.contents[bubble])
    derivation: list[Transition] = []
    # What is still to be done, last thing first: a bubble to build, or a transition to make.
    agenda: list[int | Transition] = plan.attaching(plan.in_order(root))[::-1]
    while agenda:
        step = agenda.pop()
        if isinstance(step, Transition):
            derivation.append(step)
        else:
            agenda += reversed(plan.building(step))
    return tuple(derivation)


class _Plan:
    """The steps that build the bubbles of a tree."""

    def __init__(self, tree: BubbleTree) -> None:
        self._tree = tree
        self._position = projection_bounds(tree)[0]
        self._labels = [""] * len(tree.contents)
        for _, label, dependent in tree.arcs:
            self._labels[dependent] = label
        self._open = _Labelled(TransitionKind.BUBBLE_OPEN)
        self._attach = _Labelled(TransitionKind.BUBBLE_ATTACH)
        self._left = _Labelled(TransitionKind.LEFT_ARC)
        self._right = _Labelled(TransitionKind.RIGHT_ARC)

    def building(self, bubble: int) -> list[int | Transition]:
        """The steps that build a bubble."""
        children = self.in_order(bubble)
        if not children:
            return [_SHIFT]
        position, labels = self._position, self._labels
        start, end = self._tree.hulls[bubble]
        before = [child for child in children if position[child] < start]
        inside = [child for child in children if start <= position[child] <= end]
        after = [child for child in children if end < position[child]]
        steps: list[int | Transition] = [*before]
        if inside:
            first, second, *further = inside
            if labels[first] != CONJ:
                raise OracleError(self._tree, bubble, first)
            steps += [first, second, self._open[labels[second]]]
            for child in further:
                steps += [child, self._attach[labels[child]]]
            steps.append(_CLOSE)
        steps += [self._left[labels[child]] for child in reversed(before)]
        return [*steps, _SHIFT, *self.attaching(after)]

    def attaching(self, children: Sequence[int]) -> list[int | Transition]:
        """Build each child and attach it to the item on its left."""
        steps: list[int | Transition] = []
        for child in children:
            steps += [child, self._right[self._labels[child]]]
        return steps

    def in_order(self, bubble: int) -> Sequence[int]:
        """The children of a bubble from left to right."""
        children = self._tree.children(bubble)
        return children if len(children) < 2 else sorted(children, key=self._position.__getitem__)


class _Labelled(dict[str, Transition]):
    """The transitions of a kind by their labels, each made once: a tree has far fewer labels than arcs."""

    def __init__(self, kind: TransitionKind) -> None:
        super().__init__()
        self._kind = kind

    def __missing__(self, label: str) -> Transition:
        made = self[label] = Transition(self._kind, label)
        return made
