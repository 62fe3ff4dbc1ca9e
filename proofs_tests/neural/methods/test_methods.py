"""Ways to parse that learn from UD trees: what goes in, what comes out, and that Arc-Hybrid opens no bubble."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch import nn

from bubbletree import Arc, BubbleTree, Coordination, Sentence, coordinations, derive, from_ud, oracle, validate
from bubbletree.grammar import generate
from bubbletree.io import iter_sentences
from bubbletree.sentence import Row
from neural.batched.rules import BUBBLE_OPEN, KINDS
from neural.config import Config, Json
from neural.data.gold import GoldSentence, gold_tree
from neural.data.words import words_of
from neural.methods import dependencies
from neural.methods.bubbles.arc_hybrid import ArcHybrid
from neural.methods.bubbles.indexing import IndexedDerivation
from neural.methods.edges.edge_factored import EdgeFactored
from neural.methods.interface import Target, TrainableNetwork, UnlearnableError
from neural.models.parser import Parser
from neural.training.start import new_network
from proofs_tests.neural import tiny

ON_UD = ["arc-hybrid", "edge-factored"]
"""The ways to parse that learn from UD trees."""


def network(kind: str, gold: list[GoldSentence], changes: Mapping[str, Json] | None = None) -> TrainableNetwork[Target]:
    """A network that has learned nothing, in evaluation mode."""
    return new_network(Config().replace({**tiny.SMALL, "method.kind": kind, **(changes or {})}), gold).eval()


def arc_hybrid(gold: list[GoldSentence], changes: Mapping[str, Json] | None = None) -> ArcHybrid:
    made = network("arc-hybrid", gold, changes)
    assert isinstance(made, ArcHybrid)
    return made


def ud(*words: tuple[str, int, str], deps: Mapping[int, str] | None = None) -> Sentence:
    """A sentence from form, head and relation of each word, and DEPS of some."""
    return Sentence(
        tuple(
            Row(str(number), form, head=str(head), deprel=relation, deps=(deps or {}).get(number, "_"))
            for number, (form, head, relation) in enumerate(words, start=1)
        )
    )


def gold_ud(*sentences: Sentence) -> list[GoldSentence]:
    """Gold sentences with nothing known but UD columns and what follows from them."""
    return [GoldSentence(sentence, from_ud(sentence), "", ()) for sentence in sentences]


MEN = ud(("old", 2, "amod"), ("men", 0, "root"), ("and", 4, "cc"), ("women", 2, "conj"), deps={1: "2:amod|4:amod"})
"""By DEPS *old* is shared; without, it would be private."""

CROSSING = ud(("What", 4, "obl"), ("are", 4, "aux"), ("you", 4, "nsubj"), ("doing", 0, "root"), ("about", 1, "case"))


def conjuncts(found: Sequence[Coordination]) -> list[list[tuple[int, int]]]:
    return [[(span.first, span.last) for span in one.conjuncts] for one in found]


def read_off(sentence: Sentence) -> list[list[tuple[int, int]]]:
    """The coordinations that heads and relations show, without the help of DEPS."""
    plain = replace(sentence, rows=tuple(replace(row, deps="_") for row in sentence.rows))
    return conjuncts(coordinations(from_ud(plain)))


def heads_of(tree: BubbleTree) -> list[int | None]:
    return [tree.head(word) for word in range(1, len(tree.words) + 1)]


def random_heads(rng: random.Random, words: int) -> list[int]:
    """A random tree whose RT has one child, crossing arcs and all."""
    order = rng.sample(range(1, words + 1), words)
    heads = [0] * words
    for place, word in enumerate(order[1:], start=1):
        heads[word - 1] = rng.choice(order[:place])
    return heads


# From a gold sentence to what is learned.


def test_a_crossing_tree_is_made_projective() -> None:
    tree = dependencies.plain_tree(CROSSING)
    assert heads_of(tree) == [4, 4, 4, 0, 4]
    assert [tree.label(word) for word in range(1, 6)] == list(CROSSING.deprels)
    assert tree.sentence == CROSSING


def test_arcs_are_only_ever_moved_up() -> None:
    rng = random.Random(5)
    crossing = 0
    for _ in range(200):
        heads = random_heads(rng, rng.randint(1, 9))
        labels = [rng.choice(["conj", "det"]) for _ in heads]
        sentence = ud(*((f"w{label}", head, label) for head, label in zip(heads, labels, strict=True)))
        tree = dependencies.plain_tree(sentence)
        assert validate(tree).ok
        assert [sorted(content) for content in tree.contents] == [[token] for token in range(len(heads) + 1)]
        assert [tree.label(word) for word in range(1, len(heads) + 1)] == labels
        arcs = [Arc(head, label, word) for word, (head, label) in enumerate(zip(heads, labels, strict=True), start=1)]
        is_projective = validate(BubbleTree(sentence.words, tree.contents, arcs)).ok
        crossing += not is_projective
        assert (heads_of(tree) == heads) == is_projective
        for head, new in zip(heads, heads_of(tree), strict=True):
            above = [head]
            while above[-1]:
                above.append(heads[above[-1] - 1])
            assert new in above
    assert 50 < crossing < 190


def test_heads_are_those_of_the_file() -> None:
    assert dependencies.gold_heads(CROSSING) == [4, 4, 4, 0, 1]


@pytest.mark.parametrize("kind", ON_UD)
def test_labels_are_the_relations_of_the_file(kind: str) -> None:
    made = network(kind, gold_ud(MEN, CROSSING))
    assert [list(made.labels_of(one)) for one in gold_ud(MEN)] == [["amod", "root", "cc", "conj"]]
    assert made.vocabulary.labels == ("amod", "aux", "case", "cc", "conj", "nsubj", "obl", "root")


def test_arc_hybrid_learns_the_oracles_derivations_of_the_ud_trees() -> None:
    gold = [gold_tree(tree) for tree in generate(40, seed=3)] + gold_ud(MEN, CROSSING)
    made = arc_hybrid(gold)
    assert any(len(one.tree.contents) > len(one.tree.words) + 1 for one in gold if one.tree is not None)
    for one in gold:
        target = made.target(one)
        assert isinstance(target, IndexedDerivation)
        tree = dependencies.plain_tree(one.sentence)
        assert one.sentence is CROSSING or heads_of(tree) == list(one.sentence.heads)
        assert derive(tree.words, oracle(tree)) == tree
        steps = [(KINDS[kind].value) for kind in target.kinds.tolist()]
        assert steps == [step.kind.value for step in oracle(tree)]
        assert set(steps) <= {"Shift", "LeftArc", "RightArc"}
        assert len(steps) == 2 * len(tree.words)
        labels = [made.vocabulary.labels[number] for number in target.labels.tolist()]
        assert labels == [step.label for step in oracle(tree) if step.label is not None]


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        (Sentence(()), "there are no words"),
        (ud(("tea", 0, "never seen")), "the model does not know the label 'never seen'"),
        (ud(("tea", 0, "root"), ("please", 0, "root")), "RT has several children"),
        (ud(("tea", 2, "root"), ("please", 1, "root")), "the heads do not form a tree"),
        (Sentence.from_columns(["tea"]), "a word has no head"),
    ],
)
@pytest.mark.parametrize("kind", ON_UD)
def test_what_cannot_be_learned_is_said(kind: str, sentence: Sentence, reason: str) -> None:
    made = network(kind, gold_ud(MEN))
    with pytest.raises(UnlearnableError) as raised:
        made.target(GoldSentence(sentence, None, "", ()))
    assert raised.value.reason == reason


@torch.no_grad()
def test_what_arc_hybrid_thinks_of_bubbles_is_not_trained() -> None:
    gold = [gold_tree(tree) for tree in generate(5, seed=3)]
    made = arc_hybrid(gold)
    words = [words_of(one.sentence, "none") for one in gold]
    targets = [made.target(one) for one in gold]
    before = [float(term.total) for term in made.losses(words, targets)]
    made.transitions.second.bias[BUBBLE_OPEN] = 50.0
    assert [float(term.total) for term in made.losses(words, targets)] == before
    made.transitions.second.bias[0] = 5.0
    assert [float(term.total) for term in made.losses(words, targets)] != before


# From a sentence to what is found.


def test_arc_hybrid_has_no_boundaries_to_rescore() -> None:
    made = arc_hybrid(gold_ud(ud(("tea", 0, "root"))), {"scorer.rescoring": True})
    assert made.rescoring is None
    assert not made.config.scorer.rescoring


@pytest.mark.parametrize("bias", [0.0, 1e5, 1e30, 3e38])
@pytest.mark.parametrize(
    "decoding", [(True, True, 1), (True, False, 1), (False, True, 1), (False, False, 1), (True, True, 3)]
)
@torch.no_grad()
def test_arc_hybrid_opens_no_bubble_whatever_the_weights(decoding: tuple[bool, bool, int], bias: float) -> None:
    gold = tiny.gold(20, 8, seed=3)
    names = ("decoding.normal_form", "decoding.single_root", "decoding.beam")
    made = arc_hybrid(gold, dict(zip(names, decoding, strict=True)))
    sentences = [one.sentence for one in gold]
    encoded = tiny.encoded(made, sentences)
    for seed in range(3):
        torch.manual_seed(seed)
        for scorer in (made.transitions, made.labels):
            nn.init.normal_(scorer.second.weight, std=1 + bias / 1e10)
        # Far better than everything else, or with everything else far worse.
        nn.init.constant_(made.transitions.second.bias, -bias if seed == 2 else 0)
        made.transitions.second.bias[BUBBLE_OPEN] = 0 if seed == 2 else bias
        for tree in made.trees(encoded, sentences, made.config.decoding):
            assert all(len(content) == 1 for content in tree.contents)
            assert validate(tree).ok
            assert not decoding[1] or len(tree.children(0)) == 1


def fickle(kind: str, rng: random.Random) -> tuple[TrainableNetwork[Target], list[Sentence]]:
    """A network that finds conjuncts everywhere, and modifiers on their left; and sentences for it."""
    sentences = [gold_tree(tree).sentence for tree in generate(80, seed=3)]
    sentences = [
        replace(one, rows=tuple(replace(row, deprel=rng.choice(["conj", "amod"])) for row in one.rows))
        for one in sentences
    ]
    made = network(kind, gold_ud(*sentences), {"encoder.tags": "upos"})
    # So that scores depend on words.
    nn.init.normal_(made.get_parameter("encoder.words.weight"), std=10)
    if isinstance(made, ArcHybrid):
        nn.init.zeros_(made.indicator.weight)
        nn.init.zeros_(made.absent)
        nn.init.normal_(made.transitions.second.weight)
    if isinstance(made, EdgeFactored):
        nn.init.normal_(made.arcs)
        nn.init.normal_(made.relations)
    return made, sentences


@pytest.mark.parametrize("kind", ON_UD)
@torch.no_grad()
def test_gold_annotation_does_not_reach_the_output(kind: str) -> None:
    made, sentences = fickle(kind, random.Random(4))
    parser = Parser(made)
    # All categories, and enhanced arcs from every word to every other.
    told, bare = [], []
    for one in sentences:
        rows = one.rows
        spans = [(first, last) for last in range(1, len(rows) + 1) for first in range(1, last)]
        everything = "|".join(f"{number}:dep" for number in range(1, len(rows) + 1))
        annotated = tuple(replace(row, deps=everything) for row in rows)
        told.append(replace(one, rows=annotated, categories=tuple((span, "NP") for span in spans)))
        blank = tuple(replace(row, head="_", deprel="_", deps="_") for row in rows)
        bare.append(replace(one, rows=blank, categories=()))
    different = 0
    for found, of_bare, sentence in zip(parser.analyse_all(told), parser.analyse_all(bare), told, strict=True):
        assert found == of_bare
        assert found.dependencies is not None
        assert all(row.deps == "_" for row in found.dependencies.rows)
        assert found.dependencies.words == sentence.words
        assert all(one.category is None for one in found.coordinations)
        pairs = zip(sentence.rows, found.dependencies.rows, strict=True)
        leaked = Sentence(tuple(replace(row, deps=old.deps) for old, row in pairs))
        different += conjuncts(coordinations(from_ud(leaked))) != read_off(found.dependencies)
    # There was something to give away.
    assert different > 5


def test_enhanced_dependencies_have_no_say_in_what_is_shared() -> None:
    found = dependencies.analysis(MEN, MEN.heads, MEN.deprels)
    assert found.tree is not None
    assert conjuncts(coordinations(found.tree)) == read_off(MEN) == [[(1, 2), (4, 4)]]
    assert conjuncts(coordinations(from_ud(MEN))) == [[(2, 2), (4, 4)]]
    assert found.coordinations == coordinations(found.tree)


def test_ranges_stay_and_empty_nodes_go() -> None:
    rows = (
        Row("1", "I", "I", "PRON", head="2", deprel="nsubj", deps="2:nsubj"),
        Row("2-3", "can't", misc="Note=kept"),
        Row("2", "ca", head="0", deprel="root"),
        Row("3", "n't", head="2", deprel="advmod", misc="Note=kept too"),
        Row("3.1", "go", deps="2:conj"),
    )
    sentence = Sentence(rows, ("# sent_id = 1",))
    found = dependencies.analysis(sentence, [3, 3, 0], ["a", "b", "root"])
    assert found.dependencies == Sentence(
        (
            Row("1", "I", "I", "PRON", head="3", deprel="a"),
            Row("2-3", "can't", misc="Note=kept"),
            Row("2", "ca", head="3", deprel="b"),
            Row("3", "n't", head="0", deprel="root", misc="Note=kept too"),
        ),
        ("# sent_id = 1",),
    )
    assert found.ud() == found.dependencies
    assert found.tree is not None
    assert heads_of(found.tree) == [3, 3, 0]


def test_heads_and_relations_come_out_as_they_were_found() -> None:
    """Crossing arcs too, although the bubble tree beside them has to be projective."""
    found = dependencies.analysis(CROSSING, CROSSING.heads, CROSSING.deprels)
    assert found.ud() == CROSSING
    assert found.tree is not None
    assert validate(found.tree).ok


def test_one_head_and_relation_for_each_word() -> None:
    with pytest.raises(ValueError, match="zip"):
        dependencies.analysis(MEN, [2, 0, 4, 2, 1], ["a"] * 5)


def test_gold_heads_show_the_coordinations_of_ud() -> None:
    count = 0
    for tree in generate(100, seed=6):
        sentence = gold_tree(tree).sentence
        found = dependencies.analysis(sentence, sentence.heads, sentence.deprels)
        assert found.tree is not None
        assert conjuncts(coordinations(found.tree)) == read_off(sentence)
        count += len(found.coordinations)
    assert count > 50


@pytest.mark.treebank
def test_gold_heads_show_the_coordinations_of_a_treebank(treebanks: Path) -> None:
    path = treebanks / "ewt" / "en_ewt-ud-dev.conllu"
    if not path.is_file():
        pytest.skip(f"no treebank {path}")
    crossing = 0
    for sentence, _ in zip(iter_sentences(path), range(400), strict=False):
        found = dependencies.analysis(sentence, dependencies.gold_heads(sentence), sentence.deprels)
        assert found.tree is not None
        assert conjuncts(coordinations(found.tree)) == read_off(sentence)
        assert found.dependencies is not None
        assert (found.dependencies.heads, found.dependencies.deprels) == (sentence.heads, sentence.deprels)
        tree = dependencies.plain_tree(sentence)
        assert validate(tree).ok
        crossing += heads_of(tree) != list(sentence.heads)
    assert crossing > 0


@torch.no_grad()
def test_arc_hybrids_trees_are_what_it_returns() -> None:
    made, sentences = fickle("arc-hybrid", random.Random(4))
    assert isinstance(made, ArcHybrid)
    encoded, decoding = tiny.encoded(made, sentences), made.config.decoding
    trees, analyses = made.trees(encoded, sentences, decoding), made.analyse(encoded, sentences, decoding)
    for tree, found in zip(trees, analyses, strict=True):
        assert found.dependencies is not None
        assert list(found.dependencies.heads) == heads_of(tree)
        assert list(found.dependencies.deprels) == [tree.label(word) for word in range(1, len(tree.words) + 1)]
        assert found.tree is not None
        assert found.tree.sentence == found.dependencies


@pytest.mark.parametrize("kind", ON_UD)
def test_a_model_comes_back_as_it_was(tmp_path: Path, kind: str) -> None:
    gold = tiny.gold(6, 8, seed=2)
    made = network(kind, gold)
    loaded = Parser.load(tiny.saved(made, tmp_path))
    assert type(loaded.network) is type(made)
    sentences = [one.sentence for one in gold]
    assert list(loaded.analyse_all(sentences)) == list(Parser(made).analyse_all(sentences))
