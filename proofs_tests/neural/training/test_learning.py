"""The parser learns: trained on generated sentences, it finds the coordinations of new ones."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest
import torch

from bubbletree.grammar import Grammar, generate
from neural.config import Json
from neural.config.presets import PRESETS
from neural.data.gold import gold_tree
from neural.evaluation.scores import ParserScores, score_parser
from neural.models.parser import Parser
from neural.training.examples import learnable
from neural.training.start import new_network
from neural.training.trainer import Trainer

SIMPLE = Grammar(
    max_depth=1, nesting=0, clauses=0, subordination=0, correlative=0, clash=0.3, modifier=0.3, max_words=14
)


def learned(changes: Mapping[str, Json], sentences: int, unseen: int) -> ParserScores:
    """How well a network that has learned from some sentences parses others."""
    train = [gold_tree(tree) for tree in generate(sentences, seed=1, grammar=SIMPLE)]
    test = [gold_tree(tree) for tree in generate(unseen, seed=2, grammar=SIMPLE)]
    config = PRESETS["generated"].replace({"training.threads": 1, **changes})
    torch.set_num_threads(1)
    network = new_network(config, train)
    examples, skipped = learnable(train, network)
    assert not skipped
    seen = sum(step.sentences for step in Trainer(network, examples).steps(math.inf))
    assert seen == config.training.epochs * len(train)
    return score_parser(Parser(network.eval()), test)


@pytest.mark.slow
def test_coordinations_of_unseen_sentences_are_found() -> None:
    changes = {"encoder.hidden": 64, "training.epochs": 4, "training.batch_size": 16}
    scores = learned(changes, 4000, 300)
    # Measured: exact F1 89, LAS 99.  Without learning: 0 and 5.
    assert scores.paper.overall.exact.f1 > 0.8
    assert scores.attachment is not None
    assert scores.attachment.las > 0.96


@pytest.mark.slow
@pytest.mark.parametrize("method", ["arc-hybrid", "edge-factored"])
def test_heads_of_unseen_sentences_are_found(method: str) -> None:
    changes: Mapping[str, Json] = {
        "method.kind": method,
        "method.arc_hidden": 64,
        "method.relation_hidden": 32,
        "method.dropout": 0.1,
        "encoder.layers": 1,
        "encoder.hidden": 48,
        "training.epochs": 5,
        "training.batch_size": 8,
        "training.warmup_steps": 20,
    }
    scores = learned(changes, 600, 100)
    # Measured: LAS 86 and 87.  Without learning: 7 and 0.
    assert scores.attachment is not None
    assert scores.attachment.las > 0.8


@pytest.mark.slow
def test_guided_bubbles_find_both() -> None:
    changes: Mapping[str, Json] = {
        "method.kind": "guided-bubbles",
        "method.span_hidden": 40,
        "method.dropout": 0.1,
        "encoder.hidden": 48,
        "encoder.layers": 1,
        "training.batch_size": 16,
        "training.epochs": 4,
        "training.warmup_steps": 50,
    }
    scores = learned(changes, 1500, 200)
    assert scores.paper.overall.exact.f1 > 0.8
    assert scores.attachment is not None
    assert scores.attachment.las > 0.9
