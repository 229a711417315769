"""What players call themselves: any name that people can read, and none by which one is taken for another."""

from __future__ import annotations

import pytest

from genetess_cli.store.people.names import clash, odd, unfit
from tests.intake.forge.test_signups import LATER, NOON, seats, sign_up
from tests.kit.forge import Forge, reasons

ZOE = "Zoe\u0308"


@pytest.mark.parametrize(
    "name",
    ["सुरेश", ZOE, "Nguyễn Văn An", "עֲלִיזָה", "สมชาย", "O’Brien-Smith (Jr.)", "李", "R2", "Борис Ann", "A君"],
)
def test_a_name_may_be_of_any_language(name: str) -> None:
    assert odd(name) is None
    assert unfit(name) is None


@pytest.mark.parametrize("name", ["Ragnar & Gwen!", "Liga №3: „Nacht“ 🎲", "~*~", "Ян Šťastný / Łódź"])
def test_the_gm_may_use_any_sign_that_is_seen(name: str) -> None:
    assert unfit(name) is None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("A\u202enn", "U+202E (right-to-left override), which is invisible"),
        ("A\u2067nn", "U+2067 (right-to-left isolate)"),
        ("A\u200bnn", "U+200B (zero width space)"),
        ("A\u00adnn", "U+00AD (soft hyphen)"),
        ("A\u00a0B", "U+00A0 (no-break space)"),
        ("A\ufe0fnn", "U+FE0F"),
        ("A\x07", "U+0007"),
        ("A\ue000", "U+E000"),
        ("A\udcffnn", "the byte 0xff, which is not UTF-8"),
        ("A" + "\u0301" * 5, "more than 4 accents"),
        ("\u0301Ann", "more than 4 accents"),
        ("...", "no visible letter, digit or sign"),
    ],
)
def test_what_not_everybody_reads_alike_is_in_no_name_and_no_title(name: str, words: str) -> None:
    assert words in str(unfit(name))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Оса", "Oca"), ("Ian", "lan"), ("B0b", "Bob"), ("ΑΝΝΑ", "ANNA"), ("Martin", "rnartin"), ("Zоё", "Zoë")],
)
def test_names_that_are_drawn_alike_are_one(one: str, other: str) -> None:
    assert f"the name `{one}` is taken: `{other}` looks the same" in str(
        clash(one, ["red"], ["Ragnar", other])
    )


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("Zoë", "Zoe"), ("Ali", "Eli"), ("Борис", "Bopuc")]
)
def test_names_that_can_be_told_apart_are_two(one: str, other: str) -> None:
    assert clash(one, ["red"], [other]) is None


def test_nobody_is_called_as_a_seat_looks() -> None:
    assert str(clash("геd", ["red"], [])).startswith("`геd` looks like red, a seat's name")


@pytest.mark.parametrize(
    "name",
    [
        "\u0301Ann",
        "Ann \u0301",
        "A" + "\u0301" * 5,
        "A\u200bnn",
        "A\u200dnn",
        "A\u202enn",
        "A\u2067nn",
        "A\ufe0fnn",
        "A\u034fnn",
        "A\U000e0101nn",
        "\u3164",
        "A\u20ddnn",
        "A\nB",
    ],
)
def test_what_is_not_seen_or_hides_what_stands_around_it_is_no_part_of_a_name(name: str) -> None:
    assert "letters, digits" in str(odd(name))


@pytest.mark.parametrize("name", ["Ragnar", "RAGNAR", " ragnar", "Ｒａｇｎａｒ", "Gwen  the Bold"])
def test_names_that_look_alike_are_one(name: str) -> None:
    assert "the name `" in str(clash(name, ["red"], ["Ragnar", "Gwen the bold"]))


def test_a_name_is_kept_as_it_is_written_everywhere(looking: Forge) -> None:
    sign_up(looking, "zoe", f"name: {ZOE}\n")
    sign_up(looking, "suresh", "name: सुरेश\n")
    assert looking.collect().status == 0
    assert [*seats(looking).values()] == ["Ragnar", "Zo\u00eb", "सुरेश"]


@pytest.mark.parametrize("name", ["red", "Green", "ｂｌｕｅ"])
def test_nobody_is_called_as_a_seat(looking: Forge, name: str) -> None:
    sign_up(looking, "zed", f"name: {name}\n")
    done = looking.collect()
    assert done.status == 1
    assert "a seat's name; choose another name" in reasons(done)


def test_nobody_is_called_as_a_player(looking: Forge) -> None:
    sign_up(looking, "zed", "name: ragnar\n")
    assert "the name `ragnar` is taken" in reasons(looking.collect())


def test_nobody_is_called_as_somebody_who_signed_up_before(looking: Forge) -> None:
    sign_up(looking, "zed", "name: Zoë\n")
    looking.collect("--now", NOON)
    sign_up(looking, "abe", f"name: {ZOE.upper()}\n")
    assert "the name `ZOË` is taken" in reasons(looking.collect("--now", LATER))


def test_whoever_changes_a_sign_up_may_keep_the_name(looking: Forge) -> None:
    sign_up(looking, "zed", "name: Rex\n")
    looking.collect("--now", NOON)
    sign_up(looking, "zed", "name: Rex\nseat: blue\n")
    sign_up(looking, "zed", "name: Rex\nseat: green\n")
    assert looking.collect("--now", LATER).status == 0
