"""What can go wrong, or less than perfectly, between UD and bubble trees: reasons and repairs.

A *failure* (:class:`ConversionError`, with a :class:`Reason`) means that there is no tree.  A
*repair* (:class:`Repair`, with a :class:`RepairKind`) means that there is one, but that something in
the source could not be held as it stood.  Both are enumerations, so that they can be counted over a
treebank and nothing is lost in silence.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bubbletree.errors import BubbletreeError


class Reason(Enum):
    """Why there is no bubble tree."""

    MISSING_HEAD = "a word has no head"
    NOT_A_TREE = "the heads do not form a tree"
    SPAN_OUTSIDE = "a coordination reaches outside the sentence"
    MALFORMED_COORDINATION = "a coordination has fewer than two conjuncts, or they are out of order"
    UNKNOWN_SENTENCE = "coordinations given for a sentence that is not there"
    REPEATED_SENTENCE = "coordinations given for a sentence whose id an earlier one has too"


class RepairKind(Enum):
    """What was changed to keep a sentence that does not fit a projective bubble tree as it stands."""

    LIFTED = "non-projective arc: moved up to an ancestor of its head"
    REATTACHED = "head that a bubble cannot keep: attached to the coordination"
    HEADED_LATER = "coordination that is not headed by its first conjunct"
    SEVERAL_HEADS = "conjunct that is not a constituent: its further heads attached to the main one"
    NOT_BUBBLED = "coordination that crosses another or has its span: left as plain arcs"
    RELABELLED = "conj outside a coordination: became dep"
    RESTYLED = "conjunct or coordinator on the conjunct before it: read as in UD version 2"


@dataclass(frozen=True, slots=True)
class Repair:
    """One change: its kind and the words it concerns."""

    kind: RepairKind
    tokens: tuple[int, ...]


class ConversionError(BubbletreeError, ValueError):
    """A sentence that cannot be converted.

    Attributes
    ----------
    reason : Reason
        Why, as something to count by.
    details : str
        What exactly, in words.
    explanation : str
        Both, in words.
    sent_id : str or None
        The sentence, where it has a name.
    """

    def __init__(self, reason: Reason, details: str, sent_id: str | None = None) -> None:
        self.explanation = f"{reason.value}: {details}"
        super().__init__(f"{sent_id or 'sentence'}: {self.explanation}")
        self.reason = reason
        self.details = details
        self.sent_id = sent_id
