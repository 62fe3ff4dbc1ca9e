"""Ways to parse: what a gold sentence teaches, and what a network finds in a sentence.

Imports from ``config``, ``data``, ``encoders`` and ``batched``.  A method is one file, here or in another package, and
one line of the registry or of that package's entry points.
"""
