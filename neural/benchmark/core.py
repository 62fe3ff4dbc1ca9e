"""How fast the core is: what it does with a treebank, and with large trees."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from bubbletree import BubbleTree, from_ud, oracle, random_tree, to_ud, validate
from bubbletree.io import format_conllu, iter_sentences
from neural.data.gold import GoldSentence

WORDS = 100_000
"""How many words the seconds of a treebank are for."""


def time_treebank(gold: Sequence[GoldSentence], rounds: int) -> dict[str, float]:
    """Seconds of processor time for 100,000 words, by task; the median of some rounds.

    Sentences without a tree that Bubble-Hybrid can derive are left out.
    """
    trees = [tree for one in gold if (tree := one.tree) is not None and tree.is_projective and _has_derivation(tree)]
    if not trees:
        return {}
    sentences = [to_ud(tree) for tree in trees]
    text = "".join(map(format_conllu, sentences))
    lines = text.splitlines(keepends=True)
    tasks: Mapping[str, Callable[[], object]] = {
        "read": lambda: list(iter_sentences(lines)),
        "convert": lambda: list(map(from_ud, sentences)),
        "write": lambda: list(map(format_conllu, sentences)),
    }
    scale = WORDS / sum(len(tree.words) for tree in trees)
    of_trees: Mapping[str, Callable[[BubbleTree], object]] = {"validate": validate, "oracle": oracle, "to UD": to_ud}
    seconds: dict[str, list[float]] = {name: [] for name in (*tasks, *of_trees)}
    for _ in range(rounds):
        for name, task in tasks.items():
            seconds[name].append(_seconds(task))
        for name, check in of_trees.items():
            # A tree keeps what was found out about it, so each task has trees of its own.
            own = list(map(fresh, trees))
            seconds[name].append(_seconds(partial(_on_each, check, own)))
    return {name: scale * statistics.median(values) for name, values in seconds.items()}


def _has_derivation(tree: BubbleTree) -> bool:
    """Whether each bubble of a projective tree begins with a conjunct."""
    return all(tree.label(tree.parts(bubble)[0]) == "conj" for bubble in tree.bubbles if len(tree.contents[bubble]) > 1)


def time_large_trees(sizes: Sequence[int], rounds: int) -> dict[int, dict[str, float]]:
    """Seconds of processor time that ``validate`` and ``oracle`` take on a uniformly random tree of each size."""
    results = {}
    for size in sizes:
        tree = random_tree(size, random.Random(1))
        results[size] = {
            check.__name__: statistics.median(_seconds_of(check, fresh(tree)) for _ in range(rounds))
            for check in (validate, oracle)
        }
    return results


def fresh(tree: BubbleTree) -> BubbleTree:
    """A copy of the tree without the answers that a tree keeps."""
    return BubbleTree(tree.words, tree.contents, tree.arcs, tree.sentence)


def _seconds_of(check: Callable[[BubbleTree], object], tree: BubbleTree) -> float:
    return _seconds(partial(check, tree))


def _on_each(check: Callable[[BubbleTree], object], trees: Iterable[BubbleTree]) -> None:
    for tree in trees:
        check(tree)


def _seconds(task: Callable[[], object]) -> float:
    start = time.process_time()
    task()
    return time.process_time() - start
