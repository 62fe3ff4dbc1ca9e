"""From files to numbers: words, vocabularies, features, gold sentences, word vectors, text.

Imports nothing else of ``neural``.
"""
