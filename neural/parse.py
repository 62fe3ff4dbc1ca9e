"""``python -m neural.parse``: sentences in, bubble trees out.

The output is CoNLL-U with bubbles (:mod:`bubbletree.io.conllu`), one tree for each sentence, in order, or with
``--n-best`` several.  A sentence that is given as an argument is drawn instead.
Input is read and output written as parsing goes on, so any amount fits into memory.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bubbletree import BubbleTree, FormatError, Sentence, coordinations, draw
from bubbletree.cli.guard import UsageError, guarded
from bubbletree.cli.inputs import BY_SUFFIX, Format, positive
from bubbletree.cli.outputs import add_output, chosen_by_name, output, write_trees
from bubbletree.io import read_coord
from neural.batched.guided import GuidanceError
from neural.cli.options import add_beam, add_device, add_punctuation
from neural.cli.request import STDIN, Request
from neural.config import EncoderConfig
from neural.data.words import NO_TAG, words_of
from neural.evaluation.calibration import CALIBRATION, Calibration, load_calibration
from neural.evaluation.confidence import annotated
from neural.methods.bubbles.bubble_hybrid import bubble_parser
from neural.methods.bubbles.nbest import listed
from neural.methods.interface import Network
from neural.models.loading import MODEL, load_parser
from neural.models.processes import launched

DRAWING = "drawing"
"""What can be written beside the formats of trees."""

ADDED = ("# n_best", "# log_probability", "# confidence")
"""The comments that this command adds, which a drawing shows too."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, or 2 if the arguments or the input are at fault."""
    options = _parser().parse_intermixed_args(arguments)
    return guarded("neural.parse", lambda: _run(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m neural.parse",
        usage="%(prog)s [options] [MODEL] [INPUT]",
        description="Parse sentences. The output is CoNLL-U with bubbles in comments, one tree for each sentence, in "
        "order. Of text, the line number of each sentence becomes its sent_id; empty lines yield nothing.",
    )
    parser.add_argument(
        "arguments",
        nargs="*",
        metavar="[MODEL] [INPUT]",
        help=f"{MODEL} (the default), and CoNLL-U or a text file, "
        "standard input if left out or -, or a sentence in quotes, which is drawn",
    )
    add_output(parser)
    parser.add_argument(
        "--text", action="store_true", help="the input is text, one sentence a line, tokens between blanks"
    )
    parser.add_argument("--tokenise", action="store_true", help="the input is text, punctuation still to be cut off")
    parser.add_argument(
        "--to",
        choices=[*(form.value for form in Format), DRAWING],
        help=f"what to write (default: by the output's name; on standard output {Format.CONLLU}, or for a sentence in "
        f"quotes {DRAWING})",
    )
    parser.add_argument("--batch-size", type=positive, default=256, metavar="N", help="sentences parsed together (256)")
    add_beam(parser)
    parser.add_argument(
        "--n-best",
        type=positive,
        metavar="N",
        help="write the N most probable trees of each sentence, the best first, with their log-probabilities",
    )
    parser.add_argument(
        "--coord",
        metavar="FILE",
        help="the coordinations of the sentences, in a .coord file: each tree has these and no others; with text, "
        "sentences are known by their line numbers",
    )
    parser.add_argument(
        "--confidence", action="store_true", help="write in a comment how sure the model is of each coordination"
    )
    add_punctuation(parser)
    add_device(parser)
    return parser


def _run(options: argparse.Namespace) -> int:
    processes = launched(options.device)
    request = Request.of(options.arguments)
    form = chosen_by_name(options.to, options.output, BY_SUFFIX, DRAWING if request.is_sentence else Format.CONLLU)
    if processes.count > 1 and request.source == STDIN:
        raise UsageError("several processes cannot all read standard input: name a file")
    parser = load_parser(request.model, processes.device, processes, options.beam)
    encoder = parser.network.config.encoder
    counted = Counted(request.sentences(lines=options.text, cut=options.tokenise), encoder)
    if form == Format.JSONL and (options.n_best is not None or options.confidence):
        raise UsageError(
            "jsonl holds no comments, and so neither probabilities nor confidences: write conllu or brackets"
        )
    if options.coord is not None:
        if options.n_best is not None:
            raise UsageError("--n-best is for trees with any coordinations, and --coord gives them: leave one out")
        given = read_coord(options.coord)
        known = checked(counted, given, options.coord)
        trees = _blaming(options.coord, parser.parse_around(known, given, options.batch_size))
    elif options.n_best is None:
        trees = parser.parse(counted, options.batch_size)
    else:
        ranked = parser.n_best(counted, options.n_best, options.batch_size)
        trees = itertools.chain.from_iterable(map(listed, ranked))
    if not processes.is_first:
        deque(trees, maxlen=0)  # works for the first one, which writes
        return 0
    if options.confidence:
        trees = _with_confidence(trees, parser.network, request.model, options.batch_size)
    with output(options.output) as stream:
        if form == DRAWING:
            for tree in trees:
                stream.write(_drawn(tree))
        else:
            write_trees(trees, Format(form), stream, options.punctuation)
    if encoder.tags != "none" and counted.untagged:
        print(
            f"neural.parse: the model reads {encoder.tags.upper()} tags, but {counted.untagged} of "
            f"{counted.words} words have none",
            file=sys.stderr,
        )
    return 0


def _with_confidence(
    trees: Iterable[BubbleTree], network: Network, model: Path, batch_size: int
) -> Iterator[BubbleTree]:
    """The trees with their coordinations' confidences; a word of warning if nothing calibrates them."""
    network, calibration = bubble_parser(network), load_calibration(model)
    if calibration is None:
        print(
            f"neural.parse: {model} has no {CALIBRATION}, so confidences are the model's own probabilities; "
            "python -m neural.calibrate makes one",
            file=sys.stderr,
        )
        calibration = Calibration()
    return annotated(network, trees, calibration, batch_size)


def _blaming(coord: str, trees: Iterable[BubbleTree]) -> Iterator[BubbleTree]:
    """The trees; if there is one that cannot have its coordinations, an error that names the file they are from."""
    try:
        yield from trees
    except GuidanceError as error:
        raise FormatError(coord, 0, str(error)) from None


def checked(sentences: Iterable[Sentence], given: Collection[str], coord: str) -> Iterator[Sentence]:
    """The same sentences, each of those with given coordinations known to be there once.

    Parameters
    ----------
    sentences : iterable of Sentence
        The sentences.
    given : collection of str
        Their ids.
    coord : str
        The file that has the coordinations.

    Raises
    ------
    FormatError
        One is not there, or there again.
    """
    missing, any_id = dict.fromkeys(given), False
    for sentence in sentences:
        sent_id = sentence.sent_id or ""
        any_id = any_id or bool(sent_id)
        if sent_id in given and sent_id not in missing:
            raise FormatError(coord, 0, f"sentence {sent_id!r} is in the input twice")
        missing.pop(sent_id, None)
        yield sentence
    if missing:
        why = "" if any_id else ", where no sentence has an id"
        raise FormatError(coord, 0, f"sentence {next(iter(missing))!r} is not in the input{why}")


def _drawn(tree: BubbleTree) -> str:
    """A tree for people: a drawing, and the conjuncts of each coordination."""
    conjuncts = [
        " | ".join(" ".join(tree.words[first - 1 : last]) for first, last in found.conjuncts)
        for found in coordinations(tree)
    ]
    comments = () if tree.sentence is None else tree.sentence.comments
    added = [comment for comment in comments if comment.startswith(ADDED)]
    return "\n".join([draw.text(tree), "", *conjuncts, *added, ""]) + "\n"


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
