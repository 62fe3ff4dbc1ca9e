"""Reading and writing files. Only this package and the command line touch streams.

For each format of trees there are six functions with the same arguments, as in ``read_jsonl``:

``iter_FORMAT(source, name=None)``
    the trees of a file, one by one;
``read_FORMAT(source, name=None)``
    all of them, as a list;
``scan_FORMAT(source, name=None)``
    one by one, also those behind a sentence that cannot be read, which is told instead (:mod:`bubbletree.io.scan`);
``write_FORMAT(trees, target)``
    write trees to a file, which appears whole or not at all, or to a stream;
``format_FORMAT(tree)``
    one tree as text;
``parse_FORMAT(text)``
    the tree that a text describes.

A source is a path, an open stream, lines, or a text of several lines; the name is for error messages.
The formats:

* ``conllu`` (:mod:`bubbletree.io.conllu`): CoNLL-U, with bubbles in comments; :func:`iter_sentences` and
  :func:`read_sentences` read such a file as UD;
* ``brackets`` (:mod:`bubbletree.io.brackets`): projective trees in a notation for people;
* ``jsonl`` (:mod:`bubbletree.io.jsonl`): any structure, even if ill-formed, one per line;
* ``json`` (:mod:`bubbletree.io.json`): trees with their coordinations, words and places in the text, for programs.

Treebanks of phrases are read by :func:`iter_penn` and :func:`iter_genia`, lists of spans by :func:`read_spans`.
Given coordinations have ``.coord`` files (:mod:`bubbletree.io.coord`), with token files for their words
(:mod:`bubbletree.io.tokens`). Sentences with marked coordinations are read from tables (:mod:`bubbletree.io.tsv`), from
documents of brat (:mod:`bubbletree.io.brat`) and from JSON without trees (:func:`iter_marked_json`).
:mod:`bubbletree.io.lines` is about where input comes from, :mod:`bubbletree.io.atomic` about where output goes.
"""

from bubbletree.errors import UnwritableError
from bubbletree.io.atomic import Target, atomic_writer, write_bytes
from bubbletree.io.brackets import (
    format_brackets,
    iter_brackets,
    parse_brackets,
    read_brackets,
    scan_brackets,
    write_brackets,
)
from bubbletree.io.brat import iter_brat, scan_brat, write_brat
from bubbletree.io.conllu import (
    format_conllu,
    has_bubbles,
    iter_conllu,
    iter_sentences,
    parse_conllu,
    read_conllu,
    read_sentences,
    scan_conllu,
    scan_sentences,
    write_conllu,
)
from bubbletree.io.coord import read_coord, write_coord
from bubbletree.io.genia import iter_genia
from bubbletree.io.json import (
    format_json,
    iter_json,
    iter_marked_json,
    parse_json,
    read_json,
    scan_json,
    scan_marked_json,
    write_json,
)
from bubbletree.io.jsonl import format_jsonl, iter_jsonl, parse_jsonl, read_jsonl, scan_jsonl, write_jsonl
from bubbletree.io.lines import Source
from bubbletree.io.penn import iter_penn, scan_penn
from bubbletree.io.scan import BadSentence, GoodSentence
from bubbletree.io.spans import read_spans
from bubbletree.io.tokens import iter_tokens, scan_tokens, write_tokens
from bubbletree.io.tsv import iter_tsv, read_tsv, scan_tsv, write_tsv

__all__ = [
    "BadSentence",
    "GoodSentence",
    "Source",
    "Target",
    "UnwritableError",
    "atomic_writer",
    "format_brackets",
    "format_conllu",
    "format_json",
    "format_jsonl",
    "has_bubbles",
    "iter_brackets",
    "iter_brat",
    "iter_conllu",
    "iter_genia",
    "iter_json",
    "iter_jsonl",
    "iter_marked_json",
    "iter_penn",
    "iter_sentences",
    "iter_tokens",
    "iter_tsv",
    "parse_brackets",
    "parse_conllu",
    "parse_json",
    "parse_jsonl",
    "read_brackets",
    "read_conllu",
    "read_coord",
    "read_json",
    "read_jsonl",
    "read_sentences",
    "read_spans",
    "read_tsv",
    "scan_brackets",
    "scan_brat",
    "scan_conllu",
    "scan_json",
    "scan_jsonl",
    "scan_marked_json",
    "scan_penn",
    "scan_sentences",
    "scan_tokens",
    "scan_tsv",
    "write_brackets",
    "write_brat",
    "write_bytes",
    "write_conllu",
    "write_coord",
    "write_json",
    "write_jsonl",
    "write_tokens",
    "write_tsv",
]
