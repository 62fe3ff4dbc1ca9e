"""Reading and writing files: the only place of the library, with the command line, that touches streams.

* :mod:`bubbletree.io.conllu`: CoNLL-U, with bubbles riding along in comments;
* :mod:`bubbletree.io.coord`: given coordinations, ``.coord`` files;
* :mod:`bubbletree.io.brackets`: projective trees in a notation for people;
* :mod:`bubbletree.io.atomic`: files that appear whole or not at all.
"""

from bubbletree.io.atomic import atomic_writer
from bubbletree.io.conllu import (
    UnwritableError,
    format_sentence,
    format_tree,
    iter_sentences,
    iter_trees,
    read_conllu,
    write_conllu,
)
from bubbletree.io.coord import read_coord
from bubbletree.io.lines import Source

__all__ = [
    "Source",
    "UnwritableError",
    "atomic_writer",
    "format_sentence",
    "format_tree",
    "iter_sentences",
    "iter_trees",
    "read_conllu",
    "read_coord",
    "write_conllu",
]
