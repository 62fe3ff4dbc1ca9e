"""A neural bubble parser: encoders, methods, training, evaluation (Shi & Lee 2021, section 4).

Built on :mod:`bubbletree`, which never imports it.  The modules of this folder are the commands, run as
``python -m neural.train``.  The folders are layers, from the lowest to the highest:

* :mod:`neural.config`, :mod:`neural.data`: options; sentences as numbers;
* :mod:`neural.encoders`, :mod:`neural.batched`: from words to vectors; the transition system on tensors;
* :mod:`neural.methods`: ways to parse;
* :mod:`neural.models`: model directories, and parsing with one;
* :mod:`neural.evaluation`, :mod:`neural.cli`: scores and confidences; what the commands have in common;
* :mod:`neural.training`: learning;
* the commands;
* :mod:`neural.experiment`: the command that compares systems.

A file imports from lower layers and from its own folder, and a test holds that.
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
