"""A BERT in whole numbers of eight bits is almost the same BERT."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch.nn import functional as F

from bubbletree import load
from neural.config import ConfigError
from neural.encoders.bert import Bert
from neural.encoders.eight_bits import EightBitBert, EightBitLinear, scaled
from neural.models.loading import load as load_neural
from proofs_tests.neural import tiny

SHAPE = {
    "hidden_size": 32,
    "intermediate_size": 64,
    "layer_norm_eps": 1e-12,
    "max_position_embeddings": 40,
    "num_attention_heads": 4,
    "num_hidden_layers": 3,
    "hidden_dropout_prob": 0.1,
    "vocab_size": 50,
}


def test_rows_come_back_to_within_half_a_scale() -> None:
    torch.manual_seed(0)
    rows = torch.randn(7, 20) * torch.logspace(-3, 3, 7).unsqueeze(1)
    whole, scale = scaled(rows)
    assert whole.dtype == torch.int8
    assert (whole.abs().amax(dim=1) == 127).all()
    assert ((whole * scale - rows).abs() <= scale / 2 * 1.001).all()
    assert not scaled(torch.zeros(1, 3))[0].any()


def test_products_of_whole_numbers_are_exact() -> None:
    torch.manual_seed(0)
    weight, vectors = (torch.randint(-127, 128, shape).float() for shape in ((6, 9), (5, 9)))
    weight[:, 0] = vectors[:, 3] = 127
    bias = torch.randn(6)
    torch.testing.assert_close(EightBitLinear(weight, bias)(vectors), F.linear(vectors, weight, bias))


def test_a_vector_has_the_same_product_whatever_is_beside_it() -> None:
    torch.manual_seed(0)
    layer = EightBitLinear(torch.randn(24, 16), torch.randn(24))
    vectors = torch.randn(9, 16) * torch.logspace(-2, 2, 9).unsqueeze(1)
    together = layer(vectors)
    for number in range(len(vectors)):
        assert torch.equal(layer(vectors[number : number + 1])[0], together[number])


@torch.no_grad()
def test_states_are_almost_those_of_the_bert_and_padding_is_not_looked_at() -> None:
    torch.manual_seed(0)
    bert = Bert(SHAPE).eval()
    rounded = EightBitBert(bert).eval()
    pieces, mask = torch.randint(1, 50, (3, 20)), torch.ones(3, 20, dtype=torch.int64)
    mask[1, 12:] = 0
    inside = mask.bool()
    expected, found = bert(pieces, mask)[inside], rounded(pieces, mask)[inside]
    assert (found - expected).norm() / expected.norm() < 0.03
    assert not torch.equal(found, expected)
    pieces[1, 12:] = 7
    torch.testing.assert_close(rounded(pieces, mask)[inside], found)


def test_it_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be saved"):
        EightBitBert(Bert(SHAPE)).save(tmp_path)


def test_the_english_model_finds_the_same_coordinations() -> None:
    sentences = [
        ["I", "like", "tea", "and", "coffee", "."],
        ["She", "bought", "apples", ",", "pears", "and", "plums", "."],
        ["Both", "IL-2", "and", "TNF-alpha", "were", "induced", "in", "T", "cells", "."],
    ]
    exact, rounded = load(), load(precision="int8")
    assert list(rounded.parse_all(sentences)) == list(exact.parse_all(sentences))
    [one] = rounded.confidences_all([rounded.parse(sentences[1])])
    [other] = exact.confidences_all([exact.parse(sentences[1])])
    assert list(one.values()) == pytest.approx(list(other.values()), abs=0.1)
    assert one != other


def test_other_models_and_other_precisions_are_errors(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="precision: int8 is for models with a transformer"):
        load_neural(tiny.untrained(tmp_path), precision="int8")
    with pytest.raises(ConfigError, match="must be one of float32, int8, not 'int4'"):
        load_neural(precision="int4")
