"""A pre-trained transformer, such as BERT, as the encoder; all its weights are fine-tuned.

A token's vector is the mean of its word pieces' vectors, or the first of them.  RT gets the vector of the special
piece that begins the sentence.  A sentence with too many pieces is read in overlapping windows, and each word is taken
from the window that shows most of the words around it.  Only a word that is longer than a window loses pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from neural.config import ConfigError, EncoderConfig
from neural.data.vocabulary import Vocabulary
from neural.data.words import Words
from neural.encoders import openvino_bert
from neural.encoders.architecture import SHAPE, Transformer, read_object
from neural.encoders.bert import Bert, is_plain_bert
from neural.encoders.eight_bits import EightBitBert
from neural.encoders.interface import Encoder, Inputs
from neural.encoders.layers import SharedDropout
from neural.encoders.windows import windows
from neural.encoders.wordpieces import WordPieces

PIECES_AT_ONCE = 2**14
"""How many word pieces are read at once in parsing, padding included, if a window has no more."""


class Pieces(NamedTuple):
    """N sentences with M tokens in all, cut into R windows of at most T word pieces.

    Attributes
    ----------
    lengths : tuple of int
        The number of words of each sentence; M = sum(lengths) + N.
    pieces, mask : Tensor of int64, [R, T]
        Numbers of word pieces, and 1 where there is one.
    places : Tensor of int64, [P]
        The cells, rows laid end to end, of the pieces that make up the tokens.
    owners : Tensor of int64, [P]
        Which token each of them belongs to.
    counts : Tensor, [M]
        How many pieces make up each token; at least 1.
    """

    lengths: tuple[int, ...]
    pieces: Tensor
    mask: Tensor
    places: Tensor
    owners: Tensor
    counts: Tensor

    def to(self, device: torch.device | str, /) -> Pieces:
        """The same on another device."""
        return Pieces(self.lengths, *(tensor.to(device) for tensor in self[1:]))


class TransformerEncoder(Encoder):
    """A transformer over word pieces, pooled by token.

    Parameters
    ----------
    config : EncoderConfig
        Pooling, dropout, and the size of windows.
    reader : Transformer
        The transformer.
    pieces : WordPieces
        Its word pieces.
    """

    def __init__(self, config: EncoderConfig, reader: Transformer, pieces: WordPieces) -> None:
        super().__init__()
        self.size = reader.size
        self.reader: Transformer = reader
        self.dropout = SharedDropout(config.dropout)
        self._bfloat16 = config.precision == "bfloat16"
        self._first_only = config.pooling == "first"
        self.pieces = pieces
        self._special = len(pieces.before) + len(pieces.after)
        self._room = min(config.window or pieces.longest, pieces.longest) - self._special
        if self._room < 1:
            raise ConfigError("encoder.window", f"{config.window} is too small: special pieces leave no room for words")

    @classmethod
    def check(cls, config: EncoderConfig) -> None:
        """Raise ConfigError unless a transformer is named."""
        if not config.model:
            raise ConfigError("encoder.model", "say which transformer")

    @classmethod
    def make(
        cls,
        config: EncoderConfig,
        vocabulary: Vocabulary,  # noqa: ARG003  # a transformer brings its own
        vectors: Tensor | None,  # noqa: ARG003  # likewise
        directory: Path | None,
    ) -> TransformerEncoder:
        """The transformer named in the options, or the one in a directory, whose weights are still to be loaded.

        Raises
        ------
        ConfigError
            It cannot be loaded.
        """
        if directory is None:
            # The package transformers takes seconds to import.
            from neural.encoders.hub import from_hub

            return cls(config, *from_hub(config.model))
        return cls(config, *_saved(directory))

    def sizes(self, sentences: Sequence[Words]) -> list[int]:
        """The number of word pieces of each sentence, special ones included."""
        found = iter(self.pieces.of([form for sentence in sentences for form in sentence.forms]))
        return [self._special + sum(len(next(found)) for _ in sentence.forms) for sentence in sentences]

    def read(self, sentences: Sequence[Words]) -> Pieces:
        """The windows of word pieces of some sentences."""
        # All at once: words not seen before take one call of the tokenizer.
        found = iter(self.pieces.of([form for sentence in sentences for form in sentence.forms]))
        rows: list[Tensor] = []
        cells: list[tuple[int, int]] = []
        owners: list[int] = []
        token = 0
        for sentence in sentences:
            words = [next(found)[: self._room] for _ in sentence.forms]
            cells.append((len(rows), 0))
            owners.append(token)
            for window in windows([len(word) for word in words], self._room):
                row = list(self.pieces.before)
                for word in window.words:
                    if word in window.own:
                        used = words[word][:1] if self._first_only else words[word]
                        cells.extend((len(rows), len(row) + place) for place in range(len(used)))
                        owners.extend([token + 1 + word] * len(used))
                    row += words[word]
                rows.append(torch.tensor(row + self.pieces.after))
            token += 1 + len(words)
        pieces = pad_sequence(rows, batch_first=True, padding_value=-1)
        mask = pieces >= 0
        place = torch.tensor(cells)
        owner = torch.tensor(owners)
        return Pieces(
            lengths=tuple(len(sentence.forms) for sentence in sentences),
            pieces=pieces.clamp(min=0),
            mask=mask.long(),
            places=place[:, 0] * pieces.size(1) + place[:, 1],
            owners=owner,
            counts=owner.bincount(minlength=token).to(torch.get_default_dtype()),
        )

    def forward(self, inputs: Inputs) -> Tensor:
        """The vectors of all tokens, [M, size]."""
        assert isinstance(inputs, Pieces)
        # Training needs all at once, for the gradient.
        count, width = inputs.pieces.shape
        some = count if torch.is_grad_enabled() else max(1, PIECES_AT_ONCE // width)
        with torch.autocast(inputs.pieces.device.type, torch.bfloat16, enabled=self._bfloat16):
            parts = zip(torch.split(inputs.pieces, some), torch.split(inputs.mask, some), strict=True)
            states: Tensor = torch.cat([self.reader(pieces, mask) for pieces, mask in parts])
        used = states.flatten(0, 1).index_select(0, inputs.places).to(inputs.counts.dtype)
        sums = used.new_zeros(inputs.counts.size(0), self.size).index_add(0, inputs.owners, used)
        lengths = torch.tensor(inputs.lengths, device=sums.device) + 1
        rows = torch.arange(lengths.size(0), device=sums.device).repeat_interleave(lengths)
        tokens: Tensor = self.dropout(sums / inputs.counts.unsqueeze(1), rows)
        return tokens

    def compute_in(self, precision: str) -> None:
        """From now on, compute in these numbers: in smaller ones with OpenVINO where it is installed."""
        self._bfloat16 = False
        if precision == "float32":
            return
        if isinstance(self.reader, Bert) and self.reader.device.type == "cpu" and openvino_bert.IS_INSTALLED:
            self.reader = openvino_bert.OpenVinoBert(self.reader, precision).eval()
        elif precision == "bfloat16":
            self._bfloat16 = True
        elif isinstance(self.reader, Bert):
            self.reader = EightBitBert(self.reader).eval()
        else:
            raise ConfigError("precision", f"{precision} is for models with a transformer of BERT's architecture")

    def pretrained_parameters(self) -> Iterable[nn.Parameter]:
        """All weights of the transformer."""
        return self.reader.parameters()

    def save_setup(self, directory: Path) -> None:
        """Write the transformer's configuration and its word pieces."""
        directory.mkdir(parents=True, exist_ok=True)
        self.pieces.save(directory)
        self.reader.save(directory)


def _saved(directory: Path) -> tuple[Transformer, WordPieces]:
    """The transformer that :meth:`TransformerEncoder.save_setup` wrote, without its weights, and its word pieces."""
    try:
        pieces = WordPieces.load(directory)
        shape = read_object(directory / SHAPE)
    except (OSError, ValueError) as error:
        raise ConfigError("encoder.model", f"cannot load {str(directory)!r}: {error}") from error
    if is_plain_bert(shape):
        bert = Bert(shape)
        if pieces.longest > bert.longest or pieces.highest >= bert.pieces.num_embeddings:
            reason = "there are more word pieces, or more of them at once, than its config.json allows"
            raise ConfigError("encoder.model", f"cannot load {str(directory)!r}: {reason}")
        return bert, pieces
    from neural.encoders.hub import from_shape

    return from_shape(directory), pieces
