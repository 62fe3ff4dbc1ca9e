"""A server for one page, on this machine alone.

It listens on the loopback interface, under an address that begins with a random token. Requests that come under another
name, as through a name that a web site has pointed here, or from another page, are refused. There are no files to ask
for: only the page itself, and the questions that it was made with.
"""

from __future__ import annotations

import errno
import json
import secrets
import sys
import threading
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, Final, TypeAlias

from bubbletree.errors import BubbletreeError

LOOPBACK: Final = "127.0.0.1"
LARGEST: Final = 4_000_000
"""How many bytes a question may have."""
PATIENCE: Final = 30.0
"""Seconds that a connection may be silent."""
GRACE: Final = 3.0
"""Seconds that the last question may take when the server is to end."""

Answer: TypeAlias = Callable[[Mapping[str, object]], Mapping[str, object]]


class PortError(BubbletreeError):
    """A server cannot listen where it should.

    Attributes
    ----------
    port : int
        Where it should listen.
    reason : str
        Why it cannot.
    """

    def __init__(self, port: int, reason: str) -> None:
        super().__init__(f"port {port} of {LOOPBACK} {reason}: choose another with --port")
        self.port = port
        self.reason = reason


class Server(ThreadingHTTPServer):
    """A server of a page.

    Parameters
    ----------
    page : bytes
        The page, in UTF-8.
    policy : str
        Its Content-Security-Policy.
    answers : mapping of str to callable
        What answers each question that the page can ask.  One question is answered at a time.
    port : int
        Where to listen; 0 for any port that is free.

    Raises
    ------
    PortError
        It cannot listen there.
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, page: bytes, policy: str, answers: Mapping[str, Answer], port: int = 0) -> None:
        self.page = page
        self.policy = policy
        self.answers = answers
        self.token = secrets.token_urlsafe(24)
        self.one_at_a_time = threading.Lock()
        try:
            super().__init__((LOOPBACK, port), Handler)
        except OSError as error:
            is_taken = error.errno == errno.EADDRINUSE
            raise PortError(port, "is in use" if is_taken else f"cannot be used ({error.strerror})") from error

    @property
    def hosts(self) -> frozenset[str]:
        """The names under which the page may be asked for."""
        return frozenset(f"{name}:{self.server_port}" for name in (LOOPBACK, "localhost"))

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{LOOPBACK}:{self.server_port}/{self.token}/"

    def settle(self, seconds: float = GRACE) -> bool:
        """Wait for the question that is being answered, and answer no other; whether that took no longer than allowed.

        Parameters
        ----------
        seconds : float
            How long to wait at most.
        """
        return self.one_at_a_time.acquire(timeout=seconds)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401  # as in socketserver
        """Say nothing of a browser that hangs up before it has its answer."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Server
    timeout: ClassVar[float] = PATIENCE
    server_version = "bubbletree"
    sys_version = ""

    def do_GET(self) -> None:  # the name that http.server calls
        """Send the page."""
        name = self._asked()
        if name == "":
            self._send(HTTPStatus.OK, "text/html; charset=utf-8", self.server.page)
        elif name is not None:
            self._refuse(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:  # the name that http.server calls
        """Answer a question of the page."""
        name = self._asked()
        if name is None:
            return
        answer = self.server.answers.get(name)
        length = self.headers.get("Content-Length", "")
        origin = self.headers.get("Origin")
        if answer is None:
            self._refuse(HTTPStatus.NOT_FOUND)
        elif origin is not None and origin not in {f"http://{host}" for host in self.server.hosts}:
            self._refuse(HTTPStatus.FORBIDDEN)
        elif self.headers.get_content_type() != "application/json":
            self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        elif not length.isdecimal() or len(length) > len(str(LARGEST)):
            self._refuse(HTTPStatus.LENGTH_REQUIRED if not length else HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        elif int(length) > LARGEST:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            self._answer(answer, self.rfile.read(int(length)))

    def _answer(self, answer: Answer, body: bytes) -> None:
        try:
            question = json.loads(body)
            if not isinstance(question, dict):
                raise ValueError("the question must be an object")
        except (ValueError, RecursionError):
            self._refuse(HTTPStatus.BAD_REQUEST)
            return
        try:
            with self.server.one_at_a_time:
                told = answer(question)
        except (BubbletreeError, ValueError) as error:
            self._send_json(HTTPStatus.UNPROCESSABLE_ENTITY, {"error": str(error)})
        else:
            self._send_json(HTTPStatus.OK, told)

    def _asked(self) -> str | None:
        """What is asked for, below the token; None if the request was refused."""
        if self.headers.get("Host") not in self.server.hosts:
            self._refuse(HTTPStatus.FORBIDDEN)
            return None
        path = self.path.partition("?")[0]
        _, token, *rest = f"{path}//".split("/")
        if not secrets.compare_digest(token.encode(), self.server.token.encode()) or not path.startswith(f"/{token}/"):
            self._refuse(HTTPStatus.NOT_FOUND)
            return None
        return path.removeprefix(f"/{token}/") if rest else ""

    def _send_json(self, status: HTTPStatus, value: Mapping[str, object]) -> None:
        self._send(status, "application/json", json.dumps(value).encode())

    def _refuse(self, status: HTTPStatus) -> None:
        self.close_connection = True
        self._send(status, "text/plain; charset=utf-8", f"{status.phrase}\n".encode())

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        headers = {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Content-Security-Policy": f"{self.server.policy}; frame-ancestors 'none'",
            "Cache-Control": "no-store",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
        }
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002, ANN401  # as in http.server
        """Say nothing: the token would be in it."""
