"""More text than one process parses in good time: many files in, a folder of shards out.

Imports from all layers up to ``evaluation`` and ``cli``.

In reading order:

* :mod:`neural.corpus.shards`: files of text, cut into shards of some ten thousand words;
* :mod:`neural.corpus.parsing`: from a shard to its file in the output folder, by one parser;
* :mod:`neural.corpus.manifest`: which shards are done, so that a job goes on where it was interrupted;
* :mod:`neural.corpus.workers`: several parsers side by side, with Ray;
* :mod:`neural.corpus.job`: the whole job, for ``bubbletree parse --workers``.
"""
