"""The encoder reads each sentence as if it were alone."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn

from neural.config import EncoderConfig
from neural.data.vocabulary import Vocabulary
from neural.data.words import Words
from neural.encoders.bilstm import BiLSTMEncoder, BiLSTMLayer, ConvolutionalSpelling, RecurrentSpelling
from neural.encoders.layers import SharedDropout, padding

SENTENCES = [
    Words(("Hot", "tea", "and", "buns"), ("A", "N", "C", "N")),
    Words((), ()),
    Words(("extraordinarily",), ("R",)),
    Words(("a", "b", "c", "d", "e", "f", "g"), ("X",) * 7),
]


@pytest.mark.parametrize("characters", ["none", "cnn", "lstm"])
@torch.inference_mode()
def test_company_makes_no_difference(characters: str) -> None:
    torch.manual_seed(0)
    config = EncoderConfig(tags="upos", characters=characters, hidden=8, layers=2)  # type: ignore[arg-type]  # as above
    vocabulary = Vocabulary.build(SENTENCES, [])
    encoder = BiLSTMEncoder(config, vocabulary, torch.randn(2, 3)).eval()
    together: Tensor = encoder(encoder.read(SENTENCES))
    alone = torch.cat([encoder(encoder.read([sentence])) for sentence in SENTENCES])
    assert together.shape == (sum(len(s.forms) + 1 for s in SENTENCES), 16)
    torch.testing.assert_close(together, alone, rtol=1e-5, atol=1e-5)


@torch.inference_mode()
def test_a_layer_is_torchs_bi_lstm() -> None:
    torch.manual_seed(0)
    layer = BiLSTMLayer(5, 4)
    reference = nn.LSTM(5, 4, bidirectional=True, batch_first=True)
    for name, own in (("", layer.left_to_right), ("_reverse", layer.right_to_left)):
        for parameter in ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0"):
            reference.get_parameter(parameter + name).copy_(own.get_parameter(parameter))
    sizes = torch.tensor([3, 6, 1])
    items = torch.randn(10, 5)
    expected = torch.cat([reference(part)[0] for part in torch.split(items, sizes.tolist())])
    torch.testing.assert_close(layer(items, padding(sizes)), expected)
    ends = torch.stack([torch.cat([part[-1, :4], part[0, 4:]]) for part in torch.split(expected, sizes.tolist())])
    torch.testing.assert_close(layer.ends(items, padding(sizes)), ends)


@pytest.mark.parametrize("kind", [ConvolutionalSpelling, RecurrentSpelling])
@torch.inference_mode()
def test_a_spelling_does_not_depend_on_the_padding(kind: type[ConvolutionalSpelling | RecurrentSpelling]) -> None:
    torch.manual_seed(0)
    spelling = kind(10, 4, 6)
    words = torch.tensor([[3, 4, -1, -1, -1], [5, 6, 7, 8, 9], [3, -1, -1, -1, -1]])
    together: Tensor = spelling(words)
    for row, size in zip(range(3), (2, 5, 1), strict=True):
        torch.testing.assert_close(spelling(words[row : row + 1, :size]), together[row : row + 1])
    assert not torch.equal(spelling(words.flip(0)), together)


def test_dropout_is_shared_within_a_sentence_and_keeps_the_mean() -> None:
    torch.manual_seed(0)
    dropout = SharedDropout(0.3)
    rows = torch.tensor([0] * 5 + [1] * 3)
    dropped: Tensor = dropout(torch.ones(8, 4000), rows)
    first, second = dropped[:5], dropped[5:]
    assert torch.equal(first, first[:1].expand_as(first))
    assert torch.equal(second, second[:1].expand_as(second))
    assert not torch.equal(first[0], second[0])
    assert sorted(set(dropped.flatten().tolist())) == pytest.approx([0.0, 1 / 0.7])
    assert dropped.mean() == pytest.approx(1.0, abs=0.05)
    assert torch.equal(dropout.eval()(torch.ones(8, 4), rows), torch.ones(8, 4))
