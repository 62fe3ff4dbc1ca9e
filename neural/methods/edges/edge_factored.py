"""The graph parser of Dozat and Manning (2017): each arc has a score of its own, and the best tree is taken.

The bubble parser is compared with it where only dependencies count.  It learns from UD trees as they are, projective
or not.  Coordinations come from the UD tree that it finds, by the rules of :mod:`bubbletree.convert.infer`.

N sentences, the longest with T tokens, have scores of arcs [N, T, T]: row d and column h hold that of the arc from h to
d.  Relations are scored for one head of each word only: in training the gold head, in parsing the one in the best tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bubbletree import Sentence
from neural.batched.scoring import finite
from neural.config import Config, DecodingConfig
from neural.data.gold import GoldSentence
from neural.data.vocabulary import Vocabulary
from neural.encoders.interface import Encoded, Encoder
from neural.encoders.layers import Padding, SharedDropout, padding
from neural.methods import dependencies
from neural.methods.edges.arborescence import best_tree
from neural.methods.interface import Analysis, Term, TrainableNetwork, warn_of

MAX_WORDS = 1000
"""How many words of a sentence the best tree is looked for in at once: memory is quadratic, time up to cubic.

A longer sentence is parsed in blocks of so many words.  Each has its best tree; and so have the blocks' topmost words,
of which all but one get their heads in this way.
"""


@dataclass(frozen=True, slots=True)
class IndexedTree:
    """The UD tree of a sentence of n words, in numbers.

    Attributes
    ----------
    heads : tuple of int, [n]
        The head of each word.
    relations : tuple of int, [n]
        The numbers of their relations.
    """

    heads: tuple[int, ...]
    relations: tuple[int, ...]

    def digest(self) -> bytes:
        """Heads and relations."""
        return repr((self.heads, self.relations)).encode()


class HiddenLayer(nn.Module):
    """One layer with ReLU: the vectors of tokens as heads, or as dependents, of arcs."""

    def __init__(self, inputs: int, size: int, dropout: float) -> None:
        super().__init__()
        self.layer = nn.Linear(inputs, size)
        nn.init.orthogonal_(self.layer.weight)
        nn.init.zeros_(self.layer.bias)
        self.dropout = SharedDropout(dropout)

    def forward(self, tokens: Tensor, rows: Tensor) -> Tensor:
        """[M, inputs] vectors of tokens and the sentence of each, to [M, size]."""
        vectors: Tensor = self.dropout(F.relu(self.layer(tokens)), rows)
        return vectors


class EdgeFactored(TrainableNetwork[IndexedTree]):
    """A network that scores arcs and their relations."""

    def __init__(self, config: Config, vocabulary: Vocabulary, encoder: Encoder) -> None:
        super().__init__(config, vocabulary, encoder)
        method, size = config.method, encoder.size
        self.arc_head = HiddenLayer(size, method.arc_hidden, method.dropout)
        self.arc_dependent = HiddenLayer(size, method.arc_hidden, method.dropout)
        self.relation_head = HiddenLayer(size, method.relation_hidden, method.dropout)
        self.relation_dependent = HiddenLayer(size, method.relation_hidden, method.dropout)
        # The dependent has a constant feature, whose weights say how likely a token is to be a head at all.
        self.arcs = nn.Parameter(torch.zeros(method.arc_hidden + 1, method.arc_hidden))
        # Both have one: for what head and dependent say on their own, and for how frequent a relation is.
        both = method.relation_hidden + 1
        self.relations = nn.Parameter(torch.zeros(both, len(vocabulary.labels), both))

    @staticmethod
    def labels_of(gold: GoldSentence) -> Iterable[str]:
        """The relations in the UD columns."""
        return gold.sentence.deprels

    def target(self, gold: GoldSentence) -> IndexedTree:
        """The UD tree."""
        heads = dependencies.gold_heads(gold.sentence)
        relations = gold.sentence.deprels
        self.require(gold.sentence.words, relations, heads.count(0))
        return IndexedTree(tuple(heads), tuple(self.vocabulary.label_number[relation] for relation in relations))

    def target_losses(self, encoded: Encoded, targets: Sequence[IndexedTree]) -> list[Term]:
        """The losses of the words' heads, and of the relations to their gold heads."""
        tokens, at = encoded.tokens, _padding(encoded)
        heads = torch.tensor([head for tree in targets for head in tree.heads], device=self.device)
        relations = torch.tensor([number for tree in targets for number in tree.relations], device=self.device)
        words, first = _words(at)
        allowed = self.arc_scores(tokens, at).masked_fill(~_arcs(at), -float("inf"))
        by_head = allowed.flatten(0, 1).index_select(0, at.from_forward[words])
        by_relation = self.relation_scores(tokens, at, first + heads, words)
        return [
            Term(F.cross_entropy(by_head, heads, reduction="sum"), heads.size(0)),
            Term(F.cross_entropy(by_relation, relations, reduction="sum"), relations.size(0)),
        ]

    def arc_scores(self, tokens: Tensor, at: Padding) -> Tensor:
        """The scores of arcs, [N, T, T], given the vectors of tokens, [M, D]; cells without a token mean nothing."""
        # Like indexing, but with a fast gradient.
        heads = F.embedding(at.forward, self.arc_head(tokens, at.rows))
        dependents = F.embedding(at.forward, _with_constant(self.arc_dependent(tokens, at.rows)) @ self.arcs)
        return dependents @ heads.transpose(1, 2)

    def relation_scores(self, tokens: Tensor, at: Padding, heads: Tensor, dependents: Tensor) -> Tensor:
        """The scores of relations, [q, labels], between the tokens numbered ``heads`` and ``dependents``, [q]."""
        of_heads = _with_constant(self.relation_head(tokens, at.rows)).index_select(0, heads)
        of_dependents = _with_constant(self.relation_dependent(tokens, at.rows)).index_select(0, dependents)
        by_label = (of_heads @ self.relations.flatten(1)).view(heads.size(0), *self.relations.shape[1:])
        return (by_label @ of_dependents.unsqueeze(2)).squeeze(2)

    def analyse(self, encoded: Encoded, sentences: Sequence[Sentence], decoding: DecodingConfig) -> list[Analysis]:
        """UD trees, with the coordinations that can be read off them."""
        tokens, at = encoded.tokens, _padding(encoded)
        if max(encoded.lengths) <= MAX_WORDS:
            trees = self.best_heads(self.arc_scores(tokens, at), encoded.lengths, single_root=decoding.single_root)
        else:
            trees = []
            for sentence, own in zip(sentences, torch.split(tokens, [n + 1 for n in encoded.lengths]), strict=True):
                if len(own) > MAX_WORDS + 1:
                    warn_of(sentence, f"it is parsed in blocks of {MAX_WORDS:,} words")
                    trees.append(self._in_blocks(own, single_root=decoding.single_root))
                else:
                    trees.append(self._best_of(own, range(1, len(own)), single_root=decoding.single_root))
        every, first = _words(at)
        heads = torch.tensor([head for tree in trees for head in tree], dtype=torch.int64, device=self.device)
        numbers = self.relation_scores(tokens, at, first + heads, every).argmax(dim=1).tolist()
        relations = iter([self.vocabulary.labels[number] for number in numbers])
        return [
            dependencies.analysis(sentence, tree, [next(relations) for _ in tree])
            for sentence, tree in zip(sentences, trees, strict=True)
        ]

    def _in_blocks(self, tokens: Tensor, *, single_root: bool) -> list[int]:
        """The heads of a sentence of several blocks (see :data:`MAX_WORDS`), given the vectors of RT and the words."""
        heads = [0] * len(tokens)
        tops: list[int] = []
        for first in range(1, len(tokens), MAX_WORDS):
            words = range(first, min(first + MAX_WORDS, len(tokens)))
            for word, head in zip(words, self._best_of(tokens, words, single_root=True), strict=True):
                heads[word] = words[head - 1] if head else 0
                if not head:
                    tops.append(word)
        for word, head in zip(tops, self._best_of(tokens, tops, single_root=single_root), strict=True):
            heads[word] = tops[head - 1] if head else 0
        return heads[1:]

    def _best_of(self, tokens: Tensor, words: Sequence[int], *, single_root: bool) -> list[int]:
        """The heads in the best tree over RT and some words, numbered from 1 as these words come."""
        chosen = tokens[[0, *words]]
        at = padding(torch.tensor([len(chosen)], device=tokens.device))
        [heads] = self.best_heads(self.arc_scores(chosen, at), [len(words)], single_root=single_root)
        return heads

    def best_heads(self, scores: Tensor, lengths: Sequence[int], *, single_root: bool) -> list[list[int]]:
        """The heads in the best trees of sentences with the given numbers of words.

        Parameters
        ----------
        scores : Tensor, [N, T, T]
            The scores of arcs.
        lengths : sequence of int, [N]
            The numbers of words.
        single_root : bool
            Give RT exactly one child.

        Raises
        ------
        ScorerError
            The scores are not finite.
        """
        size = max(lengths) + 1
        arrays = finite(self, scores, (len(lengths), size, size), "arc").double().cpu().numpy()
        return [
            best_tree(array[: length + 1, : length + 1], single_root=single_root)
            for array, length in zip(arrays, lengths, strict=True)
        ]


def _padding(encoded: Encoded) -> Padding:
    """Where the tokens stand in padded tensors."""
    return padding(torch.tensor(encoded.lengths, device=encoded.tokens.device) + 1)


def _words(at: Padding) -> tuple[Tensor, Tensor]:
    """The numbers of the tokens of a batch that are words, and of each the number of its sentence's RT."""
    first = at.forward[:, 0].index_select(0, at.rows)
    words = (torch.arange(first.size(0), device=first.device) != first).nonzero().squeeze(1)
    return words, first[words]


def _arcs(at: Padding) -> Tensor:
    """Which arcs to words are possible, [N, T, T]: from every token of the sentence, except from the word itself."""
    columns = torch.arange(at.forward.size(1), device=at.forward.device)
    inside = columns < torch.bincount(at.rows).unsqueeze(1)
    return inside.unsqueeze(1) & (columns != columns.unsqueeze(1))


def _with_constant(vectors: Tensor) -> Tensor:
    """Vectors with 1 appended: [M, D] to [M, D + 1]."""
    return F.pad(vectors, (0, 1), value=1.0)
