"""Coordinations without a tree: separators, boundaries, and a chart that finds the best set.

Imports as all of ``methods`` does.
"""
