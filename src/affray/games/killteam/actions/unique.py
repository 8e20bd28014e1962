"""The actions of datacards and grenades that are neither moves nor attacks (KILLTEAM-C.ACT.9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import ClassVar, Final

from affray.boards.plane.solids import INCH, Disc, within
from affray.engine.actions import Action, Part, actor, place, target
from affray.engine.requests import ClauseId, Procedure, Roll
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, damage, field, gear, inforce, moments, sighting, upkeep
from affray.games.killteam.content import Ability
from affray.games.killteam.dice import D3, D6, FACES
from affray.games.killteam.ids import AbilityId
from affray.games.killteam.looking import Look
from affray.games.killteam.names import Point
from affray.games.killteam.state import Marker, State
from affray.games.killteam.teams import plm

ALONE: Final[tuple[Part, ...]] = (actor("who", "operative"),)
ON_OTHER: Final[tuple[Part, ...]] = (*ALONE, target("target", "operative"))
AT_POINT: Final[tuple[Part, ...]] = (*ALONE, place("point", "point"))

BOOST_REACH = 6 * INCH
MIASMA_REACH, MIASMA_DAMAGE = 7 * INCH, 3
VITALITY_REACH, VITALITY_LUCK = 3 * INCH, 7
FLAIL_REACH = 2 * INCH
GRENADE_AP, GRENADE_REACH, STUN_AREA, STUN_FROM = 1, 6 * INCH, INCH, 3


class Unique(Action, frozen=True):
    """An action that an ability of the datacard offers."""

    who: int
    id: ClassVar[AbilityId]
    form: ClassVar[tuple[Part, ...]] = ALONE
    engaged: ClassVar[bool] = False
    """It may be performed while engaged."""

    @classmethod
    def forms(cls, look: Look) -> Iterable[Unique]:
        """The forms of this action to try, the legal ones among them."""
        return (cls(look.who),)

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """The legal forms of this action."""
        if cls.bar(look):
            return ()
        return [form for form in cls.forms(look) if form.fault(look.s) is None]

    @classmethod
    def ability(cls, s: State) -> Ability:
        """The rule that offers it."""
        return s.content.abilities[cls.id]

    @classmethod
    def bar(cls, look: Look) -> ClauseId:
        """The clause that forbids the action in any form, or an empty string."""
        ability = cls.ability(look.s)
        if cls.id not in look.s.card[look.who].abilities:
            return ability.clause
        return look.bar(cls.id, ability.ap or 0) or (
            ability.clause if not cls.engaged and look.engaged else ""
        )

    @classmethod
    def barred(cls, s: State, who: int) -> Refusal | None:
        """The same in words; None if nothing forbids it."""
        if not cls.bar(Look(s, who)):
            return None
        ability, name = cls.ability(s), s.names[who]
        if cls.id not in s.card[who].abilities:
            return Refusal(ability.clause, f"{name} has no {ability.name}")
        refused = activation.general_refusal(s, who, cls.id, ability.ap or 0)
        return refused or Refusal(ability.clause, f"{name} is in an enemy's control range: no {ability.name}")

    def fault(self, s: State) -> Refusal | None:
        """What forbids this form of it."""
        return None

    def refusal(self, s: State) -> Refusal | None:
        """The first clause that forbids it, or None."""
        return self.barred(s, self.who) or self.fault(s)

    def fee(self, s: State) -> activation.Fee:
        """What it is paid for with."""
        return activation.Fee(self.id, self.ability(s).ap or 0)

    def perform(self, s: State) -> Procedure[None]:
        """Pay for it and do it."""
        activation.pay(s, self.fee(s))
        yield from self.act(s)

    def act(self, s: State) -> Procedure[None]:
        """What it does."""
        raise NotImplementedError


class OnOther(Unique, frozen=True):
    """An action on one operative."""

    target: int
    form: ClassVar[tuple[Part, ...]] = ON_OTHER
    enemies: ClassVar[bool] = False
    """It is done to enemies, not friends."""

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """Those of the operatives in the killzone to whom it can be done."""
        if cls.bar(look):
            return ()
        s, who = look.s, look.who
        others: Sequence[int] = look.enemies if cls.enemies else look.friends
        reach = cls.reach(s, who)
        if reach is not None:
            others = field.those_within(s, who, others, reach)
        found = [_on(cls, who, other) for other in others]
        return [action for action in found if action.unfit(s) is None]

    @classmethod
    def reach(cls, s: State, who: int) -> int | None:
        """Beyond this it can be done to nobody; None: the distance alone does not tell."""
        return None

    def fault(self, s: State) -> Refusal | None:
        other = self.target
        seat = 1 - s.side[self.who] if self.enemies else s.side[self.who]
        if not field.is_present(s, other, seat):
            kind = "an enemy" if self.enemies else "a friend"
            return Refusal(
                self.ability(s).clause, f"{self.ability(s).name} is done to {kind} in the killzone"
            )
        return self.unfit(s)

    def unfit(self, s: State) -> Refusal | None:
        """Why it cannot be done to this one."""
        return None

    def out_of_reach(self, s: State, reach: int) -> Refusal | None:
        """It has to be visible within a distance."""
        if field.within(s, self.who, self.target, reach) and field.visible(s, self.who, self.target):
            return None
        return _unseen(self.ability(s).clause, s.names[self.target], reach)


@lru_cache(maxsize=4096)
def _on(kind: type[OnOther], who: int, other: int) -> OnOther:
    """The action of a kind on one operative, one object for each."""
    return kind(who, other)


@lru_cache(maxsize=1024)
def _unseen(clause: ClauseId, name: str, reach: int) -> Refusal:
    """Why nothing is done to somebody who is too far away or hidden; one object for each."""
    return Refusal(clause, f'{name} is not visible within {reach // INCH}"')


# -- Angels of Death -----------------------------------------------------------------------------------------


class Optics(Unique, frozen=True):
    """Until its next activation no enemy is obscured to it (KILLTEAM-C.AOD.4)."""

    verb: ClassVar[str] = "optics"
    id: ClassVar[AbilityId] = "optics"

    def act(self, s: State) -> Procedure[None]:
        upkeep.add(s, "optics", s.side[self.who], self.who, 0, "next_start")
        if s.log is not None:
            s.say("No enemy is obscured to {who}", "KILLTEAM-C.AOD.4", who=s.names[self.who])
        yield from ()


# -- Plague Marines ------------------------------------------------------------------------------------------


class Flail(Unique, frozen=True):
    """Strike at each other operative visible within 2" (KILLTEAM-C.PLM.4)."""

    verb: ClassVar[str] = "flail"
    id: ClassVar[AbilityId] = "flail"
    engaged: ClassVar[bool] = True

    def fault(self, s: State) -> Refusal | None:
        """Not on Conceal, nor with more than one Fight in the activation."""
        if not s.engage[self.who]:
            return Refusal("KILLTEAM-C.PLM.4", f"{s.names[self.who]} is on a Conceal order: no Flail")
        a = inforce.own_activation(s, self.who)
        if a is not None and a.done.count("fight") > 1:
            return Refusal("KILLTEAM-C.PLM.4", f"{s.names[self.who]} has fought twice: no Flail")
        return None

    def act(self, s: State) -> Procedure[None]:
        struck = tuple(
            other
            for other in (*s.present(1 - s.side[self.who]), *s.present(s.side[self.who]))
            if other != self.who and field.within(s, self.who, other, FLAIL_REACH)
            and field.visible(s, self.who, other)
        )  # fmt: skip
        if struck:
            s.frames.append(moments.Strikes("flail", s.side[self.who], self.who, struck, "KILLTEAM-C.PLM.4"))
        yield from ()


class Miasma(OnOther, frozen=True):
    """Poison an enemy, or hurt one that is poisoned (KILLTEAM-C.PLM.5)."""

    verb: ClassVar[str] = "miasma"
    id: ClassVar[AbilityId] = "poisonous_miasma"
    enemies: ClassVar[bool] = True

    def unfit(self, s: State) -> Refusal | None:
        """It has to be visible within 7", or a valid target."""
        refused = self.out_of_reach(s, MIASMA_REACH)
        return refused if refused is not None and not field.valid_target(s, self.who, self.target) else None

    def act(self, s: State) -> Procedure[None]:
        seat, clause = s.side[self.who], "KILLTEAM-C.PLM.5"
        if plm.has_token(s, self.target):
            yield from damage.suffer(s, self.target, MIASMA_DAMAGE, seat=seat, by=self.who, clause=clause)
        else:
            damage.poison(s, self.target, seat, clause)


class Vitality(OnOther, frozen=True):
    """Let a friend regain wounds: 2D6, a total of 7 gives 7, else the higher die (KILLTEAM-C.PLM.5)."""

    verb: ClassVar[str] = "vitality"
    id: ClassVar[AbilityId] = "putrescent_vitality"

    @classmethod
    def reach(cls, s: State, who: int) -> int:
        return VITALITY_REACH

    def unfit(self, s: State) -> Refusal | None:
        if "tp:putrescent_vitality" in s.used[s.side[self.who]]:
            return Refusal("KILLTEAM-C.PLM.5", "Putrescent Vitality has been used in this turning point")
        return self.out_of_reach(s, self.reach(s, self.who))

    def act(self, s: State) -> Procedure[None]:
        seat, clause = s.side[self.who], "KILLTEAM-C.PLM.5"
        upkeep.use(s, seat, "tp:putrescent_vitality")
        counts = yield Roll(2, FACES, clause, "Putrescent Vitality", seat=seat)
        faces = [face for face, count in enumerate(counts, 1) for _ in range(count)]
        damage.heal(s, self.target, VITALITY_LUCK if sum(faces) == VITALITY_LUCK else max(faces), clause)


# -- Support: +1 APL, Spot -----------------------------------------------------------------------------------


class Boost(OnOther, frozen=True):
    """Another friend visible within 6" (Support) has 1 APL more until the end of its next activation."""

    @classmethod
    def reach(cls, s: State, who: int) -> int:
        return inforce.support_reach(s, who, BOOST_REACH)

    def unfit(self, s: State) -> Refusal | None:
        clause = self.ability(s).clause
        if self.target == self.who:
            return Refusal(clause, f"{self.ability(s).name} is for another friend")
        if "stoopid" in s.card[self.target].abilities:
            return Refusal(clause, f"{self.ability(s).name} is not for {s.names[self.target]}")
        return self.out_of_reach(s, self.reach(s, self.who))

    def act(self, s: State) -> Procedure[None]:
        upkeep.add(s, self.id, s.side[self.who], self.target, 1, "next_activation")
        if s.log is not None:
            cites = (self.ability(s).clause, *inforce.support_cites(s, self.who))
            s.say("{who} has 1 APL more", *cites, who=s.names[self.target])
        yield from ()


class GetItDun(Boost, frozen=True):
    """KILLTEAM-C.KOM.2"""

    verb: ClassVar[str] = "get_it_dun"
    id: ClassVar[AbilityId] = "get_it_dun"


class ListenIn(Boost, frozen=True):
    """KILLTEAM-C.KOM.2"""

    verb: ClassVar[str] = "listen_in"
    id: ClassVar[AbilityId] = "listen_in"


class Signal(Boost, frozen=True):
    """KILLTEAM-C.DKK.5"""

    verb: ClassVar[str] = "signal"
    id: ClassVar[AbilityId] = "signal"


class Spot(OnOther, frozen=True):
    """Choose a visible enemy that friends nearby shoot better in this turning point (KILLTEAM-C.DKK.5)."""

    verb: ClassVar[str] = "spot"
    id: ClassVar[AbilityId] = "spot"
    enemies: ClassVar[bool] = True

    def unfit(self, s: State) -> Refusal | None:
        if field.visible(s, self.who, self.target):
            return None
        return Refusal("KILLTEAM-C.DKK.5", f"{s.names[self.target]} is not visible")

    def act(self, s: State) -> Procedure[None]:
        upkeep.add(s, "spot", s.side[self.who], self.target, self.who, "turning_point")
        if s.log is not None:
            s.say("{who} spots {target}", "KILLTEAM-C.DKK.5",
                  who=s.names[self.who], target=s.names[self.target])  # fmt: skip
        yield from ()


class Medikit(OnOther, frozen=True):
    """A friend in control range regains 2D3 wounds (KILLTEAM-C.DKK.4)."""

    verb: ClassVar[str] = "medikit"
    id: ClassVar[AbilityId] = "medikit"

    @classmethod
    def reach(cls, s: State, who: int) -> int:
        return field.CONTROL

    def unfit(self, s: State) -> Refusal | None:
        if "tp:medic_saved" in s.marks[self.target]:
            return Refusal(
                "KILLTEAM-C.DKK.4", f"Medic! has saved {s.names[self.target]} in this turning point"
            )
        if field.in_control(s, self.who, self.target):
            return None
        return Refusal("KILLTEAM-C.DKK.4", f"{s.names[self.target]} is not in control range")

    def act(self, s: State) -> Procedure[None]:
        counts = yield Roll(2, D3.bands, "KILLTEAM-C.DKK.4", "Medikit", seat=s.side[self.who])
        regained = sum(value * count for value, count in enumerate(counts, 1))
        damage.heal(s, self.target, regained, "KILLTEAM-C.DKK.4")


# -- Dakka Dash ----------------------------------------------------------------------------------------------


class DakkaDash(Unique, frozen=True):
    """A free Dash and a free Shoot with the dakka shoota, in either order (KILLTEAM-C.KOM.3)."""

    verb: ClassVar[str] = "dakka_dash"
    id: ClassVar[AbilityId] = "dakka_dash"

    def fault(self, s: State) -> Refusal | None:
        if s.engage[self.who]:
            return None
        return Refusal("KILLTEAM-C.KOM.3", f"{s.names[self.who]} is on a Conceal order: no Dakka Dash")

    def act(self, s: State) -> Procedure[None]:
        a = activation.record(s, self.who)
        s.frames.append(moments.DakkaDashing(self.who, len(a.done) if a is not None else 0))
        yield from ()


# -- grenades (KILLTEAM-C.EQ.UTILITY_GRENADES) ---------------------------------------------------------------

WOT_NOTZ: Final = "taktical_wot_notz"


def grenade_source(s: State, who: int, kind: str) -> ClauseId:
    """The clause by which an operative may throw a grenade of a kind; empty: none.

    Once per turning point one Boy by Taktical Wot-notz (KILLTEAM-C.KOM.3), else one that the side picked.
    """
    seat = s.side[who]
    if WOT_NOTZ in s.card[who].abilities and f"tp:{WOT_NOTZ}:{kind}" not in s.used[seat]:
        return "KILLTEAM-C.KOM.3"
    item = s.content.equipment["utility_grenades"]
    most = gear.limit(s, seat, item, kind)
    return item.clause if most and gear.uses_made(s, seat, "battle", kind) < most else ""


def take_grenade(s: State, who: int, kind: str) -> ClauseId:
    """Count a grenade that is thrown, and tell where it came from."""
    source = grenade_source(s, who, kind)
    if source == "KILLTEAM-C.KOM.3":
        upkeep.use(s, s.side[who], f"tp:{WOT_NOTZ}:{kind}")
    else:
        gear.count_use(s, s.side[who], "battle", kind)
    return source


def grenade_bar(look: Look, kind: str) -> ClauseId:
    """The clause that forbids an operative to throw a grenade of a kind at all, or an empty string."""
    if look.engaged or not grenade_source(look.s, look.who, kind):
        return gear.UTILITY
    return look.bar(kind, GRENADE_AP)


def grenade_refusal(s: State, who: int, kind: str) -> Refusal | None:
    """The same in words; None if nothing forbids it."""
    if not grenade_bar(Look(s, who), kind):
        return None
    refused = activation.general_refusal(s, who, kind, GRENADE_AP)
    if refused is not None:
        return refused
    if not grenade_source(s, who, kind):
        return Refusal(gear.UTILITY, f"there is no {kind} grenade left")
    return Refusal(gear.UTILITY, f"{s.names[who]} is in an enemy's control range: no grenade")


class Smoke(Action, frozen=True):
    """Place a smoke marker within 6" where it is visible."""

    who: int
    point: Point
    verb: ClassVar[str] = "smoke"
    id: ClassVar[str] = "smoke"
    ap: ClassVar[int] = GRENADE_AP
    form: ClassVar[tuple[Part, ...]] = AT_POINT

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """Where operatives stand; any other place for a marker may be named as well."""
        if grenade_bar(look, cls.id):
            return ()
        s, who = look.s, look.who
        reach = GRENADE_REACH + field.MARKER_RADIUS
        both = (look.enemies, look.friends) if s.side[who] else (look.friends, look.enemies)
        near = [o for side in both for o in field.those_within(s, who, side, reach)]
        spots = [(s.x[o], s.y[o], s.z[o]) for o in near]
        return [smoke(who, spot) for spot in spots if smoke_fault(s, who, spot) is None]

    def refusal(self, s: State) -> Refusal | None:
        return grenade_refusal(s, self.who, self.id) or smoke_fault(s, self.who, self.point)

    def fee(self, s: State) -> activation.Fee:
        return activation.Fee(self.id, self.ap)

    def perform(self, s: State) -> Procedure[None]:
        activation.pay(s, self.fee(s))
        source = take_grenade(s, self.who, self.id)
        upkeep.put_marker(s, Marker("smoke", *self.point, s.side[self.who]))
        if s.log is not None:
            s.say("{who} throws smoke", gear.UTILITY, source, who=s.names[self.who])
        yield from ()


smoke = lru_cache(maxsize=1024)(Smoke)


UNSEEN: Final = Refusal(gear.UTILITY, 'that is not visible within 6"')


def smoke_fault(s: State, who: int, point: Point) -> Refusal | None:
    """Why a smoke marker cannot be placed at a point."""
    clause = field.marker_fault(s, *point)
    if clause:
        return Refusal(clause, "no marker can lie there")
    disc = Disc(*point, field.MARKER_RADIUS)
    if within(s.disc(who), disc, GRENADE_REACH) and sighting.sees_flat(s, who, disc):
        return None
    return UNSEEN


class Stun(Action, frozen=True):
    """Stun an enemy visible within 6", and whoever is within 1" of it, on 3+."""

    who: int
    target: int
    verb: ClassVar[str] = "stun"
    id: ClassVar[str] = "stun"
    ap: ClassVar[int] = GRENADE_AP
    form: ClassVar[tuple[Part, ...]] = ON_OTHER

    @classmethod
    def options(cls, look: Look) -> Sequence[Action]:
        """The enemies that it can be thrown at."""
        s, who = look.s, look.who
        near = field.those_within(s, who, look.enemies, GRENADE_REACH)
        if not near or grenade_bar(look, cls.id):
            return ()
        return [stun(who, enemy) for enemy in near if stun_fault(s, who, enemy) is None]

    def refusal(self, s: State) -> Refusal | None:
        return grenade_refusal(s, self.who, self.id) or stun_fault(s, self.who, self.target)

    def fee(self, s: State) -> activation.Fee:
        return activation.Fee(self.id, self.ap)

    def perform(self, s: State) -> Procedure[None]:
        activation.pay(s, self.fee(s))
        source = take_grenade(s, self.who, self.id)
        if s.log is not None:
            s.say("{who} throws a stun grenade", gear.UTILITY, source, who=s.names[self.who])
        seat = s.side[self.who]
        near = [o for o in (*s.present(0), *s.present(1)) if field.within(s, o, self.target, STUN_AREA)]
        for other in near:
            bands = D6.bands(STUN_FROM - 1)
            counts = yield Roll(1, bands, gear.UTILITY, f"stun grenade at {s.names[other]}", seat=seat)
            if counts[1]:
                upkeep.add(s, "stun_grenade", seat, other, -1, "next_activation")


stun = lru_cache(maxsize=1024)(Stun)


def stun_fault(s: State, who: int, enemy: int) -> Refusal | None:
    """Why a stun grenade cannot be thrown at somebody."""
    if not field.is_present(s, enemy, 1 - s.side[who]):
        return Refusal(gear.UTILITY, "a stun grenade is thrown at an enemy in the killzone")
    if field.within(s, who, enemy, GRENADE_REACH) and field.visible(s, who, enemy):
        return None
    return _unseen(gear.UTILITY, s.names[enemy], GRENADE_REACH)


DATACARD: tuple[type[Unique], ...] = (
    Optics, Flail, Miasma, Vitality, GetItDun, ListenIn, Signal, Spot, Medikit, DakkaDash,
)  # fmt: skip
"""The actions that abilities offer."""
ACTIONS: tuple[type[Action], ...] = (*DATACARD, Smoke, Stun)
