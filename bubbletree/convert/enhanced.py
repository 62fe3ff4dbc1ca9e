"""What enhanced dependencies (the DEPS column) tell about shared modifiers.

Enhanced UD repeats a shared dependent's arc for every conjunct that shares it: in "she came and saw",
*she* depends on both verbs.  Basic UD shows the first arc only.

Where a conjunct's predicate is elided, the enhanced graph has an *empty node* in its place, and the basic
tree has promoted one of its dependents: in "she ate rice and he soup", *he* is the conjunct.  Here an arc
from such an empty node counts as one from the word that stands for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bubbletree.convert.relations import Kind, kind_of
from bubbletree.errors import shortened
from bubbletree.sentence import Row, Sentence


def enhanced_heads(sentence: Sentence) -> tuple[frozenset[int], ...]:
    """Of each word the words that it depends on in the enhanced graph; empty where DEPS says nothing.

    Arcs from the root are left out.  A relative pronoun has the arcs of the antecedent that it refers to.

    Examples
    --------
    >>> rows = (
    ...     Row("1", "she", head="2", deprel="nsubj", deps="2:nsubj"),
    ...     Row("2", "ate", head="0", deprel="root", deps="0:root"),
    ...     Row("3", "he", head="2", deprel="conj", deps="3.1:nsubj"),
    ...     Row("3.1", "ate", deps="2:conj"),
    ...     Row("4", "today", head="2", deprel="advmod", deps="2:advmod|3.1:advmod"),
    ... )
    >>> [sorted(heads) for heads in enhanced_heads(Sentence(rows))]
    [[2], [], [3], [2, 3]]
    """
    arcs = _arcs(sentence)
    numbers = {row.id: int(row.id) for row in sentence.word_rows}
    for row in sentence.word_rows:
        if kind_of(row.deprel) is Kind.CONJUNCT:
            numbers |= {head: int(row.id) for head in arcs[row.id] if head in arcs and head not in numbers}
    found = []
    for row in sentence.word_rows:
        heads = dict.fromkeys(arcs[row.id])
        for head, relation in arcs[row.id].items():
            if relation == "ref":
                heads |= dict.fromkeys(arcs.get(head, ()))
        found.append(frozenset(numbers[head] for head in heads if head in numbers))
    return tuple(found)


def elided_relations(sentence: Sentence) -> dict[int, str]:
    """The relations of words to empty nodes: what they would be if nothing were elided.

    Examples
    --------
    >>> rows = (Row("1", "he", head="0", deprel="root", deps="1.1:nsubj"), Row("1.1", "ate", deps="0:root"))
    >>> elided_relations(Sentence(rows))
    {1: 'nsubj'}
    """
    arcs = _arcs(sentence)
    return {
        int(row.id): relation
        for row in sentence.word_rows
        for head, relation in arcs[row.id].items()
        if "." in head and head in arcs
    }


def faults_in_deps(rows: Sequence[Row]) -> Iterator[tuple[int, str]]:
    """What is wrong in the column DEPS of a sentence's lines: the places of lines, and reasons.

    Multiword tokens are left aside: they have no arcs.

    Examples
    --------
    >>> list(faults_in_deps([Row("1", "tea", deps="0:root"), Row("2", "now", deps="1:advmod|3.1:advmod")]))
    ... # doctest: +NORMALIZE_WHITESPACE
    [(1, "DEPS of word 2 has '3.1:advmod', which is not of the form HEAD:RELATION
     with 0 or the ID of a word or empty node of this sentence")]
    """
    if all(row.deps == "_" for row in rows):
        return
    heads = {"0", *(row.id for row in rows if "-" not in row.id)}
    for place, row in enumerate(rows):
        if row.deps == "_" or "-" in row.id:
            continue
        for arc in row.deps.split("|"):
            head, _, relation = arc.partition(":")
            if head not in heads or relation.split() != [relation]:
                kind = "word" if row.is_word else "empty node"
                reason = (
                    f"DEPS of {kind} {row.id} has {shortened(arc)!r}, which is not of the form HEAD:RELATION with 0 or "
                    "the ID of a word or empty node of this sentence"
                )
                yield place, reason
                break


def _arcs(sentence: Sentence) -> dict[str, Mapping[str, str]]:
    """Of each word and empty node its heads in the enhanced graph, with the relations."""
    return {row.id: dict(row.enhanced_arcs) for row in sentence.rows if "-" not in row.id}
