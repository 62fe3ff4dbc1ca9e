"""The program that the proof is about is that of :mod:`bubbletree.exact`, and a change of either is noticed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bubbletree import BubbleTree
from bubbletree.exact import Options, ScoredTree, Step, StepKind, count, k_best_trees, steps
from bubbletree.exact.program import Edge, Entry, Table, program
from bubbletree.tree import CONJ
from proofs_tests.coq import check, programs

SMALL = [(2, options) for options in programs.OPTIONS]
"""Programs that compile in a second: :mod:`proofs_tests.coq.check` compares larger ones."""


def agree(folder: Path, *, trees: bool = True) -> None:
    """Have Coq compute that it agrees with Python, on the numbers of trees or on all the rest."""
    text = programs.coq_file(SMALL, []) if trees else programs.coq_file([], [(4, Options(kinds=False))])
    (folder / "Programs.v").write_text(text, "utf-8")
    check.coqc(folder, "Programs")


def assert_notices(folder: Path, *, trees: bool = True) -> None:
    """Coq compiles the vectors, but does not find what Python says."""
    name = "program_agrees" if trees else "counts_agree"
    with pytest.raises(check.ProofError, match=rf"(?s)Programs\.v: .*expected to have type\s+\"failing {name} "):
        agree(folder, trees=trees)


def test_coq_and_python_agree_on_the_program(definitions: Path) -> None:
    agree(definitions)
    agree(definitions, trees=False)


def without_row(table: Table) -> Callable[[int, Options], Iterator[tuple[Entry, list[Edge]]]]:
    """The program, but entries of a table lack their last edge."""

    def changed(n: int, options: Options) -> Iterator[tuple[Entry, list[Edge]]]:
        for entry, edges in program(n, options):
            yield entry, edges[:-1] if entry.table is table else edges

    return changed


@pytest.mark.parametrize("table", Table)
def test_a_missing_edge_in_python_is_noticed(definitions: Path, monkeypatch: pytest.MonkeyPatch, table: Table) -> None:
    monkeypatch.setattr(programs, "program", without_row(table))
    assert_notices(definitions)


def test_a_step_of_another_place_in_python_is_noticed(definitions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps at an item's right edge look one token too far."""
    whole = programs.coq_step
    monkeypatch.setattr(
        programs,
        "coq_step",
        lambda step: whole(step._replace(right=step.right + (step.kind is StepKind.RIGHT_EDGE))),
    )
    assert_notices(definitions)


def test_another_tree_of_a_derivation_in_python_is_noticed(definitions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two derivations have each other's trees."""

    def swapped(*arguments: object) -> list[ScoredTree]:
        first, second, *rest = k_best_trees(*arguments)  # type: ignore[arg-type]  # the same arguments
        return [second, first, *rest]

    monkeypatch.setattr(programs, "k_best_trees", swapped)
    assert_notices(definitions)


def test_a_missing_step_of_a_tree_in_python_is_noticed(definitions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bubbles have no step."""

    def fewer(tree: BubbleTree, **options: bool) -> list[Step]:
        return [step for step in steps(tree, **options) if step.kind is not StepKind.BUBBLE]

    monkeypatch.setattr(programs, "steps", fewer)
    assert_notices(definitions)


def test_another_label_in_python_is_noticed(definitions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All arcs of trees are labelled as conjuncts."""
    whole = programs.coq_tree

    def same(tree: BubbleTree, options: Options) -> str:
        return whole(BubbleTree(tree.words, tree.contents, [arc._replace(label=CONJ) for arc in tree.arcs]), options)

    monkeypatch.setattr(programs, "coq_tree", same)
    assert_notices(definitions)


def test_another_number_in_python_is_noticed(definitions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "count", lambda n, options: count(n, options) + (n == 3))
    assert_notices(definitions, trees=False)


def rows_in_coq() -> dict[str, tuple[str, str]]:
    """The rows of ``edges`` in Program.v, by the name of the table: the row, and one without edges."""
    source = (check.SOURCES / "Program.v").read_text("utf-8")
    [rows] = re.findall(r"^Definition edges .*?^  end\.", source, re.MULTILINE | re.DOTALL)
    found = {}
    for row in re.findall(r"^  \| Entry .*?(?=^  \| |^  end)", rows, re.MULTILINE | re.DOTALL):
        left, _, _ = row.partition("=>")
        [name] = re.findall(r"[A-Z_]{4,}", left)
        found[name] = row, f"{left}=> []\n"
    return found


COQ_ROWS = rows_in_coq()


def test_each_table_in_python_has_its_row_in_coq() -> None:
    assert list(COQ_ROWS) == [table.name for table in Table]


@pytest.mark.slow
@pytest.mark.parametrize("name", COQ_ROWS)
def test_a_missing_row_in_coq_is_noticed(definitions: Path, tmp_path: Path, name: str) -> None:
    row, changed = COQ_ROWS[name]
    folder = tmp_path / "changed"
    shutil.copytree(definitions, folder)
    source = (folder / "Program.v").read_text("utf-8")
    assert source.count(row) == 1
    (folder / "Program.v").write_text(source.replace(row, changed), "utf-8")
    check.compile_all(folder, check.requirements(folder, ["Program", "Bridge"]), jobs=1)
    assert_notices(folder)
