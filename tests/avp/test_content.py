"""The figures of AvP: what the book states of them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

import pytest

from affray.games.avp.content import FACTIONS, FLAGS, SKILLS, ArmyList, Content, Mission, Unit, Weapon
from affray.games.avp.loading import content, load_content

DATA = Path(str(files("affray.games.avp"))) / "data"
GAME = content()


# --- Loading ------------------------------------------------------------------------------------------------


def test_import_reads_no_file() -> None:
    """Importing the module must cost no more than its code: the data is read on the first call."""
    code = (
        "import sys\n"
        "def hook(event, args):\n"
        "    if event == 'open' and str(args[0]).endswith('.toml'): sys.exit(7)\n"
        "sys.addaudithook(hook)\n"
        "import affray.games.avp.loading"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_default_content_is_read_once() -> None:
    assert content() is content()


def test_another_folder_makes_other_objects() -> None:
    other = load_content(DATA)
    assert other.units["marine"] is not GAME.units["marine"]
    assert other.units["marine"].weapons[0] is other.weapons["pulse_rifle"]


def test_objects_are_immutable_and_hashable() -> None:
    marine = GAME.units["marine"]
    for attribute in ("wounds", "nonsense"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(marine, attribute, 9)
    with pytest.raises(TypeError):
        GAME.units["marine"] = marine  # type: ignore[index]
    assert {marine: 1}[GAME.units["marine"]] == 1
    assert not hasattr(marine, "__dict__")


def test_every_entry_says_where_its_figures_come_from() -> None:
    for entries in (
        GAME.weapons,
        GAME.units,
        GAME.cards,
        GAME.environment,
        GAME.maps,
        GAME.armies,
        GAME.missions,
    ):
        for entry in entries.values():
            assert re.search(r"own|public P\d+", entry.source), entry


# --- Weapons and units --------------------------------------------------------------------------------------


def test_each_flag_and_each_skill_is_an_attribute() -> None:
    for weapon in GAME.weapons.values():
        assert {flag for flag in FLAGS if getattr(weapon, flag)} == weapon.flags
    for unit in GAME.units.values():
        assert {skill for skill in SKILLS if getattr(unit, skill)} == unit.skills
    assert {flag for weapon in GAME.weapons.values() for flag in weapon.flags} == set(FLAGS)
    assert {skill for unit in GAME.units.values() for skill in unit.skills} == set(SKILLS)


def weapon_line(weapon: Weapon) -> tuple[bool, int, int, int]:
    return weapon.ranged, weapon.strength, weapon.rate, weapon.avv


def test_weapon_figures() -> None:
    """AVP-C.WPN.1, one line of each kind."""
    lines = {
        "pulse_rifle": (True, 12, 1, 0),
        "m40": (True, 14, 1, 2),
        "katana": (False, 2, 4, 2),
        "crusher_claws": (False, 0, 4, 10),
        "relic_smart_disc": (False, 2, 4, 4),
        "gatling_caster": (True, 10, 6, 3),
    }
    assert {name: weapon_line(GAME.weapons[name]) for name in lines} == lines
    assert len(GAME.weapons) == 35


def test_weapons_with_an_action_of_their_own_are_not_plain() -> None:
    special = {"m40", "flamethrower", "loader_flamer", "acid_spit"}
    assert {weapon.id for weapon in GAME.weapons.values() if not weapon.plain} == special


def unit_line(unit: Unit) -> tuple[object, ...]:
    return (
        unit.base, unit.cc, unit.rs, unit.st, unit.con, unit.wounds, unit.armour, unit.bracket, unit.points,
        unit.box,
    )  # fmt: skip


def test_unit_figures() -> None:
    """AVP-C.UNIT.1 to 3, one line of each kind."""
    lines = {
        "marine": ("S", 10, 13, 10, 10, 1, 12, None, 19, 8),
        "captain": ("S", 13, 14, 10, 12, 3, 13, 8, 48, 1),
        "sentry_gun": ("M", None, 12, 10, 10, 2, 14, 10, 30, 2),
        "power_loader": ("none", 14, 12, 16, 16, 5, 14, 12, 75, 1),
        "facehugger": ("S", 10, None, 5, 5, 1, 10, None, 4, 10),
        "queen": ("L", 18, None, 16, 16, 6, 15, 14, 97, 1),
        "elder_hunter": ("M", 13, 18, 15, 15, 4, 15, 13, 90, 1),
        "mimicry": ("M", None, None, 0, 0, 0, 0, None, 0, 2),
    }
    assert {name: unit_line(GAME.units[name]) for name in lines} == lines
    assert Counter(unit.faction for unit in GAME.units.values()) == {
        "marines": 10,
        "aliens": 10,
        "predators": 12,
    }


def test_sizes() -> None:
    """AVP-MAP.4."""
    assert [GAME.units[name].size for name in ("infant", "warrior", "queen", "crusher")] == [1, 2, 3, 6]


def test_only_the_sentry_gun_does_not_move() -> None:
    """AVP-C.SKILL.6."""
    assert {unit.id: unit.move for unit in GAME.units.values() if unit.move != 1} == {"sentry_gun": 0}


def test_heal() -> None:
    assert {unit.id: unit.heal for unit in GAME.units.values() if unit.heal} == {"captain": 6}


def test_hosts() -> None:
    """AVP-ALN.47 and AVP-R.48."""
    hosts = {unit.id: unit.host for unit in GAME.units.values() if unit.host}
    marines = {"marine", "tracker", "smartgunner", "medic", "sergeant"}
    predators = {unit.id for unit in GAME.units.values() if unit.faction == "predators"} - {
        "hellhound",
        "mimicry",
    }
    assert hosts == {
        **dict.fromkeys(marines, "infant"),
        "hellhound": "stalker",
        **dict.fromkeys(predators, "predalien"),
    }


def test_who_may_use_the_actions_of_a_faction() -> None:
    """AVP-C.UNIT.1 and AVP-C.UNIT.3."""
    for unit in GAME.units.values():
        machine = unit.id in ("sentry_gun", "power_loader")
        assert unit.marine_actions == (unit.faction == "marines" and not machine)
        beast = unit.id in ("hellhound", "mimicry")
        assert unit.first_aid == (unit.faction == "predators" and not beast)


@pytest.mark.parametrize("name", ["p_warrior", "p_hunter", "p_berserker"])
def test_bought_self_destruct(name: str) -> None:
    """AVP-C.SKILL.8: the variant shares the box, costs 5 more and is the same but for that."""
    unit, variant = GAME.units[name], GAME.units[f"{name}_sd"]
    assert variant.box_of == name == unit.box_of
    assert variant.skills == unit.skills | {"self_destruct"}
    assert variant.points == unit.points + 5
    assert unit_line(variant)[:-2] == unit_line(unit)[:-2]
    assert (variant.weapons, variant.box, variant.host) == (unit.weapons, unit.box, unit.host)


# --- Cards --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("faction", FACTIONS)
def test_strategy_decks(faction: str) -> None:
    """AVP-C.CARD.1: ten cards, twice each."""
    cards = GAME.cards_of(faction)
    assert len(cards) == 10
    assert sum(card.copies for card in cards) == 20


def test_reaction_cards() -> None:
    reactions = {card.id for card in GAME.cards.values() if card.reaction}
    assert reactions == {
        "emergency_med_pack",
        "steady_hand",
        "acid_spray",
        "relentless",
        "medicomp",
        "honour",
    }


def test_environment_deck() -> None:
    """AVP-C.ENV.1."""
    assert sum(card.copies for card in GAME.environment.values()) == 20


def test_texts_are_one_line() -> None:
    texts = [card.text for card in GAME.cards.values()]
    texts += [card.text for card in GAME.environment.values()]
    texts += [mission.text for mission in GAME.missions.values()]
    for text in texts:
        assert text == " ".join(text.split())
        assert text.endswith(".")


# --- Maps ---------------------------------------------------------------------------------------------------


class Drawing:
    """The graph of a drawing, read naively: what the maps' stated facts are counted on."""

    def __init__(self, drawing: str) -> None:
        signs = {
            (x, y): sign
            for y, line in enumerate(drawing.split("\n"))
            for x, sign in enumerate(line)
            if sign != " "
        }
        tiles = {
            at: f"{chr(ord('A') + at[0] // 2)}{at[1] // 2 + 1}"
            for at in signs
            if not (at[0] % 2 or at[1] % 2)
        }
        self.tiles = {name: signs[at] for at, name in tiles.items()}
        self.edges: set[frozenset[str]] = set()
        self.doors: set[frozenset[str]] = set()
        for (x, y), sign in signs.items():
            if (x, y) not in tiles:
                ends = ((x - 1, y), (x + 1, y)) if x % 2 else ((x, y - 1), (x, y + 1))
                (self.doors if sign == "D" else self.edges).add(frozenset(tiles[end] for end in ends))

    def components(self, links: Iterable[frozenset[str]], without: str = "") -> list[frozenset[str]]:
        """The parts that hang together by the links, tiles of the kinds in `without` left out."""
        group = {name: frozenset({name}) for name, kind in self.tiles.items() if kind not in without}
        for one, two in (sorted(link) for link in links):
            if one in group and two in group:
                merged = group[one] | group[two]
                group.update(dict.fromkeys(merged, merged))
        return sorted(set(group.values()), key=len)

    def neighbours(self, name: str) -> set[str]:
        return {other for edge in self.edges if name in edge for other in edge - {name}}


FACTS = {
    "a": ({".": 20, "h": 7, "i": 1, "r": 16, "R": 3, "v": 2}, 52, 10, 5),
    "b": ({".": 13, "h": 5, "i": 6, "r": 12, "R": 4, "v": 2}, 42, 9, 5),
    "c": ({".": 29, "h": 18, "i": 7, "r": 16, "R": 9, "v": 8}, 100, 14, 6),
}


@pytest.mark.parametrize("name", FACTS)
def test_map_facts(name: str) -> None:
    """AVP-C.MAP.1 to 3: tiles by surface, open edges, doors; what hangs together with doors shut and open."""
    surfaces, edges, doors, parts = FACTS[name]
    drawing = Drawing(GAME.maps[name].drawing)
    assert Counter(drawing.tiles.values()) == surfaces
    assert len(drawing.edges) == edges
    assert len(drawing.doors) == doors
    assert len(drawing.components(drawing.edges)) == parts
    assert len(drawing.components(drawing.edges | drawing.doors)) == 1
    assert len(drawing.components(drawing.edges | drawing.doors, without="v")) == 1


@pytest.mark.parametrize("name", FACTS)
def test_doors_shut_off_the_rooms(name: str) -> None:
    """With all doors shut each room is a part of its own; Map A's Engine Room lies open to one side."""
    drawing = Drawing(GAME.maps[name].drawing)
    open_rooms = {"a": {"Engine Room"}, "b": {"Lifeboat Bay"}, "c": set[str]()}[name]
    rooms = {frozenset(tiles) for room, tiles in GAME.maps[name].rooms.items() if room not in open_rooms}
    assert set(drawing.components(drawing.edges)[:-1]) == rooms


def test_map_a_doors_and_vents() -> None:
    """AVP-C.MAP.1."""
    drawing = Drawing(GAME.maps["a"].drawing)
    doors = "B1/C1 G1/H1 B2/B3 H2/H3 D3/E3 E5/F5 B5/B6 H5/H6 B7/C7 G7/H7"
    assert drawing.doors == {frozenset(pair.split("/")) for pair in doors.split()}
    assert (drawing.neighbours("D4"), drawing.neighbours("F4")) == ({"D3", "D5"}, {"F3", "F5"})


def test_map_b_doors_and_vents() -> None:
    """AVP-C.MAP.2."""
    drawing = Drawing(GAME.maps["b"].drawing)
    doors = "B1/C1 B2/B3 E3/F3 G1/H1 I2/I3 H3/H4 B5/C5 F5/G5 H5/I5"
    assert drawing.doors == {frozenset(pair.split("/")) for pair in doors.split()}
    assert (drawing.neighbours("D2"), drawing.neighbours("E4")) == ({"D1", "D3"}, {"E3", "E5"})


def test_map_c_has_what_its_mission_needs() -> None:
    """AVP-C.MAP.3: eight vents, each reached from two corridors, so that four can be welded (AVP-MAR.20)."""
    drawing = Drawing(GAME.maps["c"].drawing)
    vents = {name for name, kind in drawing.tiles.items() if kind == "v"}
    assert vents == {"D2", "H2", "C4", "I4", "C6", "I6", "D8", "H8"}
    for vent in vents:
        assert len(drawing.neighbours(vent)) == 2
        assert {drawing.tiles[name] for name in drawing.neighbours(vent)} <= set(".hi")


# --- Army lists ---------------------------------------------------------------------------------------------


def taken(army: ArmyList) -> Counter[str]:
    """How many models the list takes out of each box."""
    boxes: Counter[str] = Counter()
    for name, number in army.units:
        boxes[GAME.units[name].box_of] += number
    return boxes


def test_stated_points() -> None:
    """The sums of AVP-C.MIS.1 to 5."""
    stated = {
        ("fire_alarms", "marines"): [151],
        ("fire_alarms", "aliens"): [124],
        ("flight_recorder", "marines"): [161],
        ("flight_recorder", "aliens"): [158],
        ("trophy_hunt", "marines"): [161],
        ("trophy_hunt", "aliens"): [124],
        ("trophy_hunt", "predators"): [157, 152, 158],
        ("regicide", "marines"): [241],
        ("regicide", "aliens"): [238],
        ("last_stand", "marines"): [181],
        ("last_stand", "aliens"): [],
        ("seal_the_ducts", "marines"): [199],
        ("seal_the_ducts", "aliens"): [166],
    }
    assert {
        (mission.id, faction): [army.points for army in lists]
        for mission in GAME.missions.values()
        for faction, lists in mission.armies.items()
    } == stated


@pytest.mark.parametrize("name", GAME.armies)
def test_armies_fit_the_box(name: str) -> None:
    army = GAME.armies[name]
    assert all(number <= GAME.units[box].box for box, number in taken(army).items())
    assert army.points == sum(GAME.units[unit].points * number for unit, number in army.units)
    assert army.count == sum(number for _, number in army.units)


BATTLE_ARMIES = [army.id for army in GAME.armies.values() if army.size is not None]


def test_a_ready_made_army_for_every_faction_and_size() -> None:
    pairs = [(GAME.armies[name].faction, GAME.armies[name].size) for name in BATTLE_ARMIES]
    assert sorted(pairs) == sorted((faction, size) for faction in FACTIONS for size in GAME.sizes)


@pytest.mark.parametrize("name", BATTLE_ARMIES)
def test_ready_made_armies_are_legal(name: str) -> None:
    """AVP-C.ARMY.1 to 4."""
    army = GAME.armies[name]
    assert army.size is not None
    assert 0.95 * GAME.budget(army.size, army.faction) <= army.points <= GAME.budget(army.size, army.faction)
    numbers = Counter(dict(army.units))
    kinds: Counter[str] = Counter()
    spent: Counter[str] = Counter()
    for unit, number in army.units:
        kinds[GAME.units[unit].kind] += number
        spent[GAME.units[unit].kind] += GAME.units[unit].points * number
    skirmish = army.size == "skirmish"
    if army.faction == "marines":
        squads = numbers["medic"]
        assert (0 if skirmish else 1) <= kinds["HQ"] <= 2
        assert kinds["Support"] <= 3
        assert 1 <= squads <= 5
        assert numbers["smartgunner"] == numbers["tracker"] == squads
        assert 2 * squads <= numbers["marine"] <= 5 * squads
        assert numbers["sergeant"] <= squads
    elif army.faction == "aliens":
        assert not numbers["praetorian"] or numbers["queen"]
        slots = 2 * numbers["queen"] + numbers["predalien"] + (numbers["evolved_warrior"] > 0)
        half = -(-(numbers["infant"] + numbers["warrior"]) // 2)
        assert (0 if skirmish else 1) <= slots <= 2
        assert 2 * spent["HQ"] <= army.points <= 2 * spent["Troop"]
        assert numbers["infant"] >= 5
        assert numbers["stalker"] <= half
        assert skirmish or numbers["facehugger"] <= half
        assert kinds["Support"] <= 2
    else:
        assert kinds["HQ"] <= 1
        assert kinds["Troop"] >= 1
        assert numbers["hellhound"] <= 6


def test_sizes_of_battles() -> None:
    """AVP-C.ARMY.1."""
    assert dict(GAME.sizes) == {"skirmish": 150, "small": 250, "medium": 375, "large": 500}
    assert [GAME.budget("medium", faction) for faction in FACTIONS] == [375, 300, 375]


@pytest.mark.parametrize("name", BATTLE_ARMIES)
def test_ready_made_armies_fit_the_battle_mission(name: str) -> None:
    """AVP-C.ARMY.5: the battle mission has room for each on all maps, mimicry tokens (AVP-PRD.3) too."""
    army = GAME.armies[name]
    size = sum(GAME.units[unit].size * number for unit, number in army.units)
    size += 2 * GAME.units["mimicry"].size if army.faction == "predators" else 0
    mission = GAME.missions["trophy_hunt"]
    assert mission.battle
    for variant in mission.maps:
        assert size <= 8 * len(variant.deploy[army.faction].tiles)


# --- Missions -----------------------------------------------------------------------------------------------


def test_missions_in_short() -> None:
    assert [(m.id, m.clause, m.rounds, [v.map for v in m.maps]) for m in GAME.missions.values()] == [
        ("fire_alarms", "AVP-C.MIS.1", 12, ["a"]),
        ("flight_recorder", "AVP-C.MIS.2", 12, ["b"]),
        ("trophy_hunt", "AVP-C.MIS.3", 8, ["a", "c"]),
        ("regicide", "AVP-C.MIS.4", 10, ["b"]),
        ("last_stand", "AVP-C.MIS.5", 9, ["a"]),
        ("seal_the_ducts", "AVP-C.MIS.6", 14, ["c"]),
    ]
    assert [m.id for m in GAME.missions.values() if m.solo] == ["last_stand"]


def test_trophy_hunt_is_for_two_or_three() -> None:
    """AVP-C.MIS.3."""
    mission = GAME.missions["trophy_hunt"]
    assert sorted(map(len, mission.seats)) == [2, 2, 2, 3]
    assert mission.on("a").objectives["scoring"] == ("E3", "E4", "E5")
    assert len(mission.on("c").objectives["scoring"]) == 9
    with pytest.raises(KeyError):
        mission.on("b")


def test_rooms_stand_for_their_tiles() -> None:
    fires = GAME.missions["fire_alarms"].on("a")
    assert fires.deploy["marines"].tiles == ("A6", "B6", "A7", "B7")
    assert fires.objectives["fires"] == ("A1", "I1", "E4")
    recorder = GAME.missions["flight_recorder"].on("b")
    assert dict(recorder.objectives) == {"recorder": ("G4",), "exit": ("I6",)}
    assert GAME.missions["last_stand"].on("a").deploy["marines"].tiles == ("A6", "B6", "A7", "B7", "B5", "C7")


@pytest.mark.parametrize(("name", "on_board", "reserve"), [("fire_alarms", 8, 7), ("flight_recorder", 8, 8)])
def test_reserves(name: str, on_board: int, reserve: int) -> None:
    """AVP-C.MIS.1 and 2."""
    mission = GAME.missions[name]
    place = mission.maps[0].deploy["aliens"]
    assert (place.start, mission.armies["aliens"][0].count - on_board) == (on_board, reserve)
    assert place.per_round == 2


def test_the_queen_waits_on_her_own_tile() -> None:
    """AVP-C.MIS.4."""
    place = GAME.missions["regicide"].on("b").deploy["aliens"]
    assert dict(place.pins) == {"queen": ("H2",), "royal_guard": ("H2",)}
    assert "H2" not in place.tiles


def test_horde_table() -> None:
    """AVP-C.MIS.5."""
    mission = GAME.missions["last_stand"]
    horde = mission.horde
    assert horde is not None
    assert horde.groups_per_round == 2
    assert [dict(horde.group(roll).units) for roll in (1, 8, 9, 18, 19)] == [
        {"infant": 3},
        {"infant": 3},
        {"infant": 2, "stalker": 1},
        {"infant": 2, "facehugger": 2},
        {"warrior": 1, "infant": 1},
    ]
    assert horde.nest_order(1) == mission.on("a").nests == ("D7", "E7", "E5", "E4", "B3")
    assert horde.nest_order(16) == ("E4", "B3", "D7", "E7", "E5")
    assert mission.on("a").doors_removed == (("B5", "B6"), ("B7", "C7"))


@pytest.mark.parametrize("mission", GAME.missions.values(), ids=lambda mission: mission.id)
def test_open_nests_are_infested(mission: Mission) -> None:
    """Reserves creep out of vents and infested Tiles; the horde of Last Stand alone comes in anywhere."""
    for variant in mission.maps:
        kinds = {Drawing(GAME.maps[variant.map].drawing).tiles[nest] for nest in variant.nests}
        assert mission.id == "last_stand" or kinds <= set("ihRv")


def test_seal_the_ducts_needs_the_limit_of_weldings() -> None:
    """AVP-C.MIS.6 and AVP-MAR.20."""
    mission = GAME.missions["seal_the_ducts"]
    assert mission.figures["welds"] == 4
    tiles = Drawing(GAME.maps["c"].drawing).tiles
    assert sum(tiles[nest] == "v" for nest in mission.on("c").nests) == 4


def test_content_is_complete() -> None:
    assert isinstance(GAME, Content)
    sizes = [len(entries) for entries in (GAME.weapons, GAME.units, GAME.cards, GAME.environment, GAME.maps)]
    assert sizes == [35, 32, 30, 10, 3]
