"""What a network thinks of each step of a derivation is what it would think of that configuration alone."""

from __future__ import annotations

import math

import pytest
import torch

from bubbletree import BubbleTree, BubbletreeError, oracle, parse_brackets, trace, valid_transitions
from bubbletree.grammar import generate
from bubbletree.plugins import NoStepsError, TransitionParser
from neural.config import Config, Json
from neural.encoders.registry import make_encoder
from neural.methods.bubbles.arc_hybrid import ArcHybrid
from neural.methods.bubbles.stepwise import NeuralScorer
from neural.methods.interface import UnlearnableError
from neural.methods.registry import make_network
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.support.scorers import log_probabilities

RESTRICTIONS: list[dict[str, Json]] = [
    {"decoding.normal_form": normal_form, "decoding.single_root": single_root}
    for normal_form in (True, False)
    for single_root in (True, False)
]


@pytest.mark.parametrize("restrictions", RESTRICTIONS)
@torch.inference_mode()
def test_the_probabilities_are_those_of_each_configuration_alone(restrictions: dict[str, Json]) -> None:
    trees = tiny.trees(20, 12, seed=5, single_root=True)
    config, vocabulary, network = tiny.network(trees, restrictions)
    options = {"normal_form": config.decoding.normal_form, "single_root": config.decoding.single_root}
    scorer = NeuralScorer(network, vocabulary)
    for tree in trees:
        transitions = oracle(tree)
        configurations = list(trace(tree.words, transitions))[:-1]
        steps = Parser(network).steps(tree)
        assert [set(step.transitions) for step in steps] == [
            set(valid_transitions(one, **options)) for one in configurations
        ]
        assert [sum(step.transitions.values()) for step in steps] == pytest.approx([1.0] * len(steps))
        found = [
            (math.log(step.transitions[taken.kind]), 0.0 if step.label is None else math.log(step.label))
            for step, taken in zip(steps, transitions, strict=True)
        ]
        expected = list(log_probabilities(tree.words, transitions, scorer, **options))
        assert [value for pair in found for value in pair] == pytest.approx(
            [value for pair in expected for value in pair], abs=1e-4
        )
        assert [step.label is None for step in steps] == [taken.label is None for taken in transitions]


def test_a_model_that_chooses_no_transitions_says_so() -> None:
    trees = list(generate(5, seed=1))
    config, vocabulary, _ = tiny.network(trees)
    exact = config.replace({"method.kind": "guided-exact"})
    parser = Parser(make_network(exact, vocabulary, make_encoder(exact.encoder, vocabulary)).eval())
    assert isinstance(parser, TransitionParser)
    with pytest.raises(NoStepsError, match="guided-exact, chooses no transitions"):
        parser.steps(trees[0])


@pytest.mark.parametrize(
    ("tree", "reason"),
    [
        (parse_brackets("[tea nonsense=or milk]"), "does not know the label 'nonsense'"),
        (BubbleTree(["a", "b"], [{0}, {1}, {2}], [(0, "root", 1)]), "not projective"),
    ],
)
def test_trees_that_the_model_could_not_have_made_are_refused(tree: BubbleTree, reason: str) -> None:
    _, _, network = tiny.network(list(generate(20, seed=1)))
    with pytest.raises(BubbletreeError, match=reason):
        Parser(network).steps(tree)


def test_a_parser_without_bubbles_has_steps_for_trees_without_bubbles_alone() -> None:
    trees = list(generate(20, seed=1))
    config, vocabulary, network = tiny.network(trees)
    made: Config = config.replace({"method.kind": "arc-hybrid"})
    parser = Parser(ArcHybrid(made, vocabulary, network.encoder).eval())
    with pytest.raises(UnlearnableError, match="makes no bubbles"):
        parser.steps(parse_brackets("[tea cc=or milk]"))
    assert len(parser.steps(parse_brackets("nsubj=We sell"))) == 4
