"""A forge's API by HTTP; what a league asks of each forge is in the modules beside this one, all in `hubs.py`.

One connection is kept. What is read is tried again; a write is, where it comes to the same twice or the forge says that
it did not take it. Writes go at the pace that hosts ask for. Nothing of an answer's words is handed on: they may be a
stranger's.
"""

from __future__ import annotations

import json
import re
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from itertools import pairwise
from socket import gaierror
from typing import TypeVar
from urllib.parse import unquote, urlencode, urlsplit
from urllib.request import getproxies, proxy_bypass

import msgspec

from genetess_cli.errors import Busy, Refused, WrongUsage
from genetess_cli.values import Value

T = TypeVar("T")
_TRIES = 4
PATIENCE = 60.0
_THREADS = 3
"""A new thread takes the time of so many writes."""
_LIMITS = (403, 429)
_OF_ONE = re.compile("lock|disabled")
"""A forge says so where it refuses to write to one thing alone: a thread that is locked, or too long."""
_GONE = (301, 404, 410)
_MEND = {401: "; the token is wrong or has expired: make a new one, and put it where that was"}
_OUTAGE = 24 * 3600
_WORDS = 600


class Unanswered(Busy):
    """The forge gave no answer that can be used; a write may have been taken all the same."""


class Limited(Busy):
    """The forge takes nothing more for now, or refuses a request without another word than `said`."""

    said = ""


class Denied(Refused):
    """The forge refuses one request, by an HTTP status."""

    def __init__(self, status: int, what: str, said: str) -> None:
        mend = _MEND.get(status, "")
        super().__init__(f"the forge refuses {what} (HTTP {status}){mend}")
        self.status = status
        self.said = said  # the forge's own words


class Timer(Value):
    """What tells the seconds, and lets some pass."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


class _Complaint(Value):
    message: str


class _Answer(Value):
    status: int
    data: bytes
    link: str  # where the next page is
    retry: str  # after how many seconds it may be tried again


class Client:
    """The API at an address, for as many `seconds` as a run has for it; there are `pace` seconds between two writes."""

    def __init__(
        self,
        address: str,
        headers: Mapping[str, str],
        seconds: float = PATIENCE,
        pace: float = 1.0,
        timer: Timer = Timer(),  # noqa: B008 - frozen
    ) -> None:
        self._connection = _connection(address)
        self._base = urlsplit(address).path.rstrip("/")
        self._headers = {"User-Agent": "genetess", "Accept": "application/json", **headers}
        self._timer = timer
        self._until = timer.now() + seconds
        self._pace = pace
        self._free = 0.0
        self._thread_free = 0.0

    def close(self) -> None:
        self._connection.close()

    def get(self, path: str, kind: type[T], **query: object) -> T:
        """Return what is at a path. Raise Unanswered, Limited, Denied, WrongUsage for what is of another kind."""
        return _decode(self._ask("GET", _target(path, query)).data, kind, path)

    def find(self, path: str, kind: type[T]) -> T | None:
        """Return what is at a path, None where there is nothing, or nothing any more."""
        try:
            return self.get(path, kind)
        except Denied as fault:
            if fault.status in _GONE:
                return None
            raise

    def rows(self, path: str, kind: type[T], **query: object) -> Iterator[T]:
        """Yield the entries of a list, of all its pages. Raise as `get`."""
        page: type[list[T]] = list[kind]  # type: ignore[valid-type]
        target = _target(path, query)
        while target:
            answer = self._ask("GET", target)
            yield from _decode(answer.data, page, path)
            # Of the address that is named only the question counts: no answer leads to another host.
            target = f"{path}?{urlsplit(answer.link).query}" if answer.link else ""

    def send(self, method: str, path: str, body: object, kind: type[T], thread: bool = False) -> T:
        """Write something, in its time; `thread` is a new thread. Raise as `get`."""
        self._wait(self._thread_free if thread else self._free)
        try:
            answer = self._ask(method, path, msgspec.json.encode(body))
        finally:
            self._free = self._timer.now() + self._pace
            if thread:
                self._thread_free = self._timer.now() + _THREADS * self._pace
        return _decode(answer.data or b"null", kind, path)

    def _ask(self, method: str, target: str, body: bytes | None = None) -> _Answer:
        what = f"{method} {target.partition('?')[0]}"
        for attempt in range(_TRIES):
            try:
                answer = self._once(method, target, body)
            except gaierror:
                raise Unanswered(f"no network, or no such host: {self._connection.host}") from None
            except (OSError, HTTPException) as error:
                self._connection.close()
                why = type(error).__name__
            else:
                if answer.status < 300:
                    return answer
                if answer.status in _LIMITS:
                    self._keep_off(answer, what)
                    continue
                if answer.status < 500:
                    raise Denied(answer.status, what, _said(answer.data))
                why = f"HTTP {answer.status}"
            if method == "POST" or attempt == _TRIES - 1:
                raise Unanswered(f"the forge does not answer {what}: {why}")
            self._wait(self._timer.now() + 2**attempt)
        raise Limited(f"the forge takes nothing more for now: {what}")

    def _once(self, method: str, target: str, body: bytes | None) -> _Answer:
        headers = dict(self._headers)
        if body is not None:
            headers["Content-Type"] = "application/json"
        self._connection.request(method, self._base + target, body, headers)
        with self._connection.getresponse() as answer:
            links = answer.headers.get("Link", "").split(",")
            following = [link.split(">")[0].strip(" <") for link in links if 'rel="next"' in link]
            retry = answer.headers.get("Retry-After", "")
            return _Answer(answer.status, answer.read(), "".join(following[:1]), retry)

    def _keep_off(self, answer: _Answer, what: str) -> None:
        """Wait as long as the forge says.

        Raise Limited where it does not say, or that is too long; Denied where it refuses for another reason.
        """
        if answer.retry.isdecimal():
            self._connection.close()  # the forge may end it meanwhile, and a write on it would seem lost
            self._wait(self._timer.now() + int(answer.retry))
            return
        said = _said(answer.data)
        if _OF_ONE.search(said):
            raise Denied(answer.status, what, said)
        fault = Limited(f"the forge takes nothing more for now, or not from here: {what} ({answer.status})")
        fault.said = said
        raise fault

    def _wait(self, until: float) -> None:
        if until > self._until:
            raise Limited("the forge asks for more time between writes than this run has")
        self._timer.sleep(max(0.0, until - self._timer.now()))


def _connection(address: str) -> HTTPConnection:
    """Return the connection to an address, through the proxy that the environment names for it."""
    there = urlsplit(address)
    kind = HTTPConnection if there.scheme == "http" else HTTPSConnection
    host = there.hostname or ""
    named = getproxies().get(there.scheme)
    if not named or proxy_bypass(host):
        return kind(host, there.port, timeout=PATIENCE)
    proxy = urlsplit(named if "//" in named else f"//{named}")
    headers = {}
    if proxy.username:
        login = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
        headers["Proxy-Authorization"] = f"Basic {b64encode(login.encode()).decode()}"
    made = kind(proxy.hostname or "", proxy.port, timeout=PATIENCE)
    made.set_tunnel(host, there.port, headers)
    return made


def _said(data: bytes) -> str:
    """Return what an answer gives as the reason."""
    try:
        return msgspec.json.decode(data, type=_Complaint).message[:_WORDS]
    except msgspec.MsgspecError:
        return ""


def _target(path: str, query: Mapping[str, object]) -> str:
    return f"{path}?{urlencode(query)}" if query else path


def _decode(data: bytes, kind: type[T], path: str) -> T:
    try:
        try:
            return msgspec.json.decode(data, type=kind)
        except msgspec.ValidationError:
            raise
        except (ValueError, msgspec.DecodeError):
            # Half a letter of UTF-16, which JSON can hold and no text.
            text = json.dumps(json.loads(data.decode("utf-8", "replace")), ensure_ascii=False)
            return msgspec.json.decode(text.encode("utf-8", "replace"), type=kind)
    except msgspec.ValidationError as error:
        raise WrongUsage(f"{path} is not as the forge gives it: {error}") from None
    except (ValueError, RecursionError):
        raise Unanswered(f"what the forge answers for {path} is no JSON") from None


# What a forge answers to a league


class RepositoryFacts(Value):
    """What a forge knows of a repository."""

    private: bool
    fork: bool
    has_issues: bool = True


class Remark(Value):
    """A comment that the league's own runs made."""

    id: int
    on: int  # the number of what it is a comment on
    body: str
    at: int  # when it was written, in seconds

    @property
    def tag(self) -> str:
        """Return its last line, by which it is known again."""
        return self.body.rstrip().rpartition("\n")[2].strip()


def gap(runs: Sequence[int]) -> int:
    """Return the longest time between two runs; one of more than a day was an outage, and no measure."""
    times = sorted(runs)
    return min(_OUTAGE, max((later - earlier for earlier, later in pairwise(times)), default=0))
