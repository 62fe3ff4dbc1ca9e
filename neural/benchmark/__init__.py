"""``python -m neural.benchmark``: how fast the parser and the core are, alone and beside other packages.

The highest layer: it may import from all others except the commands and experiments.

* :mod:`neural.benchmark.turns`: two jobs timed in turns, and the ratio of their times;
* :mod:`neural.benchmark.parsing`: parsing, by stage, batch, threads and length of sentences;
* :mod:`neural.benchmark.training`: steps of training, beside the encoder alone;
* :mod:`neural.benchmark.core`: reading, converting, validating, the oracle;
* :mod:`neural.benchmark.peers`: other packages, in turns with this one;
* :mod:`neural.benchmark.report`: all results, as text and as JSON;
* :mod:`neural.benchmark.command`: the command line.
"""
