"""What enhanced dependencies (the DEPS column) tell about shared modifiers.

Enhanced UD repeats a shared dependent's arc for every conjunct that shares it: in "she came and saw",
*she* depends on both verbs.  Basic UD shows the first arc only, so this is the evidence that a
modifier belongs to the whole coordination.  The absence of such an arc is no evidence: treebanks
repeat subjects and objects, but seldom function words, and not relative pronouns.
"""

from __future__ import annotations

from bubbletree.sentence import Sentence


def enhanced_heads(sentence: Sentence) -> tuple[frozenset[int], ...]:
    """Of each word the words that it depends on in the enhanced graph; empty where DEPS says nothing.

    Arcs from the root and from empty nodes are left out.

    Examples
    --------
    >>> from bubbletree.sentence import Row
    >>> she = Row("1", "She", head="2", deprel="nsubj", deps="2:nsubj|4:nsubj|4.1:nsubj")
    >>> [sorted(heads) for heads in enhanced_heads(Sentence((she,)))]
    [[2, 4]]
    """
    return tuple(_heads(row.deps) for row in sentence.word_rows)


def _heads(deps: str) -> frozenset[int]:
    heads = (arc.partition(":")[0] for arc in deps.split("|"))
    return frozenset(int(head) for head in heads if head.isdecimal()) - {0}
