"""How good a parser is: scores of what it finds, and of its confidences.

Imports from all layers up to ``models``.
"""
