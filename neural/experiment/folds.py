"""Cross-validation by document: all sentences of a document are in the same fold.

A document begins at a comment ``# newdoc``, as in UD.  If a file has no such comments, sentences form a document if
their ``sent_id`` is the same up to the last hyphen or full stop (``8875942.S1``).  A sentence with neither is a
document of its own.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from bubbletree import Sentence
from bubbletree.io import atomic_writer, iter_sentences
from bubbletree.io.lines import numbered_lines
from neural.cli.sources import Gold, Sources, sampled
from neural.experiment.plan import ExperimentError

DEV_SHARE = 10
"""One in this many documents outside the test fold goes to the development sentences."""

_NEW_DOCUMENT = re.compile(r"#\s*newdoc\b(?:\s+id\s*=\s*(.*))?")
_LAST_PART = re.compile(r"[-.][^-.]*$")


def documents(sentences: Iterable[Sentence]) -> list[str]:
    """The name of each sentence's document.

    Examples
    --------
    >>> named = [Sentence((), (f"# sent_id = {name}",)) for name in ("12.S1", "12.S2", "a-b-1")]
    >>> documents([*named, Sentence(())])
    ['12', '12', 'a-b', '#4']
    """
    found: list[str] = []
    current: str | None = None
    for number, sentence in enumerate(sentences, start=1):
        for comment in sentence.comments:
            if begin := _NEW_DOCUMENT.match(comment):
                current = (begin[1] or "").strip() or f"#{number}"
        name = sentence.sent_id or f"#{number}"
        found.append(_LAST_PART.sub("", name) if current is None else current)
    return found


def assigned(documents: Sequence[str], folds: int) -> list[int]:
    """The fold of each sentence, counting from 0; folds have whole documents, and similar numbers of sentences.

    Documents are assigned in the order of their size, the largest first, each to the smallest fold so far.  The order
    of documents of the same size does not depend on the order of their names.

    Raises
    ------
    ExperimentError
        There are fewer documents than folds.

    Examples
    --------
    >>> assigned(["a", "a", "a", "b", "c", "c"], 2)
    [0, 0, 0, 1, 1, 1]
    """
    sizes = Counter(documents)
    if len(sizes) < folds:
        raise ExperimentError(f"{folds} folds need as many documents, but there are {len(sizes)}")
    filled = [0] * folds
    places: dict[str, int] = {}
    for document in sorted(sizes, key=lambda name: (-sizes[name], _shuffled(name))):
        places[document] = filled.index(min(filled))
        filled[places[document]] += sizes[document]
    return [places[document] for document in documents]


def write_folds(sources: Sources, folds: int, directory: Path) -> list[tuple[Sources, Gold]]:
    """Write the training, development and test sentences of each fold into files, in folders ``1``, ``2`` and so on.

    The development sentences are one in :data:`DEV_SHARE` of the documents outside the fold.  The best model is chosen
    by them, so it does not depend on the test sentences.

    Parameters
    ----------
    sources : Sources
        The sentences to divide: ``train`` and ``coord``, restricted by ``limit`` and ``sample``.
    folds : int
        The number of folds, at least 2.
    directory : Path
        The folder to write to.

    Raises
    ------
    ExperimentError
        There are too few documents.
    FormatError, OSError
        A file cannot be read or written.
    """
    assert sources.train is not None, "the command line asks for it"
    sentences = list(iter_sentences(sources.train))
    blocks = list(_blocks(sources.train))
    coordinations = _by_sentence(sources.coord) if sources.coord is not None else None
    chosen = sampled(range(min(len(sentences), sources.limit or len(sentences))), sources.sample)
    of_all = documents(sentences)
    names = [of_all[place] for place in chosen]
    places = assigned(names, folds)
    splits = []
    for fold in range(folds):
        others = {name for name, place in zip(names, places, strict=True) if place != fold}
        if len(others) < 2:
            raise ExperimentError(f"fold {fold + 1} leaves one document to learn from and to choose the best model by")
        dev = set(sorted(others, key=_shuffled)[::DEV_SHARE])
        parts: dict[str, list[int]] = {"train": [], "dev": [], "test": []}
        for index, name, place in zip(chosen, names, places, strict=True):
            parts["test" if place == fold else "dev" if name in dev else "train"].append(index)
        folder = directory / str(fold + 1)
        folder.mkdir(parents=True, exist_ok=True)
        gold = {}
        for part, members in parts.items():
            file = folder / f"{part}.conllu"
            _write(file, ([*blocks[index], ""] for index in members))
            given = None
            if coordinations is not None:
                given = str(file.with_suffix(".coord"))
                ids = {sentences[index].sent_id for index in members}
                _write(Path(given), ([*block, ""] for sentence, block in coordinations if sentence in ids))
            gold[part] = Gold(str(file), given)
        train, held_out = gold["train"], gold["dev"]
        learned_from = Sources(train.file, train.coord, held_out.file, held_out.coord)
        splits.append((learned_from, gold["test"]))
    return splits


def _shuffled(document: str) -> bytes:
    """A key to sort documents by, in an order that does not depend on the order of their names."""
    return hashlib.sha256(document.encode()).digest()


def _by_sentence(coord: str) -> list[tuple[str, list[str]]]:
    """The names of the sentences in a ``.coord`` file, each with its lines; blank lines are skipped."""
    lines = (line for _, line in numbered_lines(coord, coord) if line.strip())
    return [(sentence, list(block)) for sentence, block in groupby(lines, _sentence_of)]


def _sentence_of(line: str) -> str:
    return line.removeprefix("# ").partition("\t")[0]


def _blocks(path: str) -> Iterator[list[str]]:
    """The lines of each sentence of a CoNLL-U file."""
    block: list[str] = []
    for _, line in numbered_lines(path, path):
        if line.strip(" "):
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _write(path: Path, blocks: Iterable[list[str]]) -> None:
    with atomic_writer(path) as stream:
        stream.writelines(f"{line}\n" for block in blocks for line in block)
