"""`check` of a sealed game: without any key what can be seen of the form, with the key everything."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from genetess_cli.store.seal import box, keys, orders
from genetess_cli.store.seal.box import SealedFile
from genetess_cli.store.seal.orders import SealedOrders
from tests.kit.command import Done, commit, run
from tests.kit.keys import KEY
from tests.kit.reading import game_in

GAME = "games/riot"
ORDERS = f"{GAME}/orders"
BODY = bytes(4096 + 28)


def _file(seat: str = "red", slug: str = "riot", kind: str = "order", sealed: bytes = BODY) -> bytes:
    """A file that has the form of a sealed one, made without any key."""
    return box.write_file(SealedFile(kind, slug, seat, "1a", sealed))


# What can be seen of an order file without a key, and what is said of it.
ORDER_FILES: dict[str, tuple[bytes, str]] = {
    "another seat's": (_file("green"), "it was sealed for green, not for red"),
    "another game's": (_file(slug="feud"), "it was sealed for feud, not for riot"),
    "a record": (_file("", kind="record"), "no sealed order, but a sealed record"),
    "too long": (_file(sealed=bytes(12_316)), "at most 8,220 are opened"),
    "half of it": (_file()[:1002], "not base64"),
    "some lines of it": (
        b"\n".join(_file().split(b"\n")[:20]),
        "part of it is missing, or something was added",
    ),
    "a line more": (_file(sealed=BODY + bytes(57)), "part of it is missing, or something was added"),
    "its first line alone": (_file(sealed=b""), "part of it is missing, or something was added"),
    "a wrong line": (_file().replace(b"AAAA", b"NaN,", 1), "not base64"),
    "plain orders": (b"MOVE B2 S\n", "it is no sealed text"),
    "bytes": (b"\xff\xfe\x00" * 200, "it is no sealed text"),
    "nothing": (b"\n", "it is no sealed text"),
}


def _good(root: Path) -> bytes:
    game_id = game_in(root).file.id or ""
    key = keys.seat_key(keys.game_key(bytes.fromhex(KEY), game_id), "red", 0)
    return orders.seal_orders(key, game_id, SealedOrders("riot", "red", "1a", 5, b"MOVE A1 N\n"))


def _lines(done: Done) -> list[str]:
    return [*done.err.splitlines(), done.out.strip()]


def test_a_league_with_a_sealed_game_is_checked_without_a_key(sealed: Path, stranger: None) -> None:
    (sealed / ORDERS / "red.sealed").write_bytes(_good(sealed))
    assert _lines(run(sealed, "check")) == ["Files checked: 9. Problems: none."]


@pytest.mark.parametrize("who", ["stranger", "gm"])
@pytest.mark.parametrize("name", ORDER_FILES)
def test_the_form_of_an_order_file_is_judged(
    sealed: Path, request: pytest.FixtureRequest, who: str, name: str
) -> None:
    request.getfixturevalue(who)
    data, words = ORDER_FILES[name]
    (sealed / ORDERS / "red.sealed").write_bytes(data)
    done = run(sealed, "check")
    assert done.status == 1
    line, *others = _lines(done)
    assert line.startswith(f"{ORDERS}/red.sealed: ")
    assert words in line
    assert line.endswith("; build your orders again on your turnsheet, and send the text that it makes")
    assert others == ["Files checked: 9. Problems: 1."]


def test_what_the_orders_say_is_told_to_nobody_by_check(sealed: Path, gm: None) -> None:
    """It runs in CI, whose logs are public."""
    (sealed / ORDERS / "red.sealed").write_bytes(_good(sealed))
    assert _lines(run(sealed, "check")) == ["Files checked: 9. Problems: none."]


@pytest.mark.parametrize("name", ["red.txt", "blue.sealed", "Red.sealed"])
def test_a_file_that_counts_for_nothing_is_named_and_not_to_be_renamed(
    sealed: Path, stranger: None, name: str
) -> None:
    (sealed / ORDERS / name).write_bytes(b"MOVE B2 S\n")
    done = run(sealed, "check")
    assert done.status == 1
    assert (
        f"{ORDERS}/{name}: nothing reads this file; delete it, and seal the order, on the turnsheet"
        in done.err
    )
    assert '`genetess order riot SEAT "…"`: that makes red.sealed or green.sealed\n' in done.err


def test_a_sealed_file_counts_for_nothing_in_an_open_game(started: Path) -> None:
    (started / ORDERS / "red.sealed").write_bytes(_file())
    assert "nothing reads this file; call it red.txt" in run(started, "check").err


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (f"{GAME}/state.sealed", "no sealed state"),
        (f"{GAME}/specials.sealed", "no sealed specials"),
        (f"{GAME}/turns/00xx/0000-0.sealed", "was sealed for 0007-2c"),
    ],
)
def test_the_form_of_what_the_program_wrote_is_judged_without_a_key(
    sealed: Path, stranger: None, path: str, words: str
) -> None:
    (sealed / path).write_bytes(box.write_file(SealedFile("record", "riot", "", "0007-2c", BODY)))
    commit(sealed, "by hand")
    done = run(sealed, "check")
    assert done.status == 1
    assert words in done.err
    assert "restore it from git" in done.err


def test_with_the_key_what_was_changed_is_noticed_whatever_its_form(sealed: Path, gm: None) -> None:
    for path in (f"{GAME}/state.sealed", f"{GAME}/specials.sealed", f"{GAME}/turns/00xx/0000-0.sealed"):
        data = (sealed / path).read_bytes()
        first, body = data.split(b"\n")[0], _file().partition(b"\n")[2]
        (sealed / path).write_bytes(first + b"\n" + body)
        commit(sealed, "by hand")
        done = run(sealed, "check")
        assert done.status == 1
        assert f"{path}: it was changed, or sealed with another key or for another place" in done.err
        (sealed / path).write_bytes(data)
        commit(sealed, "restored")
    assert run(sealed, "check").status == 0


# A pull request


@pytest.mark.parametrize(
    ("author", "name", "words"),
    [
        ("ragnar42", "red.sealed", None),
        ("RAGNAR42", "red.sealed", None),
        ("gwen-g", "red.sealed", "gwen-g plays green in riot, not red"),
        ("ragnar42", "red.txt", "nothing reads this file; delete it, and seal the order"),
    ],
)
def test_a_change_of_a_sealed_order_is_judged_without_a_key(
    sealed: Path, stranger: None, author: str, name: str, words: str | None
) -> None:
    (sealed / ORDERS / name).write_bytes(_good(sealed))
    commit(sealed, "orders")
    done = run(sealed, "check", "--author", author, "--base", "HEAD^")
    assert done.status == (1 if words else 0)
    assert (words or "") in done.err


def test_a_change_that_copies_another_seats_file_is_refused_by_its_form(sealed: Path, stranger: None) -> None:
    (sealed / ORDERS / "green.sealed").write_bytes(_good(sealed))
    commit(sealed, "orders")
    done = run(sealed, "check", "--author", "gwen-g", "--base", "HEAD^")
    assert "it was sealed for red, not for green" in done.err


@pytest.mark.parametrize("digit", [0, 40])
def test_a_published_key_that_is_not_the_promised_one_is_named(sealed: Path, gm: None, digit: int) -> None:
    assert run(sealed, "finish", "riot", "--reason", "rain").status == 0
    assert run(sealed, "reveal", "riot").status == 0
    assert run(sealed, "check").status == 0
    clock = sealed / GAME / "clock.yaml"
    key = re.search(r'(?m)^key: "?([0-9a-f]{64})', clock.read_text())
    assert key
    place = key.start(1) + digit
    text = clock.read_text()
    clock.write_text(f"{text[:place]}{'1' if text[place] == '0' else '0'}{text[place + 1 :]}")
    commit(sealed, "by hand")
    done = run(sealed, "check")
    assert done.status == 1
    assert f"{GAME}/clock.yaml: key: it is not the key that `commitment` promised" in done.err


@pytest.mark.parametrize(
    ("address", "is_secure"),
    [
        ("http://gail.example.org/league", False),
        ("http://localhost.example.org", False),
        ("https://gail.example.org/league", True),
        ("http://127.0.0.1:8000/", True),
        ("http://[::1]:8000/", True),
        ("http://localhost:8000", True),
    ],
)
def test_an_address_at_which_no_browser_unseals_is_told(
    sealed: Path, gm: None, address: str, is_secure: bool
) -> None:
    (sealed / "genetess.yaml").write_text(f"title: Tests\nsite:\n  base_url: {address}\n")
    for command in ("check", "invite riot red --plain"):
        done = run(sealed, *command.split())
        assert done.status == 0
        assert ("only at https:// addresses" in done.err) is not is_secure
