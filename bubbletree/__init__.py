"""bubbletree: bubble trees, Bubble-Hybrid parsing, and the way to and from Universal Dependencies.

Bubble trees (Kahane 1997) put the conjuncts of a coordination into a bubble that heads, and is
modified, as a whole.  Bubble-Hybrid (Shi & Lee 2021) is a transition system that derives the
projective ones.
"""

from bubbletree.boundary import Boundary, Side, best_levels, boundaries, redistribute
from bubbletree.conditions import Condition, Violation
from bubbletree.configuration import Configuration, IncompleteDerivationError, TransitionKind
from bubbletree.convert import ConversionError, Punctuation, from_ud, to_ud
from bubbletree.coordination import (
    Coordination,
    GivenCoordination,
    HasConjuncts,
    Modifier,
    TreeCoordination,
    coordinations,
)
from bubbletree.counting import count_trees
from bubbletree.decode import parse
from bubbletree.derivation import derive, trace
from bubbletree.editing import ReattachmentError, reattach
from bubbletree.errors import BubbletreeError, FormatError, StructureError
from bubbletree.io import read_conllu, read_coord, write_conllu
from bubbletree.normalisation import normalise
from bubbletree.oracle import OracleError, oracle
from bubbletree.plugins import Candidate, NoParserError, Parser, load
from bubbletree.sampling import random_tree
from bubbletree.scoring import GoldScorer, RandomScorer, Scorer, ScorerError, UniformScorer
from bubbletree.sentence import Row, Sentence
from bubbletree.span import Span
from bubbletree.transitions import (
    LabelError,
    Precondition,
    Transition,
    TransitionError,
    apply,
    valid_transitions,
)
from bubbletree.tree import CONJ, ROOT, Arc, BubbleTree
from bubbletree.validation import InvalidTreeError, Report, validate

__version__ = "0.2.0"

__all__ = [
    "CONJ",
    "ROOT",
    "Arc",
    "Boundary",
    "BubbleTree",
    "BubbletreeError",
    "Candidate",
    "Condition",
    "Configuration",
    "ConversionError",
    "Coordination",
    "FormatError",
    "GivenCoordination",
    "GoldScorer",
    "HasConjuncts",
    "IncompleteDerivationError",
    "InvalidTreeError",
    "LabelError",
    "Modifier",
    "NoParserError",
    "OracleError",
    "Parser",
    "Precondition",
    "Punctuation",
    "RandomScorer",
    "ReattachmentError",
    "Report",
    "Row",
    "Scorer",
    "ScorerError",
    "Sentence",
    "Side",
    "Span",
    "StructureError",
    "Transition",
    "TransitionError",
    "TransitionKind",
    "TreeCoordination",
    "UniformScorer",
    "Violation",
    "apply",
    "best_levels",
    "boundaries",
    "coordinations",
    "count_trees",
    "derive",
    "from_ud",
    "load",
    "normalise",
    "oracle",
    "parse",
    "random_tree",
    "read_conllu",
    "read_coord",
    "reattach",
    "redistribute",
    "to_ud",
    "trace",
    "valid_transitions",
    "validate",
    "write_conllu",
]
