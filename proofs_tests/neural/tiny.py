"""Small random trees, and small networks with weights far enough from zero to tell scores apart."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from torch import nn

from bubbletree import CONJ, ROOT, Arc, BubbleTree, OracleError, Sentence, oracle, random_tree
from bubbletree.grammar import generate
from neural.batched.rules import BUBBLE_ATTACH, BUBBLE_OPEN, SHIFT
from neural.config import Config, Json
from neural.data.gold import GoldSentence, gold_tree
from neural.data.vocabulary import Vocabulary
from neural.data.words import words_of
from neural.encoders.interface import Encoded
from neural.encoders.registry import make_encoder
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.methods.interface import Network
from neural.models import checkpoint

SMALL: Mapping[str, Json] = {
    "encoder.word_dimension": 12,
    "encoder.min_count": 1,
    "encoder.character_dimension": 5,
    "encoder.spelling_dimension": 6,
    "encoder.characters": "cnn",
    "encoder.layers": 2,
    "encoder.hidden": 10,
    "scorer.indicator_dimension": 3,
    "scorer.transition_hidden": 16,
    "scorer.label_hidden": 8,
    "scorer.rescoring_hidden": 8,
    "training.threads": 1,
}
SETTINGS = [f"--set={key}={value}" for key, value in SMALL.items()]
"""The same for the command line."""

BERT_SHAPE: Mapping[str, Json] = {
    "hidden_size": 32,
    "intermediate_size": 64,
    "layer_norm_eps": 1e-12,
    "max_position_embeddings": 40,
    "num_attention_heads": 4,
    "num_hidden_layers": 3,
    "hidden_dropout_prob": 0.1,
    "vocab_size": 50,
}
"""The sizes of a small BERT, as its ``config.json`` has them."""


def trees(count: int, longest: int, seed: int, *, single_root: bool = False) -> list[BubbleTree]:
    """Uniformly random trees that have a derivation, with few labels, `conj` often, and repeated words."""
    rng = random.Random(seed)
    found: list[BubbleTree] = []
    while len(found) < count:
        tree = random_tree(rng.randint(1, longest), rng)
        if single_root and sum(arc.head == ROOT for arc in tree.arcs) != 1:
            continue
        words = [rng.choice(["tea", "Buns", "and", "hot", ",", "x-1"]) for _ in tree.words]
        arcs = [Arc(a.head, rng.choice([CONJ, CONJ, "cc", "dep", "root"]), a.dependent) for a in tree.arcs]
        labelled = BubbleTree(words, tree.contents, arcs)
        try:
            oracle(labelled)
        except OracleError:
            continue
        found.append(labelled)
    return found


def gold(count: int, longest: int, seed: int) -> list[GoldSentence]:
    """The same as gold sentences whose RT has one child."""
    return [gold_tree(tree) for tree in trees(count, longest, seed, single_root=True)]


def network(
    sentences: Sequence[BubbleTree], changes: Mapping[str, Json] | None = None, seed: int = 0
) -> tuple[Config, Vocabulary, BubbleHybrid]:
    """A network with random weights, in evaluation mode."""
    config = Config().replace({**SMALL, **(changes or {})})
    vocabulary = Vocabulary.build(
        (words_of(tree, config.tags) for tree in sentences),
        (arc.label for tree in sentences for arc in tree.arcs),
    )
    torch.manual_seed(seed)
    made = BubbleHybrid(config, vocabulary, make_encoder(config.encoder, vocabulary))
    scorers = [made.transitions, made.labels]
    if made.rescoring is not None:
        scorers.append(made.rescoring)
    for scorer in scorers:
        nn.init.normal_(scorer.second.weight)
        nn.init.normal_(scorer.second.bias)
        nn.init.normal_(scorer.bias)
    if made.composition.weight is not None:
        nn.init.normal_(made.composition.weight)
    return config, vocabulary, made.eval()


def saved(made: Network, directory: Path) -> Path:
    """The directory, with the network in it as a model."""
    checkpoint.save_setup(directory, made)
    checkpoint.save_model(directory, made, {})
    return directory


def untrained(directory: Path, changes: Mapping[str, Json] | None = None) -> Path:
    """A model that has learned nothing."""
    return saved(network(list(generate(30, seed=1)), changes)[2], directory)


def sure(directory: Path) -> Path:
    """A model that has learned nothing, and is sure of it."""
    _, _, made = network(list(generate(30, seed=1)))
    made.transitions.second.weight.data.mul_(10)
    return saved(made, directory)


def bubbly(sentences: Sequence[BubbleTree]) -> BubbleHybrid:
    """A network that has learned nothing, but likes coordinations."""
    _, vocabulary, made = network(sentences)
    with torch.no_grad():
        made.transitions.second.bias[SHIFT] += 3
        made.transitions.second.bias[BUBBLE_OPEN] += 6
        made.labels.second.bias[vocabulary.conj] += 2
    return made


@torch.no_grad()
def coordinating(sentences: Sequence[BubbleTree], changes: Mapping[str, Json], seed: int) -> BubbleHybrid:
    """A network that has learned nothing, but likes coordinations, and many conjuncts in each, for most seeds."""
    _, vocabulary, made = network(sentences, changes, seed)
    made.transitions.second.bias[[SHIFT, BUBBLE_ATTACH]] += 6
    made.transitions.second.bias[BUBBLE_OPEN] += 12
    made.labels.second.bias[vocabulary.conj] += 12
    return made


def punctuating() -> BubbleHybrid:
    """A network that has learned nothing, but likes coordinations with punctuation between conjuncts."""
    _, vocabulary, made = network(list(generate(30, seed=1)))
    with torch.no_grad():
        made.transitions.second.bias[SHIFT] += 3
        made.transitions.second.bias[[BUBBLE_OPEN, BUBBLE_ATTACH]] += 6
        made.labels.second.bias[vocabulary.conj] += 10
        made.labels.second.bias[vocabulary.label_number["punct"]] += 12
    return made


def without_rescoring(made: BubbleHybrid) -> BubbleHybrid:
    """The same network, that leaves its trees as they are."""
    config = made.config.replace({"scorer.rescoring": False})
    plain = BubbleHybrid(config, made.vocabulary, made.encoder)
    weights = {name: value for name, value in made.state_dict().items() if not name.startswith("rescoring.")}
    plain.load_state_dict(weights)
    return plain.eval()


@torch.no_grad()
def encoded(network: Network, sentences: Sequence[BubbleTree | Sentence]) -> Encoded:
    """What a network knows of sentences."""
    return network.encode(network.read([words_of(one, network.config.encoder.tags) for one in sentences]))
