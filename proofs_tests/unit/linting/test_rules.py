"""Each rule of lint: what it finds, and what is like it and right."""

from __future__ import annotations

import pytest

from bubbletree import ConversionError, Row, Sentence, UnknownLintError, lint, parse_brackets
from bubbletree.linting import RULES, chosen_rules


def annotated(text: str, misc: tuple[str, ...] = (), comments: tuple[str, ...] = ()) -> Sentence:
    """A sentence from ``form/UPOS/head/deprel``, or ``form/UPOS/head/deprel/deps``, with blanks between words."""
    rows = []
    for number, word in enumerate(text.split(), start=1):
        form, upos, head, deprel, *deps = word.split("/")
        feats = "VerbForm=Fin" if upos == "VERB" else "_"
        rows.append(Row(str(number), form, upos=upos, feats=feats, head=head, deprel=deprel, deps=(deps or ["_"])[0]))
    known = [Row(**{**row_fields(row), "misc": item}) for row, item in zip(rows, misc, strict=True)] if misc else rows
    return Sentence(tuple(known), comments)


def row_fields(row: Row) -> dict[str, str]:
    return {name: getattr(row, name) for name in Row.__slots__}


TEA_AND_BUNS = "tea/NOUN/0/root and/CCONJ/3/cc buns/NOUN/1/conj"

FOUND = [
    ("BT001", 3, "see/VERB/0/root tea/NOUN/1/obj and/CCONJ/4/cc buns/NOUN/1/obl"),
    ("BT001", 2, "Location/NOUN/0/root plus/CCONJ/1/cc"),
    ("BT002", 2, "tea/NOUN/0/root and/CCONJ/1/cc buns/NOUN/1/conj"),
    ("BT002", 3, "tea/NOUN/0/root ,/PUNCT/1/punct τε/CCONJ/1/cc buns/NOUN/1/conj"),
    ("BT002", 3, "tea/NOUN/0/root jam/NOUN/1/conj τε/CCONJ/1/cc buns/NOUN/1/conj"),
    ("BT003", 1, "both/CCONJ/2/dep tea/NOUN/0/root"),
    ("BT004", 1, "tea/NOUN/3/conj and/CCONJ/1/cc buns/NOUN/0/root"),
    ("BT005", 5, "tea/NOUN/0/root ,/PUNCT/3/punct milk/NOUN/1/conj and/CCONJ/5/cc jam/NOUN/3/conj"),
    ("BT006", 3, "tea/NOUN/0/root and/CCONJ/3/cc sing/VERB/1/conj"),
    ("BT007", 2, "go/VERB/0/root see/VERB/1/conj"),
    ("BT008", 3, "tea/NOUN/0/root and/CCONJ/3/cc ./PUNCT/1/conj"),
    ("BT009", 2, "tea/NOUN/0/root ,/PUNCT/1/punct milk/NOUN/1/conj and/CCONJ/5/cc jam/NOUN/1/conj"),
    ("BT010", 4, "see/VERB/0/root/0:root tea/NOUN/1/obj/1:obj and/CCONJ/4/cc/4:cc buns/NOUN/2/conj/2:conj:and"),
    ("BT011", 3, "tea/NOUN/0/root/0:root and/CCONJ/3/cc/3:cc buns/NOUN/1/conj/2:conj"),
    (
        "BT012",
        1,
        "he/PRON/2/nsubj/2:nsubj|4:nsubj came/VERB/0/root/0:root ,/PUNCT/4/punct saw/VERB/2/conj won/VERB/2/conj",
    ),
    ("BT013", 1, "he/PRON/2/nsubj/2:nsubj came/VERB/0/root/0:root and/CCONJ/4/cc/4:cc won/VERB/2/conj/2:conj"),
    (
        "BT014",
        1,
        "he/PRON/2/nsubj/2:nsubj|5:nsubj came/VERB/0/root/0:root and/CCONJ/5/cc she/PRON/5/nsubj won/VERB/2/conj",
    ),
    ("BT015", 2, "came/VERB/0/root tea/NOUN/1/orphan"),
    ("BT016", 3, "tea/NOUN/0/root and/CCONJ/3/cc buns/NOUN/1/list"),
    ("BT017", 3, "tea/NOUN/0/root or/CCONJ/3/cc brew/NOUN/1/appos"),
    ("BT018", 2, "tea/NOUN/0/root milk/NOUN/0/root"),
]

RIGHT = [
    "ἄνδρες/NOUN/0/root τε/CCONJ/1/cc καὶ/CCONJ/4/cc γυναῖκες/NOUN/1/conj",
    "पिता/NOUN/0/root च/CCONJ/1/cc माता/NOUN/1/conj च/CCONJ/3/cc",
    "犬/NOUN/0/root と/CCONJ/1/cc 猫/NOUN/1/conj",
    "개/NOUN/0/root 와/CCONJ/1/cc 고양이/NOUN/1/conj",
    "arma/NOUN/0/root que/CCONJ/1/cc virum/NOUN/1/conj que/CCONJ/3/cc",
    "inu/NOUN/0/root to/CCONJ/1/cc neko/NOUN/1/conj to/CCONJ/3/cc",
    TEA_AND_BUNS,
    "But/CCONJ/3/cc he/PRON/3/nsubj left/VERB/0/root",
    "tea/NOUN/0/root and/CCONJ/4/cc or/CCONJ/2/conj buns/NOUN/1/conj",
    "both/CCONJ/2/cc:preconj tea/NOUN/0/root and/CCONJ/4/cc buns/NOUN/2/conj",
    "tea/NOUN/0/root ,/PUNCT/3/punct milk/NOUN/1/conj and/CCONJ/5/cc jam/NOUN/1/conj",
    "tea/NOUN/0/root ,/PUNCT/4/punct and/CCONJ/4/cc milk/NOUN/1/conj and/CCONJ/6/cc jam/NOUN/4/conj",
    "tea/NOUN/0/root or/CCONJ/3/cc milk/NOUN/1/conj and/CCONJ/5/cc jam/NOUN/3/conj",
    "see/VERB/0/root/0:root tea/NOUN/1/obj/1:obj and/CCONJ/4/cc/4:cc buns/NOUN/2/conj/1:obj|2:conj:and",
    "he/PRON/2/nsubj/2:nsubj|4:nsubj came/VERB/0/root/0:root and/CCONJ/4/cc/4:cc won/VERB/2/conj/2:conj",
    "he/PRON/2/nsubj/2:nsubj came/VERB/0/root and/CCONJ/5/cc she/PRON/5/nsubj/5:nsubj won/VERB/2/conj/2:conj",
    "he/PRON/2/nsubj ate/VERB/0/root jam/NOUN/2/obj and/CCONJ/5/cc she/PRON/2/conj tea/NOUN/5/orphan",
]


@pytest.mark.parametrize(("code", "word", "text"), FOUND)
def test_a_rule_finds_what_it_is_for(code: str, word: int, text: str) -> None:
    assert (code, word) in [(found.code, found.word) for found in lint(annotated(text), select=[code])]


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_right_is_not_doubted(text: str) -> None:
    assert lint(annotated(text), select=["all"]) == ()


def test_each_rule_has_an_example_a_code_and_a_name() -> None:
    assert [rule.code for rule in RULES] == sorted({code for code, _, _ in FOUND})
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_a_finding_says_what_is_doubtful() -> None:
    [found] = lint(annotated("tea/NOUN/0/root and/CCONJ/1/cc buns/NOUN/1/conj"))
    assert (found.code, found.name, found.word) == ("BT002", "coordinator-side", 2)
    assert found.reason == "'and' depends on 'tea', not on the conjunct after it, 'buns'"


def test_of_several_roots_the_first_is_not_doubted() -> None:
    found = lint(annotated("tea/NOUN/0/root milk/NOUN/0/root jam/NOUN/0/root"))
    assert [(one.word, one.reason) for one in found] == [
        (2, "'milk' has the HEAD 0, as 'tea' has: UD allows one root"),
        (3, "'jam' has the HEAD 0, as 'tea' has: UD allows one root"),
    ]


def test_rules_are_chosen_by_code_or_name() -> None:
    assert [rule.code for rule in chosen_rules(["BT002", "chain"])] == ["BT002", "BT005"]
    assert [rule.code for rule in chosen_rules(["all"], ["BT001"])] == [rule.code for rule in RULES[1:]]
    on = [rule.code for rule in chosen_rules()]
    assert on == [rule.code for rule in RULES if rule.is_default]
    assert "BT006" not in on
    assert "BT002" not in [rule.code for rule in chosen_rules(ignore=["coordinator-side"])]
    with pytest.raises(UnknownLintError, match="there is no rule 'tea'; the rules are BT001") as raised:
        lint(annotated(TEA_AND_BUNS), ignore=["tea"])
    assert raised.value.name == "tea"


@pytest.mark.parametrize(
    ("misc", "comments", "left"),
    [
        ((), (), 1),
        ((), ("# nolint",), 0),
        ((), ("# nolint = BT002",), 0),
        ((), ("# nolint = chain, coordinator-side",), 0),
        ((), ("# nolint = BT001",), 1),
        (("_", "nolint", "_"), (), 0),
        (("_", "SpaceAfter=No|nolint=BT001,BT002", "_"), (), 0),
        (("_", "nolint=BT001", "_"), (), 1),
        (("nolint", "_", "nolint"), (), 1),
    ],
)
def test_comments_and_misc_suppress_findings(misc: tuple[str, ...], comments: tuple[str, ...], left: int) -> None:
    sentence = annotated("tea/NOUN/0/root and/CCONJ/1/cc buns/NOUN/1/conj", misc, comments)
    assert len(lint(sentence)) == left


def test_a_tree_is_looked_at_as_ud() -> None:
    assert lint(parse_brackets("[tea cc=and buns]"), select=["all"]) == ()


def test_heads_must_form_a_tree() -> None:
    with pytest.raises(ConversionError):
        lint(annotated("tea/NOUN/2/dep and/CCONJ/1/dep"))


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="expected a Sentence or a BubbleTree, not int"):
        lint(5)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(TypeError, match="expected several names of rules"):
        lint(Sentence(()), select="BT001")
