"""The bubble parser of Shi & Lee (2021): Bubble-Hybrid by a network, and boundaries rescored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor

from bubbletree import (
    ROOT,
    BubbleTree,
    BubbletreeError,
    Candidate,
    HasConjuncts,
    InvalidTreeError,
    OracleError,
    Sentence,
    coordinations,
)
from neural.batched import beam, greedy, state
from neural.batched.guided import GuidanceError, GuidedScorer
from neural.batched.scoring import BeamScorer
from neural.batched.state import Batch
from neural.config import DecodingConfig
from neural.data.gold import GoldSentence
from neural.data.words import Words
from neural.encoders.interface import Inputs
from neural.methods.bubbles.indexing import IndexBatch, IndexedDerivation, collate, index_tree
from neural.methods.bubbles.likelihood import derivation_losses
from neural.methods.bubbles.nbest import grouped, merged
from neural.methods.bubbles.network import BubbleNetwork
from neural.methods.bubbles.rescoring import rescore
from neural.methods.bubbles.scorer import NetworkScorer
from neural.methods.interface import Analysis, Network, Target, Term, UnlearnableError


class BubbleHybrid(BubbleNetwork):
    """A network that parses by Bubble-Hybrid's transitions."""

    @staticmethod
    def labels_of(gold: GoldSentence) -> Iterable[str]:
        """The labels of the bubble tree."""
        return () if gold.tree is None else [arc.label for arc in gold.tree.arcs]

    def target(self, gold: GoldSentence) -> Target:
        """The oracle's derivation of the bubble tree."""
        if gold.tree is None:
            raise UnlearnableError(gold.problem)
        return self.derivation(gold.tree)

    def derivation(self, tree: BubbleTree) -> IndexedDerivation:
        """The oracle's derivation of a tree in numbers.

        Raises
        ------
        UnlearnableError
            There is none under the options, or it needs a label that the network does not know.
        """
        root_children = sum(ROOT in tree.contents[arc.head] for arc in tree.arcs)
        self.require(tree.words, (arc.label for arc in tree.arcs), root_children)
        try:
            return index_tree(tree, self.vocabulary.label_number)
        except InvalidTreeError:
            raise UnlearnableError("the tree is not projective") from None
        except OracleError:
            raise UnlearnableError("a bubble does not begin with a conjunct") from None

    def target_losses(self, inputs: Inputs, tokens: Tensor, targets: Sequence[Target]) -> list[Term]:  # noqa: ARG002  # the interface's
        """The losses of transitions, labels and decisions at boundaries (:mod:`neural.methods.bubbles.likelihood`)."""
        return derivation_losses(self, tokens, self.batch(targets))

    def batch(self, targets: Sequence[Target]) -> IndexBatch:
        """Derivations side by side, with the transitions that the options allow."""
        decoding = self.config.decoding
        derivations = [target for target in targets if isinstance(target, IndexedDerivation)]
        assert len(derivations) == len(targets), "they are what self.target returned"
        return collate(derivations, normal_form=decoding.normal_form, single_root=decoding.single_root).to(self.device)

    def analyse(
        self, words: Sequence[Words], sentences: Sequence[Sentence], decoding: DecodingConfig
    ) -> list[Analysis]:
        """Bubble trees, and the coordinations in them."""
        return [Analysis(coordinations(tree), tree) for tree in self.trees(words, sentences, decoding)]

    def trees(
        self,
        words: Sequence[Words],
        sentences: Sequence[Sentence],
        decoding: DecodingConfig,
        tokens: Tensor | None = None,
    ) -> list[BubbleTree]:
        """The bubble trees of some sentences; the parameters are as for :meth:`trees_around`."""
        return self.trees_alone(words, sentences, decoding, tokens)

    def trees_alone(
        self,
        words: Sequence[Words],
        sentences: Sequence[Sentence],
        decoding: DecodingConfig,
        tokens: Tensor | None = None,
    ) -> list[BubbleTree]:
        """The bubble trees that transitions and rescoring come to; the parameters are as for :meth:`trees_around`."""
        lengths, scorer = self._scored(words, tokens)
        batch = self.decoded(lengths, scorer, decoding)
        annotated = [(one.forms, sentence) for one, sentence in zip(words, sentences, strict=True)]
        return self._finished(batch, annotated, scorer)

    @torch.no_grad()
    def trees_around(
        self,
        words: Sequence[Words],
        sentences: Sequence[Sentence],
        found: Sequence[Sequence[HasConjuncts]],
        decoding: DecodingConfig,
        tokens: Tensor | None = None,
    ) -> list[BubbleTree]:
        """The bubble trees of some sentences that have given coordinations and no others.

        Parameters
        ----------
        words, sentences : sequence, [N]
            As for :meth:`analyse`.
        found : sequence of sequence of HasConjuncts, [N]
            The coordinations.  Boundaries are not rescored: these settle what is shared.
        decoding : DecodingConfig
            How to search.
        tokens : Tensor, [M, D], optional
            The encoder's vectors, where the caller has them.

        Raises
        ------
        GuidanceError
            No tree has these coordinations.
        """
        lengths, own = self._scored(words, tokens)
        try:
            scorer = GuidedScorer(own, found, lengths, self.device)
        except GuidanceError as error:
            name = sentences[error.sentence].sent_id
            raise GuidanceError(error.coordination, error.problem, error.sentence, name) from None
        annotated = [(one.forms, sentence) for one, sentence in zip(words, sentences, strict=True)]
        return state.trees(self.decoded(lengths, scorer, decoding), annotated, self.vocabulary.labels)

    def decoded(self, lengths: Sequence[int], scorer: BeamScorer, decoding: DecodingConfig) -> Batch:
        """Where the derivations of sentences with the given numbers of words end."""
        if decoding.beam == 1:
            return greedy.parse(lengths, scorer, decoding, self.device)
        return beam.search(lengths, scorer, decoding, device=self.device).batch

    def n_best(
        self,
        words: Sequence[Words],
        sentences: Sequence[Sentence],
        size: int,
        decoding: DecodingConfig,
        tokens: Tensor | None = None,
    ) -> list[list[Candidate]]:
        """The most probable trees of some sentences, different ones, the best first; for each at least one.

        Parameters
        ----------
        words, sentences : sequence
            As for :meth:`analyse`.
        size : int
            How many trees a sentence gets at most.  It gets fewer if there are not so many, or if rescoring makes
            some of them equal.
        decoding : DecodingConfig
            How to search; the beam is at least ``size``.
        tokens : Tensor, [M, D], optional
            The encoder's vectors, where the caller has them.
        """
        lengths, scorer = self._scored(words, tokens)
        found = beam.search(lengths, scorer, decoding, size, self.device)
        numbers = found.sentences.tolist()
        annotated = [(words[number].forms, sentences[number]) for number in numbers]
        made = self._finished(found.batch, annotated, scorer)
        return [merged(listed) for listed in grouped(numbers, made, found.log_probabilities.tolist())]

    def _finished(
        self, batch: Batch, annotated: Sequence[tuple[Sequence[str], Sentence]], scorer: NetworkScorer
    ) -> list[BubbleTree]:
        """The trees of terminal rows, rescored if the network does that."""
        made = state.trees(batch, annotated, self.vocabulary.labels)
        return made if self.rescoring is None else rescore(made, scorer.shared_scores)

    def _scored(self, words: Sequence[Words], tokens: Tensor | None) -> tuple[list[int], NetworkScorer]:
        """The sentences' numbers of words, and what scores their transitions."""
        lengths = [len(one.forms) for one in words]
        return lengths, self.scorer(lengths, self.tokens(self.read(words)) if tokens is None else tokens)

    def scorer(self, lengths: Sequence[int], tokens: Tensor) -> NetworkScorer:
        """What scores the transitions of sentences with these numbers of words, given the vectors of their tokens."""
        return NetworkScorer(self, lengths, tokens)


class NoHypothesesError(BubbletreeError):
    """Alternatives, confidences or trees around coordinations were asked of a model whose method has none.

    Attributes
    ----------
    method : str
        Its way to parse.
    """

    def __init__(self, method: str) -> None:
        super().__init__(
            f"the model's method, {method}, offers no n-best trees, no confidences, and no trees around given "
            "coordinations; bubble-hybrid and guided-bubbles do"
        )
        self.method = method


def bubble_parser(network: Network) -> BubbleHybrid:
    """The network, if it can tell how probable bubble trees are.

    Raises
    ------
    NoHypothesesError
        It cannot.
    """
    # Arc-Hybrid is the same network, but reads coordinations off a tree built without bubbles.
    if not isinstance(network, BubbleHybrid) or network.config.method.kind == "arc-hybrid":
        raise NoHypothesesError(network.config.method.kind)
    return network
