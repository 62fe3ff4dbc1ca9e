"""A BERT in whole numbers of eight bits is almost the same BERT."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch.nn import functional as F

from neural.config import ConfigError
from neural.encoders.bert import Bert
from neural.encoders.eight_bits import EightBitBert, EightBitLinear, scaled
from proofs_tests.neural.tiny import BERT_SHAPE


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
    bert = Bert(BERT_SHAPE).eval()
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
        EightBitBert(Bert(BERT_SHAPE)).save(tmp_path)
