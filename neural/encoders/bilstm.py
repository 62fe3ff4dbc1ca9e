"""The paper's encoder: word, tag and spelling through a bi-LSTM.

Batches are flat (see :mod:`neural.data.features`).  Only recurrent layers get padded tensors, in which each sentence
begins in the first column, in the direction of reading.  On a CPU a padded batch takes a third to a half less time
than a packed one, and sentences of similar lengths need little padding.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from neural.config import EncoderConfig
from neural.data.features import Features, drop_words, featurise, word_counts
from neural.data.vocabulary import Vocabulary
from neural.data.words import Words
from neural.encoders.interface import Encoder, Inputs
from neural.encoders.layers import Padding, SharedDropout, padding, rows_of


class BiLSTMLayer(nn.Module):
    """One layer of a bi-LSTM: M vectors of size ``inputs`` to M vectors of size ``2 * hidden``."""

    def __init__(self, inputs: int, hidden: int) -> None:
        super().__init__()
        self.left_to_right = nn.LSTM(inputs, hidden, batch_first=True)
        self.right_to_left = nn.LSTM(inputs, hidden, batch_first=True)
        for lstm in (self.left_to_right, self.right_to_left):
            _initialise(lstm)

    def read(self, items: Tensor, at: Padding) -> tuple[Tensor, Tensor]:
        """The states of both directions by cell of the padded tensors, [N * T, hidden] each."""
        forward = self.left_to_right(rows_of(items, at.forward))[0]
        backward = self.right_to_left(rows_of(items, at.backward))[0]
        return forward.flatten(0, 1), backward.flatten(0, 1)

    def forward(self, items: Tensor, at: Padding) -> Tensor:
        """The states of both directions for each item, [M, 2 * hidden]."""
        forward, backward = self.read(items, at)
        return torch.cat([rows_of(forward, at.from_forward), rows_of(backward, at.from_backward)], dim=1)

    def ends(self, items: Tensor, at: Padding) -> Tensor:
        """The last states of both directions for each sequence, [N, 2 * hidden]."""
        return torch.cat([rows_of(states, at.last) for states in self.read(items, at)], dim=1)


def _initialise(lstm: nn.LSTM) -> None:
    nn.init.orthogonal_(lstm.get_parameter("weight_hh_l0"))
    nn.init.xavier_uniform_(lstm.get_parameter("weight_ih_l0"))
    nn.init.zeros_(lstm.get_parameter("bias_hh_l0"))
    bias = lstm.get_parameter("bias_ih_l0")
    nn.init.zeros_(bias)
    nn.init.ones_(bias[lstm.hidden_size : 2 * lstm.hidden_size])  # at first, forget nothing


class ConvolutionalSpelling(nn.Module):
    """Reads a spelling by convolution: the maxima of filters that are three characters wide."""

    WIDTH = 3

    def __init__(self, characters: int, dimension: int, outputs: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(characters + 1, dimension, padding_idx=characters)
        self.filters = nn.Linear(self.WIDTH * dimension, outputs)

    def forward(self, spellings: Tensor) -> Tensor:
        """[U, C] characters, -1 after the end, to [U, outputs]."""
        outside = self.embedding.num_embeddings - 1
        inside = spellings >= 0
        padded = F.pad(spellings.masked_fill(~inside, outside), (1, 1), value=outside)
        windows = padded.unfold(1, self.WIDTH, 1)[inside]  # only those whose middle is a character
        filtered: Tensor = F.relu(self.filters(self.embedding(windows).flatten(1)))
        owners = inside.nonzero()[:, :1].expand_as(filtered)
        lowest = filtered.new_zeros(spellings.size(0), filtered.size(1))
        return lowest.scatter_reduce(0, owners, filtered, "amax")


class RecurrentSpelling(nn.Module):
    """Reads a spelling by a bi-LSTM over its characters, of which it takes the last states."""

    def __init__(self, characters: int, dimension: int, outputs: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(characters, dimension)
        self.lstm = BiLSTMLayer(dimension, outputs // 2)

    def forward(self, spellings: Tensor) -> Tensor:
        """[U, C] characters, -1 after the end, to [U, outputs]."""
        inside = spellings >= 0
        return self.lstm.ends(self.embedding(spellings[inside]), padding(inside.sum(dim=1)))


class BiLSTMEncoder(Encoder):
    """A bi-LSTM over embeddings of word, tag and spelling, and fixed pre-trained vectors.

    Parameters
    ----------
    config : EncoderConfig
        Sizes.
    vocabulary : Vocabulary
        The words, tags and characters that have a number.
    vectors : Tensor, [len(vocabulary.pretrained), their size], optional
        The pre-trained vectors.
    """

    cells_on_cpu = 2048  # each step is one product for all sentences, and the more there are, the faster it is

    def __init__(self, config: EncoderConfig, vocabulary: Vocabulary, vectors: Tensor | None = None) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        self._word_dropout = config.word_dropout
        self.words = nn.Embedding(len(vocabulary.words), config.word_dimension)
        size = config.word_dimension
        self.tags = None
        if config.tags != "none":
            self.tags = nn.Embedding(len(vocabulary.tags), config.tag_dimension)
            size += config.tag_dimension
        self.spelling: ConvolutionalSpelling | RecurrentSpelling | None = None
        if config.characters != "none":
            kind = ConvolutionalSpelling if config.characters == "cnn" else RecurrentSpelling
            self.spelling = kind(len(vocabulary.characters), config.character_dimension, config.spelling_dimension)
            size += config.spelling_dimension
        self.register_buffer("pretrained", torch.zeros(len(vocabulary.pretrained), 0) if vectors is None else vectors)
        self.register_buffer("counts", torch.zeros(len(vocabulary.words)), persistent=False)
        size += self.get_buffer("pretrained").size(1)
        self.dropout = SharedDropout(config.dropout)
        self.layers = nn.ModuleList(
            BiLSTMLayer(size if layer == 0 else 2 * config.hidden, config.hidden) for layer in range(config.layers)
        )
        self.size = 2 * config.hidden

    @classmethod
    def make(
        cls,
        config: EncoderConfig,
        vocabulary: Vocabulary,
        vectors: Tensor | None,
        directory: Path | None,  # noqa: ARG003  # nothing is saved there
    ) -> BiLSTMEncoder:
        """An encoder with these options and random weights."""
        return cls(config, vocabulary, vectors)

    def read(self, sentences: Sequence[Words]) -> Features:
        """The features of some sentences."""
        return featurise(sentences, self._vocabulary)

    def study(self, sentences: Iterable[Words]) -> None:
        """Count the words, because rare ones are made unknown at random."""
        self.get_buffer("counts").copy_(word_counts(sentences, self._vocabulary))

    def forward(self, inputs: Inputs) -> Tensor:
        """The vectors of all tokens, [M, size]."""
        assert isinstance(inputs, Features)
        features = inputs
        if self.training:
            features = drop_words(features, self.get_buffer("counts"), self._word_dropout)
        parts = [self.words(features.words)]
        if self.tags is not None:
            parts.append(self.tags(features.tags))
        by_spelling = [self.get_buffer("pretrained")[features.pretrained]]
        if self.spelling is not None:
            by_spelling.append(self.spelling(features.characters))
        parts.append(rows_of(torch.cat(by_spelling, dim=1), features.spelling))
        at = padding(torch.tensor(features.lengths, device=features.words.device) + 1)
        tokens: Tensor = self.dropout(torch.cat(parts, dim=1), at.rows)
        for layer in self.layers:
            tokens = self.dropout(layer(tokens, at), at.rows)
        return tokens
