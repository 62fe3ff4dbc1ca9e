"""Training: its start, examples, the trainer with its state and schedule, and runs with evaluations and checkpoints.

Imports from all layers up to ``evaluation`` and ``cli``.
"""
