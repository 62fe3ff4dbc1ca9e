"""Learning curves as a picture, with the extra ``viz``."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure

from bubbletree.io import write_bytes
from neural.experiment.results import Result


def draw_curves(results: Sequence[Result], path: Path) -> None:
    """Draw exact F1 and LAS on the development sentences over the steps of training, as a PNG.

    Each system has a colour, and each training a line.  A circle marks the best evaluation, whose model was kept.

    Parameters
    ----------
    results : sequence of Result
        The systems.
    path : Path
        The file to write; it appears whole or not at all.
    """
    figure = Figure(figsize=(11, 4.5), layout="constrained")
    exact, las = figure.subplots(1, 2)
    for number, result in enumerate(result for result in results if result.seeds[0].trainings):
        colour = f"C{number % 10}"
        has_attachment = result.seeds[0].total.attachment is not None
        for training in (training for one in result.seeds for training in one.trainings):
            steps = [step for step, _, _ in training.evaluations]
            best = steps.index(training.kept)
            for axes, column in ((exact, 1), (las, 2)) if has_attachment else ((exact, 1),):
                values = [100 * evaluation[column] for evaluation in training.evaluations]
                axes.plot(steps, values, color=colour, linewidth=1.2, marker=".", markersize=3)
                axes.plot(steps[best], values[best], color=colour, marker="o", markersize=6)
        exact.plot([], [], color=colour, label=result.system)
    for axes, name in ((exact, "exact F1 of coordinations"), (las, "LAS")):
        axes.set_xlabel("steps of training")
        axes.set_ylabel(f"{name}, development sentences, %")
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    exact.legend(frameon=False)
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=120, metadata={"Software": None})
    write_bytes(path, picture.getvalue())
