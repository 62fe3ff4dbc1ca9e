"""The bubble parser of Shi & Lee (2021): Bubble-Hybrid by a network, and boundaries rescored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import torch

from bubbletree import BubbleTree, Candidate, HasConjuncts, Sentence
from neural.batched import beam, state
from neural.batched.guided import GuidedScorer
from neural.config import DecodingConfig
from neural.data.gold import GoldSentence
from neural.encoders.interface import Encoded
from neural.methods.bubbles.estimates import bubble_log_probabilities
from neural.methods.bubbles.indexing import IndexedDerivation
from neural.methods.bubbles.likelihood import derivation_losses
from neural.methods.bubbles.nbest import grouped, merged
from neural.methods.bubbles.transition_network import Searched, TransitionNetwork
from neural.methods.hypotheses import HypothesesNetwork, check_given
from neural.methods.interface import Analysis, Term, TrainableNetwork, UnlearnableError
from neural.methods.spans.disputed import coordinations_of


class BubbleTreeNetwork(TransitionNetwork, HypothesesNetwork):
    """A network that builds bubble trees by transitions."""

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
        return [Analysis(coordinations_of(tree), tree) for tree in self.trees(encoded, sentences, decoding)]

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
        check_given(sentences, found)
        return self.search_around(encoded, sentences, found, decoding).trees

    def search_around(
        self,
        encoded: Encoded,
        sentences: Sequence[Sentence],
        found: Sequence[Sequence[HasConjuncts]],
        decoding: DecodingConfig,
    ) -> Searched:
        """The trees that :meth:`trees_around` returns, and what is known of their probabilities."""
        made = self.compiled(encoded, decoding, found)
        if made is not None:
            trees = made.trees(sentences)
            return self.searched(made, trees, trees)
        scorer = GuidedScorer(self.scorer(encoded), found, encoded.lengths, self.device)
        batch = self.decoded(encoded.lengths, scorer, decoding)
        trees = state.trees(batch, [(one.words, one) for one in sentences], self.vocabulary.labels)
        return Searched(trees, [None] * len(trees))

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
        made = self.compiled(encoded, decoding, size=size)
        if made is not None:
            numbers, values = list(made.owners), made.log_probabilities
            built = self.rescored(made.trees([sentences[number] for number in numbers]), made.shared_scores)
        else:
            scorer = self.scorer(encoded)
            found = beam.search(encoded.lengths, scorer, decoding, size, self.device)
            numbers, values = found.sentences.tolist(), found.log_probabilities.tolist()
            built = self.finished(found.batch, [sentences[number] for number in numbers], scorer)
        return [merged(candidates) for candidates in grouped(numbers, built, values)]

    def estimated(self, encoded: Encoded, trees: Sequence[BubbleTree]) -> list[Mapping[int, tuple[float, ...]]]:
        """By the transitions that build each bubble (:mod:`neural.methods.bubbles.estimates`)."""
        found = bubble_log_probabilities(self, encoded, trees)
        return [{bubble: (value,) for bubble, value in by_bubble.items()} for by_bubble in found]


class BubbleHybrid(BubbleTreeNetwork, TrainableNetwork[IndexedDerivation]):
    """A network that parses by Bubble-Hybrid's transitions."""

    def target(self, gold: GoldSentence) -> IndexedDerivation:
        """The oracle's derivation of the bubble tree."""
        return self.gold_derivation(gold)

    def target_losses(self, encoded: Encoded, targets: Sequence[IndexedDerivation]) -> list[Term]:
        """The losses of transitions, labels and decisions at boundaries (:mod:`neural.methods.bubbles.likelihood`)."""
        return derivation_losses(self, encoded.tokens, self.batch(targets))
