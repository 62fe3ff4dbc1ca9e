"""The form of a predicate: whether it is finite, and whether two predicates can share an auxiliary.

FEATS tell by VerbForm, Mood, Tense and Connegative.  Where a word has none of these, its XPOS does, if it
is a tag of the Penn Treebank or of STTS (German); where it is not such a tag either, two verbs are of one form if
they have the same XPOS.
"""

from __future__ import annotations

from dataclasses import dataclass

from bubbletree.sentence import Row

_FINITE_TAGS = frozenset(["VBD", "VBP", "VBZ", "MD", "VVFIN", "VAFIN", "VMFIN", "VVIMP", "VAIMP"])
_OTHER_TAGS = frozenset(["VB", "VBN", "VBG", "VVINF", "VVIZU", "VVPP", "VAINF", "VAPP", "VMINF", "VMPP"])
_IMPERATIVE_TAGS = frozenset(["VVIMP", "VAIMP"])


def features(row: Row) -> dict[str, str]:
    """FEATS as a mapping.

    Examples
    --------
    >>> features(Row("1", "came", feats="Tense=Past|VerbForm=Fin"))
    {'Tense': 'Past', 'VerbForm': 'Fin'}
    """
    pairs = (pair.partition("=") for pair in row.feats.split("|"))
    return {name: value for name, equals, value in pairs if equals}


@dataclass(frozen=True, slots=True)
class Form:
    """What the annotation tells of the form of a word.

    Attributes
    ----------
    is_verb : bool or None
        Whether it is a verb; None where nothing tells.
    is_finite : bool or None
        Whether it can be the predicate of a clause on its own; None where nothing tells.  Connegatives
        (Finnish *laula* in *ei laula*) cannot.
    is_imperative : bool
        Whether it is known to be an imperative.
    distinctions : tuple of str
        VerbForm, Mood and Tense, each empty where it is not told.
    tag : str
        XPOS.
    """

    is_verb: bool | None
    is_finite: bool | None
    is_imperative: bool
    distinctions: tuple[str, ...]
    tag: str


def form_of(row: Row) -> Form:
    """The form of a word.

    Examples
    --------
    >>> form_of(Row("1", "sung", upos="VERB", xpos="VBN")).is_finite
    False
    """
    known = features(row)
    is_verb = row.upos in ("VERB", "AUX") if row.upos != "_" else None
    is_finite: bool | None = None
    if known.get("Connegative") == "Yes":
        is_finite = False
    elif "VerbForm" in known:
        is_finite = known["VerbForm"] == "Fin"
    elif "Mood" in known:
        is_finite = True
    elif row.xpos in _FINITE_TAGS or row.xpos in _OTHER_TAGS:
        is_finite = row.xpos in _FINITE_TAGS
    elif is_verb is False:
        is_finite = False
    return Form(
        is_verb=is_verb,
        is_finite=is_finite,
        is_imperative=known.get("Mood") == "Imp" or ("Mood" not in known and row.xpos in _IMPERATIVE_TAGS),
        distinctions=tuple(known.get(name, "") for name in ("VerbForm", "Mood", "Tense")),
        tag=row.xpos,
    )


def differ(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two lists of values contradict each other in one that both have."""
    return any(a and b and a != b for a, b in zip(one, other, strict=True))


def share_auxiliary(first: Form, later: Form) -> bool | None:
    """Whether the auxiliary or copula of one predicate can be that of a later one; None where nothing tells.

    A predicate that is finite needs none, and a verb after a predicate that is not a verb (*is ill and sleeps*) counts
    as finite.  Two others share one if they are of the same form, or if one of them is not a verb (*was hired and
    happy*).

    Examples
    --------
    >>> sung, sang, slept = (form_of(Row("1", "w", upos="VERB", xpos=tag)) for tag in ("VBN", "VBD", "VBN"))
    >>> share_auxiliary(sung, sang), share_auxiliary(sung, slept)
    (False, True)
    """
    if first.is_finite is False and later.is_finite:
        return False
    if first.is_verb is False and later.is_verb and later.is_finite is None:
        return False
    if first.is_verb is False or later.is_verb is False:
        return True if later.is_finite is False else None
    if differ(first.distinctions, later.distinctions):
        return False
    if first.tag != "_" and later.tag != "_" and not (any(first.distinctions) and any(later.distinctions)):
        return first.tag == later.tag
    return True if first.is_verb and later.is_verb else None
