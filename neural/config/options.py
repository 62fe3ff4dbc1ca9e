"""The options of a model and of its training, as frozen values that are checked when they are made.

Whether they suit the encoder and the method that they name is checked by :func:`neural.methods.registry.check`.

The defaults are those of Shi & Lee (2021, appendix B) for the bi-LSTM; :mod:`neural.config.presets` has others.

A :class:`Config` can be read from a JSON file, changed key by key (``training.epochs=3``), and written
back; it travels with the model in its directory.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args, get_type_hints

from bubbletree import BubbletreeError
from bubbletree.errors import did_you_mean, not_one_of, shortened

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
"""What JSON can hold."""


MAX_SEED = 2**63 - 1
"""The largest seed that PyTorch takes on every device."""

MAX_BEAM = 1000
"""More than fits into memory for long sentences, and far more than helps."""


class ConfigError(BubbletreeError, ValueError):
    """An option does not exist, or cannot have the given value.

    Attributes
    ----------
    key : str
        The option's dotted name, as in ``training.epochs``.
    reason : str
        What is wrong, in words.
    """

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"option {key}: {reason}" if key else reason)
        self.key = key
        self.reason = reason


@dataclass(frozen=True, slots=True)
class MethodConfig:
    """From vectors to trees."""

    kind: str = "bubble-hybrid"
    """The way to parse: a name in :mod:`neural.methods.registry`, or the name of another package's entry point."""
    arc_hidden: int = 500
    """Edge-factored and exact bubbles: size of the vectors that arcs are scored by."""
    relation_hidden: int = 100
    """Edge-factored and exact bubbles: size of the vectors that relations are scored by."""
    span_hidden: int = 200
    """Guided bubbles and coordination spans: size of the hidden layers that score separators and boundaries.  Exact
    bubbles: size of the vectors that bubbles and their parts are scored by."""
    dropout: float = 0.33
    """Dropout of these vectors and layers."""
    loss: Literal["likelihood", "max-margin", "local"] = "likelihood"
    """Exact bubbles: what training minimises.  The gold tree is to be likely among all trees; or to beat every other by
    one for each wrong pair; or each of its pairs is to be likely among those of the same token (``local``)."""
    distances: bool = False
    """Exact bubbles: whether scores also depend on how far two tokens are apart."""
    bubble_scores: bool = True
    """Exact bubbles: whether the first and the last token of a bubble have a score together."""
    edge_scores: bool = True
    """Exact bubbles: whether the edges of parts, and how far they reach, have scores."""
    arc_scores: Literal["both", "first"] = "both"
    """Exact bubbles: whether an arc is scored by both ends of the dependent's content, or by the first alone."""

    def __post_init__(self) -> None:
        _at_least(self, "method", 1, "arc_hidden", "relation_hidden", "span_hidden")
        _probability(self, "method", "dropout")


@dataclass(frozen=True, slots=True)
class EncoderConfig:
    """From words to vectors."""

    kind: str = "bilstm"
    """What reads the sentence: ``bilstm``, ``transformer``, or the name of another package's entry point."""
    word_dimension: int = 100
    """Size of the learned word vectors; at least 1."""
    min_count: int = 2
    """Words seen less often in training have no vector of their own."""
    word_dropout: float = 0.25
    """A word seen c times counts as unknown with probability a/(a + c) in training; this is a."""
    pretrained: str = ""
    """A file of word vectors in GloVe's text format, used beside the learned ones and kept fixed."""
    tags: Literal["none", "upos", "xpos"] = "none"
    """Which column of part-of-speech tags to read, if any."""
    tag_dimension: int = 32
    """Size of the tag vectors."""
    characters: Literal["none", "cnn", "lstm"] = "lstm"
    """How to read a word's spelling: not at all, by convolution, or by a bi-LSTM as in the paper."""
    character_dimension: int = 32
    """Size of the character vectors."""
    spelling_dimension: int = 128
    """Size of the vector that describes a word's spelling; even."""
    layers: int = 3
    """Layers of the bi-LSTM over the sentence."""
    hidden: int = 400
    """Size of its state in each direction; the vector of a token is twice as long."""
    dropout: float = 0.3
    """Dropout of each layer's input and of the result, the same for all words of a sentence.  A transformer, which has
    dropout of its own, gets it for the result."""
    model: str = ""
    """Transformer: a folder, ``package:NAME/PATH`` for one in an installed Python package, or a name on the hub."""
    pooling: Literal["mean", "first"] = "mean"
    """Transformer: a word's vector is the mean of its word pieces' vectors, or the first of them."""
    window: int = 0
    """Transformer: how many word pieces to read together; 0 for as many as the model can."""
    precision: Literal["float32", "bfloat16"] = "float32"
    """Transformer: the numbers that it computes with.  Weights, and everything after it, are always float32."""

    def __post_init__(self) -> None:
        _at_least(self, "encoder", 1, "word_dimension", "min_count", "tag_dimension", "character_dimension")
        _at_least(self, "encoder", 1, "layers", "hidden")
        _at_least(self, "encoder", 0, "word_dropout", "window")
        _at_least(self, "encoder", 2, "spelling_dimension")
        _probability(self, "encoder", "dropout")
        if self.spelling_dimension % 2:
            raise ConfigError("encoder.spelling_dimension", f"must be even, not {self.spelling_dimension}")


@dataclass(frozen=True, slots=True)
class ScorerConfig:
    """From vectors to scores."""

    composition: Literal["tanh", "mean"] = "tanh"
    """The function g of section 4: tanh(W mean), or the mean alone."""
    indicator_dimension: int = 16
    """Size of the vector that says whether a bubble is open, closed or a single word."""
    stack_features: int = 3
    """How many items from the top of the stack, beside b1, a transition's scores depend on; at most 3."""
    transition_hidden: int = 400
    """Size of the hidden layer that scores transitions."""
    label_hidden: int = 400
    """Size of the hidden layer that scores labels."""
    rescoring: bool = True
    """At the end, decide again which dependents at the edge of a bubble are shared."""
    rescoring_hidden: int = 400
    """Size of the hidden layer that decides this."""
    dropout: float = 0.3
    """Dropout of all hidden layers."""

    def __post_init__(self) -> None:
        _at_least(self, "scorer", 1, "indicator_dimension", "transition_hidden", "label_hidden", "rescoring_hidden")
        _at_least(self, "scorer", 0, "stack_features")
        if self.stack_features > 3:
            raise ConfigError("scorer.stack_features", f"must be at most 3, not {self.stack_features}")
        _probability(self, "scorer", "dropout")


@dataclass(frozen=True, slots=True)
class DecodingConfig:
    """Which derivations are allowed, in training and in parsing."""

    normal_form: bool = True
    """Only the one derivation in normal form of each tree."""
    single_root: bool = True
    """Only trees whose RT has a single child."""
    beam: int = 1
    """How many partial derivations to keep in parsing; 1 for greedy parsing.  Training does not use it."""
    candidates: int = 1
    """Exact bubbles: of so many best trees, take the one whose coordinations have the highest expected F1; 1 for the
    best tree.  Training does not use it."""

    def __post_init__(self) -> None:
        _at_least(self, "decoding", 1, "beam", "candidates")
        for name in ("beam", "candidates"):
            if getattr(self, name) > MAX_BEAM:
                raise ConfigError(f"decoding.{name}", f"must be at most {MAX_BEAM}, not {getattr(self, name)}")


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """How the weights are found."""

    seed: int = 1
    """Where all randomness in training comes from."""
    batch_size: int = 8
    """Sentences in a step."""
    epochs: int = 200
    """How often to go through the training sentences, at most; the cosine schedule ends there."""
    learning_rate: float = 1e-3
    """Adam's step size, after the warm-up."""
    pretrained_learning_rate: float = 5e-5
    """The same for the weights of a pre-trained transformer; warm-up and schedule are as for the others."""
    beta1: float = 0.9
    """Adam's decay of the mean gradient."""
    beta2: float = 0.999
    """Adam's decay of the mean squared gradient."""
    epsilon: float = 1e-8
    """Adam's guard against division by zero."""
    warmup_steps: int = 800
    """Steps over which the learning rate rises from zero."""
    clip_norm: float = 5.0
    """Gradients are scaled down to this L2 norm."""
    average: float = 0.0
    """Evaluate and keep a moving average of the weights: this share of it is left by each step, as in 0.999; 0 for the
    weights as they are."""
    tags: Literal["none", "upos", "xpos", "both"] = "none"
    """Which column of part-of-speech tags to learn beside the trees; ``both`` for the two together.  Parsing needs no
    tags then, and writes those that it has learned."""
    schedule: Literal["plateau", "cosine"] = "plateau"
    """How the learning rate falls: at each plateau of the development score, or along a cosine to zero."""
    evaluate_every: int = 0
    """Steps between evaluations; 0 for once an epoch."""
    patience: int = 5
    """Plateau: evaluations without a new best score before the learning rate falls."""
    decay: float = 0.1
    """Plateau: the factor by which it falls."""
    decays: int = 3
    """Plateau: how often the learning rate may fall before the next plateau ends training."""
    threads: int = 2
    """CPU threads."""

    def __post_init__(self) -> None:
        _at_least(self, "training", 1, "batch_size", "epochs", "patience", "threads")
        _at_least(self, "training", 0, "seed", "warmup_steps", "evaluate_every", "decays")
        if self.seed > MAX_SEED:
            raise ConfigError("training.seed", f"must be at most {MAX_SEED}, not {self.seed}")
        for name in ("learning_rate", "pretrained_learning_rate", "clip_norm", "epsilon"):
            if not 0 < getattr(self, name) < math.inf:
                raise ConfigError(f"training.{name}", f"must be above 0 and finite, not {getattr(self, name)}")
        _probability(self, "training", "beta1", "beta2", "decay", "average")


@dataclass(frozen=True, slots=True)
class Config:
    """All options.

    Examples
    --------
    >>> config = Config().replace({"encoder.layers": 1})
    >>> config.encoder.layers, config == Config.from_dict(config.to_dict())
    (1, True)
    >>> config.replace({"encoder.layer": 2})
    Traceback (most recent call last):
        ...
    neural.config.options.ConfigError: option encoder.layer: there is no such option; did you mean encoder.layers?
    """

    method: MethodConfig = field(default_factory=MethodConfig)
    """Which way to parse."""
    encoder: EncoderConfig = field(default_factory=EncoderConfig)
    """From words to vectors."""
    scorer: ScorerConfig = field(default_factory=ScorerConfig)
    """From vectors to scores."""
    decoding: DecodingConfig = field(default_factory=DecodingConfig)
    """Which derivations are allowed."""
    training: TrainingConfig = field(default_factory=TrainingConfig)
    """How the weights are found."""

    def __post_init__(self) -> None:
        if self.training.tags != "none" and self.encoder.tags != "none":
            raise ConfigError("training.tags", "an encoder that reads tags has none to learn: leave out encoder.tags")

    @property
    def tags(self) -> Literal["none", "upos", "xpos", "both"]:
        """The column of tags that training needs, to read them or to learn them."""
        return self.training.tags if self.encoder.tags == "none" else self.encoder.tags

    def replace(self, changes: Mapping[str, Json]) -> Config:
        """The configuration with some options changed.

        Parameters
        ----------
        changes : mapping of str to JSON value
            New values by dotted name.

        Raises
        ------
        ConfigError
            There is no such option, or it cannot have that value.
        """
        types = _types()
        sections: dict[str, dict[str, Json]] = {}
        for key, value in changes.items():
            if key not in types:
                raise ConfigError(key, "there is no such option" + did_you_mean(key, types))
            section, _, name = key.partition(".")
            sections.setdefault(section, {})[name] = _convert(key, value, types[key])
        parts = {name: dataclasses.replace(getattr(self, name), **values) for name, values in sections.items()}
        return dataclasses.replace(self, **parts)

    def to_dict(self) -> dict[str, Json]:
        """The options as nested JSON objects."""
        return dataclasses.asdict(self)

    @classmethod
    def from_dict(cls, value: Json) -> Config:
        """The configuration that nested JSON objects describe; options that they leave out have their defaults.

        Raises
        ------
        ConfigError
            An option does not exist or cannot have its value, or the value is not an object of objects.
        """
        if not isinstance(value, dict):
            raise ConfigError("", "a configuration must be a JSON object of objects")
        changes: dict[str, Json] = {}
        known = [f.name for f in dataclasses.fields(cls)]
        for section, options in value.items():
            if section not in known:
                raise ConfigError(section, "there is no such group of options" + did_you_mean(section, known))
            if not isinstance(options, dict):
                raise ConfigError(section, f"must be an object of options, not {options!r}")
            changes.update({f"{section}.{name}": option for name, option in options.items()})
        return cls().replace(changes)

    @classmethod
    def read(cls, path: str | Path) -> Config:
        """The configuration in a JSON file.

        Raises
        ------
        ConfigError
            The file is not JSON, or no configuration.
        OSError
            The file cannot be read.
        """
        try:
            return cls.from_dict(json.loads(Path(path).read_text(encoding="utf-8")))
        except ConfigError as error:
            raise ConfigError(error.key, f"{error.reason} (in {path})") from None
        except (ValueError, RecursionError) as error:
            raise ConfigError("", f"{path} is not JSON: {error}") from None


def parse_settings(settings: Iterable[str]) -> dict[str, Json]:
    """The changes in texts such as ``training.epochs=3``; a value is JSON or, if it is not, plain text.

    Examples
    --------
    >>> parse_settings(["training.epochs=3", "encoder.tags=xpos"])
    {'training.epochs': 3, 'encoder.tags': 'xpos'}
    """
    changes: dict[str, Json] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            raise ConfigError(setting, "write it as key=value")
        try:
            changes[key.strip()] = json.loads(text)
        except (ValueError, RecursionError):  # not JSON, or thousands of digits or brackets
            changes[key.strip()] = text.strip()
    return changes


def _types() -> dict[str, object]:
    """The type of each option by dotted name."""
    return {
        f"{section}.{name}": kind
        for section, group in get_type_hints(Config).items()
        for name, kind in get_type_hints(group).items()
    }


def _convert(key: str, value: Json, kind: object) -> Json:
    choices = get_args(kind)
    if choices:
        if value not in choices:
            raise ConfigError(key, not_one_of(shortened(str(value)), choices))
        return value
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            raise ConfigError(key, f"must be a number that is not as large as {shortened(str(value))}") from None
    if type(value) is not kind:
        wanted = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}
        raise ConfigError(key, f"must be {wanted.get(kind, kind)}, not {shortened(repr(value))}")  # type: ignore[call-overload]  # any type may be looked up
    return value


def _at_least(options: object, section: str, least: int, *names: str) -> None:
    for name in names:
        if not getattr(options, name) >= least:
            raise ConfigError(f"{section}.{name}", f"must be at least {least}, not {getattr(options, name)}")


def _probability(options: object, section: str, *names: str) -> None:
    for name in names:
        if not 0 <= getattr(options, name) < 1:
            raise ConfigError(f"{section}.{name}", f"must be in [0, 1), not {getattr(options, name)}")
