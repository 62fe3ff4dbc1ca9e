"""`neural.parse` with a wider beam, n-best trees and confidences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bubbletree import BubbleTree, coordinations
from bubbletree.confidence import alternatives
from bubbletree.io import read_conllu, write_conllu
from neural import parse
from neural.methods.bubbles.arc_hybrid import ArcHybrid
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.methods.hypotheses import estimates
from neural.models.calibration import Calibration, save_calibration
from neural.models.loading import load
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.neural.files import SENTENCES, TREES


@pytest.fixture
def source(tmp_path: Path) -> Path:
    write_conllu(TREES, tmp_path / "in.conllu")
    return tmp_path / "in.conllu"


def comments(tree: BubbleTree) -> list[str]:
    assert tree.sentence is not None
    return list(tree.sentence.comments)


def test_the_best_few_are_written_one_after_the_other(
    bubbly_model: Path, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.conllu"
    assert parse.main([str(bubbly_model), str(source), "--n-best", "3", "-o", str(out)]) == 0
    trees = read_conllu(out)
    expected = list(Parser.load(bubbly_model).n_best_all(SENTENCES, 3))
    assert trees == [candidate.tree for listed in expected for candidate in listed]
    notes = [
        [f"# n_best = {place}", f"# log_probability = {candidate.log_probability:.4f}"]
        for listed in expected
        for place, candidate in enumerate(listed, start=1)
    ]
    assert [comments(tree)[-2:] for tree in trees] == notes
    assert capsys.readouterr().err == ""
    # What was parsed once can be parsed again, and is numbered anew.
    assert parse.main([str(bubbly_model), str(out), "--n-best", "1", "-o", str(tmp_path / "again.conllu")]) == 0
    again = read_conllu(tmp_path / "again.conllu")
    assert [sum(comment.startswith("# n_best") for comment in comments(tree)) for tree in again] == [1] * len(trees)


def test_other_readings_are_written_beside_confidences(
    bubbly_model: Path, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.conllu"
    assert parse.main([str(bubbly_model), str(source), "--alternatives", "2", "-o", str(out)]) == 0
    parser = Parser.load(bubbly_model)
    trees = list(parser.parse_all(SENTENCES))
    listed = list(parser.alternatives_all(trees, 2))
    assert any(others for found in listed for others in found.values())
    written = read_conllu(out)
    for tree, found in zip(written, listed, strict=True):
        assert tree.sentence is not None
        told = [(one.confidence, one.conjuncts) for row in alternatives(tree.sentence, list(found)) for one in row]
        assert told == [(round(one.confidence, 2), one.coordination.conjuncts) for row in found.values() for one in row]
        assert bool(found) == any(comment.startswith("# confidence") for comment in comments(tree))
    # Parsing again replaces the comments, and JSON has them as a field.
    assert parse.main([str(bubbly_model), str(out), "--alternatives", "1", "-o", str(tmp_path / "out.json")]) == 0
    lines = [json.loads(line) for line in (tmp_path / "out.json").read_text(encoding="utf-8").splitlines()]
    counts = [[len(one.get("alternatives", ())) for one in line["coordinations"]] for line in lines]
    assert counts == [[min(1, len(others)) for others in found.values()] for found in listed]
    capsys.readouterr()


def test_other_readings_stand_below_their_coordination_in_a_drawing(
    bubbly_model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "tea or milk and buns from the old shop"
    tree = Parser.load(bubbly_model).parse(text)
    best = next(others[0] for others in Parser.load(bubbly_model).alternatives(tree, 1).values() if others)
    assert parse.main([str(bubbly_model), text, "--alternatives", "1"]) == 0
    printed = capsys.readouterr().out
    conjuncts = [" ".join(tree.words[first - 1 : last]) for first, last in best.coordination.conjuncts]
    assert f"\n  or, {best.confidence:.2f}: {' | '.join(conjuncts)}\n" in printed
    assert "# confidence = " in printed
    assert "# alternatives" not in printed


@pytest.mark.parametrize("option", [["--n-best=2"], ["--coord=x.coord"], ["--to=jsonl"], ["--workers=2"]])
def test_other_readings_do_not_go_with_everything(
    bubbly_model: Path, source: Path, option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert parse.main([str(source), f"--model={bubbly_model}", "-o", "out", "--alternatives=2", *option]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_beam_is_chosen_on_the_command_line(bubbly_model: Path, source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.conllu"
    assert parse.main([str(bubbly_model), str(source), "--beam", "3", "-o", str(out)]) == 0
    assert read_conllu(out) == list(load(bubbly_model, beam=3).parse_all(SENTENCES))


@pytest.mark.parametrize("option", ["--beam", "--n-best"])
@pytest.mark.parametrize("value", ["0", "-1", "x"])
def test_numbers_are_checked(bubbly_model: Path, source: Path, option: str, value: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        parse.main([str(bubbly_model), str(source), option, value])


def test_confidences_are_written_by_span(
    bubbly_model: Path, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.conllu"
    calibration = Calibration((0.5,), -0.25)
    coordinated = 0
    for given in (Calibration(), calibration):
        assert parse.main([str(bubbly_model), str(source), "--confidence", "-o", str(out)]) == 0
        told = (
            f"bubbletree parse: {bubbly_model} has no calibration.json, so confidences are the model's own "
            "probabilities; python -m neural.calibrate makes one\n"
        )
        assert capsys.readouterr().err == (told if given == Calibration() else "")
        trees = read_conllu(out)
        parser = Parser.load(bubbly_model)
        assert trees == list(parser.parse_all(SENTENCES))
        network = parser.network
        assert isinstance(network, BubbleHybrid)
        for tree, listed in zip(trees, estimates(network, trees), strict=True):
            coordinated += bool(listed)
            found = [comment for comment in comments(tree) if comment.startswith("# confidence")]
            assert [one.coordination for one in listed] == list(coordinations(tree))
            spans = [one.coordination.whole for one in listed]
            values = [given(one.log_probabilities) for one in listed]
            parts = [f"{s.first}-{s.last}:{value:.2f}" for s, value in zip(spans, values, strict=True)]
            assert found == ([f"# confidence = {' '.join(parts)}"] if parts else [])
        save_calibration(bubbly_model, calibration, {})
    assert coordinated > 5


@pytest.mark.parametrize("least", ["0", "0.3", "0.6", "1"])
def test_what_the_model_is_not_sure_of_is_left_out(
    bubbly_model: Path, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], least: str
) -> None:
    out = tmp_path / "out.conllu"
    assert parse.main([str(bubbly_model), str(source), "--min-confidence", least, "-o", str(out)]) == 0
    assert "has no calibration.json" in capsys.readouterr().err
    parser = Parser.load(bubbly_model, "cpu")
    left_out = 0
    for sentence, tree in zip(SENTENCES, read_conllu(out), strict=True):
        expected = parser.parse(sentence)
        while min((found := parser.confidences(expected)).values(), default=1.0) < float(least):
            sure = [one for one, value in found.items() if value >= float(least)]
            left_out += len(found) - len(sure)
            expected = parser.parse_around(sentence, sure)
        assert tree == expected
        assert not [comment for comment in comments(tree) if comment.startswith("# confidence")]
    assert (left_out > 0) is (least != "0")
    assert parse.main([str(bubbly_model), str(source), "--min-confidence", least, "--confidence", "-o", str(out)]) == 0
    written = [comment for tree in read_conllu(out) for comment in comments(tree) if comment.startswith("# confidence")]
    values = [float(part.rpartition(":")[2]) for comment in written for part in comment.split("= ")[1].split()]
    assert all(value >= float(least) - 0.005 for value in values)


@pytest.mark.parametrize("value", ["-0.1", "1.1", "nan", "x"])
def test_confidences_are_from_0_to_1(
    bubbly_model: Path, source: Path, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        parse.main([str(bubbly_model), str(source), f"--min-confidence={value}"])
    assert f"must be a number from 0 to 1, not '{value}'" in capsys.readouterr().err


@pytest.mark.parametrize("other", ["--n-best=2", "--coord=x.coord"])
def test_only_coordinations_of_the_best_tree_can_be_left_out(
    bubbly_model: Path, source: Path, other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parse.main([str(bubbly_model), str(source), "--min-confidence=0.5", other]) == 2
    assert "leave out --coord and --n-best" in capsys.readouterr().err


def test_json_has_the_confidences_beside_the_coordinations(bubbly_model: Path, source: Path, tmp_path: Path) -> None:
    for suffix in ("conllu", "json"):
        assert parse.main([str(bubbly_model), str(source), "--confidence", "-o", str(tmp_path / f"out.{suffix}")]) == 0
    found = 0
    lines = (tmp_path / "out.json").read_text(encoding="utf-8").splitlines()
    for line, tree in zip(lines, read_conllu(tmp_path / "out.conllu"), strict=True):
        listed = [f"{c['first']}-{c['last']}:{c['confidence']:.2f}" for c in json.loads(line)["coordinations"]]
        assert [f"# confidence = {' '.join(listed)}"] * bool(listed) == comments(tree)[-1:] * bool(listed)
        found += len(listed)
    assert found > 0


def test_each_of_the_best_few_has_its_confidences(bubbly_model: Path, source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.conllu"
    assert parse.main([str(bubbly_model), str(source), "--confidence", "--n-best", "3", "-o", str(out)]) == 0
    trees = read_conllu(out)
    assert len(trees) > len(SENTENCES)
    for tree in trees:
        names = [comment.split()[1] for comment in comments(tree)]
        expected = ["n_best", "log_probability", "confidence"][: 3 if coordinations(tree) else 2]
        assert names[-len(expected) :] == expected


@pytest.mark.parametrize("options", [["--confidence"], ["--n-best", "2"]])
def test_what_a_method_lacks_is_said_and_nothing_written(
    bubbly: BubbleHybrid, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    config = bubbly.config.replace({"method.kind": "arc-hybrid"})
    plain = ArcHybrid(config, bubbly.vocabulary, bubbly.encoder)
    tiny.saved(plain, tmp_path / "plain")
    out = tmp_path / "out.conllu"
    assert parse.main([str(tmp_path / "plain"), str(source), *options, "-o", str(out)]) == 2
    assert "the model's method, arc-hybrid, has no n-best trees" in capsys.readouterr().err.splitlines()[-1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.conllu", "plain"]
