"""``python -m neural.evaluate``: parse a file of gold sentences and score the result."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence

from bubbletree._start import starting

with starting(__name__):
    from bubbletree import Sentence
    from bubbletree._terminal import visible
    from bubbletree.cli.collisions import STREAM, refuse_collisions
    from bubbletree.cli.guard import UsageError, guarded, tell
    from bubbletree.cli.help import ArgumentParser
    from bubbletree.cli.inputs import positive
    from bubbletree.cli.skipped import Skipped, add_skipping
    from bubbletree.metrics import Mistake, count_mistakes, find_mistakes, mistake_name, mistakes_table
    from bubbletree.metrics.table import table
    from neural.cli.options import add_loading, add_punctuation, chosen_device, loaded, plural
    from neural.cli.sources import Gold, add_gold
    from neural.data.gold import GoldSentence
    from neural.evaluation.breakdown import breakdown, breakdown_dict, breakdown_table
    from neural.evaluation.scores import analyse_gold, intervals, score_each, total
    from neural.methods.interface import Analysis
    from neural.models.names import MODEL
    from neural.models.processes import launched


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, or 2 if the arguments or the input are at fault."""
    options = _parser().parse_intermixed_args(arguments)
    return guarded("neural.evaluate", lambda: _run(options))


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser(
        prog="python -m neural.evaluate",
        description="Parse a file of gold sentences and score the result: precision, recall and F1 of coordinations "
        "(exact, inner, whole; in three conventions), also by category, coordinator, number of conjuncts, nesting and "
        "length; and UAS and LAS in UD. All sentences of the file count.",
    )
    parser.add_argument("model", help=MODEL)
    add_gold(parser)
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument(
        "--mistakes",
        type=positive,
        metavar="N",
        help="print the number of mistakes of each kind, and N mistakes chosen at random",
    )
    add_loading(parser)
    add_punctuation(parser)
    add_skipping(parser)
    return parser


def _run(options: argparse.Namespace) -> int:
    processes = launched(chosen_device(options))
    refuse_collisions([path for path in (options.file, options.coord) if path is not None], STREAM, options.report)
    parser = loaded(options.model, options, processes)
    with Skipped(options, "neural.evaluate", silent=not processes.is_first) as skipped:
        gold = Gold.of(options).read(skip=skipped.add)
        skipped.use(len(gold))
        if not gold:
            raise UsageError(f"{options.file} has no sentences to score")
    if skipped.status:
        return skipped.status
    analyses = analyse_gold(parser, gold)
    each = score_each(gold, analyses, options.punctuation, tags=parser.network.tagger is not None)
    scores = total(each)
    if not processes.is_first:
        return 0
    trusted = intervals(each)
    by_trait = breakdown(gold, analyses)
    unconverted = Counter(one.problem for one in gold if one.tree is None)
    kinds = count_mistakes((one.coordinations for one in gold), (found.coordinations for found in analyses))
    if options.json:
        result = {
            "sentences": len(gold),
            "not_converted": dict(sorted(unconverted.items())),
            **scores.to_dict(),
            "intervals": trusted,
            "breakdown": breakdown_dict(by_trait),
            "mistakes": {mistake_name(*kind): number for kind, number in sorted(kinds.items())},
        }
        print(json.dumps(result, indent=1))
        return 0
    rows = [(name, one.low, one.high) for name, one in trusted.items()]
    parts = [plural(len(gold), "sentence"), scores.to_text(), table(["95% interval", "from", "to"], rows)]
    print("\n\n".join([*parts, breakdown_table(by_trait), scores.to_long_text()]))
    if options.mistakes is not None:
        print(f"\n{mistakes_table(kinds)}\n\n{_sample_of_mistakes(gold, analyses, options.mistakes)}")
    for problem, count in sorted(unconverted.items()):
        known = "" if options.coord else "; their coordinations are unknown, and count as none"
        tell(f"{plural(count, 'sentence')} without a gold bubble tree ({problem}){known}")
    return 0


def _sample_of_mistakes(gold: Sequence[GoldSentence], analyses: Sequence[Analysis], count: int) -> str:
    """Some mistakes at random, the same each time, with their numbers in the order of the file."""
    found = [
        (one.sentence, mistake)
        for one, analysis in zip(gold, analyses, strict=True)
        for mistake in find_mistakes(one.coordinations, analysis.coordinations)
    ]
    chosen = sorted(random.Random(1).sample(range(len(found)), min(count, len(found))))
    return "\n\n".join(f"{number + 1}. {_shown(*found[number])}" for number in chosen)


def _shown(sentence: Sentence, mistake: Mistake) -> str:
    """A mistake for people: its kind, and the conjuncts in brackets, as they should be and as they were found."""
    lines = [f"{mistake_name(mistake.kind, mistake.detail)} ({visible(sentence.sent_id or 'no sent_id')})"]
    for name, coordination in (("gold", mistake.gold), ("found", mistake.predicted)):
        if coordination is not None:
            begins = Counter(first for first, _ in coordination.conjuncts)
            ends = Counter(last for _, last in coordination.conjuncts)
            words = ["[" * begins[n] + word + "]" * ends[n] for n, word in enumerate(sentence.words, start=1)]
            lines.append(f"   {name:5}  {visible(' '.join(words))}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
