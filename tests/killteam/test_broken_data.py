"""Faults in the data of Kill Team: one clear line for each, naming file, entry and key."""

from __future__ import annotations

import re
import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from affray.engine.datafiles import ContentError
from affray.games.killteam.loading import load_content

DATA = Path(str(files("affray.games.killteam"))) / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(DATA, tmp_path / "data")
    return tmp_path / "data"


BROKEN = {
    "not TOML": ("aod.toml", "[team]", "[team", "aod.toml: Expected ']' at the end of a table declaration"),
    "an unknown heading": ("aod.toml", "[tactic.hardy]", "[tacticks.hardy]", "'tacticks': no such heading"),
    "an unknown key": (
        "kom.toml", "half = true", "halb = true", "datacard 'GRO': Object contains unknown field 'halb'",
    ),
    "an unknown ability": (
        "kom.toml", '"boom", ', '"bang", ', "datacard 'SQU': key 'abilities[1]': Invalid enum value 'bang'",
    ),
    "an ability of another team": (
        "kom.toml", '"boom", ', '"optics", ', "datacard 'SQU': ability 'optics' is not in the file",
    ),
    "an unknown ploy": ("kom.toml", "[ploy.dakka]", "[ploy.dakkadakka]", "Invalid enum value 'dakkadakka'"),
    "an unknown weapon": (
        "plm.toml", '"plague_spewer", "fists"', '"spewer"',
        "datacard 'HGN': weapon 'spewer' is not in the file",
    ),
    "an unknown rule": (
        "aod.toml", "rules = { torrent = 1 }", "rules = { torent = 1 }",
        "rules of weapon 'auto_bolt_rifle': Object contains unknown field 'torent'",
    ),
    "a melee rule": (
        "aod.toml", "rules = { torrent = 1 }", "rules = { shock = true }",
        "rules of weapon 'auto_bolt_rifle': 'shock' is not for ranged weapons",
    ),
    "a ranged rule": (
        "aod.toml", "rules = { brutal = true }", "rules = { range = 8 }", "'range' is not for melee weapons",
    ),
    "a rule's figure": (
        "aod.toml", "lethal = 5", "lethal = 6", "key 'lethal': 6 is more than 5",
    ),
    "a distance": (
        "aod.toml", "rules = { torrent = 1 }", 'rules = { torrent = "wide" }',
        "key 'torrent': 'wide' is not a length in inches",
    ),
    "a negative distance": (
        "aod.toml", "rules = { torrent = 1 }", "rules = { torrent = -1 }", "key 'torrent': -1 is less than 0",
    ),
    "no damage": (
        "dkk.toml", "damage = [2, 3]\n", "", "dkk.toml: weapon 'lasgun': needs a key 'damage' or 'profiles'",
    ),
    "no dice": ("dkk.toml", "atk = 4\n", "atk = 0\n", "weapon 'lasgun': key 'atk': 0 is less than 1"),
    "no Hit": ("dkk.toml", "hit = 4\n", "", "dkk.toml: weapon 'lasgun': needs a key 'hit'"),
    "a Hit": ("dkk.toml", "hit = 4\n", "hit = 7\n", "dkk.toml: weapon 'lasgun': key 'hit': 7 is more than 6"),
    "one profile twice": (
        "kom.toml", 'profile = "deluge"', 'profile = "standard"', "weapon 'burna': key 'profiles': one name",
    ),
    "a base": ("plm.toml", "base = 32", "base = 33", "'CHA': key 'base': no body stands on a base of 33 mm"),
    "a save": ("plm.toml", "save = 3", "save = 1", "datacard 'CHA': key 'save': 1 is less than 2"),
    "no leader": ("plm.toml", "leader = true\n", "", "table 'team': has no leader among its datacards"),
    "no fixed card": ("dkk.toml", 'card = "TRP", count = 4 }\nsw', 'card = "TRX", count = 4 }\nsw', "'TRX'"),
    "an illegal roster": (
        "plm.toml", '"ICB", "MPC"]', '"ICB"]', "needs 5 selections besides, has 4 (KILLTEAM-C.PLM)",
    ),
    "a key of two teams": ("plm.toml", "[datacard.WAR]", "[datacard.BOY]", "datacard 'BOY': stands twice"),
    "terrain without size": (
        "common.toml", "size = [2, 0.5, 1]\n", "", "'light_barricades': key 'size': terrain has one",
    ),
    "no pieces": ("common.toml", "pieces = 2\nsize", "size", "key 'pieces': 0 does not go with 'terrain'"),
    "a mix": ("common.toml", '["frag", "frag"]', '["frag"]', "key 'mixes': ['frag'] is not 2 uses"),
    "uses without span": ("aod.toml", 'per = "turning_point"\n', "", "keys 'uses' and 'per' go together"),
    "a flag": ("common.toml", 'flags = "EI"', 'flags = "EX"', "key 'flags': no flag has the letter 'X'"),
    "an excluded card": ("kom.toml", 'excludes = ["SQU"', 'excludes = ["SQ"', "there is no datacard 'SQ'"),
    "a grade": (
        "ops.toml", "6 = [1, 2, 4, 5, 6]", "6 = [1, 2, 2, 5, 6]",
        "grades '6': [1, 2, 2, 5, 6] does not rise to 6",
    ),
    "a number": ("ops.toml", "6 = [1, 2, 4, 5, 6]", "six = [1, 2, 4, 5, 6]", "grades 'six': is no number"),
    "an unknown action": ("ops.toml", "action.loot", "action.plunder", "Invalid enum value 'plunder'"),
    "an archetype": ("ops.toml", '"infiltration"', '"stealth"', "tac op 'track_enemy': key 'archetype'"),
    "a switch": ("presets.toml", "obscured = true", "obscured = 1", "preset 'standard': key 'obscured'"),
    "overlapping parts": (
        "maps.toml", '["Sa", 9, 2.5, 9.5, 6.5', '["Sa", 9, 2.25, 9.5, 6.5',
        "map 'a': part of Sa: [9, 2.25, 9.5, 6.5, 0, 2.75] overlaps [9, 2, 14, 2.5, 0, 2.75] of Sa",
    ),
    "a part off the board": (
        "maps.toml", '["La", 7, 4, 9, 4.5', '["La", 7, 4, 31, 4.5',
        "map 'c': part of La: [7, 4, 31, 4.5, 0, 1] is not on the board",
    ),
    "a flat part": ("maps.toml", '["La", 7, 4, 9, 4.5', '["La", 7, 4, 7, 4.5', "[7, 4, 7, 4.5, 0, 1] is no"),
    "a part without twin": (
        "maps.toml", '["G", 17.5, 9.75, 18, 10.25', '["G", 17.25, 9.75, 18, 10.25', "has no twin",
    ),
    "a stronghold": ("maps.toml", 'strongholds = ["Sa"]', 'strongholds = ["Za"]', "there is no feature 'Za'"),
    "an objective": ("maps.toml", "west = [7, 10]", "west = [17, 10]", "key 'west': is not in the western"),
    "an unknown map": ("maps.toml", "[map.c]", "[map.d]", "heading 'map': Invalid enum value 'd'"),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_broken_data(folder: Path, case: str) -> None:
    name, old, new, message = BROKEN[case]
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError, match=re.escape(message)) as error:
        load_content(folder)
    assert "\n" not in str(error.value)


def test_missing_and_garbled_files(folder: Path) -> None:
    (folder / "maps.toml").write_bytes(b"\xff")
    with pytest.raises(ContentError, match=r"^maps\.toml: is not UTF-8 text: .* at byte 0"):
        load_content(folder)
    (folder / "ops.toml").unlink()
    with pytest.raises(ContentError, match=r"^ops\.toml: the data folder has no such file"):
        load_content(folder)
