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
from pathlib import Path


def _spin_count() -> str:
    """How long OpenMP's threads are to spin before they sleep while they wait for each other.

    Where something else runs, spinning makes training ten times slower; where nothing does, sleeping at once makes
    it a quarter slower.  So look what runs.
    """
    try:
        running = int(Path("/proc/loadavg").read_text(encoding="ascii").split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return "0"
    # This process is one of them.
    return "20000" if running <= 1 else "0"


# Read by OpenMP when torch is loaded; whoever has set one of them knows better.
if "OMP_WAIT_POLICY" not in os.environ:
    os.environ.setdefault("GOMP_SPINCOUNT", _spin_count())
