"""Learning curves."""

from __future__ import annotations

from pathlib import Path

import pytest

from neural.experiment.results import Result
from proofs_tests.neural.experiment.examples import scored, seed_result


def test_learning_curves_are_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="needs the extra viz")
    from neural.experiment.curves import draw_curves

    _, scores = scored(1, 3)
    draw_curves(
        [Result("a", (seed_result(scores), seed_result(scores, 2))), Result("b", (seed_result(scores),))],
        tmp_path / "c.png",
    )
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    assert [path.name for path in tmp_path.iterdir()] == ["c.png"]
