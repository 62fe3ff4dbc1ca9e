"""What :mod:`bubbletree.exact` says of its program, written down as a Coq file.

``Program.v`` defines the same program, and ``Bridge.v`` the functions that compare the two: entry by entry and edge by
edge, and the tree of each derivation with its steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from bubbletree import BubbleTree
from bubbletree.exact import Options, Role, Step, count, k_best_trees, steps
from bubbletree.exact.program import Edge, Entry, goal, program
from bubbletree.tree import CONJ
from proofs_tests.coq.vectors import NUMBERED, coq_bool, coq_list, coq_numbers, coq_structure, words

LABELS = (CONJ, "a", "b")
"""The labels of arcs in one of the options."""

OPTIONS = [
    *(
        Options(single_root, kinds, first_conjunct)
        for single_root, (kinds, first_conjunct) in product((False, True), ((False, True), (True, True), (True, False)))
    ),
    Options(labels=LABELS),
    Options(kinds=False, labels=LABELS),
]
"""The options that are always compared."""

COUNTS = 6
"""For how many lengths, from 0 words on, the number of trees is always compared."""

LEFT_ASIDE = {"root": CONJ, "dep": CONJ}
"""Where labels are left aside, ``Program.v`` gives these arcs another one."""


def standard_sizes(options: Options) -> range:
    """For how many words the program is always compared, with these options."""
    return range(3 if options.labels else 4 if options.kinds else 5)


def coq_options(options: Options) -> str:
    """Options in Coq's notation."""
    flags = map(coq_bool, (options.single_root, options.kinds, options.first_conjunct))
    labels = "None" if options.labels is None else f"(Some {coq_numbers(map(NUMBERED.index, options.labels))})"
    return f"(Options {' '.join(flags)} {labels})"


def coq_role(role: Role) -> str:
    """The name of a role in Program.v."""
    return role.name.capitalize()


def coq_step(step: Step) -> str:
    """A step in Coq's notation."""
    role = "None" if step.role is None else f"(Some {coq_role(step.role)})"
    label = "None" if step.label is None else f"(Some {NUMBERED.index(step.label)})"
    places = f"{step.governor} {step.left} {step.right}"
    return f"(Step {step.kind.name} {places} {role} {coq_bool(step.is_first)} {label})"


def coq_entry(entry: Entry) -> str:
    """An entry in Coq's notation."""
    table = entry.table.name if entry.role is None else f"({entry.table.name} {coq_role(entry.role)})"
    return f"Entry {table} {entry.first} {entry.second}"


def coq_edge(edge: Edge) -> str:
    """An edge in Coq's notation."""
    step = "None" if edge.step is None else f"(Some {coq_step(edge.step)})"
    return f"Edge {step} {coq_list(map(coq_entry, edge.parts))}"


def coq_tree(tree: BubbleTree, options: Options) -> str:
    """A tree in Coq's notation, with the labels of Program.v, and its steps."""
    own = steps(tree, kinds=options.kinds, labels=options.labels is not None)
    arcs = [
        (arc.head, LEFT_ASIDE.get(arc.label, arc.label) if options.labels is None else arc.label, arc.dependent)
        for arc in tree.arcs
    ]
    return f"({coq_structure(len(tree.words), tree.contents, arcs)}, {coq_list(map(coq_step, own))})"


def program_vector(n: int, options: Options) -> str:
    """What is said of the program: a ProgramVector of Bridge.v.

    All derivations are equally good, so the best ones come in the order of the program's edges.
    """
    entries = dict(program(n, options))
    assert entries.keys() >= {goal(n), *(part for edges in entries.values() for edge in edges for part in edge.parts)}
    listed = coq_list(f"({coq_entry(entry)}, {coq_list(map(coq_edge, edges))})" for entry, edges in entries.items())
    found = k_best_trees(words(n), lambda _: 0.0, count(n, options) + 1, options)
    trees = coq_list(coq_tree(tree, options) for tree, _ in found)
    return f"ProgramVector {coq_options(options)} {n} {listed} {trees}"


def counts_vector(size: int, options: Options) -> str:
    """How many trees there are over fewer words than ``size``."""
    return f"({coq_options(options)}, {coq_numbers(count(n, options) for n in range(size))}%N)"


def coq_file(programs: Iterable[tuple[int, Options]], counts: Sequence[tuple[int, Options]]) -> str:
    """A Coq file that compiles if and only if Coq agrees on the programs for so many words, and on so many counts."""
    return f"""From Coq Require Import List NArith.
From Bubble Require Import Program Definitions Bridge.
Import ListNotations.

Definition programs : list program_vector := {coq_list(program_vector(n, options) for n, options in programs)}.

Definition counts : list (Program.options * list N) := {coq_list(counts_vector(n, options) for n, options in counts)}.

Example programs_agree : failing program_agrees programs = [].
Proof. vm_cast_no_check (@eq_refl (list nat) []). Qed.

Example all_counts_agree : failing counts_agree counts = [].
Proof. vm_cast_no_check (@eq_refl (list nat) []). Qed.
"""


def standard_programs() -> list[tuple[int, Options]]:
    """The programs that are always compared."""
    return [(n, options) for options in OPTIONS for n in standard_sizes(options)]


def standard_file() -> str:
    """The Coq file of what is always compared."""
    return coq_file(standard_programs(), [(COUNTS, options) for options in OPTIONS if options.labels is None])
