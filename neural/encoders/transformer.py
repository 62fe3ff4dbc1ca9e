"""A pre-trained transformer, such as BERT, as the encoder; all its weights are fine-tuned.

A token's vector is the mean of its word pieces' vectors, or the first of them; that of RT is the one of
the special piece that begins the sentence.  A sentence with more pieces than the model can read at
once is read in overlapping windows, and each word is taken from the window that shows most of the
words around it.  Nothing is cut off but the pieces of a single word that fills a window alone.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple

import torch
import transformers
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoConfig, AutoModel, AutoTokenizer, PreTrainedModel, PreTrainedTokenizerBase

from neural.config import ConfigError, EncoderConfig
from neural.data import Words
from neural.encoders.bilstm import SharedDropout
from neural.encoders.interface import Encoder, Inputs

PACKAGE = "package:"
"""``encoder.model=package:NAME/PATH`` is a folder that an installed Python package carries."""

OVERLAP = 2
"""Each window begins with the last 1/2 of the pieces of the one before it."""


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


class Window(NamedTuple):
    """A run of words that are read together, and the run of those whose vectors are taken from here."""

    words: range
    own: range


def windows(sizes: Sequence[int], room: int) -> list[Window]:
    """Cut words of the given sizes, none above ``room``, into windows of at most that size.

    Examples
    --------
    >>> windows([1, 1, 1], 4)
    [Window(words=range(0, 3), own=range(0, 3))]
    >>> for window in windows([1, 1, 1, 1, 1, 1], 4):
    ...     print(window.words, window.own)
    range(0, 4) range(0, 3)
    range(2, 6) range(3, 6)
    """
    ends = [0, *accumulate(sizes)]
    runs: list[range] = []
    start = 0
    while not runs or runs[-1].stop < len(sizes):
        stop = start
        while stop < len(sizes) and ends[stop + 1] - ends[start] <= room:
            stop += 1
        runs.append(range(start, stop))
        middle = ends[stop] - (ends[stop] - ends[start]) / OVERLAP
        start += 1
        while start < stop and ends[start] < middle:
            start += 1
    # A word in two windows goes to the one that shows more on the side where it shows less.
    cuts = [0]
    for left, right in pairwise(runs):
        cut = right.start
        while cut < left.stop and ends[left.stop] - ends[cut + 1] >= ends[cut] - ends[right.start]:
            cut += 1
        cuts.append(cut)
    return [
        Window(run, range(first, last)) for run, first, last in zip(runs, cuts, [*cuts[1:], len(sizes)], strict=True)
    ]


class TransformerEncoder(Encoder):
    """A transformer over word pieces, pooled by token.

    Parameters
    ----------
    config : EncoderConfig
        Pooling, dropout, and the size of windows.
    model : PreTrainedModel
        The transformer.
    tokenizer : PreTrainedTokenizerBase
        Its word pieces.
    """

    def __init__(self, config: EncoderConfig, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> None:
        super().__init__()
        self.size = int(model.config.hidden_size)
        self.model = model
        self.dropout = SharedDropout(config.dropout)
        self._bfloat16 = config.precision == "bfloat16"
        self._first_only = config.pooling == "first"
        self._tokenizer = tokenizer
        self._known: dict[str, list[int]] = {}
        self._before, self._after = _special_pieces(tokenizer)
        longest = min(int(tokenizer.model_max_length), int(getattr(model.config, "max_position_embeddings", 512)))
        self._room = min(config.window or longest, longest) - len(self._before) - len(self._after)
        if self._room < 1:
            raise ConfigError("encoder.window", f"{config.window} leaves no room for words beside special pieces")

    def read(self, sentences: Sequence[Words]) -> Pieces:
        """The windows of word pieces of some sentences."""
        self._learn(form for sentence in sentences for form in sentence.forms)
        rows: list[Tensor] = []
        cells: list[tuple[int, int]] = []
        owners: list[int] = []
        token = 0
        for sentence in sentences:
            words = [self._known[form] for form in sentence.forms]
            cells.append((len(rows), 0))
            owners.append(token)
            for window in windows([len(word) for word in words], self._room):
                row = list(self._before)
                for word in window.words:
                    if word in window.own:
                        used = words[word][:1] if self._first_only else words[word]
                        cells.extend((len(rows), len(row) + place) for place in range(len(used)))
                        owners.extend([token + 1 + word] * len(used))
                    row += words[word]
                rows.append(torch.tensor(row + self._after))
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
        with torch.autocast(inputs.pieces.device.type, torch.bfloat16, enabled=self._bfloat16):
            states: Tensor = self.model(input_ids=inputs.pieces, attention_mask=inputs.mask).last_hidden_state
        used = states.flatten(0, 1).index_select(0, inputs.places).to(inputs.counts.dtype)
        sums = used.new_zeros(inputs.counts.size(0), self.size).index_add(0, inputs.owners, used)
        lengths = torch.tensor(inputs.lengths, device=sums.device) + 1
        rows = torch.arange(lengths.size(0), device=sums.device).repeat_interleave(lengths)
        tokens: Tensor = self.dropout(sums / inputs.counts.unsqueeze(1), rows)
        return tokens

    def pretrained_parameters(self) -> Iterable[nn.Parameter]:
        """All weights of the transformer."""
        return self.model.parameters()

    def save_setup(self, directory: Path) -> None:
        """Write the transformer's configuration and its word pieces."""
        self._tokenizer.save_pretrained(directory)
        self.model.config.save_pretrained(directory)

    def _learn(self, forms: Iterable[str]) -> None:
        """Find the word pieces of forms not seen before; a word without any is one unknown piece."""
        new = [form for form in dict.fromkeys(forms) if form not in self._known]
        if not new:
            return
        unknown = self._tokenizer.unk_token_id
        found = self._tokenizer([[form] for form in new], is_split_into_words=True, add_special_tokens=False)
        for form, pieces in zip(new, found["input_ids"], strict=True):
            self._known[form] = pieces[: self._room] or [0 if unknown is None else unknown]


def _special_pieces(tokenizer: PreTrainedTokenizerBase) -> tuple[list[int], list[int]]:
    """What the tokenizer puts before and after the pieces of a text."""
    bare = tokenizer([["a"]], is_split_into_words=True, add_special_tokens=False)["input_ids"][0]
    whole = tokenizer([["a"]], is_split_into_words=True)["input_ids"][0]
    for start in range(len(whole) - len(bare) + 1):
        if whole[start : start + len(bare)] == bare:
            before, after = whole[:start], whole[start + len(bare) :]
            if before:
                return before, after
    raise ConfigError("encoder.model", "this model marks no beginning of a text, which is needed for RT")


def load_transformer(config: EncoderConfig, directory: Path | None) -> TransformerEncoder:
    """The transformer named in the options, or the one in a directory, there with weights still to be loaded.

    Raises
    ------
    ConfigError
        It cannot be loaded.
    """
    source = str(directory) if directory is not None else _source(config.model)
    # Its own reports, of weights for tasks that are not ours, would only worry a reader.
    transformers.logging.set_verbosity_error()  # type: ignore[no-untyped-call]  # transformers leaves it untyped
    transformers.logging.disable_progress_bar()  # type: ignore[no-untyped-call]  # likewise
    try:
        tokenizer = AutoTokenizer.from_pretrained(source, use_fast=True, add_prefix_space=True)
        if directory is not None:
            model = AutoModel.from_config(AutoConfig.from_pretrained(source))  # type: ignore[no-untyped-call]  # likewise
        else:
            # Only safetensors: nothing is ever unpickled.
            model = AutoModel.from_pretrained(source, use_safetensors=True, dtype=torch.float32)
    except (OSError, ValueError, KeyError, ImportError) as error:
        reason = str(error).strip().splitlines()[0]
        raise ConfigError("encoder.model", f"cannot load {source!r}: {reason}") from error
    if getattr(model, "pooler", None) is not None:
        model.pooler = None  # it serves the classification of sentences
    return TransformerEncoder(config, model, tokenizer)


def _source(name: str) -> str:
    if not name.startswith(PACKAGE):
        return name
    package, _, path = name.removeprefix(PACKAGE).partition("/")
    found = importlib.util.find_spec(package) if package else None
    if found is None or not found.submodule_search_locations:
        raise ConfigError("encoder.model", f"there is no Python package {package!r}")
    folder = Path(found.submodule_search_locations[0], path)
    if not folder.is_dir():
        raise ConfigError("encoder.model", f"the package {package!r} has no folder {path!r}")
    return str(folder)
