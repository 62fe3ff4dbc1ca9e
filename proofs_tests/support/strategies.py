"""Hypothesis strategies: projective trees, structures of any kind, and trees broken in one named way.

Validity is constructed, never filtered for, and not with the transition system: a projective tree over
a run of words is a word or a bubble with runs of words on either side, each run a sequence of trees, and
a bubble holds a sequence of two trees or more.  Bubbles are listed in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hypothesis import strategies as st

from bubbletree.conditions import Condition
from bubbletree.sentence import Sentence
from bubbletree.tree import CONJ, ROOT, BubbleTree
from proofs_tests.support.enumeration import Triple, words

Run = tuple[int, int]
"""The first and the last of some consecutive tokens."""

LABELS = (CONJ, "cc", "nsubj", "punct")


@dataclass
class Builder:
    """A structure while it is made."""

    n: int
    contents: list[set[int]] = field(default_factory=list)
    arcs: list[Triple] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.contents = [{token} for token in range(self.n + 1)]

    def bubble(self, tokens: Sequence[int]) -> int:
        """A new bubble."""
        self.contents.append(set(tokens))
        return len(self.contents) - 1

    def copy(self) -> Builder:
        """Another with the same contents and arcs."""
        twin = Builder(self.n)
        twin.contents = [set(content) for content in self.contents]
        twin.arcs = list(self.arcs)
        return twin

    def children(self, bubble: int) -> list[int]:
        """The dependents of a bubble."""
        return [dependent for head, _, dependent in self.arcs if head == bubble]

    def detach(self, bubble: int) -> None:
        """Take away the arcs into a bubble."""
        self.arcs = [arc for arc in self.arcs if arc[2] != bubble]

    def attach(self, bubble: int, head: int, label: str = "dep") -> None:
        """Hang a bubble on another one instead."""
        self.detach(bubble)
        self.arcs.append((head, label, bubble))

    def remove(self, bubble: int) -> None:
        """Take a bubble out, and hang what is below it on its head."""
        [head] = [head for head, _, dependent in self.arcs if dependent == bubble]
        self.detach(bubble)
        self.arcs = [(head if h == bubble else h, label, d) for h, label, d in self.arcs]
        del self.contents[bubble]
        self.arcs = [(h - (h > bubble), label, d - (d > bubble)) for h, label, d in self.arcs]

    def tree(self) -> BubbleTree:
        """The structure as a value."""
        return BubbleTree(words(self.n), self.contents, self.arcs)


def renumbered(tree: BubbleTree, order: Sequence[int]) -> BubbleTree:
    """The same structure with its bubbles listed in another order: first ``order[0]``, and so on."""
    place = {bubble: new for new, bubble in enumerate(order)}
    return BubbleTree(
        tree.words,
        [tree.contents[bubble] for bubble in order],
        [(place[arc.head], arc.label, place[arc.dependent]) for arc in reversed(tree.arcs)],
        tree.sentence,
    )


@st.composite
def listings(draw: st.DrawFn, tree: BubbleTree) -> BubbleTree:
    """A structure with its bubbles listed in any order."""
    return renumbered(tree, draw(st.permutations(tree.bubbles)))


def _runs(draw: st.DrawFn, first: int, last: int, at_least: int = 1) -> list[Run]:
    """The tokens first..last, if any, cut into consecutive runs, at least one or two.

    Often there are few runs.  If tokens were cut apart one by one all runs would be short, and bubbles narrow.
    """
    if first > last:
        return []
    places = range(first, last)
    if draw(st.integers(0, 2)):
        cuts = sorted(draw(st.sets(st.sampled_from(places), max_size=2))) if places else []
    else:
        cuts = [token for token in places if draw(st.booleans())]
    if at_least == 2 and not cuts:
        cuts = [draw(st.integers(first, last - 1))]
    return list(zip([first, *(cut + 1 for cut in cuts)], [*cuts, last], strict=True))


def grow(draw: st.DrawFn, builder: Builder, runs: Sequence[Run], head: int, labels: Sequence[str]) -> list[int]:
    """Hang a tree over each run of tokens on a bubble; the tops of the trees, from left to right."""
    label = st.sampled_from(labels)
    inside = len(builder.contents[head]) > 1
    names = [CONJ if inside and number == 0 else draw(label) for number in range(len(runs))]
    tops = []
    pending = [(run, head, name) for run, name in zip(runs, names, strict=True)]
    while pending:
        (first, last), above, name = pending.pop()
        left = right = draw(st.integers(first, last))
        if left < last and draw(st.integers(0, 3)):
            right = last - draw(st.integers(0, last - left - 1))
        top = left
        if left < right:
            top = builder.bubble(range(left, right + 1))
            parts = _runs(draw, left, right, 2)
            pending += [(part, top, draw(label) if number else CONJ) for number, part in enumerate(parts)]
        builder.arcs.append((above, name, top))
        if above == head:
            tops.append(top)
        pending += [(run, top, draw(label)) for run in (*_runs(draw, first, left - 1), *_runs(draw, right + 1, last))]
    return tops[::-1]


@st.composite
def projective_trees(
    draw: st.DrawFn, max_words: int = 8, min_words: int = 0, labels: Sequence[str] = LABELS
) -> BubbleTree:
    """Projective bubble trees that Bubble-Hybrid can derive: the first part of each bubble is ``conj``."""
    n = draw(st.integers(min_words, max_words))
    builder = Builder(n)
    grow(draw, builder, _runs(draw, 1, n), ROOT, labels)
    return draw(listings(builder.tree()))


@st.composite
def structures(draw: st.DrawFn, max_words: int = 4, max_bubbles: int = 7) -> BubbleTree:
    """Any structures at all."""
    n = draw(st.integers(0, max_words))
    tokens = st.frozensets(st.integers(0, n), min_size=1)
    contents = draw(st.lists(tokens, max_size=max_bubbles))
    ends = st.integers(0, len(contents) - 1)
    arcs = draw(st.lists(st.tuples(ends, st.sampled_from("ab"), ends), max_size=12)) if contents else []
    return BubbleTree(words(n), contents, arcs)


@st.composite
def tampered_trees(draw: st.DrawFn, max_words: int = 6) -> BubbleTree:
    """Projective trees after a few arbitrary changes: near to valid, and sometimes still valid."""
    tree = draw(projective_trees(max_words=max_words))
    n = len(tree.words)
    contents = [set(content) for content in tree.contents]
    arcs: list[Triple] = [(arc.head, arc.label, arc.dependent) for arc in tree.arcs]
    for _ in range(draw(st.integers(0, 3))):
        bubble = draw(st.integers(0, len(contents) - 1))
        match draw(st.sampled_from(["token", "head", "arc", "cut", "bubble"])):
            case "token":
                changed = contents[bubble] ^ {draw(st.integers(0, n))}
                contents[bubble] = changed or contents[bubble]
            case "head":
                arcs = [arc for arc in arcs if arc[2] != bubble]
                arcs.append((draw(st.integers(0, len(contents) - 1)), "dep", bubble))
            case "arc":
                arcs.append((draw(st.integers(0, len(contents) - 1)), "dep", bubble))
            case "cut":
                arcs = [arc for arc in arcs if arc[2] != bubble]
            case "bubble":
                contents.append(draw(st.sets(st.integers(0, n), min_size=1)))
                arcs.append((bubble, "dep", len(contents) - 1))
    return BubbleTree(tree.words, contents, arcs)


@dataclass(frozen=True)
class Sound:
    """A projective tree with what the breakages need: a bubble over three words or more, and a word after it.

    Both are children of RT.  Everything before, inside, and after them is arbitrary.
    """

    builder: Builder
    bubble: int
    parts: list[int]
    """The bubble's internal children, from left to right; two or more."""
    word: int
    tops: list[int]
    """The children of RT, from left to right."""

    def first_leaf(self) -> int:
        """A bubble of one word whose head is a bubble of several, all of whose tokens are in it."""
        wide = [b for b in range(len(self.builder.contents)) if len(self.builder.contents[b]) > 1]
        innermost = min(wide, key=lambda b: len(self.builder.contents[b]))
        return next(
            child
            for child in self.builder.children(innermost)
            if self.builder.contents[child] < self.builder.contents[innermost]
        )


@st.composite
def sound_trees(draw: st.DrawFn) -> Sound:
    """Trees to be broken."""
    before, inside, after = draw(st.integers(0, 3)), draw(st.integers(3, 6)), draw(st.integers(0, 3))
    n = before + inside + 1 + after
    builder = Builder(n)
    first, word = before + 1, before + inside + 1
    tops = grow(draw, builder, _runs(draw, 1, before), ROOT, LABELS)
    bubble = builder.bubble(range(first, word))
    parts = grow(draw, builder, _runs(draw, first, word - 1, at_least=2), bubble, LABELS)
    builder.arcs += [(ROOT, "root", bubble), (ROOT, "root", word)]
    tops += [bubble, word, *grow(draw, builder, _runs(draw, word + 1, n), ROOT, LABELS)]
    return Sound(builder, bubble, parts, word, tops)


@dataclass(frozen=True)
class Breakage:
    """One way to break a projective tree."""

    name: str
    breaks: frozenset[Condition]
    """The conditions violated afterwards, always."""
    may_break: frozenset[Condition]
    """Others that the change may violate too, with some trees."""
    change: Callable[[Sound], Builder]


def _second_head(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    broken.arcs.append((ROOT, "dep", sound.parts[0]))
    return broken


def _second_label(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    broken.arcs.append((sound.bubble, "another", sound.parts[1]))
    return broken


def _no_head(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    broken.detach(sound.tops[-1])
    return broken


def _cycle(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    broken.attach(sound.tops[-1], sound.tops[-1])
    return broken


def _overlap(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    broken.attach(broken.bubble([sound.word - 1, sound.word]), ROOT)
    return broken


def _chained_overlap(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    new = broken.bubble([sound.word - 1, sound.word])
    # Both overlapping bubbles are above the words in them: the new one takes over the last part.
    broken.attach(new, sound.bubble)
    broken.attach(sound.parts[-1], new)
    broken.attach(sound.word, new)
    return broken


def _duplicate(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    broken.attach(broken.bubble([sound.word]), ROOT)
    return broken


def _duplicate_bubble(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    broken.attach(broken.bubble(sorted(broken.contents[sound.bubble])), ROOT)
    return broken


def _uncovered(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    broken.remove(sound.first_leaf())
    return broken


def _root_below(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    broken.detach(sound.tops[-1])
    broken.attach(ROOT, sound.tops[-1])
    return broken


def _root_in_bubble(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    broken.contents[sound.bubble].add(ROOT)
    return broken


def _not_contained(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    broken.attach(sound.parts[-1], ROOT)
    return broken


def _hole(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    tokens = sorted(broken.contents[sound.bubble])
    broken.contents[sound.bubble].discard(tokens[1])
    return broken


def _crossing(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    broken.n += 1
    new = broken.bubble([broken.n])
    # One word further on than its head's projection reaches.
    broken.attach(new, sound.bubble)
    return broken


def _straddling(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    broken.attach(sound.word, sound.bubble)
    broken.attach(sound.parts[-1], sound.word)
    return broken


def _only_part(sound: Sound) -> Builder:
    broken = sound.builder.copy()
    for part in sound.parts[1:]:
        broken.attach(part, sound.parts[0])
    return broken


_C = Condition

BREAKAGES = tuple(
    Breakage(change.__name__.strip("_").replace("_", " "), frozenset(breaks), frozenset(may_break), change)
    for change, breaks, may_break in (
        (_second_head, {_C.TREE}, ()),
        (_second_label, {_C.TREE}, ()),
        (_no_head, {_C.TREE}, ()),
        (_cycle, {_C.TREE}, ()),
        (_overlap, {_C.NO_PARTIAL_OVERLAP, _C.CONTAINMENT}, ()),
        (_chained_overlap, {_C.NO_PARTIAL_OVERLAP, _C.CONTAINED_PROJECTIONS}, ()),
        (_duplicate, {_C.NON_DUPLICATION}, ()),
        (_duplicate_bubble, {_C.NON_DUPLICATION, _C.CONTAINMENT}, ()),
        (_uncovered, {_C.LEXICAL_COVERAGE}, ()),
        (_root_below, {_C.ROOTHOOD}, ()),
        (_root_in_bubble, {_C.ROOTHOOD, _C.CONTAINMENT, _C.CONTAINED_PROJECTIONS}, ()),
        (_not_contained, {_C.CONTAINMENT}, ()),
        (_hole, {_C.CONTINUOUS_COVERAGE}, {_C.CONTAINED_PROJECTIONS, _C.NO_PARTIAL_OVERLAP}),
        (_crossing, {_C.CONTINUOUS_PROJECTIONS}, ()),
        (_straddling, {_C.CONTAINED_PROJECTIONS}, ()),
        (_only_part, {_C.CONTAINED_PROJECTIONS}, ()),
    )
)
"""Ways to break a tree; each condition is broken by one at least, and alone wherever that is possible."""


@dataclass(frozen=True)
class Broken:
    """A tree after a breakage."""

    tree: BubbleTree
    breakage: Breakage


@st.composite
def broken_trees(draw: st.DrawFn, breakages: Sequence[Breakage] = BREAKAGES) -> Broken:
    """Trees broken in one way, the simplest first."""
    breakage = draw(st.sampled_from(breakages))
    return Broken(draw(listings(breakage.change(draw(sound_trees())).tree())), breakage)


@st.composite
def random_ud(draw: st.DrawFn) -> Sentence:
    """A UD tree of any shape, projective or not, with labels that matter."""
    n = draw(st.integers(1, 9))
    order = draw(st.permutations(range(1, n + 1)))
    heads = [0] * n
    for index, word in enumerate(order[1:], start=1):
        heads[word - 1] = draw(st.sampled_from(order[:index]))
    labels = st.sampled_from(["conj", "cc", "punct", "nsubj", "case", "amod", "conj:x", "dep", "cc:preconj", "aux"])
    forms = st.sampled_from([",", "(", ")", '"', "and", "or", "w"])
    return Sentence.from_columns([draw(forms) for _ in range(n)], heads=heads, deprels=[draw(labels) for _ in range(n)])
