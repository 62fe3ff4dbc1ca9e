"""A BERT that OpenVINO computes, for parsing on a CPU (extra ``fast``).

The network is written down here once more, in OpenVINO's operations.  OpenVINO could also convert the one of PyTorch,
but that takes seconds at each start, and its converter reports to its makers that it was used.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from neural.config import ConfigError
from neural.encoders.architecture import Transformer
from neural.encoders.bert import Bert
from neural.encoders.eight_bits import scaled

if TYPE_CHECKING:
    from openvino import InferRequest, Model, Node, Output

    Value: TypeAlias = Node | Output
    """What an operation takes."""

IS_INSTALLED = importlib.util.find_spec("openvino") is not None


class OpenVinoBert(Transformer):
    """The same as a BERT, up to rounding; it parses and does not learn.

    Parameters
    ----------
    bert : Bert
        The BERT, on the CPU.
    precision : str
        ``"float32"``, ``"bfloat16"`` or ``"int8"``: what matrices are multiplied in.  What the processor cannot
        multiply is computed in float32.
    """

    def __init__(self, bert: Bert, precision: str) -> None:
        import openvino

        super().__init__(bert.size, bert.longest)
        self._core = openvino.Core()
        self._model = _Writing(bert, in_whole_numbers=precision == "int8").model()
        self._options = {
            "INFERENCE_PRECISION_HINT": "f32" if precision == "float32" else "bf16",
            "DYNAMIC_QUANTIZATION_GROUP_SIZE": bert.size if precision == "int8" else 0,
            # Threads of our own work on batches side by side (neural.models.threads), each with a copy of the network.
            "NUM_STREAMS": 1,
            "INFERENCE_NUM_THREADS": 1,
            "ENABLE_CPU_PINNING": False,
        }
        self._idle = [self._request()]

    def forward(self, pieces: Tensor, mask: Tensor) -> Tensor:
        """[R, T] pieces, and 1 where there is one, to [R, T, size] states."""
        try:
            request = self._idle.pop()
        except IndexError:  # other threads have them all
            request = self._request()
        states: NDArray[np.float32] = request.infer([pieces.numpy(), mask.numpy()], share_inputs=True)[0]
        self._idle.append(request)
        return torch.from_numpy(states)

    def _request(self) -> InferRequest:
        """A copy of the network that can compute one thing at a time."""
        return self._core.compile_model(self._model, "CPU", self._options).create_infer_request()

    def save(self, directory: Path) -> None:
        """There is nothing to save: the weights are OpenVINO's."""
        raise ConfigError("precision", f"weights for parsing alone cannot be saved in {str(directory)!r}")


class _Writing:
    """How a BERT is written down in OpenVINO's operations."""

    def __init__(self, bert: Bert, *, in_whole_numbers: bool) -> None:
        from openvino import opset13

        self._op = opset13
        self._weights = {name: weight.detach().numpy() for name, weight in bert.named_parameters()}
        self._in_whole_numbers = in_whole_numbers
        layer = bert.layers.layers[0]
        assert isinstance(layer, nn.TransformerEncoderLayer)
        self._layers, self._heads, self._size = len(bert.layers.layers), layer.self_attn.num_heads, bert.size
        self._epsilon = bert.norm.eps

    def model(self) -> Model:
        """From [R, T] pieces and [R, T] mask to [R, T, size] states; R and T may be others each time."""
        from openvino import Model

        op = self._op
        pieces, mask = (op.parameter([-1, -1], np.int64) for _ in range(2))
        width = op.gather(op.shape_of(pieces), self._whole(1), self._whole(0))
        place = op.range(self._whole(0), width, self._whole(1), "i64")
        states = op.add(self._rows("pieces", pieces), self._rows("positions", place))
        states = self._normal("norm", states)
        inside = op.unsqueeze(op.not_equal(mask, self._whole(0)), self._whole([1, 2]))
        weight = op.select(inside, op.constant(np.float32(0)), op.constant(np.float32(-np.inf)))
        for number in range(self._layers):
            states = self._layer(f"layers.layers.{number}.", states, weight)
        return Model([op.result(states)], [pieces, mask], "bert")

    def _layer(self, name: str, states: Value, weight: Value) -> Value:
        """A layer; ``weight`` is added to the scores of attention: minus infinity where there is no piece."""
        op = self._op
        parts = self._linear(f"{name}self_attn.in_proj_", states)
        apart = op.reshape(parts, self._whole([0, 0, 3, self._heads, self._size // self._heads]), special_zero=True)
        by_head = op.transpose(apart, self._whole([2, 0, 3, 1, 4]))
        queries, keys, values = (op.gather(by_head, self._whole(part), self._whole(0)) for part in range(3))
        attended = op.scaled_dot_product_attention(queries, keys, values, weight)
        by_piece = op.transpose(attended, self._whole([0, 2, 1, 3]))
        joined = op.reshape(by_piece, self._whole([0, 0, self._size]), special_zero=True)
        states = op.add(states, self._linear(f"{name}self_attn.out_proj.", joined))
        states = self._normal(f"{name}norm1", states)
        wide = op.gelu(self._linear(f"{name}linear1.", states), "erf")
        states = op.add(states, self._linear(f"{name}linear2.", wide))
        return self._normal(f"{name}norm2", states)

    def _linear(self, name: str, states: Value) -> Value:
        op = self._op
        weight, bias = self._weights[f"{name}weight"], self._weights[f"{name}bias"]
        rows = op.constant(weight, shared_memory=True)
        if self._in_whole_numbers:
            whole, scale = (part.numpy() for part in scaled(torch.from_numpy(weight)))
            rows = op.multiply(op.convert(op.constant(whole), np.float32), op.constant(scale))
        return op.add(op.matmul(states, rows, transpose_a=False, transpose_b=True), op.constant(bias))

    def _normal(self, name: str, states: Value) -> Value:
        op = self._op
        scale, shift = (op.constant(self._weights[f"{name}.{kind}"]) for kind in ("weight", "bias"))
        normal = op.mvn(states, self._whole([-1]), normalize_variance=True, eps=self._epsilon, eps_mode="inside_sqrt")
        return op.add(op.multiply(normal, scale), shift)

    def _rows(self, name: str, numbers: Value) -> Value:
        table = self._op.constant(self._weights[f"{name}.weight"], shared_memory=True)
        return self._op.gather(table, numbers, self._whole(0))

    def _whole(self, numbers: int | list[int]) -> Value:
        return self._op.constant(np.array(numbers, dtype=np.int64))
