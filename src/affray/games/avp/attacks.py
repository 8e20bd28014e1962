"""Attacks under way: frames that make one Test a step (AVP-R.24), so that odds can merge after each."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from affray.engine.requests import Decide, Procedure, Roll
from affray.games.avp import ground, numbers, ping
from affray.games.avp.actions.attack_choices import aim_at, victim
from affray.games.avp.combat import Hit, choose_next, order_matters, suffer_wound, uncover
from affray.games.avp.content import Weapon
from affray.games.avp.hits import Struck
from affray.games.avp.pick import Pick, look
from affray.games.avp.skill import D20, skill_test, who
from affray.games.avp.state import Frame, State

SHOTGUN_STRENGTH = 8
"""AVP-MAR.10"""
GRENADE_WOUNDS = 2
"""AVP-MAR.23"""
PING_REACH = 3
"""AVP-MAR.45"""
DISC_DICE, DISC_TOP = 2, 10
"""AVP-PRD.13, AVP-PRD.14"""


def enemies_on(s: State, model: int, tile: int) -> list[int]:
    """The enemies of a model on a Tile, tokens included."""
    side = s.side[model]
    return [m for m in s.on[tile] if s.side[m] != side]


def weapon_hit(
    s: State, attacker: int, weapon: Weapon, clause: str, *, overcharged: bool = False, wounds: int = 1
) -> Hit:
    """The Hit of a weapon, without a Bull's-eye: St, AVV and flags (AVP-R.33)."""
    unit = s.unit[attacker]
    strength = numbers.strength_of(s, attacker, weapon, overcharged=overcharged)
    avv = numbers.avv_of(weapon, overcharged=overcharged)
    if s.log is not None:
        reasons = [reason for reason, _ in strength.parts]
        s.say("{weapon}: St {strength}, AVV {avv}", *reasons, weapon=weapon.name, strength=strength, avv=avv)
    return Hit(
        strength.value,
        avv,
        s.side[attacker],
        clause,
        attacker,
        wounds,
        flamethrower=weapon.flamethrower,
        surge=weapon.surge,
        facehug=weapon.facehug,
        hot_plasma=weapon.hot_plasma,
        egg=not weapon.ranged and unit is not None and unit.egg_injection,
    )


def tracked(s: State, seat: int) -> int:
    """The mask of Tiles at most 3 Tiles from an own model with Ping!, as good as seen (AVP-MAR.45, R.30).

    Only for Burning Inferno and the card Grenade!. Jammed Trackers show nothing (AVP-C.ENV.1).
    """
    mask = 0
    if s.env == "jammed_trackers":
        return mask
    for model, unit in enumerate(s.unit):
        if unit is not None and unit.ping and s.up[model] and s.side[model] == seat and s.tile[model] >= 0:
            for tile in s.layout.within(s.tile[model], PING_REACH):
                mask |= 1 << tile
    return mask


def _defence(s: State, model: int) -> Hashable:
    """What tells targets apart for a Hit that costs one Wound.

    Of Troop Marines on a Tile only what they resist by, for any of them may bear the Wound (AVP-MAR.2).
    """
    unit = s.unit[model]
    if unit is None or unit.faction != "marines" or unit.kind != "Troop" or not s.up[model]:
        return look(s, model)
    look_alike = s.tile[model], unit.armour, unit.bracket, unit.con, unit.dodge, unit.improved_dodge
    return *look_alike, s.sentry[model], s.locked[model]


def _lost(s: State, attacker: int) -> bool:
    """Whether the attacker is gone and its remaining Tests with it (AVP-R.63)."""
    if s.tile[attacker] >= 0:
        return False
    if s.log is not None:
        s.say("{attacker} is gone: its remaining Tests are lost", "AVP-R.63", attacker=s.names[attacker])
    return True


class Attack(Frame, frozen=True):
    """An attack against one target after another: Shooting, Rapid Fire, a grenade, Close Combat."""

    attacker: int
    weapon: str
    tests: int
    """Tests left."""
    target: int
    """The target named with the Action, for the first Test; -1 after it."""
    tile: int = -1
    """Shooting: the Tile of the first target, to which the attack is bound; -1 in close combat."""
    aimed: bool = False
    rapid: bool = False
    overcharged: bool = False
    wounds: int = 1
    kind: ClassVar[str] = "attack"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        attacker = self.attacker
        targets = () if _lost(s, attacker) else self._targets(s)
        if not targets:
            s.frames.pop()
            if s.log is not None and s.tile[attacker] >= 0:
                s.say("no target is left: {left} Test(s) lost", "AVP-R.24", left=self.tests)
            return
        first = self.target >= 0
        if self.tests > 1:
            s.frames[-1] = replace(self, tests=self.tests - 1, target=-1)
        else:
            s.frames.pop()
        target = self.target if self.target in targets else targets[0]
        if len(targets) > 1 and target != self.target:
            sort = look if self.wounds > 1 or self.weapon == "facehug" else _defence
            menu = Pick(s, aim_at, targets, "AVP-R.24", "it is no target of this attack", sort=sort)
            target = (
                yield Decide(s.side[attacker], menu, "AVP-R.24", "Who is the target of the next Test?")
            ).model
        if not s.up[target] and not s.hidden[target]:
            if not (yield from uncover(s, target)) or target not in self._targets(s):
                return
        if self.tile >= 0:
            yield from self._shot(s, target, first)
        else:
            yield from self._blow(s, target)

    def _targets(self, s: State) -> Sequence[int]:
        """Shooting: enemies on the first target's Tile; close combat: all Engaged with it (R.24, CC.2)."""
        if self.tile >= 0:
            return enemies_on(s, self.attacker, self.tile)
        return ground.opponents(s, self.attacker)

    def _shot(self, s: State, target: int, first: bool) -> Procedure[None]:
        weapon = s.content.weapons[self.weapon]
        tally = numbers.rs_difficulty(
            s, self.attacker, target, aimed=self.aimed, first=first, rapid=self.rapid
        )
        result = yield from skill_test(s, self.attacker, tally, "RS", hits=True)
        if result.success:
            clause = "AVP-MAR.23" if self.wounds > 1 else "AVP-ACT.3"
            hit = weapon_hit(
                s, self.attacker, weapon, clause, overcharged=self.overcharged, wounds=self.wounds
            )
            s.frames.append(Struck(target, hit._replace(attack=True, bullseye=result.bullseye)))

    def _blow(self, s: State, target: int) -> Procedure[None]:
        weapon = s.content.weapons[self.weapon]
        tally = numbers.cc_difficulty(s, self.attacker, target)
        result = yield from skill_test(s, self.attacker, tally, "CC", hits=True)
        if result.success:
            hit = weapon_hit(s, self.attacker, weapon, "AVP-ACT.6")
            s.frames.append(Struck(target, hit._replace(attack=True, bullseye=result.bullseye)))


class SprayTests(Frame, frozen=True):
    """RS Tests against each of several models: Shotgun! (AVP-MAR.9) and Acid Spit (AVP-ALN.13)."""

    attacker: int
    targets: tuple[int, ...]
    """Models still to be tested."""
    hit: Hit
    aimed: bool
    first: bool = True
    """Whether the first Test, the one that Aim helps, is still to come (AVP-R.28)."""
    covered: bool = False
    """Whether tokens among the targets have still to be flipped (AVP-R.41)."""
    kind: ClassVar[str] = "spray"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        if self.covered:
            yield from self._uncover(s)
            return
        targets = () if _lost(s, self.attacker) else tuple(m for m in self.targets if s.tile[m] >= 0)
        if not targets:
            s.frames.pop()
            return
        # With Aim the first target is the one that gets the bonus, so the order matters.
        minor = False if self.aimed and self.first else not order_matters(s, targets)
        target = yield from choose_next(s, targets, s.side[self.attacker], minor)
        rest = tuple(m for m in targets if m != target)
        if rest:
            s.frames[-1] = SprayTests(self.attacker, rest, self.hit, self.aimed, False)
        else:
            s.frames.pop()
        tally = numbers.rs_difficulty(s, self.attacker, target, aimed=self.aimed, first=self.first)
        result = yield from skill_test(s, self.attacker, tally, "RS", hits=True)
        if result.success:
            s.frames.append(Struck(target, self.hit._replace(bullseye=result.bullseye)))

    def _uncover(self, s: State) -> Procedure[None]:
        """Flip tokens that were never flipped; Hidden ones stay so until they are hit (AVP-R.41)."""
        s.frames[-1] = replace(self, covered=False)
        for model in self.targets:
            if not s.hidden[model]:
                yield from uncover(s, model)
        yield from ping.check(s)


class DiscThrow(Frame, frozen=True):
    """A Smart-Disc in flight: Tile by Tile, and Wound by Wound (AVP-PRD.12 to AVP-PRD.16, AVP-R.52)."""

    thrower: int
    path: tuple[int, ...]
    """Tiles still to be crossed."""
    tile: int = -1
    """The Tile on which it strikes."""
    strikes: int = 0
    """Wounds still to be dealt there."""
    struck: tuple[int, ...] = ()
    """Models that have borne a Wound of this throw, healed or not; one that another bore it for has not."""
    kind: ClassVar[str] = "disc"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        if _lost(s, self.thrower) or not (self.strikes or self.path):
            s.frames.pop()
        elif self.strikes:
            yield from self._strike(s)
        else:
            yield from self._cross(s)

    def _cross(self, s: State) -> Procedure[None]:
        """Roll 2D20 for the next Tile on which anyone stands, its tokens flipped (AVP-PRD.13, AVP-R.52)."""
        tile, *rest = self.path
        s.frames[-1] = replace(self, path=tuple(rest))
        if any(not s.up[m] for m in s.on[tile]):
            for model in s.on[tile]:
                yield from uncover(s, model)
            yield from ping.check(s)
        if not s.on[tile]:
            return
        label = f"Smart-Disc on {s.board.zones.names[tile]}"
        seat = s.side[self.thrower]
        counts = yield Roll(
            DISC_DICE,
            D20.bands(DISC_TOP),
            "AVP-PRD.13",
            label,
            None,
            seat,
            ("AVP-TERM.2", "AVP-R.1", "AVP-R.52"),
        )
        s.frames[-1] = replace(self, path=tuple(rest), tile=tile, strikes=counts[0])

    def _strike(self, s: State) -> Procedure[None]:
        """Wound an enemy there that this throw has not wounded yet; surplus is lost (AVP-PRD.14–16)."""
        seat = s.side[self.thrower]
        targets = [m for m in enemies_on(s, self.thrower, self.tile) if m not in self.struck]
        if not targets:
            s.frames[-1] = replace(self, tile=-1, strikes=0)
            return
        target = targets[0]
        if len(targets) > 1:
            menu = Pick(s, victim, targets, "AVP-PRD.15", "not an enemy there that is still untouched")
            target = (yield Decide(seat, menu, "AVP-PRD.15", "Whom does the Smart-Disc wound?")).model
        if s.log is not None:
            s.say("the Smart-Disc strikes {target}", "AVP-PRD.14", "AVP-PRD.16", target=who(s, target))
        bearer = yield from suffer_wound(
            s, target, seat=seat, bullseye=False, clause="AVP-PRD.14", by=self.thrower, barred=self.struck
        )
        left = self.strikes - 1
        struck = tuple(sorted({*self.struck, bearer}))
        s.frames[-1] = replace(self, tile=self.tile if left else -1, strikes=left, struck=struck)
