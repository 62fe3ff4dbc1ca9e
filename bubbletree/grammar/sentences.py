"""Clauses of all kinds and the sentences made of them: the grammar's start symbol is :func:`sentence`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from bubbletree.grammar import lexicon
from bubbletree.grammar.coordination import additive_or_alternative, any_coordinator, coordinate, is_additive, size
from bubbletree.grammar.draw import Draw
from bubbletree.grammar.nominals import (
    DESCRIPTIONS,
    NAME,
    PERSON,
    PLURAL,
    PRONOUN,
    SINGULAR,
    noun_phrase,
    nouns,
    premodify,
)
from bubbletree.grammar.phrases import Bubble, Dependent, Phrase, fitting, phrase, scope, shaped
from bubbletree.grammar.predicates import (
    ANIMAL,
    ANY,
    BASE,
    FORM,
    PARTICIPLE,
    PAST,
    TAKING,
    THIRD,
    ends_in_clause,
    location,
    participant,
    predicate,
    preverbal,
    simple_predicate,
    verbs,
)

PEOPLE: Final = (PERSON, PERSON, NAME, NAME, PRONOUN)
AGENTS: Final = (*PEOPLE, "animal")
THINGS: Final = ("drink", "food", "fruit", "text", "garment", "tool")
BEINGS: Final = (*THINGS, "animal", PERSON)
PLACES: Final = ("indoors", "outdoors", "waters")
GRADABLE, ABSOLUTE = "gradable", "absolute"
BE: Final = {(True, True): "were", (True, False): "was", (False, True): "are", (False, False): "is"}
"""The forms of ``be`` by whether they are past and whether they are plural."""


def sentence(draw: Draw) -> Phrase:
    """A sentence with its final mark."""
    level = draw.grammar.max_depth
    past = draw.chance(0.5)
    mark = "."
    if draw.optional(draw.grammar.clauses):
        root = _clauses(draw, level - 1, past)
    elif draw.optional(draw.grammar.subordination):
        root = draw.weighted(_COMPLEX)(draw, level - 1, past)
    else:
        production, mark = draw.weighted(_SIMPLE)
        root = production(draw, level, past)
    root.right.append(("punct", phrase(mark, "PUNCT")))
    return root


def _clause(draw: Draw, level: int, past: bool) -> Phrase:
    """A subject and a verb phrase, perhaps with an auxiliary and an adverb before the verb."""
    subject = participant(draw, AGENTS, level)
    finite = _finite(subject, past)
    auxiliary = draw.chance(0.25)
    if not auxiliary:
        whole = predicate(draw, finite, level, _deeds(subject))
        preverbal(draw, whole)
    else:
        # "can sing and dance", where the form shows that both are in the scope, or "can sing and dances".
        later = finite if finite != BASE and draw.chance(0.15) else BASE
        whole = predicate(draw, BASE, level, _deeds(subject), later)
        governed = scope(whole, shaped(BASE), frozenset({"aux"}), leftward=True)
        preverbal(draw, governed)
        if draw.chance(0.4):
            governed.left.insert(0, ("advmod", phrase("not", "PART")))
            governed.left.insert(0, ("aux", phrase(_do(subject, past), "AUX")))
        else:
            governed.left.insert(0, ("aux", phrase(draw.pick(lexicon.MODALS), "AUX")))
    whole.left.insert(0, ("nsubj", subject))
    return whole


def _passive(draw: Draw, level: int, past: bool) -> Phrase:
    """A passive clause, perhaps with an agent: ``The apples were peeled and sliced by Anna``."""
    kind = draw.pick(THINGS)
    subject = noun_phrase(draw, (kind,), level)
    count = size(draw) if draw.optional(draw.grammar.coordination) else 1
    conjuncts = verbs(draw, TAKING[kind], [PARTICIPLE] * count)
    whole = conjuncts[0] if count == 1 else coordinate(draw, conjuncts, "VP", announced=True)
    whole.left[:0] = [("nsubj:pass", subject), ("aux:pass", phrase(BE[past, _is_plural(subject)], "AUX"))]
    if draw.optional(draw.grammar.modifier):
        agent = noun_phrase(draw, (PERSON, NAME), level)
        agent.left.insert(0, ("case", phrase("by", "ADP")))
        whole.right.append(("obl:agent", agent))
    return whole


def _copular(draw: Draw, level: int, past: bool) -> Phrase:
    """What a subject is or what it is like: ``Anna is a baker``, ``The soup was very hot and salty``."""
    if draw.chance(0.3):
        [subject] = nouns(draw, [NAME], [SINGULAR])
        count = 2 if draw.optional(draw.grammar.coordination) else 1
        roles = [_role(draw, noun) for noun in nouns(draw, [PERSON] * count, [SINGULAR] * count)]
        whole = roles[0] if count == 1 else coordinate(draw, roles, "NP", "and", announced=True)
    else:
        subject = noun_phrase(draw, (draw.pick(BEINGS),), level)
        whole = _description(draw, subject.first.kind)
    whole.left[:0] = [("nsubj", subject), ("cop", phrase(BE[past, _is_plural(subject)], "AUX"))]
    return whole


def _role(draw: Draw, noun: Phrase) -> Phrase:
    """A noun after ``be``: ``a kind teacher``."""
    noun.left.append(("det", phrase(draw.pick(("a", "a", "the")), "DET")))
    return premodify(draw, noun)


def _description(draw: Draw, kind: str) -> Phrase:
    """Adjectives after ``be``; an adverb of degree modifies those that have degrees."""
    count = size(draw) if draw.optional(draw.grammar.coordination * 2) else 1
    forms: list[str] = []
    while len(forms) < min(count, len(DESCRIPTIONS[kind])):
        forms.append(draw.pick([form for form in DESCRIPTIONS[kind] if form not in forms]))
    each = [phrase(form, "ADJ", ABSOLUTE if form in lexicon.ABSOLUTE else GRADABLE) for form in forms]
    for adjective in each[1:]:
        if adjective.first.kind == GRADABLE and draw.optional(draw.grammar.modifier / 3):
            adjective.left.append(_degree(draw))
    if len(each) == 1:
        whole = each[0]
    else:
        coordinator = any_coordinator(draw) if len(each) == 2 else additive_or_alternative(draw)
        announced = not any(adjective.left for adjective in each)
        whole = coordinate(draw, each, "ADJP", coordinator, announced=announced)
    if whole.first.kind == GRADABLE and not whole.left and draw.optional(draw.grammar.modifier):
        gradable = fitting(frozenset({GRADABLE}))
        scope(whole, gradable, frozenset({"advmod"}), leftward=True).left.append(_degree(draw))
    return whole


def _degree(draw: Draw) -> Dependent:
    return "advmod", phrase(draw.pick(lexicon.DEGREES), "ADV")


def _existential(draw: Draw, level: int, past: bool) -> Phrase:
    """Something is somewhere: ``There are apples and pears in the kitchen``."""
    things = noun_phrase(draw, BEINGS, level)
    whole = phrase(BE[past, _is_plural(things)], "VERB")
    whole.left.append(("expl", phrase("there", "PRON")))
    whole.right += [("nsubj", things), ("obl", location(draw, draw.pick(PLACES), level))]
    return whole


def _question(draw: Draw, level: int, past: bool) -> Phrase:
    """A question about the subject, or about the whole."""
    if draw.chance(0.3):
        whole = predicate(draw, PAST if past else THIRD, level)
        whole.left.insert(0, ("nsubj", phrase("who", "PRON")))
        return whole
    subject = participant(draw, AGENTS, level)
    whole = predicate(draw, BASE, level, _deeds(subject))
    auxiliary = _do(subject, past) if draw.chance(0.5) else draw.pick(lexicon.MODALS)
    whole.left[:0] = [("aux", phrase(auxiliary, "AUX")), ("nsubj", subject)]
    return whole


def _command(draw: Draw, level: int, _past: bool) -> Phrase:
    """An imperative."""
    whole = predicate(draw, BASE, level)
    if draw.chance(0.3):
        whole.left.insert(0, ("discourse", phrase("please", "INTJ")))
    return whole


def _clauses(draw: Draw, level: int, past: bool) -> Phrase:
    """Coordinated clauses, perhaps with something before them that they share."""
    count = 3 if draw.optional(draw.grammar.series / 2) else 2
    clauses = [draw.pick((_clause, _clause, _copular))(draw, level, past) for _ in range(count)]
    coordinator = any_coordinator(draw) if count == 2 else additive_or_alternative(draw)
    whole = coordinate(draw, clauses, "S", coordinator)
    if count == 2 and draw.chance(0.5) and isinstance(whole.head, Bubble):
        first, *others = whole.head.children
        whole.head = Bubble((first, ("punct", phrase(",", "PUNCT")), *others), "S")
    if draw.optional(draw.grammar.modifier / 2):
        whole.left.insert(0, _opening(draw, past))
    return whole


def _opening(draw: Draw, past: bool) -> Dependent:
    """What stands before a sentence, set off by a comma: an adverb or a clause."""
    if draw.chance(0.5):
        label, opening = "advmod", phrase(draw.pick(lexicon.OPENINGS[past]), "ADV")
    else:
        label, opening = "advcl", _subordinate(draw, 1, past)
    opening.right.append(("punct", phrase(",", "PUNCT")))
    return label, opening


def _subordinate(draw: Draw, level: int, past: bool) -> Phrase:
    clause = _clause(draw, level, past)
    clause.left.insert(0, ("mark", phrase(draw.pick(lexicon.SUBORDINATORS), "SCONJ")))
    return clause


def _opened(draw: Draw, level: int, past: bool) -> Phrase:
    """A clause after an adverb or another clause."""
    clause = _clause(draw, level, past)
    clause.left.insert(0, _opening(draw, past))
    return clause


def _explained(draw: Draw, level: int, past: bool) -> Phrase:
    """A clause before a subordinate one, to which then belongs all that follows."""
    clause = _clause(draw, level, past)
    if not ends_in_clause(clause) and not isinstance(clause.head, Bubble):
        clause.right.append(("advcl", _subordinate(draw, level, past)))
    return clause


def _reported(draw: Draw, level: int, _past: bool) -> Phrase:
    """A verb of saying with a clause in the past.

    A verb in the present that follows is coordinated with the verb of saying, one in the past with
    the verb of the clause: ``Anna says that Tom sang and laughs``.
    """
    subject = participant(draw, PEOPLE, level)
    outer = draw.optional(draw.grammar.coordination)
    form = _finite(subject, past=not outer and draw.chance(0.6))
    whole = phrase(draw.pick(lexicon.SAYING)[FORM[form]], "VERB")
    inner = _clause(draw, 0 if outer else level, past=True)
    if not outer and draw.optional(draw.grammar.coordination):
        inner = coordinate(draw, [inner, _clause(draw, 0, past=True)], "S")
    inner.left.insert(0, ("mark", phrase("that", "SCONJ")))
    whole.right.append(("ccomp", inner))
    if outer:
        second = simple_predicate(draw, form, level)
        whole = coordinate(draw, [whole, second], "VP", draw.pick(("and", "but")))
    whole.left.insert(0, ("nsubj", subject))
    return whole


def _attempted(draw: Draw, level: int, past: bool) -> Phrase:
    """A verb with an infinitive.

    A finite verb that follows is coordinated with the first, a base form with the infinitive:
    ``Anna tries to sing and laughs``, ``Anna tries to sing and laugh``.
    """
    subject = participant(draw, PEOPLE, level)
    finite = _finite(subject, past)
    whole = phrase(draw.pick(lexicon.TRYING)[FORM[finite]], "VERB")
    outer = finite != BASE and draw.optional(draw.grammar.coordination)
    inner = predicate(draw, BASE, 0 if outer else level)
    marked = [inner]
    if isinstance(inner.head, Bubble) and not inner.left and draw.chance(0.3):
        marked = inner.head.conjuncts
    for each in marked:
        each.left.insert(0, ("mark", phrase("to", "PART")))
    whole.right.append(("xcomp", inner))
    if outer:
        second = simple_predicate(draw, finite, level)
        whole = coordinate(draw, [whole, second], "VP", any_coordinator(draw))
    whole.left.insert(0, ("nsubj", subject))
    return whole


def _deeds(subject: Phrase) -> Sequence[str]:
    """The classes of verbs that a subject is capable of."""
    return ANIMAL if any(noun.kind == "animal" for noun in subject.leaves()) else ANY


def _is_plural(subject: Phrase) -> bool:
    """Whether the verb agrees in the plural: with ``A and B``, and otherwise if the last noun is plural."""
    return is_additive(subject) or subject.last.shape == PLURAL


def _finite(subject: Phrase, past: bool) -> str:
    """The form of a verb that agrees with a subject."""
    return PAST if past else BASE if _is_plural(subject) else THIRD


def _do(subject: Phrase, past: bool) -> str:
    return "did" if past else "do" if _is_plural(subject) else "does"


Production: TypeAlias = Callable[[Draw, int, bool], Phrase]

_SIMPLE: Final[tuple[tuple[int, tuple[Production, str]], ...]] = (
    (55, (_clause, ".")),
    (15, (_copular, ".")),
    (8, (_passive, ".")),
    (8, (_existential, ".")),
    (7, (_question, "?")),
    (7, (_command, ".")),
)
"""The kinds of sentences without subordinate clauses, by weight, and the mark that ends them."""

_COMPLEX: Final[tuple[tuple[int, Production], ...]] = (
    (35, _reported),
    (30, _attempted),
    (15, _opened),
    (20, _explained),
)
"""The kinds of sentences with a subordinate clause or an infinitive, by weight."""
