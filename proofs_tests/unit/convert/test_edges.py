"""What stands between conjuncts, in none of them: the same at every edge, wherever it hangs."""

from __future__ import annotations

import pytest
from hypothesis import given

from bubbletree.convert import from_ud
from bubbletree.convert.infer import infer
from bubbletree.convert.lift import lift
from bubbletree.convert.syntax import Syntax
from bubbletree.sentence import Sentence
from proofs_tests.support.gold import without_tags
from proofs_tests.support.strategies import random_ud


def ud(text: str) -> Sentence:
    """A sentence from words of the form form/head/relation."""
    forms, heads, relations = zip(*(word.split("/") for word in text.split()), strict=True)
    return Sentence.from_columns(forms, heads=list(map(int, heads)), deprels=relations)


EDGES = {
    "a comma on the word before it": (
        "tea/0/root hot/1/amod ,/2/punct and/5/cc buns/1/conj",
        "[(tea amod=hot) punct=, cc=and buns]",
    ),
    "a comma on a word deep in the next conjunct": (
        "tea/0/root ,/4/punct and/5/cc hot/5/amod buns/1/conj",
        "[tea punct=, cc=and (amod=hot buns)]",
    ),
    "a coordinator on the first conjunct": (
        "tea/0/root and/1/cc hot/4/amod buns/1/conj",
        "[tea cc=and (amod=hot buns)]",
    ),
    "a coordinator on a modifier of the conjunct": (
        "tea/0/root and/3/cc hot/4/amod buns/1/conj",
        "[tea cc=and (amod=hot buns)]",
    ),
    "a coordinator after the last conjunct": (
        "tea/0/root ,/3/punct buns/1/conj etc./3/cc",
        "[tea punct=, buns] cc=etc.",
    ),
    "a coordinator after the last conjunct, on a word in it": (
        "tea/0/root buns/1/conj with/4/case jam/2/nmod etc./4/cc",
        "[tea (buns nmod=(case=with jam))] cc=etc.",
    ),
    "a coordinator after each conjunct": ("tea/0/root to/1/cc buns/1/conj to/3/cc", "[tea cc=to buns] cc=to"),
    "a coordinator after an inner coordination": (
        "tea/0/root or/3/cc buns/1/conj jam/3/conj que/4/cc",
        "[tea cc=or ([buns jam] cc=que)]",
    ),
    "a coordinator after an inner coordination that comes first": (
        "tea/0/root buns/1/conj que/2/cc or/5/cc jam/1/conj",
        "[([tea buns] cc=que) cc=or jam]",
    ),
    "final punctuation on the last conjunct": (
        "tea/0/root and/3/cc buns/1/conj ./3/punct",
        "[tea cc=and buns] punct=.",
    ),
    "final punctuation on a word in it": (
        "tea/0/root and/3/cc buns/1/conj here/3/advmod ./4/punct",
        "[tea cc=and (buns advmod=here)] punct=.",
    ),
    "several marks": (
        "tea/0/root ,/1/punct -/4/punct buns/1/conj !/4/punct ?/4/punct",
        "[tea punct=, punct=- buns] punct=! punct=?",
    ),
    "a bracket that opens before the coordinator": (
        "cats/0/root (/4/punct and/4/cc dogs/1/conj )/4/punct",
        '[cats punct="(" cc=and dogs] punct=")"',
    ),
    "brackets around a conjunct": (
        "cats/0/root and/4/cc (/4/punct dogs/1/conj )/4/punct",
        '[cats cc=and (punct="(" dogs punct=")")]',
    ),
    "brackets around conjuncts": (
        "(/2/punct cats/0/root ,/4/punct dogs/2/conj )/4/punct",
        'punct="(" [cats punct=, dogs] punct=")"',
    ),
    "a closing bracket on the first conjunct": (
        "cats/0/root and/4/cc (/4/punct dogs/1/conj )/1/punct",
        '[cats cc=and (punct="(" dogs punct=")")]',
    ),
    "what follows a bracket that opened before the conjunct": (
        "cats/0/root (/4/punct and/4/cc dogs/1/conj )/4/punct here/4/advmod",
        '[cats punct="(" cc=and dogs] punct=")" advmod=here',
    ),
    "a bracket across conjuncts": (
        "tea/0/root (/4/punct or/4/cc buns/1/conj )/4/punct and/7/cc jam/1/conj",
        '[([tea punct="(" cc=or buns] punct=")") cc=and jam]',
    ),
    "quotation marks around each conjunct": (
        '"/2/punct tea/0/root "/2/punct and/6/cc "/6/punct buns/2/conj "/6/punct',
        '[(punct="\\"" tea punct="\\"") cc=and (punct="\\"" buns punct="\\"")]',
    ),
    "an adverb before the coordinator": (
        "tea/0/root ,/5/punct perhaps/5/advmod and/5/cc buns/1/conj",
        "[tea punct=, advmod=perhaps cc=and buns]",
    ),
    "another word before a coordinator that comes second": (
        "venit/0/root ,/5/punct ille/5/nsubj autem/5/cc abiit/1/conj",
        "[venit punct=, (nsubj=ille cc=autem abiit)]",
    ),
    "a comma that hangs on the coordinator": (
        "tea/0/root ,/3/punct but/5/cc also/5/advmod buns/1/conj",
        "[tea cc=(punct=, but) (advmod=also buns)]",
    ),
    "a correlative before a later conjunct": (
        "hem/2/cc:preconj tea/0/root hem/4/cc:preconj buns/2/conj",
        "cc:preconj=hem [tea cc:preconj=hem buns]",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", EDGES)
def test_edges(case: str) -> None:
    text, expected = EDGES[case]
    assert without_tags(from_ud(ud(text))) == expected


@given(random_ud())
def test_conjuncts_begin_and_end_without_separators_and_hold_no_half_of_a_pair(sentence: Sentence) -> None:
    parents, _ = lift([head - 1 for head in sentence.heads])
    syntax = Syntax(sentence, [parent + 1 for parent in parents], sentence.deprels)
    for coordination in infer(sentence, syntax.heads[1:], sentence.deprels).coordinations:
        for conjunct in coordination.conjuncts:
            for edge in conjunct:
                assert not syntax.is_separator(edge) or conjunct.width == 1
        for conjunct in coordination.conjuncts[1:]:
            halves = [
                mark
                for mark in range(conjunct.first, conjunct.last + 1)
                if syntax.partners.get(mark, mark) not in conjunct
            ]
            assert halves == []
