"""Coordinations as words that separate, and the boundaries around them: a chart, and the networks that score for it.

* :mod:`neural.spans.separators`: what is to be learned;
* :mod:`neural.spans.chart`: the best consistent set of coordinations under any scores;
* :mod:`neural.spans.scorer`: scores from the encoder's vectors.
"""

from __future__ import annotations

from neural.spans.scorer import SpanScorer
from neural.spans.separators import Role, Separator, Separators, separators_of

__all__ = ["Role", "Separator", "Separators", "SpanScorer", "separators_of"]
