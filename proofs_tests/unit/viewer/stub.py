"""A parser for tests: it coordinates the words on both sides of "or"."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bubbletree import (
    Alternative,
    BubbleTree,
    BubbletreeError,
    Candidate,
    Sentence,
    TransitionKind,
    TreeCoordination,
    coordinations,
    oracle,
    trace,
    valid_transitions,
)
from bubbletree.plugins import Known, NoStepsError, Parsable, Step

TAKEN = 0.75
"""How probable the stub finds what a derivation does where it could do something else."""
LABEL = 0.5
"""How probable it finds each label."""


class UnsupportedError(BubbletreeError):
    """A simple parser was asked for more than trees."""


@dataclass
class Stub:
    """The first tree has a bubble if the sentence has "or"; the second one has none."""

    is_simple: bool = False

    def parse(self, sentence: Parsable, /) -> BubbleTree:
        assert isinstance(sentence, str)
        words = sentence.split()
        if "or" not in words:
            return _flat(words)
        place = words.index("or") + 1
        bubble = len(words) + 1
        contents = [*({token} for token in range(bubble)), {place - 1, place, place + 1}]
        parts = {place - 1: "conj", place: "cc", place + 1: "conj"}
        arcs = [(bubble, label, part) for part, label in parts.items()]
        arcs += [(bubble, "dep", token) for token in range(1, bubble) if token not in parts]
        return BubbleTree(words, contents, [(0, "root", bubble), *arcs], Sentence.from_columns(words))

    def n_best(self, sentence: Parsable, size: int, /) -> list[Candidate]:
        if self.is_simple:
            raise UnsupportedError("no alternatives")
        trees = [self.parse(sentence), _flat(list(self.parse(sentence).words))]
        return [Candidate(tree, math.log(0.5**number)) for number, tree in enumerate(trees, start=1)][:size]

    def confidences(self, tree: BubbleTree, /) -> dict[TreeCoordination, float]:
        if self.is_simple:
            raise UnsupportedError("no confidences")
        return dict.fromkeys(coordinations(tree), 0.75)

    def steps(self, tree: BubbleTree, /) -> list[Step]:
        if self.is_simple:
            raise NoStepsError("it only guesses")
        return [
            Step(
                _shares(valid_transitions(before, normal_form=True, single_root=True), taken.kind),
                None if taken.label is None else LABEL,
            )
            for before, taken in zip(trace(tree.words, oracle(tree)), oracle(tree), strict=False)
        ]

    def parse_all(self, sentences: Iterable[Parsable], /) -> Iterator[BubbleTree]:
        return map(self.parse, sentences)

    def n_best_all(self, sentences: Iterable[Parsable], size: int, /) -> Iterator[list[Candidate]]:
        return (self.n_best(sentence, size) for sentence in sentences)

    def parse_around(self, sentence: Parsable, coordinations: Known, /) -> BubbleTree:
        raise UnsupportedError("no trees around coordinations")

    def parse_around_all(self, sentences: Iterable[tuple[Parsable, Known]], /) -> Iterator[BubbleTree]:
        raise UnsupportedError("no trees around coordinations")

    def confidences_all(self, trees: Iterable[BubbleTree], /) -> Iterator[dict[TreeCoordination, float]]:
        return map(self.confidences, trees)

    def alternatives(self, tree: BubbleTree, size: int, /) -> dict[TreeCoordination, list[Alternative]]:
        raise UnsupportedError("no alternatives")

    def alternatives_all(
        self, trees: Iterable[BubbleTree], size: int, /
    ) -> Iterator[dict[TreeCoordination, list[Alternative]]]:
        raise UnsupportedError("no alternatives")


def _shares(allowed: Sequence[TransitionKind], taken: TransitionKind) -> dict[TransitionKind, float]:
    others = [kind for kind in allowed if kind is not taken]
    return {taken: TAKEN if others else 1.0} | dict.fromkeys(others, (1 - TAKEN) / max(1, len(others)))


def _flat(words: list[str]) -> BubbleTree:
    """All words depend on the first one."""
    arcs = [(0, "root", 1), *((1, "dep", token) for token in range(2, len(words) + 1))]
    return BubbleTree(words, [{token} for token in range(len(words) + 1)], arcs, Sentence.from_columns(words))
