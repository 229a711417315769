"""Builds of one folder at the same time: one waits for the other, or says that there is another."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from genetess_cli.errors import Busy
from genetess_cli.site import build
from genetess_cli.site.write.survey import Survey
from tests.kit.league import League, site_in, wide


@pytest.fixture
def site(tmp_path: Path) -> League:
    return wide(tmp_path / "here").start().order("MOVE C2 E-E", "PASS", "MOVE C17 N-E")


@pytest.mark.by_day(0, ci="all")
def test_builds_at_once_wait_for_each_other(site: League, tmp_path: Path) -> None:
    site.build()
    out = tmp_path / "out"
    command = [sys.executable, "-m", "genetess_cli", "build", "--out", str(out)]
    builds = [subprocess.Popen(command, cwd=site.root, stderr=subprocess.PIPE) for _ in range(4)]
    assert [(build.communicate()[1], build.returncode) for build in builds] == [(b"", 0)] * 4
    pages = site_in(out)
    assert pages == site.pages()


def test_a_build_that_takes_long_is_named(site: League) -> None:
    def begin_another(done: int, total: int) -> None:
        with pytest.raises(Busy, match=r"another build of .*site is running; run this again later"):
            build.update(Survey(site.league, site.out), patience=0)

    build.build(site.league, site.out, progress=begin_another)
    assert site.build().written == 0
