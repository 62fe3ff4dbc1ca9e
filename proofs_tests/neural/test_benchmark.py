"""`neural.benchmark` times all that it names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from neural import benchmark
from proofs_tests.neural import tiny


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.untrained(tmp_path_factory.mktemp("model"), {"encoder.tags": "upos"})


def test_the_benchmark_prints_a_table_or_json(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--limit=30", "--steps=2", "--sizes", "10", "20"]
    settings = [f"--set={key}={value}" for key, value in tiny.SMALL.items()]
    assert benchmark.main([*options, *settings]) == 0
    table = capsys.readouterr().out
    for heading in (
        "sentences/s",
        "training",
        "parsing",
        "encoder",
        "validate",
        "oracle",
        "20 words",
        "in turns with",
        "conllu",
    ):
        assert heading in table
    assert benchmark.main([*options, f"--model={model}", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert sum(value for key, value in result["parsing"].items() if key.startswith("share_")) == pytest.approx(1)
    assert result["parsing"]["sentences_per_second"] > 0
    assert sorted(result["core"]) == ["10", "20"]
    assert result["peak_megabytes"] > 50
    # Every other package is either timed or named.
    timed = {one["name"] for one in result["peers"]}
    assert "conllu" in timed
    assert timed | {name.split()[0] for name in result["not_installed"]} == {"conllu", "pyconll", "udapi", "spaCy"}
    # Guided bubbles do more than choose transitions, and all of it counts.
    assert benchmark.main([*options, *settings, "--set=method.kind=guided-bubbles", "--json"]) == 0
    shares = [key for key in json.loads(capsys.readouterr().out)["parsing"] if key.startswith("share_")]
    assert shares == ["share_encoder", "share_candidates"]
