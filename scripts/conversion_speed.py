"""How the time and memory of converting UD to bubbles grow with the length of a sentence.

    python scripts/conversion_speed.py [WORDS]

Each row is one kind of sentence, converted at WORDS (500), twice and four times as many words: the seconds, the
ratios of each to the one before (2 is linear, 4 quadratic, 8 cubic), and the peak of memory at the greatest length.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from itertools import pairwise

from bubbletree import Sentence
from bubbletree.convert import Style, convert


def listed(n: int) -> Sentence:
    """One flat coordination: w , w , ... and w."""
    heads, relations = [0], ["root"]
    while len(heads) + 2 <= n:
        heads += [len(heads) + 2, 1]
        relations += ["punct", "conj"]
    return Sentence.from_columns(
        ["w", *["," if r == "punct" else "w" for r in relations[1:]]], heads=heads, deprels=relations
    )


def nested(n: int) -> Sentence:
    """Each conjunct on the one before: in UD version 2, coordinations nested n deep."""
    return Sentence.from_columns(["w"] * n, heads=range(n), deprels=["root", *["conj"] * (n - 1)])


def alternating(n: int) -> Sentence:
    """w and w or w and w ...: each change of coordinator makes a coordination around those before."""
    heads, relations, forms = [0], ["root"], ["w"]
    while len(heads) + 2 <= n:
        heads += [len(heads) + 2, 1]
        relations += ["cc", "conj"]
        forms += ["or" if len(heads) % 4 == 3 else "and", "w"]
    return Sentence.from_columns(forms, heads=heads, deprels=relations)


def shared(n: int) -> Sentence:
    """Half the words before all conjuncts of alternating coordinators: each is decided on for each coordination."""
    half = n // 2
    inner = alternating(n - half)
    return Sentence.from_columns(
        ["w"] * half + list(inner.words),
        heads=[half + 1] * half + [head + half if head else 0 for head in inner.heads],
        deprels=["advmod"] * half + list(inner.deprels),
    )


def gapped(n: int) -> Sentence:
    """A predicate with many dependents, and a conjunct of as many remnants."""
    half = n // 2
    heads = [half] * (half - 1) + [0, half] + [half + 1] * (half - 1)
    relations = ["obl"] * (half - 1) + ["root", "conj"] + ["orphan"] * (half - 1)
    return Sentence.from_columns(["w"] * len(heads), heads=heads, deprels=relations)


def quoted(n: int) -> Sentence:
    """A coordination of quotations."""
    heads, relations, forms = [], [], []
    for place in range(0, n - 3, 4):
        word = place + 3
        heads += [word, word, 3 if place else 0, word]
        relations += ["punct", "punct", "conj" if place else "root", "punct"]
        forms += [",", '"', "w", '"']
    return Sentence.from_columns(forms, heads=heads, deprels=relations)


def tangled(n: int) -> Sentence:
    """A random tree over the words in random order: nearly all arcs cross others, and have to be lifted."""
    rng = random.Random(n)
    order = rng.sample(range(1, n + 1), n)
    heads = [0] * n
    for place, word in enumerate(order[1:], start=1):
        heads[word - 1] = order[rng.randrange(place)]
    relations = rng.choices(["conj", "cc", "punct", "nsubj", "amod"], k=n)
    return Sentence.from_columns(["w"] * n, heads=heads, deprels=relations)


def shuffled(n: int) -> Sentence:
    """A path through the words in random order: the deepest tree, with nearly all arcs crossing."""
    order = random.Random(n).sample(range(1, n + 1), n)
    heads = [0] * n
    for above, word in pairwise(order):
        heads[word - 1] = above
    return Sentence.from_columns(["w"] * n, heads=heads, deprels=["dep"] * n)


KINDS: tuple[tuple[str, Callable[[int], Sentence], Style], ...] = (
    ("a list", listed, Style.UD),
    ("conjuncts nested", nested, Style.UD),
    ("conjuncts in a chain", nested, Style.CHAIN),
    ("alternating coordinators", alternating, Style.UD),
    ("the same, modified", shared, Style.UD),
    ("gapping", gapped, Style.UD),
    ("quotations", quoted, Style.UD),
    ("a random tree, tangled", tangled, Style.UD),
    ("a path, shuffled", shuffled, Style.UD),
)


def seconds(sentence: Sentence, style: Style) -> float:
    """The time of one conversion: the best of three."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        convert(sentence, style=style)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Time conversions of longer and longer sentences.")
    parser.add_argument("words", nargs="?", type=int, default=500, help="the shortest length (default: 500)")
    words = parser.parse_args().words
    lengths = [words, 2 * words, 4 * words]
    print(f"{'seconds at':<26}" + "".join(f"{n:>9,}" for n in lengths) + "   ratios        peak memory")
    for name, make, style in KINDS:
        sentences = [make(n) for n in lengths]
        took = [seconds(sentence, style) for sentence in sentences]
        tracemalloc.start()
        convert(sentences[-1], style=style)
        peak = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        ratios = "  ".join(f"{later / earlier:5.1f}" for earlier, later in pairwise(took))
        print(f"{name:<26}" + "".join(f"{one:>9.3f}" for one in took) + f"   {ratios} {peak:>11.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
