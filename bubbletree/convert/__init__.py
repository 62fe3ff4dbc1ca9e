"""Between Universal Dependencies and bubble trees: pure functions, no files.

* :mod:`bubbletree.convert.to_ud`: bubble tree to UD columns;
* :mod:`bubbletree.convert.to_enhanced`: bubble tree to the enhanced UD graph;
* :mod:`bubbletree.convert.from_ud`: UD columns and coordinations to a bubble tree (the paper's appendix A);
* :mod:`bubbletree.convert.infer`: coordinations read off UD alone: which are nested
  (:mod:`bubbletree.convert.nesting`), what is shared (:mod:`bubbletree.convert.sharing`) and what is between
  conjuncts (:mod:`bubbletree.convert.edges`);
* :mod:`bubbletree.convert.styles`: annotation in a style that is not that of UD version 2;
* :mod:`bubbletree.convert.table`: many sentences, and what became of them.
"""

from bubbletree.convert.errors import ConversionError, Reason, Repair, RepairKind
from bubbletree.convert.from_ud import Conversion, Failure, convert, convert_all, from_ud
from bubbletree.convert.infer import infer_coordinations
from bubbletree.convert.sharing import RULES, Decision, Rule
from bubbletree.convert.styles import Evidence, Style
from bubbletree.convert.table import ConversionTable
from bubbletree.convert.to_enhanced import LOOSE, Loss, Unsaid, losses, to_enhanced_ud
from bubbletree.convert.to_ud import Punctuation, to_ud

__all__ = [
    "LOOSE",
    "RULES",
    "Conversion",
    "ConversionError",
    "ConversionTable",
    "Decision",
    "Evidence",
    "Failure",
    "Loss",
    "Punctuation",
    "Reason",
    "Repair",
    "RepairKind",
    "Rule",
    "Style",
    "Unsaid",
    "convert",
    "convert_all",
    "from_ud",
    "infer_coordinations",
    "losses",
    "to_enhanced_ud",
    "to_ud",
]
