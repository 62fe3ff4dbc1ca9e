"""``python -m neural.calibrate``: fit a model's confidences to how often it is right.

It parses gold sentences, checks which of the coordinations found are right, and fits the step from the model's
probabilities to confidences. The reported numbers come from sentences that were not used for fitting: each half of the
sentences is scored with the fit of the other half.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bubbletree._start import starting

with starting(__name__):
    from tqdm import tqdm

    from bubbletree.cli.guard import UsageError, guarded, tell
    from bubbletree.cli.help import ArgumentParser
    from bubbletree.cli.inputs import whole
    from bubbletree.metrics.table import table
    from neural.cli.options import add_batch_size, add_device, chosen_device, plural
    from neural.cli.sources import Gold, add_gold
    from neural.config import Json
    from neural.evaluation.confidence import CalibrationError, cases, chance_error, coverage, fitted, judged, qualities
    from neural.models.calibration import CALIBRATION, save_calibration
    from neural.models.loading import load
    from neural.models.names import SHIPPED_NAMES

LEAST = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
"""The least confidences of the printed table."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, or 2 if the arguments or the input are at fault."""
    options = _parser().parse_intermixed_args(arguments)
    return guarded("neural.calibrate", lambda: _run(options))


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser(
        prog="python -m neural.calibrate",
        description="Fit the numbers that turn the model's probabilities into confidences, and store them in the "
        f"model directory ({CALIBRATION}). Use gold sentences on which the model was not trained. A coordination "
        "counts as right if the gold sentence has one with the same conjuncts.",
    )
    parser.add_argument("model", type=_writable_model, help="the model directory")
    add_gold(parser)
    parser.add_argument("--seed", type=whole, default=1, help="how the sentences are divided into halves (1)")
    add_batch_size(parser)
    add_device(parser)
    return parser


def _writable_model(text: str) -> Path:
    """The argument that names a model; those of the package are refused."""
    if text in SHIPPED_NAMES:
        raise argparse.ArgumentTypeError(
            f"this model of the package is calibrated already; for a folder, write ./{text}"
        )
    return Path(text)


def _run(options: argparse.Namespace) -> int:
    parser = load(options.model, device=chosen_device(options), batch_size=options.batch_size)
    gold = Gold.of(options).read()
    if options.coord is None and (unknown := Counter(one.problem for one in gold if one.tree is None)):
        problem, count = unknown.most_common(1)[0]
        raise UsageError(f"{options.file}: the coordinations of {plural(count, 'sentence')} are not known ({problem})")
    hidden = not sys.stderr.isatty()
    bar = tqdm(cases(parser, gold), total=len(gold), unit="sentence", disable=hidden, dynamic_ncols=True)
    found = [case for listed in bar for case in listed]
    try:
        judgements = judged(found, options.seed)
    except CalibrationError as error:
        raise UsageError(f"{options.file}: {error}") from None
    before, after = qualities(judgements)
    calibration, right = fitted(found), sum(case.right for case in found)

    is_better = after.brier_score < before.brier_score
    if is_better:
        notes: dict[str, Json] = {
            "sentences": len(gold),
            "coordinations": len(found),
            "right": right,
            "before": before._asdict(),
            "after": after._asdict(),
        }
        save_calibration(options.model, calibration, notes)
    print(f"{plural(len(gold), 'sentence')}, {plural(len(found), 'coordination')} found, {right} of them right\n")
    rows = [(name, *(f"{value:.4f}" for value in quality)) for name, quality in (("before", before), ("after", after))]
    rows.append(("by chance", f"{chance_error([one.confidence for one in judgements]):.4f}", ""))
    print(table(["", "calibration error", "Brier score"], rows))
    print()
    kept = [coverage(judgements, least) for least in LEAST]
    rows = [(f"{one.least:.2f}", f"{100 * one.kept:.1f}%", f"{100 * one.precision:.1f}%") for one in kept]
    print(table(["confidence at least", "coordinations", "of them right"], rows))
    slopes = ", ".join(f"{slope:.4f}" for slope in calibration.slopes)
    print(f"\nslope{'s' if len(calibration.slopes) > 1 else ''} {slopes}, intercept {calibration.intercept:.4f}")
    if not is_better:
        tell("neural.calibrate: nothing is stored: confidences would be no better")
    return 0


if __name__ == "__main__":
    sys.exit(main())
