"""Trained models: their directories, loading them, parsing with them and confidences, in one process or several.

Imports from all layers up to ``methods``.
"""
