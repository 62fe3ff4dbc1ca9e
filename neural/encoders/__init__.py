"""Encoders: from the words of a sentence to a vector for each (Shi & Lee 2021, section 4, "Feature Extraction").

Imports from ``config`` and ``data`` only.  An encoder is one file, here or in another package, and one line of the
registry or of that package's entry points.
"""
