"""Scores of separators and of the boundaries around them, in the spirit of Teranishi et al. (2019).

Three small networks read the encoder's vectors.  One says of each word whether and how it separates conjuncts (see
:mod:`neural.methods.spans.chart`).  The others say where the conjuncts around a separator begin and end.  Each is a
probability distribution of its own, and learns from gold coordinations alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from neural.batched.scoring import finite
from neural.encoders.interface import Encoded
from neural.methods.compiling import IS_COMPILED, LEAST_WORDS
from neural.methods.interface import Term
from neural.methods.spans.boundaries import BoundaryScorer, log_softmax
from neural.methods.spans.sentence import SentenceSpans
from neural.methods.spans.separators import SeparatorRole, Separators


class RoleScorer(nn.Module):
    """A perceptron with one hidden layer that scores the roles of words."""

    def __init__(self, inputs: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, hidden)
        self.second = nn.Linear(hidden, len(SeparatorRole))
        self.dropout = nn.Dropout(dropout)

    def forward(self, words: Tensor) -> Tensor:
        """[K, inputs] to [K, roles]."""
        scores: Tensor = self.second(self.dropout(F.relu(self.first(words))))
        return scores


class SpanScorer(nn.Module):
    """Finds coordinations, given the encoder's vectors.

    Parameters
    ----------
    inputs : int
        The size of a token's vector.
    hidden : int
        The size of the hidden layers.
    dropout : float
        Their dropout.
    """

    def __init__(self, inputs: int, hidden: int, dropout: float) -> None:
        super().__init__()
        sizes = 3 * inputs, hidden, dropout
        self.roles = RoleScorer(*sizes)
        self.inner = BoundaryScorer(*sizes)
        self.outer = BoundaryScorer(*sizes)

    def losses(self, encoded: Encoded, gold: Sequence[Separators]) -> list[Term]:
        """The losses of the roles of all words, and of the inner and the outer boundaries around gold separators.

        The roles in a sentence count as one decision: most words do not separate, and would outweigh those that do.

        Parameters
        ----------
        encoded : Encoded
            The sentences.
        gold : sequence of Separators, [N]
            What is right.
        """
        contexts, first = self.contexts(encoded), encoded.roots
        device = contexts.device
        words = torch.ones(contexts.size(0), dtype=torch.bool, device=device)
        words[first] = False
        roles = torch.from_numpy(np.concatenate([one.roles for one in gold])).to(device)
        terms = [Term(F.cross_entropy(self.roles(contexts[words]), roles, reduction="sum"), len(gold))]
        separated = [number for number, one in enumerate(gold) if len(one.separators)]
        if not separated:
            return [*terms, *[Term(contexts.new_zeros(()), 0)] * 2]
        rows = np.concatenate([gold[number].separators for number in separated])
        separators, left_begin, left_end, right_begin, end = torch.from_numpy(rows).to(device).unbind(1)
        counts = torch.tensor([len(gold[number].separators) for number in separated], device=device)
        owners = torch.arange(len(separated), device=device).repeat_interleave(counts)
        own = [encoded.lengths[number] for number in separated]
        inner, outer = self.log_boundaries(contexts, first[separated], own, owners, separators)
        each = torch.arange(len(rows), device=device)
        terms.append(Term(-inner[each, left_end, right_begin].sum(), len(rows)))
        terms.append(Term(-outer[each, left_begin, end].sum(), len(rows)))
        return terms

    def sentences(self, encoded: Encoded, also: Sequence[Separators] = ()) -> list[SentenceSpans]:
        """Each sentence, to look for coordinations in.

        Parameters
        ----------
        encoded : Encoded, [N]
            The sentences.
        also : sequence of Separators, [N] or [0]
            Coordinations of each that will be asked about, besides those that the chart finds.

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        contexts = self.contexts(encoded)
        scores = finite(self, self.roles(contexts), (contexts.size(0), len(SeparatorRole)), "role")
        roles = F.log_softmax(scores.double(), dim=1).cpu().numpy()
        is_compiled = IS_COMPILED and sum(encoded.lengths) >= LEAST_WORDS
        tokens = [slice(start, start + n + 1) for start, n in zip(encoded.roots.tolist(), encoded.lengths, strict=True)]
        boundaries = self.inner, self.outer
        found = [SentenceSpans(boundaries, contexts[own], roles[own], is_compiled=is_compiled) for own in tokens]
        others = [one.separators[:, 0].tolist() for one in also] or [[]] * len(found)
        pairs = [(one, one.asked(words)) for one, words in zip(found, others, strict=True)]
        asked = [(one, what) for one, what in pairs if what is not None]
        known = [scorer.terms([what for _, what in asked]) for scorer in boundaries]
        for (one, _), *terms in zip(asked, *known, strict=True):
            one.know(tuple(terms))
        return found

    def contexts(self, encoded: Encoded) -> Tensor:
        """The vectors of tokens, each between those of its neighbours, [M, 3 D]; RT begins and ends its sentence."""
        tokens, first = encoded.tokens, encoded.roots
        last = first + torch.tensor(encoded.lengths, dtype=torch.int64, device=tokens.device)
        places = torch.arange(tokens.size(0), device=tokens.device)
        before, after = places - 1, places + 1
        before[first] = first
        after[last] = first
        return torch.cat([tokens.index_select(0, before), tokens, tokens.index_select(0, after)], dim=1)

    def log_boundaries(
        self, contexts: Tensor, first: Tensor, lengths: Sequence[int], owners: Tensor, separators: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The log-probabilities of inner and outer boundaries around K separators in N sentences, [K, T, T].

        Parameters
        ----------
        contexts : Tensor, [M, 3 D]
            What :meth:`contexts` returns.
        first : Tensor, [N]
            The place of each sentence's RT among them.
        lengths : sequence of int, [N]
            The number of words of each sentence; the most is T - 1.
        owners, separators : Tensor, [K]
            The sentence of each separator, and its word.
        """
        words = torch.tensor(lengths, device=contexts.device)
        column = torch.arange(max(lengths) + 1, device=contexts.device)
        inside = column <= words.unsqueeze(1)
        tokens = contexts[first.unsqueeze(1) + column.where(inside, torch.zeros_like(column))]
        left = (column >= 1) & (column < separators.unsqueeze(1))
        right = (column > separators.unsqueeze(1)) & inside[owners]
        possible = left.unsqueeze(2) & right.unsqueeze(1)
        middle = contexts[first[owners] + separators]
        inner, outer = (
            log_softmax(scorer(middle, tokens, owners).masked_fill(~possible, -torch.inf))
            for scorer in (self.inner, self.outer)
        )
        return inner, outer
