"""The exact bubble parser: the best of all projective bubble trees, under scores of arcs, bubbles and parts.

Trees are scored as a whole (:mod:`bubbletree.exact`) and learned by likelihood: the probability of the gold tree is its
score's exponential over the sum of that over all trees.  Relations are scored apart, for the arcs of the tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from bubbletree import ROOT, Arc, BubbleTree, Sentence, coordinations, validate
from bubbletree.exact import Role, StepKind, steps
from neural.config import Config, DecodingConfig
from neural.data.gold import GoldSentence
from neural.data.vocabulary import Vocabulary
from neural.encoders.interface import Encoded, Encoder
from neural.encoders.layers import Padding, padding
from neural.methods.exact import kernels
from neural.methods.exact.pairs import Pair, pairs_of
from neural.methods.exact.partition import log_partition
from neural.methods.exact.scorer import Biaffine, PairScorer
from neural.methods.interface import Analysis, Term, TrainableNetwork, UnlearnableError


@dataclass(frozen=True, slots=True)
class IndexedTree:
    """A bubble tree in numbers.

    Attributes
    ----------
    words : int
        The number of words.
    pairs : tuple of (int, int, int)
        The pairs that its steps look at: the number of the table, and the two tokens.
    arcs : tuple of (int, int, int, int)
        Of each arc but those to conjuncts: the edge of the governor, the first and the last token of the dependent's
        content, and the number of the label.
    """

    words: int
    pairs: tuple[tuple[int, int, int], ...]
    arcs: tuple[tuple[int, int, int, int], ...]

    def digest(self) -> bytes:
        """Words, pairs and arcs."""
        return repr((self.words, self.pairs, self.arcs)).encode()


class ExactBubbles(TrainableNetwork[IndexedTree]):
    """A network that scores whole bubble trees."""

    def __init__(self, config: Config, vocabulary: Vocabulary, encoder: Encoder) -> None:
        super().__init__(config, vocabulary, encoder)
        method, size, labels = config.method, encoder.size, len(vocabulary.labels)
        self.pairs = PairScorer(size, method.arc_hidden, method.span_hidden, method.dropout)
        self.relations_first = Biaffine(size, method.relation_hidden, labels, method.dropout)
        self.relations_last = Biaffine(size, method.relation_hidden, labels, method.dropout)

    @staticmethod
    def labels_of(gold: GoldSentence) -> Iterable[str]:
        """The labels of the bubble tree."""
        return () if gold.tree is None else [arc.label for arc in gold.tree.arcs]

    def target(self, gold: GoldSentence) -> IndexedTree:
        """The bubble tree."""
        tree = gold.tree
        if tree is None:
            raise UnlearnableError(gold.problem)
        root_children = sum(ROOT in tree.contents[arc.head] for arc in tree.arcs)
        self.require(tree.words, (arc.label for arc in tree.arcs), root_children)
        if not validate(tree):
            raise UnlearnableError("the tree is not projective")
        made = list(steps(tree, labels=True))
        if any(step.is_first and step.role is not Role.CONJUNCT for step in made):
            raise UnlearnableError("a bubble does not begin with a conjunct")
        number = self.vocabulary.label_number
        return IndexedTree(
            len(tree.words),
            tuple((int(pair), row, column) for step in made for pair, row, column in pairs_of(step)),
            tuple(
                (step.governor, step.left, step.right, number[step.label])
                for step in made
                if step.kind is StepKind.CONTENT and step.role is not Role.CONJUNCT and step.label is not None
            ),
        )

    def target_losses(self, encoded: Encoded, targets: Sequence[IndexedTree]) -> list[Term]:
        """The losses of whole trees, and of the relations of gold arcs."""
        at = _padding(encoded)
        scores = self.pair_scores(encoded)
        total = log_partition(scores, encoded.lengths, single_root=self.config.decoding.single_root).sum()
        width = scores.size(2)
        cells = [
            ((sentence * len(Pair) + pair) * width + row) * width + column
            for sentence, tree in enumerate(targets)
            for pair, row, column in tree.pairs
        ]
        gold = scores.flatten().index_select(0, torch.tensor(cells, dtype=torch.int64, device=self.device)).sum()
        arcs = [(sentence, *arc) for sentence, tree in enumerate(targets) for arc in tree.arcs]
        places = torch.tensor(arcs, dtype=torch.int64, device=self.device).view(-1, 5)
        by_label = self._relation_scores(encoded, at, places[:, :4])
        return [
            Term(total - gold, sum(tree.words for tree in targets)),
            Term(F.cross_entropy(by_label, places[:, 4], reduction="sum"), len(arcs)),
        ]

    def pair_scores(self, encoded: Encoded) -> Tensor:
        """The scores of pairs of tokens, [N, len(Pair), T, T]; cells without a token mean nothing."""
        scores: Tensor = self.pairs(encoded.tokens, _padding(encoded))
        return scores

    def _relation_scores(self, encoded: Encoded, at: Padding, arcs: Tensor) -> Tensor:
        """The scores of all labels for arcs, [A, labels].

        Parameters
        ----------
        encoded : Encoded
            The sentences.
        at : Padding
            Where their tokens stand.
        arcs : Tensor of int64, [A, 4]
            The sentence, the edge of the governor, and the first and the last token of the dependent's content.
        """
        places = encoded.roots[arcs[:, 0]].unsqueeze(1) + arcs[:, 1:]
        governor, first, last = places.unbind(dim=1)
        by_first = self.relations_first.some_pairs(encoded.tokens, at.rows, governor, first)
        return by_first + self.relations_last.some_pairs(encoded.tokens, at.rows, governor, last)

    @torch.no_grad()
    def analyse(self, encoded: Encoded, sentences: Sequence[Sentence], decoding: DecodingConfig) -> list[Analysis]:
        """The best bubble trees, and the coordinations in them."""
        return [Analysis(coordinations(tree), tree) for tree in self.trees(encoded, sentences, decoding)]

    @torch.no_grad()
    def trees(self, encoded: Encoded, sentences: Sequence[Sentence], decoding: DecodingConfig) -> list[BubbleTree]:
        """The best bubble trees of some sentences; the parameters are as for :meth:`analyse`."""
        at = _padding(encoded)
        scores = self.pair_scores(encoded).double().cpu().numpy()
        made = kernels.best_trees(scores, np.array(encoded.lengths, dtype=np.int64), decoding.single_root)
        vertices = [rows[: int(count)] for rows, count in zip(*made, strict=True)]
        arcs = [(number, *row[[4, 2, 3]]) for number, rows in enumerate(vertices) for row in rows]
        places = torch.tensor(np.array(arcs, dtype=np.int64).reshape(-1, 4), device=self.device)
        by_label = self._relation_scores(encoded, at, places)
        roles = torch.tensor(np.concatenate([rows[:, 1] for rows in vertices]) if vertices else [], device=self.device)
        # Inside a bubble it is the role that says what is a conjunct.
        by_label[roles == kernels.OTHER_ROLE, self.vocabulary.conj] = -torch.inf
        labels = torch.where(roles == kernels.CONJUNCT_ROLE, self.vocabulary.conj, by_label.argmax(dim=1)).tolist()
        names = iter([self.vocabulary.labels[number] for number in labels])
        return [
            tree_of(sentence.words, rows, [next(names) for _ in rows], sentence)
            for sentence, rows in zip(sentences, vertices, strict=True)
        ]


def tree_of(
    words: Sequence[str], vertices: kernels.Ints, labels: Sequence[str], sentence: Sentence | None = None
) -> BubbleTree:
    """The tree of what :func:`neural.methods.exact.kernels.best_vertices` returns, with labels for the arcs."""
    contents = [range(token, token + 1) for token in range(len(words) + 1)]
    bubbles: list[int] = []
    arcs = []
    for (above, _, first, last, _), label in zip(vertices.tolist(), labels, strict=True):
        bubble = first
        if first < last:
            bubble = len(contents)
            contents.append(range(first, last + 1))
        bubbles.append(bubble)
        arcs.append(Arc(ROOT if above < 0 else bubbles[above], label, bubble))
    return BubbleTree(words, contents, arcs, sentence)


def _padding(encoded: Encoded) -> Padding:
    """Where the tokens of some sentences stand in padded tensors."""
    return padding(torch.tensor(encoded.lengths, device=encoded.tokens.device) + 1)
