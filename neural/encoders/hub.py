"""Published transformers, read with the library ``transformers``."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import torch
import transformers
from torch import Tensor
from transformers import AutoConfig, AutoModel, AutoTokenizer, PreTrainedModel

from neural.config import ConfigError
from neural.encoders.architecture import Transformer
from neural.encoders.bert import Bert, bert_weights, is_plain_bert
from neural.encoders.wordpieces import WordPieces

PACKAGE = "package:"
"""``encoder.model=package:NAME/PATH`` is a folder of an installed Python package."""

T = TypeVar("T")


class HubTransformer(Transformer):
    """A transformer of any architecture, as ``transformers`` computes it."""

    def __init__(self, model: PreTrainedModel) -> None:
        longest = int(getattr(model.config, "max_position_embeddings", sys.maxsize))
        super().__init__(int(model.config.hidden_size), longest)
        if getattr(model, "pooler", None) is not None:
            model.register_module("pooler", None)  # it serves the classification of sentences
        self.model = model

    def forward(self, pieces: Tensor, mask: Tensor) -> Tensor:
        """[R, T] pieces, and 1 where there is one, to [R, T, size] states."""
        states: Tensor = self.model(input_ids=pieces, attention_mask=mask).last_hidden_state
        return states

    def save(self, directory: Path) -> None:
        """Write its configuration."""
        self.model.config.save_pretrained(directory)


def from_hub(name: str) -> tuple[Transformer, WordPieces]:
    """A transformer with its published weights, and its word pieces.

    Parameters
    ----------
    name : str
        A folder, ``package:NAME/PATH`` for one in an installed Python package, or a name on the hub.

    Raises
    ------
    ConfigError
        It cannot be loaded.
    """
    source = _source(name)
    # Only safetensors: nothing is ever unpickled.
    model = _loaded(source, lambda: AutoModel.from_pretrained(source, use_safetensors=True, dtype=torch.float32))
    tokenizer = _loaded(source, lambda: AutoTokenizer.from_pretrained(source, use_fast=True, add_prefix_space=True))
    if not tokenizer.is_fast:
        raise ConfigError("encoder.model", f"cannot load {source!r}: its word pieces are not those of a fast tokenizer")
    shape = model.config.to_dict()
    transformer: Transformer
    if is_plain_bert(shape):
        transformer = Bert(shape)
        transformer.load_state_dict(bert_weights(model.state_dict()))
    else:
        transformer = HubTransformer(model)
    longest = min(int(tokenizer.model_max_length), transformer.longest)
    return transformer, WordPieces(tokenizer.backend_tokenizer, tokenizer.unk_token_id, longest)


def from_shape(directory: Path) -> Transformer:
    """The transformer whose configuration is in a directory; its weights are still to be loaded.

    Raises
    ------
    ConfigError
        It cannot be built.
    """
    source = str(directory)
    return HubTransformer(
        _loaded(source, lambda: AutoModel.from_config(AutoConfig.from_pretrained(source)))  # type: ignore[no-untyped-call]  # transformers leaves it untyped
    )


def _loaded(source: str, load: Callable[[], T]) -> T:
    # Its own warnings are about weights that we do not use.
    transformers.logging.set_verbosity_error()  # type: ignore[no-untyped-call]  # transformers leaves it untyped
    transformers.logging.disable_progress_bar()  # type: ignore[no-untyped-call]  # likewise
    try:
        return load()
    except Exception as error:  # the library raises many kinds for a broken folder
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise ConfigError("encoder.model", f"cannot load {source!r}: {reason}") from error


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
