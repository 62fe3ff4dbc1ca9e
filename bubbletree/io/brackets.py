"""Bracket notation: projective bubble trees as text that people can write and read.

The notation marks what a tree adds to its words, and nothing else.  Words stand in sentence order::

    nsubj=I prefer obj=[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)]

* A **word** is written as it is, with ``/UPOS`` after it if its part of speech is known
  (``tea/NOUN``).
* ``label=`` before an item says by which relation it depends on its head.
* ``( )`` is a phrase: a head, the one item without a label, and the head's dependents.  A phrase
  that is only a word or a bubble needs no parentheses.
* ``[ ]`` is a bubble.  It has no head; an item without a label is a conjunct (``conj``).
* The items outside all brackets form a phrase whose head is the ``root`` child of RT. If every item there has a label,
  they are all children of RT. So trees in which RT has several children can be written too.
* A word, label or tag that contains a blank, a bracket, ``"``, ``/``, ``=``, ``#`` or a backslash,
  or is empty, is written as a JSON string: ``punct="("/PUNCT``. A sentence without words is ``()``.

All projective bubble trees (Shi & Lee 2021, section 2.2) can be written, and nothing else. In a file, a tree may take
several lines, and a blank line ends it. Lines directly before it that begin with ``#`` are its comments, as in CoNLL-U.
Comments before a blank line are about the file, and are skipped.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from bubbletree._arguments import expect, several
from bubbletree.io.atomic import Target, encodable, open_target
from bubbletree.io.bracket_reader import Reader
from bubbletree.io.bracket_writer import written
from bubbletree.io.lines import Source, only_tree, source_name, text_lines
from bubbletree.io.scan import Block, Scanned, blocks, scan, values
from bubbletree.tree import BubbleTree
from bubbletree.validation import validate


def format_brackets(tree: BubbleTree) -> str:
    """A tree in bracket notation, on one line, without its comments, which :func:`write_brackets` writes.

    Parameters
    ----------
    tree : BubbleTree
        A projective tree.

    Raises
    ------
    InvalidTreeError
        The tree is not well-formed or not projective: the notation cannot express it.

    Examples
    --------
    >>> tree = BubbleTree(
    ...     ["hot", "tea", "or", "coffee"],
    ...     [{0}, {1}, {2}, {3}, {4}, {2, 3, 4}],
    ...     [(0, "root", 5), (5, "amod", 1), (5, "conj", 2), (5, "cc", 3), (5, "conj", 4)],
    ... )
    >>> format_brackets(tree)
    'amod=hot [tea cc=or coffee]'
    """
    validate(tree).raise_for_violations()
    if not tree.words:
        return "()"
    return written(tree)


def parse_brackets(text: str) -> BubbleTree:
    """The tree that a text in bracket notation describes; there may be comment lines before it.

    If any word has a part of speech, or there are comments, the tree's ``sentence`` holds them.

    Parameters
    ----------
    text : str
        One tree, on any number of lines.

    Raises
    ------
    FormatError
        The text does not follow the notation, or does not contain exactly one tree.

    Examples
    --------
    >>> tree = parse_brackets("nsubj=(amod=old/ADJ [cats/NOUN cc=and/CCONJ dogs/NOUN]) sleep/VERB")
    >>> tree.words, tree.sentence.upos
    (('old', 'cats', 'and', 'dogs', 'sleep'), ('ADJ', 'NOUN', 'CCONJ', 'NOUN', 'VERB'))
    >>> parse_brackets("nsubj=(det=the old=cats) sleep")
    Traceback (most recent call last):
        ...
    bubbletree.errors.FormatError: <input>:1: column 7: this phrase has no head: each of its items has a label
    """
    return only_tree(iter_brackets(text_lines(text)))


def iter_brackets(source: Source, name: str | None = None) -> Iterator[BubbleTree]:
    """Read the trees of a file in bracket notation one by one.

    Parameters
    ----------
    source : Source
        A path, an open text stream, lines, or a text of several lines.
    name : str, optional
        What to call the source in error messages.

    Raises
    ------
    FormatError
        Some line does not follow the notation; the error names source, line and column.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> for tree in iter_brackets(["nsubj=cats sleep", "", "[dogs cc=and cats]"]):
    ...     print(*tree.words)
    cats sleep
    dogs and cats
    """
    return values(scan_brackets(source, name))


def scan_brackets(
    source: Source, name: str | None = None, *, max_words: int | None = None
) -> Iterator[Scanned[BubbleTree]]:
    """Read the trees of a file in bracket notation one by one, and continue after bad ones.

    Parameters
    ----------
    source, name
        As for :func:`iter_brackets`.
    max_words : int, optional
        How many words a tree may have.  If left out, there is no limit.

    Yields
    ------
    GoodSentence or BadSentence
        What became of each tree.

    Raises
    ------
    OSError
        The file cannot be read.

    Examples
    --------
    >>> bad, good = scan_brackets(["[dogs cc=and", "", "nsubj=cats sleep"])
    >>> print(bad)
    <input>:1: column 1: this '[' is never closed
    >>> good.line, good.value.words
    (3, ('cats', 'sleep'))
    """
    found = (block for block in blocks(source, source_name(source, name)) if block.problem or not _is_note(block))
    return scan(found, lambda block: _read(block, max_words))


def _is_note(block: Block) -> bool:
    """Whether there are only comments, which are about the file."""
    return all(line.startswith("#") for _, line in block.lines)


def _read(block: Block, max_words: int | None) -> BubbleTree:
    comments = tuple(line for _, line in itertools.takewhile(lambda numbered: numbered[1].startswith("#"), block.lines))
    first, _ = block.lines[len(comments)]
    reader = Reader(block.name, first, max_words)
    for number, line in block.lines[len(comments) :]:
        reader.read(line, number)
    return reader.tree(comments)


def read_brackets(source: Source, name: str | None = None) -> list[BubbleTree]:
    r"""Read all trees of a file in bracket notation, as :func:`iter_brackets` does.

    Parameters
    ----------
    source, name
        As for :func:`iter_brackets`.

    Examples
    --------
    >>> [tree.words for tree in read_brackets("nsubj=cats sleep\n\nnsubj=dogs\n  [sleep cc=or bark]\n")]
    [('cats', 'sleep'), ('dogs', 'sleep', 'or', 'bark')]
    """
    return list(iter_brackets(source, name))


def write_brackets(trees: Iterable[BubbleTree], target: Target) -> None:
    r"""Write trees with their comments to a file, which appears whole or not at all, or to a stream.

    Parameters
    ----------
    trees : iterable of BubbleTree
        What to write, in this order.
    target : str, PathLike or text stream
        The file, or an open stream.

    Raises
    ------
    InvalidTreeError
        A tree is not well-formed or not projective.
    UnwritableError
        A comment has half of a surrogate pair or the character NUL; in words, these are escaped.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import sys
    >>> write_brackets([parse_brackets("# text = tea please\ntea discourse=please")], sys.stdout)
    # text = tea please
    tea discourse=please
    <BLANKLINE>
    """
    with open_target(target) as stream:
        for tree in several(trees, "trees"):
            expect(tree, BubbleTree, "a BubbleTree")
            lines = [*(tree.sentence.comments if tree.sentence is not None else ()), format_brackets(tree)]
            stream.write(encodable("brackets", "\n".join(lines)) + "\n\n")
