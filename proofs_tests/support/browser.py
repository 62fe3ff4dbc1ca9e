"""A headless Chromium, driven over a pipe by the DevTools protocol. It needs no package, no port and no driver.

The protocol (https://chromedevtools.github.io/devtools-protocol) sends JSON messages that end in a zero byte, to the
browser on its descriptor 3 and back on 4. What a page does is watched from outside it: the requests that it makes, its
errors, and what its Content-Security-Policy refuses.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 60.0
"""Seconds until something that should happen in a page is given up; no test takes as long unless it fails."""

_KEYS = {"Enter": 13, "Escape": 27, "Tab": 9, "End": 35, "Home": 36}
_KEYS |= {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Delete": 46}


def installed() -> str | None:
    """The browser, if there is one: the variable BROWSER_FOR_TESTS names it, or it is on the path."""
    named = os.environ.get("BROWSER_FOR_TESTS")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


Value: TypeAlias = Any
"""A value of JSON or JavaScript; each test knows the shape of its own."""


class Event(NamedTuple):
    """Something that happened in the browser."""

    name: str
    details: dict[str, Any]


class PageError(AssertionError):
    """A program in the page raised an error, or what a test waited for did not happen."""


class Browser:
    """A browser, until the end of :func:`browser`."""

    def __init__(self, writing: int, reading: int) -> None:
        self._writing = writing
        self._reading = reading
        self._unread = b""
        self._number = 0
        self._session: str | None = None
        self._target: str | None = None
        self.events: list[Event] = []

    def command(self, method: str, **parameters: Value) -> dict[str, Any]:
        """Give a command and wait for its result."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._writing, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self._message(deadline)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise PageError(f"{method}: {answer['error']['message']}")
                result: dict[str, Any] = answer["result"]
                return result

    def close(self) -> None:
        """End the browser."""
        self._session = None
        self.command("Browser.close")

    def _message(self, deadline: float) -> dict[str, Any]:
        while b"\0" not in self._unread:
            ready, _, _ = select.select([self._reading], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise PageError("the browser does not answer")
            read = os.read(self._reading, 1 << 20)
            if not read:
                raise PageError("the browser has ended")
            self._unread += read
        message, _, self._unread = self._unread.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        if "method" in found:
            self.events.append(Event(found["method"], found.get("params", {})))
        return found

    def new_page(self, *, width: int = 1280, height: int = 900) -> Page:
        """An empty page; the one before is closed."""
        self._session = None
        if self._target is not None:
            self.command("Target.closeTarget", targetId=self._target)
        target = self.command("Target.createTarget", url="about:blank")["targetId"]
        self._target = target
        self._session = self.command("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "Audits"):
            self.command(f"{domain}.enable")
        page = Page(self)
        page.resize(width, height)
        self.events.clear()
        return page


class Page:
    """A page of a browser."""

    def __init__(self, opened: Browser) -> None:
        self._browser = opened

    def command(self, method: str, **parameters: Value) -> dict[str, Any]:
        """Give a command about this page."""
        return self._browser.command(method, **parameters)

    def resize(self, width: int, height: int, *, scale: float = 1) -> None:
        """Change the size of the window."""
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False
        )

    def prefer_dark(self, is_dark: bool = True) -> None:
        """Say which colours the reader prefers."""
        feature = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self.command("Emulation.setEmulatedMedia", features=[feature])

    def open(self, address: str | Path) -> None:
        """Load a file or an address, and wait until it is loaded."""
        url = address.resolve().as_uri() if isinstance(address, Path) else address
        self._browser.events.clear()
        result = self.command("Page.navigate", url=url)
        if result.get("errorText"):
            raise PageError(f"{url}: {result['errorText']}")
        if "loaderId" in result:  # otherwise only the fragment has changed
            self.wait("document.readyState === 'complete'")

    def run(self, program: str) -> Value:
        """The value of a JavaScript expression in the page; a promise is waited for."""
        result = self.command("Runtime.evaluate", expression=program, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise PageError(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def call(self, function: str, *arguments: Value) -> Value:
        """The value of a JavaScript function for arguments that JSON can hold."""
        return self.run(f"({function})({', '.join(map(json.dumps, arguments))})")

    def wait(self, condition: str) -> Value:
        """Wait until a JavaScript expression is true, and return its value."""
        deadline = time.monotonic() + PATIENCE
        while not (value := self.run(condition)):
            if time.monotonic() > deadline:
                raise PageError(f"never true: {condition}")
            time.sleep(0.02)
        return value

    def text(self, selector: str) -> str:
        """The text of an element as a reader sees it."""
        found = self.call("(selector) => document.querySelector(selector).innerText", selector)
        assert isinstance(found, str)
        return found

    def texts(self, selector: str) -> list[str]:
        """The texts of all such elements."""
        return list(self.call("(s) => [...document.querySelectorAll(s)].map((one) => one.innerText)", selector))

    def count(self, selector: str) -> int:
        """How many such elements there are."""
        return int(self.call("(selector) => document.querySelectorAll(selector).length", selector))

    def point(self, selector: str) -> tuple[float, float]:
        """The middle of an element that can be seen."""
        x, y = self.call(
            """(selector) => {
              const found = document.querySelector(selector);
              found.scrollIntoView({ block: "center", inline: "center" });
              const { x, y, width, height } = found.getBoundingClientRect();
              return [x + width / 2, y + height / 2];
            }""",
            selector,
        )
        return x, y

    def hover(self, selector: str) -> None:
        """Move the pointer to an element."""
        x, y = self.point(selector)
        self.command("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, selector: str) -> None:
        """Click on an element."""
        x, y = self.point(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press the pointer at one place and release it at another."""
        steps = [("mousePressed", start), ("mouseMoved", end), ("mouseReleased", end)]
        for kind, (x, y) in steps:
            self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def press(self, *keys: str, shift: bool = False) -> None:
        """Press keys: characters, or keys by their names."""
        for key in keys:
            details: dict[str, Any] = {"key": key, "modifiers": 8 if shift else 0}
            if len(key) == 1:
                details["text"] = key
            else:
                details |= {"code": key, "windowsVirtualKeyCode": _KEYS[key]}
                if key == "Enter":
                    details["text"] = "\r"
            self.command("Input.dispatchKeyEvent", type="keyDown", **details)
            self.command("Input.dispatchKeyEvent", type="keyUp", **details)

    def type(self, selector: str, text: str) -> None:
        """Replace what is in a field."""
        self.call("(selector) => { const f = document.querySelector(selector); f.focus(); f.select(); }", selector)
        self.command("Input.insertText", text=text)

    def choose(self, selector: str, value: str) -> None:
        """Choose an option of a list."""
        self.call(
            """(selector, value) => {
              const list = document.querySelector(selector);
              list.value = value;
              list.dispatchEvent(new Event("input", { bubbles: true }));
              list.dispatchEvent(new Event("change", { bubbles: true }));
            }""",
            selector,
            value,
        )

    def picture(self, target: Path) -> None:
        """Write a picture of the window."""
        shot = self.command("Page.captureScreenshot", format="png")
        target.write_bytes(base64.b64decode(shot["data"]))

    def requests(self) -> list[str]:
        """The addresses that the page has asked for since it was opened, itself included."""
        self.run("new Promise((done) => setTimeout(done, 50))")
        return [e.details["request"]["url"] for e in self._browser.events if e.name == "Network.requestWillBeSent"]

    def blocked(self) -> list[str]:
        """Why the browser did not send some of these requests."""
        failed = [event.details for event in self._browser.events if event.name == "Network.loadingFailed"]
        return [details["blockedReason"] for details in failed if "blockedReason" in details]

    def complaints(self) -> list[str]:
        """Errors and warnings since the page was opened: of its programs, of the browser, and of its policy."""
        self.run("new Promise((done) => setTimeout(done, 50))")
        found = []
        for name, details in self._browser.events:
            if name == "Runtime.exceptionThrown":
                thrown = details["exceptionDetails"]
                found.append(thrown.get("exception", {}).get("description") or thrown["text"])
            elif name == "Log.entryAdded" and details["entry"]["level"] in ("error", "warning"):
                found.append(details["entry"]["text"])
            elif name == "Runtime.consoleAPICalled" and details["type"] in ("error", "warning", "assert"):
                found.append(str(details["args"]))
            elif name == "Audits.issueAdded" and details["issue"]["code"] == "ContentSecurityPolicyIssue":
                found.append(str(details["issue"]["details"]))
        return found


@contextmanager
def browser(program: str, profile: Path) -> Iterator[Browser]:
    """Start a browser with an empty profile in a folder, and end it."""
    to_browser, writing = os.pipe()
    reading, from_browser = os.pipe()
    options = [
        "--headless=new",
        "--remote-debugging-pipe",
        f"--user-data-dir={profile}",
        "--no-sandbox",
        "--no-first-run",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-extensions",
        "--hide-scrollbars",
        "about:blank",
    ]
    # A shell, because the browser wants its pipes as descriptors 3 and 4.
    redirected = 'exec "$@" 3<&$IN 4>&$OUT'
    process = subprocess.Popen(
        ["/bin/bash", "-c", redirected, "browser", program, *options],
        env={**os.environ, "IN": str(to_browser), "OUT": str(from_browser)},
        pass_fds=(to_browser, from_browser),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(to_browser)
    os.close(from_browser)
    opened = Browser(writing, reading)
    try:
        yield opened
    finally:
        _end(opened, process)
        os.close(writing)
        os.close(reading)


def _end(opened: Browser, process: subprocess.Popen[bytes]) -> None:
    try:
        opened.close()
        process.wait(PATIENCE)
    except (PageError, OSError, subprocess.TimeoutExpired):
        process.kill()
        process.wait()
