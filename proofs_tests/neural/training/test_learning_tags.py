"""Tags learned beside the trees: one more term of the loss for all ways to parse, which parsing does without."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from torch.nn import functional as F

from bubbletree import Sentence
from bubbletree.grammar import generate
from neural.config import Config, ConfigError
from neural.data.gold import GoldSentence, gold_tree
from neural.data.words import Words, words_of
from neural.methods.interface import Target, TrainableNetwork
from neural.methods.registry import METHODS
from neural.models.parser import Parser
from neural.training.examples import learnable
from neural.training.start import new_network
from proofs_tests.neural import tiny

GOLD = [gold_tree(tree) for tree in generate(40, seed=3)]


def network(kind: str, tags: str, gold: list[GoldSentence] = GOLD) -> TrainableNetwork[Target]:
    changes = {**tiny.SMALL, "method.kind": kind, "training.tags": tags}
    return new_network(Config().replace(changes), gold).eval()


def with_tags(words: Words, tags: dict[int, str]) -> Words:
    """The words with some tags replaced; the first word is number 0."""
    return Words(words.forms, tuple(tags.get(number, tag) for number, tag in enumerate(words.tags)))


@pytest.mark.parametrize("kind", METHODS.own)
@torch.no_grad()
def test_the_loss_is_that_of_the_tags_known(kind: str) -> None:
    made = network(kind, "upos")
    targets = [made.target(one) for one in GOLD[:3]]
    words = [words_of(one.sentence, "upos") for one in GOLD[:3]]
    plain = made.losses([words_of(one.sentence, "none") for one in GOLD[:3]], targets)
    assert plain[-1].decisions == 0
    assert plain[-1].total.item() == 0
    # One word has no tag, one a tag that training never saw.
    some = [with_tags(words[0], {0: "_", 1: "ODD"}), *words[1:]]
    found = made.losses(some, targets)
    assert [term.total.item() for term in found[:-1]] == [term.total.item() for term in plain[:-1]]
    assert made.tagger is not None
    losses = []
    for number, sentence in enumerate(some):
        scores = made.tagger(made.encode(made.read([sentence])).tokens)
        for place, tag in enumerate(sentence.tags, start=1):
            if number == 0 and place <= 2:
                continue
            right = torch.tensor(made.vocabulary.tags.index(tag))
            losses.append(F.cross_entropy(scores[place], right).item())
    assert found[-1].decisions == len(losses)
    assert found[-1].total.item() == pytest.approx(sum(losses), rel=1e-5)


def test_the_encoder_learns_from_tags() -> None:
    made = network("bubble-hybrid", "upos")
    listed, _ = learnable(GOLD, made)
    term = made.losses([one.words for one in listed], [one.target for one in listed])[-1]
    assert term.decisions == sum(len(one.words.forms) for one in listed)
    term.total.backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
    for name, parameter in made.named_parameters():
        learns = name.startswith(("encoder.", "tagger."))
        assert (parameter.grad is not None and bool(parameter.grad.any())) == learns, name


def test_parsing_does_without() -> None:
    made = network("bubble-hybrid", "upos")
    sentences = [one.sentence for one in GOLD]
    untagged = [
        Sentence(tuple(replace(row, upos="_") for row in sentence.rows), sentence.comments) for sentence in sentences
    ]
    parser = Parser(made)
    found = [(tree.contents, tree.arcs) for tree in parser.parse_all(sentences)]
    assert len({contents for contents, _ in found}) > 1
    assert [(tree.contents, tree.arcs) for tree in parser.parse_all(untagged)] == found


def test_tags_are_read_or_learned_but_not_both() -> None:
    with pytest.raises(ConfigError) as raised:
        Config().replace({"encoder.tags": "upos", "training.tags": "upos"})
    assert raised.value.key == "training.tags"
    with pytest.raises(ConfigError, match="no word of the training sentences has a tag in the column XPOS"):
        network("bubble-hybrid", "xpos")
    with pytest.raises(ConfigError) as reading:
        new_network(Config().replace({**tiny.SMALL, "encoder.tags": "xpos"}), GOLD)
    assert reading.value.key == "encoder.tags"
    assert network("bubble-hybrid", "none").tagger is None
    assert Config().replace({"encoder.tags": "xpos"}).tags == "xpos"
    assert Config().tags == "none"
