"""The rulebook of Kill Team: every clause is there, and the data cites no other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files

from affray.engine.rulebook import Rulebook
from affray.games.killteam.loading import content

GAME = content()
BOOK = Rulebook.load("Kill Team", files("affray.games.killteam") / "rulebook.toml")


def numbered(name: str, last: int) -> list[str]:
    """Ids of the clauses 1 to `last` of a chapter."""
    return [f"KILLTEAM-{name}.{n}" for n in range(1, last + 1)]


SEED = {"REPO": 5, "DASH": 5, "FALL": 5, "SHOOT": 3, "FIGHT": 2, "SSEQ": 22, "FSEQ": 20, "DMG": 8, "VIS": 2}
COMPLETION = {
    "GEO": 9, "TER": 3, "MOV": 9, "LOS": 14, "TURN": 12, "ACT": 9, "SH": 9, "FT": 3, "DM": 5, "MRK": 3,
    "CP": 1, "SET": 5, "AOD": 7, "PLM": 8, "KOM": 8, "DKK": 8, "OPS": 6,
}  # fmt: skip
UNNUMBERED = ("OPT", "WR", "PREC", "SET", "AOD", "PLM", "KOM", "DKK", "EQ", "MAP")
WEAPON_RULES = (
    "ACCURATE", "BALANCED", "BLAST", "BRUTAL", "CEASELESS", "DEVASTATING", "HEAVY", "HOT", "LETHAL",
    "LIMITED", "PIERCING", "PSYCHIC", "PUNISHING", "RANGE", "RELENTLESS", "RENDING", "SATURATE", "SEEK",
    "SEVERE", "SHOCK", "SILENT", "STUN", "TORRENT", "POISON", "TOXIC",
)  # fmt: skip
ITEMS = (
    "LIGHT_BARRICADES", "HEAVY_BARRICADE", "RAZOR_WIRE", "LADDERS", "AMMO_CACHE", "COMMS_DEVICE",
    "MINES", "UTILITY_GRENADES", "EXPLOSIVE_GRENADES",
)  # fmt: skip
OPS = (
    "O1", "O2", "O3", "O4", "O5", "O6", "O7", "O8", "O9", "PLANT_BANNER", "MARTYRS", "ENVOY",
    "SWEEP_AND_CLEAR", "ROUT", "DOMINATE", "TRACK_ENEMY", "PLANT_DEVICES", "STEAL_INTELLIGENCE",
)  # fmt: skip
MAP_CLAUSES = ("CONFINED_BLAST", "DEFENDERS_FIRST", "DOOR_FIGHT")


def test_rulebook_is_complete() -> None:
    ids = [id for name, last in SEED.items() for id in numbered(name, last)]
    assert len(ids) == 72
    ids += numbered("R", 37)
    ids += [id for name, last in COMPLETION.items() for id in numbered(f"C.{name}", last)]
    ids += [f"KILLTEAM-C.{name}" for name in UNNUMBERED]
    for chapter, names in (("WR", WEAPON_RULES), ("EQ", ITEMS), ("OPS", OPS), ("MAP", MAP_CLAUSES)):
        ids += [f"KILLTEAM-C.{chapter}.{name}" for name in names]
    assert len(ids) == len(set(ids))
    assert set(BOOK) == set(ids)


def test_clauses_are_well_formed() -> None:
    for clause in BOOK.values():
        assert clause.text == " ".join(clause.text.split())
        assert clause.text.endswith(".")
        assert clause.title
        assert clause.section
        assert re.fullmatch(r"seed S\d+|ruling|completion, .*(own|public K).*", clause.source)
        assert clause.source.startswith("seed") == (clause.id.split("-")[1].split(".")[0] in SEED)


def test_seed_sentences_are_all_there() -> None:
    """Each of the 54 sentences of the leaflet is the source of at least one clause."""
    assert {clause.source for clause in BOOK.values() if clause.source.startswith("seed")} == {
        f"seed S{n}" for n in range(1, 55)
    }


def test_data_cites_clauses_of_the_rulebook() -> None:
    cited = {rule.clause for weapon in GAME.weapons.values() for rule in weapon.rules}
    groups: tuple[Iterable[object], ...] = (
        GAME.abilities.values(), GAME.ploys.values(), GAME.equipment.values(), GAME.crit_ops.values(),
        GAME.tac_ops.values(), GAME.scenarios.values(), GAME.teams.values(), GAME.actions.values(),
    )  # fmt: skip
    cited |= {getattr(entry, "clause") for group in groups for entry in group}  # noqa: B009
    assert cited <= set(BOOK)
