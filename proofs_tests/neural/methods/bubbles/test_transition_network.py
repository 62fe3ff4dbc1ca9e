"""What networks of transitions do not learn from, and how wide they search."""

from __future__ import annotations

import pytest
import torch

from bubbletree import BubbleTree, Sentence
from neural.batched import beam, greedy, state
from neural.config import DecodingConfig
from neural.methods.bubbles.arc_hybrid import ArcHybrid
from neural.methods.interface import UnlearnableError
from proofs_tests.neural import tiny

SINGLETONS = [{0}, {1}, {2}, {3}]
CROSSING = BubbleTree(["and", "tea", "buns"], SINGLETONS, [(0, "root", 2), (2, "dep", 3), (3, "dep", 1)])
BEGINS_WITH_CC = BubbleTree(
    ["and", "tea", "buns"], [*SINGLETONS, {1, 2, 3}], [(0, "root", 4), (4, "cc", 1), (4, "conj", 2), (4, "conj", 3)]
)
LIST = BubbleTree(["tea", "buns"], [*SINGLETONS[:3], {1, 2}], [(0, "root", 3), (3, "conj", 1), (3, "conj", 2)])


@pytest.mark.parametrize(
    ("tree", "opens_bubbles", "reason"),
    [
        (CROSSING, True, "the tree is not projective"),
        (CROSSING, False, "the tree is not projective"),
        (BEGINS_WITH_CC, True, "a bubble does not begin with a conjunct"),
        (BEGINS_WITH_CC, False, "the model makes no bubbles"),
        (LIST, True, None),
        (LIST, False, "the model makes no bubbles"),
    ],
)
def test_what_cannot_be_learned_from_a_tree_is_said(tree: BubbleTree, opens_bubbles: bool, reason: str | None) -> None:
    config, vocabulary, network = tiny.network([CROSSING, BEGINS_WITH_CC])
    made = network if opens_bubbles else ArcHybrid(config, vocabulary, network.encoder)
    if reason is None:
        assert made.derivation(tree).words == len(tree.words)
        return
    with pytest.raises(UnlearnableError) as raised:
        made.derivation(tree)
    assert raised.value.reason == reason


@torch.no_grad()
def test_trees_are_those_of_a_beam_as_wide_as_the_options_say() -> None:
    trees = tiny.trees(30, 9, seed=4)
    network = tiny.without_rescoring(tiny.network(trees, seed=2)[2])
    sentences = [Sentence.from_columns(tree.words) for tree in trees]
    encoded = tiny.encoded(network, sentences)
    words = [(one.words, one) for one in sentences]
    found = []
    for width in (1, 2, 3):
        decoding, scorer = DecodingConfig(beam=width), network.scorer(encoded)
        if width == 1:
            batch = greedy.parse(encoded.lengths, scorer, decoding)
        else:
            batch = beam.search(encoded.lengths, scorer, decoding).batch
        found.append(state.trees(batch, words, network.vocabulary.labels))
        assert network.trees(encoded, sentences, decoding) == found[-1]
    assert found[0] != found[1] != found[2] != found[0]
