"""How good a parser is, and how sure: scores, confidences, calibration.

Imports from all layers up to ``models``.
"""
