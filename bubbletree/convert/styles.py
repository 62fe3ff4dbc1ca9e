"""Other styles of annotation: where conjuncts and coordinators hang, and how to tell.

UD version 2 hangs the later conjuncts on the first one and every coordinator on the conjunct that follows.
Other schemes do not, and neither do many parsers:

* UD version 1 and Stanford dependencies hang coordinators and commas on the first conjunct;
* in a *chain*, each conjunct hangs on the one before it, and the coordinator on the conjunct before it;
* TIGER's chain goes through the coordinator: the conjunct (``cj``) hangs on the coordinator (``cd``).

What hangs between two conjuncts is between them, wherever it hangs, and labels are known by what they count
as (:mod:`bubbletree.convert.relations`); so only chains have to be undone.  In UD version 2 the same arcs
mean nesting, so this has to be asked for, or guessed from many sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from bubbletree.convert.heads import walk
from bubbletree.convert.relations import NEW, OLD, Kind, kind_of
from bubbletree.convert.to_ud import Punctuation
from bubbletree.sentence import Sentence
from bubbletree.tree import CONJ

MANY = 10
"""How many further conjuncts make a chain, where coordinators hang as in UD version 2."""


class Style(Enum):
    """Where conjuncts and coordinators hang."""

    UD = "ud"
    """UD version 2: conjuncts on the first, coordinators on the conjunct after them."""
    STANFORD = "stanford"
    """UD version 1 and Stanford dependencies: conjuncts and coordinators on the first."""
    CHAIN = "chain"
    """spaCy's English models: conjuncts and coordinators on the conjunct before them."""
    TIGER = "tiger"
    """TIGER and spaCy's German models: ``cd`` and ``cj``, conjuncts on the coordinator before them."""


def in_ud_style(heads: Sequence[int], labels: Sequence[str], style: Style) -> tuple[list[int], list[str], list[int]]:
    """HEAD and DEPREL with all conjuncts on the first one, and the words that are annotated in another style.

    A conjunct ``cj`` that hangs on a coordinator goes to where that hangs, in any style, and the coordinator goes
    to the conjunct.

    Examples
    --------
    "tea, milk and jam", each on the one before:

    >>> in_ud_style([0, 1, 1, 3, 3], ["root", "punct", "conj", "cc", "conj"], Style.CHAIN)[0]
    [0, 1, 1, 3, 1]

    "Tee und Milch" in TIGER's style:

    >>> in_ud_style([0, 1, 2], ["ROOT", "cd", "cj"], Style.TIGER)
    ([0, 3, 1], ['ROOT', 'cd', 'conj'], [2, 3])
    """
    kinds = [Kind.OTHER, *map(kind_of, labels)]
    found = [0, *heads]
    moved: set[int] = set()
    for node in walk([head - 1 for head in heads]):
        word, head = node + 1, heads[node]
        if kinds[word] is not Kind.CONJUNCT or head > word:
            continue
        if kinds[head] is Kind.COORDINATOR and labels[node] == "cj":
            found[word] = found[head]
            if head not in moved:
                found[head] = word
                moved.add(head)
        if style in (Style.CHAIN, Style.TIGER) and kinds[found[word]] is Kind.CONJUNCT and found[word] < word:
            found[word] = found[found[word]]
    changed = {word for word, head in enumerate(heads, start=1) if found[word] != head}
    changed.update(early_coordinators(heads, labels))
    return found[1:], [CONJ if label == "cj" else label for label in labels], sorted(changed)


@dataclass(slots=True)
class Evidence:
    """What a file tells about the style of its annotation.

    Attributes
    ----------
    before, after : int
        Coordinators between conjuncts that hang on the conjunct before them (or on the first), and on the one
        after them.
    closing : int
        Coordinators after the last conjunct that hang on it: in *inu to neko to*, each follows its conjunct.
    chained, flat : int
        Conjuncts that hang on a conjunct, and those that hang on a first conjunct beside another one.
    german : int
        Labels ``cd`` and ``cj``.
    marks_first, marks_following : int
        Punctuation between conjuncts that hangs on the first one, and on the one after it.
    old : Counter of str
        Labels of UD version 1, Stanford dependencies or ClearNLP that UD version 2 has not.
    new : int
        Labels of UD version 2 that these have not.
    """

    before: int = 0
    after: int = 0
    closing: int = 0
    chained: int = 0
    flat: int = 0
    german: int = 0
    marks_first: int = 0
    marks_following: int = 0
    old: Counter[str] = field(default_factory=Counter)
    new: int = 0

    def add(self, sentence: Sentence) -> None:
        """Look at a sentence; one without heads tells nothing."""
        labels = sentence.deprels
        kinds = [Kind.OTHER, *map(kind_of, labels)]
        self.german += sum(label in ("cd", "cj") for label in labels)
        self.old.update(label for label in labels if label in OLD)
        self.new += sum(label in NEW for label in labels)
        if Kind.CONJUNCT not in kinds or any(row.head == "_" for row in sentence.word_rows):
            return
        heads = sentence.heads
        first: set[int] = set()
        for word, head in enumerate(heads, start=1):
            if kinds[word] is Kind.CONJUNCT and head < word:
                self.flat += head in first
                self.chained += head not in first and kinds[head] is Kind.CONJUNCT
                first.add(head)
            elif kinds[word] is Kind.COORDINATOR and head > word:
                self.after += kinds[head] is Kind.CONJUNCT
        last = _last_conjuncts(heads, kinds)
        ends = set(last.values())
        self.closing += sum(
            kinds[word] is Kind.COORDINATOR and head < word and head in ends and word > last.get(head, 0)
            for word, head in enumerate(heads, start=1)
        )
        for word, head in enumerate(heads, start=1):
            if kinds[word] is Kind.PUNCTUATION:
                self.marks_first += head < word < last.get(head, 0)
                self.marks_following += word < head and kinds[head] is Kind.CONJUNCT
        self.before += len(early_coordinators(heads, labels))

    def punctuation(self) -> Punctuation | None:
        """Which custom punctuation between conjuncts follows; None if there is none."""
        if not self.marks_first and not self.marks_following:
            return None
        return Punctuation.FIRST if self.marks_first > self.marks_following else Punctuation.FOLLOWING

    @property
    def _is_chained_throughout(self) -> bool:
        """Whether there are many further conjuncts, and all hang on the one before: in UD version 2 most are flat."""
        return self.chained >= MANY and not self.flat

    @property
    def _is_early(self) -> bool:
        """Whether coordinators hang on the conjunct before them, other than in languages where they follow a conjunct.

        There the labels are those of UD version 2, and commas hang as they do elsewhere.
        """
        is_version_2 = bool(self.new) and not self.old and self.marks_first <= self.marks_following
        return self.before > max(self.after, self.closing) and not is_version_2

    @property
    def _has_early_marks(self) -> bool:
        """Whether punctuation hangs on the conjunct before it, and neither coordinators nor labels say more."""
        is_told_otherwise = self.before or self.after or self.closing or self.new
        return not is_told_otherwise and self.marks_first > self.marks_following

    def guess(self) -> tuple[Style, str]:
        """The style, and what speaks for it; nothing does for UD version 2."""
        reasons = []
        if self._has_early_marks:
            marks = self.marks_first + self.marks_following
            reasons.append(f"{self.marks_first} of {marks} marks between conjuncts depend on the conjunct before them")
        if self._is_early:
            reasons.append(
                f"{self.before} of {self.before + self.after} coordinators depend on the conjunct before them"
            )
        if self.old:
            reasons.append(f"it has the labels {', '.join(label for label, _ in self.old.most_common(5))}")
        if self.german:
            style = Style.TIGER
            reasons = [f"it has the labels cd and cj, {self.german} times"]
        elif self.chained > self.flat and (self._is_early or self._has_early_marks or self._is_chained_throughout):
            style = Style.CHAIN
            reasons.append(
                f"{self.chained} of {self.chained + self.flat} further conjuncts depend on the one before them"
            )
        else:
            style = Style.STANFORD if reasons else Style.UD
        return style, ", ".join(reasons)


def early_coordinators(heads: Sequence[int], labels: Sequence[str]) -> list[int]:
    """The coordinators between two conjuncts that hang on the first conjunct, or on the one before them.

    Examples
    --------
    >>> early_coordinators([0, 1, 1], ["root", "cc", "conj"])
    [2]
    """
    kinds = [Kind.OTHER, *map(kind_of, labels)]
    last = _last_conjuncts(heads, kinds)
    return [
        word
        for word, head in enumerate(heads, start=1)
        if kinds[word] is Kind.COORDINATOR
        and head < word
        and (word < last.get(head, 0) or (kinds[head] is Kind.CONJUNCT and word < last.get(heads[head - 1], 0)))
    ]


def _last_conjuncts(heads: Sequence[int], kinds: Sequence[Kind]) -> dict[int, int]:
    """Of each word that has conjuncts the last one."""
    return {head: word for word, head in enumerate(heads, start=1) if kinds[word] is Kind.CONJUNCT}
