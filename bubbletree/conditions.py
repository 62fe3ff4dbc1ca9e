"""Names for the conditions on bubble trees, and for the evidence that one of them fails.

Shi & Lee (2021, section 2.2) state six conditions for a *well-formed* bubble tree, including that A is a directed tree.
A *projective* tree must satisfy three more.
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
        What is wrong, in general words.
    bubbles : tuple of int
        The bubbles that show it, in the order in which the definition quantifies over them.
    tokens : tuple of int
        The tokens that show it; the docstring of each predicate says which ones.
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
