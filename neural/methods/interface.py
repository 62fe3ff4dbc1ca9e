"""The interface that training, evaluation and parsing use, the same for all methods.

A way to parse is one file that subclasses :class:`TrainableNetwork`.  It says what a gold sentence teaches, how wrong
the network is about it, and what the network finds in a sentence.
"""

from __future__ import annotations

import itertools
import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

import torch
from torch import Tensor, nn

from bubbletree import BubbleTree, BubbletreeError, Coordination, Sentence
from bubbletree.convert import Punctuation, to_ud
from neural.config import Config, ConfigError, DecodingConfig
from neural.data.batching import MAX_TOKENS, by_size
from neural.data.gold import GoldSentence
from neural.data.vocabulary import Vocabulary
from neural.data.words import Words
from neural.encoders.interface import Encoded, Encoder, Inputs
from neural.methods.tagging import Tagger


class LongSentenceWarning(UserWarning):
    """A sentence is too long for all that a network does."""


def warn_of(sentence: Sentence, consequence: str) -> None:
    """Warn that a sentence is too long, and say what follows from that."""
    words = sentence.words
    name = f"sentence {sentence.sent_id}" if sentence.sent_id else f"the sentence that begins {' '.join(words[:5])!r}"
    warnings.warn(LongSentenceWarning(f"{name} is too long, with {len(words):,} words: {consequence}"), stacklevel=2)


class UnlearnableError(BubbletreeError):
    """A gold sentence has nothing that the network could learn from.

    Attributes
    ----------
    reason : str
        Why, in words that are the same for all sentences of the kind.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Target(Protocol):
    """What a network learns from a sentence, given its words."""

    def digest(self) -> bytes:
        """Bytes that differ between different targets."""


TargetT = TypeVar("TargetT", bound=Target)


class Term(NamedTuple):
    """One kind of decision that a network is trained for, as made for some sentences.

    Attributes
    ----------
    total : Tensor, scalar
        The negative log-likelihoods of the right decisions, added up.
    decisions : int
        How many there were; there may be none.
    """

    total: Tensor
    decisions: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a network finds in a sentence.

    Attributes
    ----------
    coordinations : sequence of Coordination
        The coordinations found.
    tree : BubbleTree or None
        The bubble tree with these coordinations, and with its sentence; None if the network builds none.
    dependencies : Sentence or None
        The sentence with the heads and relations found; None if :meth:`ud` reads them off the bubble tree.
    """

    coordinations: Sequence[Coordination]
    tree: BubbleTree | None = None
    dependencies: Sentence | None = None

    def ud(self, punctuation: Punctuation = Punctuation.FOLLOWING) -> Sentence | None:
        """The sentence with heads and relations; None if there are none.

        Parameters
        ----------
        punctuation : Punctuation
            The convention for punctuation between conjuncts, if they come from the bubble tree.
        """
        if self.dependencies is not None or self.tree is None:
            return self.dependencies
        return to_ud(self.tree, punctuation)


class Network(nn.Module, ABC):
    """The weights of a parser, and how they parse.

    The class attributes say what the method can do.

    Parameters
    ----------
    config : Config
        The options.
    vocabulary : Vocabulary
        What the numbers in its input and output mean.
    encoder : Encoder
        What reads the sentences.
    """

    finds_dependencies: ClassVar[bool] = True
    """Whether its analyses have heads and relations."""
    searches: ClassVar[bool] = False
    """Whether it searches derivations, so that there can be a beam."""

    def __init__(self, config: Config, vocabulary: Vocabulary, encoder: Encoder) -> None:
        super().__init__()
        self.config = config
        self.vocabulary = vocabulary
        self.encoder = encoder
        column = config.training.tags
        self.tagger = None if column == "none" else Tagger(encoder.size, vocabulary, column)

    @classmethod
    def check(cls, config: Config) -> None:
        """Raise ConfigError if the options do not suit this method; called before anything is read."""
        if config.decoding.beam > 1 and not cls.searches:
            reason = f"only methods that choose transitions have a beam, not {config.method.kind}"
            raise ConfigError("decoding.beam", reason)

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return next(self.parameters()).device

    def read(self, sentences: Sequence[Words]) -> Inputs:
        """Sentences as numbers, on the device of the weights."""
        return self.encoder.read(sentences).to(self.device)

    def encode(self, inputs: Inputs) -> Encoded:
        """Sentences as vectors, all at once."""
        return Encoded(inputs.lengths, self.encoder(inputs))

    def encoded(self, sentences: Sequence[Words]) -> Encoded:
        """Sentences as vectors, a few at a time, whatever their number; no gradients.

        Few at a time, what is computed stays in the cache of a CPU, and little is padded (docs/results/speed.md).
        """
        cells = self.encoder.cells_on_cpu if self.device.type == "cpu" else MAX_TOKENS
        groups = by_size(self.encoder.sizes(sentences), cells)
        with torch.no_grad():
            parts = [self.encode(self.read([sentences[place] for place in group])) for group in groups]
        return Encoded.joined(parts, list(itertools.chain.from_iterable(groups)))

    def require(self, words: Sequence[str], labels: Iterable[str], root_children: int) -> None:
        """Raise UnlearnableError unless a tree has words, known labels, and one child of RT if the options say so."""
        if not words:
            raise UnlearnableError("there are no words")
        for label in labels:
            if label not in self.vocabulary.label_number:
                raise UnlearnableError(f"the model does not know the label {label!r}")
        if self.config.decoding.single_root and root_children != 1:
            raise UnlearnableError("RT has several children")

    @abstractmethod
    def analyse(self, encoded: Encoded, sentences: Sequence[Sentence], decoding: DecodingConfig) -> list[Analysis]:
        """What the network finds in some sentences.

        Parameters
        ----------
        encoded : Encoded
            What it knows of the sentences.
        sentences : sequence of Sentence
            The sentences, which go into the analyses.  Heads and relations in them are gold: not to be looked at.
        decoding : DecodingConfig
            How to search.
        """


class TrainableNetwork(Network, Generic[TargetT]):
    """A network, and how it learns: from targets of some type, one for each sentence."""

    @staticmethod
    @abstractmethod
    def labels_of(gold: GoldSentence) -> Iterable[str]:
        """The labels of arcs that a gold sentence can teach."""

    @abstractmethod
    def target(self, gold: GoldSentence) -> TargetT:
        """What the network can learn from a gold sentence.

        Raises
        ------
        UnlearnableError
            There is nothing.
        """

    @abstractmethod
    def target_losses(self, encoded: Encoded, targets: Sequence[TargetT]) -> list[Term]:
        """How wrong the network is about the targets of some sentences, by kind of decision; always the same kinds.

        Parameters
        ----------
        encoded : Encoded
            The sentences.
        targets : sequence of TargetT
            What :meth:`target` returned for them.
        """

    def losses(self, sentences: Sequence[Words], targets: Sequence[TargetT]) -> list[Term]:
        """How wrong the network is about some sentences, by kind of decision; always the same kinds.

        Training minimises the sum of all totals, divided by the number of decisions of the most frequent kind.

        Parameters
        ----------
        sentences : sequence of Words
            The sentences, with the tags to be learned if there are any.
        targets : sequence of TargetT
            What :meth:`target` returned for them.
        """
        encoded = self.encode(self.read(sentences))
        terms = self.target_losses(encoded, targets)
        return terms if self.tagger is None else [*terms, Term(*self.tagger.loss(encoded, sentences))]
