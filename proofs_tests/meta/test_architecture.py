"""The rules of the house that code can check: who imports whom, who touches streams, what is documented."""

from __future__ import annotations

import ast
import inspect
import io
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType

import pytest

import bubbletree
from proofs_tests.support.paths import ROOT

CORE = sorted((ROOT / "bubbletree").rglob("*.py"))
NEURAL = sorted((ROOT / "neural").rglob("*.py"))
TESTS = sorted((ROOT / "proofs_tests").rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

STREAMS = ("bubbletree/io/", "bubbletree/cli")
"""Where the core may read and write."""
LOADERS = {"bubbletree/treebank/__init__.py", "bubbletree/viewer/page.py"}
"""The other files that read: they load what comes with the package, the treebank and the parts of the page."""

OPTIONAL = {
    "bubbletree/draw/pictures.py": "images",
    "bubbletree/interop/networkx.py": "networkx",
    "bubbletree/interop/simplemma.py": "lemmas",
    "bubbletree/interop/pandas.py": "pandas",
    "bubbletree/interop/docbin.py": "spacy",
    "bubbletree/interop/spacy.py": "spacy",
    "bubbletree/interop/spacy_trees.py": "spacy",
    "neural/models/processes.py": "parallel",
    "neural/experiment/curves.py": "viz",
    "neural/encoders/openvino_bert.py": "fast",
    "neural/methods/compiling.py": "fast",
    "neural/corpus/shards.py": "pandas",
    "neural/corpus/parsing.py": "pandas",
    "neural/corpus/workers.py": "ray",
}
"""Files that need an extra, which only those install who ask for what is in the file."""


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def requirements(listed: list[str]) -> set[str]:
    """The packages of requirement lines such as ``conllu>=6.0``."""
    return {line.split(">")[0].strip() for line in listed}


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """The modules that a file imports anywhere in it, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}:{node.lineno}: a relative import"
            yield node.module or "", node.lineno


@pytest.mark.parametrize("path", CORE, ids=name)
def test_the_core_imports_itself_the_standard_library_and_its_dependencies(path: Path) -> None:
    allowed = {"bubbletree", *requirements(PROJECT["dependencies"]), *sys.stdlib_module_names}
    if name(path) in OPTIONAL:
        allowed |= requirements(PROJECT["optional-dependencies"][OPTIONAL[name(path)]])
    assert not allowed & {"torch", "neural", "transformers", "numpy"}
    stray = [f"{name(path)}:{line}: {module}" for module, line in imports(path) if module.split(".")[0] not in allowed]
    assert stray == []


@pytest.mark.parametrize("path", NEURAL, ids=name)
def test_neural_imports_only_its_declared_dependencies(path: Path) -> None:
    extras = PROJECT["optional-dependencies"]
    declared = requirements([*PROJECT["dependencies"], *extras["neural"]])
    if name(path) in OPTIONAL:
        declared |= requirements(extras[OPTIONAL[name(path)]])
    allowed = {"bubbletree", "neural", *declared, *sys.stdlib_module_names}
    stray = [f"{name(path)}:{line}: {module}" for module, line in imports(path) if module.split(".")[0] not in allowed]
    assert stray == []


HEAVY = ("torch", "transformers", "neural", "numpy", "networkx", "spacy", "pandas", "pyarrow")
"""Libraries that take long to import."""


def test_help_loads_no_heavy_library() -> None:
    program = "\n".join(
        [
            "import contextlib, io, sys",
            "from bubbletree.cli import main",
            "for command in ([], ['convert'], ['find'], ['generate']):",
            "    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):",
            "        main([*command, '--help'])",
            f"print([m for m in {HEAVY} if m in sys.modules])",
        ]
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_importing_all_of_the_core_loads_no_network_library() -> None:
    modules = [name(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in CORE]
    optional = {file.removesuffix(".py").replace("/", ".") for file in OPTIONAL}
    modules = [module for module in modules if not module.endswith("__main__") and module not in optional]
    program = "\n".join(
        [
            "import sys",
            *(f"import {module}" for module in modules),
            f"print([m for m in {HEAVY} if m in sys.modules])",
        ]
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


STREAM_MODULES = {"argparse", "fileinput", "io", "logging", "os", "shutil", "socket", "subprocess", "sys", "tempfile"}
STREAM_CALLS = {"open", "print", "input", "breakpoint"}
STREAM_METHODS = {"open", "read_bytes", "read_text", "unlink", "write_bytes", "write_text"}


@pytest.mark.parametrize("path", [p for p in CORE if not name(p).startswith(STREAMS)], ids=name)
def test_the_core_reads_and_writes_in_few_places(path: Path) -> None:
    found = [(line, module) for module, line in imports(path) if module.split(".")[0] in STREAM_MODULES]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in STREAM_CALLS:
            found.append((node.lineno, node.func.id))
        if isinstance(node.func, ast.Attribute) and node.func.attr in STREAM_METHODS:
            found.append((node.lineno, node.func.attr))
    if name(path) in LOADERS:
        found = [(line, what) for line, what in found if what not in ("open", "read_text")]
    assert found == []


@pytest.mark.parametrize("package", ["bubbletree", "neural"])
def test_packages_are_marked_as_typed(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()


def public_modules() -> list[str]:
    modules = [name(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in CORE]
    return [module for module in modules if "._" not in module]


@pytest.mark.parametrize("module_name", public_modules())
def test_public_things_have_docstrings(module_name: str) -> None:
    """ruff asks for docstrings in the source; this asks for them where a user meets them."""
    is_optional = f"{module_name.replace('.', '/')}.py" in OPTIONAL
    module = pytest.importorskip(module_name) if is_optional else import_module(module_name)
    assert inspect.getdoc(module), f"{module_name} has no docstring"
    for attribute, value in vars(module).items():
        if attribute.startswith("_") or getattr(value, "__module__", None) != module_name:
            continue
        if inspect.isclass(value) or isinstance(value, FunctionType):
            assert inspect.getdoc(value), f"{module_name}.{attribute} has no docstring"


def test_the_library_lists_its_public_names() -> None:
    listed = bubbletree.__all__
    assert sorted(set(listed)) == sorted(listed)
    imported = {
        alias.name
        for node in ast.walk(ast.parse((ROOT / "bubbletree" / "__init__.py").read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert set(listed) == imported


@pytest.mark.parametrize("attribute", sorted(bubbletree.__all__))
def test_public_functions_show_an_example(attribute: str) -> None:
    value = getattr(bubbletree, attribute)
    if isinstance(value, FunctionType):
        assert ">>>" in (value.__doc__ or ""), f"bubbletree.{attribute} shows no example"


def test_there_is_one_version() -> None:
    assert bubbletree.__version__ == PROJECT["version"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {PROJECT['version']}\n" in citation
    assert f"\n## {PROJECT['version']}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [*CORE, *NEURAL, *TESTS], ids=name)
def test_exceptions_to_the_checks_give_their_reason(path: Path) -> None:
    """``# type: ignore[code]  # reason`` and ``# noqa: CODE  # reason``, or neither."""
    source = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        parts = [part.strip() for part in token.string.split("#") if part.strip()]
        if parts and parts[0].startswith(("type: ignore", "noqa", "pragma: no cover")):
            assert len(parts) > 1, f"{name(path)}:{token.start[0]}: {token.string}"


@pytest.mark.parametrize("path", [*CORE, *NEURAL], ids=name)
def test_nothing_random_is_without_a_seed(path: Path) -> None:
    """``random.Random(seed)`` and no other function of the module, which share one hidden generator."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            is_random = isinstance(node.func.value, ast.Name) and node.func.value.id == "random"
            assert not is_random or node.func.attr == "Random", f"{name(path)}:{node.lineno}: random.{node.func.attr}"
