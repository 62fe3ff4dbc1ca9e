"""The exact bubble parser: the best of all projective bubble trees, under scores of arcs, bubbles and parts.

Trees are scored as a whole (:mod:`bubbletree.exact`) and learned by likelihood: the probability of the gold tree is its
score's exponential over the sum of that over all trees.  Relations are scored apart, for the arcs of the tree.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from bubbletree import ROOT, BubbleTree, Candidate, HasConjuncts, Sentence, coordinations
from bubbletree.exact import Role, StepKind
from neural.batched.guided import GuidanceError
from neural.config import Config, DecodingConfig
from neural.data.gold import GoldSentence
from neural.data.vocabulary import Vocabulary
from neural.data.words import words_of
from neural.encoders.interface import Encoded, Encoder
from neural.encoders.layers import Padding, padding
from neural.methods.compiling import Floats, Ints
from neural.methods.exact import kernels, losses, probabilities
from neural.methods.exact.best import best_trees, k_best_vertices
from neural.methods.exact.cuts import IMPOSSIBLE
from neural.methods.exact.given import allowed
from neural.methods.exact.indexing import IndexedTree, items_of, steps_of, tree_of, zones_of
from neural.methods.exact.pairs import pairs_of
from neural.methods.exact.pieces import LONGEST, Piece, joined, pieces, shifted
from neural.methods.exact.risk import best_expected, conjuncts_of
from neural.methods.exact.scorer import Biaffine, PairScorer
from neural.methods.exact.scores import PairScores
from neural.methods.exact.tables import CONJUNCT_ROLE, OTHER_ROLE
from neural.methods.exact.vertices import pairs
from neural.methods.hypotheses import HypothesesNetwork, check_given, naming
from neural.methods.interface import Analysis, Term, TrainableNetwork, UnlearnableError, warn_of
from neural.methods.spans.disputed import coordinations_of

TOO_LONG = f"there are more than {LONGEST} words"
"""Why a sentence cannot be learned from."""


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
        self.pairs = PairScorer(size, method)
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
        if len(tree.words) > LONGEST:
            raise UnlearnableError(TOO_LONG)
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
        pairs = [(sentence, *pair) for sentence, tree in enumerate(targets) for pair in tree.pairs]
        gold = torch.tensor(pairs, dtype=torch.int64, device=self.device).view(-1, 4)
        arcs = [(sentence, *arc) for sentence, tree in enumerate(targets) for arc in tree.arcs]
        places = torch.tensor(arcs, dtype=torch.int64, device=self.device).view(-1, 5)
        by_label = self._relation_scores(encoded, at, places[:, :4])
        return [
            Term(self._tree_loss(scores, gold, encoded.lengths), sum(tree.words for tree in targets)),
            Term(F.cross_entropy(by_label, places[:, 4], reduction="sum"), len(arcs)),
        ]

    def _tree_loss(self, scores: Tensor, gold: Tensor, lengths: Sequence[int]) -> Tensor:
        """The loss that the options name, of trees without their labels."""
        single_root = self.config.decoding.single_root
        match self.config.method.loss:
            case "likelihood":
                return losses.likelihood(scores, gold, lengths, single_root=single_root)
            case "max-margin":
                return losses.max_margin(scores, gold, lengths, single_root=single_root)
            case "local":
                return losses.local(scores, gold, lengths, self.pairs.used)

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
        return [Analysis(coordinations_of(tree), tree) for tree in self.trees(encoded, sentences, decoding)]

    @torch.no_grad()
    def trees(self, encoded: Encoded, sentences: Sequence[Sentence], decoding: DecodingConfig) -> list[BubbleTree]:
        """The best bubble trees of some sentences; the parameters are as for :meth:`analyse`."""
        scores = PairScores(self.pairs, encoded)
        return self.labelled(encoded, sentences, list(enumerate(self.vertices(scores, sentences, decoding))))

    def vertices(self, scores: PairScores, sentences: Sequence[Sentence], decoding: DecodingConfig) -> list[Ints]:
        """The vertices of the best tree of each sentence."""
        cut = self._cut(sentences)
        if decoding.candidates == 1:
            return self._best(scores, cut, decoding)
        chosen = []
        for ranked, totals, _ in self._k_best(scores, cut, decoding.candidates, decoding):
            best = best_expected([conjuncts_of(vertices) for vertices in ranked], totals.tolist())
            chosen.append(ranked[best])
        return chosen

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
        vertices = self.vertices_around(PairScores(self.pairs, encoded), sentences, dict(enumerate(found)), decoding)
        return self.labelled(encoded, sentences, list(enumerate(vertices)))

    def check_around(self, length: int, found: Sequence[HasConjuncts]) -> None:
        """Coordinations must lie in pieces of the sentence, too."""
        super().check_around(length, found)
        for _ in pieces([length], [found]):
            pass

    def vertices_around(
        self,
        scores: PairScores,
        sentences: Sequence[Sentence],
        found: Mapping[int, Sequence[HasConjuncts]],
        decoding: DecodingConfig,
    ) -> list[Ints]:
        """The vertices of the best tree with just the coordinations found, for the sentences with these numbers."""
        numbers = list(found)
        own = [sentences[number] for number in numbers]
        with naming(own):
            cut = self._cut(own, list(found.values()))
        moved = [piece._replace(sentence=numbers[piece.sentence]) for piece in cut]
        return self._best(scores, moved, decoding, found)

    @torch.no_grad()
    def n_best(
        self, encoded: Encoded, sentences: Sequence[Sentence], size: int, decoding: DecodingConfig
    ) -> list[list[Candidate]]:
        """The best trees of all, each with the labels that suit it best; one alone of a sentence in pieces.

        The log-probability is that of the tree without its labels.
        """
        scores = PairScores(self.pairs, encoded)
        made: list[tuple[int, Ints]] = []
        values: list[float] = []
        for number, (ranked, totals, whole) in enumerate(self._k_best(scores, self._cut(sentences), size, decoding)):
            made += [(number, vertices) for vertices in ranked]
            values += np.minimum(totals - whole, 0.0).tolist()
        result: list[list[Candidate]] = [[] for _ in sentences]
        for (number, _), tree, value in zip(made, self.labelled(encoded, sentences, made), values, strict=True):
            result[number].append(Candidate(tree, value))
        return result

    @torch.no_grad()
    def estimated(self, encoded: Encoded, trees: Sequence[BubbleTree]) -> list[Mapping[int, tuple[float, ...]]]:
        """By the share of the trees that have the coordination, among all trees of the sentence."""
        found = [coordinations(tree) for tree in trees]
        try:
            cut = list(pieces(encoded.lengths, found))
        except GuidanceError as error:
            raise UnlearnableError(f"a coordination {error.problem}") from None
        result: list[dict[int, tuple[float, ...]]] = [{} for _ in trees]
        for piece, own in PairScores(self.pairs, encoded).each(cut):
            tree = trees[piece.sentence]
            listed = [one for one in found[piece.sentence] if piece.has(one.conjuncts[0][0])]
            zones = [zones_of(tree, one) for one in listed]
            rows = np.array([row for zone in zones for row in zone], dtype=np.int64).reshape(-1, 3)
            rows[:, :2] -= piece.first - 1
            sizes = np.array([len(zone) for zone in zones], dtype=np.int64)
            single_root = self.config.decoding.single_root
            values = probabilities.coordinations(own, piece.length, single_root, rows, sizes).tolist()
            result[piece.sentence] |= {one.bubble: (value,) for one, value in zip(listed, values, strict=True)}
        return list(result)

    @torch.no_grad()
    def marginals(self, trees: Sequence[BubbleTree]) -> list[TreeMarginals]:
        """How probable the arcs and the bubbles of some trees are, among all trees of their sentences.

        Parameters
        ----------
        trees : sequence of BubbleTree
            Projective trees whose bubbles begin with a conjunct.
        """
        if not trees:
            return []
        encoded = self.encoded([words_of(tree, self.config.encoder.tags) for tree in trees])
        if max(encoded.lengths) > LONGEST:
            raise UnlearnableError(TOO_LONG)
        result = []
        for piece, own in PairScores(self.pairs, encoded).each(list(pieces(encoded.lengths))):
            items = dict(items_of(trees[piece.sentence]))
            rows = np.array(list(items.values()), dtype=np.int64).reshape(-1, 5)
            single_root = self.config.decoding.single_root
            values = probabilities.arcs_and_bubbles(own, piece.length, single_root, rows)
            result.append(TreeMarginals(*(dict(zip(items, part.tolist(), strict=True)) for part in values)))
        return result

    def _cut(self, sentences: Sequence[Sentence], found: Sequence[Sequence[HasConjuncts]] | None = None) -> list[Piece]:
        """The pieces of sentences; a warning names those that are more than one."""
        result = list(pieces([len(sentence.words) for sentence in sentences], found))
        for number, count in Counter(piece.sentence for piece in result).items():
            if count > 1:
                warn_of(sentences[number], f"it is parsed in {count} pieces")
        return result

    def _best(
        self,
        scores: PairScores,
        cut: Sequence[Piece],
        decoding: DecodingConfig,
        found: Mapping[int, Sequence[HasConjuncts]] | None = None,
    ) -> list[Ints]:
        """The vertices of the best tree of each sentence, or of the best with just the coordinations found."""
        parts: dict[int, list[tuple[Piece, Ints]]] = defaultdict(list)
        for group, known in scores.groups(cut):
            arrays = (
                known
                if found is None
                else [
                    np.where(allowed(piece.length, shifted(found[piece.sentence], piece)), own, IMPOSSIBLE)
                    for piece, own in zip(group, known, strict=True)
                ]
            )
            lengths = np.array([piece.length for piece in group], dtype=np.int64)
            for piece, rows in zip(group, best_trees(arrays, lengths, decoding.single_root), strict=True):
                parts[piece.sentence].append((piece, rows))
        return [joined(part, single_root=decoding.single_root) for part in parts.values()]

    def _k_best(
        self, scores: PairScores, cut: Sequence[Piece], size: int, decoding: DecodingConfig
    ) -> Iterator[tuple[list[Ints], Floats, float]]:
        """The vertices of each sentence's best trees, their scores, and the logarithm of the sum over all trees.

        Of a sentence in several pieces, it is one tree, made of the best one of each piece.
        """
        counts = Counter(piece.sentence for piece in cut)
        waiting: list[tuple[Piece, Ints, float, float]] = []
        for piece, own in scores.each(cut):
            is_whole = counts[piece.sentence] == 1
            vertices, rows, totals = k_best_vertices(own, piece.length, decoding.single_root, size if is_whole else 1)
            whole = kernels.log_sum_of_trees(own, piece.length, decoding.single_root)
            ranked = [found[:count] for found, count in zip(vertices, rows.tolist(), strict=True)]
            if is_whole:
                yield ranked, totals, whole
                continue
            waiting.append((piece, ranked[0], float(totals[0]), whole))
            if len(waiting) == counts[piece.sentence]:
                tree = joined([(one, found) for one, found, _, _ in waiting], single_root=decoding.single_root)
                yield [tree], np.array([sum(one[2] for one in waiting)]), sum(one[3] for one in waiting)
                waiting = []

    def labelled(
        self, encoded: Encoded, sentences: Sequence[Sentence], made: Sequence[tuple[int, Ints]]
    ) -> list[BubbleTree]:
        """Trees with the labels that suit them best, given the number of each one's sentence, and its vertices."""
        rows = np.concatenate([np.zeros((0, 5), dtype=np.int64), *(rows for _, rows in made)])
        owners = np.repeat([number for number, _ in made], [len(rows) for _, rows in made])
        arcs = np.column_stack([owners.astype(np.int64), rows[:, [4, 2, 3]]])
        by_label = self._relation_scores(encoded, _padding(encoded), torch.from_numpy(arcs).to(self.device))
        roles = torch.from_numpy(rows[:, 1]).to(self.device)
        # Inside a bubble it is the role that says what is a conjunct.
        by_label[roles == OTHER_ROLE, self.vocabulary.conj] = -torch.inf
        labels = torch.where(roles == CONJUNCT_ROLE, self.vocabulary.conj, by_label.argmax(dim=1)).tolist()
        names = iter([self.vocabulary.labels[number] for number in labels])
        return [
            tree_of(sentences[number].words, rows, [next(names) for _ in rows], sentences[number])
            for number, rows in made
        ]

    @staticmethod
    def worth(scores: PairScores, number: int, length: int, trees: Sequence[Ints]) -> list[float]:
        """The scores of some trees of a sentence, without their labels, given the vertices of each.

        Between two trees, they differ by as much as the logarithms of their probabilities.
        """
        result = np.zeros(len(trees))
        looked_at = [pairs(vertices) for vertices in trees]
        for piece, own in scores.each([piece._replace(sentence=number) for piece in pieces([length])]):
            result += [_sum(own, piece, cells) for cells in looked_at]
        return list(map(float, result))

    @torch.no_grad()
    def log_probabilities(self, encoded: Encoded, trees: Sequence[Sequence[BubbleTree]]) -> list[list[float]]:
        """How probable some trees of each sentence are, without their labels, among all trees of the sentence.

        Of a sentence in pieces, they are among the trees that its pieces can have together.
        """
        result = [[0.0] * len(own) for own in trees]
        single_root = self.config.decoding.single_root
        cells = [[_cells(tree) for tree in own] for own in trees]
        for piece, own in PairScores(self.pairs, encoded).each(list(pieces(encoded.lengths))):
            total = kernels.log_sum_of_trees(own, piece.length, single_root)
            for place, listed in enumerate(cells[piece.sentence]):
                result[piece.sentence][place] += min(_sum(own, piece, listed) - total, 0.0)
        return result


class ExactBubbles(BubbleTreeScorer, TrainableNetwork[IndexedTree]):
    """A network that parses in this way."""

    def target(self, gold: GoldSentence) -> IndexedTree:
        """The bubble tree."""
        return self.indexed(gold)

    def target_losses(self, encoded: Encoded, targets: Sequence[IndexedTree]) -> list[Term]:
        """The losses of whole trees, and of the relations of gold arcs."""
        return self.tree_losses(encoded, targets)


def _cells(tree: BubbleTree) -> Ints:
    """The pairs of tokens that a tree looks at, as rows of kind, row and column."""
    listed = [(int(pair), row, column) for step in steps_of(tree) for pair, row, column in pairs_of(step)]
    return np.array(listed, dtype=np.int64).reshape(-1, 3)


def _sum(scores: Floats, piece: Piece, cells: Ints) -> float:
    """The scores of a piece for the pairs of a tree that belong to it; a token of another piece counts as the root."""
    kind, row, column = cells[(piece.first <= cells[:, 2]) & (cells[:, 2] <= piece.last)].T
    return float(scores[kind, *piece.own(row, column)].sum())


def _padding(encoded: Encoded) -> Padding:
    """Where the tokens of some sentences stand in padded tensors."""
    return padding(torch.tensor(encoded.lengths, device=encoded.tokens.device) + 1)
