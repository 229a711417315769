"""Firefox and WebKit, Safari's engine, driven by the commands of WebDriver, with real clicks and keys.

Firefox takes them at a socket of its own (Marionette), WebKit by HTTP from WebKitWebDriver. Both are Debian's;
neither reaches any other address than this machine's.
"""

from __future__ import annotations

import base64
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

T = TypeVar("T")
PATIENCE = 30  # seconds: the machine may be busy
START = 90  # seconds in which a browser has started, or else never will
TRIES = 3
NOWHERE = "127.0.0.1:9"  # a proxy that is not there
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004"}
PREFERENCES = {
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "browser.tabs.warnOnClose": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "remote.prefs.recommended": True,
    "termsofuse.bypassNotification": True,
    "toolkit.telemetry.enabled": False,
}


class Refused(Exception):
    """What a browser answers to a command that it cannot carry out."""


class Wire(Protocol):
    """The way on which commands go to a browser, and its answers come back."""

    def ask(self, command: str, **facts: Any) -> Any: ...


class Marionette:
    """Firefox's own: `[0, number, command, facts]` goes, `[1, number, error, answer]` comes, with its length."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self._numbers = count(1)
        self._read()

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._received(1)
        return msgspec.json.decode(self._received(int(length[:-1])))

    def _received(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            more = self._socket.recv(size - len(found))
            if not more:
                raise Refused("Firefox has ended")
            found += more
        return found

    def ask(self, command: str, **facts: Any) -> Any:
        """Carry out a command."""
        name = command if ":" in command else f"WebDriver:{command}"
        letter = msgspec.json.encode([0, next(self._numbers), name, facts])
        self._socket.sendall(b"%d:%b" % (len(letter), letter))
        _, _, error, answer = self._read()
        if error:
            raise Refused(error["message"])
        return answer["value"] if isinstance(answer, dict) and "value" in answer else answer


COMMANDS = {
    "Back": "back",
    "CloseWindow": "DELETE window",
    "ExecuteScript": "execute/sync",
    "Forward": "forward",
    "GetCurrentURL": "GET url",
    "GetWindowHandles": "GET window/handles",
    "Navigate": "url",
    "PerformActions": "actions",
    "Refresh": "refresh",
    "SetWindowRect": "window/rect",
    "SwitchToWindow": "window",
}


class Http:
    """WebKitWebDriver: each command has an address of its own."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}/session"

    def ask(self, command: str, **facts: Any) -> Any:
        """Carry out a command."""
        method, _, place = COMMANDS[command].rpartition(" ")
        return self.sent(method or "POST", f"/{place}", facts)

    def begin(self, capabilities: dict[str, Any]) -> None:
        """Begin a session, in which a browser is started."""
        found = self.sent("POST", "", {"capabilities": {"alwaysMatch": capabilities}}, START)
        self._address += f"/{found['sessionId']}"

    def sent(self, method: str, place: str, facts: dict[str, Any], patience: float | None = None) -> Any:
        """Return the answer to one request."""
        body = msgspec.json.encode(facts) if method == "POST" else None
        asked = Request(f"{self._address}{place}", body, {"Content-Type": "application/json"}, method=method)
        try:
            with urlopen(asked, timeout=patience or PATIENCE * 2) as answer:
                return msgspec.json.decode(answer.read())["value"]
        except HTTPError as error:
            raise Refused(error.read().decode()) from None


class Window:
    """A browser, and what a person does in it."""

    def __init__(self, name: str, wire: Wire) -> None:
        self.name, self.wire = name, wire

    def goto(self, address: str) -> None:
        """Open a page in the tab."""
        self.wire.ask("Navigate", url=address)

    def js(self, script: str, *facts: object) -> Any:
        """Return the value of an expression on the page; `a[0]` and so on are the facts."""
        return self.wire.ask("ExecuteScript", script=f"const a = arguments; return {script}", args=facts)

    def until(self, script: str, *facts: object, told: str = "document.body.innerText") -> Any:
        """Return the value of an expression once it is true; `told` is what a failure tells of the page."""
        end = time.monotonic() + PATIENCE
        while not (found := self._tried(script, *facts)):
            assert time.monotonic() < end, (
                f"{self.name}: never {script} of {facts}: {self._tried(told, *facts)}"
            )
            time.sleep(0.03)
        return found

    def _tried(self, script: str, *facts: object) -> Any:
        try:
            return self.js(script, *facts)
        except Refused:  # between two pages
            return None

    def says(self, selector: str, words: str) -> None:
        """Wait until a part of the page says just this."""
        self.until(f"{TEXT} === a[1]", selector, words, told=TEXT)

    def text(self, selector: str) -> str:
        """Return what a part of the page, or a field, says."""
        return str(self.js(TEXT, selector))

    def click(self, *selectors: str) -> None:
        """Click in the middle of parts of the page, as a mouse does."""
        for selector in selectors:
            self.at(*self.until(MIDDLE, selector))

    def at(self, x: float, y: float) -> None:
        """Click at a point of the window."""
        moves = [
            {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}
        self.wire.ask("PerformActions", actions=[mouse])

    def types(self, *keys: str) -> None:
        """Press keys, one after the other."""
        signs = [KEYS.get(key, key) for key in keys]
        moves = [{"type": kind, "value": sign} for sign in signs for kind in ("keyDown", "keyUp")]
        self.wire.ask("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": moves}])

    def tabs(self) -> list[str]:
        """Return all tabs."""
        return list(self.wire.ask("GetWindowHandles"))

    def tab(self, handle: str) -> None:
        """Go to a tab."""
        self.wire.ask("SwitchToWindow", handle=handle)

    def size(self, width: int, height: int) -> None:
        """Give the window a size, its bars included."""
        self.wire.ask("SetWindowRect", width=width, height=height)


TEXT = "(part => part && (part.value ?? part.innerText).trim())(document.querySelector(a[0]))"
MIDDLE = """(part => {
  if (!part?.getClientRects().length || document.readyState !== "complete") return null;
  part.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { x, y, width, height } = part.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})(document.querySelector(a[0]))"""


class Firefox(Window):
    """Firefox, with what only it lets a program do."""

    def inside(self, script: str) -> None:
        """Run a script of the browser's own, not of a page, until it calls `done()`."""
        self.wire.ask("Marionette:SetContext", value="chrome")
        own = f"const done = () => arguments[0](true); {script}"
        try:
            self.wire.ask("ExecuteAsyncScript", script=own, args=[])
        finally:
            self.wire.ask("Marionette:SetContext", value="content")

    def pdf(self, address: str) -> bytes:
        """Return a page as it is printed, on A4."""
        self.goto(address)
        return base64.b64decode(self.wire.ask("Print", page={"width": 21, "height": 29.7}, margin=NO_MARGIN))


NO_MARGIN = dict.fromkeys(("top", "bottom", "left", "right"), 0)


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Start Firefox, which knows nothing yet and keeps what it learns in a folder."""
    with _started(_firefox, folder) as wire:
        yield Firefox("Firefox", wire)


@contextmanager
def webkit(folder: Path) -> Iterator[Window]:
    """Start WebKit's own small browser, on a screen that nobody sees."""
    with _started(_webkit, folder) as wire:
        yield Window("WebKit", wire)


@contextmanager
def _started(start: Callable[[ExitStack, Path], Wire], folder: Path) -> Iterator[Wire]:
    """Start a browser, and another one if that does not answer: the port it was to have may be another's by then."""
    for number in range(TRIES):
        with ExitStack() as stack:
            try:
                wire = start(stack, Path(tempfile.mkdtemp(dir=folder)))
            except (OSError, Refused):
                if number == TRIES - 1:
                    raise
                continue
            yield wire
            return


def _firefox(stack: ExitStack, folder: Path) -> Wire:
    proxy = {"network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9}
    proxy |= {"network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9}
    settings = PREFERENCES | proxy | {"marionette.port": 0}  # one that it finds to be free
    lines = [
        f'user_pref("{name}", {msgspec.json.encode(value).decode()});\n' for name, value in settings.items()
    ]
    (folder / "user.js").write_text("".join(lines))
    command = [*_program("firefox-esr"), "--headless", "--marionette", "--remote-allow-system-access"]
    stack.enter_context(_running([*command, "--no-remote", "--profile", str(folder)]))
    told = folder / "MarionetteActivePort"
    wire = Marionette(stack.enter_context(_soon(lambda: _connected(int(told.read_text())))))
    wire.ask("NewSession", capabilities={"alwaysMatch": {"unhandledPromptBehavior": "ignore"}})
    return wire


def _webkit(stack: ExitStack, folder: Path) -> Wire:
    display = stack.enter_context(_screen())
    port = _free_port()
    own = {"DISPLAY": display, "HOME": str(folder), "NO_AT_BRIDGE": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
    stack.enter_context(_running(["WebKitWebDriver", f"--port={port}"], own))
    _soon(lambda: _connected(port)).close()
    wire = Http(port)
    options = {"binary": minibrowser(), "args": ["--automation"]}
    proxy = {"proxyType": "manual", "httpProxy": NOWHERE, "sslProxy": NOWHERE, "noProxy": ["127.0.0.1"]}
    wire.begin({"webkitgtk:browserOptions": options, "proxy": proxy})
    return wire


PRINTS = """import sys, gi
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

def loaded(view, event):
    if event != WebKit2.LoadEvent.FINISHED:
        return
    settings, page = Gtk.PrintSettings(), Gtk.PageSetup()
    for name, value in (("printer", "Print to File"), ("output-uri", sys.argv[2]), ("output-file-format", "pdf")):
        settings.set(name, value)
    page.set_paper_size_and_default_margins(Gtk.PaperSize.new("iso_a4"))
    view.operation = WebKit2.PrintOperation.new(view)
    view.operation.set_print_settings(settings)
    view.operation.set_page_setup(page)
    view.operation.connect("finished", lambda done: Gtk.main_quit())
    view.operation.print_()

view, window = WebKit2.WebView(), Gtk.Window()
window.add(view)
window.show_all()
view.connect("load-changed", loaded)
view.load_uri(sys.argv[1])
Gtk.main()"""
"""What prints a page by WebKit, whose WebDriver cannot; the system's Python runs it."""
PYTHON = "/usr/bin/python3"


def can_print() -> bool:
    """Whether the system's Python has WebKit."""
    asked = [PYTHON, "-c", "import gi; gi.require_version('WebKit2', '4.1')"]
    return Path(PYTHON).exists() and not subprocess.run(asked, capture_output=True, check=False).returncode


def webkit_pdf(address: str, folder: Path) -> bytes:
    """Return a page as WebKit prints it, on A4."""
    out = folder / "page.pdf"
    with _screen() as display:
        own = os.environ | {"DISPLAY": display, "HOME": str(folder), "NO_AT_BRIDGE": "1"}
        command = [PYTHON, "-c", PRINTS, address, out.as_uri()]
        subprocess.run(command, env=own, check=True, capture_output=True, timeout=PATIENCE * 2)
    return out.read_bytes()


@contextmanager
def _screen() -> Iterator[str]:
    """Yield the name of a screen that nobody sees."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1200x24"]
    with _running(command, out=subprocess.PIPE, end=signal.SIGTERM) as screen:  # it puts its lock away
        assert screen.stdout
        yield f":{screen.stdout.readline().decode().strip()}"


def minibrowser() -> str | None:
    """Return where WebKit's own small browser is."""
    return next((str(path) for path in Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")), None)


@contextmanager
def _running(
    command: list[str],
    more: dict[str, str] | None = None,
    *,
    out: int = subprocess.DEVNULL,
    end: signal.Signals = signal.SIGKILL,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program, and end it in the end with all that it has started: that may be too busy to be asked to end."""
    with subprocess.Popen(
        command,
        stdout=out,
        stderr=subprocess.DEVNULL,
        env=os.environ | (more or {}),
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            os.killpg(process.pid, end)


def _program(*names: str) -> list[str]:
    return [next(filter(None, map(shutil.which, names)))]


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), START)


def _soon(find: Callable[[], T]) -> T:
    """Return what is found as soon as it is there."""
    end = time.monotonic() + START
    while True:
        try:
            return find()
        except (OSError, ValueError):
            if time.monotonic() > end:
                raise
        time.sleep(0.05)
