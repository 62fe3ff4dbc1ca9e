"""Enhanced UD of bubble trees: each conjunct has the arcs that the coordination has, and no others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from bubbletree import BubbleTree, coordinations, from_ud, parse_brackets, to_enhanced_ud, to_ud
from bubbletree.convert.relations import universal
from bubbletree.convert.to_enhanced import LOOSE, Edge, Unsaid, edges_of, losses
from bubbletree.errors import UnwritableError
from bubbletree.io import iter_sentences
from bubbletree.sentence import Row, Sentence
from proofs_tests.support.enhanced import compare
from proofs_tests.support.strategies import projective_trees


def graph(text: str) -> dict[str, str]:
    """DEPS by word."""
    sentence = to_enhanced_ud(parse_brackets(text))
    return {row.form: row.deps for row in sentence.rows}


def test_the_governor_and_what_is_shared_have_an_arc_for_each_conjunct() -> None:
    found = graph("nsubj=[he cc=and she] [came punct=, saw cc=and (conquered obj=them)] advmod=today")
    assert found["he"] == "4:nsubj|6:nsubj|8:nsubj"
    assert found["she"] == "1:conj:and|4:nsubj|6:nsubj|8:nsubj"
    assert found["today"] == "4:advmod|6:advmod|8:advmod"
    assert found["them"] == "8:obj"
    assert found["saw"] == "4:conj:and"


def test_the_menu_says_what_is_hot() -> None:
    found = graph("nsubj=I prefer obj=[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)]")
    assert found["hot"] == "4:amod|6:amod"
    assert [found[word] for word in ("coffee", "tea", "bun")] == ["2:obj", "2:obj|4:conj:or", "2:obj|4:conj:and"]


@pytest.mark.parametrize("relation", ["punct", "parataxis", "discourse", "cc:preconj"])
def test_loose_relations_are_not_repeated(relation: str) -> None:
    assert graph(f'"{relation}"=x [a cc=and b]')["x"] == f"2:{relation}"
    assert graph(f'see "{relation}"=[a cc=and b]')["b"] == "2:conj:and"


def test_there_is_one_root() -> None:
    assert graph("[a cc=and b]")["b"] == "1:conj:and"


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("[a cc=or b]", ["conj:or"]),
        ("[a punct=, b punct=, cc=and c]", ["conj:and", "conj:and"]),
        ("[a cc=or b cc=and c]", ["conj:or", "conj:and"]),
        ("[a punct=, b]", ["conj"]),
        ("[a cc=& b]", ["conj"]),
        ("[a cc=AND b]", ["conj:and"]),
        ("[a cc=(as fixed=well fixed=as) b]", ["conj:as_well_as"]),
    ],
)
def test_conj_has_its_coordinator(text: str, labels: list[str]) -> None:
    sentence = to_enhanced_ud(parse_brackets(text))
    found = [edge.relation for edge in edges_of(sentence) if edge.relation.startswith("conj")]
    assert found == labels


def test_a_coordination_of_coordinators_shares_what_it_hangs_on() -> None:
    assert graph("[a cc=[and punct=, or] b]")["or"] == "2:conj|5:cc"


def by_definition(tree: BubbleTree) -> set[tuple[int, str, int]]:
    """The arcs into and out of coordinations, from the definition: all pairs of conjuncts, by recursion."""
    found = {one.bubble: one for one in coordinations(tree)}

    def words(bubble: int) -> list[int]:
        if bubble not in found:
            return [min(tree.contents[bubble])] if len(tree.contents[bubble]) == 1 else words(tree.parts(bubble)[0])
        return [word for part in tree.parts(bubble) if tree.label(part) == "conj" for word in words(part)]

    edges = set()
    for arc in tree.arcs:
        if not (len(tree.contents[arc.head]) > 1 and tree.is_inside(arc.dependent, arc.head)):
            one = 1 if universal(arc.label) in LOOSE else None
            heads, dependents = words(arc.head)[:one], words(arc.dependent)[:one]
            edges |= {(head, arc.label, dependent) for head in heads for dependent in dependents}
    return edges


@given(projective_trees(max_words=8, labels=("cc", "nsubj", "punct", "conj")))
def test_arcs_into_and_out_of_coordinations_are_those_of_the_definition(tree: BubbleTree) -> None:
    made = {(int(edge.head), edge.relation, int(edge.dependent)) for edge in edges_of(to_enhanced_ud(tree))}
    expected = by_definition(tree)
    assert {edge for edge in expected if edge[1] != "conj"} <= made
    basic = {(head, dependent) for dependent, head in enumerate(to_ud(tree).heads, start=1)}
    between = {
        word
        for one in coordinations(tree)
        for part in tree.parts(one.bubble)
        if tree.label(part) != "conj"
        for word in tree.contents[part]
    }
    rest = {(head, dependent) for head, label, dependent in made if universal(label) != "conj"}
    assert {edge for edge in rest - basic - {(h, d) for h, _, d in expected} if edge[1] not in between} == set()


@given(projective_trees(max_words=8))
def test_the_basic_tree_stays_and_is_in_the_graph(tree: BubbleTree) -> None:
    basic, made = to_ud(tree), to_enhanced_ud(tree)
    assert (made.heads, made.deprels) == (basic.heads, basic.deprels)
    for row in made.word_rows:
        assert row.head in {arc.partition(":")[0] for arc in row.deps.split("|")}


def test_labels_and_other_arcs_of_the_graph_that_is_there_are_kept() -> None:
    rows = (
        Row("1", "she", head="2", deprel="nsubj", deps="2:nsubj|6:nsubj:xsubj"),
        Row("2", "hopes", head="0", deprel="root", deps="0:root"),
        Row("3", "and", head="4", deprel="cc", deps="4:cc"),
        Row("4", "plans", head="2", deprel="conj", deps="2:conj:and"),
        Row("5", "to", head="6", deprel="mark", deps="6:mark"),
        Row("6", "go", head="2", deprel="xcomp", deps="2:xcomp"),
        Row("7", "to", head="8", deprel="case", deps="8:case"),
        Row("8", "Rome", head="6", deprel="obl", deps="6:obl:to"),
    )
    sentence = Sentence(rows)
    made = {row.form: row.deps for row in to_enhanced_ud(from_ud(sentence)).rows}
    assert made["Rome"] == "6:obl:to"
    assert made["she"] == "2:nsubj|4:nsubj|6:nsubj:xsubj"


def test_arcs_that_the_bubbles_deny_are_not_kept() -> None:
    rows = (
        Row("1", "old", head="2", deprel="amod", deps="2:amod|4:amod"),
        Row("2", "men", head="0", deprel="root", deps="0:root"),
        Row("3", "and", head="4", deprel="cc", deps="4:cc"),
        Row("4", "tea", head="2", deprel="conj", deps="2:conj:and"),
    )
    private = parse_brackets("[(amod=old men) cc=and tea]")
    tree = BubbleTree(private.words, private.contents, private.arcs, Sentence(rows))
    assert to_enhanced_ud(tree).rows[0].deps == "2:amod"


def test_words_below_an_empty_node_stay_there() -> None:
    rows = (
        Row("1", "she", head="2", deprel="nsubj", deps="2:nsubj"),
        Row("2", "ate", head="0", deprel="root", deps="0:root"),
        Row("3", "rice", head="2", deprel="obj", deps="2:obj"),
        Row("4", "and", head="5", deprel="cc", deps="5.1:cc"),
        Row("5", "he", head="2", deprel="conj", deps="5.1:nsubj"),
        Row("5.1", "ate", deps="2:conj:and"),
        Row("6", "soup", head="5", deprel="orphan", deps="5.1:obj"),
    )
    assert to_enhanced_ud(from_ud(Sentence(rows))).rows == rows


def test_an_arc_that_was_lifted_stays_where_it_was() -> None:
    words = ["what", "you", "see", "and", "hear", "about"]
    crossed = Sentence.from_columns(
        words, heads=[3, 3, 0, 5, 3, 1], deprels=["obl", "nsubj", "root", "cc", "conj", "case"]
    )
    about = to_enhanced_ud(from_ud(crossed)).rows[-1]
    assert about.deps == "1:case"


def test_what_is_not_said_is_told() -> None:
    assert [loss.what for loss in losses(parse_brackets("[[a cc=or b] cc=and c]"))] == [Unsaid.NESTING]
    assert [loss.what for loss in losses(parse_brackets("[a cc=and b] parataxis=c"))] == [Unsaid.SHARING]
    assert losses(parse_brackets("amod=x [a cc=or [b cc=and c]] punct=.")) == ()


def test_trees_that_differ_in_nesting_alone_have_the_same_graph() -> None:
    nested, flat = parse_brackets("[[a cc=or b] cc=and c]"), parse_brackets("[a cc=or b cc=and c]")
    assert to_enhanced_ud(nested) == to_enhanced_ud(flat)


def test_arcs_are_sorted_by_head() -> None:
    row = Row("2", "x", deps="10:a|2.10:b|2.9:c|1:d")
    assert next(edges_of(Sentence((row,)))) == Edge("10", "a", "2")
    found = graph("a=x [b1 c b2 c b3 c b4 c b5 c b6]")
    assert found["x"] == "2:a|3:a|4:a|5:a|6:a|7:a|8:a|9:a|10:a|11:a|12:a"


@pytest.mark.parametrize("deps", ["bad", "bad:deps", "0:root|", "9:dep", "1.1:x"])
def test_a_graph_that_is_none_is_refused(deps: str) -> None:
    tree = from_ud(Sentence((Row("1", "tea", head="0", deprel="root", deps=deps),)))
    with pytest.raises(UnwritableError, match="cannot be written as enhanced UD: DEPS of word 1 has"):
        to_enhanced_ud(tree)


def test_multiword_tokens_have_no_arcs() -> None:
    rows = (
        Row("1-2", "teas", deps="bad:deps"),
        Row("1", "tea", head="0", deprel="root"),
        Row("2", "s", head="1", deprel="dep"),
    )
    assert [row.deps for row in to_enhanced_ud(from_ud(Sentence(rows))).rows] == ["bad:deps", "0:root", "1:dep"]


@pytest.mark.treebank
def test_on_ewt_the_graphs_agree(treebanks: Path) -> None:
    path = treebanks / "ewt" / "en_ewt-ud-dev.conllu"
    sentences = [sentence for number, sentence in enumerate(iter_sentences(path)) if number % 4 == 0]
    precision, recall = (found := compare(sentences)).scores(found.repeated())
    assert precision > 0.88
    assert recall > 0.96
    hidden = compare([replace(sentence) for sentence in sentences], hidden=True)
    assert hidden.scores(found.repeated())[1] > 0.95
