"""The server of a page: who may ask what."""

from __future__ import annotations

import errno
import http.client
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

import pytest

from bubbletree import BubbletreeError
from bubbletree.cli import main
from bubbletree.cli.serve import LARGEST, LOOPBACK, PortError, Server
from proofs_tests.support.paths import ROOT


class NoTeaError(BubbletreeError):
    """There is no tea."""


def answered(question: Mapping[str, object]) -> dict[str, object]:
    if question.get("tea") is False:
        raise NoTeaError("there is no tea")
    return {"asked": question}


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(b"<p>the page</p>", "default-src 'none'", {"ask": answered}) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.02,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def asked(
    server: Server,
    path: str,
    body: bytes | None = None,
    method: str | None = None,
    **headers: str,
) -> tuple[int, str, http.client.HTTPMessage]:
    """The status, the text and the headers of the answer; ``{}`` in the path stands for the token."""
    connection = http.client.HTTPConnection(LOOPBACK, server.server_port, timeout=20)
    try:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(
            method or ("GET" if body is None else "POST"), path.replace("{}", server.token), body, headers=sent
        )
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers
    finally:
        connection.close()


JSON = {"Content_Type": "application/json"}


def test_the_page_is_sent_with_its_policy(server: Server) -> None:
    status, text, headers = asked(server, "/{}/")
    assert (status, text) == (200, "<p>the page</p>")
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert "Python" not in headers["Server"]


def test_only_this_machine_can_ask(server: Server) -> None:
    assert server.server_address[0] == LOOPBACK
    assert server.address == f"http://{LOOPBACK}:{server.server_port}/{server.token}/"


def test_every_server_has_a_token_of_its_own(server: Server) -> None:
    with Server(b"", "", {}) as other:
        assert other.token != server.token
        assert len(other.token) >= 32


@pytest.mark.parametrize(
    "path",
    ["/", "/x/", "/{}", "/{}x/", "/{}/../", "/{}/../../etc/passwd", "/{}/%2e%2e/", "/{}/page.css", "{}/"],
)
def test_nothing_else_is_sent(server: Server, path: str) -> None:
    assert asked(server, path)[0] in (400, 404)


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1", "127.0.0.1:1", "localhost.example.org", ""])
def test_requests_under_another_name_are_refused(server: Server, host: str) -> None:
    assert asked(server, "/{}/", Host=host)[0] == 403
    assert asked(server, "/{}/ask", b"{}", Host=host, **JSON)[0] == 403


def test_localhost_is_a_name_of_this_machine(server: Server) -> None:
    assert asked(server, "/{}/", Host=f"localhost:{server.server_port}")[0] == 200


def test_questions_are_answered(server: Server) -> None:
    origin = server.address.rsplit("/", 2)[0]
    status, text, headers = asked(server, "/{}/ask", b'{"tea": true}', Origin=origin, **JSON)
    assert (status, json.loads(text)) == (200, {"asked": {"tea": True}})
    assert headers["Content-Type"] == "application/json"


def test_an_error_of_the_library_is_told(server: Server) -> None:
    status, text, _ = asked(server, "/{}/ask", b'{"tea": false}', **JSON)
    assert (status, json.loads(text)) == (422, {"error": "there is no tea"})


def test_questions_of_other_pages_are_refused(server: Server) -> None:
    assert asked(server, "/{}/ask", b"{}", Origin="https://example.org", **JSON)[0] == 403
    assert asked(server, "/{}/ask", b"{}", Origin="null", **JSON)[0] == 403
    assert asked(server, "/{}/ask", b"{}", Content_Type="text/plain")[0] == 415


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff", b"[" * 100_000])
def test_what_is_no_object_is_refused(server: Server, body: bytes) -> None:
    assert asked(server, "/{}/ask", body, **JSON)[0] == 400


@pytest.mark.parametrize(
    ("length", "status"),
    [(str(LARGEST + 1), 413), ("9" * 100, 413), ("-1", 413), ("x", 413), ("", 411)],
)
def test_large_questions_are_refused_before_they_are_read(server: Server, length: str, status: int) -> None:
    assert asked(server, "/{}/ask", b"", "POST", Content_Length=length, **JSON)[0] == status


def test_other_questions_and_methods_are_refused(server: Server) -> None:
    assert asked(server, "/{}/bake", b"{}", **JSON)[0] == 404
    assert asked(server, "/{}/", b"{}", **JSON)[0] == 404
    assert asked(server, "/{}/ask", b"{}", "PUT", **JSON)[0] == 501


def test_a_silent_connection_keeps_nobody_waiting(server: Server) -> None:
    with socket.create_connection((LOOPBACK, server.server_port)):
        assert asked(server, "/{}/")[0] == 200


def test_a_browser_that_hangs_up_leaves_no_trace(capfd: pytest.CaptureFixture[str]) -> None:
    waiting = threading.Event()
    reached = threading.Event()

    def slow(question: Mapping[str, object]) -> dict[str, object]:
        reached.set()
        waiting.wait(20)
        return {"tea": "x" * 10_000_000}

    with Server(b"", "", {"ask": slow}) as server:
        server.daemon_threads = False  # so that closing waits for them
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        head = (
            f"Host: {LOOPBACK}:{server.server_port}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
        )
        with socket.create_connection((LOOPBACK, server.server_port)) as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closing is a reset
            client.sendall(f"POST /{server.token}/ask HTTP/1.1\r\n{head}".encode())
            assert reached.wait(20)
        waiting.set()
        server.shutdown()
        thread.join()
    assert capfd.readouterr().err == ""


def test_other_faults_are_still_told(capfd: pytest.CaptureFixture[str]) -> None:
    def broken(question: Mapping[str, object]) -> dict[str, object]:
        raise RuntimeError("a fault of the program")

    with Server(b"", "", {"ask": broken}) as server:
        server.daemon_threads = False
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        with pytest.raises(http.client.RemoteDisconnected):
            asked(server, "/{}/ask", b"{}", **JSON)
        server.shutdown()
        thread.join()
    assert "a fault of the program" in capfd.readouterr().err


def test_a_port_that_is_taken_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("menu.brackets").write_text("[tea cc=or milk]\n", encoding="utf-8")
    with socket.create_server((LOOPBACK, 0)) as other:
        port = other.getsockname()[1]
        assert main(["view", "menu.brackets", "--serve", "--port", str(port)]) == 2
    expected = f"bubbletree: port {port} of 127.0.0.1 is in use: choose another with --port\n"
    assert capsys.readouterr() == ("", expected)


def test_a_port_that_the_system_refuses_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: Server) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Server, "server_bind", refused)
    with pytest.raises(PortError) as raised:
        Server(b"", "", {}, 80)
    assert str(raised.value) == "port 80 of 127.0.0.1 cannot be used (Permission denied): choose another with --port"
    assert raised.value.port == 80


def test_the_last_question_is_waited_for_and_no_other_is_answered() -> None:
    with Server(b"", "", {}) as server:
        with server.one_at_a_time:
            assert not server.settle(0.01)
        assert server.settle(0.01)
        assert server.one_at_a_time.locked()


PARSING = """
import sys, threading
from bubbletree.cli import main
from bubbletree.viewer.workbench import Workbench
from bubbletree.cli.serve import Server

def parse(self, question):
    print("parsing", flush=True)
    threading.Event().wait(SECONDS)
    print("parsed", flush=True)
    return {}

Workbench.parse = parse
Server.settle.__defaults__ = (GRACE,)
sys.exit(main(["view", "menu.brackets", "--serve"]))
"""


def serving(folder: Path, *arguments: str) -> tuple[subprocess.Popen[str], IO[str], http.client.HTTPConnection, str]:
    """A program that serves a page: its process, what it prints next, a connection, and the path of the page."""
    (folder / "menu.brackets").write_text("[tea cc=or milk]\n", encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    host, _, path = process.stdout.readline().strip().removeprefix("http://").partition("/")
    return process, process.stdout, http.client.HTTPConnection(host, timeout=20), path


@pytest.mark.parametrize(
    ("seconds", "grace", "sent", "status", "printed"),
    [
        ("0.5", "60.0", signal.SIGINT, 130, "parsed\n"),
        ("60", "0.1", signal.SIGINT, 130, ""),
        ("60", "0.1", signal.SIGTERM, 143, ""),
    ],
)
def test_the_end_waits_a_while_for_what_is_parsed(
    tmp_path: Path, seconds: str, grace: str, sent: signal.Signals, status: int, printed: str
) -> None:
    process, printed_lines, connection, path = serving(
        tmp_path, "-c", PARSING.replace("SECONDS", seconds).replace("GRACE", grace)
    )
    printed_lines.readline()
    connection.request("POST", f"/{path}parse", b"{}", headers={"Content-Type": "application/json"})
    assert printed_lines.readline() == "parsing\n"
    process.send_signal(sent)
    rest = printed_lines.read()
    printed_lines.close()
    process.wait(20)
    connection.close()
    assert (process.returncode, rest) == (status, printed)


def test_warnings_of_a_parser_are_lines_without_a_place_in_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def warning(self: Server) -> None:
        warnings.simplefilter("always")
        warnings.warn("the sentence is too long", UserWarning, stacklevel=1)
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    Path("menu.brackets").write_text("[tea cc=or milk]\n", encoding="utf-8")
    monkeypatch.setattr(Server, "serve_forever", warning)
    assert main(["view", "menu.brackets", "--serve"]) == 130
    assert capsys.readouterr().err == "bubbletree: the sentence is too long\n"


def test_the_command_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    process, printed, connection, path = serving(tmp_path, "-m", "bubbletree", "view", "menu.brackets", "--serve")
    connection.request("GET", f"/{path}")
    text = connection.getresponse().read().decode()
    process.send_signal(signal.SIGINT)
    rest = printed.read()
    printed.close()
    process.wait(20)
    assert '"served":{"parses":false}' in text
    assert "connect-src 'self'" in text
    assert (process.returncode, rest) == (130, "Ctrl-C ends the server.\n")


@pytest.mark.parametrize(
    "arguments",
    [[], ["--serve"], ["menu.brackets", "--serve", "--port", "65536"]],
)
def test_options_that_do_not_fit_are_errors(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status: object = main(["view", *arguments])
    except SystemExit as ended:
        status = ended.code
    assert status == 2
    assert capsys.readouterr().err
