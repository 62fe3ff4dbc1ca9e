"""N parser configurations as tensors.

Row i of every tensor belongs to sentence i, or to a hypothesis about one of the sentences.  An *item* is a bubble
on stack or buffer, numbered within its row exactly as in :class:`bubbletree.Configuration`: 0 is RT, 1..n are the
words, n+1, n+2, ... the bubbles in the order of their opening, of which there are at most n - 1.  So 2n numbers are
enough for a row, and ``width`` = 2 max(n) of them (at least 1) for the batch.

One more number, :attr:`Batch.empty` = ``width``, stands for "no item".  It lies below the stack and behind the
buffer, so that s1, s2, s3 and b1 can always be looked up.  A row that has nothing to write writes to it.  Tables by
item therefore have ``width + 1`` columns.

Entries above the top of the stack, or before the front of the buffer, are left over from earlier steps and mean
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import torch
from torch import Tensor

from bubbletree import Arc, BubbleTree, Sentence
from neural.batched.rules import B1, NO_KIND

DEPTH = B1
"""How many items of the stack can be looked up: s1, s2, s3."""


@dataclass(frozen=True, slots=True)
class Batch:
    """N configurations, whose tensors :func:`neural.batched.transitions.apply_` changes in place.

    All tensors hold int64, except for ``is_open``, which holds truth values.

    Attributes
    ----------
    lengths : Tensor, [N]
        The number of words of each sentence.
    stack : Tensor, [N, DEPTH + max(n) + 1]
        Items, bottom first, after DEPTH times ``empty``: s1 is in column ``stack_size + DEPTH - 1``.
    buffer : Tensor, [N, 1 + max(n) + 1]
        Items, last first, after one ``empty``: b1 is in column ``buffer_size``.
    sizes : Tensor, [N, 3]
        How many items are on the stack, how many in the buffer, and how many bubbles were opened.
    is_open : Tensor, [N, width + 1]
        Whether an item is an open bubble.
    content, projection : Tensor, [N, 2, width + 1]
        First and last token of each item's phi, and of its psi.
    heads, labels : Tensor, [N, width + 1]
        Governor of each item, and number of the arc's label; -1 where there is none yet.  Column ``empty`` means
        nothing.
    last : Tensor, [N]
        The number of the last transition; NO_KIND at the start.
    """

    lengths: Tensor
    stack: Tensor
    buffer: Tensor
    sizes: Tensor
    is_open: Tensor
    content: Tensor
    projection: Tensor
    heads: Tensor
    labels: Tensor
    last: Tensor

    @property
    def empty(self) -> int:
        """The item number that stands for "no item"."""
        return self.heads.size(1) - 1

    @property
    def stack_size(self) -> Tensor:
        """The number of items on each stack, [N]."""
        return self.sizes[:, 0]

    @property
    def buffer_size(self) -> Tensor:
        """The number of items in each buffer, [N]."""
        return self.sizes[:, 1]

    @property
    def opened(self) -> Tensor:
        """The number of bubbles opened in each row, [N]."""
        return self.sizes[:, 2]

    @property
    def next_bubble(self) -> Tensor:
        """The number of the bubble that BubbleOpen would make in each row, [N]."""
        return self.lengths + 1 + self.opened

    @property
    def finished(self) -> Tensor:
        """Whether each row is terminal, [N]."""
        return (self.stack_size == 1) & (self.buffer_size == 0)

    def slots(self) -> Tensor:
        """The items s3, s2, s1, b1 of each row, ``empty`` where there is none, [N, 4]."""
        top = self.sizes[:, :1] + torch.arange(DEPTH, device=self.lengths.device)
        front = self.buffer.gather(1, self.sizes[:, 1:2])
        return torch.cat([self.stack.gather(1, top), front], dim=1)

    def select(self, rows: Tensor) -> Batch:
        """Copies of the rows with these numbers, [M], in this order; a number may occur several times."""
        return Batch(**{entry.name: getattr(self, entry.name).index_select(0, rows) for entry in fields(self)})


def initial(lengths: Sequence[int], device: torch.device | str = "cpu") -> Batch:
    """The initial configurations of sentences with the given numbers of words.

    Examples
    --------
    >>> initial([2, 1]).slots()[:, 2:]  # s1 is RT and b1 the first word
    tensor([[0, 1],
            [0, 1]])
    """
    words = torch.tensor(lengths, dtype=torch.int64, device=device)
    rows, longest = len(lengths), max(lengths, default=0)
    empty = max(2 * longest, 1)
    items = torch.arange(empty + 1, device=device).expand(rows, -1)
    unset = torch.full((rows, empty + 1), -1, device=device)
    stack = torch.full((rows, DEPTH + longest + 1), empty, device=device)
    stack[:, DEPTH] = 0
    buffer = torch.full((rows, longest + 2), empty, device=device)
    place = torch.arange(1, longest + 1, device=device)
    buffer[:, 1:-1] = (words.unsqueeze(1) + 1 - place).clamp(min=0)
    spans = items.unsqueeze(1).repeat(1, 2, 1)
    return Batch(
        lengths=words,
        stack=stack,
        buffer=buffer,
        sizes=torch.stack([torch.ones_like(words), words, torch.zeros_like(words)], dim=1),
        is_open=torch.zeros_like(unset, dtype=torch.bool),
        content=spans,
        projection=spans.clone(),
        heads=unset,
        labels=unset.clone(),
        last=torch.full_like(words, NO_KIND),
    )


def trees(
    batch: Batch,
    sentences: Sequence[tuple[Sequence[str], Sentence | None]],
    labels: Sequence[str],
) -> list[BubbleTree]:
    """The bubble trees of finished rows.

    Parameters
    ----------
    batch : Batch
        Terminal configurations.
    sentences : sequence of pairs
        The words of each row, and the annotation that its tree will carry.
    labels : sequence of str
        The labels by number.

    Raises
    ------
    ValueError
        Some row is not terminal.
    """
    if not bool(batch.finished.all()):
        raise ValueError("some rows are not terminal: only complete derivations yield trees")
    result = []
    rows = zip(
        sentences,
        batch.opened.tolist(),
        batch.content.tolist(),
        batch.heads.tolist(),
        batch.labels.tolist(),
        strict=True,
    )
    for (words, sentence), opened, (first, last), heads, names in rows:
        own = slice(len(words) + 1 + opened)
        result.append(tree(words, sentence, first[own], last[own], heads[own], [labels[name] for name in names[own]]))
    return result


def tree(
    words: Sequence[str],
    sentence: Sentence | None,
    first: Sequence[int],
    last: Sequence[int],
    heads: Sequence[int],
    labels: Sequence[str],
) -> BubbleTree:
    """The tree whose bubbles have these first and last tokens, governors and labels; those of RT mean nothing."""
    contents = [range(start, end + 1) for start, end in zip(first, last, strict=True)]
    arcs = [Arc(heads[bubble], labels[bubble], bubble) for bubble in range(1, len(contents))]
    return BubbleTree(words, contents, arcs, sentence)
