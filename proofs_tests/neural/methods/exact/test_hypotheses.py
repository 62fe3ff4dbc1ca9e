"""What the exact parser offers beside the best tree, asked for as users do: n-best trees, confidences, --coord."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from bubbletree import GivenCoordination, Sentence, coordinations
from bubbletree.grammar import generate
from bubbletree.io import read_conllu
from neural import parse
from neural.batched.guided import GuidanceError
from neural.methods.compiling import IS_COMPILED
from neural.methods.exact import exact_bubbles, probabilities
from neural.methods.exact.exact_bubbles import ExactBubbles
from neural.methods.exact.indexing import items_of
from neural.methods.interface import UnlearnableError
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.neural.methods.bubbles.test_guided_bubbles import COORD
from proofs_tests.neural.methods.exact.test_exact_bubbles import small_network
from proofs_tests.support.paths import ROOT

TREES = [tree for tree in generate(40, seed=11) if tree.sentence is not None]
SENTENCES = [replace(tree.sentence, categories=()) for tree in TREES if tree.sentence is not None]


@pytest.fixture(scope="module")
def network() -> ExactBubbles:
    torch.manual_seed(3)
    return small_network(TREES)


def test_the_first_of_the_n_best_is_the_best_and_all_differ(network: ExactBubbles) -> None:
    parser = Parser(network)
    listed = list(parser.n_best_all(SENTENCES, 5))
    assert [candidates[0].tree for candidates in listed] == list(parser.parse_all(SENTENCES))
    for candidates in listed:
        assert len({candidate.tree for candidate in candidates}) == len(candidates)
        values = [candidate.log_probability for candidate in candidates]
        assert values == sorted(values, reverse=True)
        assert sum(map(math.exp, values)) < 1 + 1e-6


def test_the_probabilities_of_all_trees_of_a_sentence_add_up_to_one(network: ExactBubbles) -> None:
    found = Parser(network).n_best(["tea", "and", "buns"], 1000)
    assert math.isclose(sum(math.exp(candidate.log_probability) for candidate in found), 1, abs_tol=1e-6)
    assert len(found) > 20


def test_confidences_are_the_shares_of_trees_that_have_the_coordination(network: ExactBubbles) -> None:
    """Over all trees of four words, the bubble of the coordination included."""
    parser = Parser(network)
    words = ["tea", "and", "buns", "please"]
    every = parser.n_best(words, 1000)
    seen = 0
    for candidate in every[:20]:
        for found, confidence in parser.confidences(candidate.tree).items():
            content = candidate.tree.contents[found.bubble]
            share = sum(
                math.exp(other.log_probability)
                for other in every
                for one in coordinations(other.tree)
                if one.conjuncts == found.conjuncts and other.tree.contents[one.bubble] == content
            )
            assert math.isclose(confidence, share, abs_tol=1e-5)
            seen += 1
    assert seen > 5


def test_marginals_are_shares_of_trees(network: ExactBubbles) -> None:
    every = Parser(network).n_best(["tea", "and", "buns"], 1000)
    with torch.inference_mode():
        [found] = network.marginals([every[0].tree])
    tree = every[0].tree
    for bubble, value in found.bubbles.items():
        share = sum(math.exp(other.log_probability) for other in every if tree.contents[bubble] in other.tree.contents)
        assert math.isclose(value, share, abs_tol=1e-5)
    assert set(found.arcs) == {bubble for bubble in tree.bubbles if tree.head(bubble) is not None}
    assert all(value <= found.bubbles[bubble] + 1e-9 for bubble, value in found.arcs.items())


@pytest.mark.parametrize("tags", ["none", "upos"])
@torch.no_grad()
def test_marginals_are_those_of_the_items_of_each_tree(tags: str, monkeypatch: pytest.MonkeyPatch) -> None:
    network = small_network(TREES, {"encoder.tags": tags})
    trees = sorted(TREES, key=lambda tree: len(tree.words))[:6]
    scores = network.pair_scores(tiny.encoded(network, trees)).double().numpy()
    single_root = network.config.decoding.single_root
    for tree, own, found in zip(trees, scores, network.marginals(trees), strict=True):
        rows = np.array([row for _, row in items_of(tree)])
        arcs, bubbles = probabilities.arcs_and_bubbles(own, len(tree.words), single_root, rows)
        assert list(found.arcs.values()) == pytest.approx(arcs.tolist(), rel=1e-4)
        assert list(found.bubbles.values()) == pytest.approx(bubbles.tolist(), rel=1e-4)
    assert network.marginals([]) == []
    monkeypatch.setattr(exact_bubbles, "LONGEST", len(trees[-1].words))
    assert len(network.marginals(trees)) == 6
    monkeypatch.setattr(exact_bubbles, "LONGEST", len(trees[-1].words) - 1)
    with pytest.raises(UnlearnableError, match=r"^there are more than 500 words$"):
        network.marginals(trees)


def test_given_coordinations_are_those_of_the_tree_and_keep_their_categories(network: ExactBubbles) -> None:
    pairs = [
        (sentence, [GivenCoordination(one.conjuncts, category="NP") for one in coordinations(tree)])
        for sentence, tree in zip(SENTENCES, TREES, strict=True)
    ]
    different = 0
    for (_, given), tree, free in zip(
        pairs, Parser(network).parse_around_all(pairs), Parser(network).parse_all(SENTENCES), strict=True
    ):
        assert {one.conjuncts for one in coordinations(tree)} == {one.conjuncts for one in given}
        assert {one.category for one in coordinations(tree)} <= {"NP"}
        different += tree != free
    assert different > 5


def test_coordinations_that_cannot_be_name_their_sentence(network: ExactBubbles) -> None:
    sentences = [
        replace(Sentence.from_columns(["tea", "and", "buns"]), comments=(f"# sent_id = {name}",)) for name in "ab"
    ]
    wrong = [GivenCoordination([(1, 1), (3, 4)])]
    with pytest.raises(GuidanceError, match=r"sentence 'b': the coordination 1-1, 3-4 continues after .* 3$"):
        list(Parser(network).parse_around_all(zip(sentences, ([], wrong), strict=True)))


def test_the_command_takes_the_options(network: ExactBubbles, tmp_path: Path) -> None:
    tiny.saved(network, tmp_path / "model")
    sentence = replace(Sentence.from_columns(["tea", "and", "buns"]), comments=("# sent_id = a",))
    lines = "".join(f"{row.id}\t{row.form}" + "\t_" * 8 + "\n" for row in sentence.rows)
    (tmp_path / "in.conllu").write_text(f"# sent_id = a\n{lines}\n")
    (tmp_path / "in.coord").write_text(COORD)
    run = [str(tmp_path / "model"), str(tmp_path / "in.conllu"), "-o", str(tmp_path / "out.conllu")]
    assert parse.main([*run, "--coord", str(tmp_path / "in.coord"), "--confidence"]) == 0
    [tree] = read_conllu(tmp_path / "out.conllu")
    assert [one.conjuncts for one in coordinations(tree)] == [((1, 1), (3, 3))]
    assert tree.sentence is not None
    assert any(comment.startswith("# confidence = 1-3:") for comment in tree.sentence.comments)
    assert parse.main([*run, "--n-best", "4"]) == 0
    assert len(set(read_conllu(tmp_path / "out.conllu"))) == 4


PROGRAM = """
import numpy as np
from neural.methods import compiling
from neural.methods.exact import best, kernels, probabilities
scores = np.random.default_rng(5).normal(size=(2, 19, 10, 10))
lengths = np.array([9, 6])
zones = np.array([[2, 3, 1], [4, 4, 0], [5, 7, 1]])
np.savez(
    sys.argv[1],
    compiling.IS_COMPILED,
    *kernels.sums(scores, lengths, True),
    *best.best_trees(scores, lengths, True),
    *best.k_best_vertices(scores[0], 9, True, 6),
    probabilities.coordinations(scores[0], 9, True, zones, np.array([3])),
)
"""


@pytest.mark.skipif(not IS_COMPILED, reason="numba is not installed")
def test_without_a_compiler_everything_is_the_same(tmp_path: Path) -> None:
    results = []
    for number, setup in enumerate(("import sys", "import sys; sys.modules['numba'] = None")):
        target = tmp_path / f"{number}.npz"
        subprocess.run([sys.executable, "-c", f"{setup}\n{PROGRAM}", str(target)], check=True, cwd=ROOT)
        with np.load(target) as stored:
            results.append([stored[key] for key in stored.files])
    [compiled, *found], [interpreted, *expected] = results
    assert compiled
    assert not interpreted
    for one, other in zip(found, expected, strict=True):
        assert np.allclose(one, other, atol=1e-9)
