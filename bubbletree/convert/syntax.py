"""A UD tree with what the rules ask about it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from bubbletree.convert.enhanced import elided_relations, enhanced_heads
from bubbletree.convert.forms import Form, features, form_of
from bubbletree.convert.heads import walk
from bubbletree.convert.lexicon import BUT, NOT, NOT_ONLY, ONLY, VARIANTS
from bubbletree.convert.marks import encloses, partners
from bubbletree.convert.relations import Kind, kind_of, universal
from bubbletree.sentence import Row, Sentence

_RELATIVE_CLAUSES = frozenset(["acl:relcl", "relcl", "rcmod", "rc"])
_RELATIVE_TAGS = frozenset(["WDT", "WP", "WP$", "WRB", "PRELS", "PRELAT", "PWS", "PWAT", "PWAV"])


class Syntax:
    """A projective UD tree.  Words are numbered from 1; what is kept of each word begins with the root's.

    Parameters
    ----------
    sentence : Sentence
        The sentence, for all columns but HEAD and DEPREL.
    heads, labels : sequence
        HEAD and DEPREL of each word.
    """

    def __init__(self, sentence: Sentence, heads: Sequence[int], labels: Sequence[str]) -> None:
        root = Row("0", "")
        self.sentence = sentence
        self.rows = (root, *sentence.word_rows)
        self.heads = (0, *heads)
        self.labels = ("", *labels)
        self.children: list[list[int]] = [[] for _ in self.labels]
        self.first = list(range(len(self.labels)))
        self.last = list(range(len(self.labels)))
        for word, head in enumerate(heads, start=1):
            self.children[head].append(word)
        for node in reversed(walk([head - 1 for head in heads])):
            head = heads[node]
            self.first[head] = min(self.first[head], self.first[node + 1])
            self.last[head] = max(self.last[head], self.last[node + 1])
        self._features: dict[int, dict[str, str]] = {}
        self.kinds = (Kind.OTHER, *map(self._kind, range(1, len(self.labels))))
        self._forms: dict[int, Form] = {}

    def _kind(self, word: int) -> Kind:
        label, head = universal(self.labels[word]), self.heads[word]
        # UD version 1 has no obl: nmod is for predicates, too.
        if label == "nmod" and self.rows[head].upos in ("VERB", "AUX"):
            return Kind.OBLIQUE
        if self.is_clitic(word):
            return Kind.OBJECT
        kind = kind_of(self.labels[word])
        if kind in (Kind.ADVERBIAL, Kind.OTHER):
            lemma = self.lemma(word)
            if lemma in NOT_ONLY or (lemma in ONLY and self._follows_negation(word)):
                return Kind.CORRELATIVE
        return kind

    def _follows_negation(self, word: int) -> bool:
        """Whether a negation of the same phrase stands before a word: *not only*, Spanish *no tan solo*."""
        before = word - 1
        while before > 0 and self.heads[before] in (word, self.heads[word]):
            if self.feature(before, "Polarity") == "Neg" or self.lemma(before) in NOT:
                return not self.children[before]
            if kind_of(self.labels[before]) is not Kind.ADVERBIAL:
                return False
            before -= 1
        return False

    def is_clitic(self, word: int) -> bool:
        """Whether an expletive is the clitic of a verb, such as *si* in *Maria si lava*: no subject, as in *there is*.

        Some treebanks have one label for both.
        """
        if self.labels[word] != "expl":
            return False
        if "Yes" in (self.feature(word, "Reflex"), self.feature(word, "Clitic")):
            return True
        if self.feature(word, "Case") in ("Acc", "Dat"):
            return True
        head = self.heads[word]
        # "Maria si lava e si veste": the second verb has no subject, but the first one has the same clitic.
        first = self.children[self.heads[head]] if kind_of(self.labels[head]) is Kind.CONJUNCT else []
        alike = (child for child in first if self.labels[child] == "expl" and self.lemma(child) == self.lemma(word))
        return any(map(self._follows_argument, (word, *alike)))

    def _follows_argument(self, word: int) -> bool:
        """Whether a word follows a subject, or stands between an object and its predicate."""
        head = self.heads[word]
        before = (universal(self.labels[child]) for child in self.children[head] if child < word)
        return any(label in ("nsubj", "csubj") or (label in ("obj", "iobj") and word < head) for label in before)

    def referent(self, word: int) -> tuple[str, ...]:
        """What the features of a pronoun tell of what it stands for."""
        return tuple(self.feature(word, name) for name in ("Person", "Number", "Gender", "Case"))

    @cached_property
    def enhanced(self) -> tuple[frozenset[int], ...]:
        """Of each word the words that it depends on in the enhanced graph."""
        return (frozenset(), *enhanced_heads(self.sentence))

    @cached_property
    def tokens(self) -> dict[int, int]:
        """Of each word that ends a multiword token the word that begins it."""
        covered = (row.covered for row in self.sentence.rows)
        return {last: first for first, last in filter(None, covered)}

    @cached_property
    def elided(self) -> dict[int, str]:
        """The relations that words have to empty nodes."""
        return elided_relations(self.sentence)

    @cached_property
    def coordinators_from(self) -> dict[int, list[int]]:
        """By the place where they begin, coordinators and correlatives with all that hangs on them, the widest last."""
        return self._coordinators_by(self.first)

    @cached_property
    def coordinators_to(self) -> dict[int, list[int]]:
        """By the place where they end, coordinators and correlatives with all that hangs on them, the widest last."""
        return self._coordinators_by(self.last)

    def _coordinators_by(self, places: list[int]) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for word, kind in enumerate(self.kinds):
            if kind in (Kind.COORDINATOR, Kind.CORRELATIVE):
                found.setdefault(places[word], []).append(word)
        for words in found.values():
            words.sort(key=lambda word: self.last[word] - self.first[word])
        return found

    @cached_property
    def partners(self) -> dict[int, int]:
        """Of each bracket or quotation mark that has a partner the number of it."""
        return partners((word, self.rows[word].form) for word in range(1, len(self.rows)) if self.is_mark(word))

    @cached_property
    def paired_marks(self) -> list[int]:
        """The brackets and quotation marks that have a partner, from left to right."""
        return sorted(self.partners)

    def left(self, word: int) -> list[int]:
        """The dependents before a word, from left to right."""
        return [child for child in self.children[word] if child < word]

    def right(self, word: int) -> list[int]:
        """The dependents after a word, from left to right."""
        return [child for child in self.children[word] if child > word]

    def conjuncts(self, word: int) -> list[int]:
        """The later conjuncts of a word, from left to right."""
        return [child for child in self.right(word) if self.kinds[child] is Kind.CONJUNCT]

    def modifiers_after(self, word: int) -> list[int]:
        """The dependents after a word, from left to right, without conjuncts, coordinators and punctuation."""
        return [child for child in self.right(word) if self.kinds[child] not in _NO_MODIFIERS]

    def form(self, word: int) -> Form:
        """The form of a word, as a predicate."""
        if word not in self._forms:
            self._forms[word] = form_of(self.rows[word])
        return self._forms[word]

    def feature(self, word: int, name: str) -> str:
        """The value of a feature in FEATS; empty if there is none."""
        if word not in self._features:
            self._features[word] = features(self.rows[word])
        return self._features[word].get(name, "")

    def is_mark(self, word: int) -> bool:
        """Whether a word is punctuation of any sort."""
        return self.kinds[word] is Kind.PUNCTUATION

    def is_separator(self, word: int) -> bool:
        """Whether a word is punctuation that separates: no bracket, no quotation mark."""
        return self.is_mark(word) and not self.children[word] and not encloses(self.rows[word].form)

    def is_relative(self, word: int) -> bool:
        """Whether a word is a relative or interrogative one, or has one before it: *whom*, *whose book*.

        Without features or tags, a pronoun or adverb at the beginning of a relative clause is taken for one.
        """
        head = self.heads[word]
        begins = word == self.children[head][0] < head and self.rows[word].upos in ("PRON", "ADV")
        if begins and self.labels[head] in _RELATIVE_CLAUSES:
            return True
        return any(
            not {"Rel", "Int"}.isdisjoint(self.feature(part, "PronType").split(","))
            or self.rows[part].xpos in _RELATIVE_TAGS
            for part in (word, *self.left(word))
        )

    def is_possessive(self, word: int) -> bool:
        """Whether a particle marks a possessor, such as *'s*: names of shops and saints end in one as well."""
        row = self.rows[word]
        return row.xpos == "POS" or (row.upos == "PART" and universal(self.labels[word]) == "case")

    def is_contracted(self, word: int) -> bool:
        """Whether a determiner ends a multiword token whose other words end an adposition: *dem* of *im*."""
        before = (self.last[child] for child in self.children[self.heads[word]] if self.kinds[child] is Kind.MARKER)
        is_determiner = universal(self.labels[word]) == "det"
        return is_determiner and self.tokens.get(word, word) < word and word - 1 in before

    def agree(self, one: int, other: int) -> bool:
        """Whether two words agree in gender, number and case, as far as features tell: *Masc,Neut* is either."""
        for name in ("Gender", "Number", "Case"):
            values, others = self.feature(one, name), self.feature(other, name)
            if values and others and set(values.split(",")).isdisjoint(others.split(",")):
                return False
        return True

    def is_nominal(self, word: int) -> bool:
        """Whether a word has the relation of a nominal: no clause, no root."""
        is_nominal = self.kinds[word] in (Kind.SUBJECT, Kind.OBJECT, Kind.OBLIQUE, Kind.NOMINAL)
        return is_nominal and universal(self.labels[word]) not in ("csubj", "csubjpass", "acl", "relcl")

    def is_negation(self, word: int) -> bool:
        """Whether an adverb or particle negates."""
        is_told = self.feature(word, "Polarity") == "Neg" or universal(self.labels[word]) in ("neg", "ng")
        return is_told or self.lemma(word) in NOT

    def is_adversative(self, word: int) -> bool:
        """Whether a coordinator sets what follows against what goes before: *but*."""
        return self.coordinator(word) in BUT

    def is_corrective(self, word: int) -> bool:
        """Whether a correlative announces such a coordinator: *not only*."""
        return any(self.lemma(part) in _CORRECTIVE for part in (word, *self.children[word]))

    @cached_property
    def propagated(self) -> frozenset[str]:
        """The families of relations for which DEPS repeats an arc for another conjunct somewhere in the sentence.

        Converters repeat subjects by rule, and what stands after all conjuncts.  Who repeats an object or an adverb
        before its predicate has thought of all that the predicate has.
        """
        found: set[str | None] = set()
        for word, heads in enumerate(self.enhanced):
            kind, head = self.kinds[word], self.heads[word]
            if any(self.kinds[other] is Kind.CONJUNCT and self.heads[other] == head for other in heads):
                is_chosen = kind is not Kind.SUBJECT and word < head and kind.family in _OF_PREDICATES
                found |= _OF_PREDICATES if is_chosen else {kind.family}
        return frozenset(filter(None, found))

    def key(self, word: int) -> Kind | str:
        """What has to be equal for the dependents of two conjuncts to be parallel."""
        kind, label = self.kinds[word], self.labels[word]
        if kind is Kind.OBJECT:
            return universal(label)
        return kind if kind in _COMPARED_BY_KIND and not label.endswith(":outer") else label

    def lemma(self, word: int) -> str:
        """LEMMA of a word, or where there is none, its form in lower case."""
        row = self.rows[word]
        return row.lemma if row.lemma != "_" else row.form.lower()

    def coordinator(self, word: int) -> str:
        """A coordinator for comparison: its first word (*hem de* is *hem*), in one form (*e* is *y*)."""
        lemma = self.lemma(word)
        return VARIANTS.get(lemma, lemma)


_OF_PREDICATES = frozenset({"argument", "modifier"})
_CORRECTIVE = ONLY | NOT_ONLY
_NO_MODIFIERS = frozenset({Kind.CONJUNCT, Kind.COORDINATOR, Kind.PUNCTUATION})
_COMPARED_BY_KIND = frozenset({Kind.SUBJECT, Kind.VERBAL, Kind.MARKER})
