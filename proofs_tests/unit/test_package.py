"""The package's own namespace: some modules are imported when they are asked for, and nobody notices."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

import bubbletree

LATER = ("comparison", "draw", "linting", "metrics", "readings", "search")


def fresh(program: str) -> str:
    """What a program prints in a Python of its own."""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    return run.stdout.strip()


def test_what_most_programs_do_not_need_is_imported_later() -> None:
    modules = [f"bubbletree.{name}" for name in LATER]
    assert fresh(f"import sys, bubbletree; print([name for name in {modules} if name in sys.modules])") == "[]"


@pytest.mark.parametrize(("name", "home"), [("diff", "comparison"), ("lint", "linting"), ("split", "readings")])
def test_a_name_brings_its_module_and_no_other(name: str, home: str) -> None:
    found = fresh(
        f"import sys, bubbletree; bubbletree.{name}; "
        f"print([name for name in {LATER} if 'bubbletree.' + name in sys.modules])"
    )
    assert found == f"['{home}']"


def test_all_names_are_there_and_listed_before_they_are_imported() -> None:
    assert fresh("import bubbletree; print({*bubbletree.__all__} - {*dir(bubbletree)})") == "set()"
    assert fresh("from bubbletree import *; print(diff.__module__, lint.__name__, metrics.__name__)") == (
        "bubbletree.comparison.comparison lint bubbletree.metrics"
    )


def test_names_that_come_later_are_those_of_their_modules() -> None:
    for home, names in bubbletree._NAMES.items():
        for name in names:
            assert getattr(bubbletree, name) is getattr(importlib.import_module(f"bubbletree.{home}"), name)


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'bubbletree' has no attribute 'difference'"):
        bubbletree.difference  # type: ignore[attr-defined]  # wrong on purpose  # noqa: B018
