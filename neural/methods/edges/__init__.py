"""The graph parser: scores for arcs, and the best tree under them.

Imports as all of ``methods`` does.
"""
