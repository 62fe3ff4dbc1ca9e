"""The package's own namespace: modules are imported when they are asked for, and nobody notices."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import bubbletree

MODULES = tuple(bubbletree._NAMES)


def fresh(program: str) -> str:
    """What a program prints in a Python of its own."""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    return run.stdout.strip()


LOADED = "print([name for name in sys.modules if name.startswith('bubbletree.')])"


def test_the_package_alone_imports_no_module() -> None:
    assert fresh(f"import sys, bubbletree; {LOADED}") == "[]"


@pytest.mark.parametrize(("name", "homes"), [("Span", ["_interval", "span"]), ("BubbletreeError", ["errors"])])
def test_a_name_brings_its_module_and_no_more_than_that_needs(name: str, homes: list[str]) -> None:
    expected = str([f"bubbletree.{home}" for home in homes])
    assert fresh(f"import sys, bubbletree; bubbletree.{name}; {LOADED}") == expected


def test_all_names_are_listed_before_they_are_imported() -> None:
    assert (
        fresh(f"import sys, bubbletree; print({{*bubbletree.__all__}} - {{*dir(bubbletree)}}); {LOADED}") == "set()\n[]"
    )


def test_what_the_package_imports_for_itself_is_not_listed() -> None:
    found = fresh("import bubbletree; print([name for name in dir(bubbletree) if not name.startswith('_')])")
    assert found == str(sorted(bubbletree.__all__))


def test_a_star_brings_all_names() -> None:
    found = fresh("from bubbletree import *; import bubbletree; print({*bubbletree.__all__} - {*globals()})")
    assert found == "set()"


def imported() -> Iterator[tuple[str, str]]:
    """The names that a type checker sees in the package, each with its module."""
    source = Path(bubbletree.__file__).read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield from ((str(node.module), alias.name) for alias in node.names)


def test_programs_find_each_name_where_type_checkers_do() -> None:
    names = {(f"bubbletree.{home}", name) for name, home in bubbletree._HOMES.items()}
    modules = {("bubbletree", name) for name, names in bubbletree._NAMES.items() if not names}
    assert names | {one for one in imported() if one[0] == "bubbletree"} == {*imported()}
    assert modules <= {*imported()}


def test_no_name_is_also_that_of_another_module() -> None:
    """Python makes a module an attribute of its package when it is imported, in place of whatever had the name."""
    folder = Path(bubbletree.__file__).parent
    modules = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}
    assert modules & bubbletree._HOMES.keys() == set()


@pytest.mark.parametrize("first", MODULES)
def test_each_name_is_one_object_whatever_is_imported_first(first: str) -> None:
    program = "\n".join(
        [
            "from importlib import import_module",
            f"import bubbletree.{first}, bubbletree",
            "before = {name: getattr(bubbletree, name) for name in bubbletree.__all__}",
            "for name, home in bubbletree._HOMES.items():",
            "    assert getattr(import_module(f'bubbletree.{home}'), name) is before[name], name",
            "for name in bubbletree.__all__:",
            "    assert getattr(bubbletree, name) is before[name], name",
            "    assert name in bubbletree._HOMES or import_module(f'bubbletree.{name}') is before[name], name",
        ]
    )
    fresh(program)


def test_the_modules_of_names_are_attributes() -> None:
    for name in MODULES:
        assert getattr(bubbletree, name) is importlib.import_module(f"bubbletree.{name}")


def test_a_pickled_tree_brings_its_module() -> None:
    written = fresh("import bubbletree, pickle; print(pickle.dumps(bubbletree.parse_brackets('amod=hot tea')).hex())")
    program = f"import pickle; print(pickle.loads(bytes.fromhex('{written}')))"
    assert fresh(program) == repr(bubbletree.parse_brackets("amod=hot tea"))


def test_help_describes_the_names() -> None:
    shown = fresh("import pydoc, bubbletree; print(pydoc.plain(pydoc.render_doc(bubbletree)))")
    assert "class BubbleTree(" in shown
    assert "oracle(tree:" in shown


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'bubbletree' has no attribute 'difference'"):
        bubbletree.difference  # type: ignore[attr-defined]  # wrong on purpose  # noqa: B018
