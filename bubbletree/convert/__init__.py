"""Between Universal Dependencies and bubble trees: pure functions, no files.

* :mod:`bubbletree.convert.to_ud`: bubble tree to UD columns;
* :mod:`bubbletree.convert.from_ud`: UD columns and coordinations to a bubble tree (the paper's appendix A);
* :mod:`bubbletree.convert.infer`: coordinations read off UD alone, with
  :mod:`bubbletree.convert.enhanced` where a sentence has enhanced dependencies;
* :mod:`bubbletree.convert.table`: many sentences, and what became of them.
"""

from bubbletree.convert.errors import ConversionError, Reason, Repair, RepairKind
from bubbletree.convert.from_ud import Conversion, Failure, convert, convert_all, from_ud
from bubbletree.convert.infer import infer_coordinations
from bubbletree.convert.table import ConversionTable
from bubbletree.convert.to_ud import Punctuation, to_ud

__all__ = [
    "Conversion",
    "ConversionError",
    "ConversionTable",
    "Failure",
    "Punctuation",
    "Reason",
    "Repair",
    "RepairKind",
    "convert",
    "convert_all",
    "from_ud",
    "infer_coordinations",
    "to_ud",
]
