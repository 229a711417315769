"""Persons of a league: who `new`, `replace` and `genetess people` make them, change and forget them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from genetess_cli.errors import Refused
from genetess_cli.store.people import unseal
from genetess_cli.store.yaml import api
from tests.kit.command import LATER, Unchanged, commit, git, run
from tests.kit.keys import KEY

NOW = ("--now", LATER)


def said(league: Path, person: str) -> dict[str, object]:
    """What the file of a person says."""
    data = api.read((league / f"people/{person}.yaml").read_bytes(), person).data
    assert isinstance(data, dict)
    return data


def test_players_of_a_new_game_are_persons_of_the_league(founded: Path) -> None:
    assert said(founded, "p1") == {"name": "Ragnar", "github": "ragnar42"}
    assert "- {seat: red, person: p1, start: K1}" in (founded / "games/riot/game.yaml").read_text()
    assert git(founded, "status", "--porcelain") == ""
    assert run(founded, "check").status == 0


@pytest.mark.parametrize("who", ["p1", "Ragnar", "ragnar", "Somebody@RAGNAR42", "Ragnar@ragnar42"])
def test_a_person_who_is_there_is_not_made_again(founded: Path, who: str) -> None:
    done = run(
        founded, "new", "two", "--ruleset", "genie", "--player", f"white={who}", "--player", "black=Zoe"
    )
    assert done.status == 0, done.err
    text = (founded / "games/two/game.yaml").read_text()
    assert "{seat: white, person: p1}" in text
    assert "{seat: black, person: p3}" in text
    assert said(founded, "p1")["name"] == "Ragnar"


def test_a_name_of_two_persons_is_asked_back(founded: Path, refused: Unchanged) -> None:
    assert run(founded, "people", "set", "new", "--name", "Ragnar", "--github", "other", *NOW).status == 0
    done = refused(
        founded,
        "new",
        "two",
        "--ruleset",
        "genie",
        "--player",
        "white=Ragnar",
        "--player",
        "black=Zoe",
        status=2,
    )
    assert "'Ragnar' is p1 or p3; name one by this ID" in done.err


@pytest.mark.parametrize(
    "words",
    [
        "people set p2 --name p1",
        "people set new --name p9",
        "new two --ruleset genie --player white=p9 --player black=Zoe",
        "new two --ruleset genie --player white=p9@zoe --player black=Zoe",
    ],
)
def test_nobody_is_called_as_persons_are_numbered(founded: Path, refused: Unchanged, words: str) -> None:
    assert "looks like the ID of a person" in refused(founded, *words.split(), status=2).err


def test_a_name_is_found_whatever_its_capitals_where_one_has_it(founded: Path, refused: Unchanged) -> None:
    assert run(founded, "people", "set", "gWEN", "--notices", "daily", *NOW).status == 0
    assert said(founded, "p2")["notices"] == "daily"
    assert run(founded, "people", "set", "new", "--name", "GWEN", *NOW).status == 0
    assert "is p2 or p3" in refused(founded, "people", "set", "gwen", "--standby", status=2).err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "people/p2.yaml: there is no such file, but games/riot/game.yaml gives green to p2"),
        ("name: [", "people/p2.yaml:1"),
        ("github: gwen-g\n", "people/p2.yaml:1: `name` is missing"),
        ("name: Gwen\nshoes: 42\n", "people/p2.yaml:2: shoes: there is no such field"),
        ("", "people/p2.yaml"),
        ("- Gwen\n", "people/p2.yaml:1"),
        ("name: Gwen\nname: Rolf\n", "people/p2.yaml:2"),
        ("name: &a Gwen\n", "people/p2.yaml:1"),
        ("name: Gwen\nmail: [gwen@example.org]\n", "people/p2.yaml:2: mail[0]: expected a sealed text"),
        ("name: Gwen\nforgotten: often\n", "people/p2.yaml:2: forgotten"),
        (f"name: {'G' * 90}\n", "people/p2.yaml:1: name"),
    ],
)
def test_a_file_that_is_missing_or_broken_is_named(founded: Path, text: str | None, words: str) -> None:
    path = founded / "people/p2.yaml"
    path.unlink() if text is None else path.write_text(text)
    done = run(founded, "check")
    assert done.status == 1
    assert words in done.err
    assert words in run(founded, "start", "riot").err


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("{seat: red, name: Ragnar}", "`person` is missing; add `person: ID`"),
        ("{seat: red, person: p1, name: Ragnar}", "`name` of a person belong into people/p1.yaml"),
        ("{seat: red, person: p1, bot: greedy}", "a bot is no person"),
    ],
)
def test_a_row_of_players_names_a_person_or_a_bot(founded: Path, row: str, words: str) -> None:
    game = founded / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("{seat: red, person: p1, start: K1}", row))
    assert words in run(founded, "check").err


def test_an_address_is_sealed_for_its_person_alone(founded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GENETESS_MASTER_KEY", KEY)
    done = run(founded, "people", "set", "gwen-g", "--mail", "gwen@hills.example", *NOW)
    assert done.status == 0, done.err
    text = (founded / "people/p2.yaml").read_text()
    assert "gwen@hills" not in text
    sealed = "".join(re.findall("[A-Za-z0-9+/=]{200,}", text))
    assert unseal("p2", "mail", sealed) == "gwen@hills.example"
    with pytest.raises(Refused, match="`mail` does not open"):
        unseal("p1", "mail", sealed)
    assert "gwen@hills" not in git(founded, "log", "--patch")


def test_what_is_set_is_committed_and_comments_stay(founded: Path) -> None:
    path = founded / "people/p2.yaml"
    path.write_text(f"# Plays since 1996.\n{path.read_text()}")
    commit(founded)
    options = ["--name", "Gwen Harald", "--notices", "daily", "--standby", "--chat", "<@42>"]
    assert run(founded, "people", "set", "Gwen", *options, *NOW).status == 0
    assert said(founded, "p2") == {
        "name": "Gwen Harald", "github": "gwen-g", "notices": "daily", "standby": True, "chat": "<@42>",
    }  # fmt: skip
    assert path.read_text().startswith("# Plays since 1996.\n")
    assert git(founded, "log", "-1", "--format=%s") == "p2: name, notices, standby, chat"
    assert git(founded, "status", "--porcelain") == ""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--name", "Ragnar"], "the name `Ragnar` is taken"),
        (["--name", "A\u202eb"], "invisible"),
        (["--github", "Ragnar42"], "p1 has the login Ragnar42"),
        (["--notices", "all"], "notices"),
        (["--mail", "x"], "a plain mail address"),
        (["--chat", "a b"], "chat"),
        ([], "say what is to change"),
    ],
)
def test_what_does_not_fit_is_refused(founded: Path, options: list[str], words: str) -> None:
    before = git(founded, "rev-parse", "HEAD")
    done = run(founded, "people", "set", "p2", *options, *NOW)
    assert done.status in (1, 2)
    assert words in done.err
    assert git(founded, "rev-parse", "HEAD") == before


def test_the_list_has_everybody_with_seats(started: Path) -> None:
    run(started, "people", "set", "new", "--name", "Zoe", "--github", "zoe", *NOW)
    assert run(started, "people").out.splitlines() == [
        "p1  Ragnar@ragnar42  red in riot",
        "p2  Gwen@gwen-g  green in riot",
        "p3  Zoe@zoe  no seat",
    ]
    first = run(started, "people", "--json").json[0]
    assert (first["id"], first["name"], first["seats"]) == ("p1", "Ragnar", [{"game": "riot", "seat": "red"}])


def test_who_plays_is_not_forgotten_and_is_once_replaced(started: Path, refused: Unchanged) -> None:
    assert "`genetess replace riot green NAME`" in refused(started, "people", "forget", "p2", *NOW).err
    assert run(started, "replace", "riot", "green", "Rolf", *NOW).status == 0
    assert run(started, "people", "forget", "p2", *NOW).status == 0
    assert said(started, "p2") == {"forgotten": True}
    assert git(started, "log", "-1", "--format=%B") == "p2: forgotten"
    told = run(started, "log", "riot").out
    assert "gave the seat green to Rolf instead of a former player" in told
    assert "Gwen" not in told
    assert "a former player" in refused(started, "undo", "riot", *NOW).err
    assert run(started, "verify").status == 0
    assert run(started, "check").status == 0


def test_where_talk_has_the_name_of_who_is_forgotten_it_is_told(started: Path) -> None:
    for text in ("Hello, Gwendolyn.", "gwen is late."):
        assert run(started, "talk", "riot", text, "--as", "red", *NOW).status == 0
    assert run(started, "replace", "riot", "green", "Rolf", *NOW).status == 0
    done = run(started, "people", "forget", "p2", *NOW)
    assert re.findall("message .*", done.err) == [
        "message 2 of riot has the name; `genetess unsay riot 2 --erase`"
    ]


def test_where_the_reason_of_a_record_has_that_name_it_is_told(started: Path) -> None:
    reason = ("--reason", "Gwen has to leave")
    assert run(started, "replace", "riot", "green", "Rolf", *reason, *NOW).status == 0
    assert "record 1 of riot has the name" in run(started, "people", "forget", "p2", *NOW).err


def test_a_number_is_not_used_twice(founded: Path) -> None:
    run(founded, "people", "set", "new", "--name", "Zoe", *NOW)
    run(founded, "people", "forget", "p3", *NOW)
    run(founded, "people", "set", "new", "--name", "Ann", *NOW)
    assert said(founded, "p4") == {"name": "Ann"}


def test_nobody_of_that_name_is_said(founded: Path, refused: Unchanged) -> None:
    assert "nobody here has the ID" in refused(founded, "people", "forget", "Zoe", *NOW, status=2).err


def test_the_number_of_a_person_whose_file_was_deleted_is_not_used_again(founded: Path) -> None:
    run(founded, "people", "set", "new", "--name", "Zoe", *NOW)
    (founded / "people/p3.yaml").unlink()
    commit(founded)
    run(founded, "people", "set", "new", "--name", "Ann", *NOW)
    assert said(founded, "p4") == {"name": "Ann"}
