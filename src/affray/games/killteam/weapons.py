"""Weapons and their rules as typed objects (KILLTEAM-C.WR)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from affray.boards.plane.solids import INCH
from affray.games.killteam.ids import HeavyKind, RuleName

CLAUSE_OF_RULE: Mapping[RuleName, str] = {
    "piercing_crits": "KILLTEAM-C.WR.PIERCING",
    "seek_light": "KILLTEAM-C.WR.SEEK",
    "first_shoot": "KILLTEAM-C.SH.1",
    "explosive": "KILLTEAM-C.KOM.5",
    "detonate": "KILLTEAM-C.DKK.5",
}
"""Weapon rules whose clause is not simply KILLTEAM-C.WR. and their name."""


@dataclass(frozen=True, slots=True)
class WeaponRule:
    """One rule of a weapon with its figure (KILLTEAM-C.WR). Its words, for people: ``str(rule)``."""

    name: RuleName
    x: int = 0
    """The plain figure: Accurate 1, Devastating 3, Lethal 5, Limited 1, Piercing 2."""
    reach: int | None = None
    """The distance: Range, Blast, Torrent, and of a Devastating that has one."""
    heavy: HeavyKind | None = None

    @property
    def clause(self) -> str:
        """The clause that says what the rule does."""
        return CLAUSE_OF_RULE.get(self.name) or f"KILLTEAM-C.WR.{self.name.upper()}"

    def __str__(self) -> str:
        words = self.name.replace("_", " ").title()
        if self.name == "first_shoot":
            return "only as its first Shoot of the battle"
        if self.name == "heavy":
            return "Heavy" if self.heavy == "full" else f"Heavy ({str(self.heavy).title()} only)"
        if self.x:
            words += f" {self.x}+" if self.name == "lethal" else f" {self.x}"
        if self.reach is not None:
            reach = f'{inch_text(self.reach)}"'
            words += f" ({reach})" if self.x else f" {reach}"
        return words


@dataclass(frozen=True, slots=True, eq=False)
class Weapon:
    """One profile of a weapon. Each rule is an attribute of its own, for speed."""

    id: str
    """Unique in the game, for example ``aod.plasma_pistol.supercharge``."""
    group: str
    """The weapon whose profile this is, for example ``aod.plasma_pistol``; its id if it has but one."""
    name: str
    profile: str
    """Empty if the weapon has but one profile."""
    ranged: bool
    atk: int
    """How many attack dice (KILLTEAM-SSEQ.9, KILLTEAM-FSEQ.9)."""
    hit: int
    """The least result that succeeds (KILLTEAM-SSEQ.10, KILLTEAM-FSEQ.10)."""
    normal: int
    """Damage of a normal success (KILLTEAM-SSEQ.21, KILLTEAM-FSEQ.16)."""
    critical: int
    """Damage of a critical success (KILLTEAM-SSEQ.22, KILLTEAM-FSEQ.17)."""
    rules: tuple[WeaponRule, ...]
    equipment: bool
    """It comes from equipment, not from a datacard (KILLTEAM-C.EQ.AMMO_CACHE)."""
    synthetic: bool
    """Made up to test rules that no weapon of the teams has; no datacard carries it (KILLTEAM-C.WR)."""
    bolt: bool
    """Its name contains "bolt" (KILLTEAM-C.AOD.1, KILLTEAM-C.PLM.1)."""
    repeat_cost: int
    """AP on top when it is used in both Shoot actions of an activation (KILLTEAM-C.AOD.1)."""
    source: str
    accurate: int
    balanced: bool
    blast: int | None
    brutal: bool
    ceaseless: bool
    detonate: bool
    devastating: int
    devastating_range: int | None
    """None: the target alone."""
    explosive: bool
    first_shoot: bool
    heavy: HeavyKind | None
    hot: bool
    lethal: int
    """Successes from this number on are critical; 6 without Lethal."""
    limited: int
    """Uses per battle; 0: no limit."""
    piercing: int
    piercing_crits: int
    poison: bool
    psychic: bool
    punishing: bool
    range: int | None
    """None: any distance."""
    relentless: bool
    rending: bool
    saturate: bool
    seek: bool
    seek_light: bool
    severe: bool
    shock: bool
    silent: bool
    stun: bool
    torrent: int | None
    """None: no Torrent; 0: Torrent without secondary targets."""
    toxic: bool

    @property
    def title(self) -> str:
        """Name and profile, for people."""
        return f"{self.name} ({self.profile})" if self.profile else self.name


def inch_text(length: int) -> str:
    """A length in inches as people write it: at most two decimals, none if they are zeros."""
    hundredths = (100 * length + INCH // 2) // INCH
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".") if rest else str(whole)
