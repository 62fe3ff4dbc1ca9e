"""Parser configurations of Bubble-Hybrid as immutable values (Shi & Lee 2021, section 3.1).

The paper's configuration is (sigma, beta, V, B, phi, A, O): a stack and a buffer of bubbles, the
partial bubble tree, and the set of open bubbles.  Here

* bubbles 0..n are the singletons of RT and the words, and bubble n+1, n+2, ... are the ones that
  BubbleOpen made, in that order;
* stack and buffer are linked lists whose tails are shared between configurations, so a transition
  costs constant time and no configuration ever changes;
* contents and projections are kept as spans.  This loses nothing: the items of stack and buffer,
  read from the bottom of the stack to the end of the buffer, always cover RT and the words once, in
  order, each item a run of consecutive tokens, because every transition joins neighbours only.

The tests compare this with the paper's own definition on explicit sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

from bubbletree.errors import BubbletreeError
from bubbletree.span import Span
from bubbletree.tree import ROOT, Arc, BubbleTree

T = TypeVar("T")


class TransitionKind(Enum):
    """The six transitions of Table 1, in the order used wherever they are numbered."""

    SHIFT = "Shift"
    LEFT_ARC = "LeftArc"
    RIGHT_ARC = "RightArc"
    BUBBLE_OPEN = "BubbleOpen"
    BUBBLE_ATTACH = "BubbleAttach"
    BUBBLE_CLOSE = "BubbleClose"

    @property
    def takes_label(self) -> bool:
        """Whether the transition adds an arc and therefore needs a label."""
        return self not in (TransitionKind.SHIFT, TransitionKind.BUBBLE_CLOSE)


class IncompleteDerivationError(BubbletreeError, ValueError):
    """A configuration that is not terminal was asked for its tree.

    Attributes
    ----------
    configuration : Configuration
        The configuration in question.
    """

    def __init__(self, configuration: Configuration) -> None:
        super().__init__(
            f"the derivation is incomplete: {len(configuration.stack)} bubbles are on the stack and "
            f"{len(configuration.buffer)} in the buffer, where a terminal configuration has RT alone"
        )
        self.configuration = configuration


class Item(NamedTuple):
    """A bubble on the stack or in the buffer."""

    bubble: int
    content: Span
    """phi: what the bubble contains."""
    projection: Span
    """psi: what the bubble and everything below it cover."""
    is_open: bool = False


class Cell(NamedTuple, Generic[T]):
    """The head of a linked list and the rest of it; the empty list is None."""

    value: T
    rest: Cell[T] | None
    size: int


def push(value: T, rest: Cell[T] | None) -> Cell[T]:
    """The list with ``value`` in front."""
    return Cell(value, rest, 1 if rest is None else rest.size + 1)


def cells(chain: Cell[T] | None) -> Iterator[T]:
    """The values of a linked list from the front."""
    while chain is not None:
        yield chain.value
        chain = chain.rest


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Configuration:
    """A parser configuration; make the first one with :meth:`initial`, the next with ``apply``.

    Examples
    --------
    >>> c = Configuration.initial(["tea", "please"])
    >>> c.stack, c.buffer, c.open, c.is_terminal
    ((0,), (1, 2), frozenset(), False)
    """

    words: tuple[str, ...]
    stack_items: Cell[Item] | None = field(repr=False)
    buffer_items: Cell[Item] | None = field(repr=False)
    arcs_so_far: Cell[Arc] | None = field(default=None, repr=False)
    closed: Cell[Item] | None = field(default=None, repr=False)
    """The bubbles closed so far, the newest first."""
    opened: int = 0
    """How many bubbles BubbleOpen has made."""
    last: TransitionKind | None = None
    """The transition that led here; the normal form needs no more memory than this."""

    @classmethod
    def initial(cls, words: Iterable[str]) -> Configuration:
        """The initial configuration: RT on the stack, the words in the buffer."""
        sentence = BubbleTree(words, (), ()).words
        buffer: Cell[Item] | None = None
        for token in range(len(sentence), ROOT, -1):
            buffer = push(Item(token, Span(token, token), Span(token, token)), buffer)
        root = Span(ROOT, ROOT)
        return cls(sentence, push(Item(ROOT, root, root), None), buffer)

    @property
    def stack(self) -> tuple[int, ...]:
        """The bubbles on the stack, bottom first: ``stack[-1]`` is s1."""
        return tuple(item.bubble for item in cells(self.stack_items))[::-1]

    @property
    def buffer(self) -> tuple[int, ...]:
        """The bubbles in the buffer, front first: ``buffer[0]`` is b1."""
        return tuple(item.bubble for item in cells(self.buffer_items))

    @property
    def open(self) -> frozenset[int]:
        """The open bubbles, O.  Open bubbles are always on the stack."""
        return frozenset(item.bubble for item in cells(self.stack_items) if item.is_open)

    @property
    def arcs(self) -> tuple[Arc, ...]:
        """The arcs added so far, A, oldest first."""
        return tuple(cells(self.arcs_so_far))[::-1]

    @property
    def contents(self) -> tuple[frozenset[int], ...]:
        """phi so far, by bubble number."""
        spans = {item.bubble: item.content for item in cells(self.closed)}
        spans.update((item.bubble, item.content) for item in cells(self.stack_items))
        n = len(self.words)
        singletons = tuple(frozenset((token,)) for token in range(n + 1))
        made = range(n + 1, n + 1 + self.opened)
        return singletons + tuple(frozenset(range(spans[b].first, spans[b].last + 1)) for b in made)

    def stack_item(self, depth: int) -> Item | None:
        """The item s_depth, counting from s1 at the top; None if the stack is not that deep."""
        return _nth(self.stack_items, depth)

    def buffer_item(self, depth: int) -> Item | None:
        """The item b_depth, counting from b1 at the front; None if there is none."""
        return _nth(self.buffer_items, depth)

    @property
    def stack_size(self) -> int:
        """The number of items on the stack."""
        return 0 if self.stack_items is None else self.stack_items.size

    @property
    def buffer_size(self) -> int:
        """The number of items in the buffer."""
        return 0 if self.buffer_items is None else self.buffer_items.size

    @property
    def is_terminal(self) -> bool:
        """Whether the stack holds RT alone and the buffer is empty."""
        return self.buffer_items is None and self.stack_size == 1

    def tree(self) -> BubbleTree:
        """The bubble tree derived.

        Raises
        ------
        IncompleteDerivationError
            The configuration is not terminal.
        """
        if not self.is_terminal:
            raise IncompleteDerivationError(self)
        return BubbleTree(self.words, self.contents, self.arcs)

    def _parts(self) -> tuple[object, ...]:
        return (
            self.words,
            tuple(cells(self.stack_items)),
            tuple(cells(self.buffer_items)),
            self.arcs,
            tuple(cells(self.closed)),
            self.last,
        )

    # Comparing, copying or pickling linked lists cell by cell would recurse as deep as they are long.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Configuration):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, self._parts()

    def __repr__(self) -> str:
        stack = " ".join(self._text(item) for item in reversed(list(cells(self.stack_items))))
        buffer = " ".join(self._text(item) for item in cells(self.buffer_items))
        return f"<Configuration [{stack}] [{buffer}]>"

    def _text(self, item: Item) -> str:
        if item.bubble == ROOT:
            return "RT"
        words = " ".join(item.content.of(self.words))
        if item.bubble <= len(self.words):
            return words
        return f"({words} ..." if item.is_open else f"({words})"


def _nth(chain: Cell[Item] | None, depth: int) -> Item | None:
    for _ in range(depth - 1):
        if chain is None:
            return None
        chain = chain.rest
    return None if chain is None else chain.value


def _chain(values: Sequence[T]) -> Cell[T] | None:
    """The linked list of the values, the first in front."""
    chain: Cell[T] | None = None
    for value in reversed(values):
        chain = push(value, chain)
    return chain


def _restored(
    words: tuple[str, ...],
    stack: tuple[Item, ...],
    buffer: tuple[Item, ...],
    arcs: tuple[Arc, ...],
    closed: tuple[Item, ...],
    last: TransitionKind | None,
) -> Configuration:
    """The configuration with the given parts."""
    opened = len(closed) + sum(item.is_open for item in stack)
    return Configuration(words, _chain(stack), _chain(buffer), _chain(arcs[::-1]), _chain(closed), opened, last)
