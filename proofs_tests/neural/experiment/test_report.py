"""Reports on disc."""

from __future__ import annotations

from pathlib import Path

import pytest

from neural.experiment.plan import ExperimentError
from neural.experiment.report import check_folder


def test_reports_replace_reports_only(tmp_path: Path) -> None:
    check_folder(tmp_path)
    (tmp_path / "README.md").write_text("by hand", encoding="utf-8")
    with pytest.raises(ExperimentError, match="is no report"):
        check_folder(tmp_path)
    with pytest.raises(ExperimentError, match="is a file"):
        check_folder(tmp_path / "README.md")
    check_folder(tmp_path / "a" / "b")
    assert not (tmp_path / "a").exists()
    with pytest.raises(ExperimentError, match=r"--out .*README.md/a: .*README.md cannot be written to"):
        check_folder(tmp_path / "README.md" / "a")
    (tmp_path / "results.json").touch()
    check_folder(tmp_path)
