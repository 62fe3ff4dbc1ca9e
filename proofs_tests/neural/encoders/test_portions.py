"""In parsing, sentences are encoded a few at a time; each gets the vectors that it has alone."""

from __future__ import annotations

import pytest
import torch

from bubbletree.grammar import generate
from neural.data.words import Words, words_of
from neural.encoders.interface import Encoded, Inputs
from neural.methods.interface import Network
from neural.models.loading import load
from proofs_tests.neural import tiny

TEXTS = [
    "Tea .",
    "The immunosuppressants cyclosporin-A and FK506 inhibit interleukin-2 transcription in T-lymphocytes .",
    "She bought apples , pears and plums , and he sang and danced .",
    "",
    "I prefer hot coffee or tea and a bun .",
    "Yes !",
]


def texts() -> list[Words]:
    return [Words(forms := tuple(text.split()), ("_",) * len(forms)) for text in TEXTS]


def watched(network: Network, monkeypatch: pytest.MonkeyPatch) -> list[Encoded]:
    """What the network encodes from now on, portion by portion."""
    seen: list[Encoded] = []
    original = network.encode

    def encode(inputs: Inputs) -> Encoded:
        seen.append(original(inputs))
        return seen[-1]

    monkeypatch.setattr(network, "encode", encode)
    return seen


@pytest.mark.parametrize("cells", [1, 20, 60])
@pytest.mark.parametrize("kind", ["bilstm", "english"])
def test_vectors_come_back_in_the_order_of_the_sentences(
    kind: str, cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = load().network if kind == "english" else tiny.network(list(generate(30, seed=1)))[2]
    monkeypatch.setattr(network.encoder, "cells_on_cpu", cells)
    with torch.no_grad():
        alone = [network.encode(network.read([one])) for one in texts()]
    portions = watched(network, monkeypatch)
    together = network.encoded(texts())
    assert len(portions) > 1
    assert together.lengths == tuple(len(one.forms) for one in texts())
    torch.testing.assert_close(together.tokens, torch.cat([one.tokens for one in alone]), atol=2e-5, rtol=1e-4)


def test_a_portion_has_sentences_with_similar_numbers_of_word_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    network = load().network
    # The second sentence has fewer words than the third, and more pieces.
    sizes = network.encoder.sizes(texts())
    assert sizes[1] > sizes[2] > sizes[4] > sizes[0] > sizes[3] == 2
    monkeypatch.setattr(network.encoder, "cells_on_cpu", 2 * sizes[2])
    portions = watched(network, monkeypatch)
    network.encoded(texts())
    assert [one.lengths for one in portions] == [(0, 2, 2), (10, 14), (11,)]


def test_portions_have_no_gradients() -> None:
    _, _, network = tiny.network(list(generate(5, seed=1)))
    with torch.enable_grad():
        assert not network.encoded([words_of(tree, "none") for tree in generate(5, seed=1)]).tokens.requires_grad
