"""Sentences as numbers, and what they are read from: words, vocabularies, features, gold sentences, vectors, text.

Imports nothing else of ``neural``.
"""
