"""One HTML file to explore trees in: a list to search and filter, drawings, derivations, and two analyses compared.

* :mod:`bubbletree.viewer.entries`: the sentences of a page;
* :mod:`bubbletree.viewer.records`: what the page knows of each tree, as JSON;
* :mod:`bubbletree.viewer.page`: the page. Its style and programs are files of their own in this folder.
"""

from bubbletree.viewer.entries import Entry, compared, entry
from bubbletree.viewer.page import page

__all__ = ["Entry", "compared", "entry", "page"]
