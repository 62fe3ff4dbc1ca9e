"""The bubble parser of Shi & Lee (2021): Bubble-Hybrid by a network, and boundaries rescored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch

from bubbletree import BubbleTree, BubbletreeError, Candidate, HasConjuncts, Sentence, coordinations
from neural.batched import beam, state
from neural.batched.guided import GuidanceError, GuidedScorer
from neural.config import DecodingConfig
from neural.data.gold import GoldSentence
from neural.encoders.interface import Encoded
from neural.methods.bubbles.indexing import IndexedDerivation
from neural.methods.bubbles.likelihood import derivation_losses
from neural.methods.bubbles.nbest import grouped, merged
from neural.methods.bubbles.transition_network import TransitionNetwork
from neural.methods.interface import Analysis, Network, Term, TrainableNetwork, UnlearnableError


class BubbleTreeNetwork(TransitionNetwork):
    """A network that builds bubble trees by transitions: the best, the best few, or those with given coordinations."""

    @staticmethod
    def labels_of(gold: GoldSentence) -> Iterable[str]:
        """The labels of the bubble tree."""
        return () if gold.tree is None else [arc.label for arc in gold.tree.arcs]

    def gold_derivation(self, gold: GoldSentence) -> IndexedDerivation:
        """The oracle's derivation of the bubble tree.

        Raises
        ------
        UnlearnableError
            There is none.
        """
        if gold.tree is None:
            raise UnlearnableError(gold.problem)
        return self.derivation(gold.tree)

    def analyse(self, encoded: Encoded, sentences: Sequence[Sentence], decoding: DecodingConfig) -> list[Analysis]:
        """Bubble trees, and the coordinations in them."""
        return [Analysis(coordinations(tree), tree) for tree in self.trees(encoded, sentences, decoding)]

    @torch.no_grad()
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
            The coordinations of each sentence.  They settle what is shared, so boundaries are not rescored.

        Raises
        ------
        GuidanceError
            No tree has these coordinations.
        """
        lengths = encoded.lengths
        try:
            scorer = GuidedScorer(self.scorer(encoded), found, lengths, self.device)
        except GuidanceError as error:
            name = sentences[error.sentence].sent_id
            raise GuidanceError(error.coordination, error.problem, error.sentence, name) from None
        batch = self.decoded(lengths, scorer, decoding)
        return state.trees(batch, [(one.words, one) for one in sentences], self.vocabulary.labels)

    def n_best(
        self, encoded: Encoded, sentences: Sequence[Sentence], size: int, decoding: DecodingConfig
    ) -> list[list[Candidate]]:
        """The most probable trees of some sentences, all different, the best first; for each sentence at least one.

        Parameters
        ----------
        encoded, sentences, decoding
            As for :meth:`analyse`; the beam is at least ``size``.
        size : int
            The largest number of trees for a sentence.  There are fewer if the sentence has fewer, or if rescoring
            makes some of them equal.
        """
        scorer = self.scorer(encoded)
        found = beam.search(encoded.lengths, scorer, decoding, size, self.device)
        numbers = found.sentences.tolist()
        made = self.finished(found.batch, [sentences[number] for number in numbers], scorer)
        return [merged(candidates) for candidates in grouped(numbers, made, found.log_probabilities.tolist())]


class BubbleHybrid(BubbleTreeNetwork, TrainableNetwork[IndexedDerivation]):
    """A network that parses by Bubble-Hybrid's transitions."""

    def target(self, gold: GoldSentence) -> IndexedDerivation:
        """The oracle's derivation of the bubble tree."""
        return self.gold_derivation(gold)

    def target_losses(self, encoded: Encoded, targets: Sequence[IndexedDerivation]) -> list[Term]:
        """The losses of transitions, labels and decisions at boundaries (:mod:`neural.methods.bubbles.likelihood`)."""
        return derivation_losses(self, encoded.tokens, self.batch(targets))


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
            "coordinations; bubble-hybrid and guided-bubbles do"
        )
        self.method = method


def bubble_parser(network: Network) -> BubbleTreeNetwork:
    """The network, if it knows how probable bubble trees are.

    Raises
    ------
    NoHypothesesError
        It cannot.
    """
    if not isinstance(network, BubbleTreeNetwork):
        raise NoHypothesesError(network.config.method.kind)
    return network
