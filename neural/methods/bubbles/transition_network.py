"""A network that chooses transitions: derivations to learn from, and trees by greedy parsing or a beam."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bubbletree import ROOT, BubbleTree, HasConjuncts, InvalidTreeError, OracleError, Sentence
from neural.batched import beam, greedy, state
from neural.batched.scoring import BatchScorer
from neural.batched.state import Batch
from neural.config import DecodingConfig
from neural.encoders.interface import Encoded
from neural.methods.bubbles.compiled import Decoded, applies, decode
from neural.methods.bubbles.indexing import IndexBatch, IndexedDerivation, collate, index_tree
from neural.methods.bubbles.network import BubbleNetwork
from neural.methods.bubbles.rescoring import Ask, rescore
from neural.methods.bubbles.scorer import NetworkScorer
from neural.methods.compiling import LEAST_WORDS
from neural.methods.interface import UnlearnableError


class Searched(NamedTuple):
    """What a search has found.

    Attributes
    ----------
    trees : list of BubbleTree, [N]
        The trees.
    log_probabilities : list of float or None, [N]
        The logarithms of their probabilities by the scores of transitions and labels, None where they are not known.
    made : Decoded, optional
        Where compiled code has found them, what it has found.
    """

    trees: list[BubbleTree]
    log_probabilities: list[float | None]
    made: Decoded | None = None


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
        if not self.opens_bubbles and any(len(content) > 1 for content in tree.contents):
            raise UnlearnableError("the model makes no bubbles")
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
        return self.search(encoded, sentences, decoding).trees

    def search(self, encoded: Encoded, sentences: Sequence[Sentence], decoding: DecodingConfig) -> Searched:
        """The trees of some sentences, as :meth:`trees` returns them, and what is known of their probabilities."""
        made = self.compiled(encoded, decoding)
        if made is None:
            scorer = self.scorer(encoded)
            final = self.decoded(encoded.lengths, scorer, decoding)
            return Searched(self.finished(final, sentences, scorer), [None] * len(sentences))
        built = made.trees(sentences)
        return self.searched(made, built, self.rescored(built, made.shared_scores))

    @staticmethod
    def searched(made: Decoded, built: Sequence[BubbleTree], trees: list[BubbleTree]) -> Searched:
        """Trees made of what compiled code has found, with the probabilities of those that are as it has built them."""
        values = [
            value if made.decoding.normal_form and tree is before else None
            for tree, before, value in zip(trees, built, made.log_probabilities, strict=True)
        ]
        return Searched(trees, values, made)

    def finished(self, batch: Batch, sentences: Sequence[Sentence], scorer: NetworkScorer) -> list[BubbleTree]:
        """The trees of terminal configurations, given the sentence of each and what has scored them."""
        made = state.trees(batch, [(one.words, one) for one in sentences], self.vocabulary.labels)
        return self.rescored(made, scorer.shared_scores)

    def rescored(self, trees: list[BubbleTree], ask: Ask) -> list[BubbleTree]:
        """Trees with boundaries rescored if the network does that; as long as nothing changes, the same objects."""
        return trees if self.rescoring is None else rescore(trees, ask)

    def compiled(
        self,
        encoded: Encoded,
        decoding: DecodingConfig,
        coordinations: Sequence[Sequence[HasConjuncts]] | None = None,
        size: int = 1,
    ) -> Decoded | None:
        """So many derivations that compiled code finds for each sentence, around given coordinations if there are any.

        None if it cannot, or if there are fewer words than :data:`LEAST_WORDS`.
        """
        # A method with scores of its own is for the tensors.
        is_own = type(self).scorer is TransitionNetwork.scorer
        if not is_own or sum(encoded.lengths) < LEAST_WORDS or not applies(self, encoded):
            return None
        return decode(self, encoded, decoding, coordinations, size)
