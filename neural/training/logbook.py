"""A log of training for TensorBoard, in the model directory.

TensorBoard comes with the extra ``tensorboard``: ``tensorboard --logdir models`` draws the curves of all models.
Without it, no log is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch.utils.tensorboard.writer import SummaryWriter

FOLDER = "tensorboard"
"""The folder of the log in a model directory."""

_EVENTS = "events.out.tfevents.*"


class Logbook:
    """A log to write to; use it in a ``with`` block.

    Parameters
    ----------
    directory : Path or None
        The model directory; None to write no log.
    step : int
        The number of steps made in earlier runs.  With 0, an earlier log is removed.  Otherwise its entries about later
        steps are removed, because these steps will be made again.
    """

    def __init__(self, directory: Path | None, step: int) -> None:
        self._writer: SummaryWriter | None = None
        if directory is None or find_spec("tensorboard") is None:
            return
        from torch.utils.tensorboard.writer import SummaryWriter

        folder = directory / FOLDER
        if step == 0:
            for old in folder.glob(_EVENTS):
                old.unlink()
        # TensorBoard also removes the step with this number.
        self._writer = SummaryWriter(folder, purge_step=step + 1 if step else None)

    def __enter__(self) -> Logbook:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._writer is not None:
            self._writer.close()

    def write(self, step: int, values: Mapping[str, float]) -> None:
        """Add numbers, by name, to the log of a step."""
        if self._writer is not None:
            for name, value in values.items():
                self._writer.add_scalar(name, value, step)
