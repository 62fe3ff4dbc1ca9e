"""What :mod:`bubbletree` says of some structures and derivations, written down as a Coq file.

``Bridge.v`` holds the functions that compare these vectors with the definitions that the theorems
are about; the file written here asks Coq to compute that none fails.  All choices are made by a seeded
generator, so the file is the same every time.

The published reference vectors (docs/reference/vectors.md) become a second such file.  There, nothing is asked of
:mod:`bubbletree`: what Coq has to agree with is what stands in the JSON file.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

import bubbletree as bt
from bubbletree.configuration import TransitionKind
from bubbletree.errors import StructureError
from bubbletree.projectivity import PROJECTIVITY
from bubbletree.tree import CONJ, ROOT
from bubbletree.wellformed import WELL_FORMEDNESS
from proofs_tests.vectors.layout import (
    OPTIONS,
    DerivationCase,
    Move,
    RedistributionCase,
    RefusalCase,
    Result,
    TreeCase,
    Triple,
    Vectors,
)

LABELS = (CONJ, "cc", "dep", "nsubj", "punct", "root", "a", "b", "c")
"""The labels that are chosen from, in the order of their numbers in Coq."""

NUMBERED = (*LABELS, "advmod", "amod", "cc:preconj", "det", "discourse", "fixed", "nmod", "obj")
"""All labels that vectors may use, likewise."""

PREDICATES = {**WELL_FORMEDNESS, **PROJECTIVITY}
"""In the order of ``conditions_b`` in Checker.v."""

CONSTRUCTORS = {
    TransitionKind.SHIFT: "Shift",
    TransitionKind.LEFT_ARC: "LeftArc",
    TransitionKind.RIGHT_ARC: "RightArc",
    TransitionKind.BUBBLE_OPEN: "BubbleOpen",
    TransitionKind.BUBBLE_ATTACH: "BubbleAttach",
    TransitionKind.BUBBLE_CLOSE: "BubbleClose",
}
"""The names of the transitions in Definitions.v."""

COUNTS = 40
"""For how many lengths, from 0 words on, the number of trees is always compared."""

Derivation = tuple[int, bool, bool, tuple[bt.Transition, ...]]
"""A number of words, the two options of Table 1, and transitions that may be made one after the other."""


def coq_list(items: Iterable[str]) -> str:
    """A list in Coq's notation."""
    return "[" + "; ".join(items) + "]"


def coq_bool(value: bool) -> str:
    """A truth value in Coq's notation."""
    return "true" if value else "false"


def coq_numbers(numbers: Iterable[int]) -> str:
    """A list of numbers in Coq's notation."""
    return coq_list(map(str, numbers))


def coq_contents(contents: Iterable[Iterable[int]]) -> str:
    """phi in Coq's notation."""
    return coq_list(coq_numbers(sorted(content)) for content in contents)


def coq_arcs(arcs: Iterable[Triple]) -> str:
    """A in Coq's notation."""
    return coq_list(f"({head}, {NUMBERED.index(label)}, {dependent})" for head, label, dependent in arcs)


def coq_transition(transition: bt.Transition) -> str:
    """A transition in Coq's notation."""
    name = CONSTRUCTORS[transition.kind]
    return name if transition.label is None else f"{name} {NUMBERED.index(transition.label)}"


def coq_move(move: Move) -> str:
    """A transition of the published vectors in Coq's notation."""
    return coq_transition(bt.Transition(TransitionKind(move[0]), *move[1:]))


def coq_structure(size: int, contents: Iterable[Iterable[int]], arcs: Iterable[Triple]) -> str:
    """A quadruple in Coq's notation."""
    return f"(Structure {size} {coq_contents(contents)} {coq_arcs(arcs)})"


def oracle_of(tree: bt.BubbleTree) -> tuple[bt.Transition, ...] | None:
    """The oracle's derivation, or None if there is none."""
    try:
        return bt.oracle(tree)
    except (bt.InvalidTreeError, bt.OracleError):
        return None


def tree_vector(tree: bt.BubbleTree) -> str:
    """What is said of a structure: a TreeVector of Bridge.v."""
    conditions = [next(predicate(tree), None) is None for predicate in PREDICATES.values()]
    children = sum(ROOT in tree.contents[arc.head] for arc in tree.arcs)
    derivation = oracle_of(tree)
    oracle = "None" if derivation is None else f"(Some {coq_list(map(coq_transition, derivation))})"
    structure = coq_structure(len(tree.words), tree.contents, tree.arcs)
    return f"TreeVector {structure} {coq_list(map(coq_bool, conditions))} {coq_bool(children == 1)} {oracle}"


def snapshot(configuration: bt.Configuration) -> str:
    """What is said of a configuration: a Snapshot of Bridge.v."""
    allowed = [bt.valid_transitions(configuration, *option) for option in OPTIONS.values()]
    parts = (
        coq_list(coq_bool(kind in kinds) for kinds in allowed for kind in TransitionKind),
        coq_bool(configuration.is_terminal),
        coq_numbers(reversed(configuration.stack)),
        coq_numbers(configuration.buffer),
        coq_contents(configuration.contents),
        coq_arcs(configuration.arcs),
        coq_numbers(sorted(configuration.open)),
    )
    return f"(Snapshot {' '.join(parts)})"


def derivation_vector(derivation: Derivation) -> str:
    """What is said of a derivation, complete or not, step by step: a DerivationVector of Bridge.v."""
    n, normal_form, single_root, transitions = derivation
    configuration = bt.Configuration.initial(words(n))
    steps = []
    for transition in transitions:
        steps.append(f"({snapshot(configuration)}, {coq_transition(transition)})")
        configuration = bt.apply(configuration, transition, normal_form=normal_form, single_root=single_root)
    flags = f"{coq_bool(normal_form)} {coq_bool(single_root)} {n}"
    return f"DerivationVector {flags} {coq_list(steps)} {snapshot(configuration)}"


def series(size: int) -> tuple[list[int], list[int], list[int]]:
    """The first coefficients of F, by ``count_trees``, and of T and C, such that F = 1 + T F and T = F C F."""
    forests = [bt.count_trees(n) for n in range(size)]
    trees = quotient([number if n else 0 for n, number in enumerate(forests)], forests)
    return forests, trees, quotient(quotient(trees, forests), forests)


def quotient(dividend: Sequence[int], divisor: Sequence[int]) -> list[int]:
    """The first coefficients of a power series divided by one that begins with 1."""
    result: list[int] = []
    for n, value in enumerate(dividend):
        result.append(value - sum(result[i] * divisor[n - i] for i in range(n)))
    return result


def coq_file(trees: Sequence[bt.BubbleTree], derivations: Sequence[Derivation], counts: int = 0) -> str:
    """A Coq file that compiles if and only if Coq agrees with Python on all of these, and on so many counts."""
    forests, single, cores = (coq_numbers(numbers) for numbers in series(counts))
    return f"""From Coq Require Import List NArith.
From Bubble Require Import Definitions Bridge.
Import ListNotations.

Example counts_agree : series_agrees {forests}%N {single}%N {cores}%N = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Definition trees : list tree_vector := {coq_list(map(tree_vector, trees))}.

Definition derivations : list derivation_vector := {coq_list(map(derivation_vector, derivations))}.

Example trees_agree : failing tree_agrees trees = [].
Proof. vm_cast_no_check (@eq_refl (list nat) []). Qed.

Example derivations_agree : failing derivation_agrees derivations = [].
Proof. vm_cast_no_check (@eq_refl (list nat) []). Qed.
"""


def published_tree(case: TreeCase) -> str:
    """What the published vectors say of a structure: a TreeVector of Bridge.v."""
    violated = {*case["violated"]["well_formedness"], *case["violated"]["projectivity"]}
    conditions = coq_list(coq_bool(condition.value not in violated) for condition in PREDICATES)
    moves = case["derivation"]
    oracle = "None" if moves is None else f"(Some {coq_list(map(coq_move, moves))})"
    return f"TreeVector {published_structure(case)} {conditions} {coq_bool(case['root_children'] == 1)} {oracle}"


def published_structure(case: TreeCase) -> str:
    """A structure of the published vectors."""
    return coq_structure(len(case["words"]), case["contents"], case["arcs"])


def published_derivation(case: DerivationCase, tree: TreeCase) -> str:
    """What they say of a derivation: a DerivationVector of Bridge.v, and the tree derived."""
    singletons = [[token] for token in range(case["n"] + 1)]
    snapshots = []
    for place, found in enumerate(case["configurations"]):
        allowed = [found["allowed"][name] for name in OPTIONS]
        parts = (
            coq_list(coq_bool(kind.value in kinds) for kinds in allowed for kind in TransitionKind),
            coq_bool(place == len(case["transitions"])),
            coq_numbers(reversed(found["stack"])),
            coq_numbers(found["buffer"]),
            coq_contents([*singletons, *found["bubbles"]]),
            coq_arcs(case["arcs"][: found["arcs"]]),
            coq_numbers(found["open"]),
        )
        snapshots.append(f"(Snapshot {' '.join(parts)})")
    steps = coq_list(f"({s}, {coq_move(move)})" for s, move in zip(snapshots, case["transitions"], strict=False))
    flags = f"{coq_bool(case['normal_form'])} {coq_bool(case['single_root'])} {case['n']}"
    return f"(DerivationVector {flags} {steps} {snapshots[-1]}, {published_structure(tree)})"


def published_refusal(case: RefusalCase) -> str:
    """What they say of a transition that is refused: a RefusalVector of Bridge.v."""
    normal = any(name.startswith("normal form:") for name in case["failed"])
    single = any(name.startswith("single root:") for name in case["failed"])
    table = len(case["failed"]) > normal + single
    less = coq_list(map(coq_bool, (not table, not (table or normal), not (table or single))))
    before, refused = coq_list(map(coq_move, case["transitions"])), coq_move(case["refused"])
    flags = f"{coq_bool(case['normal_form'])} {coq_bool(case['single_root'])} {case['n']}"
    return f"RefusalVector {flags} {before} ({refused}) {less}"


def changes(published: Vectors) -> Iterator[tuple[RedistributionCase, Result]]:
    """The published redistributions that give another projective tree."""
    found = {case["tree"]: case["boundaries"] for case in published["boundaries"]}
    for case in published["redistributions"]:
        if case["result"] is not None and case["levels"] != found[case["tree"]][case["boundary"]]["levels"]:
            yield case, case["result"]


def published_file(published: Vectors) -> str:
    """A Coq file that compiles if and only if Coq agrees with the published vectors on all that it can speak of."""
    named = {case["name"]: case for case in published["trees"]}
    forests = [case["trees"] for case in published["counts"]]
    single = [case["single_root"] for case in published["counts"]]
    cores = quotient(quotient(single, forests), forests)
    series = " ".join(f"{coq_numbers(numbers)}%N" for numbers in (forests, single, cores))
    results = [
        coq_structure(len(named[case["tree"]]["words"]), result["contents"], result["arcs"])
        for case, result in changes(published)
    ]
    lists = {
        ("tree_agrees", "tree_vector"): map(published_tree, published["trees"]),
        ("derived_agrees", "(derivation_vector * structure)"): (
            published_derivation(case, named[case["tree"]]) for case in published["derivations"]
        ),
        ("refusal_agrees", "refusal_vector"): map(published_refusal, published["refusals"]),
        ("projective_b", "structure"): results,
    }
    examples = "\n".join(
        f"Definition for_{check} : list {kind} := {coq_list(vectors)}.\n"
        f"Example all_{check} : failing {check} for_{check} = [].\n"
        "Proof. vm_cast_no_check (@eq_refl (list nat) []). Qed.\n"
        for (check, kind), vectors in lists.items()
    )
    return f"""From Coq Require Import List NArith.
From Bubble Require Import Definitions Checker Bridge.
Import ListNotations.

Example counts_agree : series_agrees {series} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

{examples}"""


def words(n: int) -> tuple[str, ...]:
    """n words."""
    return tuple(f"w{token}" for token in range(1, n + 1))


def random_walk(n: int, normal_form: bool, single_root: bool, rng: random.Random) -> Derivation:
    """A complete derivation, each transition chosen among those that are allowed, with a random label."""
    configuration = bt.Configuration.initial(words(n))
    transitions: list[bt.Transition] = []
    while kinds := bt.valid_transitions(configuration, normal_form=normal_form, single_root=single_root):
        kind = rng.choice(kinds)
        transitions.append(bt.Transition(kind, rng.choice(LABELS) if kind.takes_label else None))
        configuration = bt.apply(configuration, transitions[-1], normal_form=normal_form, single_root=single_root)
    return n, normal_form, single_root, tuple(transitions)


def last_configuration(derivation: Derivation) -> bt.Configuration:
    """Where the transitions of a derivation lead."""
    n, normal_form, single_root, transitions = derivation
    configuration = bt.Configuration.initial(words(n))
    for transition in transitions:
        configuration = bt.apply(configuration, transition, normal_form=normal_form, single_root=single_root)
    return configuration


def prefixes(n: int, normal_form: bool, single_root: bool) -> Iterator[Derivation]:
    """Every derivation over n words, complete or not, the shortest first; all arcs are labelled ``conj``."""
    first = bt.Configuration.initial(words(n))
    pending: deque[tuple[bt.Configuration, tuple[bt.Transition, ...]]] = deque([(first, ())])
    while pending:
        configuration, transitions = pending.popleft()
        yield n, normal_form, single_root, transitions
        for kind in bt.valid_transitions(configuration, normal_form=normal_form, single_root=single_root):
            transition = bt.Transition(kind, CONJ if kind.takes_label else None)
            following = bt.apply(configuration, transition, normal_form=normal_form, single_root=single_root)
            pending.append((following, (*transitions, transition)))


def all_derivations(n: int, normal_form: bool, single_root: bool) -> Iterator[Derivation]:
    """Every complete derivation over n words, all arcs labelled ``conj``."""
    return (prefix for prefix in prefixes(n, normal_form, single_root) if last_configuration(prefix).is_terminal)


def derived(derivation: Derivation) -> bt.BubbleTree:
    """The tree that a complete derivation yields."""
    n, normal_form, single_root, transitions = derivation
    return bt.derive(words(n), transitions, normal_form=normal_form, single_root=single_root)


def shuffled(tree: bt.BubbleTree, rng: random.Random) -> bt.BubbleTree:
    """The same tree, its bubbles numbered and its arcs listed otherwise."""
    order = list(tree.bubbles)
    rng.shuffle(order)
    number = {bubble: position for position, bubble in enumerate(order)}
    arcs = [(number[arc.head], arc.label, number[arc.dependent]) for arc in tree.arcs]
    rng.shuffle(arcs)
    return bt.BubbleTree(tree.words, [tree.contents[bubble] for bubble in order], arcs)


def broken(tree: bt.BubbleTree, rng: random.Random) -> bt.BubbleTree:
    """A structure that differs from a tree in one place, and is perhaps no tree any more."""
    contents = [set(content) for content in tree.contents]
    arcs = [(arc.head, arc.label, arc.dependent) for arc in tree.arcs]
    bubble, other = rng.randrange(len(contents)), rng.randrange(len(contents))
    token = rng.randrange(len(tree.words) + 1)
    match rng.randrange(6):
        case 0:
            contents[bubble] ^= {token}
        case 1:
            contents.append({token, rng.randrange(len(tree.words) + 1)})
            arcs.append((bubble, rng.choice(LABELS), len(contents) - 1))
        case 2:
            arcs.append((bubble, rng.choice(LABELS), other))
        case 3:
            arcs = [(bubble, label, child) if child == other else (head, label, child) for head, label, child in arcs]
        case 4:
            arcs = [(head, rng.choice(LABELS) if child == other else label, child) for head, label, child in arcs]
        case _:
            arcs = [arc for arc in arcs if arc[2] != other]
    try:
        return bt.BubbleTree(tree.words, contents, arcs)
    except StructureError:  # the change has left a bubble empty
        return broken(tree, rng)


def random_structure(n: int, rng: random.Random) -> bt.BubbleTree:
    """Bubbles with random contents, and random arcs."""
    bubbles = rng.randrange(1, n + 4)
    contents = [rng.sample(range(n + 1), rng.randrange(1, n + 2)) for _ in range(bubbles)]
    arcs = [
        (rng.randrange(bubbles), rng.choice(LABELS), rng.randrange(bubbles)) for _ in range(rng.randrange(bubbles + 1))
    ]
    return bt.BubbleTree(words(n), contents, arcs)


def standard_derivations() -> list[Derivation]:
    """The derivations that are always compared: all over two words, and random ones over up to six."""
    rng = random.Random(1)
    short = [derivation for n in range(3) for option in OPTIONS.values() for derivation in all_derivations(n, *option)]
    return short + [random_walk(n, *option, rng) for n in range(3, 7) for option in OPTIONS.values() for _ in range(4)]


def standard_trees() -> list[bt.BubbleTree]:
    """The structures that are always compared: all trees over three words, random ones, and broken ones."""
    rng = random.Random(2)
    small = [derived(derivation) for n in range(4) for derivation in all_derivations(n, True, False)]
    large = [derived(random_walk(n, False, False, rng)) for n in range(4, 9) for _ in range(3)]
    valid = small + [shuffled(tree, rng) for tree in large]
    return [
        *valid,
        *(broken(rng.choice(valid), rng) for _ in range(150)),
        *(random_structure(rng.randrange(1, 4), rng) for _ in range(80)),
    ]


def standard_file() -> str:
    """The Coq file of the vectors that are always compared."""
    return coq_file(standard_trees(), standard_derivations(), COUNTS)
