"""Distances, control range, markers, areas and placing (G.3, G.19, C.GEO, C.MRK)."""

from __future__ import annotations

from tests.killteam.ground import ground, put, units

from affray.boards.plane.solids import INCH, inches
from affray.games.killteam import field
from affray.games.killteam.state import Marker


def test_control_range_is_inclusive() -> None:
    """G.3."""
    s = ground("c")
    a, b = put(s, "BOY", (5, 3)), put(s, "BOY", (5, 3), 1)
    s.x[b] = s.x[a] + 5740
    assert field.in_control(s, a, b)
    assert field.engaged(s, a) == [b]
    assert field.is_engaged(s, b)
    s.x[b] += 1
    assert not field.in_control(s, a, b)
    assert not field.is_engaged(s, a)


def test_a_wall_ends_control_range() -> None:
    """C.LOS.5: nobody fights through what neither looks past."""
    s = ground("c")
    a, b = put(s, "BOY", (8.8, 10)), put(s, "BOY", (10.7, 10), 1)
    assert field.within(s, a, b, INCH)
    assert not field.in_control(s, a, b)
    assert field.control_at(s, a, *units((10.7, 12)), b)


def test_the_dead_control_nothing() -> None:
    """R.19."""
    s = ground("c")
    a, b = put(s, "BOY", (5, 3)), put(s, "BOY", (7, 3), 1)
    assert field.is_engaged(s, a)
    s.dead[b] = True
    assert not field.is_engaged(s, a)


def test_levels_apart() -> None:
    """G.19."""
    s = ground("b")
    a, b = put(s, "BOY", (13, 11, 3.25)), put(s, "BOY", (13, 11), 1)
    assert not field.within(s, a, b, INCH)
    assert not field.in_control(s, a, b)
    assert field.can_stand(s, a, *units((13, 11, 3.25))) is None
    assert field.can_stand(s, b, *units((13, 11))) is None
    centre = Marker("objective", *units((15, 11)), -1)
    s.x[a] = inches(15)
    assert not field.reaches(s, a, centre)
    s.x[b] = inches(15)
    assert field.reaches(s, b, centre)


def test_markers_are_seen_and_carried() -> None:
    """C.LOS.6, C.MRK.2, C.MRK.3."""
    s = ground("c")
    a, b = put(s, "BOY", (8.8, 10)), put(s, "BOY", (20, 10), 1)
    behind = Marker("mine", *units((10.6, 10)), 1)
    assert field.near_marker(s, a, behind, INCH)
    assert not field.reaches(s, a, behind)
    carried = behind._replace(carrier=b)
    assert field.reaches(s, b, carried)
    assert field.marker_disc(s, carried).x == s.x[b]
    assert field.marker_fault(s, *units((9.75, 10))) == "KILLTEAM-C.MRK.3"
    assert field.marker_fault(s, *units((9.5, 10))) == ""
    assert field.marker_fault(s, *units((30.1, 10))) == "KILLTEAM-C.MRK.3"


def test_areas() -> None:
    """C.GEO.7: a disc that touches the centreline from inside is wholly within its territory."""
    s = ground("c")
    a = put(s, "BOY", (14, 10))
    s.x[a] = inches(15) - 1600
    assert field.wholly_in(s, a, field.own_territory(s, 0))
    assert field.in_area(s, a, field.own_territory(s, 1))
    s.x[a] += 1
    assert not field.wholly_in(s, a, field.own_territory(s, 0))
    assert not field.near_area(s, a, field.drop_zone(s, 1), 8 * INCH)
    assert field.near_area(s, a, field.drop_zone(s, 1), 9 * INCH)


def test_where_a_base_may_stand() -> None:
    """C.GEO.8."""
    s = ground("a")
    a = put(s, "BOY", (3, 3))
    put(s, "BOY", (5, 3), 1)
    for place, words in (
        ((0.5, 3), "leave the board"),
        ((4, 3), "another base"),
        ((9, 4), "terrain"),
        ((12, 4, 3.1), "no level"),
        ((3, 3, 3), "Vantage"),
        ((11, 4.5), ""),
    ):
        refused = field.can_stand(s, a, *units(place))
        assert (refused is None) == (not words)
        if refused is not None:
            assert refused.clause == "KILLTEAM-C.GEO.8"
