"""Where keys lie: for their owner alone, made once, never replaced unasked, and in no message."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from genetess_cli.errors import Refused, ignore_note
from genetess_cli.store.seal import keyring, keys

KEY, OTHER = bytes(range(32)), bytes(32)
GAME = "00" * 16


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv(keyring.VARIABLE, raising=False)
    return tmp_path / "config" / "genetess"


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# The master key


def test_a_new_key_is_for_its_owner_alone(folder: Path) -> None:
    told: list[str] = []
    key = keyring.master(told.append)
    assert _mode(folder / "master.key") == 0o600
    assert _mode(folder) == 0o700
    assert [file.name for file in folder.iterdir()] == ["master.key"]
    assert str(folder / "master.key") in told[0]
    assert key.hex() not in told[0]
    assert keyring.master(ignore_note) == key == keyring.master()
    assert len(told) == 1


def test_the_folder_above_is_made_as_others_are(folder: Path) -> None:
    folder.parent.mkdir(mode=0o755)
    keyring.master(ignore_note)
    assert _mode(folder.parent) == 0o755


def test_no_key_is_made_unasked(folder: Path) -> None:
    with pytest.raises(
        Refused, match=r"master key is missing: set GENETESS_MASTER_KEY .* or put it into .*master\.key"
    ):
        keyring.master()
    assert not folder.exists()
    assert not keyring.has_master()


def test_two_that_make_one_at_the_same_time_get_the_same(folder: Path) -> None:
    found: list[bytes] = []
    told: list[str] = []
    begin = threading.Barrier(8)

    # In one process all would write the same half file; so each thread stands for one with a number of its own.
    def run() -> None:
        begin.wait()
        found.append(keyring.master(told.append))

    numbers = iter(range(100_000, 200_000))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "getpid", lambda: next(numbers))
        threads = [threading.Thread(target=run) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(found) == 8
    assert len({*found}) == 1
    assert len(told) == 1
    assert [file.name for file in folder.iterdir()] == ["master.key"]


def test_the_environment_comes_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    keyring.bring_master(KEY.hex())
    assert keyring.master() == KEY
    monkeypatch.setenv(keyring.VARIABLE, f" {OTHER.hex()}\n")
    assert keyring.master() == OTHER
    assert keyring.where() == "the environment variable GENETESS_MASTER_KEY"
    monkeypatch.setenv(keyring.VARIABLE, " ")
    assert keyring.master() == KEY


@pytest.mark.parametrize(
    "text", ["", "zz" * 32, KEY.hex()[:-2], KEY.hex() + "00", "ключ", KEY.hex() + "\n" + KEY.hex()[1:]]
)
def test_what_is_no_key_is_refused_and_never_repeated(
    text: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir(parents=True)
    (folder / "master.key").write_text(text)
    with pytest.raises(Refused, match=r"master\.key does not hold a master key") as refused:
        keyring.master()
    assert not text or text not in str(refused.value)
    if text:
        monkeypatch.setenv(keyring.VARIABLE, text)
        with pytest.raises(
            Refused, match="the environment variable GENETESS_MASTER_KEY does not hold"
        ) as refused:
            keyring.master()
        assert text not in str(refused.value)


def test_bytes_that_are_no_text_are_no_key(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "master.key").write_bytes(b"\xff\x00" * 400)
    with pytest.raises(Refused, match="does not hold"):
        keyring.master()


def test_a_key_that_cannot_be_read_is_said_to_be(folder: Path) -> None:
    (folder / "master.key").mkdir(parents=True)
    with pytest.raises(Refused, match="cannot be read"):
        keyring.master()
    assert keyring.has_master()


def test_a_folder_that_cannot_be_made_is_said_to_be(folder: Path) -> None:
    folder.parent.mkdir()
    folder.write_text("a file is in the way")
    with pytest.raises(Refused, match="cannot be"):
        keyring.master(ignore_note)


def test_a_key_brought_from_elsewhere_never_replaces_another(folder: Path) -> None:
    assert keyring.bring_master(f"{KEY.hex()}\n") == folder / "master.key"
    assert _mode(folder / "master.key") == 0o600
    assert keyring.bring_master(KEY.hex().upper()) == folder / "master.key"
    with pytest.raises(Refused, match="another master key") as refused:
        keyring.bring_master(OTHER.hex())
    assert OTHER.hex() not in str(refused.value)
    assert keyring.master() == KEY


def test_a_games_key_is_checked_against_its_commitment() -> None:
    keyring.bring_master(KEY.hex())
    key = keys.game_key(KEY, GAME)
    assert keyring.game_key_for(GAME, keys.commitment(key)) == key
    with pytest.raises(Refused, match="not the one that the game was made with"):
        keyring.game_key_for(GAME, keys.commitment(OTHER))


# Several master keys


@pytest.mark.parametrize("between", ["\n", "\r\n", " ", ",", ":", ", ", "\n\n"])
def test_several_keys_are_parted_by_whatever_a_forge_takes(
    between: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(keyring.VARIABLE, between.join([OTHER.hex(), KEY.hex(), OTHER.hex().upper()]))
    assert keyring.masters() == [OTHER, KEY]
    assert keyring.master() == KEY


def test_a_games_key_is_of_the_master_key_that_it_was_made_with() -> None:
    keyring.bring_master(f"{KEY.hex()}\n{OTHER.hex()}")
    old, new = keys.game_key(KEY, GAME), keys.game_key(OTHER, GAME)
    assert keyring.game_key_for(GAME, keys.commitment(old)) == old
    assert keyring.game_key_for(GAME, keys.commitment(new)) == new
    assert keyring.game_key_for(GAME, None) == new
    stranger = keys.commitment(bytes(range(1, 33)))
    with pytest.raises(Refused, match="none of the master keys here is the one that the game") as refused:
        keyring.game_key_for(GAME, stranger)
    named = (stranger[:8], keys.fingerprint(KEY), keys.fingerprint(OTHER))
    assert all(part in str(refused.value) for part in named)


def test_one_line_that_is_no_key_spoils_them_all(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "master.key").write_text(f"{KEY.hex()}\n# the new one\n{OTHER.hex()}\n")
    with pytest.raises(Refused, match="line breaks, blanks, commas or colons part several"):
        keyring.masters()
    with pytest.raises(Refused, match="does not hold"):
        keyring.rotate()


def test_a_rotation_keeps_the_keys_that_were_there(folder: Path) -> None:
    keyring.bring_master(KEY.hex())
    made = keyring.rotate()
    assert keyring.masters() == [KEY, made]
    assert _mode(folder / "master.key") == 0o600
    again = keyring.rotate()
    assert keyring.masters() == [KEY, made, again]


def test_a_key_in_the_environment_is_not_rotated(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(keyring.VARIABLE, KEY.hex())
    with pytest.raises(Refused, match="unset it"):
        keyring.rotate()
    assert not folder.exists()


def test_a_key_that_is_here_is_not_written_again(folder: Path) -> None:
    keyring.bring_master(KEY.hex())
    before = (folder / "master.key").read_bytes()
    keyring.bring_master(KEY.hex())
    assert (folder / "master.key").read_bytes() == before


def test_a_machine_learns_of_a_rotation_elsewhere() -> None:
    keyring.bring_master(KEY.hex())
    keyring.bring_master(f"{KEY.hex()}:{OTHER.hex()}")
    assert keyring.masters() == [KEY, OTHER]
    keyring.bring_master(KEY.hex())
    assert keyring.masters() == [KEY, OTHER]
    with pytest.raises(Refused, match="import them at once, the newest last"):
        keyring.bring_master(f"{'11' * 32} {KEY.hex()}")


# The keys of seats


def test_a_seats_key_is_brought_and_found_again(folder: Path) -> None:
    path, _ = keyring.bring_seat(GAME, "red", keyring.seat_text(KEY))
    assert path == folder / "seats" / f"{GAME}-red.key"
    assert (_mode(path), _mode(path.parent)) == (0o600, 0o700)
    assert keyring.seat_key(GAME, "red") == KEY
    assert keyring.seat_key(GAME, "green") is None
    assert keyring.seat_key("01" * 16, "red") is None


def test_a_new_link_replaces_the_old_one_which_is_kept_beside_it() -> None:
    keyring.bring_seat(GAME, "red", keyring.seat_text(KEY))
    path, before = keyring.bring_seat(GAME, "red", keyring.seat_text(OTHER))
    assert before == path.with_suffix(".before")
    assert keyring.seat_key(GAME, "red") == OTHER
    assert {_mode(file) for file in path.parent.iterdir()} == {0o600}
    assert before.read_text().startswith(keyring.seat_text(KEY))


def test_the_same_link_replaces_nothing() -> None:
    keyring.bring_seat(GAME, "red", keyring.seat_text(KEY))
    path, before = keyring.bring_seat(GAME, "red", keyring.seat_text(KEY))
    assert before is None
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("there", ["", "not a key"])
def test_a_file_that_holds_no_master_key_is_to_be_moved_away_first(there: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "master.key").write_text(there)
    with pytest.raises(
        Refused, match=r"move it away first, `mv /.*master.key.old`, and import the key again"
    ):
        keyring.bring_master(KEY.hex())


def test_the_text_of_a_key_is_what_a_link_can_carry() -> None:
    text = keyring.seat_text(b"\xfb\xff" * 16)
    assert len(text) == 43
    assert not set(text) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    assert keyring.decode_seat_key(text, "it") == b"\xfb\xff" * 16


@pytest.mark.parametrize("text", ["", "a", "A" * 42, "A" * 44, "A" * 42 + "+", "A" * 43 + "\n", KEY.hex()])
def test_what_is_no_key_of_a_seat_is_refused_and_never_repeated(text: str, folder: Path) -> None:
    with pytest.raises(Refused, match="the 43 characters after the `#` of its link") as refused:
        keyring.bring_seat(GAME, "red", text)
    assert len(text) < 2 or text not in str(refused.value)
    (folder / "seats").mkdir(parents=True)
    (folder / "seats" / f"{GAME}-red.key").write_text(text if text != "A" * 43 + "\n" else "A" * 45)
    with pytest.raises(Refused, match="does not hold the key of a seat"):
        keyring.seat_key(GAME, "red")
