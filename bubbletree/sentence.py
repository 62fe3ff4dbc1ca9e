"""A sentence with its annotation, column by column, as a CoNLL-U file holds it.

This is the Universal Dependencies side of the library: :func:`bubbletree.to_ud` makes one from a bubble tree,
:func:`bubbletree.from_ud` makes a bubble tree from one, and :mod:`bubbletree.io.conllu` reads and writes them.  Every
column is kept as the text of the file, so columns that the library does not interpret are written back unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from bubbletree._arguments import expect, several

# As many digits as any text needs; int() takes no thousands of them.
_RANGE = re.compile(r"TokenRange=([0-9]{1,18}):([0-9]{1,18})")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a CoNLL-U sentence: its ten columns, as text.

    ``id`` is ``"3"`` for a word, ``"3-4"`` for a multiword token and ``"3.1"`` for an empty node.
    """

    id: str
    form: str
    lemma: str = "_"
    upos: str = "_"
    xpos: str = "_"
    feats: str = "_"
    head: str = "_"
    deprel: str = "_"
    deps: str = "_"
    misc: str = "_"

    @property
    def is_word(self) -> bool:
        """Whether this line is a syntactic word, neither a multiword range nor an empty node."""
        return self.id.isdecimal()

    @property
    def covered(self) -> tuple[int, int] | None:
        """The numbers of the first and the last word of a multiword token, or None if this line is another one."""
        first, dash, last = self.id.partition("-")
        return (int(first), int(last)) if dash else None

    @property
    def space_after(self) -> bool:
        """Whether a blank follows in the text: unless MISC has ``SpaceAfter=No``."""
        return "SpaceAfter=No" not in self.misc.split("|")

    @property
    def enhanced_arcs(self) -> tuple[tuple[str, str], ...]:
        """The arcs in DEPS: for each the id of its head, and its relation.

        Examples
        --------
        >>> Row("4", "milk", deps="2:obj|4.1:conj:or").enhanced_arcs
        (('2', 'obj'), ('4.1', 'conj:or'))
        """
        if self.deps == "_":
            return ()
        parts = (arc.partition(":") for arc in self.deps.split("|"))
        return tuple((head, relation) for head, _, relation in parts)

    @property
    def offsets(self) -> tuple[int, int] | None:
        """The place of the word in the text: ``TokenRange=4:9`` in MISC as two numbers, or None if it is missing.

        These are the position of its first character, counted from 0, and the position just after its last one.
        """
        for item in self.misc.split("|"):
            if found := _RANGE.fullmatch(item):
                return int(found[1]), int(found[2])
        return None


@dataclass(frozen=True)
class Sentence:
    """A sentence as CoNLL-U describes it.

    Parameters
    ----------
    rows : tuple of Row
        All lines in file order: words 1..n, with multiword ranges and empty nodes between them.
    comments : tuple of str
        The comment lines before them, verbatim, each beginning with ``#``.
    categories : mapping of (first, last) to str, as a tuple of pairs
        Phrase categories (``"NP"``, ``"VP"``, ...) of coordinated phrases by the span from the first
        conjunct to the last, if the source has them; used only for scores by category.

    Examples
    --------
    >>> s = Sentence.from_columns(["tea", "please"], heads=[0, 1], deprels=["root", "discourse"])
    >>> s.words, s.heads, s.deprels
    (('tea', 'please'), (0, 1), ('root', 'discourse'))
    """

    rows: tuple[Row, ...]
    comments: tuple[str, ...] = ()
    categories: tuple[tuple[tuple[int, int], str], ...] = field(default=())

    @classmethod
    def from_columns(
        cls,
        words: Sequence[str],
        *,
        heads: Sequence[int] | None = None,
        deprels: Sequence[str] | None = None,
        upos: Sequence[str] | None = None,
        xpos: Sequence[str] | None = None,
    ) -> Sentence:
        """A sentence of plain words from parallel columns; columns left out are ``_``."""
        words = tuple(several(words, "words"))
        for word in words:
            expect(word, str, "a word, which is text")
        blank = ["_"] * len(words)
        return cls(
            tuple(
                Row(id=str(number), form=form, upos=tag, xpos=own_tag, head=str(head), deprel=label)
                for number, (form, tag, own_tag, head, label) in enumerate(
                    zip(words, upos or blank, xpos or blank, heads or blank, deprels or blank, strict=True), start=1
                )
            )
        )

    @cached_property
    def word_rows(self) -> tuple[Row, ...]:
        """The rows of the syntactic words 1..n, without multiword ranges and empty nodes."""
        return tuple(row for row in self.rows if row.is_word)

    @property
    def words(self) -> tuple[str, ...]:
        """The word forms."""
        return tuple(row.form for row in self.word_rows)

    @property
    def heads(self) -> tuple[int, ...]:
        """HEAD of each word as a number, 0 for the root.

        Raises
        ------
        ValueError
            Some word has no head (``_``) or one that is not a number.
        """
        return tuple(int(row.head) for row in self.word_rows)

    @property
    def deprels(self) -> tuple[str, ...]:
        """DEPREL of each word."""
        return tuple(row.deprel for row in self.word_rows)

    @property
    def upos(self) -> tuple[str, ...]:
        """UPOS of each word."""
        return tuple(row.upos for row in self.word_rows)

    @property
    def xpos(self) -> tuple[str, ...]:
        """XPOS of each word."""
        return tuple(row.xpos for row in self.word_rows)

    @property
    def offsets(self) -> tuple[tuple[int, int], ...] | None:
        """The places of the words in the text (:attr:`Row.offsets`), or None if some word has none.

        Examples
        --------
        >>> text = "Tea, please!"
        >>> rows = (Row("1", "Tea", misc="TokenRange=0:3"), Row("2", "please", misc="TokenRange=5:11"))
        >>> [text[start:end] for start, end in Sentence(rows).offsets or ()]
        ['Tea', 'please']
        """
        known = tuple(offsets for row in self.word_rows if (offsets := row.offsets) is not None)
        return known if len(known) == len(self.word_rows) else None

    @property
    def sent_id(self) -> str | None:
        """The value of the comment ``# sent_id = ...``, if there is one."""
        return self.comment("sent_id")

    def comment(self, name: str) -> str | None:
        """The value of the first comment ``# name = value``, or None if there is none.

        Examples
        --------
        >>> Sentence((), ("# sent_id = 1", "# text = Tea please")).comment("text")
        'Tea please'
        """
        values = (value for found, value in map(split_comment, self.comments) if found == name)
        return next((value for value in values if value is not None), None)

    def with_comments(self, values: Mapping[str, str]) -> Sentence:
        """The sentence with comments ``# name = value``, which replace its comments of the same names.

        Parameters
        ----------
        values : mapping of str to str
            Names and values. An empty value only removes the old comment.

        Examples
        --------
        >>> Sentence((), ("# text = Tea", "# note = cold")).with_comments({"note": "hot", "text": ""}).comments
        ('# note = hot',)
        """
        kept = [comment for comment in self.comments if split_comment(comment)[0] not in values]
        added = [f"# {name} = {value}" for name, value in values.items() if value]
        return replace(self, comments=(*kept, *added))


def split_comment(comment: str) -> tuple[str, str | None]:
    """Name and value of a comment ``# name = value``; without ``=``, the whole text is the name and the value is None.

    Examples
    --------
    >>> split_comment("# text = 1 + 1 = 2"), split_comment("# newdoc")
    (('text', '1 + 1 = 2'), ('newdoc', None))
    """
    name, equals, value = comment.removeprefix("#").partition("=")
    return name.strip(), value.strip() if equals else None
