"""How far shared and private dependents agree with enhanced dependencies that the conversion does not see.

    python -m proofs_tests.support.agreement FILE    for a UD file with enhanced dependencies

The column DEPS is taken out, the sentences are converted, and for each dependent before the first conjunct of a
coordination it is compared which later conjuncts share it: by the tree, and by DEPS.  Counted are the relations of
which DEPS repeats at least one arc in twenty; of the others (in EWT: auxiliaries, adpositions, articles, adverbs) it
tells nothing.  As a file (``python -P proofs_tests/support/agreement.py FILE``) the program runs with any version of
the library that PYTHONPATH names.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from bubbletree import BubbleTree, Sentence, from_ud
from bubbletree.io import iter_sentences

LEAST = 0.05
"""The share of arcs that DEPS has to repeat of a relation for the others to tell something."""


class Comparison(NamedTuple):
    """A dependent: its relation, and the later conjuncts that share it by DEPS and by the tree."""

    relation: str
    gold: frozenset[int]
    found: frozenset[int]


def comparisons(sentence: Sentence) -> Iterator[Comparison]:
    """Compare one sentence."""
    heads = (0, *sentence.heads)
    relations = ("", *(label.partition(":")[0] for label in sentence.deprels))
    later = defaultdict(list)
    for word, head in enumerate(heads):
        if relations[word] == "conj" and head < word:
            later[head].append(word)
    if not later:
        return
    blind = replace(sentence, rows=tuple(replace(row, deps="_") for row in sentence.rows if "." not in row.id))
    tree = from_ud(blind)
    for word, head in enumerate(heads):
        if word and word < head and head in later and relations[word] not in ("punct", "cc", "conj"):
            enhanced = {arc.partition(":")[0] for arc in sentence.word_rows[word - 1].deps.split("|")}
            if str(head) in enhanced:
                content = tree.contents[_governor(tree, word)]
                shared = content if len(content) > 1 else frozenset()
                yield Comparison(
                    relations[word],
                    frozenset(conjunct for conjunct in later[head] if str(conjunct) in enhanced),
                    frozenset(conjunct for conjunct in later[head] if conjunct in shared),
                )


def _governor(tree: BubbleTree, word: int) -> int:
    """The bubble that a word depends on, or that the coordinations depend on whose head word it is."""
    bubble = word
    governor = tree.head(bubble)
    while governor is not None and tree.label(bubble) == "conj":
        conjuncts = [child for child in tree.children(governor) if tree.label(child) == "conj"]
        if min(conjuncts, key=lambda child: tree.hulls[child]) != bubble:
            break
        bubble, governor = governor, tree.head(governor)
    assert governor is not None, "only the root depends on nothing"
    return governor


def main() -> int:
    """Compare and count."""
    total: Counter[str] = Counter()
    repeated: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for sentence in iter_sentences(sys.argv[1]):
        for one in comparisons(sentence):
            total[one.relation] += 1
            repeated[one.relation] += bool(one.gold)
            right[one.relation] += one.gold == one.found
    told = [relation for relation in total if repeated[relation] >= LEAST * total[relation]]
    for relation in sorted(told, key=lambda relation: -total[relation]):
        share = 100 * right[relation] / total[relation]
        print(f"{relation:<12}{total[relation]:>7}  shared by DEPS{repeated[relation]:>7}  agreement {share:6.2f}%")
    everything, agreed = sum(total[relation] for relation in told), sum(right[relation] for relation in told)
    print(f"{'all':<12}{everything:>7}  agreement {100 * agreed / everything:6.2f}%")
    return 0


if __name__ == "__main__":
    sys.exit(main())
