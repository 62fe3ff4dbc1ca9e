"""A BERT whose products of matrices are in whole numbers of eight bits, for parsing on a CPU.

Processors with instructions for such products (VNNI, and the like) multiply them several times as fast as
floating-point numbers.  Each row of the weights has a scale of its own, and so has each vector that is multiplied: a
vector's result does not depend on the other vectors in the batch.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from neural.config import ConfigError
from neural.encoders.architecture import Transformer
from neural.encoders.bert import Bert

LEVELS = 127
"""The largest whole number used."""


def scaled(rows: Tensor) -> tuple[Tensor, Tensor]:
    """Whole numbers for the rows of a table, and the scale of each row, [rows, 1].

    Examples
    --------
    >>> scaled(torch.tensor([[1.0, -0.5], [0.0, 0.0]]))[0]
    tensor([[127, -64],
            [  0,   0]], dtype=torch.int8)
    """
    # The scale of a row of zeros must not be 0.
    scale = (rows.abs().amax(dim=1, keepdim=True) / LEVELS).clamp(min=torch.finfo(torch.float32).tiny)
    return (rows / scale).round_().to(torch.int8), scale


class EightBitLinear(nn.Module):
    """A linear layer: K vectors in floating-point numbers to K vectors, by a product in whole numbers."""

    def __init__(self, weight: Tensor, bias: Tensor) -> None:
        super().__init__()
        whole, scale = scaled(weight.detach())
        self.register_buffer("weight", whole)
        self.register_buffer("scale", scale.squeeze(1))
        self.register_buffer("bias", bias.detach())

    def forward(self, vectors: Tensor) -> Tensor:
        """[K, inputs] to [K, outputs]."""
        whole, scale = scaled(vectors)
        product = torch._int_mm(whole, self.get_buffer("weight").t())  # noqa: SLF001  # PyTorch has no other name for it
        return torch.addcmul(self.get_buffer("bias"), product.float().mul_(scale), self.get_buffer("scale"))


class _Layer(nn.Module):
    """A layer of BERT."""

    def __init__(self, layer: nn.TransformerEncoderLayer) -> None:
        super().__init__()
        attention = layer.self_attn
        assert attention.in_proj_weight is not None
        assert attention.in_proj_bias is not None
        self.heads = attention.num_heads
        self.projections = EightBitLinear(attention.in_proj_weight, attention.in_proj_bias)
        self.joined = EightBitLinear(attention.out_proj.weight, attention.out_proj.bias)
        self.wide = EightBitLinear(layer.linear1.weight, layer.linear1.bias)
        self.narrow = EightBitLinear(layer.linear2.weight, layer.linear2.bias)
        self.norm1, self.norm2 = layer.norm1, layer.norm2

    def forward(self, states: Tensor, inside: Tensor) -> Tensor:
        """[R, T, size] states, and [R, 1, 1, T] where there is a piece, to [R, T, size] states."""
        rows, width, size = states.shape
        flat = states.reshape(-1, size)
        parts = self.projections(flat).view(rows, width, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        queries, keys, values = parts.unbind(0)
        attended = F.scaled_dot_product_attention(queries, keys, values, attn_mask=inside)
        flat = self.norm1(flat + self.joined(attended.transpose(1, 2).reshape(-1, size)))
        result: Tensor = self.norm2(flat + self.narrow(F.gelu(self.wide(flat))))
        return result.view(rows, width, size)


class EightBitBert(Transformer):
    """The same as a BERT, up to rounding; it parses and does not learn."""

    def __init__(self, bert: Bert) -> None:
        super().__init__(bert.size, bert.longest)
        self.pieces, self.positions, self.norm = bert.pieces, bert.positions, bert.norm
        layers = (layer for layer in bert.layers.layers if isinstance(layer, nn.TransformerEncoderLayer))
        self.layers = nn.ModuleList(map(_Layer, layers))

    def forward(self, pieces: Tensor, mask: Tensor) -> Tensor:
        """[R, T] pieces, and 1 where there is one, to [R, T, size] states."""
        place = torch.arange(pieces.size(1), device=pieces.device)
        states: Tensor = self.norm(self.pieces(pieces) + self.positions(place))
        inside = (mask != 0)[:, None, None, :]
        for layer in self.layers:
            states = layer(states, inside)
        return states

    def save(self, directory: Path) -> None:
        """There is nothing to save: the weights of the BERT have been rounded."""
        raise ConfigError("precision", f"weights in whole numbers cannot be saved in {str(directory)!r}")
