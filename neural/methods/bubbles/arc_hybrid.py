"""Arc-Hybrid on plain UD trees: the bubble parser without bubbles, to show what bubbles contribute.

A UD tree is a bubble tree without coordinations, and Bubble-Hybrid that never opens a bubble is Arc-Hybrid (Shi & Lee
2021, section 3).  So this is the same network with the same training.  Coordinations come from the UD tree that it
finds, by the rules of :mod:`bubbletree.convert.infer`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bubbletree import Sentence
from neural.batched.rules import BUBBLE_OPEN
from neural.config import Config, DecodingConfig
from neural.data.gold import GoldSentence
from neural.data.vocabulary import Vocabulary
from neural.encoders.interface import Encoded, Encoder
from neural.methods import dependencies
from neural.methods.bubbles.indexing import IndexBatch, IndexedDerivation
from neural.methods.bubbles.likelihood import derivation_losses
from neural.methods.bubbles.transition_network import TransitionNetwork
from neural.methods.interface import Analysis, Term, TrainableNetwork


class ArcHybrid(TransitionNetwork, TrainableNetwork[IndexedDerivation]):
    """A network that parses by Arc-Hybrid's transitions."""

    opens_bubbles = False

    def __init__(self, config: Config, vocabulary: Vocabulary, encoder: Encoder) -> None:
        super().__init__(config.replace({"scorer.rescoring": False}), vocabulary, encoder)

    @staticmethod
    def labels_of(gold: GoldSentence) -> Iterable[str]:
        """The relations in the UD columns."""
        return gold.sentence.deprels

    def target(self, gold: GoldSentence) -> IndexedDerivation:
        """The oracle's derivation of the UD tree, made projective."""
        return self.derivation(dependencies.plain_tree(gold.sentence))

    def target_losses(self, encoded: Encoded, targets: Sequence[IndexedDerivation]) -> list[Term]:
        """The losses of transitions and labels."""
        return derivation_losses(self, encoded.tokens, self.batch(targets))

    def batch(self, derivations: Sequence[IndexedDerivation]) -> IndexBatch:
        """As for bubbles, but none may be opened."""
        index = super().batch(derivations)
        allowed = index.allowed.clone()
        allowed[:, BUBBLE_OPEN] = False
        return index._replace(allowed=allowed)

    def analyse(self, encoded: Encoded, sentences: Sequence[Sentence], decoding: DecodingConfig) -> list[Analysis]:
        """UD trees, with the coordinations that can be read off them."""
        found = []
        for tree, sentence in zip(self.trees(encoded, sentences, decoding), sentences, strict=True):
            # The bubble of a word has the word's number.
            heads = [tree.head(word) or 0 for word in range(1, len(tree.words) + 1)]
            relations = [tree.label(word) or "" for word in range(1, len(tree.words) + 1)]
            found.append(dependencies.analysis(sentence, heads, relations))
        return found
