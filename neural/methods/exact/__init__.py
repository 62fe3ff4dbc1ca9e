"""The exact parser: scores for pairs of tokens, and the best of all projective bubble trees under them.

Imports as all of ``methods`` does.
"""
