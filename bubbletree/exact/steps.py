"""What has a score: the steps of a tree, and the score of a tree by definition.

A *vertex* is a word or a bubble of two words or more; its content is a span [p, q].  An *item* is a vertex with all
that is below it; it covers a span [k, m] around the content.  Each item but RT's has one *role*:

* it is a dependent to the left or to the right of its governor.  A governor shows one edge only: dependents to its
  left see where its content begins, those to its right see where it ends;
* or it is a part of a bubble, conjunct or not.  A part sees where the bubble begins.

So each item has three steps, and each of them looks at three token numbers.  With g for the edge of the governor, or
the beginning of the bubble:

====================  ===========  ==========================================================
:class:`StepKind`     looks at     says
====================  ===========  ==========================================================
``LEFT_EDGE``         g, k, p      the item begins at k, and its content at p
``CONTENT``           g, p, q      its content is [p, q]
``RIGHT_EDGE``        g, q, m      its content ends at q, and the item at m
====================  ===========  ==========================================================

A bubble has a step ``BUBBLE``, which looks at its first and last token, and a step ``MORE`` for each part but the first
two, which looks at its first token and at where the parts before end.  The score of a tree is the sum of the scores of
its steps.  Labels, where there are any, belong to ``CONTENT``.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple, Protocol

from bubbletree.projectivity import projection_spans
from bubbletree.tree import CONJ, BubbleTree
from bubbletree.validation import validate


class Role(Enum):
    """What an item is to the vertex above it."""

    LEFT = "left dependent"
    RIGHT = "right dependent"
    CONJUNCT = "conjunct"
    OTHER = "other part"
    PART = "part"
    """A part of a bubble where conjuncts and other parts are not told apart."""

    @property
    def is_part(self) -> bool:
        """Whether the item is a part of a bubble."""
        return self in (Role.CONJUNCT, Role.OTHER, Role.PART)


class StepKind(Enum):
    """The kinds of steps."""

    LEFT_EDGE = "left edge"
    CONTENT = "content"
    RIGHT_EDGE = "right edge"
    BUBBLE = "bubble"
    MORE = "more parts"
    """A bubble that has two parts or more gets another.  This tells flat coordinations from nested ones."""


class Step(NamedTuple):
    """One step of a tree.

    Attributes
    ----------
    kind : StepKind
        Which step.
    governor : int
        The edge of the governor that the item sees, or where its bubble begins.  Of ``BUBBLE`` and ``MORE``, where the
        bubble begins.
    left, right : int
        The two other token numbers, in the order of the table above.  Of ``BUBBLE`` and ``MORE``, both say where the
        bubble ends so far.
    role : Role or None
        The item's role; None for ``BUBBLE`` and ``MORE``.
    is_first : bool
        Whether the item is the first part of a bubble.
    label : str or None
        The label of the arc, for ``CONTENT``; None where labels are left aside.
    """

    kind: StepKind
    governor: int
    left: int
    right: int
    role: Role | None = None
    is_first: bool = False
    label: str | None = None


class Scores(Protocol):
    """A source of scores; the higher, the better."""

    def __call__(self, step: Step, /) -> float:
        """The score of a step: finite, or minus infinity for a step that no tree may have."""


def steps(tree: BubbleTree, *, kinds: bool = True, labels: bool = False) -> Iterator[Step]:
    """The steps of a projective tree, bubble by bubble.

    Parameters
    ----------
    tree : BubbleTree
        A projective bubble tree.
    kinds : bool
        Whether to tell conjuncts (label ``conj``) from other parts.
    labels : bool
        Whether to name the labels.

    Raises
    ------
    InvalidTreeError
        The tree is not projective.

    Examples
    --------
    >>> tree = BubbleTree(["tea", "please"], [{0}, {1}, {2}], [(0, "root", 1), (1, "discourse", 2)])
    >>> for step in steps(tree):
    ...     print(step.kind.value, step.role.value, step[1:4])
    left edge right dependent (0, 1, 1)
    content right dependent (0, 1, 1)
    right edge right dependent (0, 1, 2)
    left edge right dependent (1, 2, 2)
    content right dependent (1, 2, 2)
    right edge right dependent (1, 2, 2)
    """
    validate(tree).raise_for_violations()
    projections = projection_spans(tree)
    for bubble in tree.bubbles:
        hull = tree.hulls[bubble]
        if len(tree.contents[bubble]) > 1:
            yield Step(StepKind.BUBBLE, hull.first, hull.last, hull.last)
            ends = sorted(
                projections[part].last for part in tree.children(bubble) if tree.contents[part] < tree.contents[bubble]
            )
            for end in ends[1:-1]:
                yield Step(StepKind.MORE, hull.first, end, end)
        head = tree.head(bubble)
        if head is None:
            continue
        above, item, label = tree.hulls[head], projections[bubble], tree.label(bubble)
        is_first = False
        if tree.contents[bubble] < tree.contents[head]:
            governor, is_first = above.first, item.first == above.first
            role = Role.PART if not kinds else Role.CONJUNCT if label == CONJ else Role.OTHER
        elif hull.first > above.last:
            governor, role = above.last, Role.RIGHT
        else:
            governor, role = above.first, Role.LEFT
        yield Step(StepKind.LEFT_EDGE, governor, item.first, hull.first, role, is_first)
        yield Step(StepKind.CONTENT, governor, hull.first, hull.last, role, is_first, label if labels else None)
        yield Step(StepKind.RIGHT_EDGE, governor, hull.last, item.last, role, is_first)


def tree_score(tree: BubbleTree, scores: Scores, *, kinds: bool = True, labels: bool = False) -> float:
    """The score of a projective tree: the sum of the scores of its steps.

    Parameters
    ----------
    tree : BubbleTree
        A projective tree.
    scores : Scores
        The score of each step, such as a function.
    kinds, labels : bool
        As for :func:`steps`.

    Raises
    ------
    InvalidTreeError
        The tree is not projective.

    Examples
    --------
    >>> tree = BubbleTree(["tea", "please"], [{0}, {1}, {2}], [(0, "root", 1), (1, "discourse", 2)])
    >>> tree_score(tree, lambda step: 1.0 if step.kind is StepKind.CONTENT else 0.0)
    2.0
    """
    return sum(scores(step) for step in steps(tree, kinds=kinds, labels=labels))
