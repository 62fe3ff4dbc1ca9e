"""Files of documents of spaCy, ``.spacy``, with bubble trees in them. Needs the extra ``spacy``.

:mod:`bubbletree.interop.spacy` has these functions, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from typing import Final, TextIO

from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from bubbletree._arguments import several
from bubbletree.confidence import CONFIDENCE, confidence_comment
from bubbletree.convert.to_ud import plain_ud
from bubbletree.coordination import coordinations
from bubbletree.description import EMPTY, describe
from bubbletree.errors import StructureError, UnwritableError, shortened
from bubbletree.interop.spacy_trees import COMMENTS, STORED, bare, sentence_of
from bubbletree.io.atomic import Target, encodable, open_target
from bubbletree.io.jsonl import format_jsonl, parse_jsonl
from bubbletree.io.lines import Source, raw_lines, source_name
from bubbletree.io.scan import BadSentence, GoodSentence, Scanned, too_long, values
from bubbletree.places import placed
from bubbletree.tree import BubbleTree

_ATTRIBUTES: Final = ("ORTH", "SPACY", "LEMMA", "POS", "TAG", "MORPH", "HEAD", "DEP", "SENT_START")


def write_docbin(trees: Iterable[BubbleTree], target: Target) -> None:
    """Write trees as a ``.spacy`` file: a ``DocBin`` with a document for each tree.

    Its words are tokens, with lemmas, tags, and the heads and labels of UD. All of it is in memory until it is written.

    Parameters
    ----------
    trees : iterable of BubbleTree
        Well-formed trees.
    target : str, PathLike or text stream
        The file, which appears whole or not at all, or an open stream that has a ``buffer`` of bytes.

    Raises
    ------
    InvalidTreeError
        A tree is not well-formed.
    UnwritableError
        A word is empty or white space, or columns have values that spaCy does not take.
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from bubbletree.io.brackets import parse_brackets
    >>> tree = parse_brackets("nsubj=she drinks obj=[tea cc=or milk]")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_docbin([tree], f"{folder}/tea.spacy")
    ...     list(iter_docbin(f"{folder}/tea.spacy")) == [tree]
    True
    """
    with open_target(target) as stream, docbin_writer(stream) as add:
        for tree in several(trees, "trees"):
            add(tree)


@contextmanager
def docbin_writer(stream: TextIO) -> Iterator[Callable[[BubbleTree], None]]:
    """A function that adds a tree to a ``DocBin``, which is written when the block ends.

    Parameters
    ----------
    stream : text stream
        Where to write; it must have a ``buffer`` of bytes.
    """
    bin_ = DocBin(attrs=_ATTRIBUTES, store_user_data=True)
    vocabulary = Vocab()
    yield lambda tree: bin_.add(_doc(tree, vocabulary))
    stream.buffer.write(bin_.to_bytes())


def iter_docbin(source: Source, name: str | None = None) -> Iterator[BubbleTree]:
    """Read the trees of a ``.spacy`` file one by one.

    Parameters
    ----------
    source : Source
        A path, or an open stream or lines of bytes.
    name : str, optional
        What to call the source in error messages.

    Raises
    ------
    FormatError
        The file is no ``DocBin``, or has a document without bubble trees.
    OSError
        The file cannot be read.
    """
    return values(scan_docbin(source, name))


def scan_docbin(
    source: Source, name: str | None = None, *, max_words: int | None = None
) -> Iterator[Scanned[BubbleTree]]:
    """Read the trees of a ``.spacy`` file one by one, and continue after bad ones.

    Parameters
    ----------
    source, name
        As for :func:`iter_docbin`.
    max_words : int, optional
        How many words a tree may have.  If left out, there is no limit.

    Yields
    ------
    GoodSentence or BadSentence
        What became of each tree. The line is the number of its document.

    Raises
    ------
    OSError
        The file cannot be read.
    """
    name = source_name(source, name)
    data = b"".join(line if isinstance(line, bytes) else line.encode() for line in raw_lines(source))
    count = number = 0
    try:
        for number, doc in enumerate(DocBin().from_bytes(data).get_docs(Vocab()), start=1):
            if STORED not in doc.user_data:
                count += 1
                yield BadSentence(
                    name, number, count, None, "the document has no bubble trees: no bubble_parser saw it"
                )
            for tokens, line, confidences in doc.user_data.get(STORED, ()):
                count += 1
                tree = _with_sentence(doc, tokens, line, confidences)
                if max_words is not None and len(tree.words) > max_words:
                    yield BadSentence(name, number, count, None, too_long(name, number, max_words).reason)
                else:
                    yield GoodSentence(name, number, count, tree)
    except OSError:
        raise
    except Exception as error:  # spaCy says by any exception that bytes are none of its own
        yield BadSentence(name, number + 1, count + 1, None, f"not a DocBin with bubble trees: {shortened(str(error))}")


def _doc(tree: BubbleTree, vocabulary: Vocab) -> Doc:
    """A document with one tree."""
    ud = plain_ud(tree)
    rows = ud.word_rows
    text = placed(tree.words, tree.sentence)
    follows = [text.text[end : end + 1].isspace() for _, end in text.places]

    def column(name: str) -> list[str]:
        return ["" if (value := getattr(row, name)) == EMPTY else value for row in rows]

    if not rows or not all(word.strip() for word in tree.words):
        raise UnwritableError("docbin", "there are no words, or a word is white space")
    comments = list(tree.sentence.comments) if tree.sentence is not None else []
    encodable("docbin", "".join(chain(tree.words, comments, ud.deprels)))
    try:
        doc = Doc(
            vocabulary,
            words=list(tree.words),
            spaces=follows,
            tags=column("xpos"),
            pos=column("upos"),
            morphs=column("feats"),
            lemmas=column("lemma"),
            heads=[number if head == 0 else head - 1 for number, head in enumerate(ud.heads)],
            deps=list(ud.deprels),
            sent_starts=[number == 0 for number in range(len(rows))],
        )
    except (ValueError, KeyError) as error:
        raise UnwritableError("docbin", shortened(str(error), 200)) from None
    doc.user_data[STORED] = [[list(range(len(rows))), format_jsonl(bare(tree)), _confidences_of(tree)]]
    doc.user_data[COMMENTS] = comments
    return doc


def _confidences_of(tree: BubbleTree) -> list[float]:
    found = [one.confidence for one in describe(tree).coordinations]
    return [value for value in found if value is not None] if None not in found else []


def _with_sentence(doc: Doc, tokens: Sequence[int], line: str, confidences: Sequence[float]) -> BubbleTree:
    """A stored tree with what the document knows of its words."""
    stored = parse_jsonl(line)
    sentence = sentence_of([doc[number] for number in tokens])
    if sentence.words != stored.words:
        raise StructureError("the words of the tree and of the document differ")
    sentence = replace(sentence, comments=tuple(map(str, doc.user_data.get(COMMENTS, ()))))
    if confidences:
        found = dict(zip(coordinations(stored), confidences, strict=True))
        sentence = sentence.with_comments({CONFIDENCE: confidence_comment(found)})
    return stored.with_sentence(sentence)
