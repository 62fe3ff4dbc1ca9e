"""The package as it is installed, not as it lies in the checkout; skipped where it is not installed."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest

from proofs_tests.support.paths import ROOT


@pytest.fixture(scope="module")
def package() -> Distribution:
    try:
        return distribution("bubbletree")
    except PackageNotFoundError:
        pytest.skip("bubbletree is not installed here, only checked out")


def isolated(tmp_path: Path, *arguments: str) -> str:
    """What Python prints when it sees installed packages only."""
    done = subprocess.run(
        [sys.executable, "-I", *arguments], capture_output=True, text=True, encoding="utf-8", cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_all_files_are_installed(package: Distribution) -> None:
    installed = {file.as_posix() for file in package.files or ()}
    sources = [
        path.relative_to(ROOT).as_posix()
        for folder in ("bubbletree", "neural")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    assert {"bubbletree/py.typed", "neural/py.typed"} <= set(sources)
    assert [source for source in sources if source not in installed] == []
    assert not any(file.startswith(("proofs_tests", "docs")) for file in installed)


def test_the_core_requires_little(package: Distribution) -> None:
    always = [line for line in package.requires or () if "extra ==" not in line]
    assert sorted(line.split(">")[0] for line in always) == ["conllu", "wcwidth"]
    assert all(">=" in line for line in always)


def test_entry_points(package: Distribution) -> None:
    found = {(point.group, point.name): point.value for point in package.entry_points}
    assert found == {
        ("console_scripts", "bubbletree"): "bubbletree.__main__:main",
        ("bubbletree.loaders", "neural"): "neural.models.loading:load",
        ("bubbletree.parsers", "neural"): "neural.parse:main",
        ("spacy_factories", "bubble_parser"): "bubbletree.interop.spacy:make_bubble_parser",
    }


@pytest.mark.usefixtures("package")
def test_the_installed_package_works(tmp_path: Path) -> None:
    program = (
        "import bubbletree, bubbletree.treebank as t; print(all(map(bubbletree.validate, t.load())), len(t.load()))"
    )
    valid, count = isolated(tmp_path, "-c", program).split()
    assert valid == "True"
    assert int(count) >= 150


@pytest.mark.usefixtures("package")
def test_the_command_is_installed(tmp_path: Path, package: Distribution) -> None:
    assert isolated(tmp_path, "-m", "bubbletree", "--version") == f"bubbletree {package.version}\n"
