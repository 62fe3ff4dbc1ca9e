"""A whole job: files in, a folder of shards and their manifest out."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from bubbletree.cli.guard import tell
from bubbletree.cli.skipped import Skipped
from bubbletree.io import BadSentence
from neural.cli.options import plural
from neural.cli.request import Form
from neural.config import Json
from neural.corpus.manifest import Manifest
from neural.corpus.parsing import Done, Settings
from neural.corpus.shards import WORDS, Shard, cut
from neural.corpus.workers import Failed, WorkerError, parsed
from neural.models.checkpoint import CONFIG, MODEL

SHOW_EVERY = 30.0
"""Seconds from one line about the progress to the next."""


@dataclass(frozen=True, slots=True)
class Job:
    """Files to parse, and how.

    Attributes
    ----------
    files : mapping of str to Path
        The files by their names in the output.
    settings : Settings
        How shards are parsed and written.
    form : Form or None
        What the files are; None if their names tell or, where they do not, their first lines.
    words : int
        About how many words a shard has.
    """

    files: Mapping[str, Path]
    settings: Settings
    form: Form | None = None
    words: int = WORDS

    def run(self, workers: int, program: str, skipped: Skipped) -> None:
        """Parse what has not been parsed yet.

        Parameters
        ----------
        workers : int
            How many parsers work side by side.
        program : str
            What messages begin with.
        skipped : Skipped
            Where sentences go that are left out, and shards that cannot be parsed.

        Raises
        ------
        BubbletreeError, OSError
            The input cannot be read, the output folder belongs to another job, or, after all others are done, a shard
            could not be parsed.
        """
        folder = Path(self.settings.folder)
        with Manifest(folder, self._described()) as manifest:
            _clear(folder)
            before = dict(manifest.done)
            named: set[str] = set()
            progress = _Progress(program)

            def missing() -> Iterator[Shard]:
                for shard in self._shards(skipped):
                    named.add(shard.name)
                    done = before.get(shard.name)
                    if done and done.digest == shard.digest and self.settings.file(shard.name).exists():
                        progress.leave_out()
                        _report(done, skipped)
                    else:
                        yield shard

            failed = 0
            try:
                # Closed, so that no worker writes any more where unfinished files are removed.
                with closing(parsed(missing(), self.settings, workers)) as results:
                    for result in results:
                        if isinstance(result, Failed):
                            failed += 1
                            reason = f"{result.shard} could not be parsed: {result.reason}"
                            skipped.add(BadSentence(result.source, 0, 0, None, reason))
                        else:
                            manifest.add(result)
                            progress.add(result)
                            _report(result, skipped)
            finally:
                _clear(folder)
            progress.end()
            if others := sorted(before.keys() - named):
                tell(f"{program}: {plural(len(others), 'shard')} of other files are left as they were")
            if failed:
                raise WorkerError("", f"{plural(failed, 'shard')} could not be parsed; another run tries again")

    def _shards(self, skipped: Skipped) -> Iterator[Shard]:
        for name, path in self.files.items():
            yield from skipped.warn_if_none(cut(name, path, self.words, self.form), str(path))

    def _described(self) -> dict[str, Json]:
        """What the trees depend on: the model and the options. Files may be added later."""
        settings: dict[str, Json] = {**asdict(self.settings), "punctuation": self.settings.punctuation.value}
        for name in ("folder", "model", "device", "batch_size"):
            del settings[name]
        digest = hashlib.sha256()
        for name in (CONFIG, MODEL):
            digest.update(Path(self.settings.model, name).read_bytes())
        return {"model": digest.hexdigest(), "form": self.form, "shard_words": self.words, **settings}


def _report(done: Done, skipped: Skipped) -> None:
    if done.sentences:
        skipped.use(done.sentences)
    for bad in done.skipped:
        skipped.add(bad)


def _clear(folder: Path) -> None:
    """Remove what workers that died have left of unfinished files."""
    for path in folder.rglob(".*.tmp"):
        path.unlink(missing_ok=True)


class _Progress:
    """What is said about the progress on standard error."""

    def __init__(self, program: str) -> None:
        self._earlier = 0
        self._program = program
        self._shards = self._words = 0
        self._start = self._shown = time.monotonic()

    def add(self, done: Done) -> None:
        """Count a shard."""
        self._shards += 1
        self._words += done.words
        if time.monotonic() - self._shown >= SHOW_EVERY:
            self._shown = time.monotonic()
            tell(f"{self._program}: {self._so_far()}")

    def leave_out(self) -> None:
        """Count a shard that an earlier run has done."""
        self._earlier += 1

    def end(self) -> None:
        """Say what was done in all."""
        earlier = f"; {plural(self._earlier, 'shard')} done before" if self._earlier else ""
        tell(f"{self._program}: {self._so_far()}{earlier}")

    def _so_far(self) -> str:
        seconds = time.monotonic() - self._start
        speed = self._words / seconds if seconds else 0.0
        return f"{plural(self._shards, 'shard')}, {self._words:,} words in {seconds:,.0f} s ({speed:,.0f} words/s)"
