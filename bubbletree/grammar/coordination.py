"""How conjuncts become a bubble: their number, their classes, and the words between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bubbletree.grammar import lexicon
from bubbletree.grammar.draw import Draw
from bubbletree.grammar.phrases import Bubble, Dependent, Phrase, Word, phrase
from bubbletree.tree import CONJ

AS_WELL_AS: Final = "as well as"
MOST_CONJUNCTS: Final = 5


def coordinate(
    draw: Draw, conjuncts: Sequence[Phrase], category: str, coordinator: str = "", *, announced: bool = False
) -> Phrase:
    """A bubble over the conjuncts: ``A cc B``, or ``A, B cc C`` with or without another comma.

    Parameters
    ----------
    draw : Draw
        The source of chance.
    conjuncts : sequence of Phrase
        The conjuncts, two or more.
    category : str
        The category of the whole: ``NP``, ``VP``, ``S``, ``ADJP``, ``ADVP`` or ``PP``.
    coordinator : str
        The coordinator; if empty, ``and`` or ``or`` is drawn.
    announced : bool
        Whether the coordination may, by chance, be announced by a correlative instead.
    """
    coordinator = coordinator or additive_or_alternative(draw)
    before: list[Dependent] = []
    if announced and len(conjuncts) == 2 and draw.optional(draw.grammar.correlative):
        correlative, coordinator = draw.pick(lexicon.CORRELATIVES)
        before.append(("cc:preconj", _preconjunction(correlative)))
        if correlative == "not":
            conjuncts[1].left.insert(0, ("advmod", phrase("also", "ADV")))
    children: list[Dependent] = [(CONJ, conjuncts[0])]
    for conjunct in conjuncts[1:-1]:
        children += [("punct", phrase(",", "PUNCT")), (CONJ, conjunct)]
    if len(conjuncts) > 2 and draw.chance(0.5):
        children.append(("punct", phrase(",", "PUNCT")))
    children += [("cc", _coordinator(coordinator)), (CONJ, conjuncts[-1])]
    return Phrase(Bubble(tuple(children), category), before)


def additive_or_alternative(draw: Draw) -> str:
    """``and`` or ``or``."""
    return draw.pick(("and", "and", "or"))


def any_coordinator(draw: Draw) -> str:
    """``and``, ``or`` or ``but``: for what can be contrasted."""
    return draw.pick(("and", "and", "and", "or", "but"))


def size(draw: Draw) -> int:
    """How many conjuncts a coordination has."""
    conjuncts = 2
    while conjuncts < MOST_CONJUNCTS and draw.optional(draw.grammar.series):
        conjuncts += 1
    return conjuncts


def classes(draw: Draw, count: int, allowed: Sequence[str], clash: float) -> list[str]:
    """The classes of so many nouns, each of the first one's domain or, in a clash, of another."""
    first = draw.pick(allowed)
    alike = [kind for kind in allowed if domain(kind) == domain(first)]
    others = [kind for kind in allowed if domain(kind) != domain(first)]
    return [first] + [
        draw.pick(others) if others and draw.chance(clash) else draw.pick(alike) for _ in range(count - 1)
    ]


def domain(kind: str) -> str:
    """The domain of a noun class; of names, which are in no class, their own."""
    return lexicon.NOUNS[kind].domain if kind in lexicon.NOUNS else kind


def is_additive(coordination: Phrase) -> bool:
    """Whether this is a coordination with ``and``: the only coordinator that makes a plural of singulars."""
    if not isinstance(coordination.head, Bubble):
        return False
    coordinators = [child for label, child in coordination.head.children if label == "cc"]
    return any(isinstance(each.head, Word) and each.head.form == "and" for each in coordinators)


def _preconjunction(form: str) -> Phrase:
    if form != "not":
        return phrase(form, "CCONJ")
    return Phrase(phrase("not", "PART").head, right=[("advmod", phrase("only", "ADV"))])


def _coordinator(form: str) -> Phrase:
    if form != AS_WELL_AS:
        return phrase(form, "CCONJ")
    return Phrase(phrase("as", "ADV").head, right=[("fixed", phrase("well", "ADV")), ("fixed", phrase("as", "ADP"))])
