"""Files that appear whole or not at all, whatever the target is."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path
from typing import IO

import pytest

from bubbletree.io import atomic_writer, write_bytes
from bubbletree.io.atomic import atomic_folder, check_writable, open_target


def _write(path: Path, text: str) -> None:
    with atomic_writer(path) as stream:
        stream.write(text)


def _touch(path: Path) -> None:
    _write(path, "new")


def _fill(path: Path) -> None:
    with atomic_folder(path) as folder:
        (folder / "x.txt").touch()


def _interrupted(path: Path) -> None:
    with atomic_writer(path) as stream:
        stream.write("half")
        raise KeyboardInterrupt


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        _interrupted(path)
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_links_and_permissions_are_kept(tmp_path: Path) -> None:
    target = tmp_path / "target.txt"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to(target)
    _write(link, "new\n")
    assert link.is_symlink()
    assert target.read_bytes() == b"new\n"
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", ["loop", "loop/x"])
def test_links_that_lead_in_a_circle_are_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    path = tmp_path / name
    for write in (_touch, check_writable, _fill):
        with pytest.raises(OSError, match="symbolic link") as raised:
            write(path)
        assert (raised.value.errno, raised.value.filename) == (errno.ELOOP, str(path))
    assert [path.name for path in tmp_path.iterdir()] == ["loop"]


def test_a_link_to_what_is_not_there_yet_is_followed(tmp_path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to("target.txt")
    _write(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "target.txt").read_text(encoding="utf-8") == "new"


def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    """Not even by the administrator, who could write to it."""
    target = tmp_path / "target.txt"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o444)
    link = tmp_path / "link.txt"
    link.symlink_to(target)
    for path in (target, link):
        with pytest.raises(PermissionError, match="this file is read-only, so it is not replaced") as raised:
            _write(path, "new")
        assert raised.value.filename == str(path)
        with pytest.raises(PermissionError) as raised:
            check_writable(path)
        assert raised.value.filename == str(path)
    assert target.read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.txt", "target.txt"]


def test_errors_name_the_file_that_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path, error in ((tmp_path / "none" / "x", FileNotFoundError), (tmp_path / "file" / "x", NotADirectoryError)):
        with pytest.raises(error) as caught:
            _write(path, "new")
        assert caught.value.filename == str(path)
    other = OSError(2, "elsewhere", "other.txt")
    with pytest.raises(OSError, match="elsewhere") as refused, atomic_writer(tmp_path / "x"):
        raise other
    assert refused.value.filename == "other.txt"


def test_what_went_wrong_is_told_even_if_nothing_can_be_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(path: Path) -> None:
        raise PermissionError(13, "locked", str(path))

    monkeypatch.setattr(Path, "unlink", locked)
    with pytest.raises(KeyboardInterrupt):
        _interrupted(tmp_path / "x.txt")


def test_text_is_the_same_on_every_platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options: list[object] = []
    opens = Path.open

    def opened(path: Path, mode: str, **given_options: str) -> object:
        options.append((mode, given_options))
        return opens(path, mode, **given_options)  # type: ignore[call-overload]  # as it was asked for

    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    monkeypatch.setattr(Path, "open", opened)
    try:
        _write(tmp_path / "x.txt", "new\n")
        _write(tmp_path / "pipe", "new\n")
    finally:
        os.close(reader)
    assert options == [(mode, {"encoding": "utf-8", "newline": "\n"}) for mode in "xw"]


def test_a_new_file_is_as_readable_as_any(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    _write(tmp_path / "atomic", "new")
    assert (tmp_path / "plain").stat().st_mode == (tmp_path / "atomic").stat().st_mode


def test_what_is_no_regular_file_is_written_to_directly(tmp_path: Path) -> None:
    # A pipe of our own, not /dev/null: run by root, code that is wrong here would replace that for everybody.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        _write(pipe, "thé\n")
        assert os.read(reader, 100) == "thé\n".encode()
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system has no /dev/fd")
def test_a_stream_that_is_open_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    options: list[object] = []
    opened = os.fdopen

    def noted(descriptor: int, mode: str, **named: str) -> IO[str]:
        options.append((mode, named))
        return opened(descriptor, mode, **named)  # type: ignore[call-overload, no-any-return]  # as given

    monkeypatch.setattr(os, "fdopen", noted)
    with log.open("w") as stream:
        stream.write("before ")
        stream.flush()
        with atomic_writer(f"/dev/fd/{stream.fileno()}") as written:
            written.write("tea ")
        stream.write("after")
    assert log.read_text() == "before tea after"
    assert list(tmp_path.iterdir()) == [log]
    assert options == [("w", {"encoding": "utf-8", "newline": "\n"})]


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/stderr"])
def test_standard_streams_by_name(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    with atomic_writer(name) as written:
        written.write("tea")
    out, err = capfd.readouterr()
    assert (out, err) == (("tea", "") if name == "/dev/stdout" else ("", "tea"))


def test_bytes_are_written_as_text_is(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    write_bytes(link, b"\xff\r\n\0")
    assert target.read_bytes() == b"\xff\r\n\0"
    assert link.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o640
    assert sorted(tmp_path.iterdir()) == [link, target]


def test_a_stream_is_written_to_as_it_is_and_stays_open() -> None:
    given = io.StringIO()
    with open_target(given) as stream:
        assert stream is given
        stream.write("tea")
    assert given.getvalue() == "tea"


def test_a_path_is_written_whole(tmp_path: Path) -> None:
    for path in (tmp_path / "x.txt", str(tmp_path / "y.txt")):
        with open_target(path) as stream:
            stream.write("tea")
            assert not Path(path).exists()
        assert Path(path).read_text(encoding="utf-8") == "tea"
