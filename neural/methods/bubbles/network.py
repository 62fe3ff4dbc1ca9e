"""The network of Shi & Lee (2021, section 4).

:class:`BubbleNetwork` has the weights and a few operations.  Three modules are built on these: training
(:mod:`neural.methods.bubbles.likelihood`), parsing one configuration at a time (:mod:`neural.methods.bubbles.stepwise`)
and parsing many together (:mod:`neural.methods.bubbles.scorer`).

A *node* is a token or a stage of a bubble (see :mod:`neural.methods.bubbles.indexing`).  Its *base* vector comes from
the encoder, or is composed from the base vectors of conjuncts.  Its full vector is the base vector and the indicator of
its state.
"""

from __future__ import annotations

from typing import ClassVar

import torch
from torch import Tensor, nn

from neural.batched.rules import CLOSED, KINDS, OPEN, SINGLETON
from neural.config import Config
from neural.data.vocabulary import Vocabulary
from neural.encoders.interface import Encoder
from neural.methods.bubbles.indexing import LEFT, RIGHT, IndexBatch, Level
from neural.methods.bubbles.slots import SlotScorer
from neural.methods.interface import Network


class Composition(nn.Module):
    """The function g: the vector of a bubble from the mean of its conjuncts' vectors."""

    def __init__(self, size: int, parametrised: bool) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.eye(size)) if parametrised else None

    def forward(self, mean: Tensor) -> Tensor:
        """Means to vectors, [..., D]."""
        return mean if self.weight is None else torch.tanh(mean @ self.weight.T)


class BubbleNetwork(Network):
    """The weights of a bubble parser.

    Parameters
    ----------
    config : Config
        Sizes.
    vocabulary : Vocabulary
        What the numbers in its input mean.
    encoder : Encoder
        What reads the sentences.
    """

    opens_bubbles: ClassVar[bool] = True
    """Whether parsing may open bubbles."""

    def __init__(self, config: Config, vocabulary: Vocabulary, encoder: Encoder) -> None:
        super().__init__(config, vocabulary, encoder)
        scorer = config.scorer
        self.base_size = encoder.size
        size = self.base_size + scorer.indicator_dimension
        self.composition = Composition(self.base_size, parametrised=scorer.composition == "tanh")
        self.indicator = nn.Embedding(len((SINGLETON, OPEN, CLOSED)), scorer.indicator_dimension)
        self.absent = nn.Parameter(torch.randn(size) * size**-0.5)
        self.transitions = SlotScorer(
            scorer.stack_features + 1, size, scorer.transition_hidden, len(KINDS), scorer.dropout
        )
        self.labels = SlotScorer(2, size, scorer.label_hidden, len(vocabulary.labels), scorer.dropout)
        self.rescoring = None
        if scorer.rescoring:
            self.rescoring = SlotScorer(3, size, scorer.rescoring_hidden, len((LEFT, RIGHT)), scorer.dropout)

    def compose(self, base: Tensor, level: Level) -> Tensor:
        """The base vectors of composed nodes, given those of all lower nodes."""
        total = base.new_zeros(level.counts.size(0), base.size(1))
        total = total.index_add(0, level.owners, base.index_select(0, level.members))
        vectors: Tensor = self.composition(total / level.counts.unsqueeze(1))
        return vectors

    def full(self, base: Tensor, states: Tensor) -> Tensor:
        """Base vectors with their indicators, [K, D + E]; ``states`` are SINGLETON, OPEN or CLOSED."""
        return torch.cat([base, self.indicator(states)], dim=1)

    def nodes(self, tokens: Tensor, index: IndexBatch) -> Tensor:
        """The full vectors of all nodes of a batch, that of "nothing" last, [M + C + 1, D + E]."""
        base = tokens
        for level in index.levels:
            base = torch.cat([base, self.compose(base, level)])
        return torch.cat([self.full(base, index.states), self.absent.unsqueeze(0)])

    def shared_scores(self, nodes: Tensor, triples: Tensor, sides: Tensor) -> Tensor:
        """The log-odds that a dependent at the edge of a bubble hangs on the bubble, [q].

        The alternative is that it hangs on the outermost conjunct there, or further in.

        Parameters
        ----------
        nodes : Tensor, [M, D + E]
            The full vectors of nodes.
        triples : Tensor of int64, [q, 3]
            The nodes of the dependent, of the bubble and of its outermost conjunct on that side.
        sides : Tensor of int64, [q]
            LEFT or RIGHT.
        """
        assert self.rescoring is not None, "only asked for where the network rescores"
        both: Tensor = self.rescoring(nodes[triples])
        return both.gather(1, sides.unsqueeze(1)).squeeze(1)
