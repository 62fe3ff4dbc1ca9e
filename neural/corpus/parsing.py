"""From a shard to its file in the output folder."""

from __future__ import annotations

import argparse
import os
import socket
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from bubbletree import BubbleTree, Sentence
from bubbletree.cli.inputs import Format
from bubbletree.cli.outputs import Extract, tree_writer
from bubbletree.cli.skipped import SKIP, Skipped
from bubbletree.convert import Punctuation
from bubbletree.io import BadSentence, atomic_writer, scan_sentences
from bubbletree.io.lines import whole_lines
from neural.cli.comments import with_confidences
from neural.cli.lemmas import with_lemmas
from neural.cli.request import Form, counted, naming, parsable
from neural.corpus.shards import Document, Shard
from neural.data import text
from neural.data.tokens import ANY_TEXT, Tokeniser
from neural.models.loading import load
from neural.models.parser import Parser


@dataclass(frozen=True, slots=True)
class Settings:
    """How shards are parsed and written.

    Attributes
    ----------
    model : str
        The model directory.
    folder : str
        The output folder.
    to : str
        The format of the output.
    device, beam, batch_size, precision
        As for :func:`neural.models.loading.load`.
    confidence : bool
        Whether to write how sure the model is of each coordination.
    lemmas : str or None
        The language of the lemmas to add; None if there are to be none.
    tokeniser : Tokeniser
        What cuts texts into sentences and tokens.
    max_words : int
        The greatest number of words in a sentence.
    punctuation : Punctuation
        The head of punctuation between conjuncts in UD.
    """

    model: str
    folder: str
    to: str = Format.JSON
    device: str = "cpu"
    beam: int | None = None
    batch_size: int = 256
    precision: str | None = None
    confidence: bool = False
    lemmas: str | None = None
    tokeniser: Tokeniser = ANY_TEXT
    max_words: int = 50_000
    punctuation: Punctuation = Punctuation.FOLLOWING

    def parser(self) -> Parser:
        """The parser; raises what :func:`neural.models.loading.load` raises."""
        return load(
            Path(self.model),
            device=self.device,
            beam=self.beam,
            batch_size=self.batch_size,
            precision=self.precision,
        )

    def file(self, name: str) -> Path:
        """The file of the shard with a name."""
        return Path(self.folder, f"{name}.{self.to}")


@dataclass(frozen=True, slots=True)
class Done:
    """A shard that is parsed and written.

    Attributes
    ----------
    shard : str
        Its name.
    digest : str
        That of its input.
    sentences, words : int
        How many were parsed.
    skipped : tuple of BadSentence
        The sentences that were left out.
    seconds : float
        How long it took.
    worker : str
        The machine and the process that did it.
    """

    shard: str
    digest: str
    sentences: int
    words: int
    skipped: tuple[BadSentence, ...]
    seconds: float
    worker: str


def parse_shard(parser: Parser, shard: Shard, settings: Settings) -> Done:
    """Parse a shard and write its file, which appears whole or not at all.

    Raises
    ------
    BubbletreeError, OSError
        A tree cannot be written in this format, or the file cannot be written.
    """
    start = time.monotonic()
    skipped = Skipped(argparse.Namespace(on_error=SKIP, report=None), silent=True)
    words = sentences = 0

    def numbered(trees: Iterable[BubbleTree]) -> Iterator[BubbleTree]:
        nonlocal words, sentences
        for tree in trees:
            words, sentences = words + len(tree.words), sentences + 1
            yield tree

    trees = parser.parse_all(_sentences(shard, settings, skipped))
    trees = numbered(with_confidences(parser, trees) if settings.confidence else trees)
    if settings.lemmas is not None:
        trees = with_lemmas(trees, settings.lemmas)
    path = settings.file(shard.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    if settings.to == Extract.PARQUET:
        _write_table(trees, shard, path)
    else:
        form = Extract(settings.to) if settings.to in [*Extract] else Format(settings.to)
        with tree_writer(form, str(path), settings.punctuation) as write:
            for number, tree in enumerate(trees, start=1):
                write(tree, number)
    bad = (*shard.bad, *(_placed(one, shard) for one in skipped.bad))
    worker = f"{socket.gethostname()}:{os.getpid()}"
    return Done(shard.name, shard.digest, sentences, words, bad, round(time.monotonic() - start, 3), worker)


def _write_table(trees: Iterable[BubbleTree], shard: Shard, path: Path) -> None:
    """Write the coordinations of a shard, with its file and its number in front: they tell the order of all rows.

    All shards have the same types, even those without a coordination.
    """
    import pyarrow.parquet

    from bubbletree.interop.pandas import SCHEMA, to_frame

    table = pyarrow.Table.from_pandas(to_frame(trees), SCHEMA, preserve_index=False)
    table = table.add_column(0, "shard", pyarrow.array([shard.number] * len(table), pyarrow.int64()))
    table = table.add_column(0, "file", pyarrow.array([shard.source] * len(table), pyarrow.string()))
    with atomic_writer(path) as stream:
        pyarrow.parquet.write_table(table, stream.buffer)


def _sentences(shard: Shard, settings: Settings, skipped: Skipped) -> Iterator[Sentence]:
    if shard.form is None:
        for document in shard.documents:
            found = _of_document(document, settings.tokeniser)
            yield from counted(found, f"{shard.source}: {document.id}", skipped, settings.max_words)
        return
    if shard.form is Form.CONLLU:
        scanned = scan_sentences(shard.lines, shard.source, max_words=settings.max_words, heads=False)
        yield from parsable(scanned, shard.source, skipped)
        return
    lines = whole_lines(shard.lines, shard.source, naming(skipped))
    found = (
        text.running(lines, settings.tokeniser, offset=shard.characters_before, prefix=f"{shard.number}-")
        if shard.form is Form.TEXT
        else text.one_a_line(
            lines,
            settings.tokeniser,
            cut=shard.form is Form.LINES,
            offset=shard.characters_before,
            first=shard.lines_before + 1,
        )
    )
    yield from counted(found, shard.source, skipped, settings.max_words)


def _of_document(document: Document, tokeniser: Tokeniser) -> Iterator[Sentence]:
    """The sentences of a document; their ids begin with its own."""
    opening: tuple[str, ...] = (f"# newdoc id = {document.id}",)
    for sentence in text.running(document.text.splitlines(keepends=True), tokeniser, prefix=f"{document.id}-"):
        yield replace(sentence, comments=(*opening, *sentence.comments))
        opening = ()


def _placed(bad: BadSentence, shard: Shard) -> BadSentence:
    """A sentence that cannot be used, with its place in the whole file."""
    line = bad.line + shard.lines_before if bad.line else 0
    return replace(bad, line=line, number=bad.number + shard.sentences_before if bad.number else 0)
