"""The figures of Kill Team: what the book states of them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from affray.boards.plane.solids import INCH
from affray.games.killteam.content import EXPOSED, HEAVY, INSIGNIFICANT, LIGHT, Member, armed
from affray.games.killteam.ids import (
    ABILITIES,
    CRIT_OPS,
    EQUIPMENT,
    MAP_RULES,
    MISSION_ACTIONS,
    ORDERS,
    PLOYS,
    RULE_NAMES,
    TAC_OPS,
    TACTICS,
    TEAMS,
)
from affray.games.killteam.loading import content, load_content
from affray.games.killteam.rosters import loadout_text
from affray.games.killteam.weapons import Weapon

DATA = Path(str(files("affray.games.killteam"))) / "data"
GAME = content()


# --- Loading ------------------------------------------------------------------------------------------------


def test_import_reads_no_file() -> None:
    """Importing the module must cost no more than its code: the data is read on the first call."""
    code = (
        "import sys\n"
        "def hook(event, args):\n"
        "    if event == 'open' and str(args[0]).endswith('.toml'): sys.exit(7)\n"
        "sys.addaudithook(hook)\n"
        "import affray.games.killteam.loading"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_default_content_is_read_once() -> None:
    assert content() is content()


def test_another_folder_makes_other_objects() -> None:
    other = load_content(DATA)
    assert other.weapons["aod.bolt_rifle"] is not GAME.weapons["aod.bolt_rifle"]
    assert other.datacards["AIW"].loadouts[0][1] is other.weapons["aod.chainsword_5"]


def test_objects_are_immutable_and_hash_by_identity() -> None:
    weapon = GAME.weapons["aod.bolt_rifle"]
    with pytest.raises((AttributeError, TypeError)):
        setattr(weapon, "atk", 9)  # noqa: B010
    with pytest.raises(TypeError):
        GAME.weapons["aod.bolt_rifle"] = weapon  # type: ignore[index]
    assert replace(weapon) != weapon
    assert {weapon: 1}[GAME.weapons["aod.bolt_rifle"]] == 1
    assert not hasattr(weapon, "__dict__")


def test_every_name_is_used() -> None:
    """No id of the closed sets lacks its entry in the data."""
    assert set(GAME.teams) == set(TEAMS)
    assert set(GAME.abilities) == set(ABILITIES)
    assert {a for card in GAME.datacards.values() for a in card.abilities} == set(ABILITIES)
    assert set(GAME.ploys) == set(PLOYS)
    assert set(GAME.equipment) == set(EQUIPMENT)
    assert {tactic.id for team in GAME.teams.values() for tactic in team.tactics} == set(TACTICS)
    assert {order.id for team in GAME.teams.values() for order in team.orders} == set(ORDERS)
    assert set(GAME.crit_ops) == set(CRIT_OPS)
    assert set(GAME.tac_ops) == set(TAC_OPS)
    assert set(GAME.actions) == set(MISSION_ACTIONS)
    assert {rule for map_ in GAME.maps.values() for rule in map_.rules} == set(MAP_RULES)
    assert {rule.name for weapon in GAME.weapons.values() for rule in weapon.rules} == set(RULE_NAMES)


def test_every_entry_says_where_its_figures_come_from() -> None:
    sources = [weapon.source for weapon in GAME.weapons.values()]
    sources += [item.source for item in GAME.equipment.values()]
    sources += [map_.source for map_ in GAME.maps.values()]
    sources += [team.source for team in GAME.teams.values()]
    sources += [roster.source for roster in GAME.rosters.values()]
    assert all(re.search("own|public K", source) for source in sources)


def test_texts_are_whole_lines() -> None:
    groups = (GAME.abilities, GAME.ploys, GAME.equipment, GAME.crit_ops, GAME.tac_ops, GAME.scenarios)
    for text in (entry.text for group in groups for entry in group.values()):
        assert text == " ".join(text.split())
        assert text.endswith(".")


# --- Weapons ------------------------------------------------------------------------------------------------


def line(weapon: Weapon) -> str:
    """A weapon as the book prints it."""
    rules = ", ".join(map(str, weapon.rules))
    return f"{weapon.atk}/{weapon.hit}+/{weapon.normal}–{weapon.critical} {rules}".strip()


LINES = {
    "aod.plasma_pistol.standard": '4/3+/3–5 Piercing 1, Range 8"',
    "aod.plasma_pistol.supercharge": '4/3+/4–5 Hot, Lethal 5+, Piercing 1, Range 8"',
    "aod.bolt_sniper_rifle.executioner": "4/2+/3–4 Heavy (Dash only), Saturate, Seek Light, Silent",
    "aod.bolt_sniper_rifle.mortis": "4/2+/3–3 Devastating 3, Heavy (Dash only), Piercing 1, Silent",
    "aod.heavy_bolter.focused": "5/3+/4–5 Piercing Crits 1",
    "aod.heavy_bolter.sweeping": '4/3+/4–5 Piercing Crits 1, Torrent 1"',
    "aod.power_fist_5_3": "5/3+/5–7 Brutal",
    "aod.power_fist_4_4": "4/4+/5–7 Brutal",
    "aod.thunder_hammer_5": "5/4+/5–6 Shock, Stun",
    "aod.frag": '4/3+/2–4 Blast 2", Range 6", Saturate',
    "plm.plague_spewer": '5/2+/3–3 Poison, Range 7", Saturate, Severe, Torrent 2"',
    "plm.entropy": '4/3+/3–7 Poison, Psychic, Range 7", Saturate, Severe',
    "plm.boltgun_toxic": "4/3+/3–4 Toxic",
    "kom.burna.deluge": '4/2+/3–3 Range 4", Saturate, Seek Light, Torrent 0"',
    "kom.shokka_pistol": '6/4+/1–0 Devastating 2, Range 8", Severe, Stun',
    "kom.scoped_big_shoota.concealed": (
        "5/3+/3–3 Devastating 2, Heavy, Silent, only as its first Shoot of the battle"
    ),
    "kom.scoped_big_shoota.sweeping": '5/3+/3–4 Heavy (Dash only), Torrent 1"',
    "kom.explosives": '6/4+/4–5 Blast 1", Explosive, Limited 1',
    "kom.dynamite": '5/4+/4–5 Blast 1", Heavy (Reposition only), Range 4", Saturate',
    "kom.twin_choppas": "4/3+/4–5 Ceaseless, Lethal 5+",
    "dkk.lasgun": "4/4+/2–3",
    "dkk.long_las.stationary": "4/2+/3–3 Devastating 3, Heavy",
    "dkk.long_las.mobile": "4/3+/3–4",
    "dkk.meltagun": '4/4+/6–3 Devastating 4, Piercing 2, Range 6"',
    "dkk.remote_detonator": "4/2+/5–6 Detonate, Heavy (Dash only), Limited 1, Piercing 1, Silent",
    "dkk.bayonet_4_3": "4/3+/2–3",
    "all.krak": '4/4+/4–5 Piercing 1, Range 6", Saturate',
    "test.seeker": "4/3+/3–4 Seek",
    "test.shockwave": '4/3+/3–4 Devastating 1 (2")',
    "test.repeater": "4/4+/3–4 Relentless",
}


@pytest.mark.parametrize("id", LINES)
def test_weapon_lines(id: str) -> None:
    """One line of each kind of the tables of KILLTEAM-C.TEAM."""
    assert line(GAME.weapons[id]) == LINES[id]


def test_number_of_weapons() -> None:
    printed = [profile for group in GAME.groups.values() for profile in group]
    assert Counter(weapon.id.split(".")[0] for weapon in printed) == {
        "aod": 28, "plm": 17, "kom": 24, "dkk": 28, "all": 2, "test": 13,
    }  # fmt: skip
    assert len(GAME.weapons) == len(printed) + 5


def test_rules_are_attributes() -> None:
    """Each rule of a weapon and no other shows in its attributes."""
    for weapon in GAME.weapons.values():
        plain = {"lethal": 6, "blast": None, "range": None, "torrent": None, "heavy": None}
        has = {name for name in RULE_NAMES if getattr(weapon, name) not in (plain.get(name, False),)}
        assert has == {rule.name for rule in weapon.rules}, weapon.id


def test_lengths_are_units() -> None:
    pistol = GAME.weapons["aod.plasma_pistol.supercharge"]
    assert pistol.range == 8 * INCH
    assert (pistol.lethal, pistol.piercing, pistol.hot) == (5, 1, True)
    assert GAME.weapons["kom.burna.deluge"].torrent == 0
    assert GAME.weapons["test.shockwave"].devastating_range == 2 * INCH
    assert GAME.datacards["ELS"].move == 7 * INCH


def test_titles_of_profiles() -> None:
    assert GAME.weapons["aod.plasma_pistol.supercharge"].title == "plasma pistol (supercharge)"
    assert GAME.weapons["aod.fists"].title == "fists"
    assert [weapon.profile for weapon in GAME.groups["dkk.long_las"]] == ["concealed", "stationary", "mobile"]


def test_bolt_weapons() -> None:
    """KILLTEAM-C.AOD.1: what one of two Shoots must use, and what costs more the second time."""
    bolt = {weapon.group for weapon in GAME.weapons.values() if weapon.bolt and weapon.id.startswith("aod")}
    assert bolt == {
        "aod.heavy_bolt_pistol", "aod.bolt_pistol", "aod.auto_bolt_rifle", "aod.bolt_rifle",
        "aod.stalker_bolt_rifle", "aod.bolt_sniper_rifle", "aod.heavy_bolter",
    }  # fmt: skip
    costly = {weapon.group for weapon in GAME.weapons.values() if weapon.repeat_cost}
    assert costly == {"aod.bolt_sniper_rifle", "aod.heavy_bolter"}


def test_synthetic_weapons_are_carried_by_nobody() -> None:
    carried = {w for card in GAME.datacards.values() for loadout in card.loadouts for w in loadout}
    carried |= {weapon for item in GAME.equipment.values() for weapon in item.gives}
    assert not any(weapon.synthetic for weapon in carried)
    assert {w.id for w in GAME.weapons.values() if w.synthetic} == {
        w.id for w in GAME.weapons.values() if w.id.startswith("test.")
    }
    printed = {weapon for group in GAME.groups.values() for weapon in group if not weapon.synthetic}
    assert printed == carried


# --- Datacards and teams ------------------------------------------------------------------------------------


CARDS = {
    "CPT": (3, 6, 3, 15, 40, True), "INS": (3, 6, 3, 15, 32, True), "ELS": (3, 7, 3, 12, 40, False),
    "HIG": (3, 5, 3, 18, 40, False), "INW": (3, 6, 3, 14, 32, False), "CHA": (3, 5, 3, 15, 32, True),
    "MPC": (3, 5, 3, 14, 32, False), "NOB": (3, 6, 5, 14, 32, True), "BOY": (2, 6, 5, 10, 32, False),
    "GRO": (2, 6, 5, 5, 25, False), "SQU": (2, 6, 5, 5, 25, False), "WAT": (2, 6, 5, 8, 25, True),
    "TRP": (2, 6, 5, 7, 25, False),
}  # fmt: skip


@pytest.mark.parametrize("key", CARDS)
def test_datacards(key: str) -> None:
    """APL, Move, Save, Wounds, base, leader: one line of each kind."""
    card = GAME.datacards[key]
    assert (card.apl, card.move // INCH, card.save, card.wounds, card.base, card.leader) == CARDS[key]


def test_numbers_of_datacards() -> None:
    assert {team.id: len(team.datacards) for team in GAME.teams.values()} == {
        "aod": 9, "plm": 7, "kom": 11, "dkk": 15,
    }  # fmt: skip
    assert [card.key for card in GAME.datacards.values() if card.limit == 0] == ["AIW", "INW", "BOY"]
    assert [card.key for card in GAME.datacards.values() if card.halves == 1] == ["GRO", "SQU"]
    assert [card.key for card in GAME.datacards.values() if not card.counted] == ["SQU"]


def test_everybody_has_a_melee_weapon() -> None:
    """KILLTEAM-R.24."""
    for card in GAME.datacards.values():
        for loadout in card.loadouts:
            assert any(not weapon.ranged for weapon in loadout), card.key


def test_numbers_of_loadouts() -> None:
    several = {card.key: len(card.loadouts) for card in GAME.datacards.values() if len(card.loadouts) > 1}
    assert several == {"AIS": 9, "INS": 15, "ING": 3, "INW": 3, "NOB": 2, "WAT": 7, "CON": 4}
    assert loadout_text(GAME.datacards["ING"].loadouts[1]) == "bolt rifle, auxiliary grenade launcher, fists"


def test_bodies() -> None:
    """KILLTEAM-C.GEO.2 and KILLTEAM-C.GEO.4."""
    sizes = {(card.base, card.radius, card.height) for card in GAME.datacards.values()}
    assert sizes == {(25, 1250, 3200), (25, 1250, 2000), (32, 1600, 3800), (40, 2000, 4400)}
    assert [card.key for card in GAME.datacards.values() if card.height == 2000] == ["GRO", "SQU"]


def test_archetypes_and_their_ops() -> None:
    assert {team.id: len(GAME.tac_ops_for(team)) for team in GAME.teams.values()} == dict.fromkeys(TEAMS, 6)
    kommandos = [op.id for op in GAME.tac_ops_for(GAME.teams["kom"])]
    assert kommandos == [
        "sweep_and_clear", "rout", "dominate", "track_enemy", "plant_devices", "steal_intelligence",
    ]  # fmt: skip


def test_ploys() -> None:
    """KILLTEAM-C.CP.1: four strategy and four firefight ploys each, 1 CP, and Command Re-roll for all."""
    for team in GAME.teams.values():
        assert Counter(ploy.strategy for ploy in team.ploys) == {True: 4, False: 4}
    assert {ploy.cost for ploy in GAME.ploys.values()} == {1}
    assert [ploy.id for ploy in GAME.ploys.values() if ploy.unlimited] == ["command_reroll"]
    assert [ploy.id for ploy in GAME.ploys.values() if ploy.first_turn > 1] == ["ssssh"]


def test_support_rules() -> None:
    assert [ability.id for ability in GAME.abilities.values() if ability.support] == [
        "get_it_dun", "listen_in", "guardsman_orders", "zeal", "spot", "signal",
    ]  # fmt: skip
    assert [ploy.id for ploy in GAME.ploys.values() if ploy.support] == ["regroup"]


# --- Equipment ----------------------------------------------------------------------------------------------


def test_terrain_items() -> None:
    sizes = {
        item.id: (item.pieces, *(value / INCH for value in item.size or ()), item.flags)
        for item in GAME.equipment.values()
        if item.kind == "terrain"
    }
    assert sizes == {
        "light_barricades": (2, 2, 0.5, 1, LIGHT),
        "heavy_barricade": (1, 2.5, 0.5, 1.5, HEAVY),
        "razor_wire": (1, 3, 0.5, 0.5, EXPOSED | INSIGNIFICANT),
    }


def test_picks() -> None:
    assert len(GAME.equipment) == 25
    mixed = [pick.id for pick in GAME.picks.values() if pick.mix]
    assert mixed == [
        "utility_grenades:smoke+smoke", "utility_grenades:smoke+stun", "utility_grenades:stun+stun",
        "explosive_grenades:frag+frag", "explosive_grenades:frag+krak", "explosive_grenades:krak+krak",
    ]  # fmt: skip
    assert {len(GAME.picks_for(team)) for team in GAME.teams.values()} == {17}
    assert GAME.picks["utility_grenades:stun+stun"].uses("stun") == 2


def equipped(card: str, *items: str) -> list[str]:
    member = Member(GAME.datacards[card], GAME.datacards[card].loadouts[0])
    return [weapon.id for weapon in armed(member, [GAME.picks[item] for item in items])]


def test_equipment_arms_operatives() -> None:
    assert equipped("CHA", "explosive_grenades:frag+frag")[-1] == "all.frag"
    assert equipped("CHA", "explosive_grenades:frag+krak")[-2:] == ["all.frag", "all.krak"]
    assert equipped("BRE", "choppas") == ["kom.slugga", "kom.breacha_ram", "kom.choppa_3"]
    assert equipped("GRO", "choppas") == ["kom.grot_choppa"]
    assert equipped("TRP", "hand_axes") == ["dkk.lasgun", "dkk.bayonet", "dkk.hand_axe"]


def test_equipment_changes_weapons() -> None:
    assert equipped("WAR", "plague_rounds") == ["plm.boltgun_toxic+plague_rounds", "plm.plague_knife_4"]
    better = GAME.weapons["plm.boltgun_toxic+plague_rounds"]
    assert (better.poison, better.severe, better.toxic, better.group) == (
        True,
        True,
        True,
        "plm.boltgun_toxic",
    )
    assert equipped("BOY", "collapsible_stocks") == ["kom.slugga+collapsible_stocks", "kom.choppa_4"]
    assert GAME.weapons["kom.slugga+collapsible_stocks"].range is None
    assert (
        line(GAME.weapons["kom.shokka_pistol+collapsible_stocks"]) == "6/4+/1–0 Devastating 2, Severe, Stun"
    )


# --- Operations and presets ---------------------------------------------------------------------------------


def test_kill_op() -> None:
    """KILLTEAM-C.OPS.3 and G.46 (e)."""
    assert sorted(GAME.ops.grades) == list(range(5, 15))
    assert GAME.ops.grade(10, 6) == 3
    assert GAME.ops.grade(14, 6) == 2
    assert [GAME.ops.grade(7, dead) for dead in range(8)] == [0, 1, 1, 2, 3, 3, 4, 5]
    for needs in GAME.ops.grades.values():
        assert all(a < b for a, b in pairwise(needs))
    with pytest.raises(KeyError):
        GAME.ops.grade(4, 1)


def test_mission_actions() -> None:
    """1 AP on a controlled objective, from turning point 2 on, unless noted."""
    actions = GAME.actions
    assert {id: a.ap for id, a in actions.items() if a.ap != 1} == {"reboot": 2}
    turns = {id: action.first_turn for id, action in actions.items() if action.first_turn != 2}
    assert turns == {"ammo_resupply": 1, "download": 3, "send": 4}
    assert [id for id, a in actions.items() if not a.objective] == ["ammo_resupply", "plant_banner"]
    assert {op.id: op.most_per_turn for op in GAME.tac_ops.values() if op.most_per_turn != 2} == {
        "dominate": 3
    }


def test_presets() -> None:
    """The table of KILLTEAM-C.OPT."""
    switches = (
        "obscured", "assist", "vantage_bonus", "ploys", "equipment", "initiative_cards", "full_ops",
        "passing_exception", "increment_rounding",
    )  # fmt: skip
    table = {id: "".join("01"[getattr(preset, s)] for s in switches) for id, preset in GAME.presets.items()}
    assert table == {"lite": "000000000", "standard": "111111100", "core": "111111111"}
    assert [preset.move_floor for preset in GAME.presets.values()] == [False, True, True]
