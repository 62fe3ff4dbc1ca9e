"""Coordinations read off UD alone: which words are conjuncts, and where each conjunct begins and ends.

UD hangs the later conjuncts on the first one (``conj``).  That leaves three questions open:

* which of them are nested in a wider coordination (:mod:`bubbletree.convert.nesting`);
* which dependents belong to a conjunct, and which to all (:mod:`bubbletree.convert.sharing`);
* what stands between conjuncts, in none of them (:mod:`bubbletree.convert.edges`).

docs/guide/conversion.md has an example for each rule, and docs/results/conversion.md says how often they are right.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bubbletree.convert.coordinated import Coordinated
from bubbletree.convert.edges import Conjunct
from bubbletree.convert.heads import tree_heads
from bubbletree.convert.lift import lift
from bubbletree.convert.nesting import Series, series_of
from bubbletree.convert.relations import Kind
from bubbletree.convert.sharing import AFTER, Decision, decide
from bubbletree.convert.styles import Style, in_ud_style
from bubbletree.convert.syntax import Syntax
from bubbletree.coordination import GivenCoordination
from bubbletree.sentence import Sentence
from bubbletree.span import Span


class Inference(NamedTuple):
    """What was read off a UD tree.

    Attributes
    ----------
    coordinations : tuple of GivenCoordination
        The coordinations.
    decisions : tuple of Decision
        For each dependent at the edge of one of them, whether it is shared, and the rule that decided.
    """

    coordinations: tuple[GivenCoordination, ...] = ()
    decisions: tuple[Decision, ...] = ()


def infer_coordinations(sentence: Sentence, *, style: Style = Style.UD) -> tuple[GivenCoordination, ...]:
    """The coordinations that a UD sentence shows by its ``conj`` relations.

    Parameters
    ----------
    sentence : Sentence
        With HEAD and DEPREL; what else it has is used where it is there.  Non-projective arcs are looked
        at as if lifted (:mod:`bubbletree.convert.lift`).
    style : Style
        How it is annotated (:mod:`bubbletree.convert.styles`).

    Raises
    ------
    ConversionError
        A word has no head, or the heads do not form a tree.

    Examples
    --------
    >>> sentence = Sentence.from_columns(
    ...     ["in", "Rome", ",", "Oslo", "and", "Bonn"],
    ...     heads=[2, 0, 4, 2, 6, 2],
    ...     deprels=["case", "root", "punct", "conj", "cc", "conj"],
    ... )
    >>> [found] = infer_coordinations(sentence)
    >>> [tuple(conjunct) for conjunct in found.conjuncts]
    [(2, 2), (4, 4), (6, 6)]
    """
    heads, labels, _ = in_ud_style(tree_heads(sentence), sentence.deprels, style)
    parents, _ = lift([head - 1 for head in heads])
    return infer(sentence, [parent + 1 for parent in parents], labels).coordinations


def infer(sentence: Sentence, heads: Sequence[int], labels: Sequence[str]) -> Inference:
    """As :func:`infer_coordinations`, with the columns HEAD (a projective tree) and DEPREL given apart."""
    syntax = Syntax(sentence, heads, labels)
    if Kind.CONJUNCT not in syntax.kinds:
        return Inference()
    coordinations: list[GivenCoordination] = []
    decisions: list[Decision] = []
    for word in range(1, len(heads) + 1):
        found = series_of(syntax, word)
        if found:
            for coordination, decided in _coordinations(syntax, word, found):
                coordinations.append(coordination)
                decisions.extend(decided)
    return Inference(tuple(coordinations), tuple(decisions))


def _coordinations(
    syntax: Syntax, head: int, found: Sequence[Series]
) -> Iterator[tuple[GivenCoordination, list[Decision]]]:
    """The coordinations whose first conjunct is headed by a word, the innermost first, and the decisions on each."""
    before = syntax.left(head)[::-1]
    after = syntax.modifiers_after(head)
    core, end = Span(head, head), head
    private = 0
    taken: tuple[int, ...] = ()
    ends = [*(series.conjuncts[0] for series in found[1:]), len(syntax.heads)]
    has_but = any(syntax.is_adversative(word) for series in found for word in series.coordinators)
    for series, following in zip(found, ends, strict=True):
        group = Coordinated(syntax, head, tuple(series.conjuncts), tuple(series.coordinators), taken, has_but)
        added, decisions = decide(group, before[private:])
        private += added
        first = min([core.first, *(syntax.first[child] for child in before[private - 1 : private])])
        spans = [Conjunct(syntax, head, core, group.coordinators).trimmed(Span(first, _end_of_first(group, end)))]
        spans.extend(_later_conjunct(group, conjunct, syntax.last[conjunct]) for conjunct in group.later[:-1])
        last, decided = _end_of_last(group)
        spans.append(_later_conjunct(group, group.later[-1], last))
        decisions += decided
        common = _inside(after, group.later[-1], following)
        decisions += (Decision(child, group.conjuncts, True, AFTER) for child in common)
        yield GivenCoordination(tuple(spans)), decisions
        taken += () if group.correlative is None else (group.correlative,)
        core, end = Span(spans[0].first, spans[-1].last), syntax.last[group.later[-1]]


def _end_of_first(group: Coordinated, end: int) -> int:
    """The last word that may be in the first conjunct: what hangs on its head up to a coordinator."""
    syntax = group.syntax
    for child in _inside(syntax.right(group.head), end, group.later[0]):
        if group.kind(child) is Kind.COORDINATOR:
            break
        end = syntax.last[child]
    return end


def _later_conjunct(group: Coordinated, conjunct: int, end: int) -> Span:
    core = Span(conjunct, conjunct)
    known = Conjunct(group.syntax, conjunct, core, group.coordinators)
    return known.trimmed(Span(group.syntax.first[conjunct], end))


def _end_of_last(group: Coordinated) -> tuple[int, list[Decision]]:
    """The last word that may be in the last conjunct, and what was decided about the dependents at its end."""
    syntax, conjunct = group.syntax, group.later[-1]
    inner = syntax.conjuncts(conjunct)
    after = _inside(syntax.modifiers_after(conjunct), inner[-1] if inner else conjunct, len(syntax.heads))
    private, decisions = decide(group, after)
    return syntax.first[after[private]] - 1 if private < len(after) else syntax.last[conjunct], decisions


def _inside(words: Sequence[int], low: int, high: int) -> Sequence[int]:
    """Of words from left to right those between two others."""
    return words[bisect_right(words, low) : bisect_left(words, high)]
