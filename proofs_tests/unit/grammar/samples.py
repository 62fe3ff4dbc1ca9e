"""Generated sentences, and what tests look at in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bubbletree import BubbleTree
from bubbletree.grammar import Grammar, generate, lexicon
from proofs_tests.support.records import DENSE


def forms() -> Iterator[tuple[str, tuple[object, ...]]]:
    """Every inflected form of the lexicon with its class and what its form shows."""
    for noun_class in lexicon.NOUNS.values():
        for noun in noun_class.forms:
            yield from ((form, (noun_class.name, "plural" if i else "singular")) for i, form in enumerate(noun))
    for verb_class in lexicon.VERBS.values():
        for entry in verb_class.forms:
            yield from ((form, (verb_class.name, min(i, 2))) for i, form in enumerate(entry))
    for name, verbs in (("saying", lexicon.SAYING), ("trying", lexicon.TRYING)):
        for entry in verbs:
            yield from ((form, (name, min(i, 2))) for i, form in enumerate(entry))
    for domains, adjectives in lexicon.ADJECTIVES.items():
        yield from ((form, (*domains, form in lexicon.ABSOLUTE)) for form in adjectives)
    for manner, adverbs in lexicon.MANNERS.items():
        yield from ((form, (manner,)) for form in adverbs)
    for name, words in (
        ("name", lexicon.NAMES),
        ("city", lexicon.CITIES),
        ("degree", lexicon.DEGREES),
        ("frequency", lexicon.FREQUENCIES),
        ("modal", lexicon.MODALS),
        ("subordinator", lexicon.SUBORDINATORS),
        ("possessive", lexicon.POSSESSIVES),
        ("numeral", lexicon.NUMERALS),
        ("preposition", lexicon.PREPOSITIONS),
    ):
        yield from ((form.lower(), (name,)) for form in words)


CLASSES = dict(forms())


@cache
def sample() -> list[BubbleTree]:
    """What most sentences are like."""
    return list(generate(1500, seed=1))


@cache
def various() -> list[BubbleTree]:
    """The sample, and sentences with much of everything."""
    return [*sample(), *generate(300, 1, DENSE)]


@cache
def short_sentences() -> list[BubbleTree]:
    """Sentences so short that many are alike."""
    grammar = Grammar(coordination=0.6, modifier=0.5, clauses=0, subordination=0, series=0, correlative=0, max_words=10)
    return list(generate(3000, seed=5, grammar=grammar))


def shape(tree: BubbleTree) -> tuple[object, ...]:
    """A tree without its words."""
    arcs = frozenset((tree.contents[head], label, tree.contents[dependent]) for head, label, dependent in tree.arcs)
    return frozenset(tree.contents), arcs


def categories(tree: BubbleTree) -> tuple[tuple[tuple[int, int], str], ...]:
    """The coordinated phrases with their categories."""
    assert tree.sentence is not None
    return tree.sentence.categories


def leaves(tree: BubbleTree, bubble: int) -> list[str]:
    """The words that head a bubble."""
    if len(tree.contents[bubble]) == 1:
        return [tree.text(bubble).lower()]
    return [leaf for child in tree.children(bubble) if tree.label(child) == "conj" for leaf in leaves(tree, child)]


DETERMINERS = {"det", "nummod", "nmod:poss"}


def children(tree: BubbleTree, bubble: int, *labels: str) -> list[int]:
    """The children with one of some labels, from left to right."""
    found = [child for child in tree.children(bubble) if tree.label(child) in labels]
    return sorted(found, key=lambda child: min(tree.contents[child]))


def below(tree: BubbleTree, bubble: int) -> list[int]:
    """A bubble and all that depends on it."""
    found = [bubble]
    for each in found:  # grows while it is walked
        found.extend(tree.children(each))
    return found


def number(word: str) -> object:
    """What the form of a noun or pronoun shows: singular, plural, or neither, for it is a mass noun."""
    if CLASSES.get(word, ("", ""))[0] in ("name", "city"):
        return "singular"
    pronouns = {form.lower(): "singular" if third else "plural" for form, third in lexicon.PRONOUNS}
    mass = any(each.mass and (word, word) in each.forms for each in lexicon.NOUNS.values())
    return "mass" if mass else pronouns[word] if word in pronouns else CLASSES[word][1]


def takes_plural(tree: BubbleTree, subject: int) -> bool:
    """Whether the verb of a subject is in the plural: after 'A and B', or if the last noun is."""
    if "and" in {tree.text(each) for each in children(tree, subject, "cc")}:
        return True
    return number(leaves(tree, subject)[-1]) == "plural"


def finite_forms(tree: BubbleTree, phrase: int) -> list[str]:
    """The finite verbs of a verb phrase: its auxiliary, its copula, or the verbs that have neither."""
    if auxiliaries := children(tree, phrase, "aux", "aux:pass", "cop"):
        return [tree.text(auxiliaries[0]).lower()]
    if len(tree.contents[phrase]) == 1:
        return [tree.text(phrase).lower()]
    return [form for conjunct in children(tree, phrase, "conj") for form in finite_forms(tree, conjunct)]
