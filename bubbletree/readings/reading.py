"""A reading: a sentence with one conjunct in the place of each coordination."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bubbletree.span import Span
from bubbletree.surface import Place
from bubbletree.tree import BubbleTree


class Judgement(NamedTuple):
    """Whether a coordination is split, and why.

    Attributes
    ----------
    bubble : int
        Its bubble in the tree.
    span : Span
        From the first word of its first conjunct to the last word of its last conjunct.
    collective : bool
        Whether what is said holds of the conjuncts together, so that no reading may have one of them alone.
    rule : str
        The name of the rule that says so (:data:`bubbletree.readings.rules.RULES`), or ``default``.
    """

    bubble: int
    span: Span
    collective: bool
    rule: str


class Choice(NamedTuple):
    """The conjunct that a reading has in the place of a coordination.

    Attributes
    ----------
    span : Span
        The coordination, in words of the sentence.
    conjunct : Span
        The conjunct.
    coordinator : str
        The last coordinator, as it is written; empty if there is none.
    collective : str
        The name of the rule by which the coordination should not be split, or nothing.
    """

    span: Span
    conjunct: Span
    coordinator: str
    collective: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence with one conjunct in the place of each coordination that is split.

    Attributes
    ----------
    tree : BubbleTree
        Its tree. Coordinations that are not split are still bubbles.
    text : str
        Its words, with the blanks that they have in the sentence.
    tokens : tuple of int
        The numbers that its words have in the sentence.
    offsets : tuple of (start, end)
        The places of its words in the text: those of the file, if it tells them (``TokenRange``), or else in the
        text of the sentence.
    choices : tuple of Choice
        What was chosen, from left to right.
    """

    tree: BubbleTree
    text: str
    tokens: tuple[int, ...]
    offsets: tuple[Place, ...]
    choices: tuple[Choice, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """Its words."""
        return self.tree.words

    @property
    def collective(self) -> tuple[Choice, ...]:
        """Choices in coordinations that should not be split: what the reading says may be false."""
        return tuple(choice for choice in self.choices if choice.collective)
