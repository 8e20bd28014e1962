"""The turning point, step by step: initiative, Ready, gambits, the Firefight phase, the end (C.TURN, turn flow 6 to 17).

`TurningPoint` lies at the bottom of the stack and puts the frames of one step after the other on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from affray.engine.actions import Action
from affray.engine.requests import Among, Decide, Menu, Procedure, Roll, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import activation, hooks, ops, ploys, tacops, upkeep, windows
from affray.games.killteam.actions.missions import (
    ChooseObjective,
    Claim,
    NameEnvoy,
    PickPrimary,
    RemoveDominate,
    RemoveMartyr,
)
from affray.games.killteam.actions.turns import (
    CONCEAL,
    DECLINE,
    ENGAGE,
    GIVE,
    PASS,
    TAKE,
    Activate,
    Counteract,
    Decline,
    Order,
    Pass,
    PlayCard,
    Take,
    activate,
    counteract,
)
from affray.games.killteam.dice import FACES, face
from affray.games.killteam.names import OBJECTIVES, seat_names
from affray.games.killteam.state import Frame, State

PHASES = ("initiative", "ready", "gambit", "firefight", "aftermath", "end")
CARDS = "KILLTEAM-C.TURN.3"
LAST_CARD = 3
"""After this turning point nobody gains a card any more (KILLTEAM-C.TURN.3)."""
COUNTERACTED = "tp:counteracted"
PRIMARIES = ("crit", "tac", "kill")
CLAIMS = ("control", "uncontested")


def following(phase: str) -> str:
    """The phase after one; after the last comes the first of the next turning point."""
    return PHASES[(PHASES.index(phase) + 1) % len(PHASES)]


@dataclass(frozen=True, slots=True)
class TurningPoint(Frame):
    """What comes next once everything above on the stack has ended."""

    phase: str
    kind: ClassVar[str] = "turning_point"

    def run(self, s: State) -> Procedure[None]:
        """Put the frames of a phase on the stack."""
        s.frames[-1] = TurningPoint(following(self.phase))
        match self.phase:
            case "initiative":
                s.frames.append(Initiative())
            case "ready":
                yield from ready(s)
            case "gambit":
                s.frames += gambit_frames(s)
            case "firefight":
                s.frames.append(Firefight(s.initiative))
            case "aftermath":
                s.frames.append(Aftermath(s.initiative))
            case _:
                s.frames.append(Ending())


# -- initiative ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Initiative(Frame):
    """A turning point begins: both roll for the initiative (KILLTEAM-C.TURN.2)."""

    again: bool = False
    kind: ClassVar[str] = "initiative"

    def run(self, s: State) -> Procedure[None]:
        """One roll of each; then cards, or the winner chooses."""
        if not self.again:
            s.turn += 1
            if s.log is not None:
                s.say("Turning point {turn}", "KILLTEAM-C.TURN.1", turn=s.turn)
        results = []
        for seat in (0, 1):
            counts = yield Roll(1, FACES, "KILLTEAM-C.TURN.2", "initiative", seat=seat)
            results.append(face(counts))
        a, b = results
        if a == b and s.turn == 1 and s.preset.first_tie_again:
            s.frames[-1] = Initiative(True)
            return
        if s.preset.initiative_cards and any(s.cards):
            s.frames[-1] = Cards((a, b), (0, 0), loser((a, b), s.initiative))
        else:
            s.frames[-1] = Winner(1 - _beaten(s, (a, b)))


def loser(totals: tuple[int, int], initiative: Seat) -> Seat:
    """Who is asked for cards first: the current loser, on a tie the player with initiative (KILLTEAM-C.TURN.3)."""
    a, b = totals
    return initiative if a == b else int(a > b)


def _beaten(s: State, totals: tuple[int, int]) -> Seat:
    """Who loses the roll: on a tie the player that has initiative (KILLTEAM-C.TURN.2)."""
    return loser(totals, s.initiative)


def cards_of(s: State, seat: Seat) -> list[str]:
    """The ways in which a side can play its initiative cards."""
    found: list[str] = []
    for card in s.cards[seat]:
        found += [card] if card == "reroll" else [f"+{card}", f"-{card}"]
    return found


@dataclass(frozen=True, slots=True)
class Cards(Frame):
    """After the roll the players alternately play one card or pass until both pass in a row (KILLTEAM-C.TURN.3)."""

    results: tuple[int, int]
    changes: tuple[int, int]
    seat: Seat
    passes: int = 0
    kind: ClassVar[str] = "cards"
    ongoing: ClassVar[bool] = True

    def totals(self) -> tuple[int, int]:
        """The results with what cards have added."""
        return self.results[0] + self.changes[0], self.results[1] + self.changes[1]

    def run(self, s: State) -> Procedure[None]:
        """Ask one player once."""
        seat = self.seat
        if self.passes >= 2:
            s.frames[-1] = Winner(1 - _beaten(s, self.totals()))
            return
        options: list[Action] = [PASS, *map(PlayCard, cards_of(s, seat))]
        menu = Among(options, CARDS, "play one of your cards or pass")
        answer = yield Decide(seat, menu, CARDS, f"initiative {self.totals()[0]} to {self.totals()[1]}")
        if isinstance(answer, Pass):
            s.frames[-1] = Cards(self.results, self.changes, 1 - seat, self.passes + 1)
            return
        card = answer.card
        s.cards[seat] = _without(s.cards[seat], card.lstrip("+-"))
        if s.log is not None:
            s.say("{seat} play {card}", CARDS, seat=seat_names(s)[seat], card=card)
        results, changes = list(self.results), list(self.changes)
        if card == "reroll":
            counts = yield Roll(1, FACES, CARDS, "initiative again", seat=seat)
            results[seat], changes[seat] = face(counts), 0
        else:
            changes[seat] += int(card)
        s.frames[-1] = Cards((results[0], results[1]), (changes[0], changes[1]), 1 - seat)


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    left = list(cards)
    left.remove(card)
    return tuple(left)


@dataclass(frozen=True, slots=True)
class Winner(Frame):
    """The winner decides who has initiative; the loser gains a card after turning points 1 to 3 (C.TURN.2, C.TURN.3)."""

    seat: Seat
    kind: ClassVar[str] = "winner"

    def run(self, s: State) -> Procedure[None]:
        """Take it or give it away."""
        menu = Among((TAKE, GIVE), "KILLTEAM-C.TURN.2", "take the initiative or give it away")
        answer = yield Decide(self.seat, menu, "KILLTEAM-C.TURN.2", "take the initiative?")
        s.frames.pop()
        s.initiative = self.seat if isinstance(answer, Take) else 1 - self.seat
        if s.log is not None:
            s.say("{seat} have the initiative", "KILLTEAM-C.TURN.2", seat=seat_names(s)[s.initiative])
        if s.preset.initiative_cards and s.turn <= LAST_CARD:
            other = 1 - self.seat
            s.cards[other] = (*s.cards[other], str(s.turn))
            if s.log is not None:
                s.say("{seat} gain the card ±{n}", CARDS, seat=seat_names(s)[other], n=s.turn)


# -- Ready ---------------------------------------------------------------------------------------------------


def ready(s: State) -> Procedure[None]:
    """CP, ready operatives, the end of what lasted until now (KILLTEAM-C.TURN.4, turn flow 7)."""
    if s.preset.ploys:
        for seat in (0, 1):
            behind = s.turn > 1 and seat != s.initiative
            ploys.gain(s, seat, 2 if behind else 1, "KILLTEAM-C.TURN.4")
    for who, on in enumerate(s.on):
        s.ready[who] = on and not s.dead[who]
    if s.log is not None:
        s.say("All operatives are ready", "KILLTEAM-C.TURN.4")
    yield from upkeep.at_ready(s)


# -- gambits -------------------------------------------------------------------------------------------------


def gambit_frames(s: State) -> list[Frame]:
    """The frames of the Gambit step, the first on top (KILLTEAM-C.TURN.5, turn flow 8)."""
    frames: list[Frame] = [Gambits(s.initiative)]
    op = s.crit_op
    if op is None:
        return frames
    if op.id == "O9":
        frames += [RebootReveal(), RebootPick(1), RebootPick(0)]
    elif op.id == "O5" and s.turn >= op.figures["first_claim_turn"]:
        frames += [Claiming(1 - s.initiative), Claiming(s.initiative)]
    if s.turn == 1:
        frames += [PrimaryPick(1), PrimaryPick(0)]
    return frames


@dataclass(frozen=True, slots=True)
class PrimaryPick(Frame):
    """A player picks one of the three operations in secret as primary op (KILLTEAM-C.OPS.2)."""

    seat: Seat
    kind: ClassVar[str] = "primary_pick"

    def run(self, s: State) -> Procedure[None]:
        """Pick it."""
        s.frames.pop()
        menu = Among([PickPrimary(op) for op in PRIMARIES], "KILLTEAM-C.OPS.2", "the ops are crit, tac and kill")
        answer = yield Decide(self.seat, menu, "KILLTEAM-C.OPS.2", "pick the primary op")
        s.primary[self.seat] = answer.op
        s.secret[self.seat] |= {"primary"}
        if s.log is not None:
            s.whisper("{seat} have the {op} op as primary", "{seat} have picked their primary op", self.seat,
                      "KILLTEAM-C.OPS.2", seat=seat_names(s)[self.seat], op=answer.op)  # fmt: skip


class ClaimMenu(Menu):
    """An objective not chosen before, with either claim (KILLTEAM-C.OPS.O5)."""

    __slots__ = ("s", "seat")

    def __init__(self, s: State, seat: Seat) -> None:
        self.s = s
        self.seat = seat

    def options(self) -> Sequence[Action]:
        free = [m for m, name in enumerate(OBJECTIVES) if f"battle:claimed:{name}" not in self.s.used[self.seat]]
        return [Claim(claim, marker) for marker in free for claim in CLAIMS]

    def refusal(self, action: Action) -> Refusal | None:
        clause = "KILLTEAM-C.OPS.O5"
        if not isinstance(action, Claim) or action.claim not in CLAIMS:
            return Refusal(clause, f"claim {' or '.join(CLAIMS)} of an objective")
        if action.marker >= len(OBJECTIVES):
            return Refusal(clause, "that is no objective marker")
        if f"battle:claimed:{OBJECTIVES[action.marker]}" in self.s.used[self.seat]:
            return Refusal(clause, f"{OBJECTIVES[action.marker]} has been chosen before")
        return None


@dataclass(frozen=True, slots=True)
class Claiming(Frame):
    """A player stakes a claim for this turning point (KILLTEAM-C.OPS.O5)."""

    seat: Seat
    kind: ClassVar[str] = "claiming"

    def run(self, s: State) -> Procedure[None]:
        """Choose objective and claim."""
        s.frames.pop()
        answer = yield Decide(self.seat, ClaimMenu(s, self.seat), "KILLTEAM-C.OPS.O5", "stake a claim")
        name = OBJECTIVES[answer.marker]
        upkeep.use(s, self.seat, f"battle:claimed:{name}")
        upkeep.use(s, self.seat, f"tp:claim:{name}:{answer.claim}")
        if s.log is not None:
            s.say("{seat} claim: {name} {claim}", "KILLTEAM-C.OPS.O5",
                  seat=seat_names(s)[self.seat], name=name, claim=answer.claim)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RebootPick(Frame):
    """A player chooses an objective in secret (KILLTEAM-C.OPS.O9)."""

    seat: Seat
    kind: ClassVar[str] = "reboot_pick"

    def run(self, s: State) -> Procedure[None]:
        """Choose it."""
        s.frames.pop()
        menu = Among([ChooseObjective(m) for m in range(3)], "KILLTEAM-C.OPS.O9", "choose an objective marker")
        answer = yield Decide(self.seat, menu, "KILLTEAM-C.OPS.O9", "choose an objective in secret")
        upkeep.use(s, self.seat, f"tp:reboot:{OBJECTIVES[answer.marker]}")
        s.secret[self.seat] |= {"reboot"}


def rebooted(s: State, seat: Seat) -> int:
    """The objective that a side has chosen in this turning point."""
    return next(m for m, name in enumerate(OBJECTIVES) if f"tp:reboot:{name}" in s.used[seat])


@dataclass(frozen=True, slots=True)
class RebootReveal(Frame):
    """Both show what they chose: if it is the same that one is inert, else the third (KILLTEAM-C.OPS.O9)."""

    kind: ClassVar[str] = "reboot_reveal"

    def run(self, s: State) -> Procedure[None]:
        """One objective is inert, the others are active."""
        s.frames.pop()
        a, b = rebooted(s, 0), rebooted(s, 1)
        inert = a if a == b else 3 - a - b
        for index in range(3):
            marker = s.markers[index]
            notes = marker.notes - {"inert"} | ({"inert"} if index == inert else set())
            upkeep.change_marker(s, index, marker._replace(notes=notes))
        for seat in (0, 1):
            s.secret[seat] -= {"reboot"}
        s.reveals += 1
        if s.log is not None:
            s.say("{where} is inert", "KILLTEAM-C.OPS.O9", where=OBJECTIVES[inert])
        yield from ()


class GambitMenu(Menu):
    """The gambits that a side can use now, or a pass."""

    __slots__ = ("_listed", "s", "seat")

    def __init__(self, s: State, seat: Seat) -> None:
        self.s = s
        self.seat = seat
        self._listed: list[Action] | None = None

    def options(self) -> Sequence[Action]:
        if self._listed is None:
            envoys = tacops.gambits(self.s, self.seat, NameEnvoy)
            self._listed = [PASS, *hooks.gambits(self.s, self.seat), *envoys]
        return self._listed

    def forced(self) -> Action | None:
        """A pass if there is nothing else; but whether a side may name an envoy nobody must be able to tell."""
        s, seat = self.s, self.seat
        if "tac_op" in s.secret[seat] and s.turn > 1 and any(op.id == "envoy" for op in tacops.possible(s, seat)):
            return None
        return PASS if len(self.options()) == 1 else None

    def refusal(self, action: Action) -> Refusal | None:
        s = self.s
        if isinstance(action, Pass):
            return None
        if isinstance(action, NameEnvoy):
            return tacops.envoy_refusal(s, self.seat, action.who)
        if hooks.uses(action):
            return hooks.use_refusal(s, self.seat, action)
        return Refusal("KILLTEAM-C.TURN.5", "use a gambit or pass")


@dataclass(frozen=True, slots=True)
class Gambits(Frame):
    """Initiative first, alternately use one gambit or pass, until two passes in a row (KILLTEAM-C.TURN.5)."""

    seat: Seat
    passes: int = 0
    kind: ClassVar[str] = "gambits"

    def run(self, s: State) -> Procedure[None]:
        """Ask one player once."""
        if self.passes >= 2:
            s.frames.pop()
            return
        seat = self.seat
        answer = yield Decide(seat, GambitMenu(s, seat), "KILLTEAM-C.TURN.5", "use a gambit?")
        if isinstance(answer, Pass):
            s.frames[-1] = Gambits(1 - seat, self.passes + 1)
            return
        s.frames[-1] = Gambits(1 - seat)
        if isinstance(answer, NameEnvoy):
            tacops.name_envoy(s, seat, answer.who)
        else:
            yield from hooks.perform(s, seat, answer)


# -- the Firefight phase -------------------------------------------------------------------------------------


def able(s: State, seat: Seat) -> list[int]:
    """The ready operatives of a side."""
    return [who for who in s.present(seat) if s.ready[who]]


def counter_bar(s: State, who: int) -> Refusal | None:
    """Why an operative cannot counteract, None if it can (KILLTEAM-C.TURN.11, KILLTEAM-C.TURN.10)."""
    name = s.names[who]
    if not s.on[who] or s.dead[who]:
        return Refusal("KILLTEAM-C.TURN.11", f"{name} is not in the killzone")
    if s.ready[who]:
        return Refusal("KILLTEAM-C.TURN.11", f"{name} is not expended")
    if COUNTERACTED in s.marks[who]:
        return Refusal("KILLTEAM-C.TURN.11", f"{name} has counteracted in this turning point")
    if not s.engage[who] and not hooks.counteract_on_conceal(s, who):
        return Refusal("KILLTEAM-C.TURN.10", f"{name} has a Conceal order")
    return None


class ActivateMenu(Menu):
    """The ready operatives of a side, or those of which it has to activate one now."""

    __slots__ = ("able", "only", "s", "seat")

    def __init__(self, s: State, seat: Seat, able: Sequence[int], only: Sequence[int]) -> None:
        self.s = s
        self.seat = seat
        self.able = able
        self.only = only

    def options(self) -> Sequence[Action]:
        return [activate(who) for who in self.able]

    def forced(self) -> Action | None:
        return activate(self.able[0]) if len(self.able) == 1 else None

    def refusal(self, action: Action) -> Refusal | None:
        s = self.s
        if not isinstance(action, Activate):
            return Refusal("KILLTEAM-C.TURN.6", "an operative has to be activated")
        who = action.who
        if who in self.able:
            return None
        if s.side[who] != self.seat:
            return Refusal("KILLTEAM-C.TURN.6", f"{s.names[who]} is not an operative of this side")
        if not s.ready[who] or s.dead[who]:
            return Refusal("KILLTEAM-C.TURN.7", f"{s.names[who]} is not ready")
        return Refusal("KILLTEAM-C.DKK.3", f"{' or '.join(s.names[o] for o in self.only)} has to be activated now")


class CounterMenu(Menu):
    """The expended operatives that can counteract, or a pass."""

    __slots__ = ("able", "s", "seat")

    def __init__(self, s: State, seat: Seat, able: Sequence[int]) -> None:
        self.s = s
        self.seat = seat
        self.able = able

    def options(self) -> Sequence[Action]:
        return [PASS, *(counteract(who) for who in self.able)]

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, Counteract):
            return Refusal("KILLTEAM-C.TURN.6", "no operative is ready: counteract or pass")
        if self.s.side[action.who] != self.seat:
            return Refusal("KILLTEAM-C.TURN.11", f"{self.s.names[action.who]} is not an operative of this side")
        return counter_bar(self.s, action.who)


@dataclass(frozen=True, slots=True)
class Firefight(Frame):
    """Whose turn it is to activate or counteract (KILLTEAM-C.TURN.6).

    `acted`: the activation that this player was given has ended above and has to be closed; `only`: he has to
    activate one of these at once.
    """

    seat: Seat
    acted: bool = False
    only: tuple[int, ...] = ()
    kind: ClassVar[str] = "firefight"

    def run(self, s: State) -> Procedure[None]:
        """Close the last activation, or choose the next."""
        if self.acted:
            self._close(s)
            if s.outcome is not None:
                return
        frame = s.frames[-1]
        assert isinstance(frame, Firefight)
        yield from frame.choose(s)

    def _close(self, s: State) -> None:
        """The operative is expended; its side may have to go on, else the other is next (KILLTEAM-C.TURN.7)."""
        a = s.activation
        seat = self.seat
        only: tuple[int, ...] = ()
        if a is not None:
            if not a.counter:
                s.ready[a.who] = False
                only = tuple(who for who in hooks.successors(s, seat) if who in able(s, seat))
            s.activation = None
            upkeep.end_of_activation(s, a)
            if s.log is not None and s.on[a.who] and not a.counter:
                s.say("{who} is expended", "KILLTEAM-C.TURN.7", who=s.names[a.who])
            ops.after_action(s)
        s.frames[-1] = Firefight(seat, False, only) if only else Firefight(1 - seat)

    def choose(self, s: State) -> Procedure[None]:
        """Ask whom to activate, or whether to counteract."""
        seat = self.seat
        ready_ones = [who for who in able(s, seat) if not self.only or who in self.only]
        if ready_ones:
            yield from self._activate(s, ready_ones)
        elif self.only or able(s, 1 - seat):
            yield from self._counteract(s)
        else:
            s.frames.pop()
            if s.log is not None:
                s.say("All operatives are expended", "KILLTEAM-C.TURN.6")

    def _activate(self, s: State, ready_ones: Sequence[int]) -> Procedure[None]:
        seat = self.seat
        menu = ActivateMenu(s, seat, ready_ones, self.only)
        answer = yield Decide(seat, menu, "KILLTEAM-C.TURN.6", "activate an operative")
        who = answer.who
        s.frames[-1] = Firefight(seat, True)
        activation.begin(s, who, chained=bool(self.only))
        upkeep.start_of_activation(s, who)
        s.frames.append(Ordering(who))
        if s.log is not None:
            s.say("{who} is activated", "KILLTEAM-C.TURN.6", "KILLTEAM-C.TURN.7", who=s.names[who])

    def _counteract(self, s: State) -> Procedure[None]:
        seat = self.seat
        can = [who for who in s.present(seat) if counter_bar(s, who) is None]
        if not can:
            if s.log is not None and not s.present(seat):
                s.say("{seat} have no operatives and pass", "KILLTEAM-C.TURN.12", seat=seat_names(s)[seat])
            s.frames[-1] = Firefight(1 - seat)
            return
        answer = yield Decide(seat, CounterMenu(s, seat, can), "KILLTEAM-C.TURN.11", "counteract?")
        if isinstance(answer, Pass):
            s.frames[-1] = Firefight(1 - seat)
            return
        who = answer.who
        s.frames[-1] = Firefight(seat, True)
        activation.begin(s, who, counter=True)
        upkeep.mark(s, who, COUNTERACTED)
        s.frames.append(windows.ACTING)
        if s.log is not None:
            also = () if s.engage[who] else (hooks.counteract_on_conceal(s, who),)
            s.say("{who} counteracts", "KILLTEAM-C.TURN.11", "KILLTEAM-C.TURN.6", *also, who=s.names[who])
        hooks.counteracted(s, who)


class OrderMenu(Menu):
    """Engage or Conceal."""

    __slots__ = ("s", "who")

    def __init__(self, s: State, who: int) -> None:
        self.s = s
        self.who = who

    def options(self) -> Sequence[Action]:
        allowed = [order for order in (ENGAGE, CONCEAL) if self._fault(order) is None]
        return allowed or [ENGAGE]

    def forced(self) -> Action | None:
        options = self.options()
        return options[0] if len(options) == 1 else None

    def refusal(self, action: Action) -> Refusal | None:
        if not isinstance(action, Order) or action.order not in ("engage", "conceal"):
            return Refusal("KILLTEAM-C.TURN.7", "the order is engage or conceal")
        return self._fault(action)

    def _fault(self, order: Order) -> Refusal | None:
        return hooks.order_fault(self.s, self.who, order.order == "engage")


@dataclass(frozen=True, slots=True)
class Ordering(Frame):
    """The operative gets its order, then follows what happens as it is activated (KILLTEAM-C.TURN.7)."""

    who: int
    kind: ClassVar[str] = "ordering"

    def run(self, s: State) -> Procedure[None]:
        """Choose the order."""
        who = self.who
        answer = yield Decide(s.side[who], OrderMenu(s, who), "KILLTEAM-C.TURN.7", f"{s.names[who]}: order?")
        s.engage[who] = answer.order == "engage"
        s.frames[-1] = windows.ACTING
        if s.log is not None:
            also = () if s.engage[who] else ("KILLTEAM-C.TURN.10",)
            s.say("{who}: {order}", "KILLTEAM-C.TURN.7", *also, who=s.names[who], order=answer.order.title())
        hooks.is_activated(s, who)


class AftermathMenu(Menu):
    """What a side can use when the Firefight phase ends, or a pass."""

    __slots__ = ("listed", "s", "seat")

    def __init__(self, s: State, seat: Seat) -> None:
        self.s = s
        self.seat = seat
        self.listed: Sequence[Action] = [PASS, *hooks.end_of_firefight(s, seat)]

    def options(self) -> Sequence[Action]:
        return self.listed

    def forced(self) -> Action | None:
        return PASS if len(self.listed) == 1 else None

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if hooks.uses(action):
            return hooks.use_refusal(self.s, self.seat, action)
        return Refusal("KILLTEAM-C.TURN.6", "the Firefight phase is ending")


@dataclass(frozen=True, slots=True)
class Aftermath(Frame):
    """The end of the Firefight phase: alternately, initiative first, until both pass (turn flow 15)."""

    seat: Seat
    passes: int = 0
    kind: ClassVar[str] = "aftermath"

    def run(self, s: State) -> Procedure[None]:
        """Ask one player once."""
        if self.passes >= 2:
            s.frames.pop()
            return
        seat = self.seat
        answer = yield Decide(seat, AftermathMenu(s, seat), "KILLTEAM-C.TURN.6", "use anything at the end of the phase?")
        if isinstance(answer, Pass):
            s.frames[-1] = Aftermath(1 - seat, self.passes + 1)
            return
        s.frames[-1] = Aftermath(1 - seat)
        yield from hooks.perform(s, seat, answer)


# -- the end of the turning point ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ending(Frame):
    """Operations score, effects end; after the last turning point the battle is over (turn flow 16, 17)."""

    scored: bool = False
    kind: ClassVar[str] = "ending"

    def run(self, s: State) -> Procedure[None]:
        """Score, then ask for tokens; then clear up."""
        if not self.scored:
            s.frames[-1] = Ending(True)
            ops.end_of_turning_point(s)
            for seat in (s.initiative, 1 - s.initiative):
                tacops.end_of_turning_point(s, seat)
            s.frames += [Tokens(1 - s.initiative), Tokens(s.initiative)]
            return
        s.frames.pop()
        upkeep.end_of_turning_point(s)
        if s.log is not None:
            s.say("Turning point {turn} is over", "KILLTEAM-C.TURN.1", turn=s.turn)
        if s.turn >= s.content.ops.turns:
            ops.end_of_battle(s)
        yield from ()


@dataclass(frozen=True, slots=True)
class Tokens(Frame):
    """A side removes tokens of its operation for VP, one a step (KILLTEAM-C.OPS.MARTYRS, KILLTEAM-C.OPS.DOMINATE)."""

    seat: Seat
    kind: ClassVar[str] = "tokens"

    def run(self, s: State) -> Procedure[None]:
        """Remove one, or stop; where it makes no difference which, the rules remove them."""
        seat = self.seat
        found = tacops.removable(s, seat)
        op = s.tac_op[seat]
        if not found or op is None:
            s.frames.pop()
            return
        if not tacops.token_choice(s, seat):
            tacops.remove_token(s, seat, found[0][0], found[0][1])
            return
        options = [RemoveMartyr(at) if kind == "martyr" else RemoveDominate(at) for kind, at, _ in found]
        menu = Among([*options, DECLINE], op.clause, "remove a token that brings VP, or decline")
        answer = yield Decide(seat, menu, op.clause, "remove a token?")
        if isinstance(answer, Decline):
            s.frames.pop()
        elif isinstance(answer, RemoveMartyr):
            tacops.remove_token(s, seat, "martyr", answer.marker)
        else:
            tacops.remove_token(s, seat, "dominate", answer.who)
