"""Parts of speech: a layer that finds them, and sentences that get those that they lack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bubbletree import Row, Sentence
from neural.data.vocabulary import ROOT_ENTRY, UNKNOWN, Vocabulary
from neural.data.words import NO_TAG, Words
from neural.encoders.interface import Encoded

Column = Literal["none", "upos", "xpos", "both"]
"""What is tagged: one of two columns, or both together."""


class Tagger(nn.Linear):
    """A layer that finds the tag of each word.

    Parameters
    ----------
    size : int
        The size of a token's vector.
    vocabulary : Vocabulary
        The tags; if they are pairs (:func:`neural.data.words.pair`), both columns are found.
    column : {"upos", "xpos", "both"}
        What they are tags of.
    """

    def __init__(self, size: int, vocabulary: Vocabulary, column: Column) -> None:
        super().__init__(size, len(vocabulary.tags))
        self.column = column
        self._names = vocabulary.tags
        # Words without a tag teach nothing.
        self._numbers = {**vocabulary.tag_number, NO_TAG: UNKNOWN}

    def loss(self, encoded: Encoded, sentences: Sequence[Words]) -> tuple[Tensor, int]:
        """The negative log-likelihood of the tags of some sentences' words, and how many words have one."""
        # RT has no tag, and neither have words whose line has none.
        numbers = [
            number for one in sentences for number in (UNKNOWN, *(self._numbers.get(tag, UNKNOWN) for tag in one.tags))
        ]
        scores = self(encoded.tokens)
        right = torch.tensor(numbers, device=scores.device)
        total = F.cross_entropy(scores, right, ignore_index=UNKNOWN, reduction="sum")
        return total, sum(number != UNKNOWN for number in numbers)

    @torch.no_grad()
    def filled(self, encoded: Encoded, sentences: Sequence[Sentence]) -> list[Sentence]:
        """The sentences, with tags for the words that lack them in these columns; other tags stay."""
        scores = self(encoded.tokens)
        scores[:, [UNKNOWN, ROOT_ENTRY]] = -torch.inf
        if NO_TAG in self._names:
            scores[:, self._names.index(NO_TAG)] = -torch.inf
        best = iter(scores.argmax(dim=1).tolist())
        result = []
        for sentence, length in zip(sentences, encoded.lengths, strict=True):
            next(best)  # RT
            result.append(_filled(sentence, [self._columns(self._names[next(best)]) for _ in range(length)]))
        return result

    def _columns(self, tag: str) -> tuple[str, str]:
        """UPOS and XPOS of a tag; ``_`` for the column that it says nothing about."""
        if self.column == "both":
            upos, _, xpos = tag.partition(" ")
            return upos, xpos
        return (tag, NO_TAG) if self.column == "upos" else (NO_TAG, tag)


def _filled(sentence: Sentence, tags: Sequence[tuple[str, str]]) -> Sentence:
    if all(NO_TAG not in (row.upos, row.xpos) for row in sentence.word_rows):
        return sentence
    found = iter(tags)
    return replace(sentence, rows=tuple(_with(row, *next(found)) if row.is_word else row for row in sentence.rows))


def _with(row: Row, upos: str, xpos: str) -> Row:
    return replace(row, upos=upos if row.upos == NO_TAG else row.upos, xpos=xpos if row.xpos == NO_TAG else row.xpos)
