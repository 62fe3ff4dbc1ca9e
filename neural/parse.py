"""``python -m neural.parse``: sentences in, bubble trees out.

The output is CoNLL-U with bubbles (:mod:`bubbletree.io.conllu`), one tree for each sentence, in order.
Input is read and output written as parsing goes on, so any amount fits into memory.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from bubbletree import Sentence
from bubbletree.cli.guard import guarded
from bubbletree.cli.inputs import positive
from bubbletree.io import iter_sentences, write_conllu
from bubbletree.io.lines import numbered_lines
from neural import text
from neural.command import add_device
from neural.config import EncoderConfig
from neural.data import NO_TAG, words_of
from neural.evaluate import add_punctuation
from neural.parser import Parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, or 2 if the arguments or the input are at fault."""
    options = _parser().parse_intermixed_args(arguments)
    return guarded("neural.parse", lambda: _run(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m neural.parse",
        description="Parse sentences. The output is CoNLL-U with bubbles in comments, one tree for each sentence, in "
        "order. Of text, the line number of each sentence becomes its sent_id; empty lines yield nothing.",
    )
    parser.add_argument("model", help="the model directory")
    parser.add_argument("file", nargs="?", default="-", help="CoNLL-U, or text; standard input if left out or -")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: standard output)")
    parser.add_argument(
        "--text", action="store_true", help="the input is text, one sentence a line, tokens between blanks"
    )
    parser.add_argument("--tokenise", action="store_true", help="the input is text, punctuation still to be cut off")
    parser.add_argument("--batch-size", type=positive, default=256, metavar="N", help="sentences parsed together (256)")
    add_punctuation(parser)
    add_device(parser)
    return parser


def _run(options: argparse.Namespace) -> int:
    parser = Parser.load(options.model, options.device)
    torch.set_num_threads(parser.config.training.threads)
    name = "<stdin>" if options.file == "-" else options.file
    source = sys.stdin if options.file == "-" else Path(options.file)
    if options.text or options.tokenise:
        sentences = text.sentences(numbered_lines(source, name), cut=options.tokenise)
    else:
        sentences = iter_sentences(source, name)
    counted = Counted(sentences, parser.config.encoder)
    trees = parser.parse(counted, options.batch_size)
    write_conllu(trees, options.output or sys.stdout, options.punctuation)
    if parser.config.encoder.tags != "none" and counted.untagged:
        print(
            f"neural.parse: the model reads {parser.config.encoder.tags.upper()} tags, but {counted.untagged} of "
            f"{counted.words} words have none",
            file=sys.stderr,
        )
    return 0


@dataclass
class Counted:
    """Sentences on their way, with a count of words and of words without a tag."""

    sentences: Iterable[Sentence]
    encoder: EncoderConfig
    words: int = 0
    untagged: int = 0

    def __iter__(self) -> Iterator[Sentence]:
        for sentence in self.sentences:
            tags = words_of(sentence, self.encoder.tags).tags
            self.words += len(tags)
            self.untagged += tags.count(NO_TAG)
            yield sentence


if __name__ == "__main__":
    sys.exit(main())
