"""What docs/correspondence.md names exists: modules, names in them, tests."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from proofs_tests.support.paths import ROOT

TABLES = (ROOT / "docs" / "correspondence.md").read_text(encoding="utf-8")
CODE = sorted(set(re.findall(r"`((?:bubbletree|neural)[\w.]*(?::\w+)?)`", TABLES)))
TESTS = sorted(set(re.findall(r"`(proofs_tests/[\w/.]+)`", TABLES)))


def source(module: str) -> Path:
    """The file of a module, found without importing it."""
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@pytest.mark.parametrize("item", CODE)
def test_code_named_exists(item: str) -> None:
    module, _, name = item.partition(":")
    defined: set[str] = set()
    for node in ast.parse(source(module).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            defined.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            defined.update(target.id for target in targets if isinstance(target, ast.Name))
    assert not name or name in defined


@pytest.mark.parametrize("path", TESTS)
def test_tests_named_exist(path: str) -> None:
    found = ROOT / path
    assert found.is_file() or any(found.rglob("test_*.py"))


def test_the_tables_name_something() -> None:
    assert len(CODE) > 25
    assert len(TESTS) > 10
