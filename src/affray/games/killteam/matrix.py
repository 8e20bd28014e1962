"""What every weapon does to every operative: exact odds of plain attacks, worked out by the rules that play.

An attack is one Shoot or one Fight between two operatives alone on open ground, unhurt, the defender on
Engage, without ploys, equipment, Chapter Tactics or orders. Choices inside are made as odds make them: each
chooser takes what is best for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from affray.boards.plane.solids import INCH
from affray.engine.dice import DiceStream
from affray.engine.match import Match
from affray.engine.odds import Distribution
from affray.games.killteam import position
from affray.games.killteam.content import Datacard, Team
from affray.games.killteam.game import GAME
from affray.games.killteam.weapons import Weapon

PLACE = (3, 18)
"""Where the attacker stands, on map C; to the east of it nothing is in the way."""
MAP = "c"
SHOT = 4 * INCH
"""Between the bases of shooter and target: more than 2", and in reach of every weapon."""
MELEE = INCH // 2
ORDERS = ("engage", "conceal")


@dataclass(frozen=True, slots=True)
class Entry:
    """One attack. `damage`: expected wounds that the defender loses, never more than it has; `kill`: the
    chance that it is incapacitated; `lost`: expected wounds of the attacker."""

    damage: Fraction
    kill: Fraction
    lost: Fraction
    exact: bool
    policy: str


@dataclass(frozen=True, slots=True)
class Row:
    """A weapon in the hands of an operative against each operative of the other team, in the order asked
    for."""

    attacker: Datacard
    weapon: Weapon
    entries: tuple[Entry | None, ...]
    """None: the attack is not possible."""


def arms_of(card: Datacard) -> list[Weapon]:
    """All weapons that an operative may be given, each once."""
    return list(dict.fromkeys(weapon for loadout in card.loadouts for weapon in loadout))


def rows(team: Team, against: Team, budget: int = 20_000) -> Iterator[Row]:
    """The matrix of a team against another, line by line; `budget`: paths of dice for each entry."""
    for attacker in team.datacards:
        for weapon in arms_of(attacker):
            entries = [entry(attacker, weapon, defender, budget) for defender in against.datacards]
            yield Row(attacker, weapon, tuple(entries))


def entry(attacker: Datacard, weapon: Weapon, defender: Datacard, budget: int = 20_000) -> Entry | None:
    """One attack; None if the weapon cannot be used."""
    for order in ORDERS:
        match = Match(
            GAME, position.position(_table(attacker, weapon, defender, order)), DiceStream("matrix")
        )
        verb = "shoot" if weapon.ranged else "fight"
        action = match.parse(f"{verb} a > b weapon={weapon.id}")
        if match.why_not(action) is None:
            return _summed(match.odds(action, budget=budget), attacker, defender)
    return None


def _table(attacker: Datacard, weapon: Weapon, defender: Datacard, order: str) -> dict[str, object]:
    """The position of an attack."""
    gap = attacker.radius + defender.radius + (SHOT if weapon.ranged else MELEE)
    x, y = PLACE
    # Of several sets with the weapon any will do: only this weapon is used.
    carried = next(each for each in attacker.loadouts if weapon in each)
    a = {"card": attacker.key, "at": [x, y], "order": order, "side": "A",
         "weapons": list(dict.fromkeys(each.group for each in carried))}  # fmt: skip
    b = {"card": defender.key, "at": [f"{x * INCH + gap}u", y], "side": "B"}
    teams = [attacker.team, defender.team]
    return {"map": MAP, "teams": teams, "active": "a", "operatives": {"a": a, "b": b}}


def _summed(found: Distribution, attacker: Datacard, defender: Datacard) -> Entry:
    return Entry(
        _lost(found, "b", defender.wounds),
        found.p("b removed"),
        _lost(found, "a", attacker.wounds),
        found.exact,
        found.policy,
    )


def _lost(found: Distribution, name: str, wounds: int) -> Fraction:
    """The expected wounds that an operative loses; one removed has lost all."""
    return found.amount(f"{name} loses") + wounds * found.p(f"{name} removed")
