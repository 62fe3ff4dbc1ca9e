"""Parsing in compiled code, for a network's own scores: the counterpart of :mod:`neural.batched`.

Terms of tokens and labels are products of matrices for the whole batch, where the network is.  What lies between, one
small step after the other, runs on the host (:mod:`neural.methods.bubbles.kernels`), on as many threads as PyTorch has.
It needs the package numba.  Without it, and for few sentences, where starting would take longer than parsing, the
tensors of :mod:`neural.batched` do the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from bubbletree import BubbleTree, HasConjuncts, Sentence
from neural.batched import state
from neural.batched.guided import Regions
from neural.batched.rules import BUBBLE_OPEN, CLOSED, OPEN, SINGLETON
from neural.batched.transitions import allowed_by_facts
from neural.config import DecodingConfig
from neural.encoders.interface import Encoded
from neural.methods.bubbles.network import BubbleNetwork
from neural.methods.bubbles.slots import SlotScorer
from neural.methods.compiling import IS_COMPILED

if TYPE_CHECKING:  # the compiler takes a while to import
    from neural.methods.bubbles.kernels.arrays import Floats, Found, Guidance, Ints, Sentences, Weights


def applies(network: BubbleNetwork, encoded: Encoded) -> bool:
    """Whether :func:`decode` can parse a batch."""
    return encoded.tokens.dtype == torch.float32 and network.absent.dtype == torch.float32 and IS_COMPILED


@dataclass(frozen=True)
class Decoded:
    """N sentences, parsed; or N derivations of fewer sentences, those of a sentence together, the best first.

    Attributes
    ----------
    network : BubbleNetwork
        The weights.
    decoding : DecodingConfig
        Which transitions were allowed.
    owners : sequence of int, [N]
        The number of the sentence that each belongs to.
    sentences : Sentences
        What compiled code knows of each one's sentence.
    found : Found
        What was found, with all labels.
    label_scores : Tensor, [a, labels]
        The scores of the labels of all arcs that have ``found.has_hidden``.
    """

    network: BubbleNetwork
    decoding: DecodingConfig
    owners: Sequence[int]
    sentences: Sentences
    found: Found
    label_scores: Tensor

    def around(self, numbers: Sequence[int], coordinations: Sequence[Sequence[HasConjuncts]]) -> Decoded | None:
        """The best derivations of some of the sentences around given coordinations; None if scores are not finite.

        Raises
        ------
        GuidanceError
            No tree has these coordinations.
        """
        return _decode(self.network, self.decoding, _rows(self.sentences, numbers), coordinations, 1)

    def trees(self, sentences: Sequence[Sentence]) -> list[BubbleTree]:
        """The trees of the sentences."""
        found, names = self.found, self.network.vocabulary.labels
        columns = [column.tolist() for column in (found.first, found.last, found.heads, found.labels)]
        result = []
        for sentence, at, opened in zip(sentences, self.sentences.items.tolist(), found.opened.tolist(), strict=True):
            own = slice(at, at + len(sentence.words) + 1 + opened)
            first, last, heads, labels = (column[own] for column in columns)
            result.append(state.tree(sentence.words, sentence, first, last, heads, [names[label] for label in labels]))
        return result

    def shared_scores(self, rows: Tensor, triples: Tensor, sides: Tensor) -> Tensor:
        """As :meth:`neural.methods.bubbles.scorer.NetworkScorer.shared_scores`."""
        device, sentences = self.network.device, self.sentences
        is_token = triples <= torch.from_numpy(sentences.lengths)[rows].unsqueeze(1)
        places = torch.from_numpy(sentences.roots)[rows].unsqueeze(1) + triples * is_token
        tokens = torch.from_numpy(sentences.base)[places].to(device)
        composed = torch.from_numpy(self.found.composed)[torch.from_numpy(sentences.items)[rows].unsqueeze(1) + triples]
        base = torch.where(is_token.unsqueeze(2).to(device), tokens, composed.to(device))
        states = torch.where(is_token, SINGLETON, CLOSED).to(device)
        nodes = self.network.full(base.flatten(0, 1), states.flatten())
        asked = torch.arange(nodes.size(0), device=device).view(-1, 3)
        return self.network.shared_scores(nodes, asked, sides.to(device))

    @cached_property
    def log_probabilities(self) -> list[float]:
        """The logarithm of the probability of each derivation, with its labels."""
        places = np.flatnonzero(self.found.has_hidden)
        chosen = torch.from_numpy(self.found.labels[places]).unsqueeze(1)
        values = self.label_scores.double().log_softmax(dim=1).gather(1, chosen).squeeze(1).numpy()
        owners = np.searchsorted(self.sentences.items, places, side="right") - 1
        sums = np.bincount(owners, weights=values, minlength=len(self.owners))
        return [float(value) for value in self.found.log_probabilities + sums]


def decode(
    network: BubbleNetwork,
    encoded: Encoded,
    decoding: DecodingConfig,
    coordinations: Sequence[Sequence[HasConjuncts]] | None = None,
    size: int = 1,
) -> Decoded | None:
    """Parse sentences, around given coordinations if there are any; None if scores are not finite.

    Parameters
    ----------
    network : BubbleNetwork
        The weights, in evaluation mode.
    encoded : Encoded
        The sentences.
    decoding : DecodingConfig
        Which transitions are allowed, and how many partial derivations of each sentence to keep: at least ``size``.
    coordinations : sequence of sequence of HasConjuncts, [N], optional
        The coordinations that each tree must have.
    size : int
        How many derivations to find for each sentence, if it has so many.

    Raises
    ------
    GuidanceError
        No tree has these coordinations.
    """
    return _decode(network, decoding, _sentences(network, encoded), coordinations, size)


def _decode(
    network: BubbleNetwork,
    decoding: DecodingConfig,
    sentences: Sentences,
    coordinations: Sequence[Sequence[HasConjuncts]] | None,
    size: int,
) -> Decoded | None:
    from neural.methods.bubbles.kernels import beam, greedy
    from neural.methods.bubbles.kernels.arrays import PENDING

    count, width = len(sentences.lengths), max(decoding.beam, size)
    weights, guidance = _weights(network), _guidance(sentences.lengths.tolist(), coordinations)
    table = allowed_by_facts(decoding.normal_form, decoding.single_root, torch.device("cpu")).numpy().copy()
    if not network.opens_bubbles:
        table[:, BUBBLE_OPEN] = False
    slots = network.transitions.slots
    owners = np.repeat(np.arange(count), size)
    if size > 1:
        sentences, guidance = _rows(sentences, owners), guidance._replace(roots=guidance.roots[owners])
    found = _room(sentences, weights)

    def work(bounds: tuple[int, int]) -> None:
        if width == 1:
            greedy.parse(*bounds, sentences, weights, table, slots, guidance, found)
        else:
            beam.parse(*bounds, size, width, sentences, weights, table, slots, guidance, found)

    edges = np.linspace(0, count, torch.get_num_threads() + 1).astype(int).tolist()
    parts = list(pairwise(edges))
    if len(parts) == 1:
        work(parts[0])
    else:
        with ThreadPoolExecutor(len(parts)) as pool:
            list(pool.map(work, parts))
    places = np.flatnonzero(found.has_hidden)
    hidden = torch.from_numpy(found.hidden[places])
    scores = F.linear(hidden, *(_host(part) for part in (network.labels.second.weight, network.labels.second.bias)))
    if not (found.is_finite.all() and scores.isfinite().all()):
        return None
    pending = found.labels[places] == PENDING
    found.labels[places[pending]] = scores.argmax(dim=1).numpy()[pending]
    exist = np.flatnonzero(found.exists)
    if len(exist) < len(owners):
        sentences = sentences._replace(
            lengths=sentences.lengths[exist], roots=sentences.roots[exist], items=sentences.items[exist]
        )
        found = found._replace(opened=found.opened[exist], log_probabilities=found.log_probabilities[exist])
    return Decoded(network, decoding, owners[exist].tolist(), sentences, found, scores)


def _rows(sentences: Sentences, numbers: Sequence[int] | Ints) -> Sentences:
    """Some of the sentences, one as often as it is named."""
    chosen = np.array(numbers, dtype=np.int64)
    lengths = sentences.lengths[chosen]
    return sentences._replace(lengths=lengths, roots=sentences.roots[chosen], items=_items(lengths))


def _sentences(network: BubbleNetwork, encoded: Encoded) -> Sentences:
    from neural.methods.bubbles.kernels.arrays import Sentences

    lengths = np.array(encoded.lengths, dtype=np.int64)
    return Sentences(
        lengths=lengths,
        roots=np.cumsum(lengths + 1) - lengths - 1,
        items=_items(lengths),
        base=_array(encoded.tokens),
        transition_terms=_array(_terms(network, network.transitions, encoded.tokens)),
        label_terms=_array(_terms(network, network.labels, encoded.tokens)),
    )


def _items(lengths: Ints) -> Ints:
    """The place of each sentence's first item, of 2n or at least one."""
    sizes = np.maximum(2 * lengths, 1)
    places: Ints = np.cumsum(sizes) - sizes
    return places


def _terms(network: BubbleNetwork, scorer: SlotScorer, tokens: Tensor) -> Tensor:
    """The terms of tokens and of "nothing", as :meth:`SlotScorer.project` computes them from their full vectors."""
    weight, size = scorer.first.weight, network.base_size
    result = tokens.new_empty((tokens.size(0) + 1, weight.size(0)))
    torch.addmm(weight[:, size:] @ network.indicator.weight[SINGLETON], tokens, weight[:, :size].T, out=result[:-1])
    result[-1] = weight @ network.absent
    return result


def _weights(network: BubbleNetwork) -> Weights:
    from neural.methods.bubbles.kernels.arrays import Weights

    size = network.base_size
    opened, closed = network.indicator.weight[[OPEN, CLOSED]]

    def by_indicator(scorer: SlotScorer, indicator: Tensor) -> Floats:
        return _array(scorer.first.weight[:, size:] @ indicator)

    def base_part(scorer: SlotScorer) -> Floats:
        return _array(scorer.first.weight[:, :size].T)

    transitions, labels, composition = network.transitions, network.labels, network.composition.weight
    return Weights(
        composes=composition is not None,
        composition=np.zeros((1, 1), np.float32) if composition is None else _array(composition.T),
        transition_terms=base_part(transitions),
        label_terms=base_part(labels),
        transition_open=by_indicator(transitions, opened),
        label_open=by_indicator(labels, opened),
        transition_closing=by_indicator(transitions, closed - opened),
        label_closing=by_indicator(labels, closed - opened),
        transition_bias=_array(transitions.bias),
        label_bias=_array(labels.bias),
        transition_scores=_array(transitions.second.weight.T),
        label_scores=_array(labels.second.weight.T),
        transition_score_bias=_array(transitions.second.bias),
        label_score_bias=_array(labels.second.bias),
        conj=network.vocabulary.conj,
    )


def _guidance(lengths: Sequence[int], coordinations: Sequence[Sequence[HasConjuncts]] | None) -> Guidance:
    from neural.methods.bubbles.kernels.arrays import Guidance

    regions = Regions([()] * len(lengths) if coordinations is None else coordinations, lengths)
    words = [region for one in regions.words for region in one]
    roots = np.cumsum([0, *map(len, regions.words)])[:-1]
    columns = (roots, words, regions.kind, regions.last, regions.outside, regions.bubble)
    return Guidance(coordinations is not None, *(np.array(column, dtype=np.int64) for column in columns))


def _room(sentences: Sentences, weights: Weights) -> Found:
    from neural.methods.bubbles.kernels.arrays import UNSET, Found

    count, items = len(sentences.lengths), int(np.maximum(2 * sentences.lengths, 1).sum())
    return Found(
        heads=np.full(items, UNSET),
        labels=np.full(items, UNSET),
        first=np.zeros(items, np.int64),
        last=np.zeros(items, np.int64),
        hidden=np.empty((items, len(weights.label_bias)), np.float32),
        has_hidden=np.zeros(items, np.bool_),
        composed=np.empty((items, sentences.base.shape[1]), np.float32),
        opened=np.zeros(count, np.int64),
        log_probabilities=np.zeros(count),
        is_finite=np.zeros(count, np.bool_),
        exists=np.zeros(count, np.bool_),
    )


def _host(tensor: Tensor) -> Tensor:
    return tensor.detach().cpu()


def _array(tensor: Tensor) -> Floats:
    array: Floats = _host(tensor).contiguous().numpy()
    return array
