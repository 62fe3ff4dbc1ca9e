"""Scores by the traits of coordinations, with intervals."""

from __future__ import annotations

import json

from bubbletree import Coordination, Sentence
from bubbletree.metrics import Counts
from neural.data.gold import GoldSentence
from neural.evaluation.bootstrap import Interval, interval
from neural.evaluation.breakdown import FEWEST, TraitScores, _natural, breakdown, breakdown_dict, breakdown_table
from neural.methods.interface import Analysis

AND, OR = Coordination([(1, 1), (3, 3)], [(2, 2)], "NP"), Coordination([(3, 3), (5, 5)], [(4, 4)])
SILENT = Coordination([(3, 3), (5, 5)], [])


def sentence(*gold: Coordination) -> GoldSentence:
    return GoldSentence(Sentence.from_columns(["tea", "and", "buns", "or", "milk"]), None, "", gold)


GOLD = [*[sentence(AND)] * 8, *[sentence(OR)] * 3, *[sentence(AND, SILENT)] * 9]
FOUND = [Analysis((AND,) if number % 2 else ()) for number in range(len(GOLD))]


def test_each_trait_has_the_sums_and_the_intervals_of_its_sentences() -> None:
    scores = {one.trait: one for one in breakdown(GOLD, FOUND)}
    one = scores["coordinator", "and"]
    assert one.paper == one.strict == Counts(9, 9, 17)
    assert scores["coordinator", "none"].paper == Counts(0, 0, 0)
    assert scores["coordinator", "none"].strict == Counts(0, 0, 9)
    assert scores["conjuncts", "2"].paper == Counts(9, 9, 20)
    assert scores["conjuncts", "2"].strict == Counts(9, 9, 29)
    right = [number < 8 or number > 10 for number in range(20)]
    each = [Counts(number % 2, number % 2, 1) if right[number] else Counts() for number in range(20)]
    assert one.paper_interval == interval(each)
    assert one.paper_interval.low < one.paper.f1 < one.paper_interval.high
    pairs = scores["conjuncts", "2"]
    correct = [number % 2 if right[number] else 0 for number in range(20)]
    assert pairs.paper_interval == interval([Counts(number, number, 1) for number in correct])
    strict = [Counts(number, number, 2 if place > 10 else 1) for place, number in enumerate(correct)]
    assert pairs.strict_interval == interval(strict) != pairs.paper_interval


def test_traits_stand_together_and_their_numbers_in_order() -> None:
    names = [one.trait[0] for one in breakdown(GOLD, FOUND)]
    assert list(dict.fromkeys(names)) == ["category", "coordinator", "conjuncts", "nesting", "length", "sentence"]
    assert names == sorted(names, key=list(dict.fromkeys(names)).index)
    long = Coordination([(1, 1), (3, 9)], [(2, 2)])
    words = Sentence.from_columns(["x"] * 9)
    mixed = [GoldSentence(words, None, "", (long,)), sentence(AND)]
    lengths = [one.trait[1] for one in breakdown(mixed, [Analysis(()), Analysis(())]) if one.trait[0] == "length"]
    assert lengths == ["1 to 5 words", "6 to 10 words"]
    assert sorted(["none", "100 or more", "10 words", "and", "2 words"], key=_natural) == [
        *("2 words", "10 words", "100 or more"),
        *("and", "none"),
    ]


def test_the_table_leaves_out_what_is_rare_and_json_does_not() -> None:
    scores = breakdown(GOLD, FOUND)
    rows = {line.split("  ")[0]: line.split()[-10:] for line in breakdown_table(scores).splitlines()}
    header = " ".join(breakdown_table(scores).splitlines()[0].split())
    assert header == "exact paper R F1 from to strict R F1 from to gold"
    assert "coordinator: or" not in rows
    assert "coordinator: none" not in rows
    assert rows["coordinator: and"][-1] == "17"
    silent = breakdown_table(breakdown(GOLD * 2, FOUND * 2)).splitlines()
    assert next(row for row in silent if row.startswith("coordinator: none")).split()[2:] == ["0.00"] * 4 + ["18"]
    assert rows["conjuncts: 2"][1:3] == ["45.00", "62.07"]
    told = json.loads(json.dumps(breakdown_dict(scores)))
    by_trait = {one.trait: one for one in scores}
    assert told["coordinator"]["or"]["paper"]["gold"] == 3 < FEWEST
    assert told["coordinator"]["and"]["paper"]["interval"] == list(by_trait["coordinator", "and"].paper_interval)
    assert told["coordinator"]["none"]["strict"] == {**Counts(0, 0, 9).to_dict(), "interval": [0.0, 0.0]}


def test_what_has_just_enough_gold_coordinations_is_in_the_table() -> None:
    zero = Interval(0.0, 0.0)
    shown = breakdown_table(
        [
            TraitScores(("length", str(number)), Counts(0, 0, number), Counts(0, 0, number), zero, zero)
            for number in (FEWEST - 1, FEWEST)
        ]
    )
    assert [line.split()[1] for line in shown.splitlines()[1:]] == [str(FEWEST)]


def test_without_coordinations_there_is_nothing_to_tell() -> None:
    assert breakdown([], []) == breakdown([sentence()], [Analysis((AND,))]) == []
    assert breakdown_table([]).splitlines()[0].startswith("exact")
