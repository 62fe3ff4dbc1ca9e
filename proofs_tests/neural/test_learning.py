"""The parser learns: trained on generated sentences, it finds the coordinations of new ones."""

from __future__ import annotations

import math

import pytest
import torch

from bubbletree.grammar import Grammar, generate
from neural.examples import examples
from neural.gold import gold_tree
from neural.parser import Parser
from neural.presets import PRESETS
from neural.scores import score_parser
from neural.train import new_network
from neural.trainer import Trainer

SIMPLE = Grammar(
    max_depth=1, nesting=0, clauses=0, subordination=0, correlative=0, clash=0.3, modifier=0.3, max_words=14
)


@pytest.mark.slow
def test_coordinations_of_unseen_sentences_are_found() -> None:
    train = [gold_tree(tree) for tree in generate(4000, seed=1, grammar=SIMPLE)]
    unseen = [gold_tree(tree) for tree in generate(300, seed=2, grammar=SIMPLE)]
    changes = {"encoder.hidden": 64, "training.epochs": 4, "training.batch_size": 16, "training.threads": 1}
    config = PRESETS["generated"].replace(changes)
    torch.set_num_threads(config.training.threads)
    network = new_network(config, train)
    learnable, skipped = examples(train, network)
    assert not skipped
    trainer = Trainer(network, learnable)
    assert sum(step.sentences for step in trainer.steps(math.inf)) == 4 * len(train)
    scores = score_parser(Parser(network.eval()), unseen)
    # Measured: exact F1 89, LAS 99.  Without learning: 0 and 5.
    assert scores.paper.overall.exact.f1 > 0.8
    assert scores.attachment is not None
    assert scores.attachment.las > 0.96
