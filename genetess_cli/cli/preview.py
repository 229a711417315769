"""A web server for this machine alone, which builds the site again before it hands out a page.

What is built, and from what, is the caller's. Where there is a `Receiver`, sheets of the site can send orders to it:
then every address begins with its token, and nobody who does not know that is answered.
"""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote

from genetess_cli.errors import Fault, Note, Refused
from genetess_cli.values import Value

HOST = "127.0.0.1"
_OWN = rf"({re.escape(HOST)}|localhost)(:[0-9]{{1,5}})?"
"""The names by which this machine is asked."""
_AT_MOST_EVERY = 1.0
_LARGEST = 256 * 1024
"""Bytes of a message: the largest order file that a sheet can send is a fraction of it."""
_SLOWEST = 10
"""Seconds for which a browser may say nothing."""
_REFUSALS = {
    HTTPStatus.FORBIDDEN: "Only pages of this site may ask for this.",
    HTTPStatus.NOT_FOUND: "There is nothing at this address. Open the one that genetess has printed.",
    HTTPStatus.METHOD_NOT_ALLOWED: "Nothing can be sent to this address.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The orders are too long to be sent.",
}


Take = Callable[[bytes], bytes]
"""What takes a message and gives an answer, as JSON."""


class Receiver(Value):
    """Where messages of sheets go."""

    token: str  # what every address begins with
    first: Callable[[], str]  # gives the page to begin with, below the site's folder
    takes: Mapping[str, Take]  # by the name to which a message is sent


class _Pages(SimpleHTTPRequestHandler):
    """Hands out files to this machine's own pages; nothing is told to the terminal."""

    timeout = _SLOWEST

    def __init__(
        self, *arguments: object, refresh: Callable[[], None], receiver: Receiver | None, directory: str
    ) -> None:
        self._refresh = refresh
        self._receiver = receiver
        self._root = f"/{receiver.token}/" if receiver else "/"
        super().__init__(*arguments, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        if not self._is_admitted():
            return
        self._refresh()
        if self._receiver and self.path == self._root:
            self.send_response(HTTPStatus.SEE_OTHER)
            self.send_header("Location", self._root + self._receiver.first())
            self.end_headers()
            return
        super().do_GET()

    def do_HEAD(self) -> None:
        if self._is_admitted():
            super().do_HEAD()

    def do_POST(self) -> None:
        """Take a message. What is not one of the site's own sheets' is refused before anything of it is read."""
        if not self._is_admitted():
            return
        takes = self._receiver.takes if self._receiver else {}
        take = takes.get(self.path.removeprefix(self._root))
        if take is None:
            self._refuse(HTTPStatus.METHOD_NOT_ALLOWED)
            return
        is_own = self.headers.get("Origin") == f"http://{self.headers['Host']}"
        if not is_own or self.headers.get_content_type() != "application/json":
            self._refuse(HTTPStatus.FORBIDDEN)
            return
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or len(length) > len(str(_LARGEST)) or int(length) > _LARGEST:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        self._answer(HTTPStatus.OK, take(self.rfile.read(int(length))), "application/json")

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Open what is asked for. A hidden file is no page, and some addresses are no names of files at all."""
        is_hidden = any(name.startswith(".") for name in unquote(self.path).split("/"))
        try:
            if not is_hidden:
                return super().send_head()
        except ValueError:
            pass
        self._refuse(HTTPStatus.NOT_FOUND)
        return None

    def list_directory(self, path: object) -> None:
        """List nothing: a folder without a first page is no page."""
        self._refuse(HTTPStatus.NOT_FOUND)

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(self._root.rstrip("/")))

    def _is_admitted(self) -> bool:
        """Return whether a page of this site asks, or somebody who opens its address; refuse whoever else does.

        A name that leads to this machine from elsewhere is no name of ours, so no page from there can read these.
        """
        hosts = self.headers.get_all("Host", [])
        site = self.headers.get("Sec-Fetch-Site", "none")
        is_opened = self.command != "POST" and self.headers.get("Sec-Fetch-Mode") == "navigate"
        if len(hosts) != 1 or not re.fullmatch(_OWN, hosts[0]):
            self._refuse(HTTPStatus.FORBIDDEN)
        elif not self.path.startswith(self._root):
            self._refuse(HTTPStatus.NOT_FOUND)
        elif site not in ("none", "same-origin") and not is_opened:
            self._refuse(HTTPStatus.FORBIDDEN)
        else:
            return True
        return False

    def _refuse(self, status: HTTPStatus) -> None:
        self.close_connection = True
        self._answer(status, _REFUSALS[status].encode(), "text/plain; charset=utf-8")

    def _answer(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", "frame-ancestors 'none'")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class _Listener(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a browser that went away before it was answered."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class Server:
    """The server of a folder, listening from the first moment on. Raise Refused where the port is taken.

    Before a page is handed out it builds again, at most once a second; a league that is broken just now keeps its last
    pages. Whoever changes the league meanwhile holds `lock`.
    """

    def __init__(
        self,
        folder: Path,
        port: int,
        build: Callable[[], object],
        tell: Note,
        receiver: Receiver | None = None,
    ) -> None:
        pages = partial(_Pages, refresh=self._refresh, receiver=receiver, directory=str(folder))
        try:
            self._server = _Listener((HOST, port), pages)
        except OSError as error:
            words = f"cannot listen on port {port}: {error.strerror}; choose another with --port"
            raise Refused(words) from None
        self.address = f"http://{HOST}:{self._server.server_address[1]}/"
        if receiver:
            self.address += f"{receiver.token}/"
        self.lock = threading.RLock()
        self._build = build
        self._tell = tell
        self._last = time.monotonic()

    def run(self, tell: Note) -> None:
        """Serve until interrupted; what is being carried out is carried out to its end."""
        with self._server:
            try:
                self._server.serve_forever()
            except KeyboardInterrupt:
                with self.lock:
                    tell("Ended.")

    def _refresh(self) -> None:
        with self.lock:
            if time.monotonic() - self._last < _AT_MOST_EVERY:
                return
            try:
                self._build()
            except Fault as fault:
                self._tell(str(fault))
            self._last = time.monotonic()
