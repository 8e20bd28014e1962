"""Angels of Death: how doctrines and tactics change, and who pays for it (KILLTEAM-C.AOD.3 to
KILLTEAM-C.AOD.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from affray.engine.requests import Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, inforce, ploys, titles, upkeep
from affray.games.killteam.actions.uses import Invoke, Rule, Rules, invoke, lasting, shaped
from affray.games.killteam.ids import TACTICS
from affray.games.killteam.state import State
from affray.games.killteam.teams import aod

HEROIC: Final = "heroic_leader"
_WARFARE: Final = {
    "doctrine_assault": ("assault", "tactical"),
    "doctrine_devastator": ("devastator", "tactical"),
}
"""Which doctrines the two kinds of sergeants get for nothing, each once per battle (KILLTEAM-C.AOD.4)."""
RELIQUARIES: Final = "KILLTEAM-C.AOD.7"


# -- Combat Doctrine (KILLTEAM-C.AOD.5) ----------------------------------------------------------------------


def _doctrine_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    for doctrine in aod.DOCTRINES:
        yield invoke("combat_doctrine", choice=doctrine)
        for by, paid in _WARFARE.items():
            if doctrine in paid and _warfare_fault(s, seat, by, doctrine) is None:
                yield invoke("combat_doctrine", choice=doctrine, by=by)


def _doctrine_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, aod.STRATEGY, "choice", optional=("by",))
    if wrong is not None:
        return wrong
    if action.choice not in aod.DOCTRINES:
        return Refusal(aod.STRATEGY, f"a doctrine is one of {', '.join(aod.DOCTRINES)}")
    if action.by is None:
        return None
    return _warfare_fault(s, seat, action.by, action.choice)


def _warfare_fault(s: State, seat: Seat, by: str, doctrine: str) -> Refusal | None:
    """Doctrine Warfare: a sergeant in the killzone, its own doctrine or Tactical, each once per battle."""
    if by not in _WARFARE:
        return Refusal(aod.CARDS, f"{titles.rule_title(s, by)} does not pay for Combat Doctrine")
    if doctrine not in _WARFARE[by]:
        return Refusal(aod.CARDS, f"{titles.rule_title(s, by)} does not pay for {doctrine}")
    if not any(by in s.card[who].abilities for who in s.present(seat)):
        return Refusal(aod.CARDS, "there is no such sergeant in the killzone")
    if f"battle:{by}:{doctrine}" in s.used[seat]:
        return Refusal(aod.CARDS, f"Doctrine Warfare has paid for {doctrine} in this battle")
    return None


def _doctrine_price(s: State, seat: Seat, action: Invoke) -> int:
    return 0 if action.by in _WARFARE else ploys.cost(s, seat, action.rule)


def _take_doctrine(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    assert action.choice is not None
    upkeep.drop(s, "combat_doctrine", seat=seat)
    upkeep.add(s, "combat_doctrine", seat, -1, aod.DOCTRINES.index(action.choice), "turning_point")
    if action.by in _WARFARE:
        upkeep.use(s, seat, f"battle:{action.by}:{action.choice}")
    elif action.by == HEROIC:
        upkeep.use(s, seat, f"tp:{HEROIC}")
    if s.log is not None:
        cites = {HEROIC: (aod.CAPTAIN,), None: ()}.get(action.by, (aod.CARDS,))
        s.say("The doctrine is {doctrine}", aod.STRATEGY, *cites, doctrine=action.choice)
    yield from ()


def _led_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    """Heroic Leader: Combat Doctrine as a friend is activated, the Captain not engaged (KILLTEAM-C.AOD.3)."""
    if aod.heroic(s, seat, of_captain=False, who=who) >= 0:
        for doctrine in aod.DOCTRINES:
            yield invoke("combat_doctrine", choice=doctrine, by=HEROIC)


def _led_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, aod.CAPTAIN, "choice", "by")
    if wrong is not None:
        return wrong
    if action.by != HEROIC or action.choice not in aod.DOCTRINES:
        return Refusal(aod.CAPTAIN, "Heroic Leader lets one choose a doctrine now")
    return _heroic_fault(s, seat, of_captain=False, who=-1)


def _heroic_fault(s: State, seat: Seat, *, of_captain: bool, who: int) -> Refusal | None:
    if aod.heroic(s, seat, of_captain=of_captain, who=who) >= 0:
        return None
    return Refusal(aod.CAPTAIN, "Heroic Leader is used up, or not at hand")


# -- Adjust Doctrine (KILLTEAM-C.AOD.6) ----------------------------------------------------------------------


def _adjust_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    if inforce.of_side(s, "combat_doctrine", seat) is None:
        return
    bought = ploys.available(s, seat, "adjust_doctrine")
    led = _leads(s, seat, who)
    for doctrine in aod.DOCTRINES:
        if bought:
            yield invoke("adjust_doctrine", choice=doctrine)
        if led:
            yield invoke("adjust_doctrine", choice=doctrine, by=HEROIC)


def _leads(s: State, seat: Seat, who: int) -> bool:
    """Whether Heroic Leader can pay for a ploy in the activation of an operative."""
    return aod.heroic(s, seat, of_captain=True, who=who) >= 0 or (
        aod.heroic(s, seat, of_captain=False, who=who) >= 0
    )


def _adjust_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, aod.FIREFIGHT, "choice", optional=("by",))
    if wrong is not None:
        return wrong
    doctrine = inforce.of_side(s, "combat_doctrine", seat)
    if doctrine is None:
        return Refusal(aod.FIREFIGHT, "no doctrine is in force")
    if action.choice not in aod.DOCTRINES or action.choice == aod.DOCTRINES[doctrine.value]:
        return Refusal(aod.FIREFIGHT, "Adjust Doctrine changes to one of the other doctrines")
    a = s.activation
    if a is None or s.side[a.who] != seat or a.counter:
        return Refusal(aod.FIREFIGHT, "Adjust Doctrine goes with the activation of a friend")
    if action.by is None:
        return None
    if action.by != HEROIC:
        return Refusal(aod.CAPTAIN, f"{titles.rule_title(s, action.by)} does not pay for Adjust Doctrine")
    return None if _leads(s, seat, a.who) else _heroic_fault(s, seat, of_captain=False, who=a.who)


def _heroic_price(s: State, seat: Seat, action: Invoke) -> int:
    return 0 if action.by == HEROIC else ploys.cost(s, seat, action.rule)


# -- Adaptive Tactics (KILLTEAM-C.AOD.5) ---------------------------------------------------------------------


def _tactic_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    for tactic in TACTICS:
        yield invoke("adaptive_tactics", choice=tactic)


def _tactic_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, aod.STRATEGY, "choice")
    if wrong is not None:
        return wrong
    if action.choice not in TACTICS or action.choice in s.tactics[seat][:2]:
        return Refusal(aod.STRATEGY, "the secondary tactic changes to one that the team has not chosen")
    return None


def _take_tactic(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    tactic = next(i for i, tactic in enumerate(TACTICS) if tactic == action.choice)
    upkeep.add(s, "adaptive_tactics", seat, -1, tactic, "turning_point")
    yield from ()


# -- Wrath of Vengeance (KILLTEAM-C.AOD.6) -------------------------------------------------------------------


def _wrath_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    a = s.activation
    if a is not None and a.counter:
        yield invoke("wrath_of_vengeance")
        if ploys.cost(s, seat, "wrath_of_vengeance") and not _reliquaries(s, seat, a.who):
            yield invoke("wrath_of_vengeance", by=HEROIC)


def _wrath_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, aod.FIREFIGHT, optional=("by",))
    if wrong is not None:
        return wrong
    a = s.activation
    if a is None or not a.counter or s.side[a.who] != seat:
        return Refusal(aod.FIREFIGHT, "no friend counteracts")
    if action.by is None:
        return None
    if action.by != HEROIC:
        return Refusal(aod.CAPTAIN, f"{titles.rule_title(s, action.by)} does not pay for Wrath of Vengeance")
    return _heroic_fault(s, seat, of_captain=True, who=a.who)


def _reliquaries(s: State, seat: Seat, who: int) -> bool:
    """Chapter Reliquaries: free for a friend with an Engage order (KILLTEAM-C.AOD.7)."""
    return s.engage[who] and inforce.has_item(s, seat, "chapter_reliquaries")


def _wrath_price(s: State, seat: Seat, action: Invoke) -> int:
    a = s.activation
    if a is not None and _reliquaries(s, seat, a.who):
        return 0
    return _heroic_price(s, seat, action)


def _be_wrathful(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    upkeep.remember(s, activation.ANOTHER)
    a = s.activation
    if action.by == HEROIC:
        upkeep.use(s, seat, f"tp:{HEROIC}")
    if s.log is not None and a is not None:
        free = (RELIQUARIES,) if _reliquaries(s, seat, a.who) else ()
        led = (aod.CAPTAIN,) if action.by == HEROIC else ()
        s.say("{who} may perform one more action", aod.FIREFIGHT, *free, *led, who=s.names[a.who])
    yield from ()


# -- the moments ---------------------------------------------------------------------------------------------

GAMBITS: Final[Rules] = {
    "combat_doctrine": Rule(
        aod.STRATEGY, _doctrine_options, _doctrine_fault, _take_doctrine, _doctrine_price
    ),
    "know_no_fear": lasting("know_no_fear", aod.STRATEGY),
    "adaptive_tactics": Rule(aod.STRATEGY, _tactic_options, _tactic_fault, _take_tactic),
    "indomitus": lasting("indomitus", aod.STRATEGY),
}
BETWEEN: Final[Rules] = {
    "adjust_doctrine": Rule(aod.FIREFIGHT, _adjust_options, _adjust_fault, _take_doctrine, _heroic_price),
    "wrath_of_vengeance": Rule(aod.FIREFIGHT, _wrath_options, _wrath_fault, _be_wrathful, _wrath_price),
}
ACTIVATED: Final[Rules] = {
    "combat_doctrine": Rule(aod.CAPTAIN, _led_options, _led_fault, _take_doctrine),
}
