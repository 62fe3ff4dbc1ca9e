"""``python -m neural.calibrate``: make a model's confidences mean what they say.

Parses gold sentences, looks which of the coordinations found are right, and stores in the model directory how to
turn raw probabilities into confidences.  What is reported was measured on sentences that the numbers used did not
come from: each half of the sentences is judged by what the other half yields.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from bubbletree import BubbletreeError
from bubbletree.cli.guard import UsageError, guarded
from bubbletree.cli.inputs import positive
from bubbletree.metrics.table import table
from neural.cli.options import add_device, counted
from neural.config import Json
from neural.data.gold import GoldSentence, read_gold
from neural.evaluation.calibration import CALIBRATION, Calibration, brier_score, calibration_error, save_calibration
from neural.evaluation.confidence import estimates
from neural.methods.bubbles.bubble_hybrid import bubble_parser
from neural.models.loading import load_parser
from neural.models.parser import Parser


class CalibrationError(BubbletreeError):
    """There is too little to calibrate by.

    Attributes
    ----------
    sentences : int
        How many sentences there are in which coordinations were found.
    """

    def __init__(self, sentences: int) -> None:
        super().__init__(f"the model finds coordinations in {sentences} of the sentences; at least 2 are needed")
        self.sentences = sentences


class Case(NamedTuple):
    """A coordination that was found: the number of its sentence, its raw log-probability, whether it is right."""

    sentence: int
    log_probability: float
    right: bool


class Quality(NamedTuple):
    """How good confidences are: the expected calibration error in ten bins, and the Brier score."""

    calibration_error: float
    brier_score: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, or 2 if the arguments or the input are at fault."""
    options = _parser().parse_intermixed_args(arguments)
    return guarded("neural.calibrate", lambda: _run(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m neural.calibrate",
        description="Find out on gold sentences, best such as were not trained on, how confidences follow from the "
        f"model's probabilities, and store it in the model directory ({CALIBRATION}). A coordination counts as right "
        "if the gold sentence has one with the same conjuncts.",
    )
    parser.add_argument("model", type=_own, help="the model directory")
    parser.add_argument("file", help="CoNLL-U with or without bubbles")
    parser.add_argument("--coord", metavar="FILE", help="the gold coordinations of the file, in a .coord file")
    parser.add_argument("--limit", type=positive, metavar="N", help="read only the first N sentences")
    parser.add_argument("--seed", type=int, default=1, help="how the sentences are divided into halves (1)")
    parser.add_argument("--batch-size", type=positive, default=256, metavar="N", help="sentences parsed together (256)")
    add_device(parser)
    return parser


def _own(text: str) -> Path:
    """The argument that names a model, if it is not that of the package."""
    if text == "english":
        raise argparse.ArgumentTypeError("the model of the package is calibrated; a folder of that name is ./english")
    return Path(text)


def _run(options: argparse.Namespace) -> int:
    parser = load_parser(options.model, options.device)
    gold = list(read_gold(options.file, options.coord, options.limit))
    if options.coord is None and (unknown := Counter(one.problem for one in gold if one.tree is None)):
        problem, count = unknown.most_common(1)[0]
        raise UsageError(f"{options.file}: the coordinations of {counted(count, 'sentence')} are not known ({problem})")
    by_sentence = cases(parser, gold, options.batch_size)
    hidden = not sys.stderr.isatty()
    bar = tqdm(by_sentence, total=len(gold), unit="sentence", disable=hidden, dynamic_ncols=True)
    found = [case for listed in bar for case in listed]
    try:
        before, after = judged(found, options.seed)
    except CalibrationError as error:
        raise UsageError(f"{options.file}: {error}") from None
    calibration = fitted(found)
    rights = sum(case.right for case in found)
    notes: dict[str, Json] = {
        "sentences": len(gold),
        "coordinations": len(found),
        "right": rights,
        "before": before._asdict(),
        "after": after._asdict(),
    }
    is_worth_it = after.brier_score < before.brier_score
    if is_worth_it:
        save_calibration(options.model, calibration, notes)
    rows = [(name, *(f"{value:.4f}" for value in quality)) for name, quality in (("before", before), ("after", after))]
    found_all = counted(len(found), "coordination")
    print(f"{counted(len(gold), 'sentence')}, {found_all} found, {rights} of them right\n")
    print(table(["", "calibration error", "Brier score"], rows))
    print(f"\nslope {calibration.slope:.4f}, intercept {calibration.intercept:.4f}")
    if not is_worth_it:
        print("neural.calibrate: nothing is stored: these would make confidences no better", file=sys.stderr)
    return 0


def cases(parser: Parser, gold: Sequence[GoldSentence], batch_size: int = 256) -> Iterator[list[Case]]:
    """For each gold sentence, the coordinations that the parser finds in it.

    Raises
    ------
    NoHypothesesError
        The model parses in a way that yields no probabilities of coordinations.
    """
    network = bubble_parser(parser.network)
    trees = parser.parse((one.sentence for one in gold), batch_size)
    for number, (one, listed) in enumerate(zip(gold, estimates(network, trees, batch_size), strict=True)):
        known = {tuple(coordination.conjuncts) for coordination in one.coordinations}
        yield [Case(number, value, coordination.conjuncts in known) for coordination, value in listed]


def fitted(found: Sequence[Case]) -> Calibration:
    """The calibration that fits some coordinations."""
    return Calibration.fit([case.log_probability for case in found], [case.right for case in found])


def judged(found: Sequence[Case], seed: int) -> tuple[Quality, Quality]:
    """How good raw probabilities are, and confidences: those of each half by a calibration that fits the other.

    Parameters
    ----------
    found : sequence of Case
        All coordinations found.
    seed : int
        Which sentences make up the first half.

    Raises
    ------
    CalibrationError
        They stand in fewer than two sentences.
    """
    sentences = sorted({case.sentence for case in found})
    if len(sentences) < 2:
        raise CalibrationError(len(sentences))
    random.Random(seed).shuffle(sentences)
    first = set(sentences[: len(sentences) // 2])
    halves = [[case for case in found if (case.sentence in first) is inside] for inside in (True, False)]
    ordered = halves[0] + halves[1]
    right = [case.right for case in ordered]
    raw = [Calibration()(case.log_probability) for case in ordered]
    confidences = [
        calibration(case.log_probability)
        for half, calibration in zip(halves, (fitted(halves[1]), fitted(halves[0])), strict=True)
        for case in half
    ]
    before, after = (Quality(calibration_error(v, right), brier_score(v, right)) for v in (raw, confidences))
    return before, after


if __name__ == "__main__":
    sys.exit(main())
