"""Three ways to start training: with a new network, with the weights of a model, or where an earlier run stopped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from neural.cli.sources import Sources
from neural.config import Config, ConfigError, Json
from neural.data.gold import GoldSentence
from neural.data.vectors import read_vectors
from neural.data.vocabulary import Vocabulary
from neural.data.words import NO_TAG, words_of
from neural.encoders.registry import make_encoder
from neural.methods.interface import Network, Target, TrainableNetwork
from neural.methods.registry import METHODS, make_network
from neural.models import checkpoint

FIXED = ("method.", "encoder.", "scorer.")
"""Options that weights depend on; those of training and decoding can be changed."""


@dataclass(frozen=True, slots=True)
class Start:
    """What training starts with.

    Attributes
    ----------
    network : TrainableNetwork
        The network to train.
    sources : Sources
        Where the sentences come from.
    sentences : sequence of GoldSentence
        The training sentences.
    messages : tuple of str
        What the user should know.
    """

    network: TrainableNetwork[Target]
    sources: Sources
    sentences: Sequence[GoldSentence]
    messages: tuple[str, ...] = ()


def fresh(config: Config, sources: Sources) -> Start:
    """Start with a new network.

    Raises
    ------
    ConfigError
        The options do not suit the sentences.
    FormatError, OSError
        A file cannot be read.
    """
    sentences = sources.read_train()
    return Start(new_network(config, sentences), sources, sentences)


def continued(model: Path, changes: Mapping[str, Json], sources: Sources) -> Start:
    """Start with the weights of a model, and with its options as ``changes`` change them.

    The model's method may become one that extends it; the weights that this method adds are new.

    Raises
    ------
    CheckpointError
        There is no such model.
    ConfigError
        An option does not exist, or the weights depend on it.
    FormatError, OSError
        A file cannot be read.
    """
    loaded = checkpoint.load_model(model)
    method = METHODS.find(loaded.config.replace(changes).method.kind)
    is_extended = method.extends == loaded.config.method.kind
    for key in changes:
        is_free = is_extended and key in ("method.kind", *method.own_options)
        if key == "training.tags" or (key.startswith(FIXED) and not is_free):
            raise ConfigError(key, f"cannot differ from that of {model}: its weights depend on it")
    network = with_options(loaded, changes)
    messages = []
    if is_extended:
        new = _weights(network) - _weights(loaded)
        messages.append(f"{network.config.method.kind} adds {new} weights, which are untrained")
    return Start(network, sources, sources.read_train(), tuple(messages))


def resumed(directory: Path, sources: Sources) -> Start:
    """Start where an earlier run stopped, with its sentences; :meth:`neural.training.trainer.Trainer.restore` follows.

    Raises
    ------
    CheckpointError
        There is no model or training state in the directory.
    UsageError
        The sources are not those of the earlier run.
    FormatError, OSError
        A file cannot be read.
    """
    network = checkpoint.load_model(directory)
    sources = sources.resumed(checkpoint.training_state(directory).get("sources"))
    return Start(network, sources, sources.read_train())


def new_network(config: Config, train: Sequence[GoldSentence]) -> TrainableNetwork[Target]:
    """A network that has learned nothing yet, for the words, tags and labels of the training sentences.

    Raises
    ------
    ConfigError
        The sentences lack the tags that the options ask for.
    FormatError, OSError
        The file of word vectors cannot be read.
    """
    known, vectors = read_vectors(config.encoder.pretrained) if config.encoder.pretrained else ([], None)
    labels_of = METHODS.find(config.method.kind).labels_of
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


def with_options(network: Network, changes: Mapping[str, Json]) -> TrainableNetwork[Target]:
    """A network like another but for some options, with all the weights that both of them have.

    Weights that only the new network has come from its seed.  The two share their encoder.

    Raises
    ------
    ConfigError
        An option does not exist, or cannot have its value.
    """
    config = network.config.replace(changes)
    torch.manual_seed(config.training.seed)
    changed = make_network(config, network.vocabulary, network.encoder)
    changed.load_state_dict(network.state_dict(), strict=False)
    return changed.to(network.device).train(network.training)


def _weights(network: Network) -> int:
    return sum(parameter.numel() for parameter in network.parameters())
