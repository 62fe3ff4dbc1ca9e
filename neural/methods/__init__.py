"""Ways to parse: what is learned from a gold sentence, and what a network makes of a sentence.

Imports from ``config``, ``data``, ``encoders`` and ``batched``; a method is one file here or elsewhere, and one line of
the registry.
"""
