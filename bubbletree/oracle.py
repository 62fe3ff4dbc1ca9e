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

from bubbletree.configuration import TransitionKind
from bubbletree.errors import BubbletreeError
from bubbletree.projectivity import projection_spans
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
    position = [span.first for span in projection_spans(tree)]
    root = next(bubble for bubble in tree.bubbles if ROOT in tree.contents[bubble])
    derivation: list[Transition] = []
    # What is still to be done, last thing first: a bubble to build, or a transition to make.
    agenda: list[int | Transition] = list(reversed(_with_arcs(tree, _in_order(tree, root, position))))
    while agenda:
        step = agenda.pop()
        if isinstance(step, Transition):
            derivation.append(step)
        else:
            agenda.extend(reversed(_build(tree, step, position)))
    return tuple(derivation)


def _build(tree: BubbleTree, bubble: int, position: list[int]) -> list[int | Transition]:
    """The steps that build a bubble."""
    content = tree.contents[bubble]
    before: list[int] = []
    inside: list[int] = []
    after: list[int] = []
    for child in _in_order(tree, bubble, position):
        if position[child] < tree.hulls[bubble].first:
            before.append(child)
        elif position[child] in content:
            inside.append(child)
        else:
            after.append(child)
    steps: list[int | Transition] = [*before]
    if inside:
        first, second, *further = inside
        if tree.label(first) != CONJ:
            raise OracleError(tree, bubble, first)
        steps += [first, second, _labelled(tree, TransitionKind.BUBBLE_OPEN, second)]
        for child in further:
            steps += [child, _labelled(tree, TransitionKind.BUBBLE_ATTACH, child)]
        steps.append(_CLOSE)
    steps += [_labelled(tree, TransitionKind.LEFT_ARC, child) for child in reversed(before)]
    return [*steps, _SHIFT, *_with_arcs(tree, after)]


def _with_arcs(tree: BubbleTree, children: list[int]) -> list[int | Transition]:
    """Build each child and attach it to the item on its left."""
    steps: list[int | Transition] = []
    for child in children:
        steps += [child, _labelled(tree, TransitionKind.RIGHT_ARC, child)]
    return steps


def _in_order(tree: BubbleTree, bubble: int, position: list[int]) -> list[int]:
    return sorted(tree.children(bubble), key=position.__getitem__)


def _labelled(tree: BubbleTree, kind: TransitionKind, child: int) -> Transition:
    label = tree.label(child)
    assert label is not None, "in a valid tree every bubble but the root has exactly one incoming arc"
    return Transition(kind, label)
