"""Reports on disc."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from neural.cli.sources import Sources
from neural.experiment import command
from neural.experiment.outcome import Outcome
from neural.experiment.plan import Conditions, ExperimentError, Kind, combined
from neural.experiment.provenance import Provenance
from neural.experiment.report import Report, check_folder, title_of
from neural.experiment.results import gathered
from neural.methods.bubbles.rescoring import Contradictions
from proofs_tests.neural.experiment.examples import outcome, scored, trial
from proofs_tests.support.markdown import prose_lines
from proofs_tests.support.paths import ROOT


def test_reports_replace_reports_only(tmp_path: Path) -> None:
    check_folder(tmp_path)
    (tmp_path / "README.md").write_text("by hand", encoding="utf-8")
    with pytest.raises(ExperimentError, match="is not a report"):
        check_folder(tmp_path)
    with pytest.raises(ExperimentError, match="is a file"):
        check_folder(tmp_path / "README.md")
    check_folder(tmp_path / "a" / "b")
    assert not (tmp_path / "a").exists()
    with pytest.raises(ExperimentError, match=r"--out .*README.md/a: .*README.md cannot be written to"):
        check_folder(tmp_path / "README.md" / "a")
    (tmp_path / "results.json").touch()
    check_folder(tmp_path)


@pytest.mark.parametrize("kind", Kind)
def test_the_prose_of_reports_fits_in_120_columns(tmp_path: Path, kind: Kind) -> None:
    _, scores = scored(1, 3)
    trials = [trial(system, seed) for seed in range(1, 30) for system in ("a", "b")]
    outcomes: dict[tuple[str, int | None], Outcome] = {
        (one.name, None): outcome(scores, unrescored=scores, contradictions=Contradictions(1, 0, 1, 0, 0))
        for one in trials
    }
    versions = {f"package-{number}": "1.2.3" for number in range(20)}
    provenance = Provenance("compare " + "--more " * 40, "2026-01-01", 1.0, {}, versions, {})
    Report(kind, "A title", trials, Conditions(2.0), outcomes, gathered(trials, outcomes), provenance).write(tmp_path)
    text = (tmp_path / "README.md").read_text(encoding="utf-8")
    lines = [line for _, line in prose_lines(text)]
    assert text.startswith("# A title\n")
    assert any("package-19 1.2.3" in line for line in lines)
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize(
    ("kind", "methods", "settings", "sources", "title"),
    [
        (
            Kind.COMPARE,
            ["edge-factored", "arc-hybrid"],
            ["encoder.kind=transformer", "encoder.model=any"],
            Sources("data/genia/train.conllu", sample=2000),
            "A comparison of edge-factored and arc-hybrid on 2,000 training sentences of genia (transformer)",
        ),
        (
            Kind.CROSSVAL,
            ["bubble-hybrid"],
            [],
            Sources("all.conllu"),
            "A cross-validation of bubble-hybrid on the sentences of all (bilstm)",
        ),
        (
            Kind.COMPLEXITY,
            ["arc-hybrid", "edge-factored", "bubble-hybrid", "guided-bubbles", "coordination-spans"],
            [],
            Sources(limit=50),
            "Simple and complex sentences, by 5 methods on 50 generated sentences (bilstm)",
        ),
    ],
)
def test_a_title_says_what_is_compared_on_what(
    kind: Kind, methods: list[str], settings: list[str], sources: Sources, title: str
) -> None:
    assert title_of(kind, combined(methods, {}, None, settings), sources) == title


STORED = sorted((ROOT / "docs" / "results").glob("*/results.json"))


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.parent.name)
def test_stored_reports_have_the_title_that_their_command_gives_them(path: Path) -> None:
    stored = json.loads(path.read_text(encoding="utf-8"))
    _, _, _, *arguments = shlex.split(stored["command"])
    options = command._parser().parse_args(arguments)
    systems = command._systems(Kind(options.kind), options)
    title = title_of(Kind(options.kind), systems, Sources(options.train, limit=options.limit, sample=options.sample))
    assert (path.parent / "README.md").read_text(encoding="utf-8").startswith(f"# {title}\n")
