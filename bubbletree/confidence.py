"""How sure a model is of the coordinations of a tree: two comments of its sentence, read and written here alone.

``# confidence = 3-9:0.87 4-6:0.42``
    For each coordination, its span and how likely it is right.
``# alternatives = 3-9:0.12:3-4,6-9``
    Other readings of coordinations: the span of the coordination, how likely the reading is, and its conjuncts.

docs/reference/formats.md describes them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bubbletree.coordination import TreeCoordination
from bubbletree.plugins import Alternative
from bubbletree.sentence import Sentence
from bubbletree.span import Span

CONFIDENCE: Final = "confidence"
"""The name of the comment on how sure a model is of the coordinations."""

ALTERNATIVES: Final = "alternatives"
"""The name of the comment on other readings of coordinations."""

_CONFIDENCE = re.compile(r"([0-9]{1,9})-([0-9]{1,9}):(0\.[0-9]{1,9}|1\.0{1,9})")
_ALTERNATIVE = re.compile(
    r"([0-9]{1,9})-([0-9]{1,9}):(0\.[0-9]{1,9}|1\.0{1,9}):([0-9]{1,9}-[0-9]{1,9}(?:,[0-9]{1,9}-[0-9]{1,9})*)"
)


class StatedAlternative(NamedTuple):
    """Another reading of a coordination as the comment states it: without a tree.

    Attributes
    ----------
    confidence : float
        How sure a model is of it, from 0 to 1.
    conjuncts : tuple of Span
        Its conjuncts.
    """

    confidence: float
    conjuncts: tuple[Span, ...]


def confidence_comment(found: Mapping[TreeCoordination, float]) -> str:
    """The value of the comment ``# confidence``, given the confidence of each coordination of a tree.

    Examples
    --------
    >>> from bubbletree import coordinations, parse_brackets
    >>> [tea] = coordinations(parse_brackets("[tea cc=or milk]"))
    >>> confidence_comment({tea: 0.9})
    '1-3:0.90'
    """
    return " ".join(f"{_written(one.whole)}:{confidence:.2f}" for one, confidence in found.items())


def alternatives_comment(found: Mapping[TreeCoordination, Sequence[Alternative]]) -> str:
    """The value of the comment ``# alternatives``, given the other readings of each coordination of a tree."""
    return " ".join(
        f"{_written(one.whole)}:{other.confidence:.2f}:{','.join(map(_written, other.coordination.conjuncts))}"
        for one, others in found.items()
        for other in others
    )


def _written(span: Span) -> str:
    return f"{span.first}-{span.last}"


def confidences(sentence: Sentence, found: Sequence[TreeCoordination]) -> Sequence[float | None]:
    """How sure a model is of each coordination of a tree, as the comment ``# confidence`` of its sentence tells.

    Parameters
    ----------
    sentence : Sentence
        The sentence.
    found : sequence of TreeCoordination
        All coordinations of the tree. If the comment is about others, or is not of the form above, none has a
        confidence: the tree may have been changed, and other programs may have comments of this name.

    Examples
    --------
    >>> from bubbletree import coordinations, parse_brackets
    >>> tree = parse_brackets("[tea cc=or milk]")
    >>> confidences(Sentence((), ("# confidence = 1-3:0.9",)), coordinations(tree))
    [0.9]
    """
    entries = [_CONFIDENCE.fullmatch(entry) for entry in (sentence.comment(CONFIDENCE) or "").split()]
    listed = [entry and Span(int(entry[1]), int(entry[2])) for entry in entries]
    if listed != [one.whole for one in found]:
        return [None] * len(found)
    return [float(entry[3]) for entry in entries if entry]


def alternatives(sentence: Sentence, found: Sequence[TreeCoordination]) -> Sequence[Sequence[StatedAlternative]]:
    """The other readings of each coordination of a tree that the comment ``# alternatives`` of its sentence tells.

    Parameters
    ----------
    sentence : Sentence
        The sentence.
    found : sequence of TreeCoordination
        All coordinations of the tree. If the comment is about others, or is not of the form above, none has another
        reading.

    Examples
    --------
    >>> from bubbletree import coordinations, parse_brackets
    >>> tree = parse_brackets("amod=old [men cc=and women]")
    >>> sentence = Sentence.from_columns(tree.words).with_comments({"alternatives": "2-4:0.2:1-2,4-4"})
    >>> alternatives(sentence, coordinations(tree))
    [[StatedAlternative(confidence=0.2, conjuncts=(Span(first=1, last=2), Span(first=4, last=4)))]]
    """
    listed: dict[Span, list[StatedAlternative]] = {one.whole: [] for one in found}
    words = len(sentence.words)
    for entry in (sentence.comment(ALTERNATIVES) or "").split():
        match = _ALTERNATIVE.fullmatch(entry)
        spans = [Span(*map(int, part.split("-"))) for part in match[4].split(",")] if match else []
        whole = Span(int(match[1]), int(match[2])) if match else None
        if match is None or whole not in listed or not all(1 <= first <= last <= words for first, last in spans):
            return [[] for _ in found]
        listed[whole].append(StatedAlternative(float(match[3]), tuple(spans)))
    return [listed[one.whole] for one in found]
