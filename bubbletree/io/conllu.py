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
as it went in.  The ``conllu`` package says what a column means (ids, heads); it does not see the
columns that stay uninterpreted, nor the lines, since it takes two spaces for a column break and keeps
no line numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from conllu.exceptions import ParseException
from conllu.parser import parse_id_value, parse_int_value

from bubbletree._arguments import expect, several
from bubbletree._interval import Interval
from bubbletree.convert.to_ud import Punctuation, plain_ud, ud_columns
from bubbletree.errors import FormatError, StructureError, UnwritableError, shortened, shown
from bubbletree.io.atomic import Target, encodable, open_target
from bubbletree.io.lines import Source, decoded_lines, only_tree, source_name, text_lines
from bubbletree.io.scan import Block, Scanned, blocks, scan, values
from bubbletree.sentence import Row, Sentence, split_comment
from bubbletree.span import as_runs
from bubbletree.tree import Arc, BubbleTree
from bubbletree.validation import InvalidTreeError, validate

_COLUMNS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
_BUBBLES = "bubbles"
_ARCS = "bubble_arcs"
_SOURCE = "ud_source"
_CATEGORIES = "coordination_categories"
_OWN = (_BUBBLES, _ARCS, _SOURCE, _CATEGORIES)
"""The names of the format's own comments."""
_MAX_REPEATED = 100
"""How many bubbles may have the words of another one: enough to say what is wrong, and no work without end."""
_MAX_CONTENT = 4_000_000
"""How many words the bubbles of a sentence may hold in all, unless they form a projective tree.

A word counts for each bubble that it is in.  Bubbles of a few characters each can hold all words of a sentence.  A
projective tree takes little memory all the same; for others, this is what keeps memory and time within bounds.
"""
_DIGITS = 18
"""How many digits a number in them may have: more than any sentence needs, and few enough for int()."""


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
    return scan(found, lambda block: _block(block).tree(well_formed))


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
        Whether HEAD and DEPREL are read. If not, they are ``_`` for all words, whatever the file has there; nor are the
        comments read that belong to a tree.

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
    return scan(found, lambda block: _block(block).sentence() if heads else _block(block).without_heads())


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
        isinstance(line, str) and is_bubbles(line) for _, line in decoded_lines(source, source_name(source, name))
    )


def is_bubbles(line: str) -> bool:
    """Whether a line is the comment that holds the bubbles of a sentence."""
    key, value = split_comment(line) if line.startswith("#") else ("", None)
    return key == _BUBBLES and value is not None


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
        The tree is not well-formed, has no words or other words than its sentence, or a label is empty
        or contains white space.  Or the sentence has no words, its ids are out of order, a column is
        empty or contains a tab or line break, a comment does not begin with ``#`` or contains a line
        break.

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
    return _sentence_lines(_with_bubbles(tree, punctuation) if isinstance(tree, BubbleTree) else tree)


def _with_bubbles(tree: BubbleTree, punctuation: Punctuation) -> Sentence:
    """The UD sentence of a tree, with the comments that hold its bubbles."""
    try:
        sentence = plain_ud(tree, punctuation)
    except (InvalidTreeError, StructureError) as problem:
        raise _unwritable(str(problem)) from None
    for arc in tree.arcs:
        if not _is_label(arc.label):
            raise _unwritable(f"the label {arc.label!r} is empty or contains white space")
    source = () if tree.source is None else tree.source.word_rows
    changes = [
        f"{one.id}: {one.head} {one.deprel} > {other.head} {other.deprel}"
        for one, other in zip(source, sentence.word_rows, strict=False)
        if (one.head, one.deprel) != (other.head, other.deprel)
    ]
    return sentence.with_comments({**dict.fromkeys(_OWN, ""), **_bubble_comments(tree), _SOURCE: " | ".join(changes)})


def _sentence_lines(sentence: Sentence) -> str:
    """The lines of one UD sentence, with the blank line after it."""
    lines = [*sentence.comments, *_category_comments(sentence)]
    for comment in lines:
        if not comment.startswith("#") or "\n" in comment or "\r" in comment:
            raise _unwritable(f"{comment!r} is not a comment line")
    ids = _Ids()
    for row in sentence.rows:
        columns = (row.id, row.form, row.lemma, row.upos, row.xpos, row.feats, row.head, row.deprel, row.deps, row.misc)
        line = "\t".join(columns)
        if "" in columns or line.count("\t") != len(columns) - 1 or "\n" in line or "\r" in line:
            column, value = next(pair for pair in zip(_COLUMNS, columns, strict=True) if not _is_cell(pair[1]))
            raise _unwritable(f"{column} {value!r} of word {row.id} is empty or contains a tab or line break")
        if not _is_label(row.deprel):
            raise _unwritable(f"DEPREL {row.deprel!r} of word {row.id} contains white space")
        try:
            ids.add(row.id)
        except ValueError as problem:
            raise _unwritable(str(problem)) from None
        lines.append(line)
    try:
        ids.close()
    except ValueError as problem:
        raise _unwritable(str(problem)) from None
    return encodable("CoNLL-U", "\n".join([*lines, "", ""]))


def _is_cell(text: str) -> bool:
    return bool(text) and not any(character in text for character in "\t\n\r")


def _is_label(text: str) -> bool:
    return text.split() == [text]


def _unwritable(reason: str) -> UnwritableError:
    return UnwritableError("CoNLL-U", reason)


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
        named = ((line, *split_comment(comment)) for line, comment in self.comments)
        found = [(line, value or "") for line, name, value in named if name == key]
        if len(found) > 1:
            raise self.error(found[1][0], f"a second comment '# {key} = ...' in one sentence")
        return found[0] if found else None

    def sentence(self) -> Sentence:
        self._check_heads()
        source = self._source()
        return Sentence(
            rows=tuple(source.get(row.id, row) for _, row in self.rows),
            comments=tuple(comment for _, comment in self.comments if split_comment(comment)[0] not in _OWN),
            categories=self._categories(),
        )

    def without_heads(self) -> Sentence:
        """The words alone, whatever tree they have."""
        rows = [(line, replace(row, head="_", deprel="_") if row.is_word else row) for line, row in self.rows]
        comments = [(line, one) for line, one in self.comments if split_comment(one)[0] not in _OWN]
        return _Block(self.name, comments, rows).sentence()

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
                raise self.error(
                    line, f"HEAD of word {row.id} is {shortened(row.head)!r}; expected a number from 0 to {n}"
                )

    def _source(self) -> dict[str, Row]:
        """The words that had another HEAD or DEPREL in the UD sentence that the tree was made from, by their ids."""
        found = self.special(_SOURCE)
        if found is None:
            return {}
        line, value = found
        words = {f"{row.id}:": row for _, row in self.rows if row.is_word}
        parts = value.split()
        # Seven parts a word, counting the bar, as for arcs.
        if len(parts) % 7 != 6 or any(bar != "|" for bar in parts[6::7]) or any(sign != ">" for sign in parts[3::7]):
            raise self.error(line, "the words are not of the form '5: 1 case > 4 case | 8: ...'")
        source = {}
        for number, head, label, head_now, label_now in zip(*(parts[i::7] for i in (0, 1, 2, 4, 5)), strict=True):
            if number not in words or (head != "0" and f"{head}:" not in words):
                raise self.error(line, f"'{number} {head} {label}' is not a word of this sentence with a HEAD in it")
            row = words[number]
            if (row.head, row.deprel) != (head_now, label_now):
                raise self.error(
                    line,
                    f"word {row.id} has HEAD {row.head} and DEPREL {row.deprel}, but by '# {_SOURCE}' they are "
                    f"{head_now} and {label_now}: undo the change, or delete the comment to forget the source",
                )
            source[row.id] = replace(row, head=head, deprel=label)
        return source

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
                raise self.error(line, f"{shortened(entry)!r} is not of the form 4-6:NP")
            categories.append(((int(first), int(last)), category))
        return tuple(categories)

    def tree(self, well_formed: bool) -> BubbleTree:
        sentence = self.sentence()
        words = [(line, row) for line, row in self.rows if row.is_word]
        contents: list[Collection[int]] = [(token,) for token in range(len(words) + 1)]
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
        source = sentence if self.special(_SOURCE) is not None else None
        tree = BubbleTree(sentence.words, contents, arcs, sentence, source)
        if bubbles is not None and sum(map(len, contents[len(words) + 1 :])) > _MAX_CONTENT and not tree.is_projective:
            raise self._too_much(bubbles[0])
        if bubbles is not None or listed is not None:
            self._check_columns(tree, words, well_formed)
        return tree

    def _read_contents(self, line: int, value: str, contents: list[Collection[int]], names: dict[str, int]) -> None:
        n = len(contents) - 1
        known: dict[str, Collection[int]] = {}
        room, repeated = _MAX_CONTENT, 0
        for entry in value.split():
            name, colon, runs = entry.partition(":")
            if not colon or not name.startswith("B") or name in names:
                raise self.error(line, f"{shortened(entry)!r} is not a new bubble of the form B1:4-6 or B1:3,5-7")
            names[name] = len(contents)
            if runs in known:
                repeated += 1
                if repeated > _MAX_REPEATED:
                    raise self.error(line, f"more than {_MAX_REPEATED} bubbles have the words of another one")
                contents.append(known[runs])
                continue
            spans: list[range] = []
            for run in runs.split(","):
                first, dash, last = run.partition("-")
                if not dash:
                    last = first
                if not (_is_number(first) and _is_number(last) and 1 <= int(first) <= int(last) <= n):
                    reason = f"{shortened(run)!r} in {shortened(entry)!r} is not a range of words of this sentence"
                    raise self.error(line, reason)
                spans.append(range(int(first), int(last) + 1))
            content: Collection[int] = spans[0] if len(spans) == 1 else frozenset(chain.from_iterable(spans))
            room -= len(content)
            if room < 0:
                if len(spans) > 1:
                    raise self._too_much(line)
                content = Interval(spans[0].start, spans[0].stop - 1)
            known[runs] = content
            contents.append(content)

    def _too_much(self, line: int) -> FormatError:
        reason = f"the bubbles hold more than {_MAX_CONTENT:,} words in all, and do not form a projective bubble tree"
        return self.error(line, reason)

    def _read_arcs(self, line: int, value: str, names: dict[str, int]) -> list[Arc]:
        parts = value.split()
        # Four parts an arc, counting the bar, so that a label may itself be a bar.
        if len(parts) % 4 != 3 or any(bar != "|" for bar in parts[3::4]):
            raise self.error(line, "the arcs are not of the form '2 obj B1 | B1 conj 4 | ...'")
        arcs = []
        for head, label, dependent in zip(parts[::4], parts[1::4], parts[2::4], strict=True):
            for end in (head, dependent):
                if end not in names:
                    arc = " ".join(map(shortened, (head, label, dependent)))
                    raise self.error(line, f"the arc {arc!r} names {shortened(end)}, which is not there")
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
        columns = [(row.head, row.deprel) for _, row in words]
        first_difference = None
        for style in Punctuation:
            made = [(str(head), label) for head, label in ud_columns(tree, style)]
            if made == columns:
                return
            index = next(i for i, (one, other) in enumerate(zip(made, columns, strict=True)) if one != other)
            first_difference = first_difference or (words[index], made[index])
        assert first_difference is not None, "there is at least one style"
        (line, row), (head, label) = first_difference
        raise self.error(
            line,
            f"word {row.id} has HEAD {row.head} and DEPREL {shortened(row.deprel)}, but by the bubbles in the comments "
            f"they are {head} and {shortened(label)}: undo the change, or delete '# {_BUBBLES}' and '# {_ARCS}' to go "
            "by the columns",
        )


def _block(found: Block) -> _Block:
    """The comments and rows of a sentence."""
    block, ids = _Block(found.name, [], []), _Ids()
    for number, line in found.lines:
        if line.startswith("#"):
            if block.rows:
                raise block.error(number, "a comment inside a sentence; comments stand before its first word")
            block.comments.append((number, line))
        else:
            block.rows.append((number, _row(line, number, found.name)))
            try:
                ids.add(block.rows[-1][1].id)
            except ValueError as problem:
                raise block.error(number, str(problem)) from None
    try:
        ids.close()
    except ValueError as problem:
        raise block.error(found.last, str(problem)) from None
    return block


def _row(line: str, number: int, name: str) -> Row:
    columns = line.split("\t")
    if any("\ufeff" in column for column in columns[len(_COLUMNS) - 1 :]):
        raise FormatError(name, number, "a byte order mark inside a line: files were joined without a line end between")
    if len(columns) != len(_COLUMNS):
        raise FormatError(name, number, f"expected {len(_COLUMNS)} columns separated by tabs, found {len(columns)}")
    for column, value in zip(_COLUMNS, columns, strict=True):
        if not value:
            raise FormatError(name, number, f"{column} is empty; a column without a value holds '_'")
    row = Row(*columns)
    if not _is_label(row.deprel):
        raise FormatError(name, number, f"DEPREL {shown(row.deprel)} contains white space")
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
            raise ValueError(f"ID {shortened(text)!r} is out of place; the next word is {following}")

    def close(self) -> None:
        """ValueError if the sentence cannot end here."""
        if not self.words:
            raise ValueError("a sentence without words")
        if self.range_end > self.words:
            raise ValueError(f"a multiword token reaches to word {self.range_end}, the sentence only to {self.words}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _DIGITS


# Writing


def _bubble_comments(tree: BubbleTree) -> dict[str, str]:
    """The values of the two comments that hold a tree's bubbles; of neither if it has none."""
    bubbles = sorted(
        (bubble for bubble in tree.bubbles if len(tree.contents[bubble]) > 1),
        key=lambda bubble: (tree.hulls[bubble].first, len(tree.contents[bubble]), _gapped(tree, bubble)),
    )
    if not bubbles:
        return {}
    names = {bubble: str(hull.first) for bubble, hull in enumerate(tree.hulls)}
    names |= {bubble: f"B{number}" for number, bubble in enumerate(bubbles, start=1)}
    of_interest = frozenset(bubbles)
    order = {bubble: index for index, bubble in enumerate(bubbles)}
    arcs = sorted(
        (arc for arc in tree.arcs if arc.head in of_interest or arc.dependent in of_interest),
        key=lambda arc: (
            order.get(arc.head, order.get(arc.dependent, 0)),
            arc.head in of_interest,
            tree.hulls[arc.dependent].first,
            len(tree.contents[arc.dependent]),
        ),
    )
    contents = " ".join(f"{names[bubble]}:{_content(tree, bubble)}" for bubble in bubbles)
    listed = " | ".join(f"{names[arc.head]} {arc.label} {names[arc.dependent]}" for arc in arcs)
    return {_BUBBLES: contents, _ARCS: listed}


def _gapped(tree: BubbleTree, bubble: int) -> list[int]:
    """The content of a bubble that is discontinuous; nothing for one that is known by its first word and its size."""
    content = tree.contents[bubble]
    return [] if len(content) == tree.hulls[bubble].width else sorted(content)


def _content(tree: BubbleTree, bubble: int) -> str:
    first, last = tree.hulls[bubble]
    return as_runs(tree.contents[bubble]) if _gapped(tree, bubble) else f"{first}-{last}"


def _category_comments(sentence: Sentence) -> tuple[str, ...]:
    if not sentence.categories:
        return ()
    for (first, last), category in sentence.categories:
        if not _is_label(category):
            raise _unwritable(f"the category {category!r} of {first}-{last} is empty or contains white space")
    listed = " ".join(f"{first}-{last}:{category}" for (first, last), category in sentence.categories)
    return (f"# {_CATEGORIES} = {listed}",)
