"""One clear error for each way to get the data of AvP wrong."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import pytest

from affray.engine.datafiles import ContentError
from affray.games.avp.loading import load_content

DATA = Path(str(files("affray.games.avp"))) / "data"
FAULTS: Mapping[str, tuple[str, str, str, str]] = {
    "no such weapon": (
        "units.toml",
        '"pulse_rifle", "m40"',
        '"pulse_rifel", "m40"',
        "units.toml: unit 'marine': weapon 'pulse_rifel' is not in weapons.toml",
    ),
    "wrong type": (
        "units.toml",
        "cc = 10",
        'cc = "10"',
        "units.toml: unit 'marine': key 'cc': Expected 'int | null', got 'str'",
    ),
    "missing key": (
        "weapons.toml",
        "rate = 1\n",
        "",
        "weapons.toml: weapon 'pulse_rifle': Object missing required field 'rate'",
    ),
    "unknown key": (
        "weapons.toml",
        "rate = 1",
        "rate = 1\nraet = 1",
        "weapons.toml: weapon 'pulse_rifle': Object contains unknown field 'raet'",
    ),
    "no such flag": (
        "weapons.toml",
        '["rapid_fire"]',
        '["rapidfire"]',
        "weapons.toml: weapon 'pulse_rifle': key 'flags[0]': Invalid enum value 'rapidfire'",
    ),
    "flag of the other kind": (
        "weapons.toml",
        '["rapid_fire"]',
        '["surge"]',
        "weapons.toml: weapon 'pulse_rifle': flag 'surge' is not for ranged weapons",
    ),
    "number too small": (
        "weapons.toml",
        "rate = 1",
        "rate = 0",
        "weapons.toml: weapon 'pulse_rifle': key 'rate': 0 is less than 1",
    ),
    "not a table": (
        "weapons.toml",
        "[pulse_rifle]",
        "pulse_rifle = 3\n[pulse_rifle_2]",
        "weapons.toml: weapon 'pulse_rifle': Expected 'object', got 'int'",
    ),
    "no such skill": (
        "units.toml",
        '["ping"]',
        '["pong"]',
        "units.toml: unit 'tracker': key 'skills[0]': Invalid enum value 'pong'",
    ),
    "no such host": (
        "units.toml",
        'host = "stalker"',
        'host = "marine"',
        "units.toml: unit 'hellhound': host 'marine' is no Alien unit of units.toml",
    ),
    "ranged weapon without rs": (
        "units.toml",
        '"facehug"]',
        '"facehug", "wrist_dart"]',
        "units.toml: unit 'facehugger': weapon 'wrist_dart' needs a key 'rs'",
    ),
    "variant of nothing": (
        "units.toml",
        'like = "p_hunter"',
        'like = "hunter"',
        "units.toml: unit 'p_hunter_sd': key 'like': 'hunter' is no unit with a full profile",
    ),
    "variant with a box": (
        "units.toml",
        'like = "p_hunter"',
        'like = "p_hunter"\nbox = 2',
        "units.toml: unit 'p_hunter_sd': key 'box': it shares the box of 'p_hunter'",
    ),
    "broken TOML": (
        "cards.toml",
        "[grenade]",
        "[grenade",
        "cards.toml: Expected ']' at the end of a table declaration (at line 8, column 9)",
    ),
    "entry twice": (
        "environment.toml",
        "[steam]",
        "[lights_out]",
        "environment.toml: Cannot declare ('lights_out',) twice (at line 15, column 12)",
    ),
    "stray sign": (
        "maps.toml",
        "r=rD.=h=i=h=.Dr=r",
        "r=rD.=h=i=h=.Xr=r",
        "maps.toml: map 'a': drawing, line 1, place 14: stray 'X'",
    ),
    "edge to nowhere": (
        "maps.toml",
        "| |   |   |   | |",
        "| | | |   |   | |",
        "maps.toml: map 'a': drawing, line 2, place 5: stray '|'",
    ),
    "room off the map": (
        "maps.toml",
        '"Engine Room" = ["E3"',
        '"Engine Room" = ["E9"',
        "maps.toml: map 'a': room 'Engine Room': no tile 'E9' in the drawing",
    ),
    "no such unit": (
        "armies.toml",
        "medic = 1",
        "medik = 1",
        "armies.toml: army 'fire_team': unit 'medik' is not in units.toml",
    ),
    "unit of another faction": (
        "armies.toml",
        "medic = 1",
        "queen = 1",
        "armies.toml: army 'fire_team': unit 'queen' is one of the aliens, not of the marines",
    ),
    "box exceeded": (
        "armies.toml",
        "medic = 1",
        "medic = 3",
        "armies.toml: army 'fire_team': unit 'medic': 3 models, but the box has 2",
    ),
    "shared box exceeded": (
        "armies.toml",
        "p_hunter = 1, p_warrior = 1",
        "p_warrior_sd = 2, p_warrior = 1",
        "armies.toml: army 'hunting_party': unit 'p_warrior': 3 models, but the box has 2",
    ),
    "too dear": (
        "armies.toml",
        "skirmish = 150",
        "skirmish = 140",
        "armies.toml: army 'marines_skirmish': 148 points are too many for a skirmish battle",
    ),
    "no such mission": (
        "armies.toml",
        'mission = "fire_alarms"',
        'mission = "fire_drill"',
        "armies.toml: army 'fire_team': mission 'fire_drill' is not in missions.toml",
    ),
    "faction without a share": (
        "armies.toml",
        "aliens = 80\n",
        "",
        "armies.toml: table 'percent': needs a key for each faction and no other",
    ),
    "no such army": (
        "missions.toml",
        '["fire_team"]',
        '["fire_squad"]',
        "missions.toml: mission 'fire_alarms': army 'fire_squad' is not in armies.toml",
    ),
    "army of another faction": (
        "missions.toml",
        'marines = ["fire_team"]',
        'marines = ["fire_brood"]',
        "missions.toml: mission 'fire_alarms': army 'fire_brood' is not one of the marines",
    ),
    "seats out of order": (
        "missions.toml",
        '[["marines", "aliens"]]',
        '[["aliens", "marines"]]',
        "missions.toml: mission 'fire_alarms': key 'seats': ['aliens', 'marines'] is not in seat order",
    ),
    "no such map": (
        "missions.toml",
        "[regicide.map.b.deploy.marines]",
        "[regicide.map.d.deploy.marines]",
        "missions.toml: mission 'regicide', map 'd': is not in maps.toml",
    ),
    "tile off the map": (
        "missions.toml",
        'fires = ["A1"',
        'fires = ["A9"',
        "missions.toml: mission 'fire_alarms', map 'a': objectives.fires: 'A9' is no tile or room of the map",
    ),
    "faction of nobody": (
        "missions.toml",
        "[fire_alarms.map.a.deploy.aliens]",
        "[fire_alarms.map.a.deploy.humans]",
        "missions.toml: mission 'fire_alarms', map 'a': key 'deploy': Invalid enum value 'humans'",
    ),
    "no door there": (
        "missions.toml",
        '["B5", "B6"]',
        '["B5", "C5"]',
        "missions.toml: mission 'last_stand', map 'a': doors_removed: no door between 'B5' and 'C5'",
    ),
    "pin of a stranger": (
        "missions.toml",
        "pins = { queen",
        "pins = { lynn",
        "missions.toml: mission 'regicide', map 'b': deploy.aliens.pins: the aliens have no unit 'lynn'",
    ),
    "too few tokens": (
        "missions.toml",
        "start = 8",
        "start = 16",
        "missions.toml: mission 'fire_alarms', map 'a': start: army 'fire_brood' has no 16 tokens",
    ),
    "no room": (
        "missions.toml",
        'tiles = ["Nursery", "C1", "A3", "B3"]',
        'tiles = ["C1"]',
        "missions.toml: mission 'trophy_hunt', map 'c': army 'fire_brood' does not fit its deployment tiles",
    ),
    "reserve without nests": (
        "missions.toml",
        'nests = ["H1", "I1", "J3"]\n',
        "",
        "missions.toml: mission 'flight_recorder', map 'b': deploy.aliens: a reserve needs nests",
    ),
    "gap in the horde": (
        "missions.toml",
        "d20 = [9, 14]",
        "d20 = [10, 14]",
        "missions.toml: mission 'last_stand': horde.groups: the bands do not cover 1 to 20 in order",
    ),
    "solo without a horde": (
        "missions.toml",
        "rounds = 12",
        "rounds = 12\nsolo = true",
        "missions.toml: mission 'fire_alarms': key 'solo': there is no horde to play against",
    ),
}


def broken_copy(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of the data with the first occurrence of `old` in the file replaced."""
    copy = folder / "data"
    shutil.copytree(DATA, copy)
    text = (copy / file).read_text(encoding="utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return copy


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_name_the_file_and_the_entry(fault: str, tmp_path: Path) -> None:
    file, old, new, message = FAULTS[fault]
    with pytest.raises(ContentError) as error:
        load_content(broken_copy(tmp_path, file, old, new))
    assert str(error.value) == message


def test_missing_file(tmp_path: Path) -> None:
    copy = tmp_path / "data"
    shutil.copytree(DATA, copy)
    (copy / "cards.toml").unlink()
    with pytest.raises(ContentError, match=r"cards\.toml: the data folder has no such file"):
        load_content(copy)


def test_not_utf8(tmp_path: Path) -> None:
    copy = tmp_path / "data"
    shutil.copytree(DATA, copy)
    (copy / "cards.toml").write_bytes(b'name = "\xff"')
    with pytest.raises(ContentError, match=r"cards\.toml: is not UTF-8 text: invalid start byte at byte 8"):
        load_content(copy)


def test_a_content_error_is_a_value_error() -> None:
    assert issubclass(ContentError, ValueError)
