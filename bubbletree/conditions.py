"""Names for the conditions on bubble trees, and for the evidence that one of them fails.

Shi & Lee (2021, section 2.2) ask six things of a *well-formed* bubble tree, counting the demand that
A be a directed tree, and three more of a *projective* one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Tokens = tuple[int, ...]
Bubbles = tuple[int, ...]


class Condition(Enum):
    """The conditions of section 2.2; the value is the condition's name in words."""

    TREE = "tree"
    NO_PARTIAL_OVERLAP = "no partial overlap"
    NON_DUPLICATION = "non-duplication"
    LEXICAL_COVERAGE = "lexical coverage"
    ROOTHOOD = "roothood"
    CONTAINMENT = "containment"
    CONTINUOUS_COVERAGE = "continuous coverage"
    CONTINUOUS_PROJECTIONS = "continuous projections"
    CONTAINED_PROJECTIONS = "contained projections"

    @property
    def is_projectivity(self) -> bool:
        """Whether this is one of the three conditions of projectivity, beyond well-formedness."""
        return self in (
            Condition.CONTINUOUS_COVERAGE,
            Condition.CONTINUOUS_PROJECTIONS,
            Condition.CONTAINED_PROJECTIONS,
        )


@dataclass(frozen=True, slots=True)
class Violation:
    """A witness that a condition fails.

    Attributes
    ----------
    condition : Condition
        The condition that fails.
    reason : str
        What is wrong, in words, without the particulars.
    bubbles : tuple of int
        The bubbles that show it, in the order in which the definition quantifies over them.
    tokens : tuple of int
        The tokens that show it; which ones, each predicate says.
    """

    condition: Condition
    reason: str
    bubbles: Bubbles = ()
    tokens: Tokens = ()

    def __str__(self) -> str:
        parts = [
            f"{name} {', '.join(map(str, numbers))}"
            for name, numbers in (("bubbles", self.bubbles), ("tokens", self.tokens))
            if numbers
        ]
        return f"{self.condition.value}: {self.reason}" + (f" ({'; '.join(parts)})" if parts else "")
