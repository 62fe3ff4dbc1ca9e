"""``python -m neural.parse``: sentences in, bubble trees out.

The output is CoNLL-U with bubbles (:mod:`bubbletree.io.conllu`), one tree for each sentence, in order, or several with
``--n-best``.  A text given as an argument is drawn instead.  Sentences are read, parsed and written in chunks, so
any number of them fits into memory.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from bubbletree._start import starting

with starting(__name__):
    from bubbletree import BubbleTree, GivenCoordination, Sentence, Span, coordinations
    from bubbletree.cli.collisions import refuse_collisions
    from bubbletree.cli.guard import (
        INTERRUPTED,
        TERMINATED,
        Termination,
        UsageError,
        guarded,
        leave,
        plain_warnings,
        refuse_idle,
        tell,
    )
    from bubbletree.cli.help import ArgumentParser, HelpFormatter
    from bubbletree.cli.inputs import Format, member_of, positive
    from bubbletree.cli.outputs import (
        IN_UD,
        OUTPUTS,
        SPANS,
        Extract,
        add_output,
        chosen_by_name,
        output,
        output_named,
        tree_writer,
        write_trees,
    )
    from bubbletree.cli.skipped import Skipped, add_skipping
    from bubbletree.cli.terminal import Terminal, add_terminal, given_terminal
    from bubbletree.confidence import ALTERNATIVES, alternatives
    from bubbletree.convert import Punctuation
    from bubbletree.draw.direction import isolated
    from bubbletree.draw.elements import shown
    from bubbletree.io import read_coord
    from bubbletree.io.atomic import check_writable
    from bubbletree.sentence import split_comment
    from neural.cli.comments import ADDED, ranked_trees, with_alternatives, with_confidences
    from neural.cli.doubtful import without_doubtful
    from neural.cli.lemmas import HOLD_LEMMAS, check_lemmas, with_lemmas
    from neural.cli.options import add_loading, add_punctuation, chosen_device, loaded, probability
    from neural.cli.request import STDIN, WITH_TOKENS, Form, Request, TagCount, language, matched, options_of
    from neural.corpus.shards import WORDS, inputs
    from neural.data.tokens import Convention, Tokeniser
    from neural.models.names import MODEL

if TYPE_CHECKING:
    from neural.models.parser import Parser

MODULE = "neural.parse"

MAX_WORDS = 50_000
"""How many words a sentence may have unless the command line says otherwise: time is quadratic in them."""

DRAWING = "drawing"
"""Output that is not a format of trees."""

_EXAMPLES = """\
examples:
  bubbletree parse "I prefer tea or coffee"
  bubbletree parse notes.txt --to json --confidence -o notes.json
  bubbletree parse --model OWNER/NAME in.conllu -o out.conllu
  bubbletree parse --workers 8 corpus/ -o trees/
"""


def main(arguments: Sequence[str] | None = None, program: str = "bubbletree parse") -> int:
    """Run the command and return its exit status: 0, or 2 if the arguments or the input are at fault.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those after the program's name; by default, those of the process.
    program : str
        What the command is called: what messages begin with.
    """
    options = _parser(program).parse_intermixed_args(arguments)
    with plain_warnings(program):
        return guarded(program, lambda: _run(options, program))


def _parser(program: str) -> argparse.ArgumentParser:
    parser = ArgumentParser(
        prog=f"python -m {program}" if program == MODULE else program,
        usage="%(prog)s [options] [MODEL] [INPUT]\n       %(prog)s [options] --workers N INPUT ... -o FOLDER",
        epilog=_EXAMPLES,
        formatter_class=HelpFormatter,
        description="Parse sentences. The output is CoNLL-U with bubbles in comments, one tree for each sentence, in "
        "order. Each token of a text keeps its place: TokenRange in the column MISC, counted in characters.",
    )
    parser.add_argument(
        "arguments",
        nargs="*",
        metavar="[MODEL] [INPUT]",
        help="MODEL is a model, as for --model; if it is on the hub and there is no INPUT, use --model. INPUT is a "
        "text file, a CoNLL-U file, - for standard input (the default), or a text in quotes, which is drawn",
    )
    parser.add_argument("--model", help=f"parse with this model: {MODEL}; default: english")
    add_output(parser)
    parser.add_argument(
        "--from",
        dest="form",
        type=member_of(Form),
        metavar="{" + ",".join(Form) + "}",
        help="what the input is: conllu; text, whose paragraphs end at blank lines; lines, text with one sentence on "
        "each line; tokens, the same with blanks between all tokens (default: by the file's name, or else by its first "
        "lines: conllu or text)",
    )
    for option, form in (("--text", Form.TOKENS), ("--tokenise", Form.LINES)):  # their names in version 0.1
        parser.add_argument(
            option, dest="form", action="store_const", const=form, help=f"an older name of --from {form}"
        )
    parser.add_argument(
        "--language",
        type=language,
        metavar="CODE",
        help="the language of a text, such as de, for its abbreviations and clitics (default: guessed, paragraph by "
        "paragraph)",
    )
    parser.add_argument(
        "--tokenisation",
        type=member_of(Convention),
        default=Convention.EWT,
        metavar="{" + ",".join(Convention) + "}",
        help=f"whose tokens English text is cut into: those of {Convention.EWT}, as in IFN - gamma, or of "
        f"{Convention.GENIA}, for biomedical text, as in IFN-gamma and CD4+ (default: {Convention.EWT})",
    )
    parser.add_argument(
        "--to",
        choices=[*(form.value for form in (*Format, *Extract)), DRAWING],
        help=f"what to write (default: by the output's name; on standard output {Format.CONLLU}, or {DRAWING} for a "
        "text in quotes)",
    )
    add_loading(parser)
    parser.add_argument(
        "--n-best",
        type=positive,
        metavar="N",
        help="write the N most probable trees of each sentence, the best first, with their log-probabilities",
    )
    parser.add_argument(
        "--coord",
        metavar="FILE",
        help="the coordinations of the sentences, in a .coord file: each tree has these and no others. Sentences are "
        "matched by sent_id",
    )
    parser.add_argument(
        "--confidence", action="store_true", help="write in a comment how sure the model is of each coordination"
    )
    parser.add_argument(
        "--alternatives",
        type=positive,
        metavar="K",
        help="write in a comment the K most likely other readings of each coordination, with their confidences; "
        "--confidence is added",
    )
    parser.add_argument(
        "--min-confidence",
        type=probability,
        metavar="P",
        help="leave out coordinations that the model is less sure of, from 0 to 1: such a sentence is parsed again "
        "around its other coordinations",
    )
    parser.add_argument(
        "--lemmas",
        type=language,
        metavar="CODE",
        help="fill the column LEMMA where it is empty, from the dictionary of a language, as in en (extra lemmas)",
    )
    add_punctuation(parser)
    parser.add_argument(
        "--max-words",
        type=positive,
        default=MAX_WORDS,
        metavar="N",
        help=f"the greatest number of words in a sentence; longer ones are named and left out (default: {MAX_WORDS:,})",
    )
    parser.add_argument(
        "--workers",
        type=positive,
        metavar="N",
        help="parse many files with N processes, with Ray: each INPUT is a file or a folder, and -o is a folder. An "
        "interrupted run continues where it stopped. Files can be text, CoNLL-U, or JSON lines or Parquet with texts "
        "(text) and their ids (id). Default of --to: json",
    )
    parser.add_argument(
        "--ray",
        dest="workers",
        action="store_const",
        const=max(os.cpu_count() or 1, 2),
        help="the same as --workers with as many processes as there are cores",
    )
    parser.add_argument(
        "--shard-words",
        type=positive,
        default=WORDS,
        metavar="N",
        help=f"about how many words go into one file of the output of --workers (default: {WORDS:,})",
    )
    add_skipping(parser)
    add_terminal(parser)
    return parser


def _run(options: argparse.Namespace, program: str) -> int:
    if options.workers is not None:
        return _run_job(options, program)
    _check_choice(options)
    confidence = options.confidence or options.alternatives is not None
    request = Request.of(options.arguments, options.model)
    read = [options.coord, None if request.is_text else request.source]
    refuse_collisions([path for path in read if path is not None], options.output, options.report)
    form = chosen_by_name(options.to, options.output, OUTPUTS, DRAWING if request.is_text else Format.CONLLU)
    if form != DRAWING:
        refuse_idle(given_terminal(options), f"on {form}")
    _check_effects(options, form)
    if form in (Format.JSONL, *SPANS) and (options.n_best is not None or confidence):
        raise UsageError(
            f"{form} has no comments, so it cannot hold probabilities or confidences: write json, conllu or brackets"
        )
    if options.lemmas is not None:
        _check_lemmas(options.lemmas, form)
    tokeniser = _tokeniser(options)
    request.checked(options.form, tokeniser)
    given = None if options.coord is None else read_coord(options.coord)
    if options.output != STDIN and form != Extract.BRAT:
        check_writable(options.output)

    # PyTorch is loaded below, when all that can be known to be wrong without it is known.
    from neural.methods.interface import LongSentenceWarning
    from neural.models.calibration import CALIBRATION
    from neural.models.loading import model_directory
    from neural.models.processes import launched

    warnings.simplefilter("always", LongSentenceWarning)
    processes = launched(chosen_device(options))
    if processes.count > 1 and request.source == STDIN:
        raise UsageError("several processes cannot read standard input: name a file")
    if request.source == STDIN and sys.stdin and sys.stdin.isatty():
        tell(f"{program}: reading from the terminal; end with Ctrl-D")
    model = model_directory(request.model)
    parser = loaded(model, options, processes)
    gc.freeze()  # the model and the modules stay to the end: the garbage collector need not look at them ever again
    tags = TagCount(parser.network.config.encoder.tags)
    with Skipped(options, program, silent=not processes.is_first) as skipped:
        sentences = tags.counting(request.sentences(options.form, tokeniser, skipped, options.max_words))
        trees = _parsed(parser, sentences, given, options, skipped)
        if not processes.is_first:
            deque(trees, maxlen=0)  # works for the first process, which writes
            return skipped.status
        if (confidence or options.min_confidence is not None) and parser.calibration is None:
            tell(
                f"{program}: {model} has no {CALIBRATION}, so confidences are the model's own "
                "probabilities; python -m neural.calibrate makes one"
            )
        if confidence:
            trees = with_confidences(parser, trees)
        if options.alternatives is not None:
            trees = with_alternatives(parser, trees, options.alternatives)
        if options.lemmas is not None:
            trees = with_lemmas(trees, options.lemmas)
        if form == DRAWING:
            with output(options.output) as stream:
                terminal = Terminal.of(options)
                stream.writelines(_drawn(tree, terminal) for tree in trees)
                skipped.check()
        else:
            with tree_writer(output_named(form), options.output, options.punctuation) as write:
                write_trees(trees, write)
                skipped.check()
    if tags.missing:
        missing = f"{tags.missing} of {tags.words} words have none"
        tell(f"{program}: the model reads {tags.column.upper()} tags, but {missing}")
    return skipped.status


def _run_job(options: argparse.Namespace, program: str) -> int:
    """Parse files into a folder of shards."""
    for name in ("coord", "n_best", "min_confidence", "alternatives"):
        if getattr(options, name) is not None:
            raise UsageError(f"--{name.replace('_', '-')} does not go with --workers")
    form = options.to or Format.JSON
    if form in (DRAWING, Extract.BRAT):
        raise UsageError(f"--to {form} does not go with --workers")
    if form in (Format.JSONL, *SPANS) and options.confidence:
        raise UsageError(f"--to {form} does not go with --confidence")
    _check_effects(options, form)
    if options.lemmas is not None:
        _check_lemmas(options.lemmas, form)
    if options.output == STDIN:
        raise UsageError("--workers needs -o: the folder to write to")
    if not options.arguments or STDIN in options.arguments:
        raise UsageError("--workers needs files or folders to parse, and cannot read standard input")
    refuse_collisions(options.arguments, options.output, options.report)
    files = inputs(options.arguments, options.form, Path(options.output))
    tokeniser = _tokeniser(options)

    # PyTorch is loaded below.
    from neural.corpus.job import Job
    from neural.corpus.parsing import Settings
    from neural.corpus.workers import uses_ray
    from neural.models.loading import model_directory

    settings = Settings(
        model=str(model_directory(options.model).resolve()),
        folder=str(Path(options.output).resolve()),
        to=form,
        device=str(chosen_device(options)),
        beam=options.beam,
        batch_size=options.batch_size,
        precision=options.precision,
        confidence=options.confidence,
        lemmas=options.lemmas,
        tokeniser=tokeniser,
        max_words=options.max_words,
        punctuation=options.punctuation,
    )
    job = Job(files, settings, options.form, options.shard_words)
    try:
        with Skipped(options, program) as skipped:
            job.run(options.workers, program, skipped)
    except (KeyboardInterrupt, Termination) as error:
        tell(f"{program}: interrupted; run again to go on")
        if uses_ray(options.workers):
            # Threads of Ray may still run after it was shut down in the middle of something. Where Python ends in the
            # usual way, they may then end in a segmentation fault.
            leave(INTERRUPTED if isinstance(error, KeyboardInterrupt) else TERMINATED)
        raise
    return skipped.status


def _check_choice(options: argparse.Namespace) -> None:
    """Refuse options that do not go together, whatever the input and the output are."""
    if options.coord is not None and options.n_best is not None:
        raise UsageError("--n-best chooses the coordinations, but --coord gives them: leave one out")
    if options.alternatives is not None and (options.coord is not None or options.n_best is not None):
        raise UsageError("--alternatives is about the coordinations of the best tree: leave out --coord and --n-best")
    if options.min_confidence is not None and (options.coord is not None or options.n_best is not None):
        raise UsageError("--min-confidence leaves out coordinations of the best tree: leave out --coord and --n-best")


def _check_effects(options: argparse.Namespace, form: str) -> None:
    """Refuse options that have no effect, with and without ``--workers``."""
    if form not in IN_UD:
        refuse_idle({"--punctuation": options.punctuation is not Punctuation.FOLLOWING}, f"on {form}")
    if options.workers is None:
        refuse_idle({"--shard-words": options.shard_words != WORDS}, "without --workers")
    else:
        refuse_idle(given_terminal(options), "with --workers")
    if options.form in WITH_TOKENS:
        refuse_idle(options_of(_tokeniser(options)), f"on {options.form}, which has tokens already")


def _tokeniser(options: argparse.Namespace) -> Tokeniser:
    """What cuts a text as the options say."""
    if options.tokenisation is Convention.GENIA and options.language not in (None, "en"):
        raise UsageError(f"--tokenisation {options.tokenisation} is for English, not for --language {options.language}")
    return Tokeniser(options.language, options.tokenisation)


def _check_lemmas(code: str, form: str) -> None:
    if form not in HOLD_LEMMAS:
        raise UsageError(f"{form} has no place for lemmas: leave out --lemmas, or write {', '.join(HOLD_LEMMAS)}")
    check_lemmas(code)


def _parsed(
    parser: Parser,
    sentences: Iterable[Sentence],
    given: Mapping[str, Sequence[GivenCoordination]] | None,
    options: argparse.Namespace,
    skipped: Skipped,
) -> Iterator[BubbleTree]:
    """The trees that the options ask for."""
    if given is not None:
        from neural.methods.hypotheses import bubble_parser

        pairs = matched(sentences, given, options.coord, skipped, bubble_parser(parser.network).check_around)
        return parser.parse_around_all(pairs)
    if options.n_best is not None:
        return chain.from_iterable(map(ranked_trees, parser.n_best_all(sentences, options.n_best)))
    trees = parser.parse_all(sentences)
    return trees if options.min_confidence is None else without_doubtful(parser, trees, options.min_confidence)


def _drawn(tree: BubbleTree, terminal: Terminal) -> str:
    """A tree for people: a drawing, the conjuncts of each coordination, and the requested comments."""
    found = coordinations(tree)
    others = [()] * len(found) if tree.sentence is None else alternatives(tree.sentence, found)
    conjuncts = [
        line
        for own, readings in zip(found, others, strict=True)
        for line in [
            _listed(tree, own.conjuncts),
            *(f"  or, {one.confidence:.2f}: {_listed(tree, one.conjuncts)}" for one in readings),
        ]
    ]
    comments = () if tree.sentence is None else tree.sentence.comments
    # Other readings stand below their coordination.
    added = [one for one in comments if one.startswith(ADDED) and split_comment(one)[0] != ALTERNATIVES]
    return "\n".join([terminal.fitting(tree), "", *conjuncts, *map(shown, added), ""]) + "\n"


def _listed(tree: BubbleTree, conjuncts: Sequence[Span]) -> str:
    return " | ".join(isolated(shown(" ".join(span.of(tree.words)))) for span in conjuncts)


if __name__ == "__main__":
    sys.exit(main(program=MODULE))
