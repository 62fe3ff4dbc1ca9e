"""How well biomedical text is cut and parsed by either convention, on articles of the GENIA treebank.

    python scripts/biomedical_text.py genia/xml genia/dev.conllu genia/dev.coord [--model english]

The titles and abstracts are read from the XML of the articles, with the blanks that their authors wrote.  Three figures
are printed for each convention: F1 of tokens and F1 of sentences, where both ends must be right, and exact F1 of
coordinations, whose conjuncts must begin and end at the right characters.  For the last one the sentences are given.
The first line has gold tokens.  Sentences that are not in the CoNLL-U file are left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar
from xml.etree import ElementTree

import bubbletree
from bubbletree import Coordination, coordinations
from bubbletree.cli.guard import guarded
from bubbletree.metrics import Counts
from neural.data.gold import read_gold
from neural.data.tokens import Convention, Tokeniser

Span = tuple[int, int]
T = TypeVar("T")


class Tagged(NamedTuple):
    """A sentence of an article: its id, where it stands, and where its words stand."""

    id: str
    span: Span
    words: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A title or an abstract."""

    text: str
    sentences: tuple[Tagged, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("articles", help="a folder of articles in GENIA's XML")
    parser.add_argument("conllu", help="the same sentences as CoNLL-U")
    parser.add_argument("coord", help="their coordinations")
    parser.add_argument("--model", default="english", help="the model to parse with (english)")
    options = parser.parse_args(arguments)
    return guarded("biomedical_text", lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    gold = {one.sentence.sent_id: one.coordinations for one in read_gold(options.conllu, options.coord)}
    paragraphs = [one for path in sorted(Path(options.articles).glob("*.xml")) for one in read(path)]
    known = [(one.text, sentence) for one in paragraphs for sentence in one.sentences if sentence.id in gold]
    right = [{_places(found, sentence.words) for found in gold[sentence.id]} for _, sentence in known]
    parser = bubbletree.load(options.model)

    def exact(cut: Sequence[Sequence[Span]]) -> float:
        sentences = [[text[begin:end] for begin, end in words] for (text, _), words in zip(known, cut, strict=True)]
        found = [
            {_places(one, words) for one in coordinations(tree)}
            for tree, words in zip(parser.parse_all(sentences), cut, strict=True)
        ]
        return f1(right, found)

    print("| tokens | F1 of tokens | of sentences | exact F1 |\n|---|---|---|---|")
    print(f"| gold | | | {exact([sentence.words for _, sentence in known]):.2f} |")
    for convention in Convention:
        tokeniser = Tokeniser("en", convention)
        cut = [_tokens(tokeniser, text, sentence.span) for text, sentence in known]
        tokens = f1([set(sentence.words) for _, sentence in known], [set(words) for words in cut])
        ends = f1(
            [{sentence.span for sentence in one.sentences} for one in paragraphs],
            [{(found[0].start, found[-1].end) for found in tokeniser.sentences(one.text)} for one in paragraphs],
        )
        print(f"| {convention} | {tokens:.2f} | {ends:.2f} | {exact(cut):.2f} |")
    print(f"{len(known)} sentences, {sum(map(len, right))} coordinations", file=sys.stderr)
    return 0


def read(path: Path) -> Iterator[Paragraph]:
    """The title and the abstract of an article."""
    article = ElementTree.parse(path)  # the treebank's own files
    number = article.findtext(".//PMID", "")
    for kind in ("ArticleTitle", "AbstractText"):
        for element in article.iter(kind):
            text = ""
            sentences = []
            for sentence in element.iter("sentence"):
                begin = len(text)
                words = []
                for part, is_word in _parts(sentence):
                    if is_word and part:
                        words.append((len(text), len(text) + len(part)))
                    text += part
                sentences.append(Tagged(f"{number}.{sentence.get('id')}", (words[0][0], words[-1][1]), tuple(words)))
                text = f"{text[:begin]}{text[begin:].rstrip()} "
            yield Paragraph(text, tuple(sentences))


def _parts(element: ElementTree.Element) -> Iterator[tuple[str, bool]]:
    """The pieces of an element's text, and whether each is a word."""
    if element.tag == "tok":
        yield "".join(element.itertext()), True
        return
    yield element.text or "", False
    for child in element:
        yield from _parts(child)
        yield child.tail or "", False


def _tokens(tokeniser: Tokeniser, text: str, span: Span) -> tuple[Span, ...]:
    """Where the tokens of a sentence stand."""
    begin, end = span
    return tuple((begin + token.start, begin + token.end) for token in tokeniser.tokenise(text[begin:end]))


def _places(found: Coordination, words: Sequence[Span]) -> tuple[Span, ...]:
    """Where the conjuncts of a coordination begin and end, in characters."""
    return tuple((words[first - 1][0], words[last - 1][1]) for first, last in found.conjuncts)


def f1(gold: Sequence[set[T]], found: Sequence[set[T]]) -> float:
    """F1 in per cent over several sets, each found beside its gold one."""
    right = sum(len(one & other) for one, other in zip(gold, found, strict=True))
    return 100 * Counts(right, sum(map(len, found)), sum(map(len, gold))).f1


if __name__ == "__main__":
    sys.exit(main())
