"""Which tests run: by day a share of those that try a thing in many cases, on a forge more of them, in the end all.

    @pytest.mark.by_day(3)             three cases by day and on a forge; the others are exhaustive
    @pytest.mark.by_day(3, ci=12)      three by day, twelve on a forge
    @pytest.mark.by_day(0, ci=ALL)     none by day, all of them on a forge
    @pytest.mark.exhaustive            in `make test-all` alone, which runs everything

A forge sets `CI`; so can anybody. What a run has left out is said at its end.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Sequence

import pytest
from hypothesis import settings

ALL = 1_000_000
EXAMPLES = 100
"""So many examples of a property are tried on a forge, where it says nothing else."""
IS_ON_FORGE = bool(os.environ.get("CI"))
_LONGEST_FIRST = (
    "tests/browser/test_every_page.py",
    "tests/house/test_docs.py",
    "tests/site/test_processes.py",
)
"""Modules with a fixture that takes long: begun last, one of them would run on alone."""

Counts = Counter[str]


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
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        tests: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in items:
            tests[item.nodeid.partition("[")[0]].append(item)
        for cases in tests.values():
            on_forge, by_day = _chosen(cases)
            self._count(cases, on_forge, by_day)
            for case in {*cases} - {*(on_forge if IS_ON_FORGE else by_day)}:
                case.add_marker(pytest.mark.exhaustive)
        items.sort(key=lambda item: not item.nodeid.startswith(_LONGEST_FIRST))

    def _count(
        self, cases: Sequence[pytest.Item], on_forge: Sequence[pytest.Item], by_day: Sequence[pytest.Item]
    ) -> None:
        room = "/".join(cases[0].nodeid.partition("::")[0].split("/")[1:2])
        for counts, chosen in ((self._all, cases), (self._forge, on_forge), (self._day, by_day)):
            counts[room] += len(chosen)

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
        every = not config.getoption("markexpr")
        ran = self._forge if IS_ON_FORGE else self._day
        if every or ran.total() == self._all.total():
            return
        terminalreporter.section("run by share")
        for room in sorted(self._all):
            if ran[room] < self._all[room]:
                terminalreporter.write_line(
                    f"{room}: {ran[room]:,} of {self._forge[room]:,} on a forge, {self._all[room]:,} in all"
                )
        terminalreporter.write_line(
            f"{ran.total():,} tests; CI=true runs {self._forge.total():,}, make test-all {self._all.total():,}"
        )


def _chosen(cases: Sequence[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The cases of a test that run on a forge, and those of them that run by day."""
    usual = [case for case in cases if not case.get_closest_marker("exhaustive")]
    marker = cases[0].get_closest_marker("by_day")
    if marker is None:
        return usual, usual
    day = marker.args[0]
    on_forge = [case for case in _evenly(cases, marker.kwargs.get("ci", day)) if case in usual]
    return on_forge, _evenly(on_forge, day)


def _evenly(cases: Sequence[pytest.Item], count: int) -> list[pytest.Item]:
    """So many of the cases, which lie evenly among all."""
    if count >= len(cases):
        return [*cases]
    return [cases[index * len(cases) // count] for index in range(count)]
