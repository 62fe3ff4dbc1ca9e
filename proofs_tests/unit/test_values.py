"""Values never change, and hold no attributes but those that they declare."""

from __future__ import annotations

import dataclasses
from importlib import import_module

import pytest

from proofs_tests.support.paths import ROOT

# Filled step by step, inside one function or module, before anybody else sees them.
FILLED = {
    "bubbletree.cli.stats.Statistics",
    "bubbletree.comparison.text._Side",
    "bubbletree.convert.nesting.Series",
    "bubbletree.convert.styles.Evidence",
    "bubbletree.convert.table.ConversionTable",
    "bubbletree.grammar.phrases.Phrase",
    "bubbletree.grammar.phrases._Line",
    "bubbletree.io.bracket_reader._Bracket",
    "bubbletree.io.sentence_lines.SentenceLines",
    "bubbletree.io.coord._Block",
    "bubbletree.io.genia._Phrase",
    "bubbletree.io.penn._Building",
    "bubbletree.io.penn._Phrase",
    "bubbletree.io.scan.Block",
    "bubbletree.sampling._Node",
    "bubbletree.viewer.edits._Draft",
}
# With room for what cached properties keep.
WITH_ROOM = {
    "bubbletree.convert.coordinated.Coordinated",
    "bubbletree.convert.to_enhanced._Graph",
    "bubbletree.description._Phrases",
    "bubbletree.sentence.Sentence",
    "bubbletree.tree.BubbleTree",
}


FILES = sorted((ROOT / "bubbletree").rglob("[!_]*.py"))


@pytest.mark.parametrize("module", [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in FILES])
def test_values_are_frozen_and_hold_nothing_undeclared(module: str) -> None:
    needs_an_extra = module.startswith("bubbletree.interop.")
    found = pytest.importorskip(module, exc_type=ImportError) if needs_an_extra else import_module(module)
    for value in vars(found).values():
        if isinstance(value, type) and dataclasses.is_dataclass(value) and value.__module__ == module:
            name = f"{module}.{value.__qualname__}"
            frozen = value.__dataclass_params__.frozen  # type: ignore[attr-defined]  # typeshed leaves it out
            assert frozen == (name not in FILLED), name
            assert ("__slots__" in vars(value)) == (name not in WITH_ROOM), name
