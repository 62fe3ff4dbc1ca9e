"""The encoders by name."""

from __future__ import annotations

from pathlib import Path

from torch import Tensor

from neural.config import EncoderConfig
from neural.config.registry import Registry
from neural.data.vocabulary import Vocabulary
from neural.encoders.interface import Encoder

SETUP = "encoder"
"""The folder of a model directory that :meth:`Encoder.save_setup` writes to."""

ENCODERS: Registry[Encoder] = Registry(
    "encoder.kind",
    "bubbletree.encoders",
    Encoder,  # type: ignore[type-abstract]  # no instance is made of it
    {
        "bilstm": "neural.encoders.bilstm:BiLSTMEncoder",
        "transformer": "neural.encoders.transformer:TransformerEncoder",
    },
)
"""What ``encoder.kind`` can name."""


def make_encoder(
    config: EncoderConfig, vocabulary: Vocabulary, vectors: Tensor | None = None, directory: Path | None = None
) -> Encoder:
    """The encoder that the options ask for.

    Parameters
    ----------
    config : EncoderConfig
        The options.
    vocabulary : Vocabulary
        What it knows.
    vectors : Tensor, optional
        The pre-trained vectors of ``vocabulary.pretrained``, [their number, their size].
    directory : Path, optional
        The model directory that the weights will be loaded from.  Without it, a transformer gets its published weights.

    Raises
    ------
    ConfigError
        There is no such encoder, its options are wrong, or a transformer cannot be loaded.
    """
    kind = ENCODERS.find(config.kind)
    kind.check(config)
    return kind.make(config, vocabulary, vectors, None if directory is None else directory / SETUP)
