"""What is doubtful in an annotation, as a value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Something doubtful about a word.

    Attributes
    ----------
    code : str
        The rule that found it: ``BT001``. Codes do not change.
    name : str
        The name of the rule.
    word : int
        The word.
    reason : str
        What is doubtful, in words.
    """

    code: str
    name: str
    word: int
    reason: str
