"""The network that training begins with."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import torch

from bubbletree.cli.guard import UsageError
from neural.config import Config, ConfigError, parse_settings
from neural.data.gold import GoldSentence
from neural.data.vectors import read_vectors
from neural.data.vocabulary import Vocabulary
from neural.data.words import NO_TAG, words_of
from neural.encoders.registry import make_encoder
from neural.methods.interface import Network
from neural.methods.registry import METHODS, make_network
from neural.models import checkpoint
from neural.models.processes import Processes

FIXED = ("method.", "encoder.", "scorer.")
"""Options that tell what a network's weights are; those of training and decoding may change."""

EXTENSIONS = {"bubble-hybrid": "guided-bubbles"}
"""Methods whose networks have all the weights of another, and more, by that other."""

NEW = ("method.span_hidden", "method.dropout")
"""Options of what such a network has beyond the other."""


def started_network(options: argparse.Namespace, directory: Path, processes: Processes) -> Network:
    """The network that ``--start-from`` names, with its options of training as ``--set`` changes them.

    Its method may become one of :data:`EXTENSIONS`; what that has beyond the model has learned nothing yet.

    Parameters
    ----------
    options : argparse.Namespace
        The command line.
    directory : Path
        Where the new model is to go.
    processes : Processes
        Those that train; the first one says what is new.

    Raises
    ------
    CheckpointError
        There is no such model.
    ConfigError
        An option does not exist, or what the weights are of cannot be changed.
    """
    if options.preset or options.config:
        raise UsageError("--start-from takes the options of the model: leave out --preset and --config")
    source: Path = options.start_from
    if directory.resolve() == source.resolve():
        raise UsageError("--out would take the place of the model to start from: choose another directory")
    changes = parse_settings(options.set)
    network = checkpoint.load_model(source)
    kind = network.config.method.kind
    is_extended = changes.get("method.kind", kind) == EXTENSIONS.get(kind)
    for key in changes:
        is_free = is_extended and key in ("method.kind", *NEW)
        if key == "training.tags" or (key.startswith(FIXED) and not is_free):
            raise ConfigError(key, f"cannot differ from that of {options.start_from}, whose weights are begun with")
    network.config = network.config.replace(changes)
    if not is_extended:
        return network
    torch.manual_seed(network.config.training.seed)
    extended = make_network(network.config, network.vocabulary, network.encoder)
    extended.load_state_dict(network.state_dict(), strict=False)
    fresh = sum(weight.numel() for weight in extended.parameters()) - sum(w.numel() for w in network.parameters())
    if processes.is_first:
        print(f"{fresh} weights of {network.config.method.kind} are new, and have learned nothing yet", file=sys.stderr)
    return extended


def new_network(config: Config, train: Sequence[GoldSentence]) -> Network:
    """A network that has learned nothing yet, for what occurs in the training sentences."""
    known, vectors = read_vectors(config.encoder.pretrained) if config.encoder.pretrained else ([], None)
    labels_of = METHODS[config.method.kind].labels_of
    learnable = [one for one in train if one.tree is not None]
    vocabulary = Vocabulary.build(
        (words_of(one.sentence, config.tags) for one in learnable),
        (label for one in learnable for label in labels_of(one)),
        min_count=config.encoder.min_count,
        pretrained=known,
    )
    if config.tags != "none" and set(vocabulary.tags) <= {"", NO_TAG}:
        key = "training.tags" if config.encoder.tags == "none" else "encoder.tags"
        raise ConfigError(key, f"no word of the training sentences has a tag in the column {config.tags.upper()}")
    torch.manual_seed(config.training.seed)
    if vectors is not None:
        # The unknown word and RT have no vector in the file.
        vectors = torch.cat([vectors.new_zeros(2, vectors.size(1)), vectors])
    return make_network(config, vocabulary, make_encoder(config.encoder, vocabulary, vectors))
