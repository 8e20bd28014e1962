"""A Shoot action under way: its targets, and the frame that begins a sequence against each (C.SH)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from affray.boards.plane.solids import INCH, within
from affray.engine.requests import Among, ClauseId, Decide, Procedure, Roll
from affray.engine.rulebook import Refusal
from affray.games.killteam import arms, damage, field, hooks, removal, stats, upkeep
from affray.games.killteam.actions.attack_choices import ENOUGH, Also, also, next_target, screen
from affray.games.killteam.actions.turns import DECLINE, Decline
from affray.games.killteam.arms import Arm
from affray.games.killteam.pools import D6
from affray.games.killteam.sequences import Book
from affray.games.killteam.shoot_terms import OPEN, Shelter, terms_of
from affray.games.killteam.sighting import Aim
from affray.games.killteam.state import Frame, State
from affray.games.killteam.volley import begin
from affray.games.killteam.volley_frame import Triggers, Volley
from affray.games.killteam.weapons import Weapon

DETONATION = 2 * INCH
"""How far the remote Mine reaches (KILLTEAM-C.DKK.5)."""
HOT_FACTOR = 2
"""KILLTEAM-C.WR.HOT"""
SHOT_AT = "shot_at"
"""The effect on each target of a Shoot, until the action ends."""
SELECT, TORRENT, FIRE = "select", "torrent", "fire"


# -- targets -------------------------------------------------------------------------------------------------


def aim_at(s: State, shooter: int, target: int, arm: Arm) -> Aim:
    """What a shooter has before it with this weapon (KILLTEAM-C.SH.2)."""
    return field.targeting(s, shooter, target, seek=arm.seek, seek_light=arm.seek_light)


def target_refusal(s: State, shooter: int, target: int, arm: Arm) -> Refusal | None:
    """Why an operative cannot be selected as the target of a weapon, or None (KILLTEAM-C.SH.2)."""
    name = s.names[target]
    if not s.on[target] or s.dead[target]:
        return Refusal("KILLTEAM-SSEQ.7", f"{name} is not in the killzone")
    if arm.weapon.explosive:
        return None if target == shooter else Refusal("KILLTEAM-C.KOM.5", "it is its own primary target")
    if s.side[target] == s.side[shooter]:
        return Refusal("KILLTEAM-SSEQ.7", f"{name} is no enemy")
    fault = field.target_refusal(s, shooter, target, aim_at(s, shooter, target, arm))
    return fault or arms.range_refusal(s, shooter, target, arm) or melee_refusal(s, shooter, target)


def melee_refusal(s: State, shooter: int, target: int) -> Refusal | None:
    """Why one does not shoot into one's own melee (KILLTEAM-SSEQ.8, KILLTEAM-R.10)."""
    friends = field.friends_in_control(s, s.side[shooter], target)
    if not friends:
        return None
    return Refusal("KILLTEAM-SSEQ.8", f"{s.names[friends[0]]} is within control range of {s.names[target]}")


def valid_targets(
    s: State, shooter: int, weapon: Weapon, enemies: Sequence[int], looked: dict[int, bool | None]
) -> list[int]:
    """The operatives that can be selected as the target of a weapon: some of the enemies in the killzone.

    `looked` keeps, for asking with several weapons at once, what `_is_target` says of enemies.
    """
    if weapon.explosive:
        return [shooter]
    found = []
    # No enemy changes how far a weapon reaches; the quick tests come first.
    near = enemies if weapon.range is None else field.those_within(s, shooter, enemies, weapon.range)
    for target in near:
        if target not in looked:
            looked[target] = _is_target(s, shooter, target)
        valid = looked[target]
        if valid is None:
            arm = arms.arm_of(s, shooter, weapon, target)
            valid = (arm.seek or arm.seek_light) and field.valid_if_seen(
                s, shooter, target, arm.seek, arm.seek_light
            )
        if valid:
            found.append(target)
    return found


def _is_target(s: State, shooter: int, target: int) -> bool | None:
    """Whether an enemy is a valid target as far as sight, cover and melees go; None: only for weapons that
    seek."""
    if not field.visible(s, shooter, target) or field.friends_in_control(s, s.side[shooter], target):
        return False
    return field.valid_if_seen(s, shooter, target) or None


def blast_targets(s: State, primary: int, reach: int) -> list[int]:
    """Every other operative, friend or foe, visible to and within a distance of the primary target
    (KILLTEAM-C.WR.BLAST)."""
    return [
        other
        for other in range(len(s.names))
        if other != primary
        and s.on[other]
        and not s.dead[other]
        and within(s.disc(primary), s.disc(other), reach)
        and field.visible(s, primary, other)
    ]


def torrent_targets(s: State, shooter: int, primary: int, arm: Arm) -> list[int]:
    """The further targets that a Torrent weapon may have (KILLTEAM-C.WR.TORRENT)."""
    reach = arm.torrent
    if not reach:
        return []
    return [
        other
        for other in s.present(s.side[primary])
        if other != primary
        and within(s.disc(primary), s.disc(other), reach)
        and target_refusal(s, shooter, other, arms.arm_of(s, shooter, arm.weapon, other)) is None
    ]


def detonation_targets(s: State, index: int) -> list[int]:
    """Every operative that the remote Mine reaches: Heavy terrain between spares it (KILLTEAM-C.DKK.5)."""
    disc = field.marker_disc(s, s.markers[index])
    return [
        who
        for who in range(len(s.names))
        if s.on[who]
        and not s.dead[who]
        and within(disc, s.disc(who), DETONATION)
        and field.heavy_between(s, disc, who) is None
    ]


def targets(s: State) -> set[int]:
    """All targets of the Shoot under way, shot already or still to be shot; empty without one."""
    found = {effect.who for effect in s.effects if effect.kind == SHOT_AT}
    for frame in s.frames:
        if isinstance(frame, Shooting):
            found.update(frame.queue)
    return found


# -- the action ----------------------------------------------------------------------------------------------


def launch(s: State, shooter: int, target: int, weapon: Weapon) -> None:
    """Begin a Shoot action that has been paid for. `target` is -1 for a detonation."""
    hooks.weapon_used(s, shooter, weapon)
    if weapon.limited:
        used = arms.limited_used(s, shooter, weapon)
        upkeep.mark(s, shooter, f"battle:limited:{weapon.group}:{used + 1}")
    upkeep.mark(s, shooter, arms.SHOT)
    hit = stats.hit(s, shooter, weapon).value
    removal.collect(s)
    if weapon.detonate:
        index = arms.mine_of(s, shooter)
        assert index is not None
        queue = tuple(detonation_targets(s, index))
        if s.log is not None:
            clauses = ("KILLTEAM-C.DKK.5", "KILLTEAM-SHOOT.1", "KILLTEAM-C.WR.LIMITED")
            s.say("{who} detonates the Mine", *clauses, who=s.names[shooter])
        s.frames.append(Shooting(shooter, weapon.id, hit, queue, FIRE, OPEN, primary=False))
        return
    if s.log is not None:
        _tell_launch(s, shooter, target, weapon)
    if s.dead[shooter] and weapon.explosive:
        # It is its own primary target, but out of the game: only the others are shot (KILLTEAM-C.KOM.5).
        others = tuple(blast_targets(s, shooter, weapon.blast or 0))
        s.frames.append(Shooting(shooter, weapon.id, hit, others, FIRE, OPEN, primary=False))
        return
    shelter = OPEN if weapon.explosive else None
    s.frames.append(
        Shooting(shooter, weapon.id, hit, (target,), FIRE if weapon.explosive else SELECT, shelter)
    )


def _tell_launch(s: State, shooter: int, target: int, weapon: Weapon) -> None:
    arm = arms.arm_of(s, shooter, weapon, target)
    clauses: list[ClauseId] = [
        "KILLTEAM-SHOOT.1", "KILLTEAM-SSEQ.1", "KILLTEAM-SSEQ.2", "KILLTEAM-SSEQ.6", "KILLTEAM-SSEQ.7",
        "KILLTEAM-C.SH.1", "KILLTEAM-C.SH.2", "KILLTEAM-R.27", "KILLTEAM-C.WR",
    ]  # fmt: skip
    if weapon.explosive:
        clauses.append("KILLTEAM-C.KOM.5")
    else:
        clauses += field.remarks(s, shooter, target, aim_at(s, shooter, target, arm))
        if arm.seek or arm.seek_light:
            clauses += arm.cites("seek" if arm.seek else "seek_light", "KILLTEAM-C.WR.SEEK")
    if any(field.in_control(s, target, o) for o in s.present(s.side[target]) if o != target):
        # Its own comrades beside it do not protect it.
        clauses.append("KILLTEAM-R.10")
    if arm.silent and not s.engage[shooter]:
        clauses.append("KILLTEAM-C.WR.SILENT")
    if weapon.psychic:
        clauses.append("KILLTEAM-C.WR.PSYCHIC")
    if weapon.limited:
        clauses.append("KILLTEAM-C.WR.LIMITED")
    if arm.range is not None:
        clauses.append("KILLTEAM-C.WR.RANGE")
    s.say(
        "{who} shoots at {target}: {weapon}", *clauses,
        who=s.names[shooter], target=s.names[target], weapon=weapon.title,
    )  # fmt: skip


class Shooting(Frame, frozen=True):
    """A Shoot action: its sequences one after the other, then what follows from using the weapon."""

    shooter: int
    weapon: str
    hit: int
    """The weapon's Hit when the action began (KILLTEAM-R.17)."""
    queue: tuple[int, ...]
    """Targets still to be shot, the primary first."""
    stage: str
    shelter: Shelter | None
    """What all targets have: with Blast that of the primary. None: each has its own."""
    primary: bool = True
    """The primary target has still to be shot."""
    kind: ClassVar[str] = "shooting"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        """One stage of it."""
        match self.stage:
            case "select":
                yield from self._select(s)
            case "torrent":
                yield from self._torrent(s)
            case _:
                yield from self._fire(s)

    def _arm(self, s: State, target: int) -> Arm:
        return arms.arm_of(s, self.shooter, arms.weapon_of(s, self.shooter, self.weapon), target)

    def _select(self, s: State) -> Procedure[None]:
        """The target is selected."""
        target = self.queue[0]
        yield from self._selected(s, target)
        s.frames[-1] = replace(self, stage=TORRENT if self._arm(s, target).torrent else FIRE)

    def _selected(self, s: State, target: int) -> Procedure[None]:
        """Rules that let an obscured target be seen better may be used as it is selected."""
        offers = hooks.selecting(s, self.shooter, target)
        if offers and aim_at(s, self.shooter, target, self._arm(s, target)).obscured:
            menu = Among([DECLINE, *offers], "KILLTEAM-C.SH.2")
            prompt = f"{s.names[target]} is obscured"
            action: Any = yield Decide(s.side[self.shooter], menu, "KILLTEAM-C.SH.2", prompt)
            if not isinstance(action, Decline):
                yield from action.perform(s)

    def _torrent(self, s: State) -> Procedure[None]:
        """Further targets, one after the other."""
        primary, *chosen = self.queue
        last = chosen[-1] if chosen else -1
        arm = self._arm(s, primary)
        found = [t for t in torrent_targets(s, self.shooter, primary, arm) if t > last]
        if found:
            reason = "it is no further target: it has to be valid, near the primary one and in nobody's melee"
            menu = Among([*map(also, found), ENOUGH], "KILLTEAM-C.WR.TORRENT", reason)
            action = yield Decide(s.side[self.shooter], menu, "KILLTEAM-C.WR.TORRENT", "Who else is shot?")
            if isinstance(action, Also):
                yield from self._selected(s, action.who)
                s.frames[-1] = replace(self, queue=(*self.queue, action.who))
                return
        s.frames[-1] = replace(self, stage=FIRE)

    def _fire(self, s: State) -> Procedure[None]:
        """Begin the sequence against the next target (KILLTEAM-C.SH.9)."""
        queue = tuple(target for target in self.queue if s.on[target] and not s.dead[target])
        if not queue:
            yield from self._finish(s)
            return
        target = queue[0]
        if not self.primary and self.shelter is not None and len(queue) > 1:
            menu = Among(
                [*map(next_target, queue)], "KILLTEAM-C.WR.BLAST", "it is not among those still to be shot"
            )
            decide = Decide(s.side[self.shooter], menu, "KILLTEAM-C.WR.BLAST", "Who is next?", minor=True)
            target = (yield decide).who
        arm, shelter = yield from self._shelter(s, target)
        rest = [other for other in queue if other != target]
        shared = self.shelter
        if arm.blast is not None and self.primary:
            rest = blast_targets(s, target, arm.blast)
            shared = shelter
            if rest and s.log is not None:
                names = ", ".join(s.names[other] for other in rest)
                s.say("the blast also hits {names}", "KILLTEAM-C.WR.BLAST", names=names)
        s.frames[-1] = replace(self, queue=tuple(rest), shelter=shared, primary=False)
        self._begin(s, target, arm, shelter)

    def _begin(self, s: State, target: int, arm: Arm, shelter: Shelter) -> None:
        """Push the sequence against one target."""
        terms, cp, reasons = terms_of(s, self.shooter, target, arm, self.hit, shelter)
        if s.log is not None:
            clauses = ["KILLTEAM-C.SH.9", *(["KILLTEAM-R.36"] if terms.seats[0] == terms.seats[1] else [])]
            if arm.piercing:
                clauses += [*arm.cites("piercing", "KILLTEAM-C.WR.PIERCING"), "KILLTEAM-R.25"]
            s.say("{who} is shot at", *clauses, who=s.names[target])
        upkeep.mark(s, target, f"tp:shot_by:{self.shooter}")
        upkeep.add(s, SHOT_AT, s.side[self.shooter], target, self.shooter, "action")
        triggers = Triggers(arm.devastating, arm.devastating_range, arm.stun, arm.poison)
        s.frames.append(
            Volley(self.shooter, target, self.weapon, terms, begin(terms, cp), Book(cp, 0), triggers, reasons)
        )

    def _shelter(self, s: State, target: int) -> Procedure[tuple[Arm, Shelter]]:
        """What terrain gives the target, after its player's choice (KILLTEAM-C.LOS.12), and the weapon."""
        weapon = arms.weapon_of(s, self.shooter, self.weapon)
        height = field.accurate_from_above(s, self.shooter, target)
        arm = arms.arm_of(s, self.shooter, weapon, target, height=height)
        if self.shelter is not None:
            return arm, self.shelter
        aim = aim_at(s, self.shooter, target, arm)
        if aim.choice:
            menu = Among([screen("cover"), screen("obscured")], "KILLTEAM-C.LOS.12")
            prompt = f"{s.names[target]}: cover or obscured?"
            chosen = yield Decide(s.side[target], menu, "KILLTEAM-C.LOS.12", prompt)
            aim = aim.with_cover() if chosen.kind == "cover" else aim.with_obscured()
        return arm, Shelter(aim.cover, aim.obscured, aim.improved)

    def _finish(self, s: State) -> Procedure[None]:
        """The end of the action: Hot (KILLTEAM-C.WR.HOT), and the remote Mine is gone (KILLTEAM-C.DKK.5)."""
        s.frames.pop()
        shooter = self.shooter
        weapon = arms.weapon_of(s, shooter, self.weapon)
        if weapon.detonate:
            index = arms.mine_of(s, shooter)
            if index is not None:
                upkeep.take_marker(s, index)
        if not weapon.hot or s.dead[shooter] or not s.on[shooter]:
            removal.close(s)
            return
        tops = range(1, self.hit)
        label = f"Hot: {s.names[shooter]}"
        counts = yield Roll(
            1, D6.bands(*tops), "KILLTEAM-C.WR.HOT", label, None, s.side[shooter], ("KILLTEAM-C.SH.9",)
        )
        face = counts.index(1) + 1
        if face < self.hit:
            yield from damage.suffer(
                s,
                shooter,
                HOT_FACTOR * face,
                seat=-1,
                by=-1,
                clause="KILLTEAM-C.WR.HOT",
                cites=("KILLTEAM-C.DM.1",),
            )
