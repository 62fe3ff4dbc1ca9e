"""Code that the commands share: options, the files they read, the comments they write.

Imports from all layers up to ``models``; the commands import from here.
"""
