"""What `make bench` measures with: processor time and not waiting, a base that stays, rows that notice a loss."""

from __future__ import annotations

import sys
import time

import pytest

from benchmarks import reference
from benchmarks.__main__ import SUBJECTS
from benchmarks.measure import Task, against, nothing, run, samples, spent
from benchmarks.row import Figure, Row
from tests.house.tree import ROOT

ROWS = [row for subject in SUBJECTS for row in subject.ROWS]
WORK = "sum(range(3_000_000))"


def test_the_reference_is_the_program_that_it_was() -> None:
    """Whoever changes it takes the base away from all figures told before."""
    assert [reference.turns(count) for count in (100, 1000)] == [880617, 611198]


def test_waiting_costs_nothing() -> None:
    assert spent(lambda: time.sleep(0.2)) < 0.05


def test_what_another_process_does_counts() -> None:
    def command(text: str) -> None:
        run([sys.executable, "-c", text])

    took = samples({"nothing": Task(lambda: command("pass")), "work": Task(lambda: command(WORK))}, 3)
    assert min(took["work"]) > max(took["nothing"])


def test_what_is_done_before_is_not_measured() -> None:
    took = samples({"nothing": Task(nothing, lambda: sum(range(3_000_000)))}, 3, lambda: sum(range(100_000)))
    assert max(took["nothing"]) < 1


def test_a_figure_is_the_middle_of_ratios_of_each_round() -> None:
    assert against([2, 9, 4], [1, 3, 4]) == Figure(middle=2, least=1, greatest=3)


@pytest.mark.parametrize(
    ("row", "middle", "holds"),
    [
        (Row("a cost", "P", gate=8), 8, True),
        (Row("a cost", "P", gate=8), 8.1, False),
        (Row("a speed", "×", gate=8, at_least=True), 7.9, False),
        (Row("a cost", "P", gate=8, goal=5), 6, True),
    ],
)
def test_the_gate_alone_must_hold(row: Row, middle: float, holds: bool) -> None:
    assert row.holds(Figure(middle, middle, middle)) is holds


def test_a_row_can_be_pasted_into_the_page() -> None:
    row = Row("`tick`", "P", gate=40, goal=27)
    assert row.line(Figure(31.04, 29, 412.3)) == "| `tick` | 31.0 (29.0–412) P | 40 P | 27 P |"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.what)
def test_every_row_has_a_gate(row: Row) -> None:
    assert row.gate is not None


def test_every_row_is_on_the_page_with_its_gate_and_goal() -> None:
    page, _, _ = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8").partition("## How strong")
    told = [_told(line) for line in page.splitlines() if line.startswith("| ")]
    assert told[1:] == [_told(row.line(Figure(1, 1, 1))) for row in ROWS]


def _told(line: str) -> tuple[str, str, str]:
    """The name, gate and goal of a row of the table."""
    name, *_, gate, goal = (cell.strip() for cell in line.strip("|").split("|"))
    return name, gate, goal
