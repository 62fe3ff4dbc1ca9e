"""``bubbletree view``: a page to explore trees in."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from bubbletree.cli.guard import (
    INTERRUPTED,
    TERMINATED,
    Termination,
    UsageError,
    leave,
    plain_warnings,
    refuse_idle,
    tell,
)
from bubbletree.cli.help import HelpFormatter
from bubbletree.cli.inputs import (
    AddParser,
    Input,
    add_conversion,
    add_from,
    check_conversion,
    conversions,
    is_to_convert,
    not_negative,
)
from bubbletree.cli.outputs import add_output, output
from bubbletree.cli.skipped import Skipped
from bubbletree.convert import Conversion, Repair
from bubbletree.io.scan import BadSentence
from bubbletree.plugins import Parser, load
from bubbletree.sentence import Sentence
from bubbletree.tree import Arc, BubbleTree
from bubbletree.viewer import Entry, compared, entry, page

if TYPE_CHECKING:
    from bubbletree.cli.serve import Server

MAX_PORT: Final = 65535
PAGES: Final = (".html", ".htm")
"""How the names of pages end."""

_EXAMPLES = """\
examples:
  bubbletree view trees.conllu -o trees.html
  bubbletree view parsed.conllu --compare gold.conllu -o differences.html
  bubbletree view trees.conllu --model english-fast -o steps.html
  bubbletree view --serve --model english
"""


def register(add_parser: AddParser) -> None:
    """Add the command to the command line."""
    parser = add_parser(
        "view",
        help="write an HTML page in which you explore trees",
        description="Write an HTML page in which you explore trees. It has a list to search and filter, the tree of "
        "each sentence with its coordinations, its derivation step by step, and a comparison with another analysis. "
        "It needs no other files. If a sentence has no tree, the page says what is wrong.",
        epilog=_EXAMPLES,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="a file of trees; - for standard input")
    add_from(parser)
    add_conversion(parser)
    parser.add_argument("--compare", metavar="GOLD", help="another analysis of the same text, to compare with")
    parser.add_argument("--title", metavar="TITLE", help="the title of the page (default: the file's name)")
    parser.add_argument(
        "--serve",
        action="store_true",
        help="do not write the page, but serve it to a browser on this machine, where trees can be changed and saved",
    )
    parser.add_argument("--port", type=_port, help="where to serve it (default: any port that is free)")
    parser.add_argument(
        "--model",
        metavar="MODEL",
        help="show in each derivation how probable this model's transitions are, if it chooses transitions; with "
        "--serve, also parse with it: english, english-fast, a model directory, or OWNER/NAME on the Hugging Face hub",
    )
    add_output(parser)
    parser.set_defaults(run=run)


def _port(text: str) -> int:
    """An argument that is the number of a port."""
    port = not_negative(text)
    if port > MAX_PORT:
        raise argparse.ArgumentTypeError(f"must be at most {MAX_PORT}, not {port}")
    return port


def run(options: argparse.Namespace) -> int:
    """Write the page, or serve it."""
    if options.file is None and not (options.serve and options.model):
        raise UsageError("name a file of trees, or serve a parser: --serve --model english")
    if options.file == options.compare == "-":
        raise UsageError("only one of the files can be standard input")
    if options.serve and options.output != "-":
        raise UsageError("-o is for a page in a file, and --serve writes none")
    if not options.serve:
        refuse_idle(
            {"--port": options.port is not None, "--punctuation": options.punctuation is not None}, "without --serve"
        )
    if options.file is None:
        refuse_idle({"--compare": options.compare is not None, "--from": options.format is not None}, "without a file")
    if not options.serve and not _is_page(options.output):
        raise UsageError(f"{options.output}: the page is HTML: end the name in .html or .htm")
    file, gold = (None if path is None else Input(options, path) for path in (options.file, options.compare))
    check_conversion(options, *(source for source in (file, gold) if source is not None))
    parser = None if options.model is None else load(options.model)  # before anything else: the name may be wrong
    with plain_warnings("bubbletree"), Skipped(options) as skipped:
        listed = [] if file is None else list(_entries(options, file, skipped))
        skipped.check()
        if gold is not None:
            listed = _compared(listed, _gold(options, gold, skipped), gold.name)
        if options.serve:
            _serve(options, listed, parser)
        else:
            with output(options.output) as stream:
                stream.write(_page(options, listed, parser=parser))
    return skipped.status


def _gold(options: argparse.Namespace, source: Input, skipped: Skipped) -> list[Entry]:
    """The sentences of the other analysis.

    Raises
    ------
    UsageError
        It has some, but none can be used.
    """
    used, bad = skipped.used, len(skipped.bad)
    entries = list(_entries(options, source, skipped))
    if len(skipped.bad) > bad and skipped.used == used:
        raise UsageError(f"{source.name}: no sentence can be used, so there is nothing to compare with")
    return entries


def _compared(entries: Sequence[Entry], gold: Sequence[Entry], name: str) -> list[Entry]:
    """The sentences with those of the other analysis; a warning if none has a partner."""
    found = list(compared(entries, gold))
    if entries and gold and not any(one.trees and one.gold for one in found):
        reason = "has no sentence with the text of one of the others"
        tell(f"bubbletree: warning: {name} {reason}: nothing is compared")
    return found


def _is_page(path: str) -> bool:
    """Whether a name may be that of a page; streams and pipes have no names."""
    return path == "-" or path.startswith("/dev/") or PurePath(path).suffix.lower() in PAGES


def _page(
    options: argparse.Namespace,
    entries: Sequence[Entry],
    *,
    parser: Parser | None = None,
    served: Mapping[str, object] | None = None,
) -> str:
    name, against = _names(options.file, options.compare)
    title = options.title or name
    return page(entries, title=title, file=name, against=against, model=options.model, parser=parser, served=served)


def _serve(options: argparse.Namespace, entries: Sequence[Entry], parser: Parser | None) -> None:
    """Serve the page until Ctrl-C."""
    # Python's modules for servers take a tenth of the time of all imports, and no other command needs them.
    from bubbletree.cli.serve import Server
    from bubbletree.viewer.page import policy
    from bubbletree.viewer.workbench import Workbench

    bench = Workbench(entries, None if parser is None else lambda: parser, options.max_words)
    made = _page(options, entries, served={"parses": bench.can_parse})
    with Server(made.encode(), policy(connects=True), bench.answers, options.port or 0) as server:
        print(f"{server.address}\nCtrl-C ends the server.", flush=True)
        try:
            server.serve_forever()
        except (KeyboardInterrupt, Termination) as ended:
            if not _has_settled(server):
                # A thread that is still in compiled code would abort the process when Python ends.
                leave(INTERRUPTED if isinstance(ended, KeyboardInterrupt) else TERMINATED)
            raise


def _has_settled(server: Server) -> bool:
    """Whether the last question is answered. Who presses Ctrl-C once more does not want to wait for it."""
    try:
        return server.settle()
    except (KeyboardInterrupt, Termination):
        return False


def _names(file: str | None, against: str | None) -> tuple[str, str | None]:
    """What to call the files: by their names, or with their folders if the names are the same."""
    if file is None:
        return "Bubble trees", None
    name = "standard input" if file == "-" else PurePath(file).name
    if against is None:
        return name, None
    other = "standard input" if against == "-" else PurePath(against).name
    return (file, against) if name == other else (name, other)


def _entries(options: argparse.Namespace, source: Input, skipped: Skipped) -> Iterator[Entry]:
    """The sentences of a file; those that could not be used are named, too."""
    if is_to_convert(options, source):
        yield from _converted(options, source, skipped)
        return
    for one in skipped.warn_if_none(source.trees(well_formed=False), source.name):
        if isinstance(one, BadSentence):
            skipped.add(one)
            yield Entry(one.sent_id, (), f"line {one.line}: {one.reason}")
        else:
            skipped.use(1)
            yield entry(one.value)


def _converted(options: argparse.Namespace, source: Input, skipped: Skipped) -> Iterator[Entry]:
    for origin, outcome in conversions(options, source, skipped):
        if isinstance(outcome, Conversion):
            yield entry(outcome.tree, notes=(_note(outcome.tree, repair) for repair in outcome.repairs))
        elif origin is not None:
            yield entry(_as_written(origin.value), outcome.error.explanation)


def _note(tree: BubbleTree, repair: Repair) -> str:
    words = " ".join(tree.words[token - 1] for token in repair.tokens if token)
    return f"{repair.kind.value} ({words})"


def _as_written(sentence: Sentence) -> BubbleTree:
    """The heads and relations of a sentence that has no tree; a circle stays a circle."""
    bubbles = range(len(sentence.words) + 1)
    arcs = [
        Arc(int(row.head), row.deprel, token)
        for token, row in enumerate(sentence.word_rows, start=1)
        if row.head.isdecimal() and int(row.head) in bubbles
    ]
    return BubbleTree(sentence.words, ({token} for token in bubbles), arcs, sentence)
