"""A network that chooses transitions: derivations to learn from, and trees by greedy parsing or a beam."""

from __future__ import annotations

from collections.abc import Sequence

from bubbletree import ROOT, BubbleTree, InvalidTreeError, OracleError, Sentence
from neural.batched import beam, greedy, state
from neural.batched.scoring import BatchScorer
from neural.batched.state import Batch
from neural.config import DecodingConfig
from neural.encoders.interface import Encoded
from neural.methods.bubbles.indexing import IndexBatch, IndexedDerivation, collate, index_tree
from neural.methods.bubbles.network import BubbleNetwork
from neural.methods.bubbles.rescoring import rescore
from neural.methods.bubbles.scorer import NetworkScorer
from neural.methods.interface import UnlearnableError


class TransitionNetwork(BubbleNetwork):
    """A network that parses by Bubble-Hybrid's transitions, or by some of them."""

    searches = True

    def derivation(self, tree: BubbleTree) -> IndexedDerivation:
        """The oracle's derivation of a tree, in numbers.

        Raises
        ------
        UnlearnableError
            The options allow none, or it needs a label that the network does not know.
        """
        root_children = sum(ROOT in tree.contents[arc.head] for arc in tree.arcs)
        self.require(tree.words, (arc.label for arc in tree.arcs), root_children)
        try:
            return index_tree(tree, self.vocabulary.label_number)
        except InvalidTreeError:
            raise UnlearnableError("the tree is not projective") from None
        except OracleError:
            raise UnlearnableError("a bubble does not begin with a conjunct") from None

    def batch(self, derivations: Sequence[IndexedDerivation]) -> IndexBatch:
        """Derivations side by side, with the transitions that the options allow."""
        decoding = self.config.decoding
        index = collate(derivations, normal_form=decoding.normal_form, single_root=decoding.single_root)
        return index.to(self.device)

    def scorer(self, encoded: Encoded) -> NetworkScorer:
        """Scores the transitions of sentences."""
        return NetworkScorer(self, encoded)

    def decoded(self, lengths: Sequence[int], scorer: BatchScorer, decoding: DecodingConfig) -> Batch:
        """The last configurations of the best derivations for sentences with these numbers of words."""
        if decoding.beam == 1:
            return greedy.parse(lengths, scorer, decoding, self.device)
        return beam.search(lengths, scorer, decoding, device=self.device).batch

    def trees(self, encoded: Encoded, sentences: Sequence[Sentence], decoding: DecodingConfig) -> list[BubbleTree]:
        """The trees of some sentences, with boundaries rescored if the network does that."""
        scorer = self.scorer(encoded)
        return self.finished(self.decoded(encoded.lengths, scorer, decoding), sentences, scorer)

    def finished(self, batch: Batch, sentences: Sequence[Sentence], scorer: NetworkScorer) -> list[BubbleTree]:
        """The trees of terminal configurations, given the sentence of each and what has scored them."""
        made = state.trees(batch, [(one.words, one) for one in sentences], self.vocabulary.labels)
        return made if self.rescoring is None else rescore(made, scorer.shared_scores)
