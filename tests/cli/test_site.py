"""`genetess build`, `serve` and `demo` as commands; what is on the pages is tested with the site."""

from __future__ import annotations

import os
import pty
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.house.tree import ROOT
from tests.kit.command import LATER, Unchanged, run


def test_build_writes_the_site_into_the_league(started: Path) -> None:
    done = run(started, "build")
    assert done.status == 0, done.err
    assert (started / "_site" / "index.html").exists()
    assert done.err == ""


def test_a_league_without_a_site_invites_into_a_clone(started: Path) -> None:
    told = run(started, "invite", "riot", "red")
    assert (told.status, told.err) == (0, "")
    assert "This league has no web site" in told.out
    assert 'genetess order riot red "PASS" --commit' in told.out


def test_a_player_of_an_open_game_is_invited_with_the_address_of_the_sheet(started: Path) -> None:
    assert "`site: {base_url: ADDRESS}`" in run(started, "invite", "riot", "red", "--plain").err
    (started / "genetess.yaml").write_text("title: Tests\nsite:\n  base_url: https://example.org\n")
    address = "https://example.org/riot/sheet/red/"
    assert run(started, "invite", "riot", "red", "--plain").out == f"{address}\n"
    assert {"Hello Ragnar,", address, "How to play: https://example.org/play.html"} <= {
        *run(started, "invite", "riot", "red").out.splitlines()
    }


def test_all_players_of_a_game_are_invited_at_once_but_no_bot(started: Path, refused: Unchanged) -> None:
    assert run(started, "replace", "riot", "green", "--bot", "greedy", "--now", LATER).status == 0
    told = run(started, "invite", "riot")
    assert (told.status, told.out.count("\n--- ")) == (0, 1)
    assert "--- riot, for Ragnar ---" in told.out
    assert "for one seat; name it" in refused(started, "invite", "riot", "--plain", status=2).err
    assert "nothing is committed" in refused(started, "invite", "riot", "--push", status=2).err


def test_who_has_left_is_not_invited(started: Path) -> None:
    run(started, "drop", "riot", "green", "--now", LATER)
    assert run(started, "invite", "riot").out.count("\n--- ") == 1


def test_a_bar_is_shown_to_somebody_who_watches(started: Path) -> None:
    """On stderr, so that what is piped on stays clean."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "genetess_cli", "build", "--full"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm"}
    done = subprocess.run(
        command, cwd=started, stdout=subprocess.PIPE, stderr=theirs, env=environment, check=True
    )
    os.close(theirs)
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        assert b"Building" in terminal.read(4096)
    assert done.stdout.decode().count("\n") == 1


def test_a_second_build_writes_nothing(started: Path) -> None:
    run(started, "build")
    assert "; 0 files written, 0 removed" in run(started, "build").out


def test_full_builds_every_page_again(started: Path) -> None:
    run(started, "build", "--out", "out")
    assert run(started, "build", "--out", "out", "--full").status == 0


def test_another_folder_is_taken_from_where_one_stands(started: Path, tmp_path: Path) -> None:
    assert run(tmp_path, "-C", str(started), "build", "--out", "public").status == 0
    assert (tmp_path / "public" / "index.html").exists()


def test_a_folder_of_other_files_is_refused(started: Path) -> None:
    (started / "mine").mkdir()
    (started / "mine" / "a.txt").write_text("mine")
    assert run(started, "build", "--out", "mine").status == 1
    assert run(started, "build", "--out", "genetess.yaml").status == 1


@pytest.mark.exhaustive
def test_serve_shows_the_site_and_builds_it_again(started: Path) -> None:
    command = [sys.executable, "-u", "-m", "genetess_cli", "serve", "--port", "0"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    # A shell that starts the tests in the background has programs below it ignore SIGINT.
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        command, cwd=started, stdout=subprocess.PIPE, text=True, env=environment, preexec_fn=heed
    ) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[4]
        try:
            assert address.startswith("http://127.0.0.1:")
            with urlopen(address) as page:
                assert b"riot" in page.read()
            (started / "genetess.yaml").write_text("title: Another name\n")
            time.sleep(1.1)
            with urlopen(address) as page:
                assert b"Another name" in page.read()
        finally:
            server.send_signal(signal.SIGINT)
        assert server.wait(10) == 0


def test_a_taken_port_is_refused(started: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run(started, "serve", "--port", str(taken.getsockname()[1]))
    assert done.status == 1
    assert "--port" in done.err


def test_demo_refuses_a_folder_with_something_in_it(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    assert run(tmp_path, "demo", ".").status == 1
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
