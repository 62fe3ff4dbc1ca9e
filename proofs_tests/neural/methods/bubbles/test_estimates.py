"""How probable a coordination is: its estimate is the probability of the steps that build it, and of no others."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given

from bubbletree import (
    BubbleTree,
    OracleError,
    Span,
    TransitionKind,
    coordinations,
    oracle,
    trace,
)
from bubbletree.grammar import generate
from neural.batched.rules import KINDS
from neural.methods.bubbles.arc_hybrid import ArcHybrid
from neural.methods.bubbles.estimates import Steps, building_steps
from neural.methods.bubbles.stepwise import NeuralScorer
from neural.methods.hypotheses import NoHypothesesError, bubble_parser, estimates
from proofs_tests.neural import tiny
from proofs_tests.support.scorers import log_probabilities
from proofs_tests.support.strategies import projective_trees


def numbers(tree: BubbleTree) -> list[int]:
    return [KINDS.index(transition.kind) for transition in oracle(tree)]


def observed(tree: BubbleTree) -> dict[frozenset[int], Steps]:
    """Which steps build each bubble, by watching the core's configurations; bubbles by their contents."""
    steps = list(oracle(tree))
    configurations = list(trace(tree.words, steps, normal_form=True))
    contents = configurations[-1].contents
    shifted: dict[int, int] = {}
    parts: dict[int, list[int]] = {}
    found = {}
    for step, (transition, c) in enumerate(zip(steps, configurations, strict=False)):
        s1, s2, b1 = c.stack_item(1), c.stack_item(2), c.buffer_item(1)
        match transition.kind:
            case TransitionKind.SHIFT if b1 is not None:
                shifted.setdefault(b1.bubble, step)
            case TransitionKind.BUBBLE_OPEN:
                parts[len(c.contents)] = [step]
            case TransitionKind.BUBBLE_ATTACH if s2 is not None:
                parts[s2.bubble].append(step)
            case TransitionKind.BUBBLE_CLOSE if s1 is not None:
                content = contents[s1.bubble]
                found[content] = Steps(shifted[min(content)], step, tuple(parts[s1.bubble]))
            case _:
                pass
    return found


@given(projective_trees(max_words=14))
def test_the_steps_that_build_a_bubble(tree: BubbleTree) -> None:
    try:
        kinds = numbers(tree)
    except OracleError:
        return
    found = building_steps(tree, kinds)
    assert {tree.contents[bubble]: made for bubble, made in found.items()} == observed(tree)


def built_with(scorer: NeuralScorer, tree: BubbleTree) -> list[tuple[tuple[Span, ...], float]]:
    """The coordinations of a tree and their raw log-probabilities, one configuration at a time."""
    of_steps = log_probabilities(tree.words, oracle(tree), scorer, normal_form=True, single_root=True)
    transitions, labels = zip(*of_steps, strict=True)
    found = []
    made = observed(tree)
    for one in coordinations(tree):
        steps = made[frozenset(tree.contents[one.bubble])]
        value = sum(transitions[steps.first : steps.last + 1]) + sum(labels[part] for part in steps.parts)
        found.append((one.conjuncts, value))
    return found


@torch.inference_mode()
def test_raw_probabilities_are_those_of_the_steps() -> None:
    trees = tiny.trees(50, 14, seed=4, single_root=True)
    _, vocabulary, network = tiny.network(trees)
    scorer = NeuralScorer(network, vocabulary)
    expected = [built_with(scorer, tree) for tree in trees]
    assert sum(map(len, expected)) > 20
    assert any(not listed for listed in expected)
    for batch_size in (256, 4):
        found = list(estimates(network, trees, batch_size))
        assert [[one.coordination.conjuncts for one in listed] for listed in found] == [
            [spans for spans, _ in listed] for listed in expected
        ]
        values = [one.log_probabilities[0] for listed in found for one in listed]
        assert values == pytest.approx([value for listed in expected for _, value in listed], rel=1e-4, abs=1e-4)
    assert list(estimates(network, [])) == []


@torch.inference_mode()
def test_a_network_that_reads_tags_reads_those_of_the_tree() -> None:
    trees = [tree for tree in generate(8, seed=3) if coordinations(tree)]
    _, vocabulary, network = tiny.network(trees, {"encoder.tags": "upos"})
    found = list(estimates(network, trees))
    for tree, listed in zip(trees, found, strict=True):
        assert tree.sentence is not None
        scorer = NeuralScorer(network, vocabulary, [row.upos for row in tree.sentence.word_rows])
        expected = [value for _, value in built_with(scorer, tree)]
        assert [one.log_probabilities[0] for one in listed] == pytest.approx(expected, rel=1e-4, abs=1e-4)
    assert found


def test_methods_without_such_probabilities_have_no_confidences() -> None:
    trees = list(generate(5, seed=1))
    _, vocabulary, network = tiny.network(trees)
    plain = ArcHybrid(network.config.replace({"method.kind": "arc-hybrid"}), vocabulary, network.encoder)
    with pytest.raises(NoHypothesesError, match="arc-hybrid"):
        bubble_parser(plain)
    assert bubble_parser(network) is network
