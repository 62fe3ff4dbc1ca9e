"""Methods compute where the weights are, and nowhere else.

There is only a CPU here. So another device becomes the default: what is put there by mistake has no values, and
cannot be used together with the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
import torch

from bubbletree import coordinations
from bubbletree.grammar import generate
from neural.config import Config
from neural.data.gold import gold_tree
from neural.data.words import Words, words_of
from neural.encoders.interface import Inputs
from neural.methods.compiling import LEAST_WORDS
from neural.methods.interface import Network, Target, TrainableNetwork
from neural.methods.registry import METHODS
from neural.models.parser import Parser
from neural.training.start import new_network
from proofs_tests.neural import tiny

TREES = list(generate(6, seed=1))
WORDS = [tree.words for tree in TREES]
GIVEN = [(tree.words, coordinations(tree)) for tree in TREES]
WITH_BUBBLES = ["bubble-hybrid", "guided-bubbles", "exact-bubbles", "guided-exact"]


def network(
    kind: str, monkeypatch: pytest.MonkeyPatch, *, tags: str = "none", loss: str = "likelihood"
) -> TrainableNetwork[Target]:
    """A network that has learned nothing, in evaluation mode."""
    config = Config().replace({**tiny.SMALL, "method.kind": kind, "training.tags": tags, "method.loss": loss})
    made = new_network(config, [gold_tree(tree) for tree in TREES]).eval()
    read_on_the_cpu(made, monkeypatch)
    return made


def read_on_the_cpu(made: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make what a network reads on the CPU, where it always is."""
    plain = made.read

    def read(sentences: Sequence[Words]) -> Inputs:
        with torch.device("cpu"):
            return plain(sentences)

    monkeypatch.setattr(made, "read", read)


def is_same_elsewhere(work: Callable[[], object]) -> bool:
    """Whether the result is the same if tensors are put on another device where the code does not say on which."""
    with torch.device("meta"):
        found = work()
    return found == work()


@pytest.mark.parametrize("kind", METHODS.names())
def test_sentences_are_parsed_where_the_weights_are(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parser = Parser(network(kind, monkeypatch))
    assert is_same_elsewhere(lambda: list(parser.analyse_all(WORDS)))


@pytest.mark.parametrize("kind", WITH_BUBBLES)
def test_so_are_alternatives_trees_around_coordinations_and_confidences(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parser = Parser(network(kind, monkeypatch))
    assert is_same_elsewhere(lambda: list(parser.n_best_all(WORDS, 3)))
    assert is_same_elsewhere(lambda: list(parser.parse_around_all(GIVEN)))
    assert is_same_elsewhere(lambda: list(parser.confidences_all(TREES)))


@pytest.mark.parametrize("least_words", [0, LEAST_WORDS])
def test_boundaries_are_rescored_there_with_and_without_compiled_code(
    least_words: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("neural.methods.bubbles.transition_network.LEAST_WORDS", least_words)
    made = tiny.bubbly(TREES)
    read_on_the_cpu(made, monkeypatch)
    parser = Parser(made)
    assert is_same_elsewhere(lambda: list(parser.parse_all(WORDS)))
    assert is_same_elsewhere(lambda: list(parser.n_best_all(WORDS, 3)))
    assert is_same_elsewhere(lambda: list(parser.parse_around_all(GIVEN)))
    assert list(parser.parse_all(WORDS)) != list(Parser(tiny.without_rescoring(made)).parse_all(WORDS))


@pytest.mark.parametrize(
    ("kind", "loss"),
    [*((kind, "likelihood") for kind in METHODS.names()), ("exact-bubbles", "max-margin"), ("exact-bubbles", "local")],
)
def test_losses_are_found_there(kind: str, loss: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = network(kind, monkeypatch, tags="upos", loss=loss)
    targets = [made.target(gold_tree(tree)) for tree in TREES]
    words = [words_of(tree, "upos") for tree in TREES]
    assert is_same_elsewhere(lambda: [(term.total.item(), term.decisions) for term in made.losses(words, targets)])
