"""A trained model and what one does with it: parse any number of sentences.

The tree of a sentence depends neither on the others nor on their order; only rounding does, in the last
digits of scores.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from bubbletree import BubbleTree, Sentence
from neural.batched import decode, state
from neural.batching import by_length
from neural.checkpoint import load_model
from neural.config import Config
from neural.data import Vocabulary, words_of
from neural.model import BubbleNetwork
from neural.rescoring import rescore

CHUNK = 4
"""How many batches of sentences are read ahead, to be sorted by length."""


@dataclass(frozen=True)
class Parser:
    """A model that parses.

    Attributes
    ----------
    config : Config
        Its options.
    vocabulary : Vocabulary
        What it knows.
    network : BubbleNetwork
        Its weights, in evaluation mode.
    """

    config: Config
    vocabulary: Vocabulary
    network: BubbleNetwork

    @classmethod
    def load(cls, directory: str | Path, device: torch.device | str = "cpu") -> Parser:
        """The model in a directory.

        Raises
        ------
        CheckpointError
            There is none, or it is broken.
        """
        return cls(*load_model(Path(directory), device))

    def parse(self, sentences: Iterable[Sentence], batch_size: int = 256) -> Iterator[BubbleTree]:
        """Bubble trees for sentences, one for each, in order; each carries its sentence.

        Sentences are read and trees made in chunks, so memory does not grow with their number.

        Parameters
        ----------
        sentences : iterable of Sentence
            What to parse; heads and relations are not looked at.
        batch_size : int
            How many sentences are parsed together.
        """
        stream = iter(sentences)
        while chunk := list(itertools.islice(stream, CHUNK * batch_size)):
            yield from self._parse_chunk(chunk, batch_size)

    @torch.inference_mode()
    def _parse_chunk(self, chunk: list[Sentence], batch_size: int) -> list[BubbleTree]:
        words = [words_of(sentence, self.config.encoder.tags) for sentence in chunk]
        trees: dict[int, BubbleTree] = {}
        for positions in by_length([len(sentence.forms) for sentence in words], batch_size):
            inputs = self.network.read([words[position] for position in positions])
            scorer = decode.NetworkScorer(self.network, inputs, self.vocabulary.conj)
            batch = decode.parse(inputs.lengths, scorer, self.config.decoding, self.network.device)
            # Categories are gold annotation, and speak of gold coordinations.
            annotated = [(words[position].forms, replace(chunk[position], categories=())) for position in positions]
            made = state.trees(batch, annotated, self.vocabulary.labels)
            if self.network.rescoring is not None:
                made = rescore(made, scorer.shared_scores)
            trees.update(zip(positions, made, strict=True))
        return [trees[position] for position in range(len(chunk))]
