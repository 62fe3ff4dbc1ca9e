"""BERT (Devlin et al. 2019), made of PyTorch's own layers.

The published weights are read with the library ``transformers``, which takes seconds to import.  A trained model does
not need it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor, nn

from bubbletree.io import atomic_writer
from neural.config import Json
from neural.encoders.architecture import SHAPE, Transformer

_USED = (
    "hidden_size",
    "intermediate_size",
    "layer_norm_eps",
    "max_position_embeddings",
    "num_attention_heads",
    "num_hidden_layers",
    "hidden_dropout_prob",
    "vocab_size",
)
"""The options of a BERT that matter, as ``transformers`` names them."""

_PARTS = {
    "attention.output.dense": "self_attn.out_proj",
    "attention.output.LayerNorm": "norm1",
    "intermediate.dense": "linear1",
    "output.dense": "linear2",
    "output.LayerNorm": "norm2",
}
"""The parts of a layer: their names in ``transformers``, and in PyTorch."""


class Bert(Transformer):
    """A BERT with random weights.

    Parameters
    ----------
    shape : mapping of str to JSON value
        Its sizes, as ``transformers`` names them; :func:`is_plain_bert` accepts them.
    """

    def __init__(self, shape: Mapping[str, Json]) -> None:
        self.shape = {"model_type": "bert", **{name: shape[name] for name in _USED}}
        numbers = {name: value for name, value in shape.items() if isinstance(value, int | float)}
        size, positions = int(numbers["hidden_size"]), int(numbers["max_position_embeddings"])
        super().__init__(size, positions)
        dropout, epsilon = numbers["hidden_dropout_prob"], numbers["layer_norm_eps"]
        self.pieces = nn.Embedding(int(numbers["vocab_size"]), size)
        self.positions = nn.Embedding(positions, size)
        self.norm = nn.LayerNorm(size, epsilon)
        self.dropout = nn.Dropout(dropout)
        layer = nn.TransformerEncoderLayer(
            size,
            int(numbers["num_attention_heads"]),
            int(numbers["intermediate_size"]),
            dropout,
            activation="gelu",
            layer_norm_eps=epsilon,
            batch_first=True,
        )
        layer.dropout = nn.Dropout(0.0)  # BERT has none inside the feed-forward part
        self.layers = nn.TransformerEncoder(layer, int(numbers["num_hidden_layers"]), enable_nested_tensor=False)

    @property
    def device(self) -> torch.device:
        """Where it computes."""
        return self.pieces.weight.device

    def forward(self, pieces: Tensor, mask: Tensor) -> Tensor:
        """[R, T] pieces, and 1 where there is one, to [R, T, size] states."""
        place = torch.arange(pieces.size(1), device=pieces.device)
        states = self.dropout(self.norm(self.pieces(pieces) + self.positions(place)))
        read: Tensor = self.layers(states, src_key_padding_mask=mask == 0)
        return read

    def save(self, directory: Path) -> None:
        """Write its sizes."""
        with atomic_writer(directory / SHAPE) as file:
            json.dump(self.shape, file, indent=2)


def is_plain_bert(shape: Mapping[str, Json]) -> bool:
    """Whether a transformer of this shape is a BERT that :class:`Bert` can replace."""
    return (
        shape.get("model_type") == "bert"
        and shape.get("hidden_act", "gelu") == "gelu"
        and shape.get("position_embedding_type", "absolute") == "absolute"
        and not shape.get("is_decoder")
        and _makes_sense(shape)
        and shape.get("attention_probs_dropout_prob", shape["hidden_dropout_prob"]) == shape["hidden_dropout_prob"]
    )


def _makes_sense(shape: Mapping[str, Json]) -> bool:
    """Whether a network of this shape can be built."""
    numbers = {name: value for name in _USED if isinstance(value := shape.get(name), int | float)}
    sizes = [numbers.get(name, 0) for name in _USED if name not in ("hidden_dropout_prob", "layer_norm_eps")]
    return (
        all(isinstance(size, int) and size > 0 for size in sizes)
        and 0 <= numbers.get("hidden_dropout_prob", -1) < 1
        and numbers.get("layer_norm_eps", 0) > 0
        and numbers["hidden_size"] % numbers["num_attention_heads"] == 0
    )


def bert_weights(published: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The weights of a ``BertModel`` of ``transformers``, renamed for :class:`Bert`."""
    weights = {
        "pieces.weight": published["embeddings.word_embeddings.weight"],
        # BERT adds one of two vectors for the kind of text. Ours is always of the first kind.
        "positions.weight": published["embeddings.position_embeddings.weight"]
        + published["embeddings.token_type_embeddings.weight"][0],
    }
    for kind in ("weight", "bias"):
        weights[f"norm.{kind}"] = published[f"embeddings.LayerNorm.{kind}"]
        layer = 0
        while f"encoder.layer.{layer}.output.dense.{kind}" in published:
            before, after = f"encoder.layer.{layer}.", f"layers.layers.{layer}."
            for theirs, ours in _PARTS.items():
                weights[f"{after}{ours}.{kind}"] = published[f"{before}{theirs}.{kind}"]
            attention = [published[f"{before}attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
            weights[f"{after}self_attn.in_proj_{kind}"] = torch.cat(attention)
            layer += 1
    return weights
