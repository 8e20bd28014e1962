"""Where equipment may be set up, and what it does there (KILLTEAM-C.EQ)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.killteam.test_ops import start

from affray.boards.plane.solids import INCH, inches
from affray.games.killteam import equipment, upkeep
from affray.games.killteam.equipment import Piece
from affray.games.killteam.loading import content
from affray.games.killteam.position import position
from affray.games.killteam.reading import read
from affray.games.killteam.state import State

BOOK = content()
PLACED = [item for item in BOOK.equipment.values() if item.pieces]


def scene(map_: str = "c", **more: Any) -> State:
    table = {"boy": {"card": "BOY", "at": [2, 20]}, "aiw": {"card": "AIW", "at": [28, 20]}}
    return position({"map": map_, "operatives": table, **more})


def clause(
    s: State, item: str, x: float, y: float, along: str = "x", feature: int = -1, seat: int = 0
) -> str:
    piece = Piece(item, inches(str(x)), inches(str(y)), along == "x", feature)
    refusal = equipment.refusal(s, seat, piece)
    return refusal.clause if refusal is not None else ""


def test_terrain_stands_in_the_own_territory() -> None:
    s = scene()
    assert clause(s, "light_barricades", 14, 18) == ""
    assert clause(s, "light_barricades", 14.01, 18) == "KILLTEAM-C.EQ"
    assert clause(s, "light_barricades", 14.7, 18, "y") == ""
    assert clause(s, "light_barricades", 14, 18, seat=1) == "KILLTEAM-C.EQ"
    assert clause(s, "light_barricades", 16, 18, seat=1) == ""
    assert clause(s, "light_barricades", 0.9, 18) == "KILLTEAM-C.EQ", "over the edge"


def test_terrain_overlaps_nothing() -> None:
    s = scene()
    assert clause(s, "light_barricades", 8, 4.25) == "KILLTEAM-C.EQ", "the rubble La"
    assert clause(s, "light_barricades", 8, 4.75) == "", "touching it"
    assert clause(s, "light_barricades", 7, 10.9) == "KILLTEAM-C.EQ", "the objective marker"
    assert clause(s, "light_barricades", 7, 11.04) == ""


def test_terrain_keeps_clear_of_other_equipment() -> None:
    s = scene(pieces=[{"item": "light_barricades", "at": [3, 3]}])
    assert clause(s, "razor_wire", 3, 5.5) == "KILLTEAM-C.EQ", 'exactly 2" away'
    assert clause(s, "razor_wire", 3, 5.51) == ""


def test_terrain_keeps_clear_of_doors() -> None:
    s = scene("a")
    assert clause(s, "light_barricades", 11, 9.3 - 0.3, "x") == "KILLTEAM-C.EQ", "north of the door of Sa"
    assert clause(s, "light_barricades", 3, 3) == ""


def test_the_heavy_barricade_stays_near_the_drop_zone() -> None:
    s = scene()
    assert clause(s, "heavy_barricade", 8.75, 18) == ""
    assert clause(s, "heavy_barricade", 8.76, 18) == "KILLTEAM-C.EQ.HEAVY_BARRICADE"


def test_markers() -> None:
    s = scene()
    assert clause(s, "ammo_cache", 14.6, 18) == ""
    assert clause(s, "ammo_cache", 14.7, 18) == "KILLTEAM-C.EQ", "not wholly within the territory"
    assert clause(s, "ammo_cache", 9.75, 10) == "KILLTEAM-C.MRK.3", "in a wall"
    assert clause(s, "mines", 7, 13.1) == "KILLTEAM-C.EQ.MINES", 'within 2" of the objective'
    assert clause(s, "mines", 7, 13.19) == ""


def test_ladders() -> None:
    s = scene()
    wall = s.map.features.index("Wa")
    rubble = s.map.features.index("Ha")
    assert clause(s, "ladders", 9.5, 10, feature=wall) == ""
    assert clause(s, "ladders", 9.75, 12, feature=wall) == ""
    assert clause(s, "ladders", 9.75, 10, feature=wall) == "KILLTEAM-C.EQ.LADDERS", "inside"
    assert clause(s, "ladders", 9, 10, feature=wall) == "KILLTEAM-C.EQ.LADDERS", "beside"
    assert clause(s, "ladders", 11, 15, feature=rubble) == "KILLTEAM-C.EQ.LADDERS", "too low"
    assert clause(s, "ladders", 9.5, 10, feature=wall, seat=1) == "KILLTEAM-C.EQ.LADDERS"


@pytest.mark.parametrize("item", PLACED, ids=lambda item: item.id)
@pytest.mark.parametrize("map_", list(BOOK.maps))
def test_the_rules_find_a_place_for_every_piece(map_: str, item: Any) -> None:
    for seat in (0, 1):
        s = scene(map_)
        for _ in range(item.pieces):
            piece = equipment.sensible(s, seat, item)
            assert piece is not None
            assert equipment.refusal(s, seat, piece) is None
            equipment.set_up(s, seat, piece)
        assert list(equipment.places(s, seat, item, 2 * INCH))


def test_setting_up() -> None:
    s = scene()
    equipment.set_up(s, 0, Piece("mines", inches(4), inches(5)))
    equipment.set_up(s, 1, Piece("ladders", inches("20.5"), inches(12), True, s.map.features.index("Wb")))
    equipment.set_up(s, 0, Piece("heavy_barricade", inches(8), inches(18), False))
    assert read(s, "marker.mine1") == "4:5"
    assert s.markers[-1].seat == 0
    assert s.ladders == ((inches("20.5"), inches(12), s.map.features.index("Wb")),)
    box = s.scene.boxes[-1]
    assert (box.x1 - box.x0, box.y1 - box.y0, box.zh) == (inches("0.5"), inches("2.5"), inches("1.5"))
    assert len(s.scene.boxes) == len(s.map.parts) + 1


def test_ammo_resupply() -> None:
    table = {"boy": {"card": "BOY", "at": [5, 10]}, "aiw": {"card": "AIW", "at": [24, 10]}}
    cache = [{"kind": "ammo", "at": [5, 11], "side": "A"}]
    b = start(operatives=table, markers=cache, active="boy", equipment={"A": ["ammo_cache"]})
    b.do("ammo_resupply boy > ammo1")
    assert read(b.s, "boy.effects") == ["ammo_resupply"]
    assert {"KILLTEAM-C.EQ.AMMO_CACHE", "KILLTEAM-C.ACT.9"} <= b.cited()
    upkeep.end_of_turning_point(b.s)
    assert read(b.s, "boy.effects") == []
    used = start(operatives=table, markers=cache, active="boy", equipment={"A": ["ammo_cache"]},
                 used={"A": ["tp:ammo_resupply"]})  # fmt: skip
    assert used.refused("ammo_resupply boy > ammo1") == "KILLTEAM-C.EQ.AMMO_CACHE"
    theirs = start(
        operatives=table, markers=[{**cache[0], "side": "B"}], active="boy", equipment={"A": ["ammo_cache"]}
    )
    assert theirs.refused("ammo_resupply boy > ammo1") == "KILLTEAM-C.ACT.9"
    far = start(operatives={**table, "boy": {"card": "BOY", "at": [5, 5]}}, markers=cache, active="boy",
                equipment={"A": ["ammo_cache"]})  # fmt: skip
    assert far.refused("ammo_resupply boy > ammo1") == "KILLTEAM-C.LOS.6"
    engaged = {**table, "aiw": {"card": "AIW", "at": [6.5, 10]}}
    near = start(operatives=engaged, markers=cache, active="boy", equipment={"A": ["ammo_cache"]})
    assert near.refused("ammo_resupply boy > ammo1") == "KILLTEAM-C.EQ.AMMO_CACHE"
