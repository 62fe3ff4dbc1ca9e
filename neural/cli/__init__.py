"""What the commands have in common: options, where sentences come from, what is to be parsed.

Imports from all layers up to ``models``; the commands import from here.
"""
