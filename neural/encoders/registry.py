"""The encoders by name."""

from __future__ import annotations

from pathlib import Path

from torch import Tensor

from neural.config import EncoderConfig
from neural.data.vocabulary import Vocabulary
from neural.encoders.bilstm import BiLSTMEncoder
from neural.encoders.interface import Encoder

SETUP = "encoder"
"""The folder of a model directory that :meth:`Encoder.save_setup` writes to."""


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
        A model directory whose weights the encoder is to get afterwards; without it, a transformer gets the weights
        that it was published with.

    Raises
    ------
    ConfigError
        A transformer cannot be loaded.
    """
    if config.kind == "transformer":
        # The package transformers takes seconds to import, and is not needed for the other encoder.
        from neural.encoders.transformer import load_transformer

        return load_transformer(config, None if directory is None else directory / SETUP)
    return BiLSTMEncoder(config, vocabulary, vectors)
