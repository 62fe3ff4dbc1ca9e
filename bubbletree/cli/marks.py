"""Files of marked coordinations as input of ``bubbletree convert``: treebanks of phrases, tables, documents of brat.

They have words and coordinations, but no dependencies. So their coordinations can be written alone or, joined with a
file of the same sentences in UD, make bubble trees.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import zip_longest
from pathlib import Path
from typing import TypeAlias

from bubbletree.cli.guard import UsageError, refuse_idle, tell
from bubbletree.cli.inputs import Format, name_of
from bubbletree.cli.skipped import Skipped
from bubbletree.cli.styles import AUTO
from bubbletree.constituency import PhraseTree, as_read, cleaned, genia_coordinations, penn_coordinations, separators
from bubbletree.convert import Conversion, ConversionError, Failure, convert
from bubbletree.coordination import GivenCoordination
from bubbletree.errors import FormatError
from bubbletree.io.brat import scan_brat
from bubbletree.io.conllu import scan_sentences
from bubbletree.io.coord import read_coord
from bubbletree.io.genia import iter_genia
from bubbletree.io.json import scan_marked_json
from bubbletree.io.penn import scan_penn
from bubbletree.io.scan import BadSentence, GoodSentence, Scanned, values
from bubbletree.io.spans import SpanLine, read_spans
from bubbletree.io.tokens import scan_tokens
from bubbletree.io.tsv import scan_tsv
from bubbletree.marked import MarkedSentence
from bubbletree.sentence import Sentence

Good: TypeAlias = GoodSentence[MarkedSentence]


class Marks(StrEnum):
    """The formats of marked coordinations."""

    PTB = "ptb"
    GENIA = "genia"
    TOKENS = "tokens"
    TSV = "tsv"
    BRAT = "brat"


MARKS_BY_SUFFIX = {".tokens": Marks.TOKENS, ".tsv": Marks.TSV, ".ann": Marks.BRAT}


def add_marks(parser: argparse.ArgumentParser) -> None:
    """Add the options for files of marked coordinations."""
    parser.add_argument(
        "--ud",
        metavar="FILE.conllu",
        help="for files without dependencies: the same sentences in UD, with which the coordinations are joined. "
        "Without it the coordinations alone are written",
    )
    parser.add_argument(
        "--spans",
        metavar="FILE",
        help="for --from ptb: the coordinations, as a list of spans, in place of marks on the phrases",
    )


class MarkedInput:
    """A file of marked coordinations, or standard input.

    Parameters
    ----------
    options : argparse.Namespace
        The options of :func:`add_marks`.
    form : Marks or Format.JSON
        The format.

    Attributes
    ----------
    name : str
        What to call the file in messages.

    Raises
    ------
    UsageError
        An option is for another format, or there is no ``.coord`` file for a token file.
    OSError
        There is no such file.
    """

    def __init__(self, options: argparse.Namespace, form: Marks | Format) -> None:
        self._options = options
        self._form = form
        self._source = getattr(sys.stdin, "buffer", sys.stdin) if options.file == "-" else Path(options.file)
        self._max_words: int = options.max_words
        self.name = name_of(options.file)
        self._count = 0
        if options.spans is not None and form is not Marks.PTB:
            raise UsageError("--spans is for --from ptb")
        if options.coord is not None and form is not Marks.TOKENS:
            raise UsageError(f"--coord is for UD and for --from tokens, not for {form}")
        refuse_idle({"--style": options.style != AUTO}, f"on {form}")
        if form is Marks.BRAT and options.file == "-":
            raise UsageError("documents of brat cannot be read from standard input: name a folder or a file")
        if options.file != "-":
            Path(options.file).stat()  # that it is missing is to be said first

    def sentences(self, skipped: Skipped) -> Iterator[Good]:
        """The sentences with their coordinations; each has an id, or its number, counting from 0."""
        for one in self._found(skipped):
            yield GoodSentence(one.source, one.line, one.number, one.value.named(str(one.number - 1)))

    def conversions(self, skipped: Skipped) -> Iterator[tuple[GoodSentence[Sentence], Conversion | Failure]]:
        """What the conversion makes of each sentence of UD."""
        for one, found in self._joined(skipped):
            try:
                yield one, convert(one.value, found)
            except ConversionError as error:
                skipped.drop(one, error.explanation, error.sent_id)
                yield one, Failure(one.value, error)

    def _found(self, skipped: Skipped) -> Iterator[Good]:
        if self._form is Marks.TSV:
            return skipped.good(scan_tsv(self._source, self.name, max_words=self._max_words), self.name)
        if self._form is Format.JSON:
            return skipped.good(scan_marked_json(self._source, self.name, max_words=self._max_words), self.name)
        if self._form is Marks.TOKENS:
            return self._with_coord(skipped)
        if self._form is Marks.BRAT:
            ud = self._options.ud
            return self._brat(skipped, scan_sentences(Path(ud), max_words=self._max_words) if ud is not None else None)
        return self._phrases(skipped)

    def _brat(self, skipped: Skipped, scanned: Iterator[Scanned[Sentence]] | None) -> Iterator[Good]:
        given = values(scanned) if scanned is not None else None
        yield from skipped.good(scan_brat(self._options.file, given, max_words=self._max_words), self.name)
        if scanned is not None and not any(bad.number == 0 for bad in skipped.bad):
            self._refuse_more(scanned)

    def _with_coord(self, skipped: Skipped) -> Iterator[Good]:
        beside = Path(self._options.file).with_suffix(".coord")
        if self._options.coord is None and (self._options.file == "-" or not beside.is_file()):
            raise UsageError(f"{self.name} has words alone: name their coordinations with --coord")
        path = self._options.coord or beside
        given = read_coord(path)
        absent = set(given)

        def noted() -> Iterator[Scanned[Sentence]]:
            for one in scan_tokens(self._source, self.name, max_words=self._max_words):
                absent.discard((one.sent_id if isinstance(one, BadSentence) else one.value.sent_id) or "")
                yield one

        for one in skipped.good(noted(), self.name):
            found = given.get(one.value.sent_id or "", ())
            yield GoodSentence(one.source, one.line, one.number, MarkedSentence(one.value, found))
        for sent_id in sorted(absent):
            raise FormatError(str(path), 0, f"{self.name} has no sentence with the id {sent_id}")

    def _phrases(self, skipped: Skipped) -> Iterator[Good]:
        spans = self._options.spans
        lists = read_spans(spans) if spans is not None else {}
        find = genia_coordinations if self._form is Marks.GENIA else penn_coordinations
        for one in skipped.good(self._trees(), self.name):
            tree = one.value
            if spans is None:
                found: Sequence[GivenCoordination] = find(tree)
            else:
                found = [self._checked(tree, line) for line in lists.pop(one.number - 1, ())]
            yield GoodSentence(one.source, one.line, one.number, MarkedSentence(tree.sentence(), tuple(found)))
        if lists:
            [line, *_] = next(iter(lists.values()))
            raise FormatError(spans, line.line, f"{self.name} has no sentence of this number")

    def _trees(self) -> Iterator[Scanned[PhraseTree]]:
        if self._form is Marks.PTB:
            for one in scan_penn(self._source, self.name, max_words=self._max_words):
                self._count = one.number
                yield one
            return
        number = 0
        try:
            for number, tree in enumerate(iter_genia(self._source, self.name), start=1):
                yield GoodSentence(self.name, 0, number, tree)
        except FormatError as error:
            yield BadSentence(error.source, error.line, number + 1, None, error.reason)

    def _checked(self, tree: PhraseTree, line: SpanLine) -> GivenCoordination:
        spans = line.conjuncts
        if spans[-1].last > len(tree.words):
            raise FormatError(self._options.spans, line.line, f"the sentence has only {len(tree.words)} words")
        if any(line.coordinator in span for span in spans):
            raise FormatError(self._options.spans, line.line, "the coordinator is inside a conjunct")
        if len(proper := cleaned(tree, spans)) < 2:
            raise FormatError(self._options.spans, line.line, "a conjunct has nothing but quotation marks")
        return GivenCoordination(proper, separators(tree, proper), line.category)

    def _joined(self, skipped: Skipped) -> Iterator[tuple[GoodSentence[Sentence], Sequence[GivenCoordination]]]:
        if self._form is Marks.BRAT:
            for one in self._found(skipped):
                yield GoodSentence(one.source, one.line, one.number, one.value.sentence), one.value.coordinations
        elif self._form is Marks.PTB:
            yield from self._joined_by_order(skipped)
        else:
            yield from self._joined_by_id(skipped)

    def _joined_by_id(self, skipped: Skipped) -> Iterator[tuple[GoodSentence[Sentence], Sequence[GivenCoordination]]]:
        known = {one.value.sent_id: one for one in self.sentences(skipped)}
        unknown = 0
        for sentence in scan_sentences(Path(self._options.ud), max_words=self._max_words):
            if isinstance(sentence, BadSentence):
                continue  # named below, by its partner
            one = known.pop(sentence.value.sent_id or str(sentence.number - 1), None)
            if one is None:
                unknown += 1
            else:
                self._match(one, sentence)
                yield sentence, one.value.coordinations
        for one in known.values():
            skipped.drop(one, f"{self._options.ud} has no sentence of this id", one.value.sent_id)
        if unknown:
            reason = f"{unknown:,} sentences are not in {self.name}, so they are left out"
            tell(f"bubbletree: {self._options.ud}: {reason}")

    def _joined_by_order(
        self, skipped: Skipped
    ) -> Iterator[tuple[GoodSentence[Sentence], Sequence[GivenCoordination]]]:
        sentences = scan_sentences(Path(self._options.ud), max_words=self._max_words)
        for one in self._found(skipped):
            partner = next((sentence for sentence in sentences if sentence.number == one.number), None)
            if isinstance(partner, GoodSentence):
                self._match(one, partner)
                yield partner, one.value.coordinations
            elif partner is None:
                raise UsageError(f"{self._options.ud} has fewer sentences than {self.name}")
            else:
                skipped.drop(one, str(partner), None)
        self._refuse_more(sentence for sentence in sentences if sentence.number > self._count)

    def _refuse_more(self, sentences: Iterator[Scanned[Sentence]]) -> None:
        """Name the first sentence of the UD file that has no partner."""
        for one in sentences:
            sent_id = one.sent_id if isinstance(one, BadSentence) else one.value.sent_id
            name = f"sentence {sent_id}, " if sent_id is not None else ""
            raise UsageError(
                f"{self._options.ud} has more sentences than {self.name}: "
                f"the first one that is not there is {name}in line {one.line}"
            )

    def _match(self, one: Good, sentence: GoodSentence[Sentence]) -> None:
        words, others = map(as_read, one.value.words), map(as_read, sentence.value.words)
        for number, (word, other) in enumerate(zip_longest(words, others), start=1):
            if word != other:
                place = f"{self.name}:{one.line}" if one.line else f"{self.name}: {one.value.sent_id}"
                raise FormatError(
                    sentence.source, sentence.line, f"word {number} is {other!r}, but in {place} it is {word!r}"
                )
