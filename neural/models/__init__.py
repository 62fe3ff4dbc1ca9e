"""Trained models: their directories, loading them, and parsing with them, in one process or several.

Imports from all layers up to ``methods``.
"""
