"""A BERT that OpenVINO computes is the same BERT, up to rounding."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import torch

from neural.config import ConfigError
from neural.encoders.bert import Bert
from neural.encoders.openvino_bert import OpenVinoBert
from proofs_tests.neural.tiny import BERT_SHAPE

pytest.importorskip("openvino", reason="needs OpenVINO (extra fast)")


@pytest.fixture
def bert() -> Bert:
    torch.manual_seed(0)
    return Bert(BERT_SHAPE).eval()


def batch(rows: int, width: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Pieces, and a mask: the second row is shorter than the others."""
    pieces, mask = torch.randint(1, 50, (rows, width)), torch.ones(rows, width, dtype=torch.int64)
    mask[1:2, width // 2 :] = 0
    return pieces, mask


@torch.no_grad()
@pytest.mark.parametrize(("precision", "distance"), [("float32", 1e-6), ("bfloat16", 0.01), ("int8", 0.03)])
def test_states_are_almost_those_of_the_bert_for_batches_of_all_shapes(
    bert: Bert, precision: str, distance: float
) -> None:
    computed = OpenVinoBert(bert, precision)
    for shape in ((3, 20), (1, 5), (4, 20), (2, 40), (3, 20)):
        pieces, mask = batch(*shape)
        inside = mask.bool()
        expected, found = bert(pieces, mask)[inside], computed(pieces, mask)[inside]
        assert (found - expected).norm() / expected.norm() < distance


@torch.no_grad()
@pytest.mark.parametrize("precision", ["float32", "bfloat16", "int8"])
def test_neither_padding_nor_other_rows_are_looked_at(bert: Bert, precision: str) -> None:
    computed = OpenVinoBert(bert, precision)
    pieces, mask = batch(3, 20)
    found = computed(pieces, mask)
    torch.testing.assert_close(computed(pieces[2:], mask[2:]), found[2:], atol=1e-6, rtol=1e-6)
    pieces[1, 10:] = 7
    torch.testing.assert_close(computed(pieces, mask)[1, :10], found[1, :10])


@torch.no_grad()
def test_threads_compute_side_by_side(bert: Bert) -> None:
    computed = OpenVinoBert(bert, "float32")
    batches = [batch(2, width) for width in range(4, 36)]
    expected = [computed(*one) for one in batches]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda one: computed(*one), batches))
    assert all(map(torch.equal, found, expected))
    assert 1 <= len(computed._idle) <= 4


def test_it_cannot_be_saved(bert: Bert, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be saved"):
        OpenVinoBert(bert, "int8").save(tmp_path)
