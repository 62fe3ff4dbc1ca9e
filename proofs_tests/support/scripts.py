"""The programs of the folder ``scripts``, which is not a package, as modules."""

from __future__ import annotations

import importlib.util
from types import ModuleType

from proofs_tests.support.paths import ROOT


def script(name: str) -> ModuleType:
    """The program with a name, such as ``"input_vectors"``."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
