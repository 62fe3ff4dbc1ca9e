"""Write the reference vectors.

    python -m proofs_tests.vectors.generate            write the file
    python -m proofs_tests.vectors.generate --check    say whether the file is what would be written

Everything in the file is computed by ``reference.py``, from the definitions.
"""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise, product

from bubbletree.io.atomic import atomic_writer
from bubbletree.tree import BubbleTree
from proofs_tests.support.brute import projective_trees_pruned
from proofs_tests.vectors import layout, reference, structures
from proofs_tests.vectors.layout import (
    AttachmentScoreCase,
    CoordinationScoreCase,
    CountCase,
    DerivationCase,
    Move,
    RedistributionCase,
    RefusalCase,
    Spans,
    SplitCase,
    TreeCase,
    Vectors,
)

README = "hot coffee or tea and a bun"
"""The tree that the README explains."""

COUNTED = 12
ENUMERATED = 4
"""Up to how many words trees are counted by the recurrence, and one by one."""

REFUSED = 5
"""Up to how many words refusals are looked for.  No other set of preconditions fails over six words."""


def tree_case(name: str, tree: BubbleTree) -> TreeCase:
    """A structure and what is wrong with it."""
    return {
        "name": name,
        "words": list(tree.words),
        "contents": [sorted(content) for content in tree.contents],
        "arcs": [(arc.head, arc.label, arc.dependent) for arc in tree.arcs],
        "violated": reference.violated(tree),
        "root_children": reference.root_children(tree),
        "derivation": reference.normal_form_of(tree),
    }


def derivation_case(name: str, n: int, moves: Sequence[Move]) -> DerivationCase:
    """A derivation, step by step."""
    states = reference.states(n, moves)

    def keeps_to(normal_form: bool, single_root: bool) -> bool:
        steps = zip(states, moves, strict=False)
        return all(move[0] in state.allowed(normal_form, single_root) for state, move in steps)

    assert keeps_to(normal_form=False, single_root=False)
    assert states[-1].is_terminal
    return {
        "tree": name,
        "n": n,
        "normal_form": keeps_to(normal_form=True, single_root=False),
        "single_root": keeps_to(normal_form=False, single_root=True),
        "transitions": [list(move) for move in moves],
        "configurations": [state.case() for state in states],
        "contents": states[-1].contents(),
        "arcs": list(states[-1].arcs),
    }


def derivations(cases: Sequence[TreeCase], trees: Mapping[str, BubbleTree]) -> Iterator[DerivationCase]:
    """The derivation of each tree in normal form and one that is not, if there is any."""
    for case in cases:
        name, n, moves = case["name"], len(case["words"]), case["derivation"]
        if moves is None:
            continue
        yield derivation_case(name, n, moves)
        others = (found for found in reference.derivations_of(trees[name], normal_form=False) if found != moves)
        for other in islice(others, 1):
            yield derivation_case(name, n, other)


def refusals() -> Iterator[RefusalCase]:
    """For each transition and each set of preconditions that may fail: the shortest way to where they do."""
    seen: set[tuple[str, bool, bool, tuple[str, ...]]] = set()
    for normal_form, single_root in layout.OPTIONS.values():
        for n in range(REFUSED + 1):
            pending = deque([reference.initial(n)])
            reached: set[object] = set()
            while pending:
                state = pending.popleft()
                if state.decisive in reached:
                    continue
                reached.add(state.decisive)
                kinds = state.allowed(normal_form, single_root)
                pending += [state.after(reference.labelled(kind, "conj")) for kind in kinds]
                for kind in reference.KINDS:
                    failed = state.failed(kind, normal_form, single_root)
                    entry = (kind, normal_form, single_root, tuple(failed))
                    if failed and entry not in seen:
                        seen.add(entry)
                        yield {
                            "n": n,
                            "normal_form": normal_form,
                            "single_root": single_root,
                            "transitions": [list(move) for move in state.made],
                            "refused": list(reference.labelled(kind, "dep")),
                            "failed": failed,
                        }


def counts() -> Iterator[CountCase]:
    """How many trees there are: by the recurrence, and for few words by enumeration too."""
    by_bubbles, single_root = reference.series(COUNTED + 1)
    for n in range(COUNTED + 1):
        enumerated = n <= ENUMERATED
        row = by_bubbles[n][: max(n, 1)]
        assert not any(by_bubbles[n][max(n, 1) :])
        if enumerated:
            forests = list(projective_trees_pruned(n))
            wide = [sum(len(content) > 1 for content in forest.contents) for forest in forests]
            assert row == [wide.count(k) for k in range(max(n, 1))]
            assert single_root[n] == sum(forest.heads.count(0) == 1 for forest in forests)
            assert sum(row) == sum(1 for _ in reference.all_derivations(n, normal_form=True))
        yield {
            "n": n,
            "trees": sum(row),
            "by_bubbles": row,
            "single_root": single_root[n],
            "derivations": sum(1 for _ in reference.all_derivations(n, normal_form=False)) if enumerated else None,
            "enumerated": enumerated,
        }


def spans(conjuncts: Sequence[tuple[int, int]], *coordinators: tuple[int, int]) -> Spans:
    """A coordination."""
    return {"conjuncts": [list(span) for span in conjuncts], "coordinators": [list(span) for span in coordinators]}


TWO = spans([(1, 2), (4, 6)], (3, 3))
THREE = spans([(1, 2), (4, 5), (7, 9)], (6, 6))
NO_COORDINATOR = spans([(1, 1), (3, 4)])
EARLY = spans([(1, 1), (3, 3), (5, 5)], (2, 2))
LONG = spans([(1, 1), (5, 5)], (2, 4))
SCORED: list[tuple[list[Spans], list[Spans]]] = [
    ([], []),
    ([TWO], []),
    ([], [TWO]),
    ([TWO], [TWO]),
    ([TWO], [spans([(2, 2), (4, 6)], (3, 3))]),
    ([TWO], [spans([(1, 2), (4, 5)], (3, 3))]),
    ([TWO], [spans([(1, 2), (4, 4), (6, 6)], (3, 3))]),
    ([TWO], [spans([(1, 2), (4, 6)], (5, 5))]),
    ([TWO], [spans([(1, 6)], (3, 3))]),
    ([THREE], [spans([(2, 2), (4, 5), (7, 9)], (6, 6))]),
    ([THREE], [spans([(1, 5), (7, 9)], (6, 6))]),
    ([THREE], [spans([(1, 2), (4, 5), (7, 9)], (3, 3), (6, 6))]),
    ([EARLY], [spans([(1, 1), (3, 3), (5, 6)], (2, 2))]),
    ([EARLY], [spans([(1, 1), (3, 4), (5, 5)], (2, 2))]),
    ([LONG], [spans([(1, 1), (5, 5)], (2, 2))]),
    ([LONG], [spans([(1, 1), (5, 5)], (4, 4))]),
    ([TWO, NO_COORDINATOR], [NO_COORDINATOR]),
    ([NO_COORDINATOR], [spans([(0, 0), (1, 1), (3, 4)])]),
    ([NO_COORDINATOR], [spans([(1, 2), (3, 4)])]),
    ([NO_COORDINATOR], [spans([(1, 1), (3, 4)], (3, 3))]),
    ([THREE, spans([(1, 1), (2, 2)])], [spans([(1, 1), (2, 2)]), spans([(4, 5), (7, 9)], (6, 6))]),
]
"""Gold and predicted coordinations, sentence by sentence."""

WITH_SUBTYPES: list[tuple[list[str], list[int], list[str]]] = [
    (["men", "who", "slept", "well", "."], [0, 3, 1, 3, 1], ["root", "nsubj", "acl:relcl", "advmod", "punct"]),
    (["men", "who", "slept", "well", "."], [0, 3, 1, 1, 3], ["root", "nsubj:pass", "acl", "advmod", "punct"]),
    (["men", "who", "slept", "well", "."], [0, 3, 1, 3, 1], ["root", "obj:relcl", "acl:relcl", "obl", "punct"]),
]
"""Columns with subtypes of relations."""


def coordination_scores(trees: Mapping[str, BubbleTree]) -> Iterator[CoordinationScoreCase]:
    """By-hand cases, and two trees over the same words against each other."""
    one, other = spans_of(trees[README]), spans_of(trees["hot coffee, or tea and a bun"])
    for gold, predicted in [*SCORED, (one, other), (other, one)]:
        yield {
            "gold": gold,
            "predicted": predicted,
            "paper": reference.score(gold, predicted, "paper"),
            "strict": reference.score(gold, predicted, "strict"),
            "released": reference.score(gold, predicted, "released"),
        }


def spans_of(tree: BubbleTree) -> list[Spans]:
    """The coordinations of a tree as scores see them."""
    return [
        {"conjuncts": found["conjuncts"], "coordinators": found["coordinators"]}
        for found in reference.coordinations(tree)
    ]


def attachment_scores(trees: Mapping[str, BubbleTree]) -> Iterator[AttachmentScoreCase]:
    """The columns of each tree by hand against those of the next one, so far as they reach, then gold ones."""
    columns = [
        *WITH_SUBTYPES,
        *(
            (list(trees[name].words), *reference.universal_dependencies(trees[name], "following"))
            for name in structures.BY_HAND
        ),
    ]
    for (words, heads, labels), (_, other_heads, other_labels) in pairwise([*columns, columns[0]]):
        size = len(words)
        found_heads = [*(min(head, size) for head in other_heads[:size]), *heads[len(other_heads) :]]
        found_labels = [*other_labels[:size], *labels[len(other_labels) :]]
        same = [a == b for a, b in zip(heads, found_heads, strict=True)]
        both = [head and a == b for head, a, b in zip(same, labels, found_labels, strict=True)]
        universal = [
            head and a.split(":")[0] == b.split(":")[0] for head, a, b in zip(same, labels, found_labels, strict=True)
        ]
        plain = [not reference.is_punctuation(word) for word in words]
        yield {
            "words": words,
            "gold_heads": heads,
            "gold_labels": labels,
            "predicted_heads": found_heads,
            "predicted_labels": found_labels,
            "unlabelled": [sum(same), size],
            "labelled": [sum(both), size],
            "unlabelled_words": [sum(a and b for a, b in zip(same, plain, strict=True)), sum(plain)],
            "labelled_words": [sum(a and b for a, b in zip(both, plain, strict=True)), sum(plain)],
            "labelled_universal": [sum(universal), size],
        }


def redistributions(name: str, tree: BubbleTree) -> Iterator[RedistributionCase]:
    """Every choice of levels at every boundary of a tree; the definitions say which leave it projective."""
    for number, boundary in enumerate(reference.boundaries(tree)):
        hosts, dependents = boundary["hosts"], boundary["dependents"]
        for levels in product(range(len(hosts)), repeat=len(dependents)):
            result = reference.moved(
                tree, {child: hosts[level] for child, level in zip(dependents, levels, strict=True)}
            )
            assert reference.is_projective(result) == reference.is_split(levels)
            yield {
                "tree": name,
                "boundary": number,
                "levels": list(levels),
                "result": {
                    "contents": [sorted(content) for content in result.contents],
                    "arcs": [(arc.head, arc.label, arc.dependent) for arc in result.arcs],
                }
                if reference.is_split(levels)
                else None,
            }


def splits() -> Iterator[SplitCase]:
    """Scores and the best split of each, ties included."""
    tables: list[list[list[int]]] = [
        [[3, 1]],
        [[1, 1]],
        [[0, 3], [2, 0]],
        [[0, 2], [2, 0]],
        [[0, 0, 0], [0, 0, 0]],
        [[1, 2, 3], [3, 2, 1]],
        [[-1, -3], [-3, -1], [-2, -2]],
        [[0, 5, 1], [4, 0, 2], [0, 0, 3]],
        [[7], [-7]],
    ]
    for scores in tables:
        yield {"scores": scores, "levels": reference.best_split(scores)}


def vectors() -> Vectors:
    """All of it."""
    valid = dict([*structures.small_trees(), *structures.larger_trees()])
    faulty = dict(structures.faulty_structures())
    assert not valid.keys() & faulty.keys()
    assert all(map(reference.is_projective, valid.values()))
    trees = valid | faulty
    cases = [tree_case(name, tree) for name, tree in trees.items()]
    larger = {name: tree for name, tree in valid.items() if not name.startswith("all")}
    convertible = {
        name: tree for name, tree in {**larger, **faulty}.items() if not reference.violated(tree)["well_formedness"]
    }
    return {
        "version": layout.VERSION,
        "trees": cases,
        "derivations": list(derivations(cases, valid)),
        "refusals": list(refusals()),
        "counts": list(counts()),
        "coordinations": [
            {"tree": name, "coordinations": reference.coordinations(tree)} for name, tree in larger.items()
        ],
        "conversions": [
            {"tree": name, "punctuation": custom, "heads": heads, "labels": labels}
            for name, tree in convertible.items()
            for custom in ("following", "first")
            for heads, labels in [reference.universal_dependencies(tree, custom)]
        ],
        "coordination_scores": list(coordination_scores(trees)),
        "attachment_scores": list(attachment_scores(trees)),
        "boundaries": [{"tree": name, "boundaries": reference.boundaries(tree)} for name, tree in larger.items()],
        "redistributions": [case for name, tree in larger.items() for case in redistributions(name, tree)],
        "splits": list(splits()),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m proofs_tests.vectors.generate", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if the file differs")
    options = parser.parse_args(arguments)
    text = layout.text(vectors())
    if options.check:
        if layout.PATH.exists() and layout.PATH.read_text("utf-8") == text:
            return 0
        print(f"{layout.PATH.name} is not what the generator writes", file=sys.stderr)
        return 1
    with atomic_writer(layout.PATH) as stream:
        stream.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
