"""Death Korps: who gives orders when, and who receives them (KILLTEAM-C.DKK.1, KILLTEAM-C.DKK.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from affray.boards.plane.solids import INCH
from affray.engine.requests import Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import field, inforce, moments, ploys, titles, upkeep
from affray.games.killteam.actions.uses import Invoke, Rule, Rules, invoke, shaped
from affray.games.killteam.ids import ORDERS
from affray.games.killteam.state import State
from affray.games.killteam.teams import dkk

ORDER_REACH = 6 * INCH
DIRECTIVE_REACH = 6 * INCH
COMM_BEADS: Final = "KILLTEAM-C.DKK.8"
SECOND: Final = "battle:second_in_command"


# -- receiving -----------------------------------------------------------------------------------------------


def receive(s: State, seat: Seat, friends: Iterable[int], orders: Iterable[str]) -> None:
    """Friends receive orders, which take the place of earlier ones (KILLTEAM-C.DKK.1)."""
    for who in friends:
        for earlier in ORDERS:
            upkeep.drop(s, earlier, who)
        for order in orders:
            upkeep.add(s, order, seat, who, 0, "turning_point")
        if _can_relay(s, seat, who):
            s.frames.append(moments.Asking("relay", seat, who, dkk.SPECIALISTS))


def _can_relay(s: State, seat: Seat, who: int) -> bool:
    """Relay: once per turning point, for a Vox-operator that is not engaged (KILLTEAM-C.DKK.5)."""
    return (
        "relay" in s.card[who].abilities and "tp:relay" not in s.used[seat] and not field.is_engaged(s, who)
    )


def _relay_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    for order in ORDERS:
        if inforce.lies_on(s, order, who):
            yield invoke("relay", who=who, choice=order)


def _relay_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = shaped(action, dkk.SPECIALISTS, "who", "choice")
    if wrong is not None:
        return wrong
    who = action.who
    assert who is not None
    if s.side[who] != seat or not _can_relay(s, seat, who):
        return Refusal(dkk.SPECIALISTS, f"{s.names[who]} cannot relay now")
    if action.choice not in ORDERS or not inforce.lies_on(s, action.choice, who):
        order = titles.rule_title(s, action.choice or "")
        return Refusal(dkk.SPECIALISTS, f"{s.names[who]} has not received {order}")
    return None


def _relay(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    """All friends receive it; then the Vox-operator has 1 APL less."""
    assert action.who is not None
    assert action.choice is not None
    upkeep.use(s, seat, "tp:relay")
    receive(s, seat, (who for who in s.present(seat) if who != action.who), (action.choice,))
    upkeep.add(s, "relay", seat, action.who, -1, "next_activation")
    yield from ()


# -- issuing -------------------------------------------------------------------------------------------------


def issuer_fault(s: State, seat: Seat, who: int) -> Refusal | None:
    """Why an operative does not issue orders as a gambit: the Watchmaster does, or when he is gone the
    Confidant."""
    if s.side[who] != seat or s.dead[who] or not s.on[who]:
        return Refusal(dkk.ORDERS_RULE, "orders are issued by a friend in the killzone")
    abilities = s.card[who].abilities
    if "guardsman_orders" in abilities:
        return None
    if "second_in_command" not in abilities:
        return Refusal(dkk.ORDERS_RULE, f"{s.names[who]} issues no orders")
    if not _leaderless(s, seat):
        return Refusal(dkk.LEADERS, "the Confidant issues orders only when the Watchmaster is gone")
    return None


def _leaderless(s: State, seat: Seat) -> bool:
    """Whether the Watchmaster has been incapacitated and removed (KILLTEAM-C.DKK.2)."""
    leaders = [
        o for o, side in enumerate(s.side) if side == seat and "guardsman_orders" in s.card[o].abilities
    ]
    return bool(leaders) and not any(s.on[o] for o in leaders)


def _order_forms(s: State, seat: Seat, rule: str, issuer: int) -> Iterator[Invoke]:
    for order in ORDERS:
        yield invoke(rule, who=issuer, choice=order)
        if inforce.has_item(s, seat, "comm_beads"):
            for friend in s.present(seat):
                yield invoke(rule, who=issuer, choice=order, targets=(friend,))


def _gambit_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    for issuer in s.present(seat):
        if issuer_fault(s, seat, issuer) is None:
            yield from _order_forms(s, seat, "guardsman_orders", issuer)


def _form_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    """What an order needs: an issuer, one of the four; with Comm-beads one friend (KILLTEAM-C.DKK.8)."""
    wrong = shaped(action, dkk.ORDERS_RULE, "who", "choice", optional=("targets",))
    if wrong is not None:
        return wrong
    if action.choice not in ORDERS:
        return Refusal(dkk.ORDERS_RULE, f"an order is one of {titles.rule_titles(s, ORDERS)}")
    if action.targets:
        if not inforce.has_item(s, seat, "comm_beads"):
            return Refusal(COMM_BEADS, "an order goes to one friend anywhere only with Comm-beads")
        if len(action.targets) != 1 or not field.is_present(s, action.targets[0], seat):
            return Refusal(COMM_BEADS, "with Comm-beads an order goes to one friend in the killzone")
    return None


def _gambit_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = _form_fault(s, seat, action)
    if wrong is not None:
        return wrong
    assert action.who is not None
    return issuer_fault(s, seat, action.who)


def _issue(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    """Friends within 6" receive the order (Support), or with Comm-beads one friend anywhere."""
    issuer = action.who
    assert issuer is not None
    assert action.choice is not None
    if action.targets:
        friends: Iterable[int] = action.targets
        cites: tuple[str, ...] = (COMM_BEADS,)
    else:
        reach = inforce.support_reach(s, issuer, ORDER_REACH)
        friends = tuple(who for who in s.present(seat) if field.within(s, issuer, who, reach))
        cites = inforce.support_cites(s, issuer)
    if "second_in_command" in s.card[issuer].abilities and action.rule == "guardsman_orders":
        upkeep.use(s, seat, SECOND)
        cites = (*cites, dkk.LEADERS)
    if s.log is not None:
        names = ", ".join(s.names[who] for who in friends)
        s.say("{who} orders {order}: {friends}", dkk.ORDERS_RULE, *cites,
              who=s.names[issuer], order=titles.rule_title(s, action.choice), friends=names)  # fmt: skip
    receive(s, seat, friends, (action.choice,))
    yield from ()


# -- Inspirational Leadership (KILLTEAM-C.DKK.7) -------------------------------------------------------------


def _leads(s: State, who: int) -> bool:
    return bool(s.card[who].abilities & {"guardsman_orders", "second_in_command"})


def _inspire_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    if who >= 0 and _leads(s, who):
        yield from _order_forms(s, seat, "inspirational_leadership", who)


def _inspire_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    wrong = _form_fault(s, seat, action)
    if wrong is not None:
        return wrong
    who = action.who
    assert who is not None
    if s.side[who] != seat or inforce.own_activation(s, who) is None or not _leads(s, who):
        return Refusal(dkk.FIREFIGHT, "only the Watchmaster or Confidant, in its activation, inspires")
    return None


def _inspire_price(s: State, seat: Seat, action: Invoke) -> int:
    """Adaptive Orders: free for a Watchmaster that issued no order as a gambit (KILLTEAM-C.DKK.2)."""
    return 0 if adaptive(s, seat, action) else ploys.cost(s, seat, action.rule)


def adaptive(s: State, seat: Seat, action: Invoke) -> bool:
    """Whether Adaptive Orders pays."""
    who = action.who
    if who is None or "adaptive_orders" not in s.card[who].abilities:
        return False
    return "tp:guardsman_orders" not in s.used[seat]


def _inspire(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    if s.log is not None and adaptive(s, seat, action):
        s.say("Adaptive Orders", dkk.LEADERS)
    yield from _issue(s, seat, action)


# -- when an operative is activated --------------------------------------------------------------------------


def _seasoned_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    if "seasoned" in s.card[who].abilities:
        for order in ORDERS:
            yield invoke("seasoned", who=who, choice=order)


def _seasoned_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    """The Veteran may receive one order as it is activated (KILLTEAM-C.DKK.3)."""
    wrong = shaped(action, dkk.SOLDIERS, "who", "choice")
    if wrong is not None:
        return wrong
    who = action.who
    assert who is not None
    a = inforce.own_activation(s, who)
    if s.side[who] != seat or a is None or "seasoned" not in s.card[who].abilities:
        return Refusal(dkk.SOLDIERS, "this is for a Veteran that is activated")
    if "seasoned" in a.notes:
        return Refusal(dkk.SOLDIERS, f"{s.names[who]} has received its order")
    if action.choice not in ORDERS:
        return Refusal(dkk.SOLDIERS, f"an order is one of {titles.rule_titles(s, ORDERS)}")
    return None


def _season(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    assert action.who is not None
    assert action.choice is not None
    upkeep.remember(s, "seasoned")
    receive(s, seat, (action.who,), (action.choice,))
    yield from ()


def _shame_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    yield invoke("in_life_shame", who=who)


def _shame_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    """In Life, Shame: a friend activated on Engage (KILLTEAM-C.DKK.7)."""
    wrong = shaped(action, dkk.FIREFIGHT, "who")
    if wrong is not None:
        return wrong
    who = action.who
    assert who is not None
    if s.side[who] != seat or inforce.own_activation(s, who) is None or not s.engage[who]:
        return Refusal(dkk.FIREFIGHT, "In Life, Shame is for a friend activated on Engage")
    return None


def _shame(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    assert action.who is not None
    receive(s, seat, (action.who,), ORDERS)
    yield from ()


def _directive_options(s: State, seat: Seat, who: int) -> Iterator[Invoke]:
    if "directive" in s.card[who].abilities:
        for friend in s.present(seat):
            yield invoke("directive", who=who, targets=(friend,))


def _directive_fault(s: State, seat: Seat, action: Invoke) -> Refusal | None:
    """Directive: another ready friend visible within 6", unless Second in Command is in use (C.DKK.2)."""
    wrong = shaped(action, dkk.LEADERS, "who", "targets")
    if wrong is not None:
        return wrong
    who = action.who
    assert who is not None
    a = inforce.own_activation(s, who)
    if s.side[who] != seat or a is None or "directive" not in s.card[who].abilities:
        return Refusal(dkk.LEADERS, "this is for a Confidant that is activated")
    if SECOND in s.used[seat]:
        return Refusal(dkk.LEADERS, "Second in Command is in use")
    if directed(a.notes) >= 0:
        return Refusal(dkk.LEADERS, f"{s.names[who]} has given its directive")
    friend = action.targets[0]
    other = friend != who and field.is_present(s, friend, seat)
    if len(action.targets) != 1 or not other or not s.ready[friend]:
        return Refusal(dkk.LEADERS, "a directive names one other ready friend")
    if not field.within(s, who, friend, DIRECTIVE_REACH) or not field.visible(s, who, friend):
        return Refusal(dkk.LEADERS, f'{s.names[friend]} is not visible within 6"')
    return None


def _direct(s: State, seat: Seat, action: Invoke) -> Procedure[None]:
    upkeep.remember(s, f"directive:{action.targets[0]}")
    yield from ()


def directed(notes: frozenset[str]) -> int:
    """Whom a Confidant has named in its activation; -1: nobody."""
    for note in notes:
        if note.startswith("directive:"):
            return int(note.rpartition(":")[2])
    return -1


def successors(s: State, seat: Seat) -> tuple[int, ...]:
    """Whom a side has to activate next: the friend of a Directive, else after a Trooper another ready
    Trooper.

    An activation that followed so from another has no successors (KILLTEAM-C.DKK.2, KILLTEAM-C.DKK.3), nor
    has one in which the operative was incapacitated: it was never expended.
    """
    a = s.activation
    if a is None or a.counter or a.chained or s.side[a.who] != seat or s.dead[a.who] or not s.on[a.who]:
        return ()
    named = directed(a.notes)
    if named >= 0 and s.ready[named] and s.on[named] and not s.dead[named]:
        return _followed(s, a.who, (named,), dkk.LEADERS)
    if "group_activation" not in s.card[a.who].abilities:
        return ()
    others = tuple(
        who for who in s.present(seat) if s.ready[who] and "group_activation" in s.card[who].abilities
    )
    return _followed(s, a.who, others, dkk.SOLDIERS)


def _followed(s: State, who: int, others: tuple[int, ...], clause: str) -> tuple[int, ...]:
    """Report that one of some operatives has to be activated at once."""
    if others and s.log is not None:
        names = ", ".join(s.names[other] for other in others)
        s.say("{who} is followed at once: {names}", clause, who=s.names[who], names=names)
    return others


# -- the moments ---------------------------------------------------------------------------------------------

GAMBITS: Final[Rules] = {
    "guardsman_orders": Rule(dkk.ORDERS_RULE, _gambit_options, _gambit_fault, _issue),
}
BETWEEN: Final[Rules] = {
    "inspirational_leadership": Rule(
        dkk.FIREFIGHT, _inspire_options, _inspire_fault, _inspire, _inspire_price
    ),
}
ACTIVATED: Final[Rules] = {
    "seasoned": Rule(dkk.SOLDIERS, _seasoned_options, _seasoned_fault, _season),
    "in_life_shame": Rule(dkk.FIREFIGHT, _shame_options, _shame_fault, _shame),
    "directive": Rule(dkk.LEADERS, _directive_options, _directive_fault, _direct),
}
RELAY: Final[Rules] = {"relay": Rule(dkk.SPECIALISTS, _relay_options, _relay_fault, _relay)}
