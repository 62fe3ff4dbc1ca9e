"""Searching trees for coordinations.

* :mod:`bubbletree.search.query`: the language of queries;
* :mod:`bubbletree.search.facts`: what a query can ask about.
"""

from bubbletree.search.facts import FLAGS, NUMBERS, TEXTS
from bubbletree.search.query import Condition, Query, QueryError, find

__all__ = ["FLAGS", "NUMBERS", "TEXTS", "Condition", "Query", "QueryError", "find"]
