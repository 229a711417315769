"""Past sheets and scenes lie in files that only grow, and a site stays what a build from nothing makes of it.

Files of these tests have few records, so that games go over from one to the next.
"""

from __future__ import annotations

import base64
import random
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from genetess_cli.errors import Fault
from genetess_cli.site import build, places
from genetess_cli.site.write import pack
from genetess_cli.store.seal import box, keys
from genetess_cli.store.seal.box import Unopened
from tests.kit.keys import GAME_KEY
from tests.kit.league import League, site_in, wide

KINDS = pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])


@pytest.fixture(autouse=True)
def _few_records_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "RECORDS", 4)


def _full(site: League, folder: Path) -> dict[str, bytes]:
    build.build(site.league, folder, full=True)
    return site_in(folder)


def _game(folder: Path, sealed: bool, turns: int = 0, more: str = "") -> League:
    """A game for two, with keys at hand."""
    site = wide(folder, more=more, sealed=sealed).start().order(*["PASS"] * turns)
    site.build()
    return site


def _past(site: League) -> list[str]:
    return [place for place in site.pages() if "/past/" in place]


# What is past


@KINDS
def test_past_is_every_sheet_but_the_newest(tmp_path: Path, sealed: bool) -> None:
    site = _game(tmp_path, sealed)
    assert _past(site) == []
    for newest in range(1, 6):
        site.order("PASS").build()
        assert [*site.past("red", key=site.key("red"))] == [*range(newest)]
    assert {Path(place).name for place in _past(site)} == {"01.js", "02.js"}


@KINDS
def test_a_turn_writes_the_files_of_its_number_alone(tmp_path: Path, sealed: bool) -> None:
    site = _game(tmp_path, sealed, turns=6)
    before = site.pages()
    site.order("PASS").build()
    changed = {place for place, data in site.pages().items() if before.get(place) != data}
    assert {place for place in changed if "/past" in place} == {
        f"riot/sheet/{seat}/past/02.js" for seat in ("red", "green", "blue")
    }
    assert not [place for place in changed if place.startswith("riot/replay/") and place.endswith("01.js")]


def test_the_lines_of_an_open_game_stay_when_a_turn_is_added(tmp_path: Path) -> None:
    site = _game(tmp_path, sealed=False, turns=5)
    before = site.pages()
    site.order("PASS").build()
    for place in ("riot/sheet/red/past/02.js", "riot/replay/red/02.js"):
        lines = before[place].splitlines()[:-1]
        assert site.pages()[place].splitlines()[: len(lines)] == lines


@pytest.mark.by_day(0, ci="all")
@pytest.mark.parametrize("more", ["", "spectators: {delayed: 3}\n"], ids=["fog", "delayed"])
def test_a_replay_knows_which_of_its_files_turns_still_change(tmp_path: Path, more: str) -> None:
    """A browser may keep the others for good."""
    site = _game(tmp_path, sealed=False, turns=2, more=more)
    for _ in range(8):
        before = site.pages()
        full = int(re.findall(rb'"full":(\d+)', before["riot/replay.html"])[0])
        site.order("PASS").build()
        changed = {place for place, data in site.pages().items() if before.get(place, data) != data}
        files = [int(Path(place).stem) - 1 for place in changed if place.startswith("riot/replay/")]
        assert min(files, default=full) == full


# Whatever happens, a site is what a build from nothing makes


def _acted(site: League, luck: random.Random, number: int) -> bool:
    """Do one of what players and the GM do; False where it is not possible just then."""
    site.hour += 1
    seat = luck.choice(("red", "green", "blue"))
    acts: list[Callable[[], object]] = [
        lambda: site.play(luck.randint(1, 3), seed=number),
        lambda: site.play(1, seed=number),
        lambda: site.order("PASS", "PASS"),
        lambda: site.undo(site.hour),
        lambda: site.undo(site.hour, to=_early(site, luck)),
        lambda: site.replaced(site.hour, seat, f"Newcomer {number}"),
        lambda: (
            site.edit("name: Riot", f"name: Riot {number}") if "name: Riot\n" in site.game_text() else None
        ),
        lambda: site.writes(seat, f"# {number}\nPASS\n"),
        lambda: site.renew(seat) if site.is_sealed else None,
    ]
    try:
        luck.choice(acts)()
    except Fault:
        return False
    return True


def _early(site: League, luck: random.Random) -> str:
    """A turn that was played and is not taken back."""
    return luck.choice([record.turn for record in site.recorded(1)][-4:])


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(2, 12))]
)
@pytest.mark.parametrize("more", ["", "spectators: {delayed: 3}\n"], ids=["fog", "delayed"])
@KINDS
def test_after_any_history_a_site_is_as_one_built_from_nothing(
    tmp_path: Path, sealed: bool, more: str, seed: int
) -> None:
    luck = random.Random(f"{sealed} {more} {seed}")
    site = _game(tmp_path / "here", sealed, luck.randint(0, 5), more)
    for number in range(3):
        while not _acted(site, luck, number):
            pass
        site.build()
        assert site.pages() == _full(site, tmp_path / "full")
    site.hour += 1
    site.finish(site.hour)
    site.build()
    assert site.pages() == _full(site, tmp_path / "full")
    if sealed:
        site.reveal().build()
        assert site.pages() == _full(site, tmp_path / "full")


# Damage


def _cut(data: bytes) -> bytes:
    """Between two lines, where there are some."""
    lines = data.splitlines(keepends=True)
    return b"".join(lines[:-1]) or data[: len(data) * 2 // 3]


def _other_byte(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + (b"A" if data[middle : middle + 1] != b"A" else b"B") + data[middle + 1 :]


DAMAGES = {"cut": _cut, "another byte": _other_byte, "empty": lambda data: b"", "missing": None}


@KINDS
@pytest.mark.parametrize(
    "place", ["riot/sheet/green/past/01.js", "riot/sheet/green/past/02.js", "riot/replay/02.js"]
)
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_game_one_of_whose_files_is_damaged_is_told_anew(
    tmp_path: Path, sealed: bool, place: str, damage: Callable[[bytes], bytes] | None
) -> None:
    site = _game(tmp_path / "here", sealed, turns=5)
    file = site.out / place
    if damage:
        file.write_bytes(damage(file.read_bytes()))
    else:
        file.unlink()
    site.order("PASS").build()
    assert site.pages() == _full(site, tmp_path / "full")


@KINDS
@pytest.mark.parametrize(
    "other", ["riot/sheet/red/past/02.js", "riot/sheet/green/past/01.js", "riot/replay/02.js"]
)
def test_another_file_in_the_place_of_one_is_seen(tmp_path: Path, sealed: bool, other: str) -> None:
    site = _game(tmp_path / "here", sealed, turns=5)
    (site.out / "riot/sheet/green/past/02.js").write_bytes((site.out / other).read_bytes())
    site.order("PASS").build()
    assert site.pages() == _full(site, tmp_path / "full")


@KINDS
def test_an_older_copy_of_a_file_is_seen(tmp_path: Path, sealed: bool) -> None:
    site = _game(tmp_path / "here", sealed, turns=5)
    before = site.pages()
    site.order("PASS").build()
    for place in ("riot/sheet/red/past/02.js", "riot/replay/02.js"):
        (site.out / place).write_bytes(before[place])
    site.order("PASS").build()
    assert site.pages() == _full(site, tmp_path / "full")


# Sealed games


def _sizes(site: League) -> dict[str, int]:
    return {place: len(pack.sealed_of(site.page(place))) for place in _past(site)}


def test_files_of_all_seats_have_one_length_from_the_first_row_on(tmp_path: Path) -> None:
    site = _game(tmp_path, sealed=True)
    for _ in range(6):
        site.order("PASS").build()
        assert {*_sizes(site).values()} == {16_384 + box.OVERHEAD}
    assert len(_sizes(site)) == 6


def _newest(site: League) -> set[int]:
    pages = [site.page(f"riot/sheet/{seat}/index.html") for seat in ("red", "green", "blue")]
    sealed = [re.findall(r'<pre id="sealed"[^>]*>([^<]*)<', page) for page in pages]
    return {len(base64.b64decode(each)) for [each] in sealed}


@pytest.mark.by_day(0, ci="all")
def test_lengths_grow_for_all_seats_together_and_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest sheet has that of the files, or more: never its own."""
    monkeypatch.setattr("genetess_cli.site.write.sealed.LEAST", box.BLOCK)  # which the first sheets outgrow
    site = _game(tmp_path / "here", sealed=True)
    grown: list[int] = []
    for number in range(6):
        site.play(2, seed=number).build()
        assert site.pages() == _full(site, tmp_path / "full")
        sizes = _sizes(site)
        by_file = [
            {size for place, size in sizes.items() if place.endswith(f"0{file}.js")} for file in (1, 2, 3, 4)
        ]
        lengths = [*map(tuple, filter(None, by_file))]
        assert all(len(each) == 1 for each in lengths)
        grown = [size for (size,) in lengths]
        assert all(one <= other for one, other in pairwise(grown))
        assert len(_newest(site)) == 1
        assert max(_newest(site)) >= grown[-1]
    assert grown[-1] > box.BLOCK + box.OVERHEAD


def test_no_other_seats_key_and_no_old_one_opens_a_file(tmp_path: Path) -> None:
    site = _game(tmp_path, sealed=True, turns=2)
    old = site.key("red")
    for key in (keys.seat_key(GAME_KEY, "green", 0), keys.state_key(GAME_KEY), GAME_KEY):
        with pytest.raises(Unopened):
            site.past("red", key=key)
    assert site.past("red", key=old)
    site.renew("red").build()
    with pytest.raises(Unopened):
        site.past("red", key=old)
    assert [*site.past("red", key=site.key("red"))] == [0, 1]


def test_twins_have_files_of_equal_names_and_lengths(tmp_path: Path) -> None:
    """Two games that differ in what others must not learn, and in how much is told of it."""
    twins = []
    for name, order in (("quiet", "PASS"), ("busy", "MOVE C2 E-E")):
        site = _game(tmp_path / name, sealed=True)
        for _ in range(2):
            site.order(order, "PASS", "PASS").build()
            order = "PASS"
        twins.append({place: len(data) for place, data in site.pages().items() if "/sheet/" in place})
        assert _sizes(site)
    assert twins[0] == twins[1]
