"""Model directories: what a trained model is on disk.

``config.json``
    the :class:`neural.config.Config`;
``vocabulary.json``
    the :class:`neural.data.vocabulary.Vocabulary`;
``encoder/``
    the configuration and the word pieces of a transformer;
``model.safetensors``
    the best weights so far, with their scores on the development data as metadata; they may be compact
    (:mod:`neural.models.quantisation`);
``training.safetensors``
    how far training has got: the present weights, their average if there is one, Adam's moments and, as metadata in
    JSON, counters and scores.
    Parsing does not need it.

Each file is replaced as a whole or not at all, and a training state is written after the model that it belongs to.  So
the directory always holds a usable model and a state to go on from, whenever a run is cut off.  Nothing is pickled.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import cast

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from bubbletree import CONJ, BubbletreeError
from bubbletree.io import atomic_writer, write_bytes
from neural.config import Config, ConfigError, Json
from neural.data.vocabulary import Vocabulary
from neural.encoders.registry import SETUP, make_encoder
from neural.methods.interface import Network, Target, TrainableNetwork
from neural.methods.registry import check, make_network
from neural.models.quantisation import expanded

CONFIG, VOCABULARY = "config.json", "vocabulary.json"
MODEL, TRAINING = "model.safetensors", "training.safetensors"
_STATE = "state"
_AVERAGE = "average"


NO_DIRECTORY = "there is no such model directory"


class CheckpointError(BubbletreeError):
    """A directory does not hold the model or training state that was asked for.

    Attributes
    ----------
    path : Path
        The directory or file.
    reason : str
        What is wrong, in words.
    """

    def __init__(self, path: Path, reason: str, named: str | None = None) -> None:
        # A path forgets "./" and a slash at the end: a user who typed them looks for them.
        super().__init__(f"{path if named is None else named}: {reason}")
        self.path = path
        self.reason = reason


def holds_model(directory: Path) -> bool:
    """Whether a directory holds a model or a training state."""
    return any((directory / name).exists() for name in (MODEL, TRAINING))


def is_model_directory(directory: Path) -> bool:
    """Whether a directory holds a file of a model, even if others are missing."""
    return any((directory / name).exists() for name in (CONFIG, VOCABULARY, MODEL, TRAINING))


def save_setup(directory: Path, network: Network) -> None:
    """Make a model directory and write what does not change in training; weights that were there are deleted.

    Raises
    ------
    OSError
        The directory cannot be written to.
    """
    directory.mkdir(parents=True, exist_ok=True)
    # Weights without their vocabulary would be worse than none.
    for name in (TRAINING, MODEL):
        with suppress(FileNotFoundError):
            (directory / name).unlink()
    vocabulary = network.vocabulary
    write_json(directory / CONFIG, network.config.to_dict())
    write_json(directory / VOCABULARY, {f.name: getattr(vocabulary, f.name) for f in dataclasses.fields(vocabulary)})
    network.encoder.save_setup(directory / SETUP)


def save_model(directory: Path, network: Network, scores: Json) -> None:
    """Write a model's weights into its directory, with their scores on the development data."""
    save_weights(directory, network.state_dict(), scores)


def save_weights(directory: Path, weights: Mapping[str, Tensor], scores: Json) -> None:
    """Write weights as they are, such as compact ones, with their scores on the development data."""
    _write_tensors(directory / MODEL, weights, scores)


def model_scores(directory: Path) -> Json:
    """The scores of a model on the development data.

    Raises
    ------
    CheckpointError
        There is no model.
    """
    return _read_tensors(directory / MODEL, "cpu", names=())[1]


def load_setup(directory: Path) -> tuple[Config, Vocabulary]:
    """The configuration and vocabulary of a model directory.

    Raises
    ------
    CheckpointError
        One of them is missing or broken.
    """
    if not directory.is_dir():
        raise CheckpointError(directory, NO_DIRECTORY)
    try:
        config = Config.from_dict(read_json(directory / CONFIG))
        check(config)
    except ConfigError as error:
        raise CheckpointError(directory / CONFIG, str(error)) from None
    parts = read_json(directory / VOCABULARY)
    names = [f.name for f in dataclasses.fields(Vocabulary)]
    if not isinstance(parts, dict) or sorted(parts) != sorted(names) or not all(map(_is_list_of_str, parts.values())):
        raise CheckpointError(directory / VOCABULARY, f"not a vocabulary: it must list {', '.join(names)}")
    if CONJ not in cast(list[str], parts["labels"]):
        raise CheckpointError(directory / VOCABULARY, f"not a vocabulary: its labels lack {CONJ}")
    return config, Vocabulary(**{name: tuple(cast(list[str], part)) for name, part in parts.items()})


def load_model(
    directory: Path, device: torch.device | str = "cpu", changes: Mapping[str, Json] = MappingProxyType({})
) -> TrainableNetwork[Target]:
    """The model in a directory, ready to parse.

    Parameters
    ----------
    directory : Path
        The model directory.
    device : torch.device or str
        Where the weights go.
    changes : mapping of str to JSON value
        New values of options, by dotted name; no weight depends on any of them.

    Raises
    ------
    CheckpointError
        There is no model, or it is broken.
    ConfigError
        An option cannot have its new value.
    """
    config, vocabulary = load_setup(directory)
    config = config.replace(changes)
    check(config)
    weights = expanded(_read_tensors(directory / MODEL, device)[0])
    vectors = weights.get("encoder.pretrained", torch.zeros(len(vocabulary.pretrained), 0))
    network = make_network(config, vocabulary, make_encoder(config.encoder, vocabulary, vectors, directory))
    load_weights(network, weights, directory / MODEL)
    return network.to(device).eval()


def not_finite(weights: Mapping[str, Tensor]) -> str | None:
    """The name of weights of which one is NaN or infinite; None if there are none."""
    for name, tensor in weights.items():
        # A sum is finite if all that is summed is, and is found faster.
        if tensor.is_floating_point() and not tensor.sum(dtype=torch.float32).isfinite():
            return name
    return None


def load_weights(network: Network, weights: Mapping[str, Tensor], path: Path) -> None:
    """Put weights into a network.

    Raises
    ------
    CheckpointError
        The weights belong to another network, or one of them is NaN or infinite.
    """
    if broken := not_finite(weights):
        raise CheckpointError(path, f"{broken} has a weight that is NaN or infinite")
    try:
        network.load_state_dict(dict(weights))
    except RuntimeError as error:
        # A heading, and a line for each weight that does not fit.
        first = str(error).splitlines()[1:2] or [str(error)]
        raise CheckpointError(path, f"the weights do not fit {CONFIG} and {VOCABULARY}: {first[0].strip()}") from None


def save_training(
    directory: Path,
    network: Network,
    optimiser: torch.optim.Adam,
    average: Mapping[str, Tensor],
    state: dict[str, Json],
) -> None:
    """Write into a directory all that training needs to go on as if it had not stopped.

    Parameters
    ----------
    directory : Path
        The model directory.
    network : Network
        The network in training, with its present weights.
    optimiser : torch.optim.Adam
        What changes them.
    average : mapping of str to Tensor
        The average of the weights; empty if there is none.
    state : dict
        Counters and scores.
    """
    tensors = {f"weights/{name}": tensor for name, tensor in network.state_dict().items()}
    tensors.update({f"{_AVERAGE}/{name}": tensor for name, tensor in average.items()})
    for name, parameter in network.named_parameters():
        tensors.update({f"{key}/{name}": moment for key, moment in optimiser.state[parameter].items()})
    _write_tensors(directory / TRAINING, tensors, state)


def load_training(
    directory: Path, network: Network, optimiser: torch.optim.Adam
) -> tuple[dict[str, Json], dict[str, Tensor]]:
    """Put weights and moments back; return the counters that were stored with them, and the average of the weights.

    Raises
    ------
    CheckpointError
        There is no training state, or it belongs to another network.
    """
    path = directory / TRAINING
    tensors, _ = _read_tensors(path, "cpu")
    groups: dict[str, dict[str, Tensor]] = {}
    for key, tensor in tensors.items():
        kind, _, name = key.partition("/")
        groups.setdefault(kind, {})[name] = tensor
    load_weights(network, groups.pop("weights", {}), path)
    average = groups.pop(_AVERAGE, {})
    for name, parameter in network.named_parameters():
        moments = {kind: group[name] for kind, group in groups.items() if name in group}
        optimiser.state[parameter] = {kind: moment.to(parameter.device) for kind, moment in moments.items()}
    return training_state(directory), average


def training_state(directory: Path) -> dict[str, Json]:
    """The counters that were stored with a training state.

    Raises
    ------
    CheckpointError
        There is no training state.
    """
    path = directory / TRAINING
    _, state = _read_tensors(path, "cpu", names=())
    if not isinstance(state, dict):
        raise CheckpointError(path, "not a training state")
    return state


def write_json(path: Path, value: object) -> None:
    """Write a JSON file of a model directory."""
    with atomic_writer(path) as stream:
        json.dump(value, stream, ensure_ascii=False, indent=1)
        stream.write("\n")


def read_json(path: Path) -> Json:
    """The content of a JSON file of a model directory.

    Raises
    ------
    CheckpointError
        The file is missing, or not JSON.
    """
    try:
        value: Json = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CheckpointError(path, "this file of the model directory is missing") from None
    except (ValueError, RecursionError) as error:
        raise CheckpointError(path, f"not JSON: {error}") from None
    return value


def _is_list_of_str(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)


def _write_tensors(path: Path, tensors: Mapping[str, Tensor], state: Json) -> None:
    on_cpu = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    write_bytes(path, save(on_cpu, {_STATE: json.dumps(state)}))


def _read_tensors(
    path: Path, device: torch.device | str, names: Iterable[str] | None = None
) -> tuple[dict[str, Tensor], Json]:
    """The tensors with these names, or all, and the metadata."""
    if not path.is_file():
        raise CheckpointError(path, "this file of the model directory is missing")
    with path.open("rb"):
        pass  # safetensors would say that a file does not exist if it may not be read
    try:
        with safe_open(path, framework="pt", device=str(device)) as file:
            tensors = {name: file.get_tensor(name) for name in (file.keys() if names is None else names)}
            state: Json = json.loads((file.metadata() or {}).get(_STATE, "null"))
    except (SafetensorError, ValueError, RecursionError) as error:
        raise CheckpointError(path, f"not a file of weights: {error}") from None
    return tensors, state
