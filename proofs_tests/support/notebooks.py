"""The notebooks of the documentation, executed.

    python -m proofs_tests.support.notebooks            execute them and write their outputs
    python -m proofs_tests.support.notebooks --check    say whether their outputs are what they print now

Needs the extra ``notebooks``.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from bubbletree.io import atomic_writer
from proofs_tests.support.paths import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def executed(path: Path) -> str:
    """A notebook with the outputs of its cells; nothing in it depends on when and where it is executed."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]  # nbformat does not say its types
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}}).execute()
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    number = 0
    for position, cell in enumerate(notebook.cells, start=1):
        cell.id, cell.metadata = f"cell-{position}", {}
        if cell.cell_type == "code":
            number += 1
            cell.execution_count = number
            cell.outputs = [tidied(output, number) for output in cell.outputs]
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def tidied(output: nbformat.NotebookNode, number: int) -> nbformat.NotebookNode:
    """An output without what repeats: a picture needs no HTML, and no code that would build the tree."""
    output.pop("metadata", None)
    if "execution_count" in output:
        output.execution_count = number
        output.metadata = {}
    if "image/svg+xml" in output.get("data", {}):
        output.data = {"image/svg+xml": output.data["image/svg+xml"], "text/plain": "<a picture of a bubble tree>"}
    return output


def main() -> int:
    """Execute or check the notebooks."""
    parser = argparse.ArgumentParser(description="Execute the notebooks of the documentation.")
    parser.add_argument("--check", action="store_true", help="only say whether they are what would be written")
    if parser.parse_args().check:
        changed = [path.name for path in NOTEBOOKS if path.read_text(encoding="utf-8") != executed(path)]
        print(f"changed: {', '.join(changed) or 'none'}")
        return 1 if changed else 0
    for path in NOTEBOOKS:
        text = executed(path)
        with atomic_writer(path) as stream:
            stream.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
