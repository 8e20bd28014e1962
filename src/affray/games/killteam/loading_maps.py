"""Reading killzones: a table of parts, completed by the mirrored twins and checked (KILLTEAM-C.MAP)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from affray.boards.plane.solids import Box, Rect
from affray.engine.datafiles import Row, Table, convert, entries, fault, only
from affray.games.killteam.content import FLAG_LETTERS, Map
from affray.games.killteam.ids import MapId, MapRule
from affray.games.killteam.lengths import Inches, length
from affray.games.killteam.weapons import inch_text

_FILE = "maps.toml"
_MAP = "map"

_PartRow = tuple[str, Inches, Inches, Inches, Inches, Inches, Inches, str]


class _FieldRow(Row, frozen=True):
    area: tuple[Inches, Inches, Inches, Inches]
    drop_zone: tuple[Inches, Inches, Inches, Inches]
    territory: tuple[Inches, Inches, Inches, Inches]


class _MapRow(Row, frozen=True):
    name: str
    west: tuple[Inches, Inches]
    parts: tuple[_PartRow, ...]
    source: str
    strongholds: tuple[str, ...] = ()
    rules: frozenset[MapRule] = frozenset()


def read_maps(table: Table) -> dict[str, Map]:
    """The killzones of ``maps.toml``, by id."""
    only(_FILE, table, "field", _MAP)
    field = convert(_FILE, "table 'field'", None, table.get("field", {}), _FieldRow)
    area = _rect("field", "area", field.area)
    if area.x0 or area.y0:
        raise fault(_FILE, "table", "field", "key 'area': does not start at 0, 0")
    zone = _rect("field", "drop_zone", field.drop_zone)
    territory = _rect("field", "territory", field.territory)
    maps: dict[str, Map] = {}
    for key, entry in entries(_FILE, table, _MAP, dict[MapId, Any]).items():
        row = convert(_FILE, _MAP, key, entry, _MapRow)
        features, parts = _parts(key, row, area)
        _check_parts(key, features, parts, area)
        west = length(_FILE, _MAP, key, "west", row.west[0]), length(_FILE, _MAP, key, "west", row.west[1])
        maps[key] = Map(
            id=key,
            name=row.name,
            area=area,
            drop_zones=(zone, turned(zone, area)),
            territories=(territory, turned(territory, area)),
            objectives=(
                (area.x1 // 2, area.y1 // 2),
                west,
                (area.x1 - west[0], area.y1 - west[1]),
            ),
            features=features,
            parts=parts,
            strongholds=tuple(
                _footprint(key, name, features, parts) for name in _with_twins(row.strongholds)
            ),
            rules=row.rules,
            source=row.source,
        )
    return maps


def turned(rect: Rect, area: Rect) -> Rect:
    """A rectangle turned half around the middle of the board."""
    return Rect(area.x1 - rect.x1, area.y1 - rect.y1, area.x1 - rect.x0, area.y1 - rect.y0)


def flag_bits(file: str, what: str, key: str, letters: str) -> int:
    """The flag bits of some letters (KILLTEAM-C.TER.1)."""
    bits = 0
    for letter in letters:
        if letter not in FLAG_LETTERS:
            raise fault(file, what, key, f"key 'flags': no flag has the letter '{letter}'")
        bits |= FLAG_LETTERS[letter]
    return bits


def _rect(key: str, name: str, corners: tuple[Inches, Inches, Inches, Inches]) -> Rect:
    x0, y0, x1, y1 = (length(_FILE, "table", key, name, value) for value in corners)
    if x0 >= x1 or y0 >= y1:
        raise fault(_FILE, "table", key, f"key '{name}': is no rectangle from south-west to north-east")
    return Rect(x0, y0, x1, y1)


def _with_twins(names: Iterable[str]) -> Iterator[str]:
    """Names of features, each followed by that of its twin."""
    for name in names:
        yield name
        twin = _twin(name)
        if twin is not None:
            yield twin


def _twin(feature: str) -> str | None:
    """The feature that mirrors another; None where it is its own twin."""
    return feature[:-1] + "b" if feature.endswith("a") else None


def _parts(key: str, row: _MapRow, area: Rect) -> tuple[tuple[str, ...], tuple[Box, ...]]:
    """Names of the features, and the parts as written, a twin behind its part."""
    features: dict[str, int] = {}
    parts: list[Box] = []
    for feature, x0, y0, x1, y1, zl, zh, letters in row.parts:
        what = f"part of {feature}"
        box = Box(
            length(_FILE, _MAP, key, what, x0),
            length(_FILE, _MAP, key, what, y0),
            length(_FILE, _MAP, key, what, x1),
            length(_FILE, _MAP, key, what, y1),
            length(_FILE, _MAP, key, what, zl),
            length(_FILE, _MAP, key, what, zh),
            flag_bits(_FILE, _MAP, key, letters),
            features.setdefault(feature, len(features)),
        )
        parts.append(box)
        twin = _twin(feature)
        if twin is not None:
            there = turned(Rect(*box[:4]), area)
            group = features.setdefault(twin, len(features))
            parts.append(Box(*there, box.zl, box.zh, box.flags, group))
    return tuple(features), tuple(parts)


def _check_parts(key: str, features: tuple[str, ...], parts: tuple[Box, ...], area: Rect) -> None:
    """Parts are boxes on the board, none overlaps another in volume, and each has its twin."""
    shapes = {(*box[:6], box.flags) for box in parts}
    for index, box in enumerate(parts):
        name = f"part of {features[box.group]}"
        if box.x0 >= box.x1 or box.y0 >= box.y1 or box.zl >= box.zh:
            raise fault(_FILE, _MAP, key, f"{name}: {_words(box)} is no box")
        if box.x1 > area.x1 or box.y1 > area.y1:
            raise fault(_FILE, _MAP, key, f"{name}: {_words(box)} is not on the board")
        for other in parts[:index]:
            if _share_volume(box, other):
                there = f"{_words(other)} of {features[other.group]}"
                raise fault(_FILE, _MAP, key, f"{name}: {_words(box)} overlaps {there}")
        if (*turned(Rect(*box[:4]), area), box.zl, box.zh, box.flags) not in shapes:
            raise fault(_FILE, _MAP, key, f"{name}: {_words(box)} has no twin")


def _share_volume(a: Box, b: Box) -> bool:
    return a.x0 < b.x1 and b.x0 < a.x1 and a.y0 < b.y1 and b.y0 < a.y1 and a.zl < b.zh and b.zl < a.zh


def _words(box: Box) -> str:
    return "[" + ", ".join(inch_text(value) for value in box[:6]) + "]"


def _footprint(key: str, name: str, features: tuple[str, ...], parts: tuple[Box, ...]) -> Rect:
    """The rectangle around all parts of a feature."""
    if name not in features:
        raise fault(_FILE, _MAP, key, f"key 'strongholds': there is no feature '{name}'")
    own = [box for box in parts if features[box.group] == name]
    return Rect(
        min(box.x0 for box in own),
        min(box.y0 for box in own),
        max(box.x1 for box in own),
        max(box.y1 for box in own),
    )
