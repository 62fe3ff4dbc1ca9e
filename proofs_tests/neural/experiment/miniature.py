"""Miniatures of all files that the paper's tables need: both treebanks, UD as CoreNLP writes it, word vectors."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bubbletree import BubbleTree, read_brackets, to_ud, write_conllu
from bubbletree.convert import Punctuation
from proofs_tests.support.paths import ROOT

PENN = ROOT / "proofs_tests" / "data" / "penn"

PLAIN = [
    "--set=encoder.characters=none",
    "--set=encoder.layers=1",
    "--set=encoder.hidden=6",
    "--set=encoder.min_count=1",
    "--set=scorer.transition_hidden=8",
    "--set=scorer.label_hidden=8",
    "--set=scorer.rescoring_hidden=8",
    "--set=training.epochs=1",
]
"""Options for networks as small as the files."""


@dataclass(frozen=True)
class Miniature:
    """The files.

    Attributes
    ----------
    ptb, genia : Path
        The folders of both treebanks.
    glove : Path
        The word vectors.
    """

    ptb: Path
    genia: Path
    glove: Path


def made(folder: Path) -> Miniature:
    """The files, in a folder: sections for training; whole files for the rest; six articles."""
    ptb, genia, glove = folder / "ptb", folder / "genia", folder / "glove.txt"
    trees, gold = _blocks((PENN / "mini.mrg").read_text("utf-8")), read_brackets(PENN / "mini.brackets")
    assert len(trees) == len(gold)
    ptb.mkdir(parents=True)
    for number, tree in enumerate(trees[:20], start=2):
        (ptb / f"{number:02}").mkdir()
        (ptb / f"{number:02}" / f"wsj_{number:02}01.mrg").write_text(tree, encoding="utf-8")
    for part, chosen in (("train", slice(0, 20)), ("dev", slice(20, 26)), ("test", slice(26, None))):
        if part != "train":
            (ptb / f"{part}.mrg").write_text("".join(trees[chosen]), encoding="utf-8")
        _write_ud(ptb / f"{part}.ud.conllu", gold[chosen])
    genia.mkdir()
    _write_genia(genia)
    words = sorted({word for tree in gold for word in tree.words})
    rng = random.Random(1)
    lines = (f"{word.lower()} {' '.join(f'{rng.gauss(0, 1):.3f}' for _ in range(5))}\n" for word in words)
    glove.write_text("".join(lines), encoding="utf-8")
    return Miniature(ptb, genia, glove)


def _blocks(text: str) -> list[str]:
    """The trees of a file of bracket trees, cut where all brackets are closed."""
    found, depth, begin = [], 0, 0
    for place, character in enumerate(text, start=1):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == ")" and depth == 0:
            found.append(text[begin:place].strip() + "\n")
            begin = place
    return found


def _write_ud(path: Path, trees: Iterable[BubbleTree]) -> None:
    """Write sentences as CoreNLP does: without comments."""
    write_conllu([replace(to_ud(tree, Punctuation.FIRST), comments=()) for tree in trees], path)


def _write_genia(folder: Path) -> None:
    rows: list[str] = []
    for article in range(1, 7):
        sentences = []
        for number, (first, second) in enumerate((("IL-2", "IL(4)"), ("cells", "mice"), ("blood", "bone")), start=1):
            words = (("NN", first), ("CC", "and"), ("NN", f"{second}{article}"))
            toks = " ".join(f"<tok cat='{tag}'>{word}</tok>" for tag, word in words)
            period = "<tok cat='PERIOD'>.</tok>"
            sentences.append(f"<sentence id='S{number}'><cons cat='NP' syn='COOD'>{toks}</cons>{period}</sentence>")
            rows.append(_ud([*(_escaped(word) for _, word in words), "."]))
        text = f"<Article><PMID>{article}</PMID>{''.join(sentences)}</Article>"
        (folder / f"{article}.xml").write_text(text, encoding="utf-8")
    (folder / "genia.ud.conllu").write_text("".join(rows), encoding="utf-8")


def _escaped(word: str) -> str:
    return word.replace("(", "-LRB-").replace(")", "-RRB-")


def _ud(words: Sequence[str]) -> str:
    arcs = ((0, "root"), (3, "cc"), (1, "conj"), (1, "punct"))
    rows = enumerate(zip(words, arcs, strict=True), start=1)
    return "".join(f"{n}\t{word}\t_\t_\t_\t_\t{head}\t{label}\t_\t_\n" for n, (word, (head, label)) in rows) + "\n"
