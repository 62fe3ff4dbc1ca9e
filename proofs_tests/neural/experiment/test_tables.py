"""Tables, against scores counted by hand."""

from __future__ import annotations

from dataclasses import replace

from bubbletree import Coordination, Sentence
from bubbletree.metrics import Convention, CoordinationScores, Counts, Share
from neural.data.gold import GoldSentence
from neural.evaluation.scores import score_analyses
from neural.experiment import tables
from neural.experiment.plan import Kind
from neural.experiment.results import Result
from neural.methods.bubbles.rescoring import Contradictions
from neural.methods.interface import Analysis
from proofs_tests.neural.experiment.examples import ONE, cells, scored, seed_result


def test_the_tables_show_hand_counted_scores() -> None:
    words = ["tea", "and", "buns", "or", "milk"]
    heads, labels = [0, 3, 1, 5, 1], ["root", "cc", "conj", "cc", "conj"]
    sentence = Sentence.from_columns(words, heads=heads, deprels=labels)
    noun = Coordination(((1, 1), (3, 3)), ((2, 2),), "NP")
    verb = Coordination(((1, 3), (5, 5)), ((4, 4),), "VP")
    simple, complex_ = GoldSentence(sentence, None, "", (noun,)), GoldSentence(sentence, None, "", (noun, verb))
    wrong = Sentence.from_columns(words, heads=heads, deprels=["root", "cc", "dep", "cc", "conj"])
    gold = [simple, complex_]
    inner, whole = (
        Coordination(((1, 1), (3, 3), (5, 5)), ((2, 2),)),
        Coordination(((1, 1), (2, 2), (5, 5)), ((4, 4),)),
    )

    def system(name: str, *seeds: list[Analysis]) -> Result:
        results = [
            seed_result(tuple(score_analyses([one], [it]) for one, it in zip(gold, seed, strict=True)), number)
            for number, seed in enumerate(seeds)
        ]
        return Result(name, tuple(results))

    perfect = [Analysis((noun,), dependencies=sentence), Analysis((noun, verb), dependencies=sentence)]
    half = [Analysis((noun,), dependencies=sentence), Analysis((inner, whole), dependencies=wrong)]
    spans = system("spans", [Analysis((noun,)), Analysis(())])
    results = [system("full", perfect, half), system("half", half), spans]

    text = tables.coordination(results)
    # Exactly right are 3 of 3 and 1 of 3; of the others, one has its inner conjuncts and one its ends right.
    assert cells(text, "full") == [
        *["66.67 ± 47.14"] * 3,
        *["83.33 ± 23.57"] * 4,
        "75.00 ± 35.36",
        "100.00 ± 0.00",
        "75.00 ± 35.36",
    ]
    assert cells(text, "spans") == ["100.00", *["33.33", "50.00"] * 3] + ["66.67"] * 3
    assert "3 gold ones, 2 of them NP" in text
    assert cells(tables.attachment(results), "half") == ["100.00", "90.00", "100.00", "90.00", "90.00"]
    assert cells(tables.attachment(results), "spans") == ["–"] * 5
    # The one with its inner conjuncts right has another last one, and the one with its ends right another first one.
    assert cells(tables.released(results), "half") == ["33.33", "33.33", "100.00", "90.00"]
    assert cells(tables.released(results), "spans") == ["33.33", "50.00", "–", "–"]
    text = tables.complexity(results)
    assert (cells(text, "sentences"), cells(text, "half")) == (["2", "1", "1"], ["50.00", "100.00", "0.00"])
    text = tables.categories(results)
    assert (cells(text, "gold"), cells(text, "exact, half")) == (["2", "1", "3"], ["50.00", "0.00", "33.33"])
    assert cells(text, "whole, half") == ["50.00", "100.00", "66.67"]
    text = tables.relations(results)
    # Means over seeds: precision 1 and 1, recall 1 and 3/4.
    assert cells(text, "conj") == ["4", "100.00", "87.50", "100.00", "75.00"]
    assert cells(text, "root") == ["2", *["100.00"] * 4]
    assert cells(text, "cc") == ["4", *["100.00"] * 4]
    text = tables.significance(results)
    assert cells(text, "half")[0].startswith("+33.33 [")
    assert cells(text, "spans")[2] == "–"
    assert cells(tables.costs(results), "half") == ["0.0 M", "100", "2.0", "7", "7", "0.1", "1", "50", "1"]

    early = replace(ONE, steps=1400, evaluations=((3, 0.5, 0.2), (1400, 0.4, 0.2)))
    [first, second] = results[0].seeds
    at_two_steps = replace(results[0], seeds=(first, replace(second, trainings=(early,))))
    assert cells(tables.costs([at_two_steps]), "full")[3:5] == ["7 to 1,400", "3 to 7"]

    worse = replace(results[0], unrescored=system("", half).seeds, contradictions=Contradictions(4, 1, 8, 2, 4))
    text = tables.ablation([worse, spans])
    assert cells(text, "full")[:2] == ["66.67 ± 47.14", "33.33"]
    assert cells(text, "full")[2].startswith("+33.33 [")
    assert cells(text, "spans") == ["50.00", "–", "–", "–", "–"]
    assert cells(tables.contradictions([worse, spans]), "full") == ["8", "2 (25.0%)", "4", "1 (25.0%)", "4 (50.0%)"]
    assert tables.contradictions([spans]) == ""


def test_what_version_0_1_0_did_not_count_is_not_shown() -> None:
    _, scores = scored(1, 3)
    uncounted = CoordinationScores(Convention.RELEASED)
    old = tuple(
        replace(one, released=uncounted, attachment=replace(one.attachment, labelled_universal=Share()))
        for one in scores
        if one.attachment is not None
    )
    assert len(old) == len(scores)
    result = Result("old", (seed_result(old),))
    assert cells(tables.released([result]), "old")[:2] == ["–", "–"]
    assert cells(tables.released([result]), "old")[3] == "–"
    assert cells(tables.attachment([result]), "old")[4] == "–"


def test_each_experiment_has_its_tables() -> None:
    assert set(tables.SECTIONS) == set(Kind)
    _, scores = scored(1, 3)
    result = Result("a", (seed_result(scores),), (seed_result(scores),), Contradictions(1, 0, 1, 0, 0))
    for kind, sections in tables.SECTIONS.items():
        texts = [section([result, replace(result, system="b")]) for section in sections]
        assert all(text.startswith("## ") for text in texts), kind
    assert Counts(1, 2, 2).f1 == 0.5
