"""Small files for the commands."""

from __future__ import annotations

from pathlib import Path

from bubbletree.convert import to_ud
from bubbletree.grammar import generate

TREES = [tree for tree in generate(40, seed=6) if len(tree.words) <= 12][:7]
"""A few short trees."""

SENTENCES = [to_ud(tree) for tree in TREES]
"""Their sentences."""

UD = """\
# sent_id = a
1\ttea\t_\tNOUN\t_\t_\t0\troot\t_\t_
2\tand\t_\tCCONJ\t_\t_\t3\tcc\t_\t_
3\tbuns\t_\tNOUN\t_\t_\t1\tconj\t_\t_

# sent_id = b
1\ttea\t_\tNOUN\t_\t_\t2\tdep\t_\t_
2\tplease\t_\tINTJ\t_\t_\t1\tdep\t_\t_

"""
"""Two sentences, the second of which is no tree."""

COORD = "a\t1\t*\t1\t3\tNP-COOD\na\t1\t1\t1\t1\tNP-COOD\n# a\t1\t2\t2\t2\tNP-COOD\na\t1\t3\t3\t3\tNP-COOD\n\n"
COORD += "b\t1\t*\t1\t2\tX-COOD\nb\t1\t1\t1\t1\tX-COOD\nb\t1\t2\t2\t2\tX-COOD\n"
"""A coordination in each of them."""


def write(path: Path, content: str) -> Path:
    """The path, with this content in it."""
    path.write_text(content, encoding="utf-8")
    return path
