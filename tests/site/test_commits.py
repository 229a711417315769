"""The commit of a turn, named on its pages and in feeds: whoever keeps it holds the history against it later."""

from __future__ import annotations

import re
from pathlib import Path

import feedparser
import pytest

from genetess_cli.site import build
from genetess_cli.store.league import find
from tests.kit.command import git
from tests.kit.league import BEGIN, League, site_in, wide

FORGE = "title: Friday\nsite: {repository: me/league}\n"


def _commits(site: League) -> list[str]:
    """The commits of the league's turns, the first one first: each has one record."""
    return git(site.root, "log", "--reverse", "--format=%H", "--", "games/riot/turns").split()


def _named(page: str) -> list[str]:
    return re.findall("[0-9a-f]{40}", page[page.index("<footer>") :])


def _built(root: Path, out: Path) -> dict[str, bytes]:
    build.build(find(root), out)
    return site_in(out)


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_the_pages_of_a_turn_name_its_commit(tmp_path: Path, sealed: bool) -> None:
    site = wide(tmp_path, sealed=sealed).start().order("MOVE C2 E-E", "PASS")
    site.build()
    commits = _commits(site)
    assert len(commits) == 3
    for number, stem in enumerate(("0000-0", "0001-1a", "0002-1b")):
        assert _named(site.page(f"riot/turns/{stem}.html")) == [commits[number]]
    assert _named(site.page("riot/sheet/red/index.html")) == [commits[-1]]


def test_the_commit_leads_to_its_page_on_the_forge(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    (site.root / "genetess.yaml").write_text(FORGE)
    site.build()
    [commit] = _commits(site)
    assert f'href="https://github.com/me/league/commit/{commit}"' in site.page("riot/sheet/red/index.html")


def test_each_entry_of_a_feed_names_its_commit(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E", "PASS")
    site.build()
    commits = _commits(site)
    for feed in (site.out / "riot/feed.atom", *site.out.glob("player-*.atom")):
        entries = feedparser.parse(feed.read_bytes()).entries
        assert entries
        assert {re.findall("Commit ([0-9a-f]{40})[.]", each.content[0].value)[0] for each in entries} <= {
            *commits
        }


def test_the_same_history_gives_the_same_pages_also_once_it_was_rewritten(tmp_path: Path) -> None:
    site = wide(tmp_path / "here").start().order("MOVE C2 E-E", "PASS")
    site.build()
    before = _commits(site)
    words = ("-c", "user.name=Gwen", "-c", "user.email=gwen@example.org", "commit", "--amend", "--no-edit")
    git(site.root, *words, "--reset-author", "--date", "2027-01-01T00:00:00Z")
    site.build()
    assert _commits(site)[-1] != before[-1]
    assert _named(site.page("riot/turns/0002-1b.html")) == [_commits(site)[-1]]
    assert site.pages() == _built(site.root, tmp_path / "fresh")


def test_a_commit_that_is_no_turn_changes_no_page(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E")
    site.build()
    tip = site.repository.tip()
    site.repository.commit(tip, {"NOTES": b"rain\n"}, "notes\n", BEGIN)
    assert site.build().written == 0


def test_of_what_a_shallow_clone_has_left_out_no_commit_is_named(tmp_path: Path) -> None:
    site = wide(tmp_path / "here").start().order("MOVE C2 E-E", "PASS")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--depth", "2", site.root.as_uri(), str(clone))
    pages = _built(clone, tmp_path / "out")
    named = [_named(pages[f"riot/turns/{stem}.html"].decode()) for stem in ("0000-0", "0001-1a", "0002-1b")]
    assert named == [[], [], [_commits(site)[-1]]]
