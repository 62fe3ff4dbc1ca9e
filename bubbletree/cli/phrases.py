"""Files of phrases as input of ``bubbletree convert``: the Penn Treebank and the GENIA treebank.

They have words, tags and coordinations, but no dependencies. So they give a ``.coord`` file or, joined with a file of
the same sentences in UD, bubble trees.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import zip_longest
from pathlib import Path

from bubbletree.cli.guard import UsageError
from bubbletree.cli.skipped import Skipped
from bubbletree.constituency import PhraseTree, as_read, cleaned, genia_coordinations, penn_coordinations, separators
from bubbletree.convert import Conversion, ConversionError, Failure, convert
from bubbletree.coordination import GivenCoordination
from bubbletree.errors import FormatError
from bubbletree.io.conllu import scan_sentences
from bubbletree.io.genia import iter_genia
from bubbletree.io.penn import scan_penn
from bubbletree.io.scan import BadSentence, GoodSentence, Scanned
from bubbletree.io.spans import SpanLine, read_spans
from bubbletree.sentence import Sentence


class Phrases(StrEnum):
    """The formats of phrases."""

    PTB = "ptb"
    GENIA = "genia"


def add_phrases(parser: argparse.ArgumentParser) -> None:
    """Add the options for files of phrases."""
    parser.add_argument(
        "--ud",
        metavar="FILE.conllu",
        help="for --from ptb and genia: the same sentences in UD, which the coordinations are joined with. Without it "
        "the coordinations alone are written, as a .coord file",
    )
    parser.add_argument(
        "--spans",
        metavar="FILE",
        help="for --from ptb: the coordinations, as a list of spans, in place of marks on the phrases",
    )


class PhraseInput:
    """A file of phrases, or standard input.

    Parameters
    ----------
    options : argparse.Namespace
        The options of :func:`add_phrases`, and the format.

    Raises
    ------
    UsageError
        There is a list of spans for another format than that of the Penn Treebank.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._form = Phrases(options.format)
        self._source = getattr(sys.stdin, "buffer", sys.stdin) if options.file == "-" else Path(options.file)
        self.name = "<stdin>" if options.file == "-" else options.file
        self._count = 0
        if options.spans is not None and self._form is not Phrases.PTB:
            raise UsageError("--spans is for --from ptb")

    def coordinations(self, skipped: Skipped) -> Iterator[tuple[str, Sequence[GivenCoordination]]]:
        """The coordinations of each sentence, with its id or, without one, its number, counting from 0."""
        for one, found in self._found(skipped):
            yield one.value.sent_id or str(one.number - 1), found

    def conversions(self, skipped: Skipped) -> Iterator[tuple[GoodSentence[Sentence], Conversion | Failure]]:
        """What the conversion makes of each sentence of UD."""
        for one, found in self._joined(skipped):
            try:
                yield one, convert(one.value, found)
            except ConversionError as error:
                skipped.drop(one, error.explanation, error.sent_id)
                yield one, Failure(one.value, error)

    def _trees(self) -> Iterator[Scanned[PhraseTree]]:
        if self._form is Phrases.PTB:
            for one in scan_penn(self._source, self.name, max_words=self._options.max_words):
                self._count = one.number
                yield one
            return
        number = 0
        try:
            for number, tree in enumerate(iter_genia(self._source, self.name), start=1):
                yield GoodSentence(self.name, 0, number, tree)
        except FormatError as error:
            yield BadSentence(error.source, error.line, number + 1, None, error.reason)

    def _found(self, skipped: Skipped) -> Iterator[tuple[GoodSentence[PhraseTree], Sequence[GivenCoordination]]]:
        if self._form is Phrases.GENIA or self._options.spans is None:
            find = genia_coordinations if self._form is Phrases.GENIA else penn_coordinations
            for one in skipped.good(self._trees()):
                yield one, find(one.value)
            return
        lists = read_spans(self._options.spans)
        for one in skipped.good(self._trees()):
            lines = lists.pop(one.number - 1, ())
            yield one, [self._checked(one.value, line) for line in lines]
        if lists:
            [line, *_] = next(iter(lists.values()))
            raise FormatError(self._options.spans, line.line, f"{self.name} has no sentence of this number")

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
        sentences = scan_sentences(Path(self._options.ud), max_words=self._options.max_words)
        if self._form is Phrases.GENIA:
            known = {one.value.sent_id: (one, found) for one, found in self._found(skipped)}
            for sentence in sentences:
                if isinstance(sentence, GoodSentence) and sentence.value.sent_id in known:
                    one, found = known.pop(sentence.value.sent_id)
                    self._match(one, sentence)
                    yield sentence, found
            for one, _ in known.values():
                skipped.drop(one, f"{self._options.ud} has no sentence of this id", one.value.sent_id)
            return
        for one, found in self._found(skipped):
            partner = next((sentence for sentence in sentences if sentence.number == one.number), None)
            if isinstance(partner, GoodSentence):
                self._match(one, partner)
                yield partner, found
            elif partner is None:
                raise UsageError(f"{self._options.ud} has fewer sentences than {self.name}")
            else:
                skipped.drop(one, str(partner), None)
        if any(sentence.number > self._count for sentence in sentences):
            raise UsageError(f"{self._options.ud} has more sentences than {self.name}")

    def _match(self, one: GoodSentence[PhraseTree], sentence: GoodSentence[Sentence]) -> None:
        words, others = map(as_read, one.value.words), map(as_read, sentence.value.words)
        for number, (word, other) in enumerate(zip_longest(words, others), start=1):
            if word != other:
                place = f"{self.name}:{one.line}" if one.line else f"{self.name}: {one.value.sent_id}"
                raise FormatError(
                    sentence.source, sentence.line, f"word {number} is {other!r}, but in {place} it is {word!r}"
                )
