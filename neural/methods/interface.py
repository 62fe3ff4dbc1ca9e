"""What training, evaluation and parsing ask of a network, whatever its way to parse.

A way to parse is one file of :mod:`neural.methods`: it subclasses :class:`Network`, and says what is to be
learned from a gold sentence, how wrong the network is about it, and what the network makes of sentences.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Protocol

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bubbletree import BubbleTree, BubbletreeError, Coordination, Sentence
from bubbletree.convert import Punctuation, to_ud
from neural.config import Config, DecodingConfig
from neural.data.gold import GoldSentence
from neural.data.vocabulary import UNKNOWN, Vocabulary
from neural.data.words import NO_TAG, Words
from neural.encoders.interface import Encoder, Inputs


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
    """What is to be learned from a sentence, beside its words."""

    def digest(self) -> bytes:
        """What tells it from other targets."""


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
    """What a network makes of a sentence.

    Attributes
    ----------
    coordinations : sequence of Coordination
        The coordinations found.
    tree : BubbleTree or None
        The bubble tree that they stand in, with its sentence; None if the network builds none.
    dependencies : Sentence or None
        The sentence with the heads and relations found, where these were not read off the bubble tree.
    """

    coordinations: Sequence[Coordination]
    tree: BubbleTree | None = None
    dependencies: Sentence | None = None

    def ud(self, punctuation: Punctuation = Punctuation.FOLLOWING) -> Sentence | None:
        """The sentence with heads and relations; None if there are none.

        Parameters
        ----------
        punctuation : Punctuation
            The custom for punctuation between conjuncts, where they are read off the bubble tree.
        """
        if self.dependencies is not None or self.tree is None:
            return self.dependencies
        return to_ud(self.tree, punctuation)


class Network(nn.Module, ABC):
    """The weights of a parser, and how they are used.

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

    def __init__(self, config: Config, vocabulary: Vocabulary, encoder: Encoder) -> None:
        super().__init__()
        self.config = config
        self.vocabulary = vocabulary
        self.encoder = encoder
        self.tagger = None if config.training.tags == "none" else nn.Linear(encoder.size, len(vocabulary.tags))

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return next(self.parameters()).device

    def read(self, sentences: Sequence[Words]) -> Inputs:
        """Sentences as the encoder wants them, on the device of the weights."""
        return self.encoder.read(sentences).to(self.device)

    def tokens(self, inputs: Inputs) -> Tensor:
        """The encoder's vectors of all tokens, [M, D]."""
        vectors: Tensor = self.encoder(inputs)
        return vectors

    def require(self, words: Sequence[str], labels: Iterable[str], root_children: int) -> None:
        """Raise UnlearnableError unless a tree has words, known labels, and one child of RT if the options say so."""
        if not words:
            raise UnlearnableError("there are no words")
        for label in labels:
            if label not in self.vocabulary.label_number:
                raise UnlearnableError(f"the model does not know the label {label!r}")
        if self.config.decoding.single_root and root_children != 1:
            raise UnlearnableError("RT has several children")

    @staticmethod
    @abstractmethod
    def labels_of(gold: GoldSentence) -> Iterable[str]:
        """The labels of arcs that a gold sentence can teach."""

    @abstractmethod
    def target(self, gold: GoldSentence) -> Target:
        """What is to be learned from a gold sentence.

        Raises
        ------
        UnlearnableError
            Nothing can be.
        """

    def losses(self, sentences: Sequence[Words], targets: Sequence[Target]) -> list[Term]:
        """How wrong the network is about some sentences, by kind of decision; always the same kinds.

        Training minimises the sum of all totals, divided by the number of decisions of the most frequent kind.

        Parameters
        ----------
        sentences : sequence of Words
            The sentences, with the tags to be learned if there are any.
        targets : sequence of Target
            What :meth:`target` returned for them.
        """
        inputs = self.read(sentences)
        tokens = self.tokens(inputs)
        terms = self.target_losses(inputs, tokens, targets)
        return terms if self.tagger is None else [*terms, self._tag_loss(self.tagger(tokens), sentences)]

    @abstractmethod
    def target_losses(self, inputs: Inputs, tokens: Tensor, targets: Sequence[Target]) -> list[Term]:
        """How wrong the network is about the targets of some sentences, by kind of decision; always the same kinds.

        Parameters
        ----------
        inputs : Inputs
            The sentences.
        tokens : Tensor, [M, D]
            The encoder's vectors of their tokens.
        targets : sequence of Target
            What :meth:`target` returned for them.
        """

    def _tag_loss(self, scores: Tensor, sentences: Sequence[Words]) -> Term:
        """The loss of the tags of some sentences' words, given the scores of all tags for all tokens, [M, tags]."""
        known = {**self.vocabulary.tag_number, NO_TAG: UNKNOWN}
        # RT has no tag, and neither have words whose line has none.
        numbers = [number for one in sentences for number in (UNKNOWN, *(known.get(tag, UNKNOWN) for tag in one.tags))]
        right = torch.tensor(numbers, device=scores.device)
        total = F.cross_entropy(scores, right, ignore_index=UNKNOWN, reduction="sum")
        return Term(total, sum(number != UNKNOWN for number in numbers))

    @abstractmethod
    def analyse(
        self, words: Sequence[Words], sentences: Sequence[Sentence], decoding: DecodingConfig
    ) -> list[Analysis]:
        """What the network makes of some sentences.

        Parameters
        ----------
        words : sequence of Words
            What it may look at.
        sentences : sequence of Sentence
            The sentences, for what is to be kept of their annotation.
        decoding : DecodingConfig
            How to search.
        """
