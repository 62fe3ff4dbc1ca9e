"""A parser answers each question about one sentence or many; company makes no difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from bubbletree import BubbleTree, GivenCoordination, Sentence, coordinations, parse, validate
from bubbletree.convert import to_ud
from bubbletree.grammar import generate
from bubbletree.metrics import key_of
from neural.config import ConfigError, DecodingConfig
from neural.methods.bubbles.arc_hybrid import ArcHybrid
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.methods.bubbles.stepwise import NeuralScorer
from neural.methods.hypotheses import NoHypothesesError, estimates
from neural.methods.interface import LongSentenceWarning
from neural.models.alternatives import LISTED
from neural.models.calibration import Calibration, save_calibration
from neural.models.checkpoint import CheckpointError
from neural.models.loading import load
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.neural.files import SENTENCES, TREES

# One sentence or many.


def test_many_sentences_get_the_answers_of_each(bubbly: BubbleHybrid) -> None:
    parser = Parser(bubbly)
    assert list(parser.parse_all(SENTENCES)) == [parser.parse(one) for one in SENTENCES]
    assert list(parser.analyse_all(SENTENCES)) == [parser.analyse(one) for one in SENTENCES]
    lists = [[candidate.tree for candidate in found] for found in parser.n_best_all(SENTENCES, 3)]
    assert lists == [[candidate.tree for candidate in parser.n_best(one, 3)] for one in SENTENCES]
    trees = [found[0] for found in lists]
    of_each = [parser.confidences(tree) for tree in trees]
    assert [list(found) for found in of_each] == [list(coordinations(tree)) for tree in trees]
    for together, alone in zip(parser.confidences_all(trees), of_each, strict=True):
        assert together == pytest.approx(alone, abs=1e-5)
    known = [(one, coordinations(tree)) for one, tree in zip(SENTENCES, TREES, strict=True)]
    around = list(parser.parse_around_all(known))
    assert around == [parser.parse_around(*pair) for pair in known]
    for tree, (_, given) in zip(around, known, strict=True):
        assert [one.conjuncts for one in coordinations(tree)] == [one.conjuncts for one in given]
    assert any(given for _, given in known)


def test_a_sentence_is_text_or_words_or_a_sentence(bubbly: BubbleHybrid) -> None:
    parser = Parser(bubbly)
    words = ("do", "n't", "stop", "!")
    trees = [parser.parse("don't   stop!"), parser.parse(list(words)), parser.parse(Sentence.from_columns(words))]
    assert all(tree.words == words and validate(tree) for tree in trees)
    assert trees[0] == trees[1] == trees[2]
    together = list(parser.parse_all(["tea, please", words, SENTENCES[0], "and buns"]))
    assert [tree.words for tree in together] == [("tea", ",", "please"), words, SENTENCES[0].words, ("and", "buns")]
    assert [tree.sentence.sent_id for tree in together if tree.sentence] == ["1", None, SENTENCES[0].sent_id, "4"]


@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        (lambda parser: parser.parse(5), "text, a list of words, or a Sentence, not int: 5"),
        (lambda parser: parser.parse(None), "text, a list of words, or a Sentence, not NoneType: None"),
        (lambda parser: list(parser.parse_all(5)), "several sentences"),
        (lambda parser: parser.n_best("tea", "a"), "the size of an n-best list, not str: 'a'"),
        (lambda parser: parser.confidences("tea"), "a BubbleTree, not str: 'tea'"),
        (lambda parser: parser.parse_around("tea", 5), "several coordinations"),
        (lambda parser: parser.parse_around("tea", [(1, 3)]), "a GivenCoordination, not tuple"),
        (lambda parser: list(parser.parse_around_all(["tea"])), "a pair of a sentence and its coordinations"),
    ],
)
def test_arguments_of_a_wrong_type_are_told_what_was_expected(
    bubbly: BubbleHybrid, ask: Callable[[Parser], object], expected: str
) -> None:
    with pytest.raises(TypeError, match=f"^expected {expected}"):
        ask(Parser(bubbly))


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("", "word 2 is empty"),
        (" ", "word 2, ' ', begins or ends with a blank"),
        ("buns\n", r"word 2, 'buns\\n', holds a control character"),
        ("\x00", r"word 2, '\\x00', holds a control character"),
        ("\ud83d", r"word 2, '\\ud83d', holds half of a surrogate pair"),
    ],
)
def test_words_that_are_no_text_are_refused(bubbly: BubbleHybrid, word: str, problem: str) -> None:
    for sentence in (["tea", word], Sentence.from_columns(["tea", word])):
        with pytest.raises(ValueError, match=f"^sentence 1 cannot be parsed: {problem}"):
            Parser(bubbly).parse(sentence)
    assert Parser(bubbly).parse(["New York", "tea"]).words == ("New York", "tea")
    with pytest.raises(ValueError, match="half of a surrogate pair"):
        Parser(bubbly).parse("tea \ud83d")


def test_long_sentences_are_parsed_without_a_beam_and_named(
    bubbly: BubbleHybrid, monkeypatch: pytest.MonkeyPatch
) -> None:
    short, long = ["tea", "and", "buns"], ["tea", "and", "buns", "or", "jam"]
    parser = Parser(bubbly, beam=3)
    both = list(parser.n_best_all([long, short], 3))
    assert [len(listed) for listed in both] == [3, 3]
    monkeypatch.setattr("neural.models.batches.SEARCHED", 4)
    with pytest.warns(LongSentenceWarning, match="with 5 words: it is parsed without a beam") as warned:
        [alone], others = parser.n_best_all([long, short], 3)
    assert len(warned) == 1
    assert alone.tree == Parser(bubbly, beam=1).parse(long)
    assert [one.tree for one in others] == [one.tree for one in both[1]]
    known = GivenCoordination([(1, 1), (3, 3)])
    asked: list[Callable[[], BubbleTree]] = [lambda: parser.parse(long), lambda: parser.parse_around(long, [known])]
    for ask in asked:
        with pytest.warns(LongSentenceWarning, match="without a beam"):
            assert ask().words == tuple(long)
    assert Parser(bubbly, beam=1).parse(long) == alone.tree  # without a warning


@pytest.mark.parametrize("nothing", ["", "  \n", [], ()])
def test_without_words_there_is_no_sentence(bubbly: BubbleHybrid, nothing: str | list[str]) -> None:
    parser = Parser(bubbly)
    known = GivenCoordination([(1, 1), (3, 3)])
    asked: list[Callable[[], object]] = [
        lambda: parser.parse(nothing),
        lambda: parser.analyse(nothing),
        lambda: parser.n_best(nothing, 2),
        lambda: parser.parse_around(nothing, [known]),
    ]
    for question in asked:
        with pytest.raises(ValueError, match=r"^sentence 1 has no words$"):
            question()
    with pytest.raises(ValueError, match=r"^sentence 2 has no words$"):
        list(parser.parse_all(["tea", nothing]))


def test_one_sentence_is_not_taken_for_many_nor_many_for_one(bubbly: BubbleHybrid) -> None:
    parser = Parser(bubbly)
    asked: list[Callable[[], object]] = [
        lambda: parser.parse_all("tea and buns"),
        lambda: parser.analyse_all("tea and buns"),
        lambda: parser.n_best_all("tea and buns", 2),
    ]
    for question in asked:
        with pytest.raises(TypeError, match="the text of one sentence"):
            question()
    with pytest.raises(TypeError, match="several sentences are for the methods that end in _all"):
        parser.parse(SENTENCES)  # type: ignore[arg-type]  # the mistake


# Options.


@pytest.mark.parametrize("size", [0, -1])
def test_sizes_are_at_least_one(bubbly: BubbleHybrid, size: int) -> None:
    with pytest.raises(ValueError, match=f"at least 1, not {size}"):
        Parser(bubbly, batch_size=size)
    with pytest.raises(ValueError, match=f"at least 1, not {size}"):
        Parser(bubbly).n_best_all(SENTENCES, size)
    with pytest.raises(ConfigError, match=f"at least 1, not {size}"):
        Parser(bubbly, beam=size)


def test_the_beam_is_the_models_unless_the_parser_has_one(bubbly: BubbleHybrid, tmp_path: Path) -> None:
    wide = BubbleHybrid(bubbly.config.replace({"decoding.beam": 5}), bubbly.vocabulary, bubbly.encoder)
    tiny.saved(wide, tmp_path)
    assert [load(tmp_path, beam=beam).decoding.beam for beam in (None, 1, 3)] == [5, 1, 3]
    assert replace(Parser.load(tmp_path), beam=2).decoding.beam == 2


def test_a_wider_beam_finds_what_the_core_finds(bubbly: BubbleHybrid) -> None:
    plain = tiny.without_rescoring(bubbly)
    scorer = NeuralScorer(plain, plain.vocabulary)
    narrow = Parser(plain)
    wide = Parser(plain, beam=3, batch_size=8)
    found = list(wide.parse_all(SENTENCES))
    assert found == [parse(s.words, scorer, 3, normal_form=True, single_root=True) for s in SENTENCES]
    assert found != list(narrow.parse_all(SENTENCES)), "the beam makes a difference"
    assert found == [listed[0].tree for listed in wide.n_best_all(SENTENCES, 2)]
    assert narrow.network.config.decoding.beam == 1


def test_the_beam_counts_around_given_coordinations_too(bubbly: BubbleHybrid) -> None:
    known = [(one, coordinations(tree)) for one, tree in zip(SENTENCES, TREES, strict=True)]
    narrow, wide = (list(Parser(bubbly, beam=beam).parse_around_all(known)) for beam in (1, 8))
    sentences, given = zip(*known, strict=True)
    with torch.inference_mode():
        expected = bubbly.trees_around(tiny.encoded(bubbly, sentences), sentences, given, DecodingConfig(beam=8))
    assert wide == expected
    assert wide != narrow, "the beam makes a difference"


def test_n_best_trees_do_not_depend_on_company(bubbly: BubbleHybrid) -> None:
    together = list(Parser(bubbly).n_best_all(SENTENCES, 4))
    apart = list(Parser(bubbly, batch_size=1).n_best_all(SENTENCES[::-1], 4))[::-1]
    for one, other in zip(together, apart, strict=True):
        assert [candidate.tree for candidate in one] == [candidate.tree for candidate in other]
        values = [candidate.log_probability for candidate in other]
        assert [candidate.log_probability for candidate in one] == pytest.approx(values, abs=1e-4)


def test_one_best_is_greedy(bubbly: BubbleHybrid) -> None:
    parser = Parser(bubbly)
    best = list(parser.n_best_all(SENTENCES, 1))
    assert [[candidate.tree for candidate in listed] for listed in best] == [[t] for t in parser.parse_all(SENTENCES)]


def test_methods_without_alternatives_offer_none(bubbly: BubbleHybrid) -> None:
    config = bubbly.config.replace({"method.kind": "arc-hybrid", "decoding.beam": 3})
    plain = ArcHybrid(config, bubbly.vocabulary, bubbly.encoder).eval()
    with pytest.raises(NoHypothesesError, match="arc-hybrid") as raised:
        Parser(plain).n_best_all(SENTENCES, 2)
    assert raised.value.method == "arc-hybrid"
    # A beam it may have; there is no bubble in what it builds.
    with torch.inference_mode():
        trees = plain.trees(tiny.encoded(plain, SENTENCES), SENTENCES, config.decoding)
    assert all(len(tree.contents) == len(tree.words) + 1 for tree in trees)


def test_trees_do_not_depend_on_company(bubbly_model: Path) -> None:
    sentences = [to_ud(tree) for tree in generate(60, seed=6)]
    together = list(load(bubbly_model, batch_size=64).parse_all(sentences))
    assert list(load(bubbly_model, batch_size=3).parse_all(sentences)) == together
    assert list(load(bubbly_model, batch_size=64).parse_all(sentences[::-1]))[::-1] == together


def test_sentences_are_read_as_they_are_needed(bubbly_model: Path) -> None:
    read = 0

    def endless() -> Iterator[Sentence]:
        nonlocal read
        while True:
            read += 1
            yield Sentence.from_columns(["tea", "and", "buns"])

    trees = load(bubbly_model, batch_size=2).parse_all(endless())
    for _ in range(100):
        next(trees)
    assert read <= 100 + 2 * 16


# Confidences.


def test_confidences_are_calibrated_if_the_model_is(bubbly_model: Path) -> None:
    network = Parser.load(bubbly_model).network
    assert isinstance(network, BubbleHybrid)
    trees = [tree for tree in Parser(network).parse_all(SENTENCES) if coordinations(tree)]
    assert trees
    for calibration in (None, Calibration((0.5,), -0.25)):
        if calibration is not None:
            save_calibration(bubbly_model, calibration, {})
        parser = Parser.load(bubbly_model)
        assert parser.calibration == calibration
        for tree, listed in zip(trees, estimates(network, trees), strict=True):
            values = [(calibration or Calibration())(one.log_probabilities) for one in listed]
            assert list(parser.confidences(tree).values()) == pytest.approx(values, abs=1e-5)
    assert Parser(network).calibration is None


def test_a_calibration_of_other_weights_stops_confidences_alone(bubbly_model: Path) -> None:
    save_calibration(bubbly_model, Calibration((0.5,), -0.25), {})
    tiny.saved(tiny.network(list(generate(30, seed=1)), seed=9)[2], bubbly_model)
    parser = Parser.load(bubbly_model)
    tree: BubbleTree = parser.parse("tea and buns")
    with pytest.raises(CheckpointError, match="other weights"):
        parser.confidences(tree)


@pytest.mark.parametrize("calibration", [None, Calibration((0.1,), 1.0)])
def test_alternatives_have_the_coordinator_of_the_tree_and_other_conjuncts(
    bubbly_model: Path, calibration: Calibration | None
) -> None:
    if calibration is not None:
        save_calibration(bubbly_model, calibration, {})
    parser = Parser.load(bubbly_model)
    trees = list(parser.parse_all([*SENTENCES, *(tree.words for tree in generate(40, seed=4))]))
    number, shares = 0, set()
    for tree, found in zip(trees, parser.alternatives_all(trees, 50), strict=True):
        assert list(found) == list(coordinations(tree))
        candidates = [candidate.tree for candidate in parser.n_best(tree.sentence or tree.words, LISTED)]
        for own, others in found.items():
            readings = {
                one.conjuncts
                for other in candidates
                for one in coordinations(other)
                if key_of(one) == key_of(own) and len(own.conjuncts) > 1 < len(one.conjuncts)
            }
            assert {other.coordination.conjuncts for other in others} == readings - {own.conjuncts}
            assert len({other.coordination.conjuncts for other in others}) == len(others)
            assert [other.confidence for other in others] == sorted((one.confidence for one in others), reverse=True)
            raw = [parser.confidences(other.tree)[other.coordination] for other in others]
            # Only one of the readings can be right, the tree's own included.
            share = min(1, (1 - parser.confidences(tree)[own]) / sum(raw)) if raw else 1
            assert [other.confidence for other in others] == pytest.approx([share * one for one in raw], rel=1e-3)
            assert all(other.tree in candidates for other in others)
            shares.update([share == 1] if raw else [])
            number += len(others)
    assert number > 2
    assert shares == ({True} if calibration is None else {False})


def test_a_tree_has_the_same_alternatives_alone_and_in_company_and_only_so_many(bubbly: BubbleHybrid) -> None:
    parser = Parser(bubbly, batch_size=3)
    trees = list(parser.parse_all(SENTENCES))
    for tree, found in zip(trees, parser.alternatives_all(trees, 2), strict=True):
        alone = Parser(bubbly).alternatives(tree, 50)
        for own, others in found.items():
            assert [one.coordination for one in others] == [one.coordination for one in alone[own]][:2]
    with pytest.raises(ValueError, match="at least 1"):
        parser.alternatives(trees[0], 0)
    with pytest.raises(TypeError):
        list(parser.alternatives_all(trees[0], 2))  # type: ignore[arg-type]  # one tree in the place of many
