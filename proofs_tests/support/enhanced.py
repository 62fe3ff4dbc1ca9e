"""How far the enhanced graphs of bubble trees agree with those that a treebank has.

    python -m proofs_tests.support.enhanced FILE             with bubbles from all that the file says
    python -m proofs_tests.support.enhanced FILE --hidden    with DEPS taken out before the conversion to bubbles

Compared are the arcs that coordinations are about: those that the basic tree does not have, but would have if conjuncts
of one coordination were the same word.  Arcs count as the same if head, dependent and universal relation are.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from bubbletree import Sentence, to_enhanced_ud
from bubbletree.convert import Conversion, convert_all
from bubbletree.convert.relations import universal
from bubbletree.convert.to_enhanced import Edge, edges_of
from bubbletree.io import iter_sentences
from bubbletree.metrics.table import table

LEAST = 0.05
"""The share of arcs of a kind that a treebank has to repeat for its silence to mean something."""


def first_conjuncts(sentence: Sentence) -> dict[str, str]:
    """The first conjunct of each word's coordination, by following ``conj``; the word itself outside of one."""
    rows = {row.id: row for row in sentence.word_rows}
    found = {"0": "0"}
    for row in rows.values():
        word = row
        while universal(word.deprel) == "conj":
            word = rows[word.head]
        found[row.id] = word.id
    return found


def propagated(sentence: Sentence, edges: Iterable[Edge]) -> Iterator[Edge]:
    """The arcs that coordinations are about, without subtypes."""
    first = first_conjuncts(sentence)
    rows = sentence.word_rows
    basic = {(row.head, row.id) for row in rows}
    known = {(first[row.head], universal(row.deprel), first[row.id]) for row in rows}
    for edge in edges:
        plain = edge._replace(relation=universal(edge.relation))
        same = (first.get(edge.head), plain.relation, first.get(edge.dependent))
        if (edge.head, edge.dependent) not in basic and plain.relation != "conj" and same in known:
            yield plain


@dataclass
class Agreement:
    """Counts by kind of arc: whether the governor or the dependent is repeated, and the relation."""

    both: Counter[str] = field(default_factory=Counter)
    only_ours: Counter[str] = field(default_factory=Counter)
    only_theirs: Counter[str] = field(default_factory=Counter)

    def add(self, sentence: Sentence, made: Sentence) -> None:
        """Compare one sentence with what was made of it."""
        theirs, ours = (set(propagated(sentence, edges_of(one))) for one in (sentence, made))
        first = first_conjuncts(sentence)
        for counter, edges in (
            (self.both, ours & theirs),
            (self.only_ours, ours - theirs),
            (self.only_theirs, theirs - ours),
        ):
            for edge in edges:
                repeated = "governor" if first[edge.dependent] != edge.dependent else "dependent"
                counter[f"{repeated} {edge.relation}"] += 1

    def kinds(self) -> list[str]:
        """All kinds, those of the most differences first."""
        known = self.both + self.only_ours + self.only_theirs
        return sorted(known, key=lambda kind: (-self.only_ours[kind] - self.only_theirs[kind], kind))

    def repeated(self) -> list[str]:
        """The kinds that the treebank repeats."""
        return [kind for kind in self.kinds() if self.both[kind] >= LEAST * (self.both[kind] + self.only_ours[kind])]

    def scores(self, kinds: Iterable[str]) -> tuple[float, float]:
        """Precision and recall over some kinds."""
        counted = [sum(counter[kind] for kind in kinds) for counter in (self.both, self.only_ours, self.only_theirs)]
        return counted[0] / (counted[0] + counted[1] or 1), counted[0] / (counted[0] + counted[2] or 1)


def compare(sentences: Iterable[Sentence], *, hidden: bool = False) -> Agreement:
    """Compare sentences."""
    agreement = Agreement()
    for sentence in sentences:
        rows = tuple(replace(row, deps="_") for row in sentence.rows if "." not in row.id)
        for outcome in convert_all([replace(sentence, rows=rows) if hidden else sentence]):
            if isinstance(outcome, Conversion):
                agreement.add(sentence, to_enhanced_ud(outcome.tree))
    return agreement


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Compare enhanced graphs of bubble trees with those of a treebank.")
    parser.add_argument("file")
    parser.add_argument("--hidden", action="store_true", help="take DEPS out before the conversion to bubbles")
    options = parser.parse_args()
    found = compare(iter_sentences(options.file), hidden=options.hidden)
    kinds = found.kinds()
    rows = [(kind, found.both[kind], found.only_ours[kind], found.only_theirs[kind]) for kind in kinds]
    print(table(["repeated", "both", "only ours", "only theirs"], rows) + "\n")
    governors = [kind for kind in kinds if kind.startswith("governor")]
    groups = {"all": kinds, "governors": governors, "kinds that the treebank repeats": found.repeated()}
    print(table(["arcs", "precision", "recall"], [(name, *found.scores(group)) for name, group in groups.items()]))


if __name__ == "__main__":
    main()
