"""Many conversions, and the table of what became of them: nothing is lost on the way."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from bubbletree.convert import (
    Conversion,
    ConversionTable,
    Failure,
    Punctuation,
    Reason,
    RepairKind,
    convert_all,
)
from bubbletree.coordination import GivenCoordination
from bubbletree.io import parse_brackets
from bubbletree.sentence import Sentence
from bubbletree.span import Span
from bubbletree.tree import BubbleTree


def sentence(words: str, heads: list[int], deprels: str, sent_id: str) -> Sentence:
    made = Sentence.from_columns(words.split(), heads=heads, deprels=deprels.split())
    return replace(made, comments=(f"# sent_id = {sent_id}",))


GOOD = sentence("tea , and buns", [0, 1, 4, 1], "root punct cc conj", "good")
CROSSED = sentence("what is it about", [2, 0, 2, 1], "obl root nsubj case", "crossed")
CYCLE = sentence("a b", [2, 1], "x y", "cycle")
HEADLESS = Sentence.from_columns(["a"])


def tabulate(outcomes: list[Conversion | Failure], punctuation: Punctuation = Punctuation.FOLLOWING) -> ConversionTable:
    table = ConversionTable(punctuation)
    for outcome in outcomes:
        table.add(outcome)
    return table


def test_one_outcome_for_each_sentence_in_order() -> None:
    outcomes = list(convert_all([GOOD, CYCLE, CROSSED, HEADLESS]))
    assert [type(outcome) for outcome in outcomes] == [Conversion, Failure, Conversion, Failure]
    assert isinstance(outcomes[0], Conversion)
    assert outcomes[0].tree.sentence is GOOD
    assert isinstance(outcomes[1], Failure)
    assert (outcomes[1].sentence, outcomes[1].error.reason, outcomes[1].error.sent_id) == (
        CYCLE,
        Reason.NOT_A_TREE,
        "cycle",
    )


def test_coordinations_are_found_by_sentence_id() -> None:
    given = {
        "gone": (GivenCoordination((Span(1, 1), Span(2, 2))),),
        "good": (GivenCoordination((Span(1, 2), Span(4, 4))),),
    }
    arcs = [(int(row.head), row.deprel, int(row.id)) for row in GOOD.rows]
    tree = BubbleTree(GOOD.words, [{token} for token in range(5)], arcs, GOOD)
    outcomes = list(convert_all([GOOD, HEADLESS, tree, CROSSED], given))
    first = outcomes[0]
    assert isinstance(first, Conversion)
    assert [sorted(content) for content in first.tree.contents if len(content) > 1] == [[1, 2, 3, 4]]
    again = outcomes[2]
    assert isinstance(again, Failure)
    assert (again.sentence, again.error.reason, again.error.sent_id) == (tree, Reason.REPEATED_SENTENCE, "good")
    assert str(again.error).endswith("whose id an earlier one has too: two sentences have this id")
    [alone] = convert_all([tree], {"good": given["good"]})
    assert isinstance(alone, Conversion)
    assert alone.tree == first.tree
    last = outcomes[-1]
    assert len(outcomes) == 5
    assert isinstance(last, Failure)
    assert (last.sentence, last.error.reason, last.error.sent_id) == (None, Reason.UNKNOWN_SENTENCE, "gone")
    assert str(last.error) == ("gone: coordinations given for a sentence that is not there: no sentence has this id")


def test_an_id_without_coordinations_may_come_twice() -> None:
    assert [type(outcome) for outcome in convert_all([GOOD, GOOD], {"good": ()})] == [Conversion, Conversion]
    assert [type(outcome) for outcome in convert_all([GOOD, GOOD])] == [Conversion, Conversion]


def test_sentences_without_a_name_have_no_coordinations() -> None:
    unnamed = BubbleTree(["a", "b"], [{0}, {1}, {2}], [(0, "root", 1), (1, "x", 2)])
    empty = replace(GOOD, comments=("# sent_id =",))
    outcomes = list(convert_all([unnamed, HEADLESS, empty], {"": ()}))
    assert [type(outcome) for outcome in outcomes] == [Conversion, Failure, Conversion]


def test_the_table_counts_everything() -> None:
    table = tabulate([*convert_all([GOOD, CYCLE, CROSSED, HEADLESS]), *convert_all([], {"gone": ()})])
    assert table.to_dict() == {
        "punctuation": "following",
        "sentences": 4,
        "converted": 2,
        "unchanged": 1,
        "projective": 2,
        "derivable": 2,
        "bubbles": 1,
        "reasons": {"missing_head": 1, "not_a_tree": 1, "unknown_sentence": 1},
        "repairs": {"lifted": {"sentences": 1, "words": 1}},
        "words": 8,
        "heads_restored": 8,
        "labels_restored": 8,
        "heads_restored_by_tree": 6,
        "labels_restored_by_tree": 6,
        "rules": {},
    }
    assert json.loads(json.dumps(table.to_dict())) == table.to_dict()
    assert [" ".join(line.split()) for line in table.to_text().splitlines()] == [
        "sentences 4",
        "converted to a bubble tree 2 50.00%",
        "without any change 1 25.00%",
        "projective 2 50.00%",
        "derivable by the oracle 2 50.00%",
        "not converted 2 50.00%",
        "a word has no head 1",
        "the heads do not form a tree 1",
        "coordinations given for a sentence that is not there 1",
        "changed (sentences, words)",
        "non-projective arc: moved up to an ancestor of its head 1 1",
        "coordinations 1",
        "words of the trees 8",
        "head restored by bubbles -> UD 8 100.00%",
        "head and label restored 8 100.00%",
        "head restored by the tree alone (punctuation: following) 6 75.00%",
        "head and label restored by the tree alone 6 75.00%",
    ]


def test_counts_add_up() -> None:
    twice_crossed = sentence("what is it about how", [2, 0, 2, 1, 1], "obl root nsubj case x", "twice")
    not_derivable = parse_brackets("[cc=both tea cc=and buns]")
    outcomes = [*convert_all([GOOD, CYCLE, twice_crossed, HEADLESS]), Conversion(not_derivable)]
    once, twice = tabulate(outcomes), tabulate(outcomes * 2)
    assert (once.projective, once.derivable) == (3, 2)
    assert once.repaired_words[RepairKind.LIFTED] == 2
    assert twice.reasons == once.reasons + once.reasons
    assert twice.repaired_words == once.repaired_words + once.repaired_words
    assert twice.repaired_sentences == once.repaired_sentences + once.repaired_sentences
    numbers = (
        "total", "converted", "unchanged", "projective", "derivable", "bubbles",
        "words", "heads", "labels", "tree_heads", "tree_labels",
    )  # fmt: skip
    assert [getattr(twice, name) for name in numbers] == [2 * getattr(once, name) for name in numbers]
    assert all(getattr(once, name) for name in numbers)


def test_the_custom_of_punctuation_counts() -> None:
    outcomes = list(convert_all([GOOD]))
    assert tabulate(outcomes).tree_heads == 3
    assert tabulate(outcomes, Punctuation.FIRST).tree_heads == 4
    assert tabulate(outcomes).heads == tabulate(outcomes, Punctuation.FIRST).heads == 4


def test_a_label_that_is_not_restored() -> None:
    outside = sentence("a b", [0, 1], "root conj", "x")
    table = tabulate(list(convert_all([outside], {})))
    assert (table.words, table.tree_heads, table.tree_labels) == (2, 2, 1)
    assert (table.heads, table.labels) == (2, 2)


def test_rules_are_counted_by_what_they_decide() -> None:
    shared = sentence("old men and women here", [2, 0, 4, 2, 2], "amod root cc conj advmod", "x")
    found = tabulate(list(convert_all([shared, shared]))).to_dict()["rules"]
    assert found == {"attachment": {"shared": 2, "private": 0}, "default": {"shared": 0, "private": 2}}


def test_a_tree_without_a_source_is_compared_by_itself() -> None:
    [conversion] = convert_all([GOOD])
    assert isinstance(conversion, Conversion)
    table = tabulate([Conversion(replace(conversion.tree, source=None))])
    assert (table.heads, table.labels) == (table.tree_heads, table.tree_labels) == (3, 3)


def test_trees_of_other_makers_are_told_apart() -> None:
    not_derivable = parse_brackets("[cc=both tea cc=and buns]")
    not_projective = BubbleTree(["a", "b", "c"], [{0}, {1}, {2}, {3}], [(0, "r", 2), (2, "x", 1), (1, "y", 3)])
    table = tabulate([Conversion(not_derivable), Conversion(not_projective)])
    assert (table.converted, table.projective, table.derivable) == (2, 1, 0)


def test_an_empty_table_prints() -> None:
    lines = [line.split() for line in ConversionTable().to_text().splitlines()]
    assert lines[:2] == [["sentences", "0"], ["converted", "to", "a", "bubble", "tree", "0", "0.00%"]]


def test_the_rows_line_up() -> None:
    lines = tabulate(list(convert_all([GOOD, CROSSED, CYCLE]))).to_text().splitlines()
    assert len({len(line.rstrip("0123456789.,%")) for line in lines if line.endswith("%")}) <= 3
    assert all(len(line) <= 102 for line in lines)


def test_trees_with_several_roots_are_kept_and_counted() -> None:
    table = ConversionTable()
    two = sentence("tea milk jam", [0, 0, 2], "root root dep", "two")
    for outcome in convert_all([GOOD, two, two]):
        table.add(outcome)
    assert (table.converted, table.unchanged, table.several_roots) == (3, 3, 2)
    assert re.search(r"^with several roots \(UD allows one\): kept +2$", table.to_text(), re.MULTILINE)
    assert table.to_dict()["several_roots"] == 2


def test_without_several_roots_the_table_does_not_speak_of_them() -> None:
    table = ConversionTable()
    for outcome in convert_all([GOOD]):
        table.add(outcome)
    assert "roots" not in table.to_text()
    assert "several_roots" not in table.to_dict()
