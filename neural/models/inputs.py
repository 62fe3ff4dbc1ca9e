"""What a parser is asked about: sentences in one of three forms, and coordinations that are known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

from bubbletree import BubbleTree, Coordination, GivenCoordination, Sentence
from bubbletree._arguments import expect, several
from bubbletree.plugins import Known, Parsable
from neural.data import text
from neural.data.words import Words, unparsable, words_of


class Task(NamedTuple):
    """A sentence to parse: what the network may look at, the sentence, and its coordinations if they are given."""

    words: Words
    sentence: Sentence
    given: Known


def tasks_of(sentences: Iterable[Parsable], tags: Literal["none", "upos", "xpos"]) -> Iterator[Task]:
    """A task for each sentence; ``tags`` says which tags the network may look at."""
    return tasks_around(((sentence, ()) for sentence in _several(sentences)), tags)


def tasks_around(sentences: Iterable[tuple[Parsable, Known]], tags: Literal["none", "upos", "xpos"]) -> Iterator[Task]:
    """A task for each sentence with its coordinations."""
    for number, pair in enumerate(several(sentences, "pairs of a sentence and its coordinations"), start=1):
        expect(pair, tuple, "a pair of a sentence and its coordinations")
        source, given = pair
        for one in several(given, "coordinations"):
            expect(one, (Coordination, GivenCoordination), "a GivenCoordination")
        sentence = _sentence(source, number)
        yield Task(words_of(sentence, tags), _plain(sentence), given)


def checked_tree(tree: BubbleTree) -> BubbleTree:
    """The tree; TypeError if it is something else."""
    expect(tree, BubbleTree, "a BubbleTree")
    return tree


def categories_of(given: Known) -> tuple[tuple[tuple[int, int], str], ...]:
    """The categories of coordinations by span, as a sentence has them."""
    named = {tuple(one.whole): one.category for one in given if one.category is not None}
    return tuple(sorted(((first, last), category) for (first, last), category in named.items()))


def _several(sentences: Iterable[Parsable]) -> Iterable[Parsable]:
    """The sentences, unless they are a single one: text would be taken for many sentences of one letter."""
    if isinstance(sentences, str):
        raise TypeError("this is the text of one sentence: for many, give a list; for one, leave out _all")
    return several(sentences, "sentences")


def _sentence(source: Parsable, number: int) -> Sentence:
    """The sentence that a source stands for; of text, its number becomes its id."""
    if isinstance(source, Sentence):
        found = source
    elif isinstance(source, str):
        given = text.sentence(source, number)
        if given is None:
            raise ValueError(f"sentence {number} has no words")
        found = given
    else:
        expect(source, Iterable, "text, a list of words, or a Sentence")
        words = tuple(source)
        if not all(isinstance(word, str) for word in words):
            raise TypeError("words must be text; several sentences are for the methods that end in _all")
        if not words:
            raise ValueError(f"sentence {number} has no words")
        found = Sentence.from_columns(words)
    if problem := unparsable(found.words):
        raise ValueError(f"sentence {number} cannot be parsed: {problem}")
    return found


def _plain(sentence: Sentence) -> Sentence:
    """The sentence without what belongs to another tree: the categories of gold coordinations, and DEPS."""
    rows = (replace(row, deps="_") if row.is_word and row.deps != "_" else row for row in sentence.rows)
    return replace(sentence, rows=tuple(rows), categories=())
