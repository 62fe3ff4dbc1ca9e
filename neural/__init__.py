"""A neural bubble parser: bi-LSTM, bubble composition and greedy Bubble-Hybrid (Shi & Lee 2021, section 4).

Built on :mod:`bubbletree`, which never imports it.  From the bottom to the top:

* :mod:`neural.config`, :mod:`neural.data`: options, vocabularies, sentences as numbers;
* :mod:`neural.rules`, :mod:`neural.indexing`: the transition system's preconditions on tensors, and
  the oracle's derivations as index tensors;
* :mod:`neural.encoders`, :mod:`neural.scorers`, :mod:`neural.model`, :mod:`neural.losses`: the network;
* :mod:`neural.stepwise`: the network as a :class:`bubbletree.Scorer`, one configuration at a time;
* :mod:`neural.batched`: N configurations as tensors, and greedy parsing with them;
* :mod:`neural.checkpoint`, :mod:`neural.parser`: model directories, and what to do with one;
* :mod:`neural.train`, :mod:`neural.evaluate`, :mod:`neural.parse`, :mod:`neural.benchmark`: commands.
"""

import os

# Read by OpenMP when torch is loaded.  Threads that spin for long while they wait make training ten times slower
# where anything else runs on the machine; threads that sleep at once make it a quarter slower where nothing does.
os.environ.setdefault("GOMP_SPINCOUNT", "20000")
