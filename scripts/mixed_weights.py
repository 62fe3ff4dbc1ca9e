r"""A model whose weights lie between those of a model and those of the same model after more training.

    python scripts/mixed_weights.py BEFORE AFTER --share 0.3 -o MIXED

Each weight of MIXED is 0.7 times that of BEFORE and 0.3 times that of AFTER.  AFTER is a directory in which
`neural.train --start-from BEFORE` has left its training state with a moving average of the weights; the last average
counts, and not the best one.  Options, words and labels are those of BEFORE.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file

from bubbletree.cli.guard import UsageError, guarded
from neural.models import checkpoint


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before", type=Path, help="a model directory")
    parser.add_argument("after", type=Path, help="the directory of a later training, with its training state")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the directory of the new model")
    parser.add_argument("--share", type=float, default=0.5, help="the share of the later weights, from 0 to 1 (0.5)")
    options = parser.parse_args(arguments)
    return guarded("mixed_weights", lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    if not 0 <= options.share <= 1:
        raise UsageError(f"--share: must be between 0 and 1, not {options.share}")
    if options.output.exists():
        raise UsageError(f"{options.output}: this is there already")
    network = checkpoint.load_model(options.before)
    checkpoint.training_state(options.after)  # says what is wrong with the file
    later = load_file(options.after / checkpoint.TRAINING)
    weights = dict(network.named_parameters())
    average = {name: tensor for name in weights if (tensor := later.get(f"average/{name}")) is not None}
    if average.keys() != weights.keys() or any(average[name].shape != weights[name].shape for name in weights):
        raise UsageError(f"{options.after}: there is no average of the weights of {options.before} in it")
    with torch.no_grad():
        for name, weight in weights.items():
            weight.lerp_(average[name], options.share)
    checkpoint.save_setup(options.output, network)
    checkpoint.save_model(options.output, network, None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
