"""What the commands have in common: options, the files they read, the comments they write.

Imports from all layers up to ``models``; the commands import from here.
"""
