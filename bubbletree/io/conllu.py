"""CoNLL-U files, with bubbles riding along in comments.

A bubble tree is written as the UD sentence that :func:`bubbletree.to_ud` makes of it, so any tool can
read the file, preceded by two comments that hold what HEAD and DEPREL cannot::

    # bubbles = B1:4-6 B2:4-9
    # bubble_arcs = 2 obj B2 | B2 conj B1 | B1 conj 4 | ...

The first names the contents of all bubbles of two words or more, the second lists all arcs that begin
or end at one of them; every other arc is the one that the columns show.  A third comment,
``# coordination_categories = 4-6:NP 4-9:NP``, keeps the phrase categories, where a source has them.
docs/formats.md describes the format and has an example.

The three comments belong to the format: they are taken out of ``Sentence.comments`` on reading.
All else in a file - other comments, multiword ranges, empty nodes, columns - is text that comes out
as it went in.  The ``conllu`` package says what a column means (ids, heads); it does not see the
columns that stay uninterpreted, nor the lines, since it takes two spaces for a column break and keeps
no line numbers.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TextIO

from conllu.exceptions import ParseException
from conllu.parser import parse_id_value, parse_int_value

from bubbletree.convert.to_ud import Punctuation, to_ud, ud_columns
from bubbletree.errors import BubbletreeError, FormatError, StructureError
from bubbletree.io.atomic import atomic_writer
from bubbletree.io.lines import Source, numbered_lines, source_name
from bubbletree.sentence import Row, Sentence
from bubbletree.tree import Arc, BubbleTree
from bubbletree.validation import InvalidTreeError, validate

_COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
_BUBBLES = "bubbles"
_ARCS = "bubble_arcs"
_CATEGORIES = "coordination_categories"


class UnwritableError(BubbletreeError, ValueError):
    """A tree or sentence that CoNLL-U cannot hold.

    Attributes
    ----------
    reason : str
        What stands in the way.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(f"cannot be written as CoNLL-U: {reason}")
        self.reason = reason


def iter_sentences(source: Source, name: str | None = None) -> Iterator[Sentence]:
    r"""Read sentences one by one, as UD: bubbles are left aside, and words need not have heads.

    Parameters
    ----------
    source : Source
        A path, an open text stream, lines, or a text of several lines.  UTF-8, with or without byte
        order mark; lines end in ``\n`` or ``\r\n``; a blank line after the last sentence may be missing.
    name : str, optional
        What to call the source in error messages.

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
    for block in _blocks(source, source_name(source, name)):
        yield block.sentence()


def iter_trees(source: Source, name: str | None = None, *, well_formed: bool = True) -> Iterator[BubbleTree]:
    r"""Read bubble trees one by one; a sentence without bubbles is the tree that its columns show.

    ``tree.sentence`` is the sentence as :func:`iter_sentences` reads it.

    Parameters
    ----------
    source, name
        As for :func:`iter_sentences`.
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
    >>> [tree] = iter_trees(text)
    >>> tree.arcs
    (Arc(head=2, label='discourse', dependent=1), Arc(head=0, label='root', dependent=2))
    """
    for block in _blocks(source, source_name(source, name)):
        yield block.tree(well_formed)


def read_conllu(source: Source, name: str | None = None) -> list[BubbleTree]:
    r"""Read all bubble trees of a CoNLL-U file, as :func:`iter_trees` does.

    Examples
    --------
    >>> read_conllu("1\ttea\t_\t_\t_\t_\t0\troot\t_\t_\n")
    [BubbleTree(['tea'], [{0}, {1}], [(0, 'root', 1)])]
    """
    return list(iter_trees(source, name))


def write_conllu(
    items: Iterable[BubbleTree | Sentence],
    target: str | os.PathLike[str] | TextIO,
    punctuation: Punctuation = Punctuation.FOLLOWING,
) -> None:
    """Write bubble trees, or UD sentences, to a CoNLL-U file; ``read_conllu`` reads equal trees back.

    A file appears whole or not at all.  To a stream, each item is written once all of it is known to
    be writable.

    Parameters
    ----------
    items : iterable of BubbleTree or Sentence
        What to write, in this order.
    target : str, PathLike or text stream
        The file, or an open stream.
    punctuation : Punctuation
        Which word of a coordination its punctuation depends on in the columns HEAD and DEPREL.

    Raises
    ------
    UnwritableError
        An item cannot be written: see :func:`format_tree` and :func:`format_sentence`.
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
    if isinstance(target, str | os.PathLike):
        with atomic_writer(target) as stream:
            write_conllu(items, stream, punctuation)
        return
    for item in items:
        target.write(format_tree(item, punctuation) if isinstance(item, BubbleTree) else format_sentence(item))


def format_tree(tree: BubbleTree, punctuation: Punctuation = Punctuation.FOLLOWING) -> str:
    r"""The lines of one bubble tree, with the blank line after it.

    If the tree came with a sentence, its comments and columns are kept, except HEAD and DEPREL.

    Parameters
    ----------
    tree : BubbleTree
        A well-formed tree.
    punctuation : Punctuation
        See :func:`bubbletree.to_ud`.

    Raises
    ------
    UnwritableError
        The tree is not well-formed, has no words or other words than its sentence, a word is empty or
        contains a tab or line break, or a label is empty or contains white space.

    Examples
    --------
    >>> tree = BubbleTree(
    ...     ["tea", "and", "buns"],
    ...     [{0}, {1}, {2}, {3}, {1, 2, 3}],
    ...     [(0, "root", 4), (4, "conj", 1), (4, "cc", 2), (4, "conj", 3)],
    ... )
    >>> print(format_tree(tree).replace("\t", " "), end="")
    # bubbles = B1:1-3
    # bubble_arcs = 0 root B1 | B1 conj 1 | B1 cc 2 | B1 conj 3
    1 tea _ _ _ _ 0 root _ _
    2 and _ _ _ _ 3 cc _ _
    3 buns _ _ _ _ 1 conj _ _
    <BLANKLINE>
    """
    try:
        sentence = to_ud(tree, punctuation)
    except (InvalidTreeError, StructureError) as problem:
        raise UnwritableError(str(problem)) from None
    for arc in tree.arcs:
        if not _is_label(arc.label):
            raise UnwritableError(f"the label {arc.label!r} is empty or contains white space")
    comments = tuple(comment for comment in sentence.comments if _key(comment) not in (_BUBBLES, _ARCS, _CATEGORIES))
    return format_sentence(replace(sentence, comments=comments + _bubble_comments(tree)))


def format_sentence(sentence: Sentence) -> str:
    r"""The lines of one UD sentence, with the blank line after it.

    Raises
    ------
    UnwritableError
        The sentence has no words, its ids are out of order, a column is empty or contains a tab or line
        break, a comment does not begin with ``#`` or contains a line break.

    Examples
    --------
    >>> format_sentence(Sentence.from_columns(["tea"], heads=[0], deprels=["root"]))
    '1\ttea\t_\t_\t_\t_\t0\troot\t_\t_\n\n'
    """
    lines = [*sentence.comments, *_category_comments(sentence)]
    for comment in lines:
        if not comment.startswith("#") or "\n" in comment or "\r" in comment:
            raise UnwritableError(f"{comment!r} is no comment line")
    ids = _Ids()
    for row in sentence.rows:
        columns = (row.id, row.form, row.lemma, row.upos, row.xpos, row.feats, row.head, row.deprel, row.deps, row.misc)
        line = "\t".join(columns)
        if "" in columns or line.count("\t") != len(columns) - 1 or "\n" in line or "\r" in line:
            column, value = next(pair for pair in zip(_COLUMNS, columns, strict=True) if not _is_cell(pair[1]))
            raise UnwritableError(f"{column} {value!r} of word {row.id} is empty or contains a tab or line break")
        if not _is_label(row.deprel):
            raise UnwritableError(f"DEPREL {row.deprel!r} of word {row.id} contains white space")
        try:
            ids.add(row.id)
        except ValueError as problem:
            raise UnwritableError(str(problem)) from None
        lines.append(line)
    try:
        ids.close()
    except ValueError as problem:
        raise UnwritableError(str(problem)) from None
    text = "\n".join([*lines, "", ""])
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as problem:
        raise UnwritableError(f"{text[problem.start]!r} is no character that UTF-8 can encode") from None
    return text


def _is_cell(text: str) -> bool:
    return bool(text) and not any(character in text for character in "\t\n\r")


def _is_label(text: str) -> bool:
    return text.split() == [text]


def _key(comment: str) -> str:
    """The name of a comment of the form ``# name = value``."""
    return comment.removeprefix("#").partition("=")[0].strip()


def _value(comment: str) -> str:
    return comment.partition("=")[2].strip()


# Reading


@dataclass(slots=True)
class _Block:
    """The lines of one sentence, and where they stand."""

    name: str
    comments: list[tuple[int, str]]
    rows: list[tuple[int, Row]]

    def error(self, line: int, reason: str) -> FormatError:
        return FormatError(self.name, line, reason)

    def special(self, key: str) -> tuple[int, str] | None:
        """Line and value of one of the format's own comments."""
        found = [(line, _value(comment)) for line, comment in self.comments if _key(comment) == key]
        if len(found) > 1:
            raise self.error(found[1][0], f"a second comment '# {key} = ...' in one sentence")
        return found[0] if found else None

    def sentence(self) -> Sentence:
        self._check_heads()
        return Sentence(
            rows=tuple(row for _, row in self.rows),
            comments=tuple(
                comment for _, comment in self.comments if _key(comment) not in (_BUBBLES, _ARCS, _CATEGORIES)
            ),
            categories=self._categories(),
        )

    def _check_heads(self) -> None:
        n = sum(row.is_word for _, row in self.rows)
        for line, row in self.rows:
            if not row.is_word or row.head == "_":
                continue
            try:
                head = parse_int_value(row.head)
            except (ParseException, ValueError):  # the latter for thousands of digits
                head = None
            if head is None or not 0 <= head <= n:
                raise self.error(line, f"HEAD of word {row.id} is {row.head!r}; expected a number from 0 to {n}")

    def _categories(self) -> tuple[tuple[tuple[int, int], str], ...]:
        found = self.special(_CATEGORIES)
        if found is None:
            return ()
        line, value = found
        categories = []
        for entry in value.split():
            span, colon, category = entry.partition(":")
            first, dash, last = span.partition("-")
            if not (colon and dash and category and _is_number(first) and _is_number(last)):
                raise self.error(line, f"{entry!r} is not of the form 4-6:NP")
            categories.append(((int(first), int(last)), category))
        return tuple(categories)

    def tree(self, well_formed: bool) -> BubbleTree:
        sentence = self.sentence()
        words = [(line, row) for line, row in self.rows if row.is_word]
        contents = [frozenset((token,)) for token in range(len(words) + 1)]
        names = {str(token): token for token in range(len(words) + 1)}
        bubbles = self.special(_BUBBLES)
        listed = self.special(_ARCS)
        if bubbles is not None:
            self._read_contents(*bubbles, contents, names)
        arcs = self._read_arcs(*listed, names) if listed is not None else []
        attached = {arc.dependent for arc in arcs}
        for token, (line, row) in enumerate(words, start=1):
            if token in attached:
                continue
            if row.head == "_":
                reason = f"word {row.id} has no HEAD, so there is no tree to read; sentences can be read without one"
                raise self.error(line, reason)
            arcs.append(Arc(int(row.head), row.deprel, token))
        arcs.sort(key=lambda arc: arc.dependent)
        tree = BubbleTree(sentence.words, contents, arcs, sentence)
        if bubbles is not None or listed is not None:
            self._check_columns(tree, words, well_formed)
        return tree

    def _read_contents(self, line: int, value: str, contents: list[frozenset[int]], names: dict[str, int]) -> None:
        n = len(contents) - 1
        for entry in value.split():
            name, colon, runs = entry.partition(":")
            if not colon or not name.startswith("B") or name in names:
                raise self.error(line, f"{entry!r} is not a new bubble of the form B1:4-6 or B1:3,5-7")
            content: set[int] = set()
            for run in runs.split(","):
                first, dash, last = run.partition("-")
                if not dash:
                    last = first
                if not (_is_number(first) and _is_number(last) and 1 <= int(first) <= int(last) <= n):
                    raise self.error(line, f"{run!r} in {entry!r} is no run of words of this sentence")
                content.update(range(int(first), int(last) + 1))
            names[name] = len(contents)
            contents.append(frozenset(content))

    def _read_arcs(self, line: int, value: str, names: dict[str, int]) -> list[Arc]:
        parts = value.split()
        # Four parts an arc, counting the bar, so that a label may itself be a bar.
        if len(parts) % 4 != 3 or any(bar != "|" for bar in parts[3::4]):
            raise self.error(line, "the arcs are not of the form '2 obj B1 | B1 conj 4 | ...'")
        arcs = []
        for head, label, dependent in zip(parts[::4], parts[1::4], parts[2::4], strict=True):
            for end in (head, dependent):
                if end not in names:
                    raise self.error(line, f"the arc '{head} {label} {dependent}' names {end}, which is not there")
            arcs.append(Arc(names[head], label, names[dependent]))
        return arcs

    def _check_columns(self, tree: BubbleTree, words: Sequence[tuple[int, Row]], well_formed: bool) -> None:
        """Compare HEAD and DEPREL with the bubbles: two accounts of one tree must not contradict each other."""
        comment = self.special(_BUBBLES) or self.special(_ARCS)
        assert comment is not None, "called only if there is one of the two"
        report = validate(tree, projective=False)
        if not report.ok and not well_formed:
            return
        if not report.ok:
            raise self.error(comment[0], f"the bubbles and arcs do not form a bubble tree: {report}")
        shown = [(row.head, row.deprel) for _, row in words]
        first_difference = None
        for style in Punctuation:
            made = [(str(head), label) for head, label in ud_columns(tree, style)]
            if made == shown:
                return
            index = next(i for i, (one, other) in enumerate(zip(made, shown, strict=True)) if one != other)
            first_difference = first_difference or (words[index], made[index])
        assert first_difference is not None, "there is at least one style"
        (line, row), (head, label) = first_difference
        raise self.error(
            line,
            f"word {row.id} has HEAD {row.head} and DEPREL {row.deprel}, but by the bubbles in the comments they are "
            f"{head} and {label}: undo the change, or delete '# {_BUBBLES}' and '# {_ARCS}' to go by the columns",
        )


def _blocks(source: Source, name: str) -> Iterator[_Block]:
    block = _Block(name, [], [])
    ids = _Ids()
    number = 0
    for number, line in numbered_lines(source, name):
        if not line.strip(" "):
            if block.rows or block.comments:
                yield _closed(block, ids, number)
                block, ids = _Block(name, [], []), _Ids()
        elif line.startswith("#"):
            if block.rows:
                raise FormatError(name, number, "a comment inside a sentence; comments stand before its first word")
            block.comments.append((number, line))
        else:
            block.rows.append((number, _row(line, number, name)))
            try:
                ids.add(block.rows[-1][1].id)
            except ValueError as problem:
                raise FormatError(name, number, str(problem)) from None
    if block.rows or block.comments:
        yield _closed(block, ids, number)


def _closed(block: _Block, ids: _Ids, number: int) -> _Block:
    try:
        ids.close()
    except ValueError as problem:
        raise FormatError(block.name, number, str(problem)) from None
    return block


def _row(line: str, number: int, name: str) -> Row:
    columns = line.split("\t")
    if len(columns) != len(_COLUMNS):
        raise FormatError(name, number, f"expected {len(_COLUMNS)} columns separated by tabs, found {len(columns)}")
    for column, value in zip(_COLUMNS, columns, strict=True):
        if not value:
            raise FormatError(name, number, f"{column} is empty; a column without a value holds '_'")
    row = Row(*columns)
    if not _is_label(row.deprel):
        raise FormatError(name, number, f"DEPREL {row.deprel!r} contains white space")
    return row


class _Ids:
    """Checks that the ids of a sentence's lines come in order: words 1..n, ranges and empty nodes between."""

    def __init__(self) -> None:
        self.words = 0
        self.empty = 0
        self.range_end = 0

    def add(self, text: str) -> None:
        """Take the next id; ValueError if it cannot stand here."""
        try:
            value = parse_id_value(text)
        except (ParseException, ValueError):  # the latter for thousands of digits
            value = None
        following = self.words + 1
        if isinstance(value, int) and value == following:
            self.words = following
            self.empty = 0
        elif isinstance(value, tuple) and value[1] == "-" and value[0] == following > self.range_end:
            self.range_end = value[2]
        elif isinstance(value, tuple) and value[1] == "." and (value[0], value[2]) == (self.words, self.empty + 1):
            self.empty += 1
        else:
            raise ValueError(f"ID {text!r} is out of place; the next word is {following}")

    def close(self) -> None:
        """ValueError if the sentence cannot end here."""
        if not self.words:
            raise ValueError("a sentence without words")
        if self.range_end > self.words:
            raise ValueError(f"a multiword token reaches to word {self.range_end}, the sentence only to {self.words}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


# Writing


def _bubble_comments(tree: BubbleTree) -> tuple[str, ...]:
    bubbles = sorted(
        (bubble for bubble in tree.bubbles if len(tree.contents[bubble]) > 1),
        key=lambda bubble: (min(tree.contents[bubble]), len(tree.contents[bubble]), sorted(tree.contents[bubble])),
    )
    if not bubbles:
        return ()
    names = {bubble: str(min(content)) for bubble, content in enumerate(tree.contents)}
    names |= {bubble: f"B{number}" for number, bubble in enumerate(bubbles, start=1)}
    of_interest = frozenset(bubbles)
    order = {bubble: index for index, bubble in enumerate(bubbles)}
    arcs = sorted(
        (arc for arc in tree.arcs if arc.head in of_interest or arc.dependent in of_interest),
        key=lambda arc: (
            order.get(arc.head, order.get(arc.dependent, 0)),
            arc.head in of_interest,
            min(tree.contents[arc.dependent]),
            len(tree.contents[arc.dependent]),
        ),
    )
    contents = " ".join(f"{names[bubble]}:{_runs(tree.contents[bubble])}" for bubble in bubbles)
    listed = " | ".join(f"{names[arc.head]} {arc.label} {names[arc.dependent]}" for arc in arcs)
    return (f"# {_BUBBLES} = {contents}", f"# {_ARCS} = {listed}")


def _runs(content: frozenset[int]) -> str:
    """A set of tokens as ``3,5-7``."""
    runs: list[list[int]] = []
    for token in sorted(content):
        if runs and runs[-1][1] == token - 1:
            runs[-1][1] = token
        else:
            runs.append([token, token])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def _category_comments(sentence: Sentence) -> tuple[str, ...]:
    if not sentence.categories:
        return ()
    for (first, last), category in sentence.categories:
        if not _is_label(category):
            raise UnwritableError(f"the category {category!r} of {first}-{last} is empty or contains white space")
    listed = " ".join(f"{first}-{last}:{category}" for (first, last), category in sentence.categories)
    return (f"# {_CATEGORIES} = {listed}",)
