"""Reading and writing files: the only place of the library, with the command line, that touches streams.

* :mod:`bubbletree.io.conllu`: CoNLL-U, with bubbles riding along in comments;
* :mod:`bubbletree.io.brackets`: projective trees in a notation for people;
* :mod:`bubbletree.io.jsonl`: any structure, ill-formed ones included, one a line;
* :mod:`bubbletree.io.coord`: given coordinations, ``.coord`` files;
* :mod:`bubbletree.io.lines`: where text comes from;
* :mod:`bubbletree.io.atomic`: files that appear whole or not at all.
"""

from bubbletree.io.atomic import atomic_writer
from bubbletree.io.brackets import format_brackets, iter_brackets, parse_brackets, read_brackets, write_brackets
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
from bubbletree.io.jsonl import format_json, iter_jsonl, read_jsonl, write_jsonl
from bubbletree.io.lines import Source

__all__ = [
    "Source",
    "UnwritableError",
    "atomic_writer",
    "format_brackets",
    "format_json",
    "format_sentence",
    "format_tree",
    "iter_brackets",
    "iter_jsonl",
    "iter_sentences",
    "iter_trees",
    "parse_brackets",
    "read_brackets",
    "read_conllu",
    "read_coord",
    "read_jsonl",
    "write_brackets",
    "write_conllu",
    "write_jsonl",
]
