"""What a relation counts as, whatever the scheme of annotation calls it.

The rules that read coordinations off a tree ask for kinds, never for labels.  So they work for UD
version 2, for UD version 1 and Stanford dependencies (``nsubjpass``, ``dobj``), for the labels of
ClearNLP, which spaCy's English models write, and for those of TIGER, which its German models write
(``sb``, ``oa``, ``cd``, ``cj``).  No label means different things in two of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Kind(Enum):
    """The kinds of dependents that the rules tell apart."""

    SUBJECT = "subject"
    OBJECT = "object"
    COMPLEMENT = "complement"
    OBLIQUE = "oblique"
    ADVERBIAL = "adverbial"
    VERBAL = "auxiliary or copula"
    MARKER = "adposition or subordinator"
    NOMINAL = "modifier inside a nominal"
    COORDINATOR = "coordinator"
    CORRELATIVE = "correlative"
    CONJUNCT = "conjunct"
    REMNANT = "remnant of an elided predicate"
    PUNCTUATION = "punctuation"
    OTHER = "anything else"

    @property
    def family(self) -> str | None:
        """What a treebank repeats the arcs of in DEPS, if it does: subjects and objects are one family."""
        return _FAMILIES.get(self)


_LABELS: Mapping[Kind, str] = {
    Kind.SUBJECT: "nsubj csubj expl nsubjpass csubjpass sb sbp ep",
    Kind.OBJECT: "obj iobj dobj dative expl:pv expl:pass oa oa2 da og",
    Kind.COMPLEMENT: "ccomp xcomp acomp attr oprd oc pd cvc",
    Kind.OBLIQUE: "obl agent npadvmod tmod prep op",
    Kind.ADVERBIAL: "advmod neg mo ng",
    Kind.VERBAL: "aux cop auxpass",
    Kind.MARKER: "case mark ac cp",
    Kind.NOMINAL: "amod compound det nmod nummod flat fixed goeswith acl appos clf"
    " foreign infmod mwe name nn npmod num number partmod poss possessive predet quantmod rcmod relcl vmod"
    " ag app mnr nk nmc pg pnc",
    Kind.COORDINATOR: "cc cd",
    Kind.CORRELATIVE: "cc:preconj preconj",
    Kind.CONJUNCT: "conj cj",
    Kind.REMNANT: "orphan",
    Kind.PUNCTUATION: "punct",
}

_FAMILIES: Mapping[Kind, str] = {
    Kind.SUBJECT: "argument", Kind.OBJECT: "argument", Kind.COMPLEMENT: "argument",
    Kind.VERBAL: "auxiliary", Kind.MARKER: "marker", Kind.NOMINAL: "nominal",
    Kind.OBLIQUE: "modifier", Kind.ADVERBIAL: "modifier",
}  # fmt: skip

_KINDS = {label: kind for kind, labels in _LABELS.items() for label in labels.split()}

_OLD = """
    acomp attr auxpass csubjpass dobj foreign infmod intj mwe name neg nn npadvmod nsubjpass num number oprd partmod
    pcomp pobj poss possessive preconj predet prep prt quantmod rcmod relcl remnant tmod vmod
"""
OLD = frozenset(_OLD.split())
"""Labels of UD version 1, Stanford dependencies and ClearNLP that UD version 2 does not have."""

NEW = frozenset(["obj", "obl", "fixed", "flat", "clf", "orphan", "nsubj:pass", "csubj:pass", "aux:pass"])
"""Labels of UD version 2 that the others do not have."""


def universal(label: str) -> str:
    """A relation without its subtype: ``nsubj`` for ``nsubj:pass``."""
    return label.partition(":")[0]


def kind_of(label: str) -> Kind:
    """What a relation counts as.

    Examples
    --------
    >>> kind_of("nsubj:pass"), kind_of("auxpass"), kind_of("cc:preconj")
    (<Kind.SUBJECT: 'subject'>, <Kind.VERBAL: 'auxiliary or copula'>, <Kind.CORRELATIVE: 'correlative'>)
    """
    return _KINDS.get(label) or _KINDS.get(universal(label), Kind.OTHER)
