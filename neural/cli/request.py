"""What ``neural.parse`` is asked to parse, and with which model."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Literal

from bubbletree import FormatError, GivenCoordination, Sentence
from bubbletree.cli.guard import UsageError, refuse_idle
from bubbletree.cli.inputs import name_of
from bubbletree.cli.skipped import Skipped
from bubbletree.io import BadSentence, scan_sentences
from bubbletree.io.lines import raw_lines, whole_lines
from bubbletree.io.scan import Scanned, too_long, values
from neural.data import text
from neural.data.tokens import ANY_TEXT, Convention, Tokeniser, is_language
from neural.data.words import NO_TAG, unparsable, words_of
from neural.models.names import SHIPPED_NAMES

STDIN = "-"
"""The argument that stands for standard input."""


class Form(StrEnum):
    """What an input can be."""

    CONLLU = "conllu"
    """CoNLL-U."""
    TEXT = "text"
    """Running text, in paragraphs with blank lines between them."""
    LINES = "lines"
    """Text with one sentence a line."""
    TOKENS = "tokens"
    """The same, with blanks between all tokens."""


WITH_TOKENS = (Form.CONLLU, Form.TOKENS)
"""The forms whose words are given."""


def language(code: str) -> str:
    """The argument of ``--language``: the code of a language, without what may follow it (``de-AT``)."""
    primary = code.partition("-")[0].lower()
    if not is_language(primary):
        raise argparse.ArgumentTypeError(f"must be a language code of ISO 639, as in en or de, not {code!r}")
    return primary


def options_of(tokeniser: Tokeniser) -> dict[str, bool]:
    """The options of the command line that say how text is cut, and whether they were given."""
    return {
        "--language": tokeniser.language is not None,
        "--tokenisation": tokeniser.convention is not Convention.EWT,
    }


BY_SUFFIX = {".conll": Form.CONLLU, ".conllu": Form.CONLLU, ".txt": Form.TEXT, ".text": Form.TEXT, ".md": Form.TEXT}
"""The form of an input by the suffix of its name."""

_TREES = "it holds trees: bubbletree convert {file} -o FILE.conllu makes CoNLL-U of them"
_DOCUMENTS = "it holds documents: bubbletree parse --workers 1 {file} -o FOLDER reads their texts"
_EITHER = (
    "it holds trees or documents: bubbletree convert {file} -o FILE.conllu makes CoNLL-U of trees; "
    "bubbletree parse --workers 1 {file} -o FOLDER reads the texts of documents"
)
_TABLE = "it is a table: write its texts into a file of text, one a line, and name that with --from lines"
_MARKED_UP = "it is not plain text: take the text out of it first"
_PACKED = "it is compressed: unpack it first"

NO_TEXT = {
    ".json": _EITHER,
    ".jsonl": _EITHER,
    ".ndjson": _DOCUMENTS,
    ".parquet": _DOCUMENTS,
    ".brackets": _TREES,
    ".spacy": _TREES,
    **dict.fromkeys((".csv", ".tsv", ".xlsx"), _TABLE),
    **dict.fromkeys((".html", ".htm", ".xml", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".epub"), _MARKED_UP),
    **dict.fromkeys((".gz", ".bz2", ".xz", ".zip", ".zst"), _PACKED),
}
"""Suffixes of files that are neither text nor CoNLL-U, and what to do with such a file."""

_FILE_NAME = re.compile(r"\S*\.[A-Za-z]\w*|\S*[/\\]\S*")
"""A text that looks like the name of a file, even if there is none: a word with a suffix or a slash."""

_OF_TEXT = re.compile(r"""[,;:!?"\n]|[.]\s|[.]$""")
"""What is a sign that something is a text, even if it ends like the name of a file."""

SURROGATE = re.compile(r"[\ud800-\udfff]")
"""Half of a surrogate pair, which is not text. Python makes them of bytes in an argument that are not UTF-8."""

_CONLLU_ROW = re.compile(r"\ufeff?\d+([-.]\d+)?(\t|.* _ .* _)")
"""A line of CoNLL-U, even if an editor has replaced its tabs by spaces."""


@dataclass(frozen=True, slots=True)
class Request:
    """A model, and what it is to parse.

    Attributes
    ----------
    model : str or None
        What names the model (:func:`neural.models.loading.model_directory`); None for the English one.
    source : str
        A file, ``-`` for standard input, or a text.
    is_text : bool
        Whether it is the text itself.
    """

    model: str | None
    source: str
    is_text: bool

    @classmethod
    def of(cls, arguments: Sequence[str], named: str | None = None) -> Request:
        """The request that the arguments make.

        Two arguments are a model and an input. A single one is a model if it is a model directory, and an input
        otherwise. The default model is the English one; the default input is standard input. An input that is not the
        name of a file, and contains spaces, is a text; but one that ends in a suffix such as ``.txt``, and has no
        punctuation, is a file that is missing.

        Parameters
        ----------
        arguments : sequence of str
            The positional arguments.
        named : str or None
            The model, if an option names it. Then there can only be one argument, the input.

        Raises
        ------
        UsageError
            There are too many arguments; the name of the model or the input is empty; the input is a directory, or a
            text that is not UTF-8; a single argument is not a model, file or text; or the second one is not a file or
            text.
        """
        if named is not None and len(arguments) > 1:
            raise UsageError(f"{arguments[0]}: --model names the model already, so only an input can follow")
        if len(arguments) > 2:
            raise UsageError(
                f"{arguments[2]}: only a model and an input can be named; put a sentence of several words in quotes"
            )
        source = arguments[-1] if arguments else STDIN
        if named is None and len(arguments) == 2:
            named = arguments[0]
        elif named is None and (source in SHIPPED_NAMES or _is_model(source)):
            named, source = source, STDIN
        if named is not None and not named.strip():
            raise UsageError("the name of the model is empty: leave it out for the English model")
        if not source.strip():
            raise UsageError("the text to parse is empty: give a sentence in quotes, the name of a file, or -")
        is_there = source == STDIN or _is_there(Path(source))
        if is_there and source != STDIN and Path(source).is_dir():
            raise UsageError(f"{source}: a folder without a model cannot be parsed: name a file")
        is_text = not is_there and len(source.split()) > 1 and not _FILE_NAME.fullmatch(source)
        if is_text and SURROGATE.search(source):
            raise UsageError(f"{source!r:.80}: this text is not encoded in UTF-8")
        if is_text and _is_known(source) and not _OF_TEXT.search(source):
            raise UsageError(f"{source}: there is no such file; to parse this as a sentence, end it with a full stop")
        if len(arguments) == 2 and not is_there and not is_text:
            raise UsageError(f"{source}: there is no such file")
        if len(arguments) == 1 and not is_there and not is_text:
            if _FILE_NAME.fullmatch(source):
                advice = f"; for a model on the hub, write --model {source}" if _is_on_hub(source) else ""
                raise UsageError(f"{source}: there is no such file or model directory{advice}")
            raise UsageError(
                f"{source}: there is no such file or model directory; to parse a single word as a sentence, pipe it "
                "into bubbletree parse -"
            )
        return cls(named, source, is_text)

    def checked(self, form: Form | None, tokeniser: Tokeniser) -> Form | None:
        """What the input is, as far as that is known before it is read.

        Parameters
        ----------
        form, tokeniser
            As for :meth:`sentences`.

        Raises
        ------
        UsageError
            The form is that of files, and this is a text; the tokeniser has no effect; or the form is not given, and
            the name of the file says that it is neither text nor CoNLL-U.
        """
        if self.is_text and form not in (None, Form.TEXT):
            raise UsageError(f"--from {form} is for files and standard input: a text in quotes is running text")
        if form is None and not self.is_text:
            form = form_by_name(Path(self.source))
        self._refuse_idle(form, tokeniser)
        return form

    def _refuse_idle(self, form: Form | None, tokeniser: Tokeniser) -> None:
        if form in WITH_TOKENS:
            refuse_idle(options_of(tokeniser), f"on {name_of(self.source)}, which is {form}")

    def sentences(
        self,
        form: Form | None = None,
        tokeniser: Tokeniser = ANY_TEXT,
        skipped: Skipped | None = None,
        max_words: int | None = None,
    ) -> Iterator[Sentence]:
        """The sentences to parse.

        Parameters
        ----------
        form : Form or None
            What the input is.  None if its name tells or, where it does not, its first line that is not a comment.
        tokeniser : Tokeniser
            What cuts a text into sentences and tokens.
        skipped : Skipped or None
            Where sentences of CoNLL-U and lines of text go that cannot be read or parsed.  None if they are errors.
        max_words : int or None
            The greatest number of words in a sentence; with ``skipped``, longer ones go there.

        Raises
        ------
        FormatError, OSError
            A file cannot be read.
        UsageError
            As for :meth:`checked`.
        """
        form = self.checked(form, tokeniser)
        if self.is_text:
            return counted(text.running([self.source], tokeniser), "<text>", skipped, max_words)
        name = name_of(self.source)
        # Bytes, so that reading can continue after a line that is not UTF-8.
        lines = raw_lines(getattr(sys.stdin, "buffer", sys.stdin) if self.source == STDIN else Path(self.source))
        if form is None:
            form, lines = recognised(lines)
            self._refuse_idle(form, tokeniser)
        if form is Form.CONLLU:
            scanned = scan_sentences(lines, name, max_words=max_words, heads=False)
            return values(scanned) if skipped is None else parsable(scanned, name, skipped)
        readable = whole_lines(lines, name, None if skipped is None else naming(skipped))
        found = (
            text.running(readable, tokeniser)
            if form is Form.TEXT
            else text.one_a_line(readable, tokeniser, cut=form is Form.LINES)
        )
        return counted(found, name, skipped, max_words)


def form_by_name(path: Path) -> Form | None:
    """The form of a file by the suffix of its name; None if that does not tell.

    Raises
    ------
    UsageError
        The suffix is in :data:`NO_TEXT`.
    """
    suffix = path.suffix.lower()
    if suffix in NO_TEXT:
        advice = NO_TEXT[suffix].format(file=path)
        raise UsageError(f"{path}: {advice} (--from text parses it as plain text)")
    return BY_SUFFIX.get(suffix)


def _is_known(source: str) -> bool:
    """Whether something ends in a suffix that is known."""
    suffix = Path(source).suffix.lower()
    return suffix in BY_SUFFIX or suffix in NO_TEXT


def _is_model(source: str) -> bool:
    """Whether an argument names a model directory."""
    if not source or not _is_there(Path(source)) or not Path(source).is_dir():
        return False
    from neural.models.checkpoint import is_model_directory

    return is_model_directory(Path(source))


def _is_on_hub(name: str) -> bool:
    """Whether an argument can be the name of a model on the hub."""
    if "/" not in name:
        return False
    from neural.models.hub import is_on_hub

    return is_on_hub(name)


def _is_there(path: Path) -> bool:
    """Whether there is a file or a directory of that name."""
    try:
        return path.exists()
    except OSError:  # a text too long for a name
        return False


def parsable(scanned: Iterable[Scanned[Sentence]], name: str, skipped: Skipped) -> Iterator[Sentence]:
    """The sentences of a file that can be parsed; the others are left out."""
    for one in skipped.good(scanned, name):
        if problem := unparsable(one.value.words):
            skipped.drop(one, problem, one.value.sent_id)
        else:
            yield one.value


def naming(skipped: Skipped) -> Callable[[FormatError], None]:
    """What names and leaves out a line that cannot be read."""
    return lambda error: skipped.add(BadSentence(error.source, error.line, 0, None, error.reason))


def counted(
    sentences: Iterable[Sentence], name: str, skipped: Skipped | None, max_words: int | None
) -> Iterator[Sentence]:
    """The sentences of a text that are not too long, counted as used."""
    told = sentences if skipped is None else skipped.warn_if_none(sentences, name)
    for number, sentence in enumerate(told, start=1):
        if skipped is None:
            yield sentence
        elif max_words is not None and len(sentence.words) > max_words:
            skipped.add(BadSentence(name, 0, number, sentence.sent_id, too_long(name, 0, max_words).reason))
        else:
            skipped.use(1)
            yield sentence


def recognised(lines: Iterator[str | bytes]) -> tuple[Form, Iterator[str | bytes]]:
    """What lines are by the first one that is neither blank nor a comment, and all of them again."""
    read: list[str | bytes] = []
    for raw in lines:
        read.append(raw)
        line = raw if isinstance(raw, str) else raw.decode("utf-8", "replace")
        if line.strip("\ufeff \r\n") and not line.lstrip("\ufeff").startswith("#"):
            is_conllu = _CONLLU_ROW.match(line) is not None
            return (Form.CONLLU if is_conllu else Form.TEXT), chain(read, lines)
    return Form.TEXT, iter(read)


def matched(
    sentences: Iterable[Sentence],
    given: Mapping[str, Sequence[GivenCoordination]],
    coord: str,
    skipped: Skipped,
    check: Callable[[int, Sequence[GivenCoordination]], None],
) -> Iterator[tuple[Sentence, Sequence[GivenCoordination]]]:
    """Sentences, each with the coordinations that a file gives for its id, if any.

    Parameters
    ----------
    sentences : iterable of Sentence
        The sentences.
    given : mapping of str to sequence of GivenCoordination
        Coordinations by sentence id.
    coord : str
        The file that they are from.
    skipped : Skipped
        Where sentences go that cannot have their coordinations; that have the id of an earlier one with coordinations;
        or that the file names, and that are not there.
    check : function
        Raises GuidanceError where a sentence with so many words cannot have its coordinations.

    Raises
    ------
    FormatError
        None of the sentences that the file names is there.
    """
    missing, any_id = dict.fromkeys(given), False
    for sentence in sentences:
        sent_id = sentence.sent_id or ""
        any_id = any_id or bool(sent_id)
        found = given.get(sent_id, ())
        is_second = sent_id in given and sent_id not in missing
        problem = "an earlier sentence of the input has this id" if is_second else _problem(check, found, sentence)
        if problem:
            skipped.withdraw(BadSentence(coord, 0, 0, sent_id, problem))
        else:
            yield sentence, found
        missing.pop(sent_id, None)
    for bad in skipped.bad:
        missing.pop(bad.sent_id or "", None)
    if missing and len(missing) == len(given):
        why = "" if any_id else ", where no sentence has an id"
        raise FormatError(coord, 0, f"sentence {next(iter(missing))!r} is not in the input{why}")
    for sent_id in missing:
        skipped.add(BadSentence(coord, 0, 0, sent_id, "this sentence is not in the input"))


def _problem(
    check: Callable[[int, Sequence[GivenCoordination]], None], found: Sequence[GivenCoordination], sentence: Sentence
) -> str | None:
    """Why a sentence cannot be parsed around coordinations; None if it can."""
    from neural.batched.guided import GuidanceError

    try:
        check(len(sentence.words), found)
    except GuidanceError as error:
        return str(error)
    return None


@dataclass
class TagCount:
    """How many words have no tag, where a model reads tags.

    Attributes
    ----------
    column : str
        The column of tags that the model reads, or ``none``.
    words : int
        How many words there were so far.
    missing : int
        How many of them had no tag in that column.
    """

    column: Literal["none", "upos", "xpos"]
    words: int = 0
    missing: int = 0

    def counting(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """The same sentences, counted as they go by."""
        for sentence in sentences:
            if self.column != "none":
                tags = words_of(sentence, self.column).tags
                self.words += len(tags)
                self.missing += tags.count(NO_TAG)
            yield sentence
