"""Sentences that are too long for the program are parsed in pieces."""

from __future__ import annotations

import warnings
from collections import Counter
from itertools import pairwise, zip_longest
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import example, given
from hypothesis import strategies as st

from bubbletree import GivenCoordination, Sentence, coordinations, validate
from neural import parse
from neural.batched.guided import GuidanceError
from neural.config import DecodingConfig
from neural.data.gold import gold_tree
from neural.encoders.interface import Encoded
from neural.methods.exact import pieces as module
from neural.methods.exact.best import best_vertices
from neural.methods.exact.exact_bubbles import ExactBubbles
from neural.methods.exact.indexing import tree_of
from neural.methods.exact.pairs import Pair
from neural.methods.exact.pieces import Piece, encoded_pieces, joined, pieces, together
from neural.methods.exact.vertices import pairs
from neural.methods.interface import LongSentenceWarning, UnlearnableError
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.neural.methods.exact.test_exact_bubbles import labels_of, small_network
from proofs_tests.neural.methods.exact.test_hypotheses import TREES
from proofs_tests.neural.methods.exact.test_losses import pairs_in

SENTENCE = Sentence.from_columns(["tea", "and", "buns", "or"] * 6)


@pytest.fixture(scope="module")
def network() -> ExactBubbles:
    torch.manual_seed(3)
    return small_network(TREES)


@given(st.lists(st.integers(0, 40), max_size=5), st.integers(1, 9))
def test_pieces_hold_every_word_once_and_are_not_too_long(lengths: list[int], longest: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LONGEST", longest)
        found = list(pieces(lengths))
    for number, length in enumerate(lengths):
        own = [piece for piece in found if piece.sentence == number]
        assert [word for piece in own for word in range(piece.first, piece.last + 1)] == list(range(1, length + 1))
        assert own, "a sentence without words is a piece"
        assert all(piece.length <= longest for piece in own)
    assert [piece for group in together(found) for piece in group] == found


def cells_of(group: list[Piece]) -> int:
    return len(group) * len(Pair) * (max(piece.length for piece in group) + 1) ** 2


@given(st.lists(st.integers(1, 6), max_size=12))
def test_pieces_are_scored_in_groups_that_fit_and_are_not_smaller_than_need_be(lengths: list[int]) -> None:
    """What is too large alone is a group of its own."""
    listed = [Piece(number, 1, length) for number, length in enumerate(lengths)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CELLS", 3 * len(Pair) * 5**2)
        groups = list(together(listed))
        assert [piece for group in groups for piece in group] == listed
        for group, following in zip_longest(groups, groups[1:]):
            assert len(group) == 1 or cells_of(group) <= module.CELLS
            assert following is None or cells_of([*group, following[0]]) > module.CELLS


def test_no_piece_cuts_a_coordination(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST", 5)
    known = [GivenCoordination([(4, 4), (8, 8)]), GivenCoordination([(8, 8), (9, 9)])]
    assert [tuple(piece) for piece in pieces([10], [known[:1]])] == [(0, 1, 3), (0, 4, 8), (0, 9, 10)]
    nested = [GivenCoordination([(5, 5), (7, 7)]), GivenCoordination([(3, 3), (5, 7)])]
    assert [tuple(piece) for piece in pieces([10], [nested])] == [(0, 1, 2), (0, 3, 7), (0, 8, 10)]
    with pytest.raises(GuidanceError, match="the coordination 4-4, 9-9 has more than the 5 words"):
        list(pieces([10], [[GivenCoordination([(4, 4), (9, 9)])]]))


@example(1, 3, [2, 1, 1, 1, 5])
@given(st.integers(1, 30), st.integers(4, 9), st.lists(st.integers(1, 9), min_size=5, max_size=5))
def test_pieces_around_a_coordination_are_as_long_as_can_be(length: int, longest: int, gaps: list[int]) -> None:
    before, first, between, second, behind = gaps
    begin = before + first + between
    one = GivenCoordination([(before, before + first - 1), (begin, begin + second - 1)])
    whole = set(range(before, begin + second))
    is_too_long = len(whole) > longest
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LONGEST", longest)
        if is_too_long:
            with pytest.raises(GuidanceError):
                list(pieces([begin + second - 1 + behind + longest], [[one]]))
            return
        found = list(pieces([length, begin + second - 1 + behind], [[], [one]]))
    own = [set(range(piece.first, piece.last + 1)) for piece in found if piece.sentence == 1]
    assert sum(whole <= words for words in own) == 1
    for words, following in pairwise(own):
        assert len(words) == longest or (min(whole) in following and len(words | whole) > longest)


def test_pieces_are_encoded_as_sentences_of_their_own() -> None:
    """Each after the RT of its sentence; here the vectors of tokens are their numbers."""
    encoded = Encoded((3, 5), torch.arange(10).unsqueeze(1))
    made = encoded_pieces(encoded, [Piece(1, 1, 2), Piece(1, 3, 5), Piece(0, 2, 3)])
    assert made.lengths == (2, 3, 2)
    assert made.tokens.flatten().tolist() == [4, 5, 6, 4, 7, 8, 9, 0, 2, 3]
    assert encoded_pieces(encoded, []).tokens.shape == (0, 1)


@pytest.mark.parametrize("single_root", [False, True])
def test_the_trees_of_pieces_make_a_projective_tree(single_root: bool) -> None:
    generator = np.random.default_rng(1)
    for lengths in ([3, 4, 2], [1, 1, 5], [6]):
        parts, first = [], 1
        for n in lengths:
            scores = generator.normal(size=(len(Pair), n + 1, n + 1))
            scores[Pair.BUBBLE] += 2
            parts.append((Piece(0, first, first + n - 1), best_vertices(scores, n, single_root)))
            first += n
        words = [f"w{token}" for token in range(1, first)]
        vertices = joined(parts, single_root=single_root)
        tree = tree_of(words, vertices, labels_of(vertices))
        validate(tree).raise_for_violations()
        spans = {(int(one), int(other)) for piece, rows in parts for one, other in rows[:, 2:4] + piece.first - 1}
        assert {(min(content), max(content)) for content in tree.contents if 0 not in content} == spans
        assert Counter(map(tuple, pairs(vertices).tolist())) == pairs_in(tree), "edges are those of the whole sentence"
        if single_root:
            assert sum(arc.head == 0 for arc in tree.arcs) == 1


def test_a_long_sentence_gets_a_tree_and_one_line_names_it(
    network: ExactBubbles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONGEST", 7)
    parser = Parser(network)
    with pytest.warns(LongSentenceWarning) as caught:
        tree = parser.parse(SENTENCE)
    [warning] = caught
    assert "'tea and buns or tea' is too long, with 24 words: it is parsed in 4 pieces" in str(warning.message)
    validate(tree).raise_for_violations()
    assert sum(arc.head == 0 for arc in tree.arcs) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LongSentenceWarning)
        [candidate] = parser.n_best(SENTENCE, 5)
        assert candidate.tree == tree
        found = parser.confidences(tree)
        assert set(found) == set(coordinations(tree))
        assert all(0 < value <= 1 for value in found.values())
        known = GivenCoordination([(5, 5), (9, 9)])
        around = parser.parse_around(SENTENCE, [known])
        assert [one.conjuncts for one in coordinations(around)] == [known.conjuncts]
        with pytest.raises(GuidanceError, match="has more than the 7 words"):
            parser.parse_around(SENTENCE, [GivenCoordination([(2, 2), (12, 12)])])


def test_a_sentence_whose_coordination_fits_into_no_piece_is_left_out_and_named(
    network: ExactBubbles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "LONGEST", 7)
    tiny.saved(network, tmp_path / "model")
    (tmp_path / "in.txt").write_text("tea and buns\ntea and buns or tea and buns or tea\n")
    spans = ((1, "*", 1, 3), (1, 1, 1, 1), (1, 2, 3, 3), (2, "*", 1, 9), (2, 1, 1, 1), (2, 2, 9, 9))
    lines = (f"{sentence}\t1\t{part}\t{first}\t{last}\tNP\n" for sentence, part, first, last in spans)
    (tmp_path / "in.coord").write_text("".join(lines))
    run = [str(tmp_path / "model"), str(tmp_path / "in.txt"), "--from=lines", f"--coord={tmp_path / 'in.coord'}"]
    assert parse.main([*run, "--to=brackets"]) == 0
    told = capsys.readouterr()
    assert "in.coord: sentence 2: the coordination 1-1, 9-9 has more than the 7 words" in told.err
    assert told.out.count("# sent_id") == 1


def test_a_sentence_of_two_pieces_is_named_and_one_that_fits_is_not(
    network: ExactBubbles, monkeypatch: pytest.MonkeyPatch
) -> None:
    for longest, told in ((23, ["it is parsed in 2 pieces"]), (24, [])):
        monkeypatch.setattr(module, "LONGEST", longest)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            Parser(network).parse(SENTENCE)
        assert [str(one.message).rpartition(": ")[2] for one in caught] == told


def test_a_piece_has_its_words_and_numbers_them_from_one() -> None:
    piece = Piece(0, 4, 6)
    assert [word for word in range(10) if piece.has(word)] == [4, 5, 6]
    rows, columns = piece.own(np.array([4, 6, 3, 0]), np.array([6, 5, 4, 4]))
    assert rows.tolist() == [1, 3, 0, 0], "what governs from another piece is RT here"
    assert columns.tolist() == [3, 2, 1, 1]


def test_a_tree_in_pieces_is_as_probable_as_its_pieces_are_together(
    network: ExactBubbles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONGEST", 7)
    encoded = tiny.encoded(network, [SENTENCE, SENTENCE])
    with pytest.warns(LongSentenceWarning):
        [[candidate], _] = network.n_best(encoded, [SENTENCE, SENTENCE], 5, DecodingConfig())
    [_, [value, other]] = network.log_probabilities(encoded, [[], [candidate.tree, candidate.tree]])
    assert value == other == pytest.approx(candidate.log_probability)
    assert value < -1


@pytest.mark.filterwarnings("ignore::neural.methods.interface.LongSentenceWarning")
def test_a_coordination_is_as_probable_as_it_is_in_its_piece_alone(
    network: ExactBubbles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONGEST", 7)
    encoded = tiny.encoded(network, [SENTENCE])
    cut = list(pieces(encoded.lengths))
    alone = encoded_pieces(encoded, cut)
    parts = [Sentence.from_columns(SENTENCE.words[piece.first - 1 : piece.last]) for piece in cut]
    [tree] = network.trees(encoded, [SENTENCE], DecodingConfig())
    trees = network.trees(alone, parts, DecodingConfig())
    [found] = network.estimated(encoded, [tree])
    expected = {
        tuple((first + piece.first - 1, last + piece.first - 1) for first, last in one.conjuncts): own[one.bubble][0]
        for piece, part, own in zip(cut, trees, network.estimated(alone, trees), strict=True)
        for one in coordinations(part)
    }
    assert {tuple(one.conjuncts): found[one.bubble][0] for one in coordinations(tree)} == pytest.approx(expected)
    assert len({piece for piece in cut for conjuncts in expected if piece.has(conjuncts[0][0])}) > 1


def test_a_coordination_longer_than_a_piece_has_no_confidence(
    network: ExactBubbles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONGEST", 2)
    tree = next(tree for tree in TREES if any(one.whole.last - one.whole.first > 1 for one in coordinations(tree)))
    with pytest.raises(UnlearnableError, match=r"^a coordination has more than the 2 words"):
        network.estimated(tiny.encoded(network, [tree]), [tree])


def test_sentences_that_are_too_long_are_not_learned_from(
    network: ExactBubbles, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = max(TREES, key=lambda tree: len(tree.words))
    monkeypatch.setattr("neural.methods.exact.exact_bubbles.LONGEST", len(long.words))
    assert network.target(gold_tree(long)).words == len(long.words)
    monkeypatch.setattr("neural.methods.exact.exact_bubbles.LONGEST", len(long.words) - 1)
    with pytest.raises(UnlearnableError, match=r"^there are more than 500 words$"):
        network.target(gold_tree(long))
