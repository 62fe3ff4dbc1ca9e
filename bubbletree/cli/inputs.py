"""What the commands read: files of trees in several formats."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum, StrEnum
from itertools import chain
from pathlib import Path
from typing import TypeAlias, TypeVar

from bubbletree.cli.guard import UsageError
from bubbletree.cli.skipped import Skipped, add_skipping
from bubbletree.cli.styles import AUTO, Annotation, add_style
from bubbletree.convert import Conversion, ConversionError, Failure, Punctuation, Style, convert_all, from_ud
from bubbletree.errors import MissingExtraError, not_one_of
from bubbletree.io.brackets import scan_brackets
from bubbletree.io.conllu import has_bubbles, scan_conllu, scan_sentences
from bubbletree.io.coord import read_coord
from bubbletree.io.json import scan_json
from bubbletree.io.jsonl import scan_jsonl
from bubbletree.io.lines import raw_lines
from bubbletree.io.scan import BadSentence, GoodSentence, Scanned
from bubbletree.sentence import Sentence
from bubbletree.tree import BubbleTree

E = TypeVar("E", bound=Enum)

AddParser: TypeAlias = Callable[..., argparse.ArgumentParser]
"""The method of argparse that adds a command."""


class Format(StrEnum):
    """The formats of trees."""

    CONLLU = "conllu"
    UD = "ud"
    ENHANCED_UD = "enhanced-ud"
    JSON = "json"
    JSONL = "jsonl"
    BRACKETS = "brackets"
    DOCBIN = "docbin"


BY_SUFFIX = {
    ".conll": Format.CONLLU,
    ".conllu": Format.CONLLU,
    ".json": Format.JSON,
    ".jsonl": Format.JSONL,
    ".brackets": Format.BRACKETS,
    ".spacy": Format.DOCBIN,
}


_SPANS = "it has coordinations, but no trees; use bubbletree convert {file} --ud SENTENCES.conllu"
_PACKED = "it is compressed: unpack it first"
_TEXT = "it is text; use bubbletree parse {file}, or --from if it is something else"
_TABLE = "tables of coordinations are written, but not read"

FOREIGN: Mapping[str, str] = {
    ".coord": "a .coord file has coordinations, but no sentences; use bubbletree convert SENTENCES.conllu "
    "--coord {file}",
    **dict.fromkeys((".tsv", ".tokens", ".ann"), _SPANS),
    ".mrg": f"{_SPANS} --from ptb",
    ".xml": f"if this is of the GENIA treebank, {_SPANS} --from genia",
    **dict.fromkeys((".parquet", ".csv"), _TABLE),
    **dict.fromkeys((".txt", ".text", ".md"), _TEXT),
    **dict.fromkeys((".gz", ".bz2", ".xz", ".zip", ".zst"), _PACKED),
}
"""What is said of a file by the ending of its name, if that belongs to no format of trees."""

MAX_WORDS = 1_000_000
"""How many words a sentence may have unless the command line says otherwise."""


def whole(text: str) -> int:
    """An argument that is a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}") from None


def positive(text: str) -> int:
    """An argument that is a whole number of at least 1."""
    return _at_least(1, text)


def not_negative(text: str) -> int:
    """An argument that is a whole number of at least 0."""
    return _at_least(0, text)


def _at_least(least: int, text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        raise argparse.ArgumentTypeError(f"must be a whole number of at least {least}, not {text!r}")
    return number


def member_of(kind: type[E]) -> Callable[[str], E]:
    """What reads an argument that is one of the values of an enumeration."""

    def member(text: str) -> E:
        """The value that the argument names."""
        try:
            return kind(text)
        except ValueError:
            raise argparse.ArgumentTypeError(not_one_of(text, (str(one.value) for one in kind))) from None

    member.__name__ = f"member of {kind.__name__}"
    return member


format_named = member_of(Format)
"""An argument that is the name of a format."""

FORMAT_NAMES = "{" + ",".join(Format) + "}"
"""How the help shows such an argument."""


def add_file(
    parser: argparse.ArgumentParser, named: Callable[[str], object] = format_named, names: str = FORMAT_NAMES
) -> None:
    """Add the argument that names the input, and the option that says its format (:func:`add_from`)."""
    parser.add_argument("file", metavar="FILE", help="a file of trees; - for standard input")
    add_from(parser, named, names)


def add_from(
    parser: argparse.ArgumentParser, named: Callable[[str], object] = format_named, names: str = FORMAT_NAMES
) -> None:
    """Add the option that says in which format the input is; ``named`` finds a format by its name."""
    parser.add_argument(
        "--from",
        dest="format",
        type=named,
        metavar=names,
        help="the format of the input (default: by the file's name; conllu for standard input)",
    )
    parser.add_argument(
        "--max-words",
        type=positive,
        default=MAX_WORDS,
        metavar="N",
        help=f"the greatest number of words in a sentence; longer ones cannot be used (default: {MAX_WORDS:,})",
    )
    add_skipping(parser)


def name_of(path: str) -> str:
    """What messages and results call an input.

    Examples
    --------
    >>> name_of("trees.conllu"), name_of("-")
    ('trees.conllu', '<stdin>')
    """
    return "<stdin>" if path == "-" else path


def format_of(path: str, given: Format | None) -> Format:
    """The format of a file: as given, or by its name.

    Raises
    ------
    UsageError
        The name does not tell the format.
    OSError
        There is no such file, or it is a folder.
    """
    if path != "-":
        Path(path).stat()  # that it is missing is more than what its name says
    if path != "-" and Path(path).is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if given is not None:
        return given
    if path == "-":
        return Format.CONLLU
    try:
        return BY_SUFFIX[Path(path).suffix.lower()]
    except KeyError:
        reason = FOREIGN.get(Path(path).suffix.lower(), "the name does not tell the format; use --from")
        raise UsageError(f"{path}: {reason.format(file=path)}") from None


class Input:
    """A file of trees or sentences, or standard input, to be read once.

    Parameters
    ----------
    options : argparse.Namespace
        The options of :func:`add_from`.
    path : str
        The file; ``-`` for standard input.

    Attributes
    ----------
    name : str
        What to call it in messages.
    form : Format
        Its format.

    Raises
    ------
    UsageError, OSError
        As for :func:`format_of`.
    """

    def __init__(self, options: argparse.Namespace, path: str) -> None:
        form = format_of(path, options.format)
        self.form = Format.UD if form is Format.ENHANCED_UD else form  # conversion reads DEPS in any case
        self.name = name_of(path)
        self._max_words: int = options.max_words
        self._source: Path | Iterable[str | bytes] = Path(path)
        if self.form is not Format.DOCBIN and Path(path).exists() and not Path(path).is_file():
            self._source = raw_lines(Path(path))  # a pipe, which can be read once only
        self._has_bubbles: bool | None = None
        if path == "-":
            stream: object = sys.stdin  # None if it was closed before Python started
            if stream is None:
                raise UsageError("standard input is closed")
            # Bytes, so that reading can continue after a line that is not UTF-8.
            self._source = getattr(sys.stdin, "buffer", sys.stdin)

    def has_bubbles(self) -> bool:
        """Whether some sentence of a CoNLL-U file has bubbles; of standard input, what was read for it is kept."""
        if self._has_bubbles is None:
            self._has_bubbles = self._finds_bubbles()
        return self._has_bubbles

    def _finds_bubbles(self) -> bool:
        if isinstance(self._source, Path):
            return has_bubbles(self._source, self.name)
        read: list[str | bytes] = []
        lines = iter(self._source)

        def kept() -> Iterator[str | bytes]:
            for line in lines:
                read.append(line)
                yield line

        found = has_bubbles(kept(), self.name)
        self._source = chain(read, lines)
        return found

    def sentences(self) -> Iterator[Scanned[Sentence]]:
        """The sentences of a CoNLL-U file one by one.

        Raises
        ------
        OSError
            The file cannot be read.
        """
        return scan_sentences(self._source, self.name, max_words=self._max_words)

    def trees(self, *, well_formed: bool = True) -> Iterator[Scanned[BubbleTree]]:
        """The trees of the file one by one; of a UD file, those that can be converted.

        Parameters
        ----------
        well_formed : bool
            Whether bubbles that form no well-formed tree make a bad sentence.

        Raises
        ------
        OSError
            The file cannot be read.
        """
        if self.form is Format.JSON:
            return scan_json(self._source, self.name, max_words=self._max_words)
        if self.form is Format.JSONL:
            return scan_jsonl(self._source, self.name, max_words=self._max_words)
        if self.form is Format.BRACKETS:
            return scan_brackets(self._source, self.name, max_words=self._max_words)
        if self.form is Format.DOCBIN:
            with extra("spacy", self.form):
                from bubbletree.interop.docbin import scan_docbin
            return scan_docbin(self._source, self.name, max_words=self._max_words)
        if self.form is Format.CONLLU:
            return scan_conllu(self._source, self.name, well_formed=well_formed, max_words=self._max_words)
        return map(_converted, self.sentences())


@contextmanager
def extra(name: str, form: str) -> Iterator[None]:
    """Say which extra is missing where a library that a format needs cannot be imported.

    Raises
    ------
    MissingExtraError
        It cannot.
    """
    try:
        yield
    except ImportError:
        raise MissingExtraError(f"{form} files", name) from None


def _converted(one: Scanned[Sentence]) -> Scanned[BubbleTree]:
    if isinstance(one, BadSentence):
        return one
    try:
        return GoodSentence(one.source, one.line, one.number, from_ud(one.value))
    except ConversionError as error:
        return one.bad(error.explanation, one.value.sent_id)


def add_conversion(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how to convert UD."""
    parser.add_argument(
        "--coord",
        metavar="COORD",
        help="the coordinations of a UD file, or of a token file (a .coord file); a file with bubbles keeps its own",
    )
    parser.add_argument(
        "--punctuation",
        choices=[custom.value for custom in Punctuation],
        help="the head of punctuation between conjuncts in UD: the following conjunct (UD version 2) or the first "
        "one (GENIA); default: as in the UD from which a tree was made, or else following",
    )
    add_style(parser)


def punctuation_of(options: argparse.Namespace) -> Punctuation | None:
    """The custom for punctuation; None if the options name none."""
    return Punctuation(options.punctuation) if options.punctuation is not None else None


def is_to_convert(options: argparse.Namespace, source: Input) -> bool:
    """Whether the input is UD, to be converted to bubble trees.

    That is a UD file: one that is said to be one, or a CoNLL-U file in which no sentence has bubbles. If it is said to
    be CoNLL-U, it is converted only with a ``.coord`` file.
    """
    if source.form is not Format.CONLLU:
        return source.form is Format.UD
    return (options.format is None or options.coord is not None) and not source.has_bubbles()


def check_conversion(options: argparse.Namespace, *sources: Input) -> None:
    """Refuse a ``.coord`` file or a style if none of the inputs is UD: it would not be used.

    Raises
    ------
    UsageError
        There is one, and none is; or there are both, though a ``.coord`` file needs no style.
    """
    has_style = options.style != AUTO
    if options.coord is not None and has_style:
        raise UsageError("--style has no effect with --coord, which names the coordinations: leave it out")
    name = "--coord" if options.coord is not None else "--style"
    if (options.coord is None and not has_style) or any(is_to_convert(options, source) for source in sources):
        return
    if not sources:
        raise UsageError(f"{name} is for a file of UD: name it")
    with_bubbles = [source.name for source in sources if source.form is Format.CONLLU]
    if not with_bubbles:
        raise UsageError(f"{name} is for UD, not for {sources[0].form}")
    if all(source.has_bubbles() for source in sources if source.form is Format.CONLLU):
        have = "has" if len(with_bubbles) == 1 else "have"
        raise UsageError(f"{name} is for UD, but {' and '.join(with_bubbles)} {have} bubbles already")
    raise UsageError(f"{name} is for UD, but --from conllu keeps the trees as they are")


def conversions(
    options: argparse.Namespace, source: Input, skipped: Skipped
) -> Iterator[tuple[GoodSentence[Sentence] | None, Conversion | Failure]]:
    """What the conversion makes of each sentence, and the sentence; None for coordinations of one that is not there.

    Sentences without a tree are left out. If the options ask for another custom for punctuation than the file has, the
    trees have no source.

    Raises
    ------
    UsageError
        No sentence has an id from the ``.coord`` file.
    """
    coming: deque[GoodSentence[Sentence]] = deque()
    absent = 0
    given = read_coord(options.coord) if options.coord is not None else None

    def sentences() -> Iterator[Sentence]:
        for one in skipped.good(source.sentences(), source.name):
            coming.append(one)
            yield one.value

    annotation = Annotation(source.name, sentences())
    custom = punctuation_of(options)
    has_source = custom is None or annotation.punctuation in (None, custom)
    style = annotation.style(options.style) if given is None else Style.UD
    for converted in convert_all(annotation.sentences(style), given, style=style):
        outcome = converted if has_source else _without_source(converted)
        if isinstance(outcome, Failure) and outcome.sentence is None:
            absent += 1
            yield None, outcome
            continue
        one = coming.popleft()
        if isinstance(outcome, Failure):
            skipped.drop(one, outcome.error.explanation, outcome.error.sent_id)
        yield one, outcome
    if given and absent == len(given):
        raise UsageError(f"{options.coord}: no sentence of {source.name} has an id from this file")


def bubble_trees(
    options: argparse.Namespace, source: Input, skipped: Skipped
) -> Iterator[tuple[GoodSentence[Sentence] | GoodSentence[BubbleTree], BubbleTree]]:
    """The trees of any file, each with the sentence that it comes from; UD is converted.

    Sentences without a tree are left out.

    Raises
    ------
    UsageError
        See :func:`conversions`.
    """
    if is_to_convert(options, source):
        for origin, outcome in conversions(options, source, skipped):
            if origin is not None and isinstance(outcome, Conversion):
                yield origin, outcome.tree
    else:
        for one in skipped.good(source.trees(), source.name):
            yield one, one.value


def _without_source(outcome: Conversion | Failure) -> Conversion | Failure:
    if isinstance(outcome, Failure):
        return outcome
    return replace(outcome, tree=replace(outcome.tree, source=None))


def sent_id(tree: BubbleTree) -> str | None:
    """The id of a tree's sentence, if it has one."""
    return tree.sentence.sent_id if tree.sentence is not None else None


def title(tree: BubbleTree, number: int) -> str:
    """What to call a tree: its sentence's id, or its number."""
    return sent_id(tree) or f"tree {number}"
