"""The figures of the paper, in per cent: tables 2 to 6 and those of its appendix on results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LSTM, BERT, EDGES = "bubble-hybrid, bi-LSTM", "bubble-hybrid, BERT", "edge-factored, BERT"
"""The systems of the paper's own experiments."""

MEAN, TWO, ONE, BUFFER = (f"{LSTM}, {change}" for change in ("g = mean", "{s2, s1, b1}", "{s1, b1}", "{b1}"))
"""Variations of the first one."""

COLUMNS: Final = ("all P", "all R", "all F1", "NP P", "NP R", "NP F1")
"""The columns of the table of coordinations."""

COORDINATIONS: Mapping[tuple[str, str, str], tuple[float, ...]] = {
    ("dev", "exact", LSTM): (77.19, 77.00, 77.10, 80.00, 79.63, 79.82),
    ("dev", "exact", BERT): (84.25, 84.55, 84.40, 88.53, 88.33, 88.43),
    ("dev", "inner", LSTM): (78.61, 78.42, 78.51, 82.07, 81.69, 81.88),
    ("dev", "inner", BERT): (85.19, 85.50, 85.34, 89.45, 89.24, 89.35),
    ("test", "exact", LSTM): (76.62, 76.34, 76.48, 81.89, 81.37, 81.63),
    ("test", "exact", BERT): (83.85, 83.62, 83.74, 85.33, 85.19, 85.26),
    ("test", "inner", LSTM): (78.45, 78.16, 78.30, 84.29, 83.76, 84.03),
    ("test", "inner", BERT): (84.58, 84.35, 84.46, 86.28, 86.15, 86.22),
}
"""Coordinations of the Penn Treebank, by sentences, criterion and system."""

CATEGORIES: Final = ("NP", "VP", "ADJP", "S", "PP", "UCP", "SBAR", "ADVP")
"""The categories of the table of GENIA; there are two more columns, "others" and "all"."""

GENIA_COUNTS: Final = (2317, 465, 321, 188, 167, 60, 56, 21, 3, 3598)
"""How many coordinations there are, in the order of the columns."""

GENIA: Mapping[tuple[str, str], tuple[float, ...]] = {
    ("exact", LSTM): (68.28, 58.71, 86.29, 56.38, 55.09, 51.67, 58.93, 95.24, 0.00, 67.09),
    ("exact", BERT): (79.41, 76.34, 88.79, 77.13, 73.05, 61.67, 76.79, 100.0, 33.33, 79.18),
    ("whole", LSTM): (69.40, 59.35, 87.85, 57.45, 56.89, 51.67, 62.50, 95.24, 0.00, 68.23),
    ("whole", BERT): (80.58, 76.77, 90.03, 78.19, 76.65, 61.67, 82.14, 100.0, 33.33, 80.41),
}
"""Recall on GENIA, by criterion and system."""

RELATIONS: Mapping[str, Mapping[str, tuple[float, float]]] = {
    BERT: {
        "punct": (92.56, 92.52),
        "case": (97.46, 98.14),
        "compound": (94.12, 95.18),
        "det": (98.85, 99.13),
        "nsubj": (97.69, 97.72),
        "nmod": (93.04, 93.45),
        "amod": (94.52, 93.43),
        "conj": (92.68, 93.20),
    },
    EDGES: {
        "punct": (92.92, 92.85),
        "case": (97.71, 98.26),
        "compound": (94.24, 95.02),
        "det": (98.70, 99.06),
        "nsubj": (98.01, 97.92),
        "nmod": (93.20, 93.62),
        "amod": (94.61, 93.95),
        "conj": (92.52, 93.04),
    },
}
"""Precision and recall by relation, on the test sentences of the Penn Treebank."""

ATTACHMENT: Mapping[str, tuple[float, float]] = {BERT: (95.81, 94.46), EDGES: (95.99, 94.56)}
"""UAS and LAS on the same."""

RESCORING: Mapping[str, tuple[float, float]] = {
    LSTM: (77.10, 76.27),
    MEAN: (75.51, 74.16),
    TWO: (76.05, 74.87),
    ONE: (76.33, 73.85),
    BUFFER: (50.27, 35.14),
    BERT: (84.40, 83.70),
}
"""Exact F1 on the development sentences of the Penn Treebank, with and without rescoring."""

COMPLEXITY: Mapping[str, tuple[float, float, float]] = {LSTM: (72.97, 79.97, 56.82), BERT: (80.07, 83.74, 71.59)}
"""The share of test sentences of the Penn Treebank that are all right: all, simple and complex ones."""
