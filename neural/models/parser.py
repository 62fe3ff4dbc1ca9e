"""A trained model and what one does with it: parse any number of sentences.

The tree of a sentence depends neither on the others nor on their order; only rounding does, in the last
digits of scores.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import torch

from bubbletree import BubbleTree, BubbletreeError, Sentence
from bubbletree.coordination import GivenCoordination
from neural.data.batching import by_length
from neural.data.words import Words, words_of
from neural.methods.bubbles.bubble_hybrid import bubble_parser
from neural.methods.bubbles.nbest import Candidate
from neural.methods.interface import Analysis, Network
from neural.models.checkpoint import load_model
from neural.models.processes import ALONE, Processes

T = TypeVar("T")
Work = Callable[[Sequence[Words], Sequence[Sentence]], Sequence[T]]
"""From what a network may look at, and the sentences themselves, to one result for each."""

CHUNK = 4
"""How many batches of sentences are read ahead, to be sorted by length."""


class NoTreesError(BubbletreeError):
    """Trees were asked of a model that builds none.

    Attributes
    ----------
    method : str
        Its way to parse.
    """

    def __init__(self, method: str) -> None:
        super().__init__(f"the model's method, {method}, finds coordinations but builds no trees")
        self.method = method


@dataclass(frozen=True)
class Parser:
    """A model that parses.

    Attributes
    ----------
    network : Network
        Its weights, in evaluation mode.
    processes : Processes
        Those that share the sentences; each must be given all of them, and gets all results.
    """

    network: Network
    processes: Processes = ALONE

    @classmethod
    def load(cls, directory: str | Path, device: torch.device | str = "cpu") -> Parser:
        """The model in a directory.

        Raises
        ------
        CheckpointError
            There is none, or it is broken.
        """
        return cls(load_model(Path(directory), device))

    def with_beam(self, beam: int) -> Parser:
        """The same parser with another number of partial derivations kept; the weights are shared.

        Raises
        ------
        ConfigError
            The number is not at least 1.
        """
        network = copy.copy(self.network)
        network.config = network.config.replace({"decoding.beam": beam})
        return replace(self, network=network)

    def parse(self, sentences: Iterable[Sentence], batch_size: int = 256) -> Iterator[BubbleTree]:
        """Bubble trees for sentences, one for each, in order; each carries its sentence.

        Parameters
        ----------
        sentences : iterable of Sentence
            What to parse; heads and relations are not looked at.
        batch_size : int
            How many sentences are parsed together; with a beam, how many hypotheses about them.

        Raises
        ------
        NoTreesError
            The model builds no trees.
        """
        for analysis in self.analyse(sentences, batch_size):
            if analysis.tree is None:
                raise NoTreesError(self.network.config.method.kind)
            yield analysis.tree

    def parse_around(
        self, sentences: Iterable[Sentence], given: Mapping[str, Sequence[GivenCoordination]], batch_size: int = 256
    ) -> Iterator[BubbleTree]:
        """Bubble trees that have given coordinations and no others, one for each sentence, in order.

        Parameters
        ----------
        sentences, batch_size
            As for :meth:`parse`.
        given : mapping of str to sequence of GivenCoordination
            The coordinations by sentence id; sentences that are not there have none.  The trees keep their categories.

        Raises
        ------
        NoHypothesesError
            The model's method builds no bubble trees.
        GuidanceError
            No tree has the coordinations given for a sentence.
        """
        network = bubble_parser(self.network)

        def around(words: Sequence[Words], plain: Sequence[Sentence]) -> list[BubbleTree]:
            found = [given.get(one.sent_id or "", ()) for one in plain]
            named = [replace(one, categories=_categories(listed)) for one, listed in zip(plain, found, strict=True)]
            return network.trees_around(words, named, found, network.config.decoding)

        batch_size = max(1, batch_size // network.config.decoding.beam)
        yield from self._in_chunks(sentences, batch_size, around)

    def analyse(self, sentences: Iterable[Sentence], batch_size: int = 256) -> Iterator[Analysis]:
        """All that the model finds in sentences, one analysis for each, in order; the parameters are as above.

        Sentences are read and analysed in chunks, so memory does not grow with their number.
        """
        decoding = self.network.config.decoding
        batch_size = max(1, batch_size // decoding.beam)
        yield from self._in_chunks(sentences, batch_size, partial(self.network.analyse, decoding=decoding))

    def n_best(self, sentences: Iterable[Sentence], size: int, batch_size: int = 256) -> Iterator[list[Candidate]]:
        """The most probable trees of sentences, different ones, the best first; for each sentence at least one.

        Parameters
        ----------
        sentences, batch_size
            As for :meth:`parse`.
        size : int
            How many trees a sentence gets at most; it gets fewer if there are not so many, or if rescoring makes some
            equal.  The beam is at least as wide.

        Raises
        ------
        NoHypothesesError
            The model's method has no alternatives to offer.
        """
        network = bubble_parser(self.network)
        decoding = network.config.decoding
        batch_size = max(1, batch_size // max(size, decoding.beam))
        yield from self._in_chunks(sentences, batch_size, partial(network.n_best, size=size, decoding=decoding))

    def _in_chunks(self, sentences: Iterable[Sentence], batch_size: int, work: Work[T]) -> Iterator[T]:
        stream = iter(sentences)
        while chunk := list(itertools.islice(stream, CHUNK * batch_size * self.processes.count)):
            share = self._chunk(self.processes.share(chunk), batch_size, work)
            yield from self.processes.collect(share, len(chunk))

    @torch.inference_mode()
    def _chunk(self, chunk: Sequence[Sentence], batch_size: int, work: Work[T]) -> list[T]:
        words = [words_of(sentence, self.network.config.encoder.tags) for sentence in chunk]
        # Categories are gold annotation, and speak of gold coordinations.
        plain = [replace(sentence, categories=()) for sentence in chunk]
        results: dict[int, T] = {}
        for batch in by_length([len(sentence.forms) for sentence in words], batch_size):
            found = work([words[place] for place in batch], [plain[place] for place in batch])
            results.update(zip(batch, found, strict=True))
        return [results[place] for place in range(len(chunk))]


def _categories(given: Iterable[GivenCoordination]) -> tuple[tuple[tuple[int, int], str], ...]:
    """The categories of coordinations by span, as a sentence has them."""
    named = {tuple(one.whole): one.category for one in given if one.category is not None}
    return tuple(sorted(((first, last), category) for (first, last), category in named.items()))
