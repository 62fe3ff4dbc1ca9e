"""Where output goes: open streams, and files that appear whole or not at all.

A writer that fails halfway must not leave half a file, or destroy an existing one. So the text goes to a temporary file
in the same folder. The temporary file replaces the target only when everything has been written.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO, TypeAlias

from bubbletree._arguments import wrong_type
from bubbletree.errors import UnwritableError

Target: TypeAlias = str | os.PathLike[str] | TextIO
"""A path, or an open text stream."""

_DESCRIPTOR = re.compile(r"/dev/(?:std(?P<name>out|err)|fd/(?P<number>\d+))")
"""Names of streams that are open already; where one goes to a file, what is in that file stays."""

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
"""The permissions to write, of which a file that may be replaced has at least one."""


@contextmanager
def atomic_writer(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    r"""A text stream, UTF-8 with ``\n`` line ends, whose text becomes the file when the block ends.

    If the block raises, the file stays as it was, or absent.  A symbolic link keeps pointing to its target, which is
    replaced; a file keeps its permissions.  Something that is not a regular file (a terminal, a pipe) cannot be
    replaced, so it is written to directly. The same is true of ``/dev/stdout`` and the like, after what was written
    there before.

    Parameters
    ----------
    path : str or PathLike
        The file to write.

    Raises
    ------
    OSError
        The folder does not exist, or cannot be written to; or the file is read-only.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     target = Path(folder, "tea.txt")
    ...     with atomic_writer(target) as stream:
    ...         _ = stream.write("tea")
    ...         before = target.exists()
    ...     before, target.read_text()
    (False, 'tea')
    """
    target = Path(path)
    if named := _DESCRIPTOR.fullmatch(os.fspath(path)):
        descriptor = int(named["number"] or ("out", "err").index(named["name"]) + 1)
        with naming(str(path)), os.fdopen(os.dup(descriptor), "w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    if target.exists() and not target.is_file():
        with naming(str(path)), target.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    target = _replaceable(path)
    # Created like any new file, so that the user's umask decides who may read it.
    temporary = _temporary(target)
    try:
        with temporary.open("x", encoding="utf-8", newline="\n") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except BaseException as error:
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            temporary.unlink()
        if isinstance(error, OSError) and error.strerror and error.filename in (None, str(temporary)):
            # The user knows nothing of the temporary file.
            error.filename = str(path)
        raise


@contextmanager
def atomic_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A new folder to put files in, which becomes ``path`` when the block ends.

    If the block raises, ``path`` stays as it was, or absent.

    Parameters
    ----------
    path : str or PathLike
        A folder that does not exist yet, or is empty.

    Raises
    ------
    FileExistsError
        There is something in it.
    OSError
        It cannot be made.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as outer:
    ...     with atomic_folder(Path(outer, "new")) as folder:
    ...         _ = Path(folder, "tea.txt").write_text("tea")
    ...     [file.name for file in Path(outer, "new").iterdir()]
    ['tea.txt']
    """
    target = _behind_links(path)
    if os.path.lexists(target) and not (target.is_dir() and not any(target.iterdir())):
        raise FileExistsError(errno.EEXIST, "exists and is not an empty folder", str(path))
    temporary = _temporary(target)
    try:
        temporary.mkdir()
        yield temporary
        # An empty folder is replaced.
        temporary.rename(target)
    except BaseException as error:
        shutil.rmtree(temporary, ignore_errors=True)
        if isinstance(error, OSError) and error.strerror and error.filename in (None, str(temporary)):
            error.filename = str(path)
        raise


@contextmanager
def naming(target: str) -> Iterator[None]:
    """Name the target in errors that name no file: those of writing to what is open already."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.strerror:
            error.filename = target
        raise


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    r"""Write bytes to a file, as :func:`atomic_writer` writes text.

    Parameters
    ----------
    path : str or PathLike
        The file to write.
    data : bytes
        The whole content of the file.

    Raises
    ------
    OSError
        The file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_bytes(Path(folder, "tea.bin"), b"\0tea")
    ...     Path(folder, "tea.bin").read_bytes()
    b'\x00tea'
    """
    with atomic_writer(path) as stream:
        stream.buffer.write(data)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Find out before the work whether :func:`atomic_writer` could write a file; nothing is left of the attempt.

    Parameters
    ----------
    path : str or PathLike
        The file to write later.

    Raises
    ------
    OSError
        It could not.
    """
    target = Path(path)
    if _DESCRIPTOR.fullmatch(os.fspath(path)):
        return
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if target.exists() and not target.is_file():
        return  # a terminal or a pipe: to open it could be noticed at the other end
    target = _replaceable(path)
    temporary = _temporary(target)
    try:
        temporary.touch(exist_ok=False)
        temporary.unlink()
    except OSError as error:
        error.filename = str(path)
        raise


def encodable(form: str, text: str) -> str:
    r"""The same text, if a text file can hold it.

    Parameters
    ----------
    form : str
        The format that is being written, for the error.
    text : str
        The text.

    Raises
    ------
    UnwritableError
        It has half of a surrogate pair, which stands for no character; or the character NUL, which ends a text for many
        programs, and which the readers of this package refuse.

    Examples
    --------
    >>> encodable("tsv", "tea")
    'tea'
    >>> encodable("tsv", "tea \ud800")
    Traceback (most recent call last):
        ...
    bubbletree.errors.UnwritableError: cannot be written as tsv: '\ud800' is not a character that UTF-8 can encode
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as problem:
        raise UnwritableError(form, f"{text[problem.start]!r} is not a character that UTF-8 can encode") from None
    if "\0" in text:
        raise UnwritableError(form, "no file of text has the character NUL")
    return text


@contextmanager
def open_target(target: Target) -> Iterator[TextIO]:
    """The stream to write to: the one given, or that of :func:`atomic_writer` for a path."""
    if isinstance(target, str | os.PathLike):
        with atomic_writer(target) as stream:
            yield stream
    else:
        if not callable(getattr(target, "write", None)):
            raise wrong_type(target, "a path, or an open text stream")
        yield target


def _replaceable(path: str | os.PathLike[str]) -> Path:
    """The file behind a path, if it may be replaced: a folder that can be written to would allow more.

    Raises
    ------
    PermissionError
        It is read-only. The administrator, whom no permission stops, is told so, too.
    """
    target = _behind_links(path)
    if target.exists() and not (target.stat().st_mode & _WRITABLE and os.access(target, os.W_OK)):
        raise PermissionError(errno.EACCES, "this file is read-only, so it is not replaced", str(path))
    return target


def _behind_links(path: str | os.PathLike[str]) -> Path:
    """What a path stands for when all symbolic links are followed.

    Raises
    ------
    OSError
        They lead in a circle. Versions of Python differ in what :meth:`pathlib.Path.resolve` does then.
    """
    with suppress(FileNotFoundError):
        Path(path).stat()
    return Path(path).resolve()


def _temporary(target: Path) -> Path:
    """A name beside a target that nothing else has."""
    return target.with_name(f".{target.name}.{os.urandom(8).hex()}.tmp")
