"""The best few trees, wider beams and confidences, as the parser and the command line offer them."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
import torch

from bubbletree import BubbleTree, Candidate, Sentence, coordinations, parse, validate
from bubbletree.convert import to_ud
from bubbletree.grammar import generate
from bubbletree.io import read_conllu, write_conllu
from neural import evaluate
from neural import parse as command
from neural.batched.rules import BUBBLE_OPEN, SHIFT
from neural.methods.bubbles.arc_hybrid import ArcHybrid
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid, NoHypothesesError
from neural.methods.bubbles.estimates import estimates
from neural.methods.bubbles.nbest import merged
from neural.methods.bubbles.stepwise import NeuralScorer
from neural.models.calibration import Calibration, save_calibration
from neural.models.parser import Parser
from proofs_tests.neural import tiny

TREES = [tree for tree in generate(40, seed=6) if len(tree.words) <= 12][:7]
SENTENCES = [to_ud(tree) for tree in TREES]


def bubbly(trees: list[BubbleTree]) -> BubbleHybrid:
    """A network that has learned nothing, but likes coordinations."""
    _, vocabulary, made = tiny.network(trees)
    with torch.no_grad():
        made.transitions.second.bias[SHIFT] += 3
        made.transitions.second.bias[BUBBLE_OPEN] += 6
        made.labels.second.bias[vocabulary.conj] += 2
    return made


@pytest.fixture(scope="module")
def network() -> BubbleHybrid:
    return bubbly(list(generate(30, seed=1)))


@pytest.fixture
def model(network: BubbleHybrid, tmp_path: Path) -> Path:
    directory = tmp_path / "model"
    return tiny.saved(network, directory)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    write_conllu(TREES, tmp_path / "in.conllu")
    return tmp_path / "in.conllu"


def without_rescoring(network: BubbleHybrid) -> BubbleHybrid:
    """The same network, that leaves its trees as they are."""
    config = network.config.replace({"scorer.rescoring": False})
    plain = BubbleHybrid(config, network.vocabulary, network.encoder)
    weights = {name: value for name, value in network.state_dict().items() if not name.startswith("rescoring.")}
    plain.load_state_dict(weights)
    return plain.eval()


def mass(candidates: list[Candidate]) -> float:
    return math.fsum(math.exp(candidate.log_probability) for candidate in candidates)


def comments(tree: BubbleTree) -> list[str]:
    assert tree.sentence is not None
    return list(tree.sentence.comments)


# Trees that become equal.


def test_equal_trees_become_one() -> None:
    trees = [BubbleTree(["a"], [{0}, {1}], [(0, label, 1)]) for label in "xyz"]
    found = [Candidate(trees[n], math.log(p)) for n, p in ((0, 0.3), (1, 0.2), (2, 0.1), (1, 0.2), (2, 0.15))]
    result = merged(found)
    assert [one.tree for one in result] == [trees[1], trees[0], trees[2]]
    assert [math.exp(one.log_probability) for one in result] == pytest.approx([0.4, 0.3, 0.25])
    assert merged(found[:3]) == found[:3]
    assert merged([]) == []
    tiny_ones = merged([Candidate(trees[0], -2000.0), Candidate(trees[0], -2000.0)])
    assert tiny_ones[0].log_probability == pytest.approx(-2000 + math.log(2))


def test_rescoring_merges_trees_and_loses_no_probability() -> None:
    network = bubbly(tiny.trees(20, 8, seed=1))  # which knows few labels, so lists are long on shapes
    sentences = [Sentence.from_columns(text.split()) for text in ("hot tea and buns", "fig , tea or milk", "tea buns")]
    rescored = list(Parser(network).n_best_all(sentences, 200))
    plain = list(Parser(without_rescoring(network)).n_best_all(sentences, 200))
    assert [len(listed) for listed in plain] == [200, 200, 48]
    assert sum(map(len, rescored)) < sum(map(len, plain)), "there is something to merge"
    for sentence, ours, theirs in zip(sentences, rescored, plain, strict=True):
        values = [candidate.log_probability for candidate in ours]
        assert values == sorted(values, reverse=True)
        assert len({candidate.tree for candidate in ours}) == len(ours)
        assert mass(ours) == pytest.approx(mass(theirs))
        for candidate in ours:
            validate(candidate.tree).raise_for_violations()
            assert candidate.tree.sentence == sentence


# The parser.


def test_a_wider_beam_finds_what_the_core_finds(network: BubbleHybrid) -> None:
    plain = without_rescoring(network)
    scorer = NeuralScorer(plain, plain.vocabulary)
    narrow = Parser(plain)
    wide = Parser(plain, beam=3, batch_size=8)
    found = list(wide.parse_all(SENTENCES))
    assert found == [parse(s.words, scorer, 3, normal_form=True, single_root=True) for s in SENTENCES]
    assert found != list(narrow.parse_all(SENTENCES)), "the beam makes a difference"
    assert found == [listed[0].tree for listed in wide.n_best_all(SENTENCES, 2)]
    assert narrow.network.config.decoding.beam == 1


def test_batches_and_company_make_no_difference(network: BubbleHybrid) -> None:
    together = list(Parser(network).n_best_all(SENTENCES, 4))
    apart = list(Parser(network, batch_size=1).n_best_all(SENTENCES[::-1], 4))[::-1]
    for one, other in zip(together, apart, strict=True):
        assert [candidate.tree for candidate in one] == [candidate.tree for candidate in other]
        values = [candidate.log_probability for candidate in other]
        assert [candidate.log_probability for candidate in one] == pytest.approx(values, abs=1e-4)


def test_one_best_is_greedy(network: BubbleHybrid) -> None:
    parser = Parser(network)
    best = list(parser.n_best_all(SENTENCES, 1))
    assert [[candidate.tree for candidate in listed] for listed in best] == [[t] for t in parser.parse_all(SENTENCES)]


def test_methods_without_alternatives_offer_none(network: BubbleHybrid) -> None:
    config = network.config.replace({"method.kind": "arc-hybrid", "decoding.beam": 3})
    plain = ArcHybrid(config, network.vocabulary, network.encoder).eval()
    with pytest.raises(NoHypothesesError, match="arc-hybrid"):
        Parser(plain).n_best_all(SENTENCES, 2)
    # A beam it may have; there is no bubble in what it builds.
    with torch.inference_mode():
        trees = plain.trees(tiny.encoded(plain, SENTENCES), SENTENCES, config.decoding)
    assert all(len(tree.contents) == len(tree.words) + 1 for tree in trees)


# The command line.


def test_the_best_few_are_written_one_after_the_other(
    model: Path, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.conllu"
    assert command.main([str(model), str(source), "--n-best", "3", "-o", str(out)]) == 0
    trees = read_conllu(out)
    expected = list(Parser.load(model).n_best_all(SENTENCES, 3))
    assert trees == [candidate.tree for listed in expected for candidate in listed]
    notes = [
        [f"# n_best = {place}", f"# log_probability = {candidate.log_probability:.4f}"]
        for listed in expected
        for place, candidate in enumerate(listed, start=1)
    ]
    assert [comments(tree)[-2:] for tree in trees] == notes
    assert capsys.readouterr().err == ""
    # What was parsed once can be parsed again, and is numbered anew.
    assert command.main([str(model), str(out), "--n-best", "1", "-o", str(tmp_path / "again.conllu")]) == 0
    again = read_conllu(tmp_path / "again.conllu")
    assert [sum(comment.startswith("# n_best") for comment in comments(tree)) for tree in again] == [1] * len(trees)


def test_the_beam_is_chosen_on_the_command_line(model: Path, source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.conllu"
    assert command.main([str(model), str(source), "--beam", "3", "-o", str(out)]) == 0
    assert read_conllu(out) == list(Parser.load(model, beam=3).parse_all(SENTENCES))


def test_evaluation_with_a_beam(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # What the parser finds with a beam of three is made the truth, which only that beam finds.
    write_conllu(Parser.load(model, beam=3).parse_all(SENTENCES), tmp_path / "gold.conllu")
    printed = []
    for beam in ("1", "3"):
        assert evaluate.main([str(model), str(tmp_path / "gold.conllu"), "--beam", beam, "--json"]) == 0
        printed.append(json.loads(capsys.readouterr().out)["attachment"]["las"]["correct"])
    words = sum(len(sentence.words) for sentence in SENTENCES)
    assert printed[0] < printed[1] == words


@pytest.mark.parametrize("option", ["--beam", "--n-best"])
@pytest.mark.parametrize("value", ["0", "-1", "x"])
def test_numbers_are_checked(model: Path, source: Path, option: str, value: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        command.main([str(model), str(source), option, value])


def test_confidences_are_written_by_span(
    model: Path, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.conllu"
    calibration = Calibration(0.5, -0.25)
    coordinated = 0
    for given in (Calibration(), calibration):
        assert command.main([str(model), str(source), "--confidence", "-o", str(out)]) == 0
        warning = capsys.readouterr().err
        assert ("has no calibration.json" in warning) is (given == Calibration())
        assert len(warning.splitlines()) <= 1
        trees = read_conllu(out)
        parser = Parser.load(model)
        assert trees == list(parser.parse_all(SENTENCES))
        network = parser.network
        assert isinstance(network, BubbleHybrid)
        for tree, listed in zip(trees, estimates(network, trees), strict=True):
            coordinated += bool(listed)
            found = [comment for comment in comments(tree) if comment.startswith("# confidence")]
            assert [one.coordination for one in listed] == list(coordinations(tree))
            spans = [one.coordination.whole for one in listed]
            values = [given(one.log_probability) for one in listed]
            parts = [f"{s.first}-{s.last}:{value:.2f}" for s, value in zip(spans, values, strict=True)]
            assert found == ([f"# confidence = {' '.join(parts)}"] if parts else [])
        save_calibration(model, calibration, {})
    assert coordinated > 5


def test_each_of_the_best_few_has_its_confidences(model: Path, source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.conllu"
    assert command.main([str(model), str(source), "--confidence", "--n-best", "3", "-o", str(out)]) == 0
    trees = read_conllu(out)
    assert len(trees) > len(SENTENCES)
    for tree in trees:
        names = [comment.split()[1] for comment in comments(tree)]
        expected = ["n_best", "log_probability", "confidence"][: 3 if coordinations(tree) else 2]
        assert names[-len(expected) :] == expected


@pytest.mark.parametrize("options", [["--confidence"], ["--n-best", "2"]])
def test_what_a_method_lacks_is_said_and_nothing_written(
    network: BubbleHybrid, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    config = network.config.replace({"method.kind": "arc-hybrid"})
    plain = ArcHybrid(config, network.vocabulary, network.encoder)
    tiny.saved(plain, tmp_path / "plain")
    out = tmp_path / "out.conllu"
    assert command.main([str(tmp_path / "plain"), str(source), *options, "-o", str(out)]) == 2
    assert "the model's method, arc-hybrid, offers no n-best trees" in capsys.readouterr().err.splitlines()[-1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.conllu", "plain"]
