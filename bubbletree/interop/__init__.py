"""Bubble trees as values of other libraries. Each module needs the library that it is named after, which is an extra.

* :mod:`bubbletree.interop.networkx`: trees as graphs, and back;
* :mod:`bubbletree.interop.pandas`: coordinations as a table;
* :mod:`bubbletree.interop.spacy`: the component ``bubble_parser``, which finds coordinations in documents.
"""
