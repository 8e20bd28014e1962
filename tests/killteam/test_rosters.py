"""Rosters of Kill Team: what may be read, what may be played, and the clause that forbids the rest."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from affray.engine.datafiles import ContentError
from affray.engine.rulebook import Rulebook
from affray.games.killteam.content import Member, Roster
from affray.games.killteam.loading import content
from affray.games.killteam.rosters import Stock, parse_roster, read_roster, validate_roster

GAME = content()
BOOK = Rulebook.load("Kill Team", files("affray.games.killteam") / "rulebook.toml")
STOCK = Stock(GAME.teams, GAME.datacards, GAME.ploys, GAME.picks)


def test_default_rosters() -> None:
    numbers = {id: (len(roster.members), roster.kill_size) for id, roster in GAME.rosters.items()}
    assert numbers == {"aod": (6, 6), "plm": (6, 6), "kom": (11, 10), "dkk": (14, 14)}
    assert [tactic.id for tactic in GAME.rosters["aod"].tactics] == ["sharpshooter", "hardy"]
    for roster in GAME.rosters.values():
        assert validate_roster(roster) == []
        assert len(roster.equipment) == 4


def roster(team: str, operatives: str, more: str = "") -> Roster:
    return parse_roster(f'team = "{team}"\nname = "Test"\noperatives = [{operatives}]\n{more}', STOCK)


def faults(team: str, operatives: str, more: str = "") -> list[tuple[str, str]]:
    return validate_roster(roster(team, operatives, more))


SIX = '"CPT", "GRN", "ELS", "HIG", { card = "AIW", count = 2 }'
TACTICS_OF_SIX = 'tactics = ["aggressive", "hardy"]'
ORKS = '{ card = "NOB", weapons = ["big_choppa"] }'
GUARD = (
    '{ card = "WAT", weapons = ["boltgun_3"] }, "BRU", "GUF", "GUG", "GUM", "GUP", "MED", "SAP", "SPO", "VET"'
)


def test_legal_rosters() -> None:
    assert faults("aod", SIX, TACTICS_OF_SIX) == []
    sergeant = '{ card = "AIS", weapons = ["plasma_pistol"] }, { card = "AIW", count = 5 }'
    assert faults("aod", sergeant, 'tactics = ["aggressive", "hardy", "mobile"]') == []
    assert faults("plm", '"CHA", "BOM", "FTR", "HGN", "MPC", "WAR"') == []
    assert faults("kom", ORKS + ', { card = "BOY", count = 9 }') == []
    assert faults("kom", ORKS + ', { card = "BOY", count = 8 }, "GRO", "SQU"') == []
    assert faults("dkk", GUARD + ', { card = "TRP", count = 4 }') == []
    swapped = 'free_ploys = ["take_cover", "combined_arms"]'
    assert faults("dkk", GUARD + ', { card = "TRP", count = 2 }', swapped) == []


ILLEGAL = {
    "no leader": (
        "plm", '"BOM", "FTR", "HGN", "ICB", "MPC", "WAR"', "",
        [("KILLTEAM-C.PLM", "needs one leader, has 0"),
         ("KILLTEAM-C.PLM", "needs 5 selections besides, has 6")],
    ),
    "two leaders": (
        "aod", '"CPT", { card = "AIS", weapons = ["plasma_pistol"] }, { card = "AIW", count = 5 }',
        'tactics = ["aggressive", "hardy", "mobile"]',
        [("KILLTEAM-C.AOD", "needs one leader, has 2")],
    ),
    "too few": (
        "aod", '"CPT", { card = "AIW", count = 4 }', TACTICS_OF_SIX,
        [("KILLTEAM-C.AOD", "needs 5 selections besides, has 4")],
    ),
    "twice": (
        "plm", '"CHA", "BOM", "BOM", "FTR", "HGN", "ICB"', "",
        [("KILLTEAM-C.PLM", "may have 1 of Bombardier, has 2")],
    ),
    "half a selection": (
        "kom", ORKS + ', { card = "BOY", count = 8 }, "GRO"', "",
        [("KILLTEAM-C.KOM", "needs 9 selections besides, has 8½")],
    ),
    "troopers": (
        "dkk", GUARD + ', { card = "TRP", count = 3 }', "",
        [("KILLTEAM-C.DKK", "needs 4 of Trooper, has 3")],
    ),
    "troopers and ploys": (
        "dkk", GUARD + ', { card = "TRP", count = 4 }', 'free_ploys = ["take_cover"]',
        [("KILLTEAM-C.DKK", "needs 4 of Trooper, has 4, 1 left out for a free ploy")],
    ),
    "a strange free ploy": (
        "dkk", GUARD + ', { card = "TRP", count = 3 }', 'free_ploys = ["command_reroll"]',
        [("KILLTEAM-C.DKK", "Command Re-roll is no ploy of the Death Korps")],
    ),
    "no free ploys": (
        "plm", '"CHA", "BOM", "FTR", "HGN", "ICB", "MPC"', 'free_ploys = ["contagion"]',
        [("KILLTEAM-C.PLM", "Contagion: the Plague Marines leave nobody out for a free ploy")],
    ),
    "a stranger": (
        "plm", '"CHA", "BOM", "FTR", "HGN", "ICB", "AIW"', "",
        [("KILLTEAM-C.PLM", "Assault Intercessor Warrior is not of the Plague Marines")],
    ),
    "no tactics": (
        "aod", SIX, "", [("KILLTEAM-C.AOD.2", "needs 2 Chapter Tactics, has 0")],
    ),
    "one tactic twice": (
        "aod", SIX, 'tactics = ["hardy", "hardy"]', [("KILLTEAM-C.AOD.2", "has Hardy 2 times")],
    ),
    "a veteran's tactic": (
        "aod", '{ card = "AIS", weapons = ["plasma_pistol"] }, { card = "AIW", count = 5 }', TACTICS_OF_SIX,
        [("KILLTEAM-C.AOD.2", "needs 3 Chapter Tactics, has 2")],
    ),
    "equipment": (
        "plm", '"CHA", "BOM", "FTR", "HGN", "ICB", "MPC"',
        'equipment = ["mines", "ladders", "ammo_cache", "choppas", "mines"]',
        [("KILLTEAM-C.SET.3", "may have 4 items of equipment, has 5"),
         ("KILLTEAM-C.SET.3", "has Mines 2 times"),
         ("KILLTEAM-C.SET.3", "Choppas is not for the Plague Marines")],
    ),
    "one item in two mixes": (
        "plm", '"CHA", "BOM", "FTR", "HGN", "ICB", "MPC"',
        'equipment = ["utility_grenades:smoke+smoke", "utility_grenades:stun+stun"]',
        [("KILLTEAM-C.SET.3", "has Utility Grenades 2 times")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", ILLEGAL)
def test_illegal_rosters_and_their_clauses(case: str) -> None:
    team, operatives, more, expected = ILLEGAL[case]
    assert faults(team, operatives, more) == expected
    assert {clause for clause, _ in expected} <= set(BOOK)


def test_a_set_of_weapons_that_no_datacard_has() -> None:
    legal = GAME.rosters["kom"]
    nob = Member(GAME.datacards["NOB"], GAME.datacards["BOY"].loadouts[0])
    armed_wrongly = replace(legal, members=(nob, *legal.members[1:]))
    assert validate_roster(armed_wrongly) == [("KILLTEAM-C.KOM", "Boss Nob cannot have slugga, choppa")]


UNREADABLE = {
    'team = "orks"\nname = "x"\noperatives = []': (
        "roster: roster 'roster': there is no team 'orks'; known: aod, plm, kom, dkk"
    ),
    'name = "x"\noperatives = []': "roster: the file: needs a key 'team'",
    'team = "kom"\nname = "x"\noperatives = ["NOB"]': (
        "roster: roster 'roster': NOB: the weapons do not name one set:"
        " slugga, big choppa; slugga, power klaw"
    ),
    'team = "kom"\nname = "x"\noperatives = [{ card = "NOB", weapons = ["burna"] }]': (
        "roster: roster 'roster': NOB (Boss Nob) cannot have the weapon 'burna'"
    ),
    'team = "kom"\nname = "x"\noperatives = [{ card = "BOY", count = 0 }]': (
        "roster: roster 'roster': BOY: key 'count': 0 is less than 1"
    ),
    'team = "kom"\nname = "x"\noperatives = [1]': (
        "roster: the file: key 'operatives[0]': Expected 'str | object', got 'int'"
    ),
    'team = "kom"\nname = "x"\noperatives = []\nbanner = 1': (
        "roster: the file: Object contains unknown field 'banner'"
    ),
    'team = "kom': "roster: Illegal character '\\n' (at line 1, column 12)",
}


@pytest.mark.parametrize("text", UNREADABLE)
def test_unreadable_rosters(text: str) -> None:
    with pytest.raises(ContentError) as error:
        parse_roster(text + "\n", STOCK)
    assert str(error.value) == UNREADABLE[text]


def test_rosters_from_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('team = "plm"\nname = "Mine"\noperatives = ["CHA"]\n', encoding="utf-8")
    assert read_roster(path, STOCK).id == "mine.toml"
    with pytest.raises(ContentError, match=r"^none\.toml: No such file"):
        read_roster(tmp_path / "none.toml", STOCK)
