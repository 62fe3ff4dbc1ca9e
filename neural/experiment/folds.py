"""Cross-validation by document: the sentences of a document never stand on two sides.

A document begins at a comment ``# newdoc``, as in UD.  In a file that has none, those sentences belong together whose
``sent_id`` is the same up to the last hyphen or full stop (``8875942.S1``).  A sentence without either is a document
by itself.
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
"""Of the documents that are not in the test fold, one in so many goes to the development sentences."""

_NEW_DOCUMENT = re.compile(r"#\s*newdoc\b(?:\s+id\s*=\s*(.*))?")
_LAST_PART = re.compile(r"[-.][^-.]*$")


def documents(sentences: Iterable[Sentence]) -> list[str]:
    """The document of each sentence, by name.

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
    """The fold of each sentence, counting from 0: whole documents, and about as many sentences in each fold.

    The largest document comes first, and each goes to the smallest fold so far; documents of a size come in an
    order that has nothing to do with their names.

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
    """Write training, development and test sentences of each fold as files, in folders ``1``, ``2`` and so on.

    Of the documents outside the fold, every tenth is left out of training, and the best model is chosen by it; so
    the test sentences have no say in that.

    Parameters
    ----------
    sources : Sources
        The sentences to divide: ``train`` and ``coord``, of which ``limit`` and ``sample`` hold.
    folds : int
        How many folds to make; at least 2.
    directory : Path
        Where to write.

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
    """A key that puts documents into an order that has nothing to do with their names."""
    return hashlib.sha256(document.encode()).digest()


def _by_sentence(coord: str) -> list[tuple[str, list[str]]]:
    """The sentences of a ``.coord`` file, with the lines of each; blank lines between them may be missing."""
    lines = (line for _, line in numbered_lines(coord, coord) if line.strip())
    return [(sentence, list(block)) for sentence, block in groupby(lines, _sentence_of)]


def _sentence_of(line: str) -> str:
    return line.removeprefix("# ").partition("\t")[0]


def _blocks(path: str) -> Iterator[list[str]]:
    """The lines of each sentence, as they stand in a CoNLL-U file."""
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
