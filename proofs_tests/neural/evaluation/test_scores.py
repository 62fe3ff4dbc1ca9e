"""Scores of what a parser made of gold sentences."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from bubbletree import BubbleTree, Coordination, Sentence, coordinations
from bubbletree.convert import Punctuation, to_ud
from bubbletree.grammar import generate
from bubbletree.metrics import Convention
from neural.data.gold import GoldSentence, gold_tree
from neural.evaluation.bootstrap import interval
from neural.evaluation.scores import analyse_gold, intervals, score_analyses, score_each, score_parser, total
from neural.methods.interface import Analysis
from neural.models.parser import Parser
from proofs_tests.neural import tiny


def test_gold_trees_score_full_marks() -> None:
    trees = list(generate(40, seed=7))
    analyses = [Analysis(coordinations(tree), tree) for tree in trees]
    scores = score_analyses([gold_tree(tree) for tree in trees], analyses)
    assert scores.rank == (1.0, 1.0)
    assert scores.paper.convention is Convention.PAPER
    assert scores.strict.convention is Convention.STRICT
    assert scores.released.convention is Convention.RELEASED
    assert scores.paper.overall.exact.gold > 10


def test_recall_stands_beside_f1_in_every_convention() -> None:
    words = ["tea", "and", "buns", ",", "jam", "slept"]
    gold = Coordination(((1, 1), (3, 3), (5, 5)), ((2, 2),), "NP")
    found = Coordination(((1, 1), (3, 3), (5, 6)), ((2, 2),))
    other, silent = Coordination(((3, 3), (6, 6)), ((4, 4),), "VP"), Coordination(((1, 1), (6, 6)), ())
    one = GoldSentence(Sentence.from_columns(words), None, "", (gold, other, silent))
    scores = score_analyses([one], [Analysis((found,))])
    lines = {line[:13].strip(): line[13:].split() for line in scores.to_text().splitlines()}
    header = [name for criterion in ("exact", "inner", "whole") for name in (criterion, "R", criterion, "F1")]
    assert lines["coordinations"] == [*header, "gold"]
    # The conjuncts next to "and" are right; of the last two, one is too long.
    assert lines["all, paper"] == ["0.00", "0.00", "50.00", "66.67", "0.00", "0.00", "2"]
    assert lines["NP, paper"] == ["0.00", "0.00", "100.00", "100.00", "0.00", "0.00", "1"]
    assert lines["all, strict"] == ["0.00", "0.00", "33.33", "50.00", "0.00", "0.00", "3"]
    assert lines["all, released"] == ["0.00", "0.00", "0.00", "0.00", "0.00", "0.00", "2"]
    assert scores.to_line() == "exact F1 0.00, inner 66.67, whole 0.00"
    assert "coordinations (released)" in scores.to_long_text()
    kept = scores.to_dict()["coordination"]
    assert isinstance(kept, dict)
    assert list(kept) == ["paper", "strict", "released"]
    assert kept["released"]["all"]["inner"]["recall"] == 0.0
    assert kept["paper"]["all"]["inner"]["recall"] == 0.5


def test_attachment_stands_in_the_line_and_the_tables_and_breaks_ties() -> None:
    words = ["tea", "or", "buns", "slept", "."]
    conjuncts = [(6, "conj", 1), (6, "cc", 2), (6, "conj", 3)]
    bubble = [{0}, {1}, {2}, {3}, {4}, {5}, {1, 2, 3}]
    gold = BubbleTree(words, bubble, [*conjuncts, (0, "root", 4), (4, "nsubj", 6), (4, "punct", 5)])
    found = BubbleTree(words, bubble, [*conjuncts, (0, "root", 4), (4, "obj", 6), (6, "punct", 5)])
    scores = score_analyses([gold_tree(gold)], [Analysis(coordinations(found), found)])
    assert scores.to_line() == "exact F1 100.00, inner 100.00, whole 100.00, UAS 80.00, LAS 60.00"
    assert scores.rank == (1.0, 0.6)
    assert scores.attachment is not None
    counts = {label: (one.gold, one.predicted) for label, one in scores.attachment.relations}
    assert (counts["nsubj"], counts["obj"], counts["cc"]) == ((1, 0), (0, 1), (1, 1))
    assert scores.to_text().split("\n\n")[1:] == scores.attachment.to_text().split("\n\n")
    assert scores.to_long_text().endswith("\n\n" + scores.attachment.to_text(relations=True))
    bare = score_analyses([gold_tree(gold)], [Analysis(coordinations(found))])
    assert bare.to_line() == "exact F1 100.00, inner 100.00, whole 100.00"
    assert bare.rank == (1.0, 0.0)


def test_what_a_parser_finds_is_scored_in_the_custom_for_punctuation_of_the_gold_sentences() -> None:
    parser = Parser(tiny.punctuating())
    trees = list(parser.parse_all(map(to_ud, generate(60, seed=8))))
    for custom in Punctuation:
        gold = [replace(gold_tree(tree), sentence=to_ud(tree, custom)) for tree in trees]
        for asked in Punctuation:
            scores = score_parser(parser, gold, asked)
            assert scores.attachment is not None
            assert (scores.attachment.las == 1) is (asked is custom)
            assert scores.strict.overall.exact.f1 == 1


def test_tags_are_scored_if_they_were_found_and_stand_in_all_tables() -> None:
    gold = [gold_tree(tree) for tree in generate(8, seed=5)]
    found = []
    wrong = 0
    for number, one in enumerate(gold):
        rows = [replace(row, upos="ODD" if row.id == "1" and number % 2 else row.upos) for row in one.sentence.rows]
        wrong += number % 2
        found.append(Analysis(one.coordinations, None, replace(one.sentence, rows=tuple(rows))))
    words = sum(row.upos != "_" for one in gold for row in one.sentence.word_rows)
    scores = score_analyses(gold, found, tags=True)
    assert scores.tagging is not None
    assert (scores.tagging.upos.correct, scores.tagging.upos.total) == (words - wrong, words)
    assert scores.attachment is not None
    assert scores.to_dict()["tagging"] == scores.tagging.to_dict()
    assert scores.to_dict()["attachment"] == scores.attachment.to_dict()
    for told in (scores.to_text(), scores.to_long_text()):
        assert told.endswith("\n\n" + scores.tagging.to_text())
    plain = score_analyses(gold, found)
    assert plain.tagging is None
    assert plain.to_dict()["tagging"] is None
    bare = score_analyses(gold, [Analysis(one.coordinations) for one in gold], tags=True)
    assert (bare.tagging, bare.attachment, bare.to_dict()["attachment"]) == (None, None, None)


def test_for_attachment_those_sentences_count_that_a_tree_was_found_for_and_whose_words_all_have_heads() -> None:
    whole, other, third = (gold_tree(tree) for tree in generate(3, seed=5))
    found = [Analysis(one.coordinations, None, one.sentence) for one in (whole, other, third)]
    rows = [replace(row, head="_") if row.id == "2" else row for row in other.sentence.rows]
    headless = replace(other, sentence=replace(other.sentence, rows=tuple(rows)))
    gold, silent = [headless, third, whole], Analysis(third.coordinations)
    scores = score_analyses(gold, [found[1], silent, found[0]], tags=True)
    alone = score_analyses([whole], found[:1])
    assert alone.attachment is not None
    assert alone.attachment.las == 1
    assert scores.attachment == alone.attachment
    assert scores.tagging == score_analyses([other, whole], [found[1], found[0]], tags=True).tagging
    assert scores.paper == score_analyses([other, third, whole], [found[1], found[2], found[0]]).paper


def test_intervals_are_those_of_the_scores_of_each_sentence() -> None:
    gold = [gold_tree(tree) for tree in generate(12, seed=5)]
    silent = [Analysis((), None, one.sentence) if number % 3 else None for number, one in enumerate(gold)]
    found = [one or Analysis(own.coordinations, None, own.sentence) for one, own in zip(silent, gold, strict=True)]
    each = [score_analyses([one], [other], tags=True) for one, other in zip(gold, found, strict=True)]
    told = intervals(score_each(gold, found, Punctuation.FOLLOWING, tags=True))
    assert total(each) == score_analyses(gold, found, tags=True)
    names = [f"exact F1, {convention}" for convention in ("paper", "strict", "released")]
    assert list(told) == [*names, "UAS", "LAS", "UPOS"], "no gold sentence has an XPOS"
    assert told["exact F1, strict"] == interval([one.strict.overall.exact for one in each])
    assert told["exact F1, strict"].low < told["exact F1, strict"].high < 1
    assert told["UAS"] == told["LAS"] == told["UPOS"] == (1.0, 1.0)
    without = intervals(score_each(gold, [Analysis(one.coordinations) for one in gold], Punctuation.FOLLOWING))
    assert list(without) == names
    assert without["exact F1, paper"] == (1.0, 1.0)
    assert intervals(score_each([], [], Punctuation.FOLLOWING)) == {}
    assert total([]) == score_analyses([], [], tags=True)


def test_a_sum_has_attachment_and_tagging_only_if_all_sentences_have() -> None:
    gold = [gold_tree(tree) for tree in generate(2, seed=5)]
    [whole, other] = [
        score_analyses([one], [Analysis(one.coordinations, None, one.sentence)], tags=True) for one in gold
    ]
    bare = score_analyses(gold[1:], [Analysis(gold[1].coordinations)], tags=True)
    assert (total([whole, bare]).attachment, total([whole, bare]).tagging) == (None, None)
    assert total([whole, other]).attachment is not None
    assert total([whole, other]).tagging is not None
    assert total([whole, bare]).paper == total([whole, other]).paper


def test_a_word_counts_if_the_gold_sentence_has_a_tag_for_it() -> None:
    gold, found = (
        Sentence.from_columns(
            ["tea", "please", "!"], heads=[0, 1, 1], deprels=["root", "discourse", "punct"], upos=tags
        )
        for tags in (["NOUN", "INTJ", "PUNCT"], ["NOUN", "_", "PUNCT"])
    )
    for right, other, counts in ((gold, found, (2, 3)), (found, gold, (2, 2))):
        scores = score_analyses([GoldSentence(right, None, "", ())], [Analysis((), None, other)], tags=True)
        assert scores.tagging is not None
        assert (scores.tagging.upos.correct, scores.tagging.upos.total) == counts


def test_tags_of_both_columns_have_intervals() -> None:
    [one] = [gold_tree(tree) for tree in generate(1, seed=5)]
    tagged = replace(one.sentence, rows=tuple(replace(row, xpos="NN") for row in one.sentence.rows))
    told = intervals(score_each([replace(one, sentence=tagged)], [Analysis((), None, tagged)], tags=True))
    assert list(told)[-2:] == ["UPOS", "XPOS"]
    assert told["XPOS"] == (1.0, 1.0)


def test_the_interval_of_one_sentence_is_its_score() -> None:
    [one] = [gold_tree(tree) for tree in generate(1, seed=5)]
    told = intervals(score_each([one], [Analysis(one.coordinations, None, one.sentence)]))
    assert list(told) == [*(f"exact F1, {convention}" for convention in ("paper", "strict", "released")), "UAS", "LAS"]
    assert set(told.values()) == {(1.0, 1.0)}


@pytest.mark.parametrize("asked", Punctuation)
def test_sentences_are_scored_one_by_one_in_the_custom_that_is_asked_for(asked: Punctuation) -> None:
    words = ["tea", ",", "jam", "and", "buns", "slept"]
    parts = [(7, "conj", 1), (7, "punct", 2), (7, "conj", 3), (7, "cc", 4), (7, "conj", 5)]
    tree = BubbleTree(
        words, [{0}, {1}, {2}, {3}, {4}, {5}, {6}, {1, 2, 3, 4, 5}], [*parts, (0, "root", 6), (6, "nsubj", 7)]
    )
    for custom in Punctuation:
        gold = [replace(gold_tree(tree), sentence=to_ud(tree, custom))] * 2
        analyses = [Analysis(coordinations(tree), tree)] * 2
        whole = score_analyses(gold, analyses, asked)
        assert total(score_each(gold, analyses, asked)) == whole
        assert whole.attachment is not None
        assert (whole.attachment.las == 1) is (asked is custom)


@pytest.mark.parametrize("has_learned_tags", [False, True])
def test_tags_are_scored_if_the_parser_has_learned_them(has_learned_tags: bool) -> None:
    gold = [gold_tree(tree) for tree in generate(3, seed=5)]
    network = SimpleNamespace(tagger=object() if has_learned_tags else None)
    analyses = [Analysis(one.coordinations, None, one.sentence) for one in gold]
    parser = cast(Parser, SimpleNamespace(network=network, analyse_all=lambda _: analyses))
    assert (score_parser(parser, gold).tagging is not None) is has_learned_tags


@pytest.mark.parametrize("has_learned_tags", [False, True])
def test_a_parser_that_finds_tags_does_not_see_those_of_gold_sentences(has_learned_tags: bool) -> None:
    """Those of words: what is no word keeps what it has."""
    gold = [gold_tree(tree) for tree in generate(3, seed=5)]
    [first, *others] = gold
    rows = [replace(row, xpos="NN") for row in first.sentence.rows]
    empty = replace(rows[0], id="1.1", form="ate", upos="VERB", xpos="VBD", head="_", deprel="_")
    gold = [replace(first, sentence=replace(first.sentence, rows=(rows[0], empty, *rows[1:]))), *others]
    network = SimpleNamespace(tagger=object() if has_learned_tags else None)
    seen = analyse_gold(cast(Parser, SimpleNamespace(network=network, analyse_all=list)), gold)
    expected = [one.sentence for one in gold]
    if has_learned_tags:
        bare = [
            tuple(row if row.id == "1.1" else replace(row, upos="_", xpos="_") for row in one.rows) for one in expected
        ]
        expected = [replace(one, rows=rows) for one, rows in zip(expected, bare, strict=True)]
    assert list(map(str, seen)) == list(map(str, expected))
