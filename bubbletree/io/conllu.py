"""CoNLL-U files, with bubbles riding along in comments.

A bubble tree is written as the UD sentence that :func:`bubbletree.to_ud` makes of it, so any tool can
read the file, preceded by two comments that hold what HEAD and DEPREL cannot::

    # bubbles = B1:4-6 B2:4-9
    # bubble_arcs = 2 obj B2 | B2 conj B1 | B1 conj 4 | ...

The first names the contents of all bubbles of two words or more, the second lists all arcs that begin
or end at one of them; every other arc is the one that the columns show.  A third comment,
``# ud_source = 5: 1 case > 4 case``, lists the words that had another HEAD or DEPREL in the UD sentence that
the tree was made from.  A fourth, ``# coordination_categories = 4-6:NP 4-9:NP``, keeps the phrase categories,
where a source has them.  docs/reference/formats.md describes the format and has an example.

These comments belong to the format: they are taken out of ``Sentence.comments`` on reading.
All else in a file - other comments, multiword ranges, empty nodes, columns - is text that comes out
as it went in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bubbletree._arguments import expect, several
from bubbletree.convert.to_ud import Punctuation
from bubbletree.io.atomic import Target, open_target
from bubbletree.io.bubble_comments import BUBBLES, category_comments, with_bubbles
from bubbletree.io.columns import sentence_text
from bubbletree.io.lines import Source, decoded_lines, only_tree, source_name, text_lines
from bubbletree.io.scan import Scanned, blocks, scan, values
from bubbletree.io.sentence_lines import lines_of
from bubbletree.sentence import Sentence, split_comment
from bubbletree.tree import BubbleTree


def iter_conllu(source: Source, name: str | None = None, *, well_formed: bool = True) -> Iterator[BubbleTree]:
    r"""Read the bubble trees of a CoNLL-U file one by one.

    A sentence without bubbles in its comments, as in any UD treebank, is the tree that its columns show:
    one without coordinations.  :func:`bubbletree.from_ud` makes bubbles of those that UD shows.
    ``tree.sentence`` is the sentence as :func:`iter_sentences` reads it.

    Parameters
    ----------
    source : Source
        A path, an open text stream, lines, or a text of several lines.  UTF-8, with or without byte
        order mark; lines end in ``\n`` or ``\r\n``; a blank line after the last sentence may be missing.
    name : str, optional
        What to call the source in error messages.
    well_formed : bool
        Whether bubbles that form no well-formed tree are an error.  If not, such structures are read as
        they stand, for :func:`bubbletree.validate` to say what is wrong with them.

    Raises
    ------
    FormatError
        The source is not CoNLL-U; a word has no head; the comments with bubbles are broken, form no
        well-formed tree, or contradict HEAD and DEPREL (as after editing only one of the two).
    OSError
        The file cannot be read.

    Examples
    --------
    >>> text = "1\ttea\t_\t_\t_\t_\t2\tdiscourse\t_\t_\n2\tplease\t_\t_\t_\t_\t0\troot\t_\t_\n"
    >>> [tree] = iter_conllu(text)
    >>> tree.arcs
    (Arc(head=2, label='discourse', dependent=1), Arc(head=0, label='root', dependent=2))
    """
    return values(scan_conllu(source, name, well_formed=well_formed))


def scan_conllu(
    source: Source, name: str | None = None, *, well_formed: bool = True, max_words: int | None = None
) -> Iterator[Scanned[BubbleTree]]:
    r"""Read the bubble trees of a CoNLL-U file one by one, as :func:`iter_conllu` does, and continue after bad ones.

    Parameters
    ----------
    source, name, well_formed
        As for :func:`iter_conllu`.
    max_words : int, optional
        How many words a sentence may have.  If left out, there is no limit.

    Yields
    ------
    GoodSentence or BadSentence
        What became of each sentence.

    Raises
    ------
    OSError
        The file cannot be read.

    Examples
    --------
    >>> bad, good = scan_conllu("1\ttea\n\n1\ttea\t_\t_\t_\t_\t0\troot\t_\t_\n")
    >>> print(bad)
    <input>:1: expected 10 columns separated by tabs, found 2
    >>> good.line, good.value.words
    (3, ('tea',))
    """
    found = blocks(source, source_name(source, name), " ", max_words)
    return scan(found, lambda block: lines_of(block).tree(well_formed))


def read_conllu(source: Source, name: str | None = None, *, well_formed: bool = True) -> list[BubbleTree]:
    r"""Read all bubble trees of a CoNLL-U file, as :func:`iter_conllu` does.

    Plain UD comes back without bubbles: to get its coordinations, read it with :func:`read_sentences` and
    convert it with :func:`bubbletree.from_ud`.

    Parameters
    ----------
    source, name, well_formed
        As for :func:`iter_conllu`.

    Examples
    --------
    >>> read_conllu("1\ttea\t_\t_\t_\t_\t0\troot\t_\t_\n")
    [BubbleTree(['tea'], [{0}, {1}], [(0, 'root', 1)])]
    """
    return list(iter_conllu(source, name, well_formed=well_formed))


def parse_conllu(text: str, *, well_formed: bool = True) -> BubbleTree:
    r"""The one bubble tree that a text in CoNLL-U holds.

    Parameters
    ----------
    text : str
        The lines of a sentence.
    well_formed : bool
        As for :func:`iter_conllu`.

    Raises
    ------
    FormatError
        See :func:`iter_conllu`; or the text holds no tree, or several.

    Examples
    --------
    >>> parse_conllu("1\ttea\t_\t_\t_\t_\t0\troot\t_\t_\n")
    BubbleTree(['tea'], [{0}, {1}], [(0, 'root', 1)])
    """
    return only_tree(iter_conllu(text_lines(text), well_formed=well_formed))


def iter_sentences(source: Source, name: str | None = None) -> Iterator[Sentence]:
    r"""Read the sentences of a CoNLL-U file one by one, as UD: bubbles are left aside, and words need no heads.

    Parameters
    ----------
    source, name
        As for :func:`iter_conllu`.

    Raises
    ------
    FormatError
        The source is not CoNLL-U; the error says where and why.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> text = "# sent_id = 1\n1\ttea\t_\t_\t_\t_\t_\t_\t_\t_\n"
    >>> [sentence] = iter_sentences(text)
    >>> sentence.sent_id, sentence.words
    ('1', ('tea',))
    """
    return values(scan_sentences(source, name))


def scan_sentences(
    source: Source, name: str | None = None, *, max_words: int | None = None, heads: bool = True
) -> Iterator[Scanned[Sentence]]:
    r"""Read the sentences of a CoNLL-U file one by one, as :func:`iter_sentences` does, and continue after bad ones.

    Parameters
    ----------
    source, name, max_words
        As for :func:`scan_conllu`.
    heads : bool
        Whether HEAD, DEPREL and DEPS are read. If not, they are ``_`` for all words, whatever the file has there; nor
        are the comments read that belong to a tree.

    Yields
    ------
    GoodSentence or BadSentence
        What became of each sentence.

    Raises
    ------
    OSError
        The file cannot be read.

    Examples
    --------
    >>> bad, good = scan_sentences("# sent_id = 1\n1\ttea\n\n1\ttea\t_\t_\t_\t_\t_\t_\t_\t_\n")
    >>> bad.sent_id, bad.line, good.value.words
    ('1', 2, ('tea',))
    """
    found = blocks(source, source_name(source, name), " ", max_words)
    return scan(found, lambda block: lines_of(block).sentence() if heads else lines_of(block).without_heads())


def read_sentences(source: Source, name: str | None = None) -> list[Sentence]:
    r"""Read all sentences of a CoNLL-U file, as :func:`iter_sentences` does.

    Parameters
    ----------
    source, name
        As for :func:`iter_conllu`.

    Examples
    --------
    >>> [sentence] = read_sentences("1\ttea\t_\t_\t_\t_\t_\t_\t_\t_\n")
    >>> sentence.words
    ('tea',)
    """
    return list(iter_sentences(source, name))


def has_bubbles(source: Source, name: str | None = None) -> bool:
    r"""Whether some sentence of a CoNLL-U file has bubbles in its comments.

    A stream is read as far as the first of them.

    Parameters
    ----------
    source, name
        As for :func:`iter_conllu`.

    Raises
    ------
    OSError
        The file cannot be read.

    Examples
    --------
    >>> has_bubbles("1\ttea\t_\t_\t_\t_\t0\troot\t_\t_\n")
    False
    """
    return any(
        isinstance(line, str) and _is_bubbles(line) for _, line in decoded_lines(source, source_name(source, name))
    )


def _is_bubbles(line: str) -> bool:
    """Whether a line is the comment that holds the bubbles of a sentence."""
    key, value = split_comment(line) if line.startswith("#") else ("", None)
    return key == BUBBLES and value is not None


def write_conllu(
    trees: Iterable[BubbleTree | Sentence], target: Target, punctuation: Punctuation = Punctuation.FOLLOWING
) -> None:
    """Write bubble trees, or UD sentences, to a CoNLL-U file; :func:`read_conllu` reads equal trees back.

    A file appears whole or not at all.  To a stream, each tree is written once all of it is known to
    be writable.

    Parameters
    ----------
    trees : iterable of BubbleTree or Sentence
        What to write, in this order.
    target : str, PathLike or text stream
        The file, or an open stream.
    punctuation : Punctuation
        Which word of a coordination its punctuation depends on in the columns HEAD and DEPREL.

    Raises
    ------
    UnwritableError
        A tree or sentence cannot be written: see :func:`format_conllu`.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import io
    >>> stream = io.StringIO()
    >>> write_conllu([BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)])], stream)
    >>> read_conllu(stream.getvalue())
    [BubbleTree(['tea'], [{0}, {1}], [(0, 'root', 1)])]
    """
    with open_target(target) as stream:
        for tree in several(trees, "trees"):
            stream.write(format_conllu(tree, punctuation))


def format_conllu(tree: BubbleTree | Sentence, punctuation: Punctuation = Punctuation.FOLLOWING) -> str:
    r"""The lines of one bubble tree, or of one UD sentence, with the blank line after it.

    If a tree came with a sentence, its comments and columns are kept, except HEAD and DEPREL.

    Parameters
    ----------
    tree : BubbleTree or Sentence
        A well-formed tree; or a sentence, which is written as it stands.
    punctuation : Punctuation
        For a tree, see :func:`bubbletree.to_ud`.

    Raises
    ------
    UnwritableError
        The tree is not well-formed, has no words or not those of its sentence, or a label is empty
        or contains white space.  Or the sentence has no words, its ids are out of order, a column is
        empty or contains a tab or line break, a comment does not begin with ``#`` or contains a line
        break, a HEAD is no word of the sentence, or DEPS is malformed.

    Examples
    --------
    >>> tree = BubbleTree(
    ...     ["tea", "and", "buns"],
    ...     [{0}, {1}, {2}, {3}, {1, 2, 3}],
    ...     [(0, "root", 4), (4, "conj", 1), (4, "cc", 2), (4, "conj", 3)],
    ... )
    >>> print(format_conllu(tree).replace("\t", " "), end="")
    # bubbles = B1:1-3
    # bubble_arcs = 0 root B1 | B1 conj 1 | B1 cc 2 | B1 conj 3
    1 tea _ _ _ _ 0 root _ _
    2 and _ _ _ _ 3 cc _ _
    3 buns _ _ _ _ 1 conj _ _
    <BLANKLINE>
    """
    expect(tree, (BubbleTree, Sentence), "a BubbleTree or a Sentence")
    sentence = with_bubbles(tree, punctuation) if isinstance(tree, BubbleTree) else tree
    return sentence_text([*sentence.comments, *category_comments(sentence)], sentence.rows)
