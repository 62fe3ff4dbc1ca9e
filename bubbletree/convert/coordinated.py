"""A coordination whose conjuncts are known by their head words, with what the rules of sharing ask about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from bubbletree.convert.forms import differ, share_auxiliary
from bubbletree.convert.lexicon import ALSO
from bubbletree.convert.relations import Kind, kind_of, universal
from bubbletree.convert.remnants import counterparts
from bubbletree.convert.syntax import Syntax

_FUNCTIONAL = frozenset({Kind.COORDINATOR, Kind.CORRELATIVE, Kind.PUNCTUATION})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_PREDICATIVE = frozenset({Kind.SUBJECT, Kind.VERBAL, Kind.MARKER})
_OWN_ON_BOTH_SIDES = frozenset({Kind.SUBJECT, Kind.OBJECT, Kind.VERBAL})


@dataclass(frozen=True)
class Coordinated:
    """A coordination.

    Attributes
    ----------
    syntax : Syntax
        The tree that it is in.
    head : int
        The head of the first conjunct.
    later : tuple of int
        The heads of the others, from left to right.
    coordinators : tuple of int
        What they are coordinated by.
    taken : tuple of int
        The correlatives that belong to coordinations inside the first conjunct.
    has_but : bool
        Whether *but* coordinates it, or another one with the same head.
    """

    syntax: Syntax
    head: int
    later: tuple[int, ...]
    coordinators: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    has_but: bool = False

    @property
    def conjuncts(self) -> tuple[int, ...]:
        """The heads of all conjuncts, from left to right."""
        return (self.head, *self.later)

    def kind(self, word: int) -> Kind:
        """What the relation of a word counts as."""
        return self.syntax.kinds[word]

    @cached_property
    def subject(self) -> int | None:
        """The innermost subject of the first conjunct that stands before its predicate."""
        subjects = (child for child in self.syntax.left(self.head)[::-1] if self.kind(child) is Kind.SUBJECT)
        return next(subjects, None)

    def is_outside_subject(self, word: int) -> bool:
        """Whether a word stands before a subject of the first conjunct."""
        return self.subject is not None and word < self.subject

    @cached_property
    def own(self) -> frozenset[Kind | str]:
        """The keys of what later conjuncts have before them; of subjects, objects and auxiliaries also after them."""
        return frozenset(
            self.syntax.key(child)
            for conjunct in self.later
            for child in self.syntax.children[conjunct]
            if (child < conjunct and self.kind(child) not in _FUNCTIONAL) or self.kind(child) in _OWN_ON_BOTH_SIDES
        )

    def has_parallel(self, word: int) -> bool:
        """Whether a later conjunct has a dependent of the same kind."""
        return self.syntax.key(word) in self.own and word not in self.outer

    @cached_property
    def outer(self) -> frozenset[int]:
        """The auxiliaries and markers that no later conjunct answers: *has*, in *has been seen and been heard*."""
        return frozenset((*self._outer(Kind.VERBAL), *self._outer(Kind.MARKER)))

    def _outer(self, kind: Kind) -> Sequence[int]:
        """Those of one kind.

        A later conjunct answers the inner ones first, by the same words.  An auxiliary that is another word answers,
        too, and a finite one answers all.
        """
        first = self._dependents(self.head, kind)
        outer = first
        for own in (self._dependents(conjunct, kind) for conjunct in self.later):
            inner = first[max(len(first) - len(own), 0) :]
            is_inner = [*map(self.syntax.lemma, own)] == [*map(self.syntax.lemma, inner)]
            if kind is Kind.VERBAL:
                forms = [self.syntax.form(word).is_finite for word in own]
                is_inner = not any(forms) and (is_inner or None not in forms)
            outer = min(outer, first[: len(first) - len(inner)] if is_inner else [], key=len)
        return outer

    def _dependents(self, conjunct: int, kind: Kind) -> list[int]:
        return [child for child in self.syntax.children[conjunct] if self.kind(child) is kind]

    def is_wanted_by_all(self, word: int) -> bool:
        """Whether all conjuncts need an adposition or auxiliary of the last one, and have none of their own.

        Predicates that are not finite need an auxiliary.  Nominals need an adposition if they depend on something,
        unless they differ in case; a possessive (*'s*), if that is a noun.
        """
        kind, syntax = self.kind(word), self.syntax
        is_adposition = universal(syntax.labels[word]) == "case"
        if not (is_adposition or kind is Kind.VERBAL) or kind in self.kinds_before_end or self.has_own_subject:
            return False
        if syntax.is_possessive(word):
            return kind_of(syntax.labels[self.head]) is Kind.NOMINAL
        if is_adposition:
            return syntax.heads[self.head] != 0 and not self.differ_in_case
        is_infinite = all(syntax.form(conjunct).is_finite is False for conjunct in self.conjuncts)
        return is_infinite and self.shares_auxiliary is True

    @cached_property
    def kinds_before_end(self) -> frozenset[Kind]:
        """The kinds of what depends on the conjuncts before the last one, and of what the last one has before it."""
        dependents = [*map(self.syntax.children.__getitem__, self.conjuncts[:-1]), self.syntax.left(self.later[-1])]
        return frozenset(self.kind(child) for children in dependents for child in children)

    @cached_property
    def differ_in_case(self) -> bool:
        """Whether two conjuncts differ in case."""
        first, *later = [(self.syntax.feature(conjunct, "Case"),) for conjunct in self.conjuncts]
        return any(differ(first, case) for case in later)

    def is_doubled_throughout(self, word: int) -> bool:
        """Whether a clitic doubles an object before its predicate, and the object of a later conjunct is such a clitic.

        The two clitics have to agree in what they tell.
        """
        if self.kind(word) is not Kind.OBJECT or self.syntax.key(word) in self.own:
            return False
        inner, later = self.clitics
        return any(not differ(one, other) for clitic, one in inner.items() if clitic > word for other in later)

    @cached_property
    def clitics(self) -> tuple[dict[int, tuple[str, ...]], frozenset[tuple[str, ...]]]:
        """What the clitics before the first predicate stand for, by their places, and what those of later ones do."""
        syntax = self.syntax
        first = {child: syntax.referent(child) for child in syntax.left(self.head) if syntax.is_clitic(child)}
        later = (child for conjunct in self.later for child in syntax.children[conjunct] if syntax.is_clitic(child))
        return first, frozenset(map(syntax.referent, later))

    @cached_property
    def fronted(self) -> frozenset[Kind | str]:
        """The keys of what later conjuncts have outside a subject of their own."""
        return frozenset(
            self.syntax.key(child)
            for conjunct in self.later
            for child in self.syntax.left(conjunct)
            if child < max(self._subjects(conjunct), default=0)
        )

    @cached_property
    def markers(self) -> frozenset[str]:
        """The adpositions and subordinators that later conjuncts have before them."""
        return frozenset(
            self.syntax.lemma(child)
            for conjunct in self.later
            for child in self.syntax.left(conjunct)
            if self.kind(child) is Kind.MARKER
        )

    def can_determine_all(self, determiner: int) -> bool:
        """Whether a determiner can be that of the later conjuncts, too.

        None of them has a determiner before it, is a pronoun, or is a verb after a nominal predicate.  Each agrees with
        it in gender, number and case.  If the first noun does not agree either (*aux père et mère*), features do not
        tell.
        """
        syntax = self.syntax
        has_agreement = syntax.agree(determiner, self.head)
        return not self.turns_verbal and all(
            syntax.rows[conjunct].upos not in ("PRON", "DET")
            and all(universal(syntax.labels[child]) != "det" for child in syntax.left(conjunct))
            and (not has_agreement or syntax.agree(determiner, conjunct))
            for conjunct in self.later
        )

    def _subjects(self, conjunct: int) -> Iterator[int]:
        return (child for child in self.syntax.children[conjunct] if self.kind(child) is Kind.SUBJECT)

    @cached_property
    def has_own_subject(self) -> bool:
        """Whether a later conjunct has a subject of its own."""
        return Kind.SUBJECT in self.own

    @cached_property
    def is_inverted(self) -> bool:
        """Whether the first conjunct has its subject after the predicate."""
        return any(subject > self.head for subject in self._subjects(self.head))

    @cached_property
    def keeps_subject(self) -> bool:
        """Whether the subject inside the first conjunct is understood in the later ones: *soon came Ann and sang*."""
        return self.is_inverted and not self.has_own_subject and not self.elliptic

    @cached_property
    def continues_inverted(self) -> bool:
        """Whether a later conjunct begins with its predicate, and its subject follows: *soon came Ann and went Bob*."""
        return any(
            all(self.kind(child) in _FUNCTIONAL for child in self.syntax.left(conjunct))
            and any(subject > conjunct for subject in self._subjects(conjunct))
            for conjunct in self.later
        )

    @cached_property
    def turns_imperative(self) -> bool:
        """Whether a later conjunct is an imperative, and the first is not."""
        return not self._is_imperative(self.head) and any(map(self._is_imperative, self.later))

    def _is_imperative(self, conjunct: int) -> bool:
        """Whether a predicate, or an auxiliary of it, is an imperative: *go*, *don't go*."""
        words = [conjunct, *(child for child in self.syntax.left(conjunct) if self.kind(child) is Kind.VERBAL)]
        return any(self.syntax.form(word).is_imperative for word in words)

    @cached_property
    def shares_auxiliary(self) -> bool | None:
        """Whether an auxiliary of the first conjunct can be that of the later ones, as far as their form tells."""
        first = self.syntax.form(self.head)
        answers = {share_auxiliary(first, self.syntax.form(conjunct)) for conjunct in self.later}
        return False if False in answers else None if None in answers else True

    @cached_property
    def turns_verbal(self) -> bool:
        """Whether a nominal predicate comes first, and a finite verb later: *is in Rome and sings*."""
        is_predicate = self.syntax.form(self.head).is_verb is False and not self.syntax.is_nominal(self.head)
        return is_predicate and self.shares_auxiliary is False

    @cached_property
    def is_finite_only_later(self) -> bool:
        """Whether a later predicate is finite and the first is not; auxiliaries do not count."""
        first = self.syntax.form(self.head).is_finite
        return first is False and any(self.syntax.form(conjunct).is_finite for conjunct in self.later)

    @cached_property
    def is_finite_throughout(self) -> bool:
        """Whether all conjuncts are finite verbs without an auxiliary, as far as anything tells."""
        forms = [self.syntax.form(conjunct) for conjunct in self.conjuncts]
        if all(form.is_finite for form in forms):
            return True
        is_marked = any(self.kind(child) is Kind.MARKER for child in self.syntax.left(self.head))
        may_be = all(form.is_verb and form.is_finite is not False for form in forms)
        return may_be and not self.has_auxiliary and (self.subject is not None or not is_marked)

    @cached_property
    def is_infinite(self) -> bool:
        """Whether the first conjunct is a verb, and neither it nor an auxiliary of it can be finite."""
        first = self.syntax.form(self.head)
        auxiliaries = (child for child in self.syntax.children[self.head] if self.kind(child) is Kind.VERBAL)
        forms = (first, *map(self.syntax.form, auxiliaries))
        return first.is_verb is True and all(form.is_finite is False for form in forms)

    @cached_property
    def is_adversative(self) -> bool:
        """Whether a coordinator sets conjuncts against each other, such as *but*."""
        return any(map(self.syntax.is_adversative, self.coordinators))

    @cached_property
    def has_auxiliary(self) -> bool:
        """Whether the first conjunct has an auxiliary or copula."""
        return any(self.kind(child) is Kind.VERBAL for child in self.syntax.children[self.head])

    @cached_property
    def correlative(self) -> int | None:
        """The innermost correlative before the first conjunct, such as *both*, or *et* in *et arma et virum*."""
        for child in self.syntax.left(self.head)[::-1]:
            if self.kind(child) is Kind.CORRELATIVE and child not in self.taken:
                # *not only* goes with *but*: before *and* it need not begin a conjunct (*not only in Rome and Oslo*).
                is_certain = self.is_adversative or not (self.coordinators or self.has_but)
                return child if is_certain or not self.syntax.is_corrective(child) else None
            # Before a clause it may as well coordinate with the sentence before: "And she came and went."
            if self.kind(child) is Kind.COORDINATOR and self.syntax.is_nominal(self.head):
                name = self.syntax.coordinator(child)
                return child if any(self.syntax.coordinator(other) == name for other in self.coordinators) else None
        return None

    @cached_property
    def remnant_counterparts(self) -> frozenset[int]:
        """The dependents of the first conjunct that remnants of a later one answer."""
        return frozenset(
            found for conjunct in self.elliptic for found in counterparts(self.syntax, self.head, conjunct)
        )

    @cached_property
    def elliptic(self) -> tuple[int, ...]:
        """The later conjuncts that have lost their predicate."""
        return tuple(filter(self._is_elliptic, self.later))

    def _is_elliptic(self, conjunct: int) -> bool:
        """Whether a conjunct is what an elided predicate has left.

        It has other remnants (``orphan``), depends on an empty node, or is a bare nominal after a verb, with *too* or a
        negation: *Ann sings and Tom too*.
        """
        syntax = self.syntax
        kinds = {self.kind(child) for child in syntax.children[conjunct]}
        if Kind.REMNANT in kinds or conjunct in syntax.elided:
            return True
        is_bare = syntax.rows[conjunct].upos in _NOMINAL and kinds.isdisjoint(_PREDICATIVE)
        if not is_bare or not syntax.form(self.head).is_verb:
            return False
        return any(
            self.kind(child) is Kind.ADVERBIAL and (syntax.is_negation(child) or syntax.lemma(child) in ALSO)
            for child in syntax.children[conjunct]
        )
