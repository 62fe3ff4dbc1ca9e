"""Learning: examples, the trainer and its schedule, and a run with evaluations, checkpoints and display.

Imports from all layers up to ``evaluation`` and ``cli``.
"""
