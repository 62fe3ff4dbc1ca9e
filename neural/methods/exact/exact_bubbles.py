"""The exact bubble parser: the best of all projective bubble trees, under scores of arcs, bubbles and parts.

Trees are scored as a whole (:mod:`bubbletree.exact`) and learned by likelihood: the probability of the gold tree is its
score's exponential over the sum of that over all trees.  Relations are scored apart, for the arcs of the tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from bubbletree import ROOT, BubbleTree, Candidate, HasConjuncts, Sentence, coordinations
from bubbletree.exact import Role, StepKind
from neural.config import Config, DecodingConfig
from neural.data.gold import GoldSentence
from neural.data.vocabulary import Vocabulary
from neural.data.words import words_of
from neural.encoders.interface import Encoded, Encoder
from neural.encoders.layers import Padding, padding
from neural.methods.compiling import Floats, Ints
from neural.methods.exact import kernels, probabilities
from neural.methods.exact.best import best_trees, k_best_vertices
from neural.methods.exact.cuts import IMPOSSIBLE
from neural.methods.exact.given import allowed
from neural.methods.exact.indexing import IndexedTree, items_of, steps_of, tree_of, zones_of
from neural.methods.exact.pairs import Pair, pairs_of
from neural.methods.exact.partition import log_partition
from neural.methods.exact.scorer import Biaffine, PairScorer
from neural.methods.exact.tables import CONJUNCT_ROLE, OTHER_ROLE
from neural.methods.hypotheses import HypothesesNetwork, check_given
from neural.methods.interface import Analysis, Term, TrainableNetwork, UnlearnableError

CELLS = 1 << 24
"""How many scores of pairs are held at once, in parsing; those of a single sentence may be more."""


class TreeMarginals(NamedTuple):
    """How probable a tree's arcs and bubbles are, among all trees of the sentence.

    Attributes
    ----------
    arcs : dict of int to float
        By bubble, the probability of the arc to it from a governor with the same edge.
    bubbles : dict of int to float
        By bubble, the probability that there is a bubble with its content; 1 for a word.
    """

    arcs: dict[int, float]
    bubbles: dict[int, float]


class BubbleTreeScorer(HypothesesNetwork):
    """The weights of a parser that scores whole bubble trees, what they learn, and how they parse."""

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

    def indexed(self, gold: GoldSentence) -> IndexedTree:
        """The bubble tree of a gold sentence, in numbers.

        Raises
        ------
        UnlearnableError
            There is none, or the program does not have it.
        """
        tree = gold.tree
        if tree is None:
            raise UnlearnableError(gold.problem)
        root_children = sum(ROOT in tree.contents[arc.head] for arc in tree.arcs)
        self.require(tree.words, (arc.label for arc in tree.arcs), root_children)
        made = steps_of(tree)
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

    def tree_losses(self, encoded: Encoded, targets: Sequence[IndexedTree]) -> list[Term]:
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
        return self._labelled(encoded, sentences, list(enumerate(self._best(encoded, decoding))))

    @torch.no_grad()
    def trees_around(
        self,
        encoded: Encoded,
        sentences: Sequence[Sentence],
        found: Sequence[Sequence[HasConjuncts]],
        decoding: DecodingConfig,
    ) -> list[BubbleTree]:
        """The best of the bubble trees that have given coordinations and no others."""
        check_given(sentences, found)
        return self._labelled(encoded, sentences, list(enumerate(self._best(encoded, decoding, found))))

    @torch.no_grad()
    def n_best(
        self, encoded: Encoded, sentences: Sequence[Sentence], size: int, decoding: DecodingConfig
    ) -> list[list[Candidate]]:
        """The best trees of all, each with the labels that suit it best.

        The log-probability is that of the tree without its labels.
        """
        made: list[tuple[int, Ints]] = []
        values: list[float] = []
        for numbers, scores in self._arrays(encoded):
            for number, own in zip(numbers, scores, strict=True):
                n = encoded.lengths[number]
                vertices, counts, totals = k_best_vertices(own, n, decoding.single_root, size)
                made += [(number, rows[:count]) for rows, count in zip(vertices, counts.tolist(), strict=True)]
                values += np.minimum(totals - kernels.log_sum_of_trees(own, n, decoding.single_root), 0.0).tolist()
        result: list[list[Candidate]] = [[] for _ in sentences]
        for (number, _), tree, value in zip(made, self._labelled(encoded, sentences, made), values, strict=True):
            result[number].append(Candidate(tree, value))
        return result

    @torch.no_grad()
    def bubble_log_probabilities(self, trees: Sequence[BubbleTree]) -> list[Mapping[int, float]]:
        """The share of the trees that have the coordination, among all trees of the sentence."""
        result: list[Mapping[int, float]] = []
        single_root = self.config.decoding.single_root
        for tree, scores in zip(trees, self._scored(trees), strict=True):
            listed = coordinations(tree)
            zones = [zones_of(tree, one) for one in listed]
            rows = np.array([row for own in zones for row in own], dtype=np.int64).reshape(-1, 3)
            sizes = np.array([len(own) for own in zones], dtype=np.int64)
            values = probabilities.coordinations(scores, len(tree.words), single_root, rows, sizes)
            result.append({one.bubble: value for one, value in zip(listed, values.tolist(), strict=True)})
        return result

    @torch.no_grad()
    def marginals(self, trees: Sequence[BubbleTree]) -> list[TreeMarginals]:
        """How probable the arcs and the bubbles of some trees are, among all trees of their sentences.

        Parameters
        ----------
        trees : sequence of BubbleTree
            Projective trees whose bubbles begin with a conjunct.
        """
        result = []
        single_root = self.config.decoding.single_root
        for tree, scores in zip(trees, self._scored(trees), strict=True):
            items = dict(items_of(tree))
            rows = np.array(list(items.values()), dtype=np.int64).reshape(-1, 5)
            values = probabilities.arcs_and_bubbles(scores, len(tree.words), single_root, rows)
            arcs, bubbles = (dict(zip(items, part.tolist(), strict=True)) for part in values)
            result.append(TreeMarginals(arcs, bubbles))
        return result

    def _scored(self, trees: Sequence[BubbleTree]) -> Iterator[Floats]:
        """The scores of pairs of tokens in the sentence of each tree."""
        encoded = self.encode(self.read([words_of(tree, self.config.encoder.tags) for tree in trees]))
        return (own for _, scores in self._arrays(encoded) for own in scores)

    def _arrays(self, encoded: Encoded) -> Iterator[tuple[Sequence[int], Floats]]:
        """The numbers of some sentences, and the scores of pairs of tokens in them, a part of all after the other."""
        for numbers in in_parts(encoded.lengths):
            yield numbers, self.pair_scores(encoded.select(numbers)).double().cpu().numpy()

    def _best(
        self, encoded: Encoded, decoding: DecodingConfig, found: Sequence[Sequence[HasConjuncts]] | None = None
    ) -> list[Ints]:
        """The vertices of the best tree of each sentence, or of the best with just the coordinations found."""
        result: list[Ints] = []
        for numbers, scores in self._arrays(encoded):
            lengths = np.array([encoded.lengths[number] for number in numbers], dtype=np.int64)
            if found is not None:
                for own, number, n in zip(scores, numbers, lengths.tolist(), strict=True):
                    own[:, : n + 1, : n + 1][~allowed(n, found[number])] = IMPOSSIBLE
            made = best_trees(scores, lengths, decoding.single_root)
            result += [rows[: int(count)] for rows, count in zip(*made, strict=True)]
        return result

    def _labelled(
        self, encoded: Encoded, sentences: Sequence[Sentence], made: Sequence[tuple[int, Ints]]
    ) -> list[BubbleTree]:
        """Trees with the labels that suit them best, given the number of each one's sentence, and its vertices."""
        arcs = [(number, *row[[4, 2, 3]]) for number, rows in made for row in rows]
        places = torch.tensor(np.array(arcs, dtype=np.int64).reshape(-1, 4), device=self.device)
        by_label = self._relation_scores(encoded, _padding(encoded), places)
        roles = torch.tensor([role for _, rows in made for role in rows[:, 1].tolist()], device=self.device)
        # Inside a bubble it is the role that says what is a conjunct.
        by_label[roles == OTHER_ROLE, self.vocabulary.conj] = -torch.inf
        labels = torch.where(roles == CONJUNCT_ROLE, self.vocabulary.conj, by_label.argmax(dim=1)).tolist()
        names = iter([self.vocabulary.labels[number] for number in labels])
        return [
            tree_of(sentences[number].words, rows, [next(names) for _ in rows], sentences[number])
            for number, rows in made
        ]

    @torch.no_grad()
    def log_probabilities(self, encoded: Encoded, trees: Sequence[Sequence[BubbleTree]]) -> list[list[float]]:
        """How probable some trees of each sentence are, without their labels, among all trees of the sentence."""
        result = []
        single_root = self.config.decoding.single_root
        for numbers, scores in self._arrays(encoded):
            for number, own in zip(numbers, scores, strict=True):
                total = kernels.log_sum_of_trees(own, encoded.lengths[number], single_root)
                result.append([min(_score(own, tree) - total, 0.0) for tree in trees[number]])
        return result


class ExactBubbles(BubbleTreeScorer, TrainableNetwork[IndexedTree]):
    """A network that parses in this way."""

    def target(self, gold: GoldSentence) -> IndexedTree:
        """The bubble tree."""
        return self.indexed(gold)

    def target_losses(self, encoded: Encoded, targets: Sequence[IndexedTree]) -> list[Term]:
        """The losses of whole trees, and of the relations of gold arcs."""
        return self.tree_losses(encoded, targets)


def in_parts(lengths: Sequence[int]) -> Iterator[list[int]]:
    """The numbers of sentences in the same order, in parts whose scores are held at once."""
    part: list[int] = []
    longest = 0
    for number, length in enumerate(lengths):
        longest = max(longest, length)
        if part and (len(part) + 1) * len(Pair) * (longest + 1) ** 2 > CELLS:
            yield part
            part, longest = [], length
        part.append(number)
    if part:
        yield part


def _score(scores: Floats, tree: BubbleTree) -> float:
    """The score of a tree, given the scores of pairs of tokens."""
    cells = [(int(pair), row, column) for step in steps_of(tree) for pair, row, column in pairs_of(step)]
    return sum(float(scores[cell]) for cell in cells)


def _padding(encoded: Encoded) -> Padding:
    """Where the tokens of some sentences stand in padded tensors."""
    return padding(torch.tensor(encoded.lengths, device=encoded.tokens.device) + 1)
