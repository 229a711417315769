"""A web server for this machine alone, which builds the site again before it hands out a page.

What is built, and from what, is the caller's.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from genetess_cli.errors import Fault, Refused

_AT_MOST_EVERY = 1.0


class _Pages(SimpleHTTPRequestHandler):
    """Hands out files; nothing is told to the terminal."""

    def __init__(self, *arguments: object, refresh: Callable[[], None], directory: str) -> None:
        self._refresh = refresh
        super().__init__(*arguments, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self._refresh()
        super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class _Fresh:
    """Builds again at most once a second; a league that is broken just now keeps its last pages."""

    def __init__(self, build: Callable[[], object], tell: Callable[[str], None]) -> None:
        self._build = build
        self._tell = tell
        self._last = time.monotonic()
        self._lock = threading.Lock()

    def __call__(self) -> None:
        with self._lock:
            if time.monotonic() - self._last < _AT_MOST_EVERY:
                return
            try:
                self._build()
            except Fault as fault:
                self._tell(str(fault))
            self._last = time.monotonic()


def serve(folder: Path, port: int, build: Callable[[], object], tell: Callable[[str], None]) -> None:
    """Show a folder at 127.0.0.1 until interrupted. Raise Refused where the port is taken."""
    pages = partial(_Pages, refresh=_Fresh(build, tell), directory=str(folder))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), pages)
    except OSError as error:
        raise Refused(f"cannot listen on port {port}: {error.strerror}; choose another with --port") from None
    with server:
        tell(f"The site is at http://127.0.0.1:{server.server_address[1]}/ - press Ctrl-C to end.")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            tell("Ended.")
