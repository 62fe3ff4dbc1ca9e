"""A coordination in its tree, with what the rules ask about it and its surroundings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from bubbletree.convert.forms import features
from bubbletree.convert.relations import Kind, kind_of, universal
from bubbletree.coordination import COORDINATOR, TreeCoordination, coordinations
from bubbletree.readings.lexicon import Lexicon, Words
from bubbletree.sentence import Row
from bubbletree.tree import CONJ, BubbleTree

_MARKED_BY_CASE = frozenset({Kind.OBLIQUE, Kind.NOMINAL, Kind.OBJECT, Kind.OTHER})


class Grove:
    """A well-formed tree with what is asked about its words: lemmas, numbers, what depends on what.

    Parameters
    ----------
    tree : BubbleTree
        The tree.
    lexicon : Lexicon
        The tables of its language.
    """

    def __init__(self, tree: BubbleTree, lexicon: Lexicon) -> None:
        self.tree = tree
        self.lexicon = lexicon
        self.coordinations = coordinations(tree)
        # Rules ask the same again and again, and bubbles can be deep.
        self._conjuncts: dict[int, list[int]] = {}
        self._tokens: dict[int, int] = {}
        self._texts: dict[int, str] = {}
        self._modifiers: dict[int, tuple[int, ...]] = {}
        self._dependents: dict[int, list[int]] = {}
        sentence = tree.sentence
        rows = sentence.word_rows if sentence is not None and sentence.words == tree.words else ()
        self.rows = rows or tuple(Row(str(number), form) for number, form in enumerate(tree.words, start=1))

    @cached_property
    def _of_bubble(self) -> dict[int, TreeCoordination]:
        return {coordination.bubble: coordination for coordination in self.coordinations}

    def coordination(self, bubble: int) -> TreeCoordination | None:
        """The coordination that a bubble is, or None."""
        return self._of_bubble.get(bubble)

    def label(self, bubble: int) -> str:
        """The relation of a bubble to its head; empty for the root."""
        return self.tree.label(bubble) or ""

    def conjuncts(self, bubble: int) -> list[int]:
        """The conjuncts of a bubble, from left to right; none of a single word."""
        found = self._conjuncts.get(bubble)
        if found is None:
            found = [part for part in self.tree.parts(bubble) if self.label(part) == CONJ]
            self._conjuncts[bubble] = found
        return found

    def token(self, bubble: int) -> int:
        """The head word of a bubble: that of its first conjunct."""
        passed = []
        while bubble not in self._tokens and (conjuncts := self.conjuncts(bubble)):
            passed.append(bubble)
            bubble = conjuncts[0]
        found = self._tokens.setdefault(bubble, self.tree.hulls[bubble].first)
        self._tokens.update(dict.fromkeys(passed, found))
        return found

    def heads(self, bubble: int) -> list[int]:
        """The bubbles of single words that head the conjuncts of a bubble, or the bubble itself."""
        pending, found = [bubble], []
        while pending:
            bubble = pending.pop()
            conjuncts = self.conjuncts(bubble)
            if conjuncts:
                pending.extend(reversed(conjuncts))
            else:
                found.append(bubble)
        return found

    def modifiers(self, bubble: int) -> tuple[int, ...]:
        """The children of a bubble that are outside it."""
        found = self._modifiers.get(bubble)
        if found is None:
            inside = set(self.tree.parts(bubble))
            found = tuple(child for child in self.tree.children(bubble) if child not in inside)
            self._modifiers[bubble] = found
        return found

    def dependents(self, bubble: int) -> list[int]:
        """What modifies a bubble: its own modifiers, and those that it shares with other conjuncts."""
        found = self._dependents.get(bubble)
        if found is None:
            found = list(self.modifiers(bubble))
            inner, head = bubble, self.tree.head(bubble)
            while head is not None and self.label(inner) == CONJ and self.tree.is_inside(inner, head):
                found += self.modifiers(head)
                inner, head = head, self.tree.head(head)
            found.sort(key=self.tree.hulls.__getitem__)
            self._dependents[bubble] = found
        return found

    def words_below(self, bubble: int) -> list[int]:
        """The bubbles of the words of a bubble and of all that depends on it, in order."""
        order = [bubble]
        for found in order:  # grows while it is walked
            order.extend(self.tree.children(found))
        # Each word is a bubble of its own; the wider bubbles have no others.
        words = (found for found in order if len(self.tree.contents[found]) == 1)
        return sorted(words, key=self.tree.hulls.__getitem__)

    def below(self, bubble: int) -> list[int]:
        """The tokens of a bubble and of all that depends on it, in order."""
        return [self.tree.hulls[word].first for word in self.words_below(bubble)]

    def text(self, bubble: int) -> str:
        """The words of a bubble and of all that depends on it, in lower case."""
        found = self._texts.get(bubble)
        if found is None:
            found = " ".join(self.tree.words[token - 1].lower() for token in self.below(bubble))
            self._texts[bubble] = found
        return found

    def is_in(self, token: int, table: Words) -> bool:
        """Whether a word is in a table, by form or by lemma."""
        row = self.rows[token - 1]
        return row.form.lower() in table or row.lemma.lower() in table

    def is_capitalised(self, token: int) -> bool:
        """Whether a word begins with a capital letter."""
        return self.tree.words[token - 1][:1].isupper()

    def is_plural(self, bubble: int) -> bool | None:
        """Whether a noun is in the plural; None where nothing tells."""
        token = self.token(bubble)
        row = self.rows[token - 1]
        number = features(row).get("Number")
        if number in ("Sing", "Plur"):
            return number == "Plur"
        if row.xpos in ("NN", "NNP", "NNS", "NNPS"):
            return row.xpos.endswith("S")
        if self.has_article(bubble):
            return False
        form, ending = row.form.lower(), self.lexicon.plural_ending
        if form in self.lexicon.plurals:
            return True
        return form.endswith(ending) and not form.endswith(ending * 2) if ending else None

    def has_article(self, bubble: int) -> bool:
        """Whether a noun has a determiner of one thing, *a*."""
        return any(
            universal(self.label(child)) == "det" and self.is_in(self.token(child), self.lexicon.articles)
            for child in self.dependents(bubble)
        )


class Site:
    """A coordination in its tree.

    Parameters
    ----------
    grove : Grove
        The tree.
    coordination : TreeCoordination
        One of its coordinations.

    Attributes
    ----------
    bubble : int
        The bubble of the coordination.
    conjuncts : list of int
        Those of its conjuncts.
    """

    def __init__(self, grove: Grove, coordination: TreeCoordination) -> None:
        self.grove = grove
        self.coordination = coordination
        self.bubble = coordination.bubble
        self.conjuncts = grove.conjuncts(self.bubble)

    @property
    def lexicon(self) -> Lexicon:
        """The tables of the language."""
        return self.grove.lexicon

    @cached_property
    def heads(self) -> list[int]:
        """The head words of the conjuncts."""
        return [self.grove.token(conjunct) for conjunct in self.conjuncts]

    @cached_property
    def texts(self) -> list[str]:
        """The words of each conjunct, in lower case."""
        return [self.grove.text(conjunct) for conjunct in self.conjuncts]

    @cached_property
    def coordinators(self) -> list[str]:
        """The coordinators, in lower case."""
        parts = self.grove.tree.parts(self.bubble)
        return [self.grove.text(part) for part in parts if self.grove.label(part) == COORDINATOR]

    @cached_property
    def coordinator_before(self) -> dict[int, str]:
        """For each conjunct the coordinators between it and the conjunct before, in lower case."""
        found: dict[int, str] = {}
        words: list[str] = []
        for part in self.grove.tree.parts(self.bubble):
            label = self.grove.label(part)
            if label == COORDINATOR:
                words.append(self.grove.text(part))
            elif label == CONJ:
                found[part] = " ".join(words)
                words = []
        return found

    @cached_property
    def is_additive(self) -> bool:
        """Whether the coordination adds its conjuncts up, as *and* does."""
        table = self.lexicon.additive
        return not table or all(coordinator in table for coordinator in self.coordinators)

    @cached_property
    def shared(self) -> list[int]:
        """The modifiers of the coordination as a whole, from left to right."""
        coordination = self.coordination
        return [modifier.bubble for modifier in (*coordination.shared_left, *coordination.shared_right)]

    @cached_property
    def outermost(self) -> int:
        """The coordination, or the widest one that it is a conjunct of."""
        tree, bubble = self.grove.tree, self.bubble
        head = tree.head(bubble)
        while head is not None and self.grove.label(bubble) == CONJ and tree.is_inside(bubble, head):
            bubble, head = head, tree.head(head)
        return bubble

    @cached_property
    def label(self) -> str:
        """The relation of the coordination to what it depends on."""
        return self.grove.label(self.outermost)

    @cached_property
    def kind(self) -> Kind:
        """What that relation counts as."""
        return kind_of(self.label)

    @cached_property
    def governor(self) -> int | None:
        """What the coordination depends on; None for the root of the sentence."""
        head = self.grove.tree.head(self.outermost)
        return head if head is not None and 0 not in self.grove.tree.contents[head] else None

    @cached_property
    def governors(self) -> list[int]:
        """The bubbles of the words that the coordination depends on: several if they are coordinated themselves."""
        return self.grove.heads(self.governor) if self.governor is not None else []

    @cached_property
    def adpositions(self) -> list[int]:
        """The tokens before the first conjunct, or at its beginning, that may be an adposition of the whole."""
        grove = self.grove
        first = grove.dependents(self.conjuncts[0])
        return [grove.token(child) for child in first if grove.tree.hulls[child].first < self.heads[0]]

    def repeats(self, token: int) -> bool:
        """Whether a word of the first conjunct has an equal at the beginning of a later one."""
        row = self.grove.rows[token - 1].form.lower()
        return any(text.split(" ", 1)[0] == row for text in self.texts[1:])

    @property
    def is_subject(self) -> bool:
        """Whether the coordination is a subject, and not that of a passive."""
        return self.kind is Kind.SUBJECT and not self.is_passive_subject

    @property
    def is_passive_subject(self) -> bool:
        """Whether the coordination is the subject of a passive."""
        return self.label in ("nsubj:pass", "nsubjpass", "csubj:pass", "csubjpass")

    @property
    def is_object(self) -> bool:
        """Whether the coordination is what something is done to: an object, or the subject of a passive."""
        return self.kind is Kind.OBJECT or self.is_passive_subject

    def predicates(self) -> Iterator[int]:
        """What the coordination is an argument of, also through a verb that has the same subject: *want to meet*."""
        pending = list(self.governors)
        for predicate in pending:  # grows while it is walked
            yield predicate
            for child in self.grove.dependents(predicate):
                if universal(self.grove.label(child)) == "xcomp":
                    pending.extend(self.grove.heads(child))

    def others(self, predicate: int) -> list[int]:
        """The dependents of a predicate without this coordination."""
        return [child for child in self.grove.dependents(predicate) if child != self.outermost]

    def has(self, predicate: int, *kinds: Kind) -> bool:
        """Whether a predicate has another dependent of one of some kinds."""
        return any(kind_of(self.grove.label(child)) in kinds for child in self.others(predicate))

    def has_partner(self, predicate: int) -> bool:
        """Whether an adposition names another party: *met with him*."""
        return any(
            self.grove.is_in(self.grove.token(marker), self.lexicon.partners)
            for child in self.others(predicate)
            if kind_of(self.grove.label(child)) in _MARKED_BY_CASE
            for head in self.grove.heads(child)[:1]
            for marker in self.grove.dependents(head)
            if self.grove.tree.hulls[marker].first < self.grove.tree.hulls[child].first
            or kind_of(self.grove.label(marker)) is Kind.MARKER
        )

    def is_verb_in(self, predicate: int, table: Words) -> bool:
        """Whether a predicate is in a table, alone, or with a word that belongs to it: *break up*, *get married*."""
        token = self.grove.token(predicate)
        if self.grove.is_in(token, table):
            return True
        form = self.grove.tree.words[token - 1].lower()
        following = self.grove.tree.words[token].lower() if token < len(self.grove.tree.words) else ""
        return f"{form} {following}" in table
