"""Gold sentences to learn from and to compare with, from three kinds of files.

* CoNLL-U with bubbles (some sentence has a ``# bubbles`` comment): its bubble trees;
* CoNLL-U and a ``.coord`` file: the coordinations of that file, merged into the UD trees;
* CoNLL-U alone: UD trees, with the coordinations that follow from them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from bubbletree import BubbleTree, Coordination, Sentence, coordinations
from bubbletree.convert import Conversion, Reason, convert_all, to_ud
from bubbletree.io import BadSentence, GoodSentence, has_bubbles, read_coord, scan_conllu, scan_sentences
from bubbletree.metrics import gold_coordinations

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GoldSentence:
    """A sentence with its gold annotation.

    Attributes
    ----------
    sentence : Sentence
        Its words, and their heads in UD.
    tree : BubbleTree or None
        Its bubble tree; None if it cannot be converted.
    problem : str
        Why not; empty if it can.
    coordinations : tuple of Coordination
        Its coordinations: those of the ``.coord`` file if there is one, else those of the tree.
    """

    sentence: Sentence
    tree: BubbleTree | None
    problem: str
    coordinations: tuple[Coordination, ...]


def gold_tree(tree: BubbleTree) -> GoldSentence:
    """The gold sentence that a well-formed tree makes."""
    return GoldSentence(to_ud(tree), tree, "", coordinations(tree))


def read_gold(
    path: str | Path,
    coord: str | Path | None = None,
    limit: int | None = None,
    skip: Callable[[BadSentence], None] | None = None,
) -> Iterator[GoldSentence]:
    """The gold sentences of a file, all of them or the first ones.

    Parameters
    ----------
    path : str or Path
        A CoNLL-U file.
    coord : str or Path, optional
        The coordinations of its sentences.
    limit : int, optional
        How many sentences to read.
    skip : callable, optional
        Is told of each sentence that cannot be read, and of coordinations for a sentence that is missing or occurs
        twice.  If left out, the first of them is an error.

    Raises
    ------
    FormatError
        A file does not follow its format; or see ``skip``.
    OSError
        A file cannot be read.
    """
    if coord is None and has_bubbles(path):
        for tree in itertools.islice(_kept(scan_conllu(path), skip), limit):
            # The file's own HEAD and DEPREL, with its own convention for punctuation.
            assert tree.sentence is not None, "trees from a file have their lines"
            yield GoldSentence(tree.sentence, tree, "", coordinations(tree))
        return
    given = None if coord is None else read_coord(coord)
    left_out: set[str | None] = set()

    def leave_out(bad: BadSentence) -> None:
        if skip is None:
            raise bad.error
        left_out.add(bad.sent_id)
        skip(bad)

    for outcome in convert_all(itertools.islice(_kept(scan_sentences(path), leave_out), limit), given):
        if isinstance(outcome, Conversion):
            assert outcome.tree.sentence is not None, "conversion keeps the sentence"
            found = GoldSentence(outcome.tree.sentence, outcome.tree, "", coordinations(outcome.tree))
        elif outcome.error.reason is Reason.REPEATED_SENTENCE:
            reason = f"sentence {outcome.error.sent_id!r} is in {path} twice"
            leave_out(BadSentence(str(coord), 0, 0, None, reason))
            continue
        elif isinstance(outcome.sentence, Sentence):
            found = GoldSentence(outcome.sentence, None, outcome.error.reason.value, ())
        else:
            if limit is None and outcome.error.sent_id not in left_out:
                reason = f"sentence {outcome.error.sent_id!r} is not in {path}"
                leave_out(BadSentence(str(coord), 0, 0, None, reason))
            continue
        if given is not None:
            spans = given.get(found.sentence.sent_id or "", ())
            found = replace(found, coordinations=gold_coordinations(spans, found.sentence.words))
        yield found


def _kept(scanned: Iterable[GoodSentence[T] | BadSentence], skip: Callable[[BadSentence], None] | None) -> Iterator[T]:
    """The sentences that can be read."""
    for one in scanned:
        if isinstance(one, GoodSentence):
            yield one.value
        elif skip is None:
            raise one.error
        else:
            skip(one)
