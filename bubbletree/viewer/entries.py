"""The sentences of a page, each with its trees and, where there is one, the analysis to compare it with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bubbletree._arguments import expect
from bubbletree.comparison import passages
from bubbletree.tree import BubbleTree


@dataclass(frozen=True, slots=True)
class Entry:
    """A sentence of a page.

    Attributes
    ----------
    sent_id : str or None
        Its id.
    trees : tuple of BubbleTree
        Its tree. There are several where one sentence of the other analysis has the same text, and none where the
        sentence could not be read, or where only the other analysis has it.
    problem : str or None
        What is wrong with a sentence that has no tree. One without a problem may still have a tree that is not
        well-formed; the page says what is wrong with it.
    gold : tuple of BubbleTree, or None
        The other analysis of the same text; empty if it has no such sentence. None if there is no other analysis.
    notes : tuple of str
        What was changed to make the tree.
    """

    sent_id: str | None
    trees: tuple[BubbleTree, ...]
    problem: str | None = None
    gold: tuple[BubbleTree, ...] | None = None
    notes: tuple[str, ...] = ()


def entry(tree: BubbleTree, problem: str | None = None, notes: Iterable[str] = ()) -> Entry:
    """A sentence with one tree, well-formed or not.

    Parameters
    ----------
    tree : BubbleTree
        The tree, well-formed or not.
    problem : str, optional
        Why there is no better tree.
    notes : iterable of str
        What was changed to make the tree.

    Examples
    --------
    >>> from bubbletree import parse_brackets
    >>> entry(parse_brackets("[tea cc=or milk]")).gold is None
    True
    """
    expect(tree, BubbleTree, "a BubbleTree")
    return Entry(tree.sentence.sent_id if tree.sentence is not None else None, (tree,), problem, notes=tuple(notes))


def compared(entries: Iterable[Entry], gold: Iterable[Entry]) -> Iterator[Entry]:
    """The sentences of one analysis, each with those of another that have the same text.

    Sentences that could not be read come last. So do those that only the other analysis has: they have
    ``gold``, and no tree.

    Parameters
    ----------
    entries, gold : iterable of Entry
        The two analyses, each sentence with at most one tree.

    Examples
    --------
    >>> from bubbletree import parse_brackets
    >>> tree = parse_brackets("[tea cc=or milk]")
    >>> [found] = compared([entry(tree)], [entry(tree)])
    >>> found.gold == (tree,)
    True
    """
    unread: list[Entry] = []

    def readable(side: Iterable[Entry], *, is_kept: bool) -> Iterator[Entry]:
        for one in side:
            if one.trees:
                yield one
            elif is_kept:
                unread.append(replace(one, gold=()))

    alone: list[Entry] = []
    for passage in passages(readable(entries, is_kept=True), readable(gold, is_kept=False), lambda one: one.trees[0]):
        trees = tuple(one.trees[0] for one in passage.left)
        others = tuple(one.trees[0] for one in passage.right)
        names = [one.sent_id for one in passage.left or passage.right if one.sent_id is not None]
        problem = next((one.problem for one in passage.left if one.problem is not None), None)
        notes = tuple(note for one in passage.left for note in one.notes)
        made = Entry(" + ".join(names) or None, trees, problem, others, notes)
        if trees:
            yield made
        else:
            alone.append(made)
    yield from unread
    yield from alone
