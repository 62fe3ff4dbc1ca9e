"""Three ways to start training: with a new network, with the weights of a model, or where an earlier run stopped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
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
from neural.methods.registry import METHODS, check, make_network
from neural.models import checkpoint


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
    """

    network: TrainableNetwork[Target]
    sources: Sources
    sentences: Sequence[GoldSentence]


Say = Callable[[str], None]
"""Tells the user something."""

FREE = frozenset(
    {"encoder.dropout", "encoder.precision", "encoder.word_dropout", "method.dropout", "method.loss", "scorer.dropout"}
)
"""Options of the network on which no weight depends."""


def fresh(config: Config, sources: Sources, say: Say) -> Start:
    """Start with a new network.

    Raises
    ------
    ConfigError
        The options do not suit the sentences.
    FormatError, OSError
        A file cannot be read.
    """
    sentences = _read(sources, say)
    return Start(new_network(config, sentences), sources, sentences)


def continued(model: Path, changes: Mapping[str, Json], sources: Sources, say: Say) -> Start:
    """Start with the weights of a model, and with its options as ``changes`` change them.

    What is wrong with the options is told before any sentence is read.

    The encoder stays, but for its :data:`FREE` options.  The method may become another one: then it takes all weights
    that both have, such as those of the relations, and its other weights are new.  A model without tags may learn tags
    as well.

    Raises
    ------
    CheckpointError
        There is no such model.
    ConfigError
        An option does not exist, or the weights depend on it.
    FormatError, OSError
        A file cannot be read.
    """
    loaded = checkpoint.load_model(model, changes={key: value for key, value in changes.items() if key in FREE})
    changed = loaded.config.replace(changes)
    is_other = changed.method.kind != loaded.config.method.kind
    for key, value in changes.items():
        is_fixed = (
            key.startswith("encoder.")
            or (key.startswith(("method.", "scorer.")) and not is_other)
            or (key == "training.tags" and loaded.tagger is not None)
        )
        if is_fixed and loaded.config.replace({key: value}) != loaded.config:
            raise ConfigError(key, f"cannot differ from that of {model}: its weights depend on it")
    check(changed)
    sentences = _read(sources, say)
    vocabulary = loaded.vocabulary
    if changed.training.tags != loaded.config.training.tags:
        known = Vocabulary.build((words_of(one.sentence, changed.tags) for one in sentences), ())
        vocabulary = replace(vocabulary, tags=known.tags)
        require_tags(changed, vocabulary)
    network = with_options(loaded, changes, vocabulary)
    if is_other:
        new = _weights(network) - sum(_common(network, loaded).values())
        say(f"{network.config.method.kind} adds {new} weights, which are untrained")
    return Start(network, sources, sentences)


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


def _read(sources: Sources, say: Say) -> list[GoldSentence]:
    if sources.train is None:
        say("generating sentences")
    return sources.read_train()


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
    require_tags(config, vocabulary)
    torch.manual_seed(config.training.seed)
    if vectors is not None:
        # The unknown word and RT have no vector in the file.
        vectors = torch.cat([vectors.new_zeros(2, vectors.size(1)), vectors])
    return make_network(config, vocabulary, make_encoder(config.encoder, vocabulary, vectors))


def require_tags(config: Config, vocabulary: Vocabulary) -> None:
    """Raise ConfigError if the options ask for tags and the vocabulary has none."""
    if config.tags != "none" and set(vocabulary.tags) <= {"", NO_TAG}:
        key = "training.tags" if config.encoder.tags == "none" else "encoder.tags"
        where = "both columns of tags" if config.tags == "both" else f"the column {config.tags.upper()}"
        raise ConfigError(key, f"no word of the training sentences has a tag in {where}")


def with_options(
    network: Network, changes: Mapping[str, Json], vocabulary: Vocabulary | None = None
) -> TrainableNetwork[Target]:
    """A network like another but for some options, with all the weights that both of them have.

    Weights that only the new network has come from its seed.  The two share their encoder.

    Parameters
    ----------
    network : Network
        The other network.
    changes : mapping of str to JSON value
        New values of options by dotted name.
    vocabulary : Vocabulary, optional
        What the new network's numbers mean; by default as for the other one.

    Raises
    ------
    ConfigError
        An option does not exist, or cannot have its value.
    """
    config = network.config.replace(changes)
    torch.manual_seed(config.training.seed)
    changed = make_network(config, vocabulary or network.vocabulary, network.encoder)
    common = _common(changed, network)
    changed.load_state_dict(
        {name: value for name, value in network.state_dict().items() if name in common}, strict=False
    )
    return changed.to(network.device).train(network.training)


def _common(network: Network, other: Network) -> dict[str, int]:
    """The weights that two networks have in the same shape: how many there are, by name."""
    shapes = {name: parameter.shape for name, parameter in other.named_parameters()}
    return {
        name: parameter.numel() for name, parameter in network.named_parameters() if shapes.get(name) == parameter.shape
    }


def _weights(network: Network) -> int:
    return sum(parameter.numel() for parameter in network.parameters())
