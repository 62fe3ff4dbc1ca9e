"""Coordinations read off UD alone: one example, at least, for each rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bubbletree.convert import convert, from_ud, infer_coordinations, to_ud
from bubbletree.convert.enhanced import enhanced_heads
from bubbletree.io import format_brackets
from bubbletree.sentence import Row, Sentence


def ud(text: str, **deps: str) -> Sentence:
    """A sentence from form/head/relation or form/head/relation/upos/xpos; ``w2=...`` sets DEPS of word 2."""
    rows = []
    for number, word in enumerate(text.split(), start=1):
        form, head, relation, upos, xpos = (*word.split("/"), "_", "_")[:5]
        rows.append(
            Row(str(number), form, upos=upos, xpos=xpos, head=head, deprel=relation, deps=deps.get(f"w{number}", "_"))
        )
    return Sentence(tuple(rows))


NESTING = {
    "one coordinator, one coordination": (
        "tea/0/root ,/3/punct buns/1/conj and/5/cc jam/1/conj",
        "[tea punct=, buns cc=and jam]",
    ),
    "a repeated coordinator": (
        "tea/0/root and/3/cc buns/1/conj and/5/cc jam/1/conj",
        "[tea cc=and buns cc=and jam]",
    ),
    "another coordinator": (
        "tea/0/root or/3/cc coffee/1/conj and/5/cc jam/1/conj",
        "[[tea cc=or coffee] cc=and jam]",
    ),
    "another form of one coordinator": (
        "Ana/0/root y/3/cc Luis/1/conj e/5/cc Inés/1/conj",
        "[Ana cc=y Luis cc=e Inés]",
    ),
    "a coordinator with a fixed word": (
        "tea/0/root and/3/cc buns/1/conj and/6/cc also/4/fixed jam/1/conj",
        "[tea cc=and buns cc=(and fixed=also) jam]",
    ),
    "no coordinator at all": (
        "tea/0/root ,/3/punct buns/1/conj ,/5/punct jam/1/conj",
        "[tea punct=, buns punct=, jam]",
    ),
    "another coordinator after a bare comma": (
        "tea/0/root or/3/cc milk/1/conj ,/5/punct jam/1/conj and/7/cc buns/1/conj",
        "[[tea cc=or milk punct=, jam] cc=and buns]",
    ),
    "another coordinator in a wider coordination": (
        "tea/0/root and/3/cc buns/1/conj perhaps/1/advmod ,/6/punct jam/1/conj or/8/cc milk/1/conj",
        "[([tea cc=and buns] advmod=perhaps) punct=, jam cc=or milk]",
    ),
    "what is private inside is private outside": (
        "in/2/case Rome/0/root and/5/cc in/5/case Oslo/2/conj or/7/cc Bonn/2/conj",
        "[[(case=in Rome) cc=and (case=in Oslo)] cc=or Bonn]",
    ),
    "a conjunct of a conjunct": (
        "tea/0/root and/3/cc buns/1/conj or/5/cc jam/3/conj",
        "[tea cc=and [buns cc=or jam]]",
    ),
    "a dependent between the conjuncts": (
        "tea/0/root and/3/cc buns/1/conj perhaps/1/advmod and/6/cc jam/1/conj",
        "[([tea cc=and buns] advmod=perhaps) cc=and jam]",
    ),
    "a subject of its own": (
        "she/2/nsubj came/0/root ,/4/punct saw/2/conj and/7/cc he/7/nsubj left/2/conj",
        "[(nsubj=she [came punct=, saw]) cc=and (nsubj=he left)]",
    ),
    "subjects of their own": (
        "she/2/nsubj came/0/root ,/5/punct he/5/nsubj went/2/conj and/8/cc they/8/nsubj left/2/conj",
        "[(nsubj=she came) punct=, (nsubj=he went) cc=and (nsubj=they left)]",
    ),
    "a preposition of its own is nothing new if none has gone before": (
        "Rome/0/root ,/3/punct Oslo/1/conj and/6/cc in/6/case Bonn/1/conj",
        "[Rome punct=, Oslo cc=and (case=in Bonn)]",
    ),
    "commas between conjuncts are no dependents between them": (
        "tea/0/root ,/1/punct buns/1/conj ,/1/punct jam/1/conj",
        "[tea punct=, buns punct=, jam]",
    ),
    "a preposition of its own": (
        "in/2/case Rome/0/root and/4/cc Oslo/2/conj and/7/cc in/7/case Bonn/2/conj",
        "[(case=in [Rome cc=and Oslo]) cc=and (case=in Bonn)]",
    ),
}


@pytest.mark.parametrize("case", NESTING)
def test_nesting(case: str) -> None:
    text, expected = NESTING[case]
    assert format_brackets(from_ud(ud(text))) == expected


LEFT_EDGE = {
    "adjectives are private": ("old/2/amod men/0/root and/4/cc women/2/conj", "[(amod=old men) cc=and women]"),
    "articles are private": ("the/2/det men/0/root and/4/cc women/2/conj", "[(det=the men) cc=and women]"),
    "prepositions are shared": ("in/2/case Rome/0/root or/4/cc Oslo/2/conj", "case=in [Rome cc=or Oslo]"),
    "and with them what stands further out": (
        "even/3/advmod in/3/case Rome/0/root or/5/cc Oslo/3/conj",
        "advmod=even case=in [Rome cc=or Oslo]",
    ),
    "what is repeated is private": (
        "in/2/case Rome/0/root or/5/cc in/5/case Oslo/2/conj",
        "[(case=in Rome) cc=or (case=in Oslo)]",
    ),
    "and with it what stands further in": (
        "a/3/det hardly/3/advmod man/0/root or/6/cc a/6/det woman/3/conj",
        "[(det=a advmod=hardly man) cc=or (det=a woman)]",
    ),
    "subjects are shared": ("she/2/nsubj came/0/root and/4/cc saw/2/conj", "nsubj=she [came cc=and saw]"),
    "subjects of any kind are one kind": (
        "she/2/nsubj:pass seen/0/root and/5/cc he/5/nsubj left/2/conj",
        "[(nsubj:pass=she seen) cc=and (nsubj=he left)]",
    ),
    "coordinators before the first conjunct are outside": (
        "and/2/cc Rome/0/root or/4/cc Oslo/2/conj",
        "cc=and [Rome cc=or Oslo]",
    ),
    "so are correlatives": (
        "both/2/cc:preconj Rome/0/root and/4/cc Oslo/2/conj",
        "cc:preconj=both [Rome cc=and Oslo]",
    ),
    "and all before them": (
        "the/3/det both/3/cc:preconj old/0/root and/5/cc new/3/conj",
        "det=the cc:preconj=both [old cc=and new]",
    ),
    "a comma before the first conjunct is outside": (
        ",/3/punct big/3/amod men/0/root and/5/cc women/3/conj",
        "punct=, [(amod=big men) cc=and women]",
    ),
    "an opening bracket is inside if its partner is": (
        "(/2/punct men/0/root )/2/punct and/5/cc women/2/conj",
        "[(punct=\"(\" men punct=\")\") cc=and women]",
    ),
    "and outside if not": (
        "(/2/punct men/0/root and/4/cc women/2/conj )/2/punct",
        "punct=\"(\" [men cc=and women] punct=\")\"",
    ),
    "auxiliaries are shared by verbs of one form": (
        "has/2/aux come/0/root/VERB/VBN and/4/cc seen/2/conj/VERB/VBN",
        "aux=has [come/VERB cc=and seen/VERB]",
    ),
    "but not of two": (
        "has/2/aux come/0/root/VERB/VBN and/4/cc sees/2/conj/VERB/VBZ",
        "[(aux=has come/VERB) cc=and sees/VERB]",
    ),
    "nor by a predicate and a verb": (
        "is/2/cop ill/0/root/ADJ/JJ and/4/cc sleeps/2/conj/VERB/VBZ",
        "[(cop=is ill/ADJ) cc=and sleeps/VERB]",
    ),
    "nor with a subject of its own": (
        "can/2/aux come/0/root/VERB/VB and/5/cc she/5/nsubj see/2/conj/VERB/VB",
        "[(aux=can come/VERB) cc=and (nsubj=she see/VERB)]",
    ),
    "adverbs are shared by verbs": (
        "soon/2/advmod come/0/root/VERB/VB and/4/cc see/2/conj/VERB/VB",
        "advmod=soon [come/VERB cc=and see/VERB]",
    ),
    "nor by adverbs": (
        "very/2/advmod often/0/root/ADV/RB and/4/cc gladly/2/conj/ADV/RB",
        "[(advmod=very often/ADV) cc=and gladly/ADV]",
    ),
    "other relations are compared by name": (
        "today/2/obl came/0/root and/5/cc then/5/discourse left/2/conj",
        "obl=today [came cc=and (discourse=then left)]",
    ),
    "punctuation is not compared": (
        "-/2/punct tea/0/root ,/4/punct buns/2/conj",
        "punct=- [tea punct=, buns]",
    ),
    "a private modifier takes its own along": (
        "very/2/advmod hot/3/amod tea/0/root and/7/cc very/6/advmod cold/7/amod milk/3/conj",
        "[(amod=(advmod=very hot) tea) cc=and (amod=(advmod=very cold) milk)]",
    ),
    "but not by adjectives": (
        "very/2/advmod old/0/root/ADJ/JJ and/4/cc wise/2/conj/ADJ/JJ",
        "[(advmod=very old/ADJ) cc=and wise/ADJ]",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", LEFT_EDGE)
def test_left_edge(case: str) -> None:
    text, expected = LEFT_EDGE[case]
    assert format_brackets(from_ud(ud(text))) == expected


OTHER_EDGES = {
    "a modifier after the last conjunct is the last conjunct's": (
        "men/0/root and/3/cc women/1/conj here/3/advmod",
        "[men cc=and (women advmod=here)]",
    ),
    "or shared, if it hangs on the first": (
        "men/0/root and/3/cc women/1/conj here/1/advmod",
        "[men cc=and women] advmod=here",
    ),
    "commas before a coordinator are in no conjunct": (
        "men/0/root ,/4/punct and/4/cc women/1/conj",
        "[men punct=, cc=and women]",
    ),
    "wherever they hang": (
        "men/0/root here/1/advmod ,/1/punct and/5/cc women/1/conj",
        "[(men advmod=here) punct=, cc=and women]",
    ),
    "closing brackets are in the conjunct": (
        "men/0/root (/3/punct here/1/advmod )/3/punct and/6/cc women/1/conj",
        "[(men advmod=(punct=\"(\" here punct=\")\")) cc=and women]",
    ),
    "adverbs after a coordinator are in the conjunct": (
        "come/0/root and/4/cc then/4/advmod go/1/conj",
        "[come cc=and (advmod=then go)]",
    ),
    "correlatives of an inner coordination are in the outer conjunct": (
        "tea/0/root and/4/cc either/4/cc:preconj jam/1/conj or/6/cc buns/4/conj",
        "[tea cc=and (cc:preconj=either [jam cc=or buns])]",
    ),
    "a conjunct with nothing before it begins with its modifiers": (
        "come/0/root then/3/advmod go/1/conj",
        "[come (advmod=then go)]",
    ),
    "a modifier after a conjunct in the middle is its own": (
        "tea/0/root ,/3/punct milk/1/conj today/3/advmod and/6/cc buns/1/conj",
        "[tea punct=, (milk advmod=today) cc=and buns]",
    ),
    "commas after a coordinator are in no conjunct": (
        "tea/0/root and/4/cc ,/4/punct milk/1/conj",
        "[tea cc=and punct=, milk]",
    ),
    "a coordinator in brackets": (
        "men/0/root (/4/punct and/4/cc women/1/conj )/4/punct",
        "[men punct=\"(\" cc=and women] punct=\")\"",
    ),
    "a coordinator of several words": (
        "men/0/root as/5/cc well/2/fixed as/2/fixed women/1/conj",
        "[men cc=(as fixed=well fixed=as) women]",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", OTHER_EDGES)
def test_other_edges(case: str) -> None:
    text, expected = OTHER_EDGES[case]
    sentence = ud(text)
    assert format_brackets(from_ud(sentence)) == expected
    if case != "wherever they hang":
        assert to_ud(from_ud(sentence)) == sentence


def test_enhanced_dependencies_tell_shared_from_private() -> None:
    text = "old/2/amod men/0/root and/4/cc women/2/conj"
    assert format_brackets(from_ud(ud(text, w1="2:amod|4:amod"))) == "amod=old [men cc=and women]"
    assert format_brackets(from_ud(ud(text, w1="2:amod"))) == "[(amod=old men) cc=and women]"
    assert format_brackets(from_ud(ud(text, w1="2:amod|4.1:amod"))) == "[(amod=old men) cc=and women]"


def test_enhanced_dependencies_outweigh_parallels() -> None:
    text = "the/2/det men/0/root and/5/cc the/5/det women/2/conj"
    assert format_brackets(from_ud(ud(text))) == "[(det=the men) cc=and (det=the women)]"
    assert format_brackets(from_ud(ud(text, w1="2:det|5:det"))) == "det=the [men cc=and (det=the women)]"


def test_enhanced_dependencies_tell_nesting() -> None:
    text = "hot/2/amod coffee/0/root ,/4/punct tea/2/conj and/7/cc a/7/det bun/2/conj"
    assert format_brackets(from_ud(ud(text))) == "[(amod=hot coffee) punct=, tea cc=and (det=a bun)]"
    assert format_brackets(from_ud(ud(text, w1="2:amod"))) == format_brackets(from_ud(ud(text)))
    shared = ud(text, w1="2:amod|4:amod")
    assert format_brackets(from_ud(shared)) == "[(amod=hot [coffee punct=, tea]) cc=and (det=a bun)]"


def test_what_is_shared_by_some_conjuncts_only_tells_no_nesting() -> None:
    text = "hot/2/amod tea/0/root ,/4/punct milk/2/conj ,/6/punct soup/2/conj and/8/cc buns/2/conj"
    gap = ud(text, w1="2:amod|6:amod")
    assert len(infer_coordinations(gap)) == 1
    shared = ud(text, w1="2:amod|4:amod|6:amod")
    assert format_brackets(from_ud(shared)) == "[(amod=hot [tea punct=, milk punct=, soup]) cc=and buns]"


def test_figure_1_needs_them() -> None:
    text = "I/2/nsubj prefer/0/root hot/4/amod coffee/2/obj or/6/cc tea/4/conj and/9/cc a/9/det bun/4/conj"
    alone = "nsubj=I prefer obj=[[(amod=hot coffee) cc=or tea] cc=and (det=a bun)]"
    assert format_brackets(from_ud(ud(text))) == alone
    figure = "nsubj=I prefer obj=[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)]"
    assert format_brackets(from_ud(ud(text, w3="4:amod|6:amod"))) == figure


def test_enhanced_heads() -> None:
    sentence = Sentence(tuple(
        Row(str(number), "w", deps=deps)
        for number, deps in enumerate(["_", "0:root", "2:conj:and|4:x|2.1:y", "odd|:x|3"], start=1)
    ))  # fmt: skip
    assert [sorted(heads) for heads in enhanced_heads(sentence)] == [[], [], [2, 4], [3]]


def test_a_conjunct_on_the_left_is_none() -> None:
    sentence = ud("men/3/conj and/3/cc women/0/root")
    assert infer_coordinations(sentence) == ()
    assert format_brackets(from_ud(sentence)) == "dep=men cc=and women"


def test_the_label_of_the_first_conjunct_does_not_matter() -> None:
    assert len(infer_coordinations(ud("tea/0/conj buns/1/conj"))) == 1


def test_subtypes_of_conj_count() -> None:
    assert format_brackets(from_ud(ud("come/0/root go/1/conj:svc"))) == "[come go]"


def test_nothing_to_find() -> None:
    sentence = ud("come/0/root here/1/advmod")
    assert infer_coordinations(sentence) == ()
    assert convert(sentence).repairs == ()


def test_long_chains_need_no_recursion() -> None:
    n = 3_000
    chain = Sentence.from_columns(["w"] * n, heads=range(n), deprels=["root"] + ["conj"] * (n - 1))
    assert len(infer_coordinations(chain)) == n - 1
    flat = replace(chain, rows=tuple(replace(row, head=str(min(int(row.head), 1))) for row in chain.rows))
    [found] = infer_coordinations(flat)
    assert len(found.conjuncts) == n


def spans(forms: str, heads: list[int], deprels: str) -> list[tuple[tuple[int, int], ...]]:
    sentence = Sentence.from_columns(forms.split(), heads=heads, deprels=deprels.split())
    return [tuple((span.first, span.last) for span in found.conjuncts) for found in infer_coordinations(sentence)]


MARKS = [
    "|",
    "//",
    "•",
    "?!",
    ",",
    ";",
    ":",
    "-",
    "--",
    "---",
    "–",
    "—",
    "/",
    ".",
    "..",
    "...",
    "…",
    "·",
    "،",
    "、",
    "，",
    "；",
    "&",
    "+",
]
INSIDE = ["amod", "compound", "det", "nmod", "nummod", "flat", "fixed", "goeswith", "acl", "appos", "clf"]


@pytest.mark.parametrize("mark", MARKS)
def test_each_separator_stands_between_conjuncts(mark: str) -> None:
    assert spans(f"tea {mark} buns", [0, 3, 1], "root punct conj") == [((1, 1), (3, 3))]
    assert spans("tea ( buns )", [0, 3, 1, 3], "root punct conj punct") == [((1, 1), (2, 4))]


@pytest.mark.parametrize("relation", INSIDE)
def test_each_relation_inside_a_nominal_is_private(relation: str) -> None:
    assert spans("hot tea and buns", [2, 0, 4, 2], f"{relation} root cc conj") == [((1, 2), (4, 4))]
    assert spans("hot tea and buns", [2, 0, 4, 2], "obl root cc conj") == [((2, 2), (4, 4))]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("nsubj", "csubj"), ("csubj", "expl"), ("expl", "nsubj"), ("aux", "cop"), ("cop", "aux"), ("case", "mark")],
)
def test_relations_of_one_kind_are_parallel(ours: str, theirs: str) -> None:
    heads = [2, 0, 5, 5, 2]
    assert spans("x comes and y goes", heads, f"{ours} root cc {theirs} conj") == [((1, 2), (4, 5))]
    assert spans("x comes and y goes", heads, f"{ours} root cc obl conj") == [((2, 2), (4, 5))]
