"""Other styles of annotation: what they become, and how they are recognized."""

from __future__ import annotations

import pytest

from bubbletree.convert import Evidence, Punctuation, RepairKind, Style, convert, from_ud, infer_coordinations, to_ud
from bubbletree.convert.relations import OLD, Kind, kind_of
from bubbletree.sentence import Sentence
from proofs_tests.support.gold import without_tags


def ud(text: str) -> Sentence:
    """A sentence from words of the form form/head/relation."""
    forms, heads, relations = zip(*(word.split("/") for word in text.split()), strict=True)
    return Sentence.from_columns(forms, heads=list(map(int, heads)), deprels=relations)


CHAIN = ud("tea/0/root ,/1/punct milk/1/conj and/3/cc jam/3/conj")
FLAT = ud("tea/0/root ,/3/punct milk/1/conj and/5/cc jam/1/conj")
STANFORD = ud("tea/0/root ,/1/punct milk/1/conj and/1/cc jam/1/conj")
GERMAN = ud("Tee/0/ROOT ,/1/punct Milch/1/cj und/3/cd Saft/4/cj")


@pytest.mark.parametrize(
    ("sentence", "style", "expected"),
    [
        (CHAIN, Style.CHAIN, "[tea punct=, milk cc=and jam]"),
        (CHAIN, Style.UD, "[tea punct=, [milk cc=and jam]]"),
        (FLAT, Style.UD, "[tea punct=, milk cc=and jam]"),
        (STANFORD, Style.STANFORD, "[tea punct=, milk cc=and jam]"),
        (STANFORD, Style.UD, "[tea punct=, milk cc=and jam]"),
        (GERMAN, Style.TIGER, "ROOT=[Tee punct=, Milch cd=und Saft]"),
        (GERMAN, Style.UD, "ROOT=[Tee punct=, [Milch cd=und Saft]]"),
        (ud("a/0/root or/1/cc b/1/conj and/3/cc c/3/conj"), Style.CHAIN, "[[a cc=or b] cc=and c]"),
        (ud("a/0/root or/1/cc b/1/conj and/1/cc c/1/conj"), Style.STANFORD, "[[a cc=or b] cc=and c]"),
        (ud("a/0/root or/1/cd b/2/cj and/3/cd c/4/cj"), Style.TIGER, "[[a cd=or b] cd=and c]"),
        (ud("He/2/sb kam/0/ROOT und/2/cd ging/3/cj"), Style.TIGER, "ROOT=(sb=He [kam cd=und ging])"),
        (
            ud("Anna/2/sb trinkt/0/ROOT Tee/2/oa und/2/cd isst/4/cj Kuchen/5/oa ./2/punct"),
            Style.TIGER,
            "ROOT=(sb=Anna [(trinkt oa=Tee) cd=und (isst oa=Kuchen)] punct=.)",
        ),
        (
            ud("She/2/nsubj came/0/ROOT ,/2/punct saw/2/conj and/4/cc won/4/conj ./2/punct"),
            Style.CHAIN,
            "ROOT=(nsubj=She [came punct=, saw cc=and won] punct=.)",
        ),
        (
            ud("hot/2/amod tea/0/ROOT with/2/prep milk/3/pobj and/4/cc sugar/4/conj"),
            Style.CHAIN,
            "ROOT=(amod=hot tea prep=(with pobj=[milk cc=and sugar]))",
        ),
        (
            ud("He/3/nsubj was/3/cop tired/0/root and/3/cc hungry/3/conj ./3/punct"),
            Style.STANFORD,
            "nsubj=He cop=was [tired cc=and hungry] punct=.",
        ),
        (
            ud("We/2/nsubj sell/0/ROOT tea/2/dobj and/3/cc jam/3/conj but/2/cc they/8/nsubj buy/2/conj buns/8/dobj"),
            Style.STANFORD,
            "ROOT=[(nsubj=We sell dobj=[tea cc=and jam]) cc=but (nsubj=they buy dobj=buns)]",
        ),
        (ud("big/2/amod a/0/root b/2/conj small/5/amod c/3/conj"), Style.CHAIN, "[(amod=big a) b (amod=small c)]"),
    ],
)
def test_styles(sentence: Sentence, style: Style, expected: str) -> None:
    tree = from_ud(sentence, style=style)
    assert without_tags(tree) == expected
    assert to_ud(tree).rows == sentence.rows


def test_coordinations_are_inferred_in_a_style_too() -> None:
    assert [len(found.conjuncts) for found in infer_coordinations(CHAIN)] == [2, 2]
    assert [len(found.conjuncts) for found in infer_coordinations(CHAIN, style=Style.CHAIN)] == [3]


@pytest.mark.parametrize(
    ("sentence", "style", "words"),
    [
        (FLAT, Style.UD, []),
        (CHAIN, Style.CHAIN, [4, 5]),
        (CHAIN, Style.UD, [4]),
        (STANFORD, Style.UD, [4]),
        (GERMAN, Style.TIGER, [4, 5]),
    ],
)
def test_what_hangs_in_another_style_is_told(sentence: Sentence, style: Style, words: list[int]) -> None:
    repairs = convert(sentence, style=style).repairs
    assert [word for repair in repairs if repair.kind is RepairKind.RESTYLED for word in repair.tokens] == words


def test_a_conjunct_on_a_coordinator_that_is_coordinated_itself_stays() -> None:
    # "and/or": the second coordinator is a conjunct of the first.
    sentence = ud("tea/0/root and/5/cc |/4/punct or/2/conj milk/1/conj")
    assert RepairKind.RESTYLED not in {repair.kind for repair in convert(sentence).repairs}


def evidence(*sentences: Sentence) -> Evidence:
    found = Evidence()
    for sentence in sentences:
        found.add(sentence)
    return found


@pytest.mark.parametrize(
    ("sentences", "style", "reason"),
    [
        ([FLAT, FLAT, CHAIN], Style.UD, ""),
        (
            [CHAIN],
            Style.CHAIN,
            "1 of 1 coordinators depend on the conjunct before them, 1 of 1 further conjuncts depend",
        ),
        ([STANFORD, FLAT, STANFORD], Style.STANFORD, "2 of 3 coordinators depend on the conjunct before them"),
        ([GERMAN], Style.TIGER, "it has the labels cd and cj, 3 times"),
        ([FLAT, ud("he/2/nsubjpass seen/0/root")], Style.STANFORD, "it has the labels nsubjpass"),
        ([], Style.UD, ""),
        ([Sentence.from_columns(["no", "heads"])], Style.UD, ""),
    ],
)
def test_the_style_of_sentences_is_guessed_with_a_reason(sentences: list[Sentence], style: Style, reason: str) -> None:
    guess, told = evidence(*sentences).guess()
    assert guess is style
    assert told.startswith(reason)
    assert bool(told) is (style is not Style.UD)


def test_where_there_are_only_commas_they_tell_the_style() -> None:
    listed, chained = ud("tea/0/root ,/1/punct milk/1/conj ,/1/punct jam/1/conj"), ud("a/0/root ,/1/punct b/1/conj")
    further = ud("tea/0/root ,/1/punct milk/1/conj ,/3/punct jam/3/conj")
    told = "marks between conjuncts depend on the conjunct before them"
    assert evidence(listed, ud("a/0/root ,/3/punct b/1/conj")).guess() == (Style.STANFORD, f"2 of 3 {told}")
    reason = f"2 of 2 {told}, 1 of 1 further conjuncts depend on the one before them"
    assert evidence(further).guess() == (Style.CHAIN, reason)
    for other in (
        ud("a/0/root ,/3/punct b/1/conj"),  # as many commas as in the chain hang on the conjunct after them
        ud("a/0/root and/3/cc b/1/conj"),
        ud("a/3/obj to/1/cc b/0/root c/1/conj to/4/cc"),
        ud("we/2/nsubj buy/0/root tea/2/obj"),
    ):
        assert evidence(chained, other).guess() == (Style.UD, "")


def test_a_little_nesting_makes_no_chain_but_nothing_else_in_many_sentences_does() -> None:
    nested = ud("tea/0/root and/3/cc milk/1/conj or/5/cc jam/3/conj")
    assert evidence(*[nested] * 9).guess() == (Style.UD, "")
    assert evidence(*[nested] * 10, FLAT).guess() == (Style.UD, "")
    style, reason = evidence(*[nested] * 10).guess()
    assert style is Style.CHAIN
    assert reason == "10 of 10 further conjuncts depend on the one before them"


@pytest.mark.parametrize(
    "text",
    [
        # "Dogs and cats", with a coordinator after each noun; "bread and milk buy", with a label of UD version 2.
        "inu/0/root to/1/cc neko/1/conj to/3/cc",
        "pan/4/obj to/1/cc miruku/1/conj kau/0/root",
        "pan/6/obj to/1/cc ,/4/punct miruku/1/conj o/4/case kau/0/root",
        "cha/5/obj ya/1/cc mizu/1/conj to/3/cc kau/0/root kome/3/conj",
    ],
)
def test_coordinators_that_follow_their_conjunct_are_no_other_style(text: str) -> None:
    assert evidence(ud(text)).guess() == (Style.UD, "")


def test_labels_of_version_2_do_not_hide_the_other_signs_of_another_style() -> None:
    first = ud("tea/6/obj ,/1/punct milk/1/conj and/1/cc jam/1/conj buy/0/root")
    assert evidence(first).guess()[0] is Style.STANFORD
    old = ud("tea/4/obj and/1/cc milk/1/conj buy/0/root cakes/4/dobj")
    assert evidence(old).guess()[0] is Style.STANFORD
    chain = ud("tea/0/root milk/1/conj and/2/cc jam/2/conj in/4/prep cups/4/obl")
    assert evidence(chain).guess()[0] is Style.CHAIN


def test_only_a_coordinator_after_the_last_conjunct_follows_conjuncts() -> None:
    early = ud("went/0/root but/1/cc tea/1/dep and/3/cc milk/3/conj")
    assert evidence(early).guess()[0] is Style.STANFORD


def test_the_custom_for_punctuation_is_that_of_most_marks() -> None:
    assert evidence(FLAT).punctuation() is Punctuation.FOLLOWING
    assert evidence(STANFORD).punctuation() is Punctuation.FIRST
    assert evidence(STANFORD, FLAT, FLAT).punctuation() is Punctuation.FOLLOWING
    assert evidence(ud("tea/0/root and/3/cc milk/1/conj")).punctuation() is None


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("nsubj", Kind.SUBJECT), ("nsubjpass", Kind.SUBJECT), ("csubj:pass", Kind.SUBJECT), ("sb", Kind.SUBJECT),
        ("dobj", Kind.OBJECT), ("oa", Kind.OBJECT), ("expl:pv", Kind.OBJECT), ("expl:impers", Kind.SUBJECT),
        ("auxpass", Kind.VERBAL), ("neg", Kind.ADVERBIAL), ("mwe", Kind.NOMINAL), ("cc:preconj", Kind.CORRELATIVE),
        ("preconj", Kind.CORRELATIVE), ("cd", Kind.COORDINATOR), ("cj", Kind.CONJUNCT), ("conj:svc", Kind.CONJUNCT),
        ("orphan", Kind.REMNANT), ("unheard", Kind.OTHER),
    ],
)  # fmt: skip
def test_labels_of_all_schemes_have_a_kind(label: str, kind: Kind) -> None:
    assert kind_of(label) is kind


def test_no_label_of_ud_version_2_is_old() -> None:
    relations = """
        acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse dislocated expl
        fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis punct reparandum root vocative
        xcomp
    """
    assert OLD.isdisjoint(relations.split())
