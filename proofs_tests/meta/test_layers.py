"""The layers of ``neural``: a file imports from lower layers and from its own folder, and from nowhere else.

Run as a program, ``python -m proofs_tests.meta.test_layers``, this counts modules, imports and levels of imports.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from proofs_tests.support.paths import ROOT

COMMANDS = {"train", "evaluate", "parse", "calibrate", "compact"}
"""The files of the root that one types after ``python -m neural.``."""

LAYERS: tuple[frozenset[str], ...] = tuple(
    map(
        frozenset,
        (
            {"config", "data"},
            {"encoders", "batched"},
            {"methods"},
            {"models"},
            {"evaluation", "cli"},
            {"training", "corpus"},
            COMMANDS,
            {"benchmark", "experiment"},
        ),
    )
)
"""Folders and commands, the lowest first."""

LEVEL = {name: level for level, layer in enumerate(LAYERS) for name in layer}
FILES = sorted(path for path in (ROOT / "neural").rglob("*.py") if path != ROOT / "neural" / "__init__.py")


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_of(path) for path in FILES}


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """The modules of ``neural`` that a file imports anywhere in it, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name.startswith("neural."))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "neural":
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield node.lineno, whole if whole in MODULES else str(node.module)


def room(module: str) -> str:
    """The folder or command that a module belongs to."""
    return module.split(".")[1]


def may_import(importer: str, module: str) -> bool:
    if room(importer) == room(module):
        return room(importer) not in COMMANDS
    return LEVEL[room(module)] < LEVEL[room(importer)] and room(module) not in COMMANDS


def test_the_root_holds_commands_and_folders() -> None:
    entries = {path.name for path in (ROOT / "neural").iterdir() if path.name != "__pycache__"}
    files = {f"{name}.py" for name in COMMANDS} | {"__init__.py", "py.typed", "english", "english-fast"}
    assert entries == files | (set(LEVEL) - COMMANDS)


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_imports_go_down(path: Path) -> None:
    importer = module_of(path)
    upwards = [f"{path}:{line}: {module}" for line, module in imported(path) if not may_import(importer, module)]
    assert upwards == []


def test_a_command_is_imported_by_nobody_and_imports_none() -> None:
    assert may_import("neural.train", "neural.training.run")
    assert not may_import("neural.train", "neural.parse")
    assert not may_import("neural.experiment.command", "neural.train")
    assert not may_import("neural.data.gold", "neural.config")
    assert not may_import("neural.methods.registry", "neural.models.parser")


def graph() -> dict[str, set[str]]:
    """For each module the modules that it imports."""
    return {module_of(path): {module for _, module in imported(path)} - {module_of(path)} for path in FILES}


@pytest.mark.parametrize(("folder", "allowed"), [("config", set()), ("data", set()), ("batched", {"config"})])
def test_these_folders_import_less_than_they_may(folder: str, allowed: set[str]) -> None:
    rooms = {room(module) for path in (ROOT / "neural" / folder).glob("*.py") for _, module in imported(path)}
    assert rooms <= {folder, *allowed}


def test_imports_form_no_cycle() -> None:
    TopologicalSorter(graph()).prepare()


@pytest.mark.parametrize("folder", sorted(set(LEVEL) - COMMANDS))
def test_folders_say_what_lives_there_and_what_they_import(folder: str) -> None:
    text = ast.get_docstring(ast.parse((ROOT / "neural" / folder / "__init__.py").read_text(encoding="utf-8")))
    assert text
    assert "import" in text.lower()


def levels() -> int:
    """The number of modules on the longest chain of imports."""
    edges = graph()
    height: dict[str, int] = {}
    for module in TopologicalSorter(edges).static_order():
        height[module] = 1 + max((height[other] for other in edges.get(module, ())), default=0)
    return max(height.values())


if __name__ == "__main__":
    print(f"{len(FILES)} modules, {sum(map(len, graph().values()))} imports, {levels()} levels of modules")
    print(f"{len(LAYERS)} layers of folders: " + " <- ".join(" ".join(sorted(layer)) for layer in LAYERS))
