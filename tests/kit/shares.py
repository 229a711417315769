"""Which tests run: those of a forge, by day a share of them, and in the end all.

    @pytest.mark.exhaustive            neither by day nor on a forge
    @pytest.mark.by_day(3)             three of its cases by day and on a forge; the others are exhaustive
    @pytest.mark.by_day(3, ci=12)      three by day, twelve on a forge
    @pytest.mark.by_day(0, ci="all")   none by day, all of them on a forge

Without a mark a test runs on a forge with all its cases, and by day with as many as its room has in `ROOMS`: those are
others for each test, so that what a whole module is tried with is tried. `pytest` runs what a forge does, `make test`
what is run by day, and says so; `make test-all` runs all.
"""

from __future__ import annotations

import zlib
from collections import Counter, defaultdict
from collections.abc import Sequence

import pytest
from hypothesis import settings

_WHOLE = 1_000_000
EXAMPLES = 100
"""So many examples of a property are tried on a forge, where it says nothing else."""
BY_DAY = "--by-day"
ROOMS = {
    "browser": 1,
    "cli": 1,
    "intake": 1,
    "playthroughs": 2,
    "site": 1,
    "store": 1,
    "turns": 1,
}
"""So many cases of a test are run by day where each makes a league, a page or a message."""
_LONGEST_FIRST = (
    "tests/playthroughs/test_leaks.py",
    "tests/browser/test_every_page.py",
    "tests/house/test_docs.py",
    "tests/site/test_processes.py",
)
"""Modules with a fixture that takes long: begun last, one of them would run on alone."""

Counts = Counter[str]
Cases = Sequence[pytest.Item]


def examples(count: int) -> int:
    """So many examples of a property on a forge, and as much less by day as there are of others."""
    share = settings().max_examples / EXAMPLES
    return min(count, max(int(count * share), 5))


class Shares:
    """A plugin of pytest: marks what is left out as exhaustive, and tells of it in the end."""

    def __init__(self) -> None:
        self._day: Counts = Counter()
        self._forge: Counts = Counter()
        self._all: Counts = Counter()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        tests: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in items:
            tests[item.nodeid.partition("[")[0]].append(item)
        is_day = config.getoption(BY_DAY)
        for name, cases in tests.items():
            on_forge, by_day = _chosen(name, cases)
            for counts, chosen in ((self._all, cases), (self._forge, on_forge), (self._day, by_day)):
                counts[_room(name)] += len(chosen)
            for case in {*cases} - {*(by_day if is_day else on_forge)}:
                case.add_marker(pytest.mark.exhaustive)
        items.sort(key=lambda item: not item.nodeid.startswith(_LONGEST_FIRST))

    # Several processes collect the same, and the one that tells collects nothing.

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["shares"] = [dict(each) for each in (self._day, self._forge, self._all)]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        output = getattr(node, "workeroutput", {})
        if "shares" in output:
            self._day, self._forge, self._all = map(Counter, output["shares"])

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, config: pytest.Config
    ) -> None:
        if not config.getoption(BY_DAY):
            return
        terminalreporter.section("what was run by day")
        for room, count in sorted(self._forge.items()):
            if self._day[room] < count:
                terminalreporter.write_line(f"tests/{room}: {self._day[room]:,} of {count:,}")
        day, forge, every = (each.total() for each in (self._day, self._forge, self._all))
        terminalreporter.write_line(
            f"{day:,} tests of {forge:,}, which `CI=true make test` runs; `make test-all` runs all {every:,}"
        )


def _chosen(name: str, cases: Cases) -> tuple[Cases, Cases]:
    """The cases of a test that run on a forge, and those of them that run by day."""
    usual = [case for case in cases if not case.get_closest_marker("exhaustive")]
    marker = cases[0].get_closest_marker("by_day")
    if marker is None:
        return usual, _evenly(usual, ROOMS.get(_room(name), _WHOLE), zlib.crc32(name.encode()))
    day = marker.args[0]
    ci = marker.kwargs.get("ci", day)
    ci = _WHOLE if ci == "all" else ci
    on_forge = [case for case in _evenly(cases, ci) if case in usual]
    return on_forge, _evenly(on_forge, day, zlib.crc32(name.encode())) if day < ci else on_forge


def _evenly(cases: Cases, count: int, first: int = 0) -> Cases:
    """So many of the cases, which lie evenly among all, from the one with that number on."""
    if count >= len(cases):
        return cases
    return [cases[(first + index * len(cases) // count) % len(cases)] for index in range(count)]


def _room(name: str) -> str:
    """The folder of a test."""
    return name.partition("::")[0].split("/")[1]
