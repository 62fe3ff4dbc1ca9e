"""The network as a scorer of the core: one configuration at a time, straight from the paper's formulas.

This is slow, and the reference for the fast ways: nothing is precomputed, shared or batched.  With it, the core's own
search, greedy or beam, can run a trained model.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from bubbletree import CONJ, BubbleTree, Configuration, TransitionKind
from bubbletree.configuration import Item
from neural.batched.rules import CLOSED, OPEN, SINGLETON
from neural.data.vocabulary import Vocabulary
from neural.data.words import NO_TAG, Words
from neural.methods.bubbles.network import BubbleNetwork
from neural.methods.bubbles.rescoring import Ask, rescore


class NeuralScorer:
    """A :class:`bubbletree.Scorer` that asks a network.

    The network must be in evaluation mode.  The vectors of a sentence's tokens are kept until the next sentence.

    Parameters
    ----------
    network : BubbleNetwork
        The weights.
    vocabulary : Vocabulary
        The vocabulary that they were trained with.
    tags : sequence of str, optional
        The tags of the words, for a network that reads tags; such a scorer is for one sentence.
    """

    def __init__(self, network: BubbleNetwork, vocabulary: Vocabulary, tags: Sequence[str] | None = None) -> None:
        self.labels: Sequence[str] = vocabulary.labels
        self._network = network
        self._tags = tags
        self._known: dict[tuple[str, ...], Tensor] = {}

    @torch.inference_mode()
    def score_transitions(self, configuration: Configuration) -> Sequence[float]:
        """The scores of the six transitions."""
        slots = [configuration.stack_item(depth) for depth in (3, 2, 1)] + [configuration.buffer_item(1)]
        nodes = torch.stack([self._vector(configuration, item) for item in slots])
        scores: list[float] = self._network.transitions(nodes.unsqueeze(0)).squeeze(0).tolist()
        return scores

    @torch.inference_mode()
    def score_labels(self, configuration: Configuration, kind: TransitionKind) -> Sequence[float]:
        """The scores of the labels of the arc that ``kind`` would add."""
        s1, s2, b1 = configuration.stack_item(1), configuration.stack_item(2), configuration.buffer_item(1)
        match kind:
            case TransitionKind.LEFT_ARC:
                head = self._vector(configuration, b1)
            case TransitionKind.BUBBLE_OPEN:
                # The new bubble with its first conjunct; whether s1 is one, too, is the question.
                head = self._full(self._compose([self._base(configuration, s2)]), OPEN)
            case _:
                head = self._vector(configuration, s2)
        nodes = torch.stack([head, self._vector(configuration, s1)])
        scores: list[float] = self._network.labels(nodes.unsqueeze(0)).squeeze(0).tolist()
        return scores

    def rescore(self, tree: BubbleTree) -> BubbleTree:
        """A projective tree with its boundaries rescored."""
        return rescore([tree], self.ask(tree))[0]

    @torch.inference_mode()
    def ask(self, tree: BubbleTree) -> Ask:
        """What :func:`neural.methods.bubbles.rescoring.rescore` asks about a tree.

        If the network reads tags, the sentence must be the one that they are of.
        """
        base = self._tokens(tree.words)
        for bubble in sorted(tree.bubbles, key=lambda bubble: len(tree.contents[bubble])):
            if bubble not in base:
                base[bubble] = self._compose([base[part] for part in tree.parts(bubble) if tree.label(part) == CONJ])
        singleton = [len(content) == 1 for content in tree.contents]
        vectors = torch.stack([self._full(base[b], SINGLETON if singleton[b] else CLOSED) for b in tree.bubbles])

        def answer(_numbers: Tensor, triples: Tensor, sides: Tensor) -> Tensor:
            device = self._network.device
            return self._network.shared_scores(vectors, triples.to(device), sides.to(device))

        return answer

    def _vector(self, configuration: Configuration, item: Item | None) -> Tensor:
        if item is None:
            return self._network.absent
        state = SINGLETON if item.bubble <= len(configuration.words) else OPEN if item.is_open else CLOSED
        return self._full(self._base(configuration, item), state)

    def _full(self, base: Tensor, state: int) -> Tensor:
        return torch.cat([base, self._network.indicator.weight[state]])

    def _base(self, configuration: Configuration, item: Item | None) -> Tensor:
        """The base vector of an item, composed from its conjuncts' if it is a bubble."""
        assert item is not None  # only asked for where the transition's preconditions hold
        contents, base = configuration.contents, self._tokens(configuration.words)
        # What a bubble contains is narrower than the bubble, whichever was opened first.
        bubbles = range(len(configuration.words) + 1, len(contents))
        for bubble in sorted(bubbles, key=lambda bubble: len(contents[bubble])):
            conjuncts = [
                arc.dependent
                for arc in configuration.arcs
                if arc.head == bubble and arc.label == CONJ and contents[arc.dependent] <= contents[bubble]
            ]
            base[bubble] = self._compose([base[conjunct] for conjunct in conjuncts])
        return base[item.bubble]

    def _compose(self, conjuncts: list[Tensor]) -> Tensor:
        composed: Tensor = self._network.composition(torch.stack(conjuncts).mean(dim=0))
        return composed

    def _tokens(self, words: tuple[str, ...]) -> dict[int, Tensor]:
        """The vectors of a sentence's tokens by number."""
        if words not in self._known:
            self._known = {words: self._encoded(words)}
        return dict(enumerate(self._known[words].unbind(0)))

    def _encoded(self, words: tuple[str, ...]) -> Tensor:
        tags = tuple(self._tags) if self._tags is not None else (NO_TAG,) * len(words)
        if len(tags) != len(words):
            raise ValueError(f"{len(tags)} tags were given for a sentence of {len(words)} words")
        return self._network.encode(self._network.read([Words(words, tags)])).tokens
