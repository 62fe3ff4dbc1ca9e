"""Methods that know how probable bubble trees are: n-best trees, confidences, trees around given coordinations."""

from __future__ import annotations

import itertools
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import torch

from bubbletree import (
    BubbleTree,
    BubbletreeError,
    Candidate,
    HasConjuncts,
    Sentence,
    TreeCoordination,
    coordinations,
)
from neural.batched.guided import GuidanceError, Regions
from neural.config import DecodingConfig
from neural.data.words import words_of
from neural.encoders.interface import Encoded
from neural.methods.interface import Network


class Estimate(NamedTuple):
    """A coordination in a tree and the logarithms of its estimated probability, by each opinion of the network."""

    coordination: TreeCoordination
    log_probabilities: tuple[float, ...]


class HypothesesNetwork(Network):
    """A network that builds bubble trees: the best, the best few, or those with given coordinations."""

    @abstractmethod
    def trees_around(
        self,
        encoded: Encoded,
        sentences: Sequence[Sentence],
        found: Sequence[Sequence[HasConjuncts]],
        decoding: DecodingConfig,
    ) -> list[BubbleTree]:
        """Bubble trees of some sentences that have given coordinations and no others.

        Parameters
        ----------
        encoded, sentences, decoding
            As for :meth:`analyse`.
        found : sequence of sequence of HasConjuncts, [N]
            The coordinations of each sentence.

        Raises
        ------
        GuidanceError
            No tree has these coordinations.
        """

    def check_around(self, length: int, found: Sequence[HasConjuncts]) -> None:
        """Check that :meth:`trees_around` has a tree for a sentence of some length and its coordinations.

        Raises
        ------
        GuidanceError
            It has none.
        """
        Regions([found], [length])

    @abstractmethod
    def n_best(
        self, encoded: Encoded, sentences: Sequence[Sentence], size: int, decoding: DecodingConfig
    ) -> list[list[Candidate]]:
        """The most probable trees of some sentences, all different, the best first; for each sentence at least one.

        Parameters
        ----------
        encoded, sentences, decoding
            As for :meth:`analyse`.
        size : int
            The largest number of trees for a sentence.
        """

    @abstractmethod
    def estimated(self, encoded: Encoded, trees: Sequence[BubbleTree]) -> list[Mapping[int, tuple[float, ...]]]:
        """For each tree, the logarithms of the estimated probability of each coordination, by its bubble.

        A network with several opinions has one probability by each, always in the same order.

        Parameters
        ----------
        encoded : Encoded, [N]
            The sentences of the trees.
        trees : sequence of BubbleTree, [N]
            Trees with coordinations.

        Raises
        ------
        UnlearnableError
            The network could not have made one of the trees.
        """


def check_given(sentences: Sequence[Sentence], found: Sequence[Sequence[HasConjuncts]]) -> None:
    """Check that each sentence has a tree with the coordinations that are given for it.

    Raises
    ------
    GuidanceError
        No tree has these coordinations.
    """
    with naming(sentences):
        Regions(found, [len(one.words) for one in sentences])


@contextmanager
def naming(sentences: Sequence[Sentence]) -> Iterator[None]:
    """Let an error about the coordinations of one of these sentences say which."""
    try:
        yield
    except GuidanceError as error:
        name = sentences[error.sentence].sent_id
        raise GuidanceError(error.coordination, error.problem, error.sentence, name) from None


@torch.inference_mode()
def estimates(
    network: HypothesesNetwork, trees: Iterable[BubbleTree], batch_size: int = 256
) -> Iterator[list[Estimate]]:
    """For each tree, its coordinations with their estimated probabilities.

    Parameters
    ----------
    network : HypothesesNetwork
        The weights, in evaluation mode.
    trees : iterable of BubbleTree
        What the network has made of sentences, or any other trees with labels that it knows.
    batch_size : int
        How many trees to look at together.

    Raises
    ------
    UnlearnableError
        The network could not have made one of the trees.
    """
    stream = iter(trees)
    while chunk := list(itertools.islice(stream, batch_size)):
        found = [coordinations(tree) for tree in chunk]
        coordinated = [tree for tree, listed in zip(chunk, found, strict=True) if listed]
        probabilities = iter(_estimated(network, coordinated) if coordinated else ())
        for listed in found:
            by_bubble = next(probabilities) if listed else {}
            yield [Estimate(coordination, by_bubble[coordination.bubble]) for coordination in listed]


def _estimated(network: HypothesesNetwork, trees: Sequence[BubbleTree]) -> list[Mapping[int, tuple[float, ...]]]:
    encoded = network.encoded([words_of(tree, network.config.encoder.tags) for tree in trees])
    return network.estimated(encoded, trees)


class NoHypothesesError(BubbletreeError):
    """The model's method has no n-best trees, confidences or trees around given coordinations.

    Attributes
    ----------
    method : str
        Its way to parse.
    """

    def __init__(self, method: str) -> None:
        super().__init__(
            f"the model's method, {method}, has no n-best trees, no confidences, and no trees around given "
            "coordinations; bubble-hybrid, guided-bubbles, exact-bubbles and guided-exact do"
        )
        self.method = method


def bubble_parser(network: Network) -> HypothesesNetwork:
    """The network, if it knows how probable bubble trees are.

    Raises
    ------
    NoHypothesesError
        It cannot.
    """
    if not isinstance(network, HypothesesNetwork):
        raise NoHypothesesError(network.config.method.kind)
    return network
