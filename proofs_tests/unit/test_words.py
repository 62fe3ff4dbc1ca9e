"""The words in which messages and tables say which condition fails, why, and what was repaired."""

from __future__ import annotations

from enum import Enum

from bubbletree.conditions import Condition
from bubbletree.convert.errors import Reason, RepairKind
from bubbletree.transitions import Precondition

WORDS: dict[Enum, str] = {
    Precondition.BUFFER_NOT_EMPTY: "the buffer holds at least one bubble",
    Precondition.STACK_NOT_EMPTY: "the stack holds at least one bubble",
    Precondition.STACK_HOLDS_TWO: "the stack holds at least two bubbles",
    Precondition.S1_IS_OPEN: "s1 is an open bubble",
    Precondition.S1_IS_NOT_OPEN: "s1 is not an open bubble",
    Precondition.S2_IS_OPEN: "s2 is an open bubble",
    Precondition.S2_IS_NOT_OPEN: "s2 is not an open bubble",
    Precondition.B1_IS_NOT_OPEN: "b1 is not an open bubble",
    Precondition.S1_IS_NOT_ROOT: "s1 is not RT",
    Precondition.S2_IS_NOT_ROOT: "s2 is not RT",
    Precondition.REDUCES_AT_ONCE: "normal form: the last transition was Shift or RightArc",
    Precondition.CLOSES_AT_ONCE: "normal form: the last transition was BubbleOpen or BubbleAttach",
    Precondition.ROOT_COMES_LAST: (
        "single root: RT takes a child only when nothing else is on the stack or in the buffer"
    ),
    Condition.TREE: "tree",
    Condition.NO_PARTIAL_OVERLAP: "no partial overlap",
    Condition.NON_DUPLICATION: "non-duplication",
    Condition.LEXICAL_COVERAGE: "lexical coverage",
    Condition.ROOTHOOD: "roothood",
    Condition.CONTAINMENT: "containment",
    Condition.CONTINUOUS_COVERAGE: "continuous coverage",
    Condition.CONTINUOUS_PROJECTIONS: "continuous projections",
    Condition.CONTAINED_PROJECTIONS: "contained projections",
    Reason.MISSING_HEAD: "a word has no head",
    Reason.NOT_A_TREE: "the heads do not form a tree",
    Reason.SPAN_OUTSIDE: "a coordination reaches outside the sentence",
    Reason.MALFORMED_COORDINATION: "a coordination has fewer than two conjuncts, or they are out of order",
    Reason.UNKNOWN_SENTENCE: "coordinations given for a sentence that is not there",
    Reason.REPEATED_SENTENCE: "coordinations given for a sentence whose id an earlier one has too",
    RepairKind.LIFTED: "non-projective arc: moved up to an ancestor of its head",
    RepairKind.REATTACHED: "head that a bubble cannot keep: attached to the coordination",
    RepairKind.HEADED_LATER: "coordination that is not headed by its first conjunct",
    RepairKind.SEVERAL_HEADS: "conjunct that is not a constituent: its further heads attached to the main one",
    RepairKind.NOT_BUBBLED: "coordination that crosses another or has its span: left as plain arcs",
    RepairKind.RELABELLED: "conj outside a coordination: became dep",
    RepairKind.RESTYLED: "conjunct or coordinator on the conjunct before it: read as in UD version 2",
}


def test_each_says_what_it_means() -> None:
    assert {member: member.value for kind in (Precondition, Condition, Reason, RepairKind) for member in kind} == WORDS
