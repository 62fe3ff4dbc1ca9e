"""The best bubble tree, exactly: a cubic dynamic program over all projective bubble trees.

Shi & Lee (2021) leave graph-based bubble parsing to future work.  This is a program for it.  Every projective bubble
tree has exactly one derivation here, arcs, bubbles and both edges of every conjunct have scores, and n words take
O(n^3) steps.

* :mod:`bubbletree.exact.steps`: what has a score, and the score of a tree by definition;
* :mod:`bubbletree.exact.program`: the tables and their recurrences;
* :mod:`bubbletree.exact.constraints`: trees that must, or must not, have some arc, bubble or coordination;
* :mod:`bubbletree.exact.semirings`: counting, best, k best, sum;
* :mod:`bubbletree.exact.inference`: from scores to trees and probabilities.
"""

from bubbletree.exact.constraints import (
    Constraint,
    ForbiddenArc,
    ForbiddenBubble,
    OnlyCoordinations,
    RequiredArc,
    RequiredBubble,
    RequiredCoordination,
)
from bubbletree.exact.inference import (
    NoTreeError,
    ScoredTree,
    best_tree,
    count,
    k_best_trees,
    log_partition,
    marginals,
    probability,
)
from bubbletree.exact.program import Options
from bubbletree.exact.steps import Role, Scores, Step, StepKind, steps, tree_score

__all__ = [
    "Constraint",
    "ForbiddenArc",
    "ForbiddenBubble",
    "NoTreeError",
    "OnlyCoordinations",
    "Options",
    "RequiredArc",
    "RequiredBubble",
    "RequiredCoordination",
    "Role",
    "ScoredTree",
    "Scores",
    "Step",
    "StepKind",
    "best_tree",
    "count",
    "k_best_trees",
    "log_partition",
    "marginals",
    "probability",
    "steps",
    "tree_score",
]
