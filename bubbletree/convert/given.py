"""A coordination as a source gives it: the spans of its conjuncts, nothing else.

This is the input side; :class:`bubbletree.coordination.Coordination` is what is read off a tree.
"""

from __future__ import annotations

from dataclasses import dataclass

from bubbletree.span import Span


@dataclass(frozen=True, slots=True)
class GivenCoordination:
    """A coordinated phrase, from the first word of its first conjunct to the last of its last.

    Attributes
    ----------
    conjuncts : tuple of Span
        The conjuncts from left to right.
    separators : tuple of Span
        The coordinators and punctuation between them, where the source tells them.
    category : str or None
        The phrase category (``"NP"``), where the source tells it.

    Examples
    --------
    >>> GivenCoordination((Span(1, 1), Span(3, 4)), separators=(Span(2, 2),)).whole
    Span(first=1, last=4)
    """

    conjuncts: tuple[Span, ...]
    separators: tuple[Span, ...] = ()
    category: str | None = None

    @property
    def whole(self) -> Span:
        """The span of the coordinated phrase."""
        return Span(self.conjuncts[0].first, self.conjuncts[-1].last)
