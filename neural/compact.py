"""``python -m neural.compact``: make a trained model small enough to ship, a quarter of its size."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from bubbletree._start import starting

with starting(__name__):
    from bubbletree.cli.guard import UsageError, guarded, tell
    from bubbletree.cli.help import ArgumentParser
    from neural.models import checkpoint
    from neural.models.calibration import CALIBRATION
    from neural.models.loading import model_directory
    from neural.models.names import MODEL
    from neural.models.quantisation import compacted


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, or 2 if the arguments or the input are at fault."""
    parser = ArgumentParser(
        prog="python -m neural.compact",
        description="Write a copy of a trained model with 8-bit weights. It takes a quarter of the space.",
    )
    parser.add_argument("model", help=MODEL)
    parser.add_argument("out", type=Path, help="the directory to make")
    options = parser.parse_args(arguments)
    return guarded("neural.compact", lambda: _run(model_directory(options.model), options.out))


def _run(directory: Path, out: Path) -> int:
    if out.exists():
        raise UsageError(f"{out} exists already: choose another directory")
    network = checkpoint.load_model(directory)
    checkpoint.save_setup(out, network)
    checkpoint.save_weights(out, compacted(network.state_dict()), checkpoint.model_scores(directory))
    for name, where in (("before", directory), ("after", out)):
        tell(f"{name}: {(where / checkpoint.MODEL).stat().st_size / 1e6:.1f} MB")
    if (directory / CALIBRATION).exists():
        tell(f"{CALIBRATION} belongs to the old weights and is not copied: python -m neural.calibrate {out} makes one")
    return 0


if __name__ == "__main__":
    sys.exit(main())
