"""The files of both treebanks, and what is made of them: bracket trees for CoreNLP, gold bubble trees, folds.

All files that are made go into one folder. They are made again when what they are made from is newer.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from bubbletree.cli import main as bubbletree
from bubbletree.constituency import COOD, Constituent, PhraseTree, genia_coordinations
from bubbletree.convert import Punctuation
from bubbletree.io import atomic_writer, iter_sentences, write_coord
from bubbletree.io.genia import iter_genia
from bubbletree.io.lines import numbered_lines
from bubbletree.span import Span
from neural.experiment.plan import ExperimentError

SECTIONS = {"train": range(2, 22), "dev": range(22, 23), "test": range(23, 24)}
"""The sections of the Wall Street Journal that each part has."""

SENTENCES = {"train": 39832, "dev": 1700, "test": 2416}
"""How many sentences each part has."""

PLACES = ("", "wsj", "parsed/mrg/wsj", "treebank_3/parsed/mrg/wsj")
"""Where sections can be in the folder of the treebank."""

_MARK = re.compile(r"(?<=[^\s()])-(?:CCP|COORD|CC|SHARED|CONN|MARK)(?=[-\s])")
"""A mark of Ficler and Goldberg at the end of a label or inside it."""


def unmarked(line: str) -> str:
    """A line of bracket trees without the marks of coordination.

    Examples
    --------
    >>> unmarked("(NP-COORD-CCP (NN-COORD tea) (CC-CC and) (NN-COORD buns)")
    '(NP (NN tea) (CC and) (NN buns)'
    """
    return _MARK.sub("", line)


@dataclass(frozen=True, slots=True)
class Penn:
    """The Penn Treebank.

    Attributes
    ----------
    folder : Path
        The user's files: ``train.mrg``, ``dev.mrg`` and ``test.mrg``, or folders of sections; UD for each of them
        (``train.ud.conllu``), and lists of spans (``train.spans``) if the trees have no marks.
    work : Path
        Where to put what is made of them.
    """

    folder: Path
    work: Path

    def sources(self, part: str) -> list[Path]:
        """The files of bracket trees of a part, in order; empty if some are missing."""
        whole = self.folder / f"{part}.mrg"
        if whole.is_file():
            return [whole]
        for place in PLACES:
            sections = [self.folder / place / f"{section:02}" for section in SECTIONS[part]]
            files = [sorted(one for one in section.glob("*.[mM][rR][gG]")) for section in sections]
            if all(files):
                return [file for section in files for file in section]
        return []

    def ud(self, part: str) -> Path:
        """What CoreNLP made of a part."""
        return self.folder / f"{part}.ud.conllu"

    def spans(self, part: str) -> Path | None:
        """The list of spans of a part, if there is one."""
        path = self.folder / f"{part}.spans"
        return path if path.is_file() else None

    def trees(self, part: str) -> Path:
        """The bracket trees of a part in one file."""
        return self.work / f"{part}.mrg"

    def plain(self, part: str) -> Path:
        """The same without marks, for CoreNLP."""
        return self.work / f"{part}.plain.mrg"

    def gold(self, part: str) -> Path:
        """The bubble trees of a part."""
        return self.work / f"{part}.conllu"

    def join(self, part: str) -> None:
        """Write :meth:`trees` and :meth:`plain`."""
        sources = self.sources(part)
        if not sources or _is_current(self.plain(part), sources):
            return
        self.work.mkdir(parents=True, exist_ok=True)
        with atomic_writer(self.trees(part)) as stream:
            for path in sources:
                stream.writelines(f"{line}\n" for _, line in numbered_lines(path, str(path)))
        with atomic_writer(self.plain(part)) as stream:
            trees = str(self.trees(part))
            stream.writelines(f"{unmarked(line)}\n" for _, line in numbered_lines(trees, trees))

    def convert(self, part: str) -> None:
        """Write :meth:`gold`, as ``bubbletree convert`` does.

        Raises
        ------
        ExperimentError
            The trees and UD do not have the same words, or cannot be read; a line on standard error says why.
        """
        spans = self.spans(part)
        if _is_current(self.gold(part), [self.trees(part), self.ud(part), *([] if spans is None else [spans])]):
            return
        given = [] if spans is None else ["--spans", str(spans)]
        _converted(
            *(str(self.trees(part)), "--from", "ptb", "--ud", str(self.ud(part)), *given),
            *("--punctuation", Punctuation.FIRST.value, "-o", str(self.gold(part))),
        )


@dataclass(frozen=True, slots=True)
class Genia:
    """The GENIA treebank.

    Attributes
    ----------
    folder : Path
        The user's files: the articles in XML, and UD for all of them in the order of their names (``genia.ud.conllu``).
    work : Path
        Where to put what is made of them.
    """

    folder: Path
    work: Path

    @property
    def articles(self) -> list[Path]:
        """The articles, in the order of their names."""
        return sorted(self.folder.glob("*.xml"))

    @property
    def ud(self) -> Path:
        """What CoreNLP made of the sentences."""
        return self.folder / "genia.ud.conllu"

    @property
    def plain(self) -> Path:
        """The bracket trees of all articles, for CoreNLP."""
        return self.work / "genia.plain.mrg"

    @property
    def gold(self) -> Path:
        """UD with the ids of the sentences."""
        return self.work / "genia.conllu"

    @property
    def coord(self) -> Path:
        """The coordinations."""
        return self.work / "genia.coord"

    def join(self) -> None:
        """Write :attr:`plain` and :attr:`coord`."""
        if not self.articles or _is_current(self.coord, self.articles):
            return
        self.work.mkdir(parents=True, exist_ok=True)
        with atomic_writer(self.plain) as stream:
            stream.writelines(f"{bracketed(tree)}\n" for tree in self._trees())
        with atomic_writer(self.coord) as stream:
            for tree in self._trees():
                write_coord({tree.sent_id or "": genia_coordinations(tree)}, stream)

    def convert(self) -> None:
        """Write :attr:`gold`.

        Raises
        ------
        ExperimentError
            UD has other sentences.
        """
        if _is_current(self.gold, [*self.articles, self.ud]):
            return
        names = []
        for tree, sentence in zip_longest(self._trees(), iter_sentences(str(self.ud))):
            if tree is None or sentence is None or len(tree.words) != len(sentence.words):
                where = "its end" if tree is None else f"sentence {tree.sent_id}"
                raise ExperimentError(f"{self.ud} has other sentences or words than the articles, from {where} on")
            names.append(tree.sent_id)
        with atomic_writer(self.gold) as stream:
            waiting, inside = iter(names), False
            for _, line in numbered_lines(str(self.ud), str(self.ud)):
                if line.strip() and not inside:
                    stream.write(f"# sent_id = {next(waiting)}\n")
                inside = bool(line.strip())
                if not line.startswith("# sent_id"):
                    stream.write(f"{line}\n")

    def _trees(self) -> Iterator[PhraseTree]:
        for path in self.articles:
            yield from iter_genia(str(path))


def _is_current(made: Path, sources: Iterable[Path]) -> bool:
    """Whether a file was made after all that it was made from."""
    return made.exists() and all(made.stat().st_mtime_ns >= one.stat().st_mtime_ns for one in sources)


def bracketed(tree: PhraseTree) -> str:
    """A tree as one line of brackets, without marks of coordination.

    Examples
    --------
    >>> from bubbletree.io.penn import parse_penn
    >>> bracketed(parse_penn("( (NP-COOD (NN tea) (CC or) (NP (NN milk))) )"))
    '( (NP (NN tea) (CC or) (NP (NN milk))) )'
    """
    tops: list[Constituent] = []
    for phrase in tree.phrases:  # each before those inside it
        if not tops or phrase.span.first > tops[-1].span.last:
            tops.append(phrase)
    covered = {place for top in tops for place in range(top.span.first, top.span.last + 1)}
    loose = [
        Constituent(tag, Span(place, place)) for place, tag in enumerate(tree.tags, start=1) if place not in covered
    ]
    return f"( {' '.join(_bracketed(one, tree) for one in sorted([*tops, *loose], key=lambda one: one.span))} )"


def _bracketed(one: Constituent, tree: PhraseTree) -> str:
    label = one.label.removesuffix(f"-{COOD}") or "X"
    if not one.children:
        word = tree.words[one.span.first - 1].replace("(", "-LRB-").replace(")", "-RRB-")
        return f"({label} {word})"
    return f"({label} {' '.join(_bracketed(child, tree) for child in one.children)})"


def _converted(*arguments: str) -> None:
    """Run ``bubbletree convert`` in this process."""
    if bubbletree(["convert", *arguments]) != 0:
        raise ExperimentError(f"bubbletree convert {shlex.join(arguments)} failed")
