"""The pages: how long their lines are, and that what they name or point to exists."""

from __future__ import annotations

import ast
import re
from itertools import chain
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bubbletree import plugins
from proofs_tests.support.links import HOSTS, external_links, fault, links_in
from proofs_tests.support.markdown import PAGES, page_name, prose_lines
from proofs_tests.support.paths import ROOT

COLUMNS = 120

DESCRIBING = [path for path in PAGES if path.name != "CHANGELOG.md"]
"""The pages that say what there is; the others say what there was, too."""
FOLDERS = {"docs/theory/theorems.md": ROOT / "proofs_tests", "docs/theory/proof.md": ROOT / "proofs_tests" / "coq"}
"""Pages that say from which folder on they name files, beside the top one."""

FILE = re.compile(r"(?<![\w./-])(?:(?:bubbletree|neural|proofs_tests|docs|scripts)/[\w./-]*|[\w./-]+\.(?:py|v))(?!\w)")
MODULE = re.compile(r"(?<![\w./-])(?:bubbletree|neural|proofs_tests)(?:\.\w+)+(?::\w+)?")
MUTANT = re.compile(r"(__mutmut|\.outside)_\d+$")
"""How names of mutants end: they are those of the code at the time."""
GROUPS = {plugins.COMMANDS, plugins.LOADERS, "bubbletree.encoders", "bubbletree.methods"}
"""Groups of entry points, whose names look like those of modules."""


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def too_long(text: str) -> list[int]:
    """The numbers of the lines of prose that are longer than they may be."""
    return [number for number, line in prose_lines(text) if len(line) > COLUMNS]


@pytest.mark.parametrize("path", PAGES, ids=page_name)
def test_lines_of_prose_fit_in_120_columns(path: Path) -> None:
    assert too_long(text_of(path)) == []


def test_only_prose_has_to_fit() -> None:
    long = "tea " * 40
    free = ["```", long, "```", f"| {long} |", f"  | {long} |", f"## [{long}](tea.md)", f"[tea]: {long}"]
    assert too_long("\n".join([*free, long, f"* {long}", f"## {long}"])) == [8, 9, 10]


def code_in(text: str) -> list[str]:
    """What stands in backticks, outside of blocks of code."""
    return re.findall(r"`((?:[^`\n]|\n(?!\n))+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


def files_named(text: str) -> list[str]:
    return sorted({name for code in code_in(text) for name in FILE.findall(code)})


def modules_named(text: str) -> list[str]:
    """The modules in backticks and in commands, with the names in them: ``module.Name`` or ``module:Name``."""
    named = {name for code in code_in(text) for name in MODULE.findall(code)}
    return sorted(named.union(re.findall(r"python -m (\w[\w.]*)", text)) - GROUPS)


def is_there(name: str) -> bool:
    """Whether there is such a module, or one that defines or imports the name; found without importing it."""
    parts = re.split(r"[.:]", name)
    place = ROOT
    while parts and place.joinpath(parts[0]).is_dir():
        place /= parts.pop(0)
    if parts and place.joinpath(parts[0]).with_suffix(".py").is_file():
        place = place.joinpath(parts.pop(0)).with_suffix(".py")
    elif parts:
        place /= "__init__.py"
    return not parts or (place.is_file() and parts[0] in names_in(place))


def names_in(module: Path) -> set[str]:
    """What a module defines or imports, also where a type checker alone sees it."""
    names: set[str] = set()
    body = ast.parse(text_of(module)).body
    for node in chain(body, *(node.body for node in body if isinstance(node, ast.If))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names.update(target.id for target in targets if isinstance(target, ast.Name))
    return names


@pytest.mark.parametrize("path", DESCRIBING, ids=page_name)
def test_files_named_exist(path: Path) -> None:
    folders = [ROOT, *(folder for page, folder in FOLDERS.items() if page == page_name(path))]
    named = files_named(text_of(path))
    assert [name for name in named if not any((folder / name).exists() for folder in folders)] == []


@pytest.mark.parametrize("path", DESCRIBING, ids=page_name)
def test_modules_named_exist(path: Path) -> None:
    ours = [name for name in modules_named(text_of(path)) if MODULE.match(name) and not MUTANT.search(name)]
    assert [name for name in ours if not is_there(name)] == []


def test_tables_of_modules_name_modules() -> None:
    """In architecture.md, tables of the "Module of `package`", with the names in that package in the first column."""
    page = text_of(ROOT / "docs" / "reference" / "architecture.md")
    tables = re.findall(r"^\| Module of `(\w+)` \|.*\n\|[-| ]+\n((?:\|.*\n)+)", page, re.MULTILINE)
    named = [
        f"{package}.{name.rstrip('/').replace('/', '.')}"
        for package, rows in tables
        for row in rows.splitlines()
        for name in code_in(row.split("|")[1])
    ]
    assert [package for package, _ in tables] == ["bubbletree", "neural"]
    assert len(named) > 30
    assert [name for name in named if not is_there(name)] == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bubbletree.tree", True),
        ("bubbletree.tea", False),
        ("bubbletree.metrics.counts", True),
        ("bubbletree.metrics.counts:Counts", True),
        ("bubbletree.metrics.counts.Count", False),
        ("bubbletree.validate", True),
        ("bubbletree.tree:ROOT", True),
        ("neural.methods.bubbles", True),
        ("neural.methods.tea:Tea", False),
    ],
)
def test_modules_and_what_is_in_them_are_found(name: str, expected: bool) -> None:
    assert is_there(name) == expected


def test_names_are_found_in_code_only() -> None:
    page = (
        "bubbletree.tea, `bubbletree.one:Two` and\n`python -m neural.three --from neural.four.conllu`\n\n```\n"
        "python -m neural.five bubbletree/six.py\n```\n`tea/seven.py`, `x.bubbletree.eight`, `neural/nine/`"
    )
    assert modules_named(page) == ["bubbletree.one:Two", "neural.five", "neural.four.conllu", "neural.three"]
    assert files_named(page) == ["neural/nine/", "tea/seven.py"]


def test_the_correspondence_names_code_and_tests() -> None:
    page = text_of(ROOT / "docs" / "theory" / "correspondence.md")
    assert len(modules_named(page)) > 25
    assert len([name for name in files_named(page) if name.startswith("proofs_tests/")]) > 10


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", PAGES, ids=page_name)
def test_links_lead_somewhere(path: Path) -> None:
    lost = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(path)):
        target, _, anchor = link.partition("#")
        page = path.parent / target if target else path
        if not re.match(r"[a-z]+:", link) and not (page.exists() and (not anchor or anchor in anchors(text_of(page)))):
            lost.append(link)
    assert lost == []


def test_external_links_are_well_written() -> None:
    found = external_links()
    assert "https://universaldependencies.org/format.html" in found
    assert {link: fault(link) for link in found if fault(link)} == {}
    assert {urlsplit(link).hostname for link in found} == HOSTS


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("http://github.com/a", "https"),
        ("https://githup.com/a", "host"),
        ("https://github.com:80/a", "port"),
        ("https://github.com/a?b", "question"),
        ("https://github.com/a//b", "odd characters"),
        ("https://github.com/a,b", "odd characters"),
    ],
)
def test_a_slip_in_an_external_link_is_noticed(link: str, reason: str) -> None:
    assert reason in str(fault(link))
    assert fault("https://github.com/a_b/c-d.html") is None


def test_links_end_where_the_sentence_goes_on() -> None:
    text = "[a](https://a.org/b), https://c.org/d. <https://e.org> [f]: https://f.org/g"
    assert links_in(text) == ["https://a.org/b", "https://c.org/d", "https://e.org", "https://f.org/g"]


def test_the_site_lists_every_page() -> None:
    navigation = text_of(ROOT / "mkdocs.yml").partition("\nnav:\n")[2]
    listed = set(re.findall(r": ([\w/.-]+\.md)$", navigation, re.MULTILINE))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in PAGES if path.is_relative_to(ROOT / "docs")}
    assert sorted(pages - listed - {"README.md"}) == []
