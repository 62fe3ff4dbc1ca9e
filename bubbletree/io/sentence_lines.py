"""One sentence of CoNLL-U as it is read: its lines with their numbers, and the sentence and the tree that they make."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bubbletree._interval import Interval
from bubbletree.convert.enhanced import faults_in_deps
from bubbletree.convert.to_ud import Punctuation, ud_columns
from bubbletree.errors import FormatError, shortened
from bubbletree.io.bubble_comments import ARCS, BUBBLES, CATEGORIES, OWN, SOURCE
from bubbletree.io.columns import Ids, faults_in_heads, row_of
from bubbletree.io.scan import Block
from bubbletree.sentence import Row, Sentence, split_comment
from bubbletree.tree import Arc, BubbleTree
from bubbletree.validation import validate

_MAX_REPEATED = 100
"""How many bubbles may have the words of another one: enough to say what is wrong, and no work without end."""
_MAX_CONTENT = 4_000_000
"""How many words the bubbles of a sentence may hold in all, unless they form a projective tree.

A word counts for each bubble that it is in.  Bubbles of a few characters each can hold all words of a sentence.  A
projective tree takes little memory all the same; for others, this is what keeps memory and time within bounds.
"""
_DIGITS = 18
"""How many digits a number in them may have: more than any sentence needs, and few enough for int()."""


def lines_of(found: Block) -> SentenceLines:
    """The comments and rows of a sentence."""
    block, ids = SentenceLines(found.name, [], []), Ids()
    for number, line in found.lines:
        if line.startswith("#"):
            if block.rows:
                raise block.error(number, "a comment inside a sentence; comments stand before its first word")
            block.comments.append((number, line))
        else:
            block.rows.append((number, row_of(line, number, found.name)))
            try:
                ids.add(block.rows[-1][1].id)
            except ValueError as problem:
                raise block.error(number, str(problem)) from None
    try:
        ids.close()
    except ValueError as problem:
        raise block.error(found.last, str(problem)) from None
    return block


@dataclass(slots=True)
class SentenceLines:
    """The lines of one sentence, and where they stand."""

    name: str
    comments: list[tuple[int, str]]
    rows: list[tuple[int, Row]]

    def error(self, line: int, reason: str) -> FormatError:
        """What is wrong with a line."""
        return FormatError(self.name, line, reason)

    def special(self, key: str) -> tuple[int, str] | None:
        """Line and value of one of the format's own comments."""
        named = ((line, *split_comment(comment)) for line, comment in self.comments)
        found = [(line, value or "") for line, name, value in named if name == key]
        if len(found) > 1:
            raise self.error(found[1][0], f"a second comment '# {key} = ...' in one sentence")
        return found[0] if found else None

    def sentence(self) -> Sentence:
        """The sentence as UD, without the comments of a tree."""
        rows = [row for _, row in self.rows]
        for place, reason in chain(faults_in_heads(rows), faults_in_deps(rows)):
            raise self.error(self.rows[place][0], reason)
        source = self._source()
        return Sentence(
            rows=tuple(source.get(row.id, row) for _, row in self.rows),
            comments=tuple(comment for _, comment in self.comments if split_comment(comment)[0] not in OWN),
            categories=self._categories(),
        )

    def without_heads(self) -> Sentence:
        """The words alone, whatever tree they have."""
        rows = [(line, replace(row, head="_", deprel="_", deps="_") if row.is_word else row) for line, row in self.rows]
        comments = [(line, one) for line, one in self.comments if split_comment(one)[0] not in OWN]
        return SentenceLines(self.name, comments, rows).sentence()

    def _source(self) -> dict[str, Row]:
        """The words that had another HEAD or DEPREL in the UD sentence that the tree was made from, by their ids."""
        found = self.special(SOURCE)
        if found is None:
            return {}
        line, value = found
        words = {f"{row.id}:": row for _, row in self.rows if row.is_word}
        parts = value.split()
        # Seven parts a word, counting the bar, as for arcs.
        if len(parts) % 7 != 6 or any(bar != "|" for bar in parts[6::7]) or any(sign != ">" for sign in parts[3::7]):
            raise self.error(line, f"'# {SOURCE}' is not of the form '5: 1 case > 4 case | 8: ...'")
        source = {}
        for number, head, label, head_now, label_now in zip(*(parts[i::7] for i in (0, 1, 2, 4, 5)), strict=True):
            if number not in words or (head != "0" and f"{head}:" not in words):
                reason = f"'{number} {head} {label}' in '# {SOURCE}' is not a word of this sentence with a HEAD in it"
                raise self.error(line, reason)
            row = words[number]
            if (row.head, row.deprel) != (head_now, label_now):
                raise self.error(
                    line,
                    f"word {row.id} has HEAD {row.head} and DEPREL {row.deprel}, but by '# {SOURCE}' they are "
                    f"{head_now} and {label_now}: undo the change, or delete the comment to forget the source",
                )
            source[row.id] = replace(row, head=head, deprel=label)
        return source

    def _categories(self) -> tuple[tuple[tuple[int, int], str], ...]:
        found = self.special(CATEGORIES)
        if found is None:
            return ()
        line, value = found
        categories = []
        for entry in value.split():
            span, colon, category = entry.partition(":")
            first, dash, last = span.partition("-")
            if not (colon and dash and category and _is_number(first) and _is_number(last)):
                raise self.error(line, f"{shortened(entry)!r} in '# {CATEGORIES}' is not of the form 4-6:NP")
            categories.append(((int(first), int(last)), category))
        return tuple(categories)

    def tree(self, well_formed: bool) -> BubbleTree:
        """The tree; ``well_formed`` says whether one that is not well-formed is an error."""
        sentence = self.sentence()
        words = [(line, row) for line, row in self.rows if row.is_word]
        contents: list[Collection[int]] = [(token,) for token in range(len(words) + 1)]
        names = {str(token): token for token in range(len(words) + 1)}
        bubbles = self.special(BUBBLES)
        listed = self.special(ARCS)
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
        source = sentence if self.special(SOURCE) is not None else None
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
                raise self.error(
                    line, f"{shortened(entry)!r} in '# {BUBBLES}' is not a new bubble of the form B1:4-6 or B1:3,5-7"
                )
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
            raise self.error(line, f"'# {ARCS}' is not of the form '2 obj B1 | B1 conj 4 | ...'")
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
        comment = self.special(BUBBLES) or self.special(ARCS)
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
            f"they are {head} and {shortened(label)}: undo the change, or delete '# {BUBBLES}' and '# {ARCS}' to go "
            "by the columns",
        )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _DIGITS
