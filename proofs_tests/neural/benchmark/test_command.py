"""`python -m neural.benchmark` times all that it names."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

from neural.benchmark import command
from neural.benchmark.command import QUICK, USUAL
from neural.data.gold import GoldSentence
from proofs_tests.neural import tiny

SMALL = [f"--set={key}={value}" for key, value in tiny.SMALL.items()]
LITTLE = ["--limit=30", "--steps=2", "--rounds=1", "--sizes", "10", "20"]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.untrained(tmp_path_factory.mktemp("model"), {"encoder.tags": "upos"})


def test_the_benchmark_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([*LITTLE, *SMALL, "--scaling"]) == 0
    text = capsys.readouterr().out
    for heading in (
        "times as fast",
        "reading CoNLL-U",
        "conllu",
        "share of the encoder in training",
        "parsing: a new network",
        "sentences in a batch: a new network",
        "words in a sentence: a new network",
        "core, 100,000 words",
        "20 words",
        "memory at its highest, process",
    ):
        assert heading in text


def test_models_are_measured_by_their_names(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([*LITTLE, f"--model={model}", "--threads=1", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["machine"]["threads"] == 1
    assert result["machine"]["sentences"] == 30
    own = result["models"][str(model)]
    assert own["parsing"]["sentences"] == 30
    assert sum(own["parsing"]["shares"].values()) == pytest.approx(1)
    assert own["scaling"] == {}
    assert sorted(result["core"]["random_trees"]) == ["10", "20"]
    assert result["peak_megabytes"]["process"] > 50
    # Every other package is either timed or named.
    timed = {one["name"].split()[0] for one in result["compared"]}
    missing = {name.split()[0] for name in result["not_installed"]}
    assert "conllu" in timed
    assert timed | missing == {"conllu", "pyconll", "udapi", "spaCy", "networkx"}
    assert not timed & missing


def test_a_model_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([*LITTLE, *SMALL, "--alone", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["compared"], result["not_installed"]) == ([], [])
    assert result["core"] == {"seconds_per_100000_words": {}, "random_trees": {}}
    assert result["models"]["a new network"]["parsing"]["sentences"] == 30


@pytest.mark.parametrize("kind", ["guided-bubbles", "exact-bubbles", "edge-factored"])
def test_any_method_can_be_timed(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([*LITTLE, *SMALL, f"--set=method.kind={kind}", "--json"]) == 0
    [own] = json.loads(capsys.readouterr().out)["models"].values()
    assert list(own["parsing"]["shares"]) == ["encoder", "decoding"]
    assert len(own["training"]["steps"]) == 2


class Asked(Exception):  # noqa: N818  # not an error
    """What the command was about to measure."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is measured: :class:`Asked` is raised with the number of sentences, and the amounts."""

    def measured(_: argparse.Namespace, gold: Sequence[GoldSentence], usual: object) -> None:
        raise Asked(len(gold), usual)

    monkeypatch.setattr(command, "_measured", measured)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], (USUAL.sentences, USUAL)),
        (["--quick"], (QUICK.sentences, QUICK)),
        (["--quick", "--limit=7"], (7, QUICK)),
        (["--limit=700"], (700, USUAL)),
        (["FILE"], (130, USUAL)),
        (["FILE", "--quick"], (QUICK.sentences, QUICK)),
    ],
)
def test_quick_measures_less(arguments: list[str], expected: tuple[int, object], asked: None, tmp_path: Path) -> None:
    file = tmp_path / "many.conllu"
    file.write_text("1\ttea\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n" * 130, encoding="utf-8")
    with pytest.raises(Asked) as found:
        command.main([str(file) if one == "FILE" else one for one in arguments])
    assert found.value.args == expected


def test_without_a_file_there_are_the_sentences_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[GoldSentence] = []

    def measured(_: argparse.Namespace, gold: Sequence[GoldSentence], usual: object) -> None:
        seen.extend(gold)
        raise Asked

    monkeypatch.setattr(command, "_measured", measured)
    with pytest.raises(Asked):
        command.main(["--limit=300"])
    ids = [cast(str, one.sentence.sent_id) for one in seen]
    assert ids[0] == "bank-001"
    assert ids[-1].startswith("generated-1-")


def test_a_file_without_sentences_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "empty.conllu"
    file.write_text("", encoding="utf-8")
    assert command.main([str(file)]) == 2
    assert "empty.conllu: there are no sentences to measure with" in capsys.readouterr().err


def test_a_model_has_its_own_options(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([f"--model={model}", "--preset=small", "--limit=3"]) == 2
    assert "--model has its own options" in capsys.readouterr().err
