"""Tags that a model has learned are written into sentences."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from bubbletree import Row, Sentence
from bubbletree.grammar import generate
from neural.config import Config
from neural.data.gold import GoldSentence, gold_tree
from neural.data.words import NO_TAG, words_of
from neural.evaluation.scores import score_parser
from neural.methods.interface import Target, TrainableNetwork
from neural.models.parser import Parser
from neural.training.examples import learnable
from neural.training.start import new_network
from neural.training.trainer import Trainer
from proofs_tests.neural import tiny


def tagged(one: GoldSentence) -> GoldSentence:
    """The sentence with XPOS, by the tag and the parity of the word's length."""
    rows = (replace(row, xpos=f"{row.upos[:2]}{len(row.form) % 2}") for row in one.sentence.rows)
    return replace(one, sentence=replace(one.sentence, rows=tuple(rows)))


GOLD = [tagged(gold_tree(tree)) for tree in generate(60, seed=3)]


def network(column: str, *, steps: int = 0, kind: str = "bubble-hybrid") -> TrainableNetwork[Target]:
    changes = {**tiny.SMALL, "method.kind": kind, "training.tags": column, "training.learning_rate": 0.02}
    made = new_network(Config().replace({**changes, "training.epochs": 100, "training.warmup_steps": 1}), GOLD)
    if steps:
        trainer = Trainer(made, learnable(GOLD, made)[0])
        for _, _ in zip(range(steps), trainer.steps(1e9), strict=False):
            pass
    return made.eval()


def best_tags(made: TrainableNetwork[Target], sentence: Sentence) -> list[str]:
    """The most probable tag of each word, one word at a time."""
    assert made.tagger is not None
    vectors = made.encoded([words_of(sentence, "none")]).tokens[1:]
    found = []
    for vector in vectors:
        scores = dict(zip(made.vocabulary.tags, (made.tagger.weight @ vector + made.tagger.bias).tolist(), strict=True))
        found.append(max(scores.keys() - {"", NO_TAG}, key=lambda tag: scores[tag]))
    return found


@pytest.mark.parametrize("column", ["upos", "xpos", "both"])
@pytest.mark.parametrize("kind", ["bubble-hybrid", "edge-factored", "exact-bubbles"])
def test_words_get_the_most_probable_tag_that_exists(column: str, kind: str) -> None:
    made = network(column, kind=kind)
    assert made.tagger is not None
    with torch.no_grad():
        # The scores of what is no tag are high.
        made.tagger.bias[:2] = 99
        for number, name in enumerate(made.vocabulary.tags):
            if name == NO_TAG:
                made.tagger.bias[number] = 99
    plain = [Sentence.from_columns(one.sentence.words) for one in GOLD[:9]]
    for sentence, analysis in zip(plain, Parser(made).analyse_all(plain), strict=True):
        found = analysis.ud()
        assert found is not None
        wanted = best_tags(made, sentence)
        if column == "both":
            wanted_upos, wanted_xpos = zip(*(tag.split(" ") for tag in wanted), strict=True)
            assert [row.upos for row in found.word_rows] == list(wanted_upos)
            assert [row.xpos for row in found.word_rows] == list(wanted_xpos)
        else:
            assert [getattr(row, column) for row in found.word_rows] == wanted
            other = "xpos" if column == "upos" else "upos"
            assert {getattr(row, other) for row in found.word_rows} == {NO_TAG}


def test_tags_that_a_sentence_has_stay() -> None:
    made = network("both")
    sentence = GOLD[0].sentence
    parser = Parser(made)
    assert parser.parse(sentence).sentence == replace(sentence, categories=())
    first, *others = sentence.rows
    partly = Sentence((Row("1-2", "both"), replace(first, xpos="_"), *others, Row(f"{len(others) + 1}.1", "empty")))
    found = parser.parse(partly).sentence
    assert found is not None
    [tag] = best_tags(made, sentence)[:1]
    assert found.rows[1] == replace(first, xpos=tag.split(" ")[1])
    assert (found.rows[0], found.rows[2:]) == (partly.rows[0], partly.rows[2:])


def test_gold_tags_are_not_seen_when_tags_are_scored() -> None:
    made = network("both", steps=60)
    scores = score_parser(Parser(made), GOLD)
    assert scores.tagging is not None
    right = words = 0
    for one in GOLD:
        for row, tag in zip(one.sentence.word_rows, best_tags(made, one.sentence), strict=True):
            right += tag.split(" ")[1] == row.xpos
            words += 1
    assert (scores.tagging.xpos.correct, scores.tagging.xpos.total) == (right, words)
    assert 0 < right < words
    assert "XPOS" in scores.to_text().split("\n\n")[-1]
    assert scores.to_dict()["tagging"] == scores.tagging.to_dict()


def test_a_model_without_a_tagger_has_no_scores_of_tags() -> None:
    assert score_parser(Parser(network("none")), GOLD[:3]).tagging is None
