"""A trained model and what one does with it: parse sentences.

The tree of a sentence depends neither on the other sentences nor on their order; only rounding does, in the last
digits of scores.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import torch

from bubbletree import (
    Alternative,
    BubbleTree,
    BubbletreeError,
    Candidate,
    Sentence,
    TreeCoordination,
)
from bubbletree._arguments import expect, several
from bubbletree.plugins import Known, NoStepsError, Parsable, Step
from neural.config import DecodingConfig
from neural.data.words import words_of
from neural.encoders.interface import Encoded
from neural.methods.bubbles.steps import steps_of
from neural.methods.bubbles.transition_network import TransitionNetwork
from neural.methods.hypotheses import bubble_parser, estimates
from neural.methods.interface import Analysis, Network
from neural.models.alternatives import other_readings
from neural.models.batches import Work, in_chunks
from neural.models.calibration import Calibration, load_calibration
from neural.models.checkpoint import load_model
from neural.models.inputs import Task, categories_of, checked_tree, tasks_around, tasks_of
from neural.models.processes import ALONE, Processes

T = TypeVar("T")


class NoTreesError(BubbletreeError):
    """The model's method builds no trees.

    Attributes
    ----------
    method : str
        Its way to parse.
    """

    def __init__(self, method: str) -> None:
        super().__init__(f"the model's method, {method}, finds coordinations but builds no trees")
        self.method = method


@dataclass(frozen=True)
class Parser:
    """A model that parses.

    Each question can be asked about one sentence or, by the methods that end in ``_all``, about many.  Many are read,
    parsed and answered in chunks: that is faster, and memory does not grow with their number.

    A sentence is text, whose punctuation is cut off; or words; or a :class:`bubbletree.Sentence`, whose heads and
    relations are not looked at.  A text is one sentence, however many full stops it has:
    :func:`neural.data.text.running` finds the sentences of running text, for ``parse_all``.  Trees carry their
    sentences.

    Text without words, and an empty list of words, raise ValueError; a ``Sentence`` without words has a tree without
    words.  So do words that are empty, begin or end in blanks, or hold control characters.

    A model that has learned tags writes them where a sentence has none.

    Attributes
    ----------
    network : Network
        The weights, in evaluation mode.
    beam : int or None
        How many partial derivations of each sentence to keep; None for as many as the model's options say.
    batch_size : int
        How many sentences to parse together; with a beam, how many hypotheses about them.
    processes : Processes
        Those that share the sentences; each must be given all of them, and gets all results.
    directory : Path or None
        The model directory, where there is one.

    Raises
    ------
    ConfigError
        The model's method has no beam, or the beam is not from 1 to :data:`neural.config.options.MAX_BEAM`.
    ValueError
        The batch size is not at least 1.

    Examples
    --------
    >>> from bubbletree import GivenCoordination, coordinations
    >>> from neural.models.loading import load
    >>> parser = load()  # the English model; bubbletree.load() returns the same
    >>> tree = parser.parse("She bought apples, pears and plums.")
    >>> tree.words
    ('She', 'bought', 'apples', ',', 'pears', 'and', 'plums', '.')
    >>> [found] = coordinations(tree)
    >>> [" ".join(span.of(tree.words)) for span in found.conjuncts]
    ['apples', 'pears', 'plums']

    How likely that is right:

    >>> parser.confidences(tree)[found] > 0.8
    True

    The best few trees, the best first:

    >>> best, second = parser.n_best("She bought apples, pears and plums.", 2)
    >>> best.log_probability > second.log_probability
    True

    The tree around a known coordination, that of "bought" and "ate":

    >>> known = GivenCoordination([(2, 2), (4, 4)])
    >>> [found] = coordinations(parser.parse_around(["She", "bought", "and", "ate", "apples"], [known]))
    >>> found.conjuncts
    (Span(first=2, last=2), Span(first=4, last=4))

    Many sentences:

    >>> [len(coordinations(tree)) for tree in parser.parse_all(["I like tea.", "I like tea and buns."])]
    [0, 1]

    All that a model finds, whether it builds trees or coordinations alone:

    >>> parser.analyse("I like tea and buns.").coordinations[0].conjuncts
    (Span(first=3, last=3), Span(first=5, last=5))
    """

    network: Network
    beam: int | None = None
    batch_size: int = 256
    processes: Processes = ALONE
    directory: Path | None = None

    def __post_init__(self) -> None:
        if self.batch_size < 1:
            raise ValueError(f"the batch size must be at least 1, not {self.batch_size}")
        self.decoding  # noqa: B018  # a beam that cannot be is an error from the start

    @classmethod
    def load(cls, directory: str | Path, device: torch.device | str = "cpu") -> Parser:
        """The model in a directory; see also :func:`neural.models.loading.load`.

        Parameters
        ----------
        directory : str or Path
            The model directory.
        device : torch.device or str
            Where to compute.

        Raises
        ------
        CheckpointError
            There is no model, or it is broken.
        """
        return cls(load_model(Path(directory), device), directory=Path(directory))

    @cached_property
    def decoding(self) -> DecodingConfig:
        """How to search: as the model's options say, with the parser's own beam if it has one."""
        config = self.network.config
        if self.beam is not None:
            config = config.replace({"decoding.beam": self.beam})
            self.network.check(config)
        return config.decoding

    @cached_property
    def calibration(self) -> Calibration | None:
        """How confidences follow from the model's probabilities; None if nothing is known about it.

        Raises
        ------
        CheckpointError
            The file in the model directory is broken, or was made for other weights.
        """
        return None if self.directory is None else load_calibration(self.directory)

    def parse(self, sentence: Parsable, /) -> BubbleTree:
        """The tree of a sentence.

        Raises
        ------
        NoTreesError
            The model builds no trees.
        """
        [tree] = self.parse_all([sentence])
        return tree

    def parse_all(self, sentences: Iterable[Parsable], /) -> Iterator[BubbleTree]:
        """The tree of each sentence.

        Raises
        ------
        NoTreesError
            The model builds no trees.
        """
        return map(self._tree, self.analyse_all(sentences))

    def _tree(self, analysis: Analysis) -> BubbleTree:
        if analysis.tree is None:
            raise NoTreesError(self.network.config.method.kind)
        return analysis.tree

    def analyse(self, sentence: Parsable, /) -> Analysis:
        """All that the model finds in a sentence: coordinations, and a tree and dependencies if it builds them."""
        [analysis] = self.analyse_all([sentence])
        return analysis

    def analyse_all(self, sentences: Iterable[Parsable], /) -> Iterator[Analysis]:
        """All that the model finds in each sentence."""

        def work(encoded: Encoded, plain: Sequence[Sentence], _: Sequence[Known], beam: int) -> list[Analysis]:
            return self.network.analyse(encoded, plain, replace(self.decoding, beam=beam))

        return self._in_chunks(tasks_of(sentences, self.network.config.encoder.tags), self.decoding.beam, work)

    def n_best(self, sentence: Parsable, size: int, /) -> list[Candidate]:
        """The most probable trees of a sentence, different ones, the best first; there is at least one.

        The first is not always the tree of :meth:`parse`.  A beam is wider here.  Guided methods rank trees by two
        opinions, and :meth:`parse` compares two trees by them, this list more (docs/guide/confidence.md).

        Parameters
        ----------
        sentence : str, sequence of str, or Sentence
            What to parse.
        size : int
            How many trees at most.  There are fewer if the sentence has no more, or if rescoring makes some equal.
            The beam is at least as wide.  A sentence of more than :data:`neural.models.batches.SEARCHED` words has one.

        Raises
        ------
        NoHypothesesError
            The model's method has no alternatives to offer.
        ValueError
            The size is not at least 1.
        """
        [listed] = self.n_best_all([sentence], size)
        return listed

    def n_best_all(self, sentences: Iterable[Parsable], size: int, /) -> Iterator[list[Candidate]]:
        """The most probable trees of each sentence; see :meth:`n_best`."""
        expect(size, int, "the size of an n-best list")
        if size < 1:
            raise ValueError(f"the size of an n-best list must be at least 1, not {size}")
        network = bubble_parser(self.network)

        def work(encoded: Encoded, plain: Sequence[Sentence], _: Sequence[Known], beam: int) -> list[list[Candidate]]:
            return network.n_best(encoded, plain, min(size, beam), replace(self.decoding, beam=beam))

        return self._in_chunks(
            tasks_of(sentences, self.network.config.encoder.tags), max(size, self.decoding.beam), work
        )

    def parse_around(self, sentence: Parsable, coordinations: Known, /) -> BubbleTree:
        """The tree of a sentence whose coordinations are known: it has these and no others.

        Parameters
        ----------
        sentence : str, sequence of str, or Sentence
            What to parse.
        coordinations : sequence of Coordination or GivenCoordination
            The coordinations.  The tree keeps their categories.

        Raises
        ------
        NoHypothesesError
            The model's method builds no bubbles.
        GuidanceError
            No tree has these coordinations.
        """
        [tree] = self.parse_around_all([(sentence, coordinations)])
        return tree

    def parse_around_all(self, sentences: Iterable[tuple[Parsable, Known]], /) -> Iterator[BubbleTree]:
        """The tree of each sentence around its coordinations; see :meth:`parse_around`."""
        network = bubble_parser(self.network)

        def work(encoded: Encoded, plain: Sequence[Sentence], given: Sequence[Known], beam: int) -> list[BubbleTree]:
            named = [replace(one, categories=categories_of(listed)) for one, listed in zip(plain, given, strict=True)]
            return network.trees_around(encoded, named, given, replace(self.decoding, beam=beam))

        return self._in_chunks(tasks_around(sentences, self.network.config.encoder.tags), self.decoding.beam, work)

    def confidences(self, tree: BubbleTree, /) -> dict[TreeCoordination, float]:
        """How likely each coordination of a tree is right, from 0 to 1.

        Without a :attr:`calibration`, these are the model's own probabilities.  A model with two opinions, such as a
        ``guided-bubbles`` one, has a mean of both.

        Parameters
        ----------
        tree : BubbleTree
            What the model has made of a sentence, or any other tree with labels that it knows.

        Raises
        ------
        NoHypothesesError
            The model's method has no probabilities of coordinations.
        UnlearnableError
            The model could not have made this tree.
        CheckpointError
            The calibration is broken, or was made for other weights.
        """
        [found] = self.confidences_all([tree])
        return found

    def confidences_all(self, trees: Iterable[BubbleTree], /) -> Iterator[dict[TreeCoordination, float]]:
        """How likely each coordination of each tree is right; see :meth:`confidences`."""
        network, calibration = bubble_parser(self.network), self.calibration or Calibration()
        trees = map(checked_tree, several(trees, "trees"))
        return (
            {one.coordination: calibration(one.log_probabilities) for one in listed}
            for listed in estimates(network, trees, self.batch_size)
        )

    def steps(self, tree: BubbleTree, /) -> list[Step]:
        """What the model thinks of each step of the derivation of a tree: the probabilities of the allowed transitions.

        Neither the rescoring of boundaries nor the spans of a ``guided-bubbles`` model count here. So the best tree may
        have steps that the transitions alone would not make.

        Parameters
        ----------
        tree : BubbleTree
            What the model has made of a sentence, or any other tree with labels that it knows.

        Raises
        ------
        NoStepsError
            The model's method chooses no transitions.
        UnlearnableError
            The model could not have made this tree.
        """
        network = self.network
        if not isinstance(network, TransitionNetwork):
            method = network.config.method.kind
            raise NoStepsError(f"the model's method, {method}, chooses no transitions, so they have no probabilities")
        return steps_of(network, network.encoded([words_of(checked_tree(tree), network.config.encoder.tags)]), tree)

    def alternatives(self, tree: BubbleTree, size: int, /) -> dict[TreeCoordination, list[Alternative]]:
        """For each coordination of a tree, its most likely other readings, the likeliest first.

        They are those of the most probable trees of the sentence (:data:`neural.models.alternatives.LISTED`):
        coordinations with the same last coordinator and other conjuncts.  Their confidences are those of
        :meth:`confidences`, or lower: with that of the coordination itself, they make up 1 at most, since only one of
        these readings can be right.

        Parameters
        ----------
        tree : BubbleTree
            What the model has made of a sentence, or any other tree with labels that it knows.
        size : int
            How many readings at most, beside that of the tree.

        Raises
        ------
        NoHypothesesError
            The model's method has no alternatives to offer.
        ValueError
            The size is not at least 1.
        CheckpointError
            The calibration is broken, or was made for other weights.

        Examples
        --------
        >>> from neural.models.loading import load
        >>> parser = load()
        >>> tree = parser.parse("They serve hot coffee or tea and a bun.")
        >>> outer, inner = parser.alternatives(tree, 1)
        >>> [other] = parser.alternatives(tree, 1)[inner]
        >>> for one in inner, other.coordination:
        ...     print([" ".join(span.of(tree.words)) for span in one.conjuncts])
        ['coffee', 'tea']
        ['hot coffee', 'tea']
        """
        [found] = self.alternatives_all([tree], size)
        return found

    def alternatives_all(
        self, trees: Iterable[BubbleTree], size: int, /
    ) -> Iterator[dict[TreeCoordination, list[Alternative]]]:
        """The same for each tree; see :meth:`alternatives`."""
        expect(size, int, "the number of alternatives")
        if size < 1:
            raise ValueError(f"the number of alternatives must be at least 1, not {size}")
        bubble_parser(self.network)
        stream = map(checked_tree, several(trees, "trees"))
        return itertools.chain.from_iterable(
            other_readings(self, chunk, size)
            for chunk in iter(lambda: list(itertools.islice(stream, self.batch_size)), [])
        )

    def _in_chunks(self, tasks: Iterator[Task], beam: int, work: Work[T]) -> Iterator[T]:
        return in_chunks(
            tasks, work, network=self.network, beam=beam, batch_size=self.batch_size, processes=self.processes
        )
