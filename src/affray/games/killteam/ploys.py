"""CP and ploys: what one costs a side, whether it may be used, and its use (KILLTEAM-C.CP.1)."""

from __future__ import annotations

from affray.engine.requests import ClauseId, Seat
from affray.engine.rulebook import Refusal
from affray.games.killteam import upkeep
from affray.games.killteam.content import Ploy
from affray.games.killteam.state import State, put

CLAUSE: ClauseId = "KILLTEAM-C.CP.1"


def teams_ploys(s: State, seat: Seat) -> tuple[Ploy, ...]:
    """The ploys of a side's team, Command Re-roll apart; none where the preset leaves ploys out."""
    return s.content.teams[s.options["teams"][seat]].ploys if s.preset.ploys else ()


def cost(s: State, seat: Seat, ploy: str) -> int:
    """The CP that a ploy costs a side: none where operatives were left out for it (KILLTEAM-C.DKK)."""
    roster = s.rosters[seat]
    if roster is not None:
        for free in roster.free_ploys:
            if free.id == ploy:
                return 0
    return s.content.ploys[ploy].cost


def refusal(s: State, seat: Seat, ploy: str, price: int | None = None) -> Refusal | None:
    """Why a side cannot use a ploy in this turning point, its trigger apart; `price`: CP if other rules
    change them."""
    card = s.content.ploys[ploy]
    if not s.preset.ploys:
        return Refusal("KILLTEAM-C.OPT", f"there are no ploys in {s.preset.name}")
    if card.team not in (None, s.options["teams"][seat]):
        return Refusal(card.clause, f"{card.name} is no ploy of this team")
    if s.turn < card.first_turn:
        return Refusal(card.clause, f"{card.name} cannot be used before turning point {card.first_turn}")
    if not card.unlimited and f"tp:{ploy}" in s.used[seat]:
        return Refusal(CLAUSE, f"{card.name} has been used in this turning point")
    need = cost(s, seat, ploy) if price is None else price
    if s.cp[seat] < need:
        return Refusal(CLAUSE, f"{card.name} costs {need} CP, there are {s.cp[seat]}")
    return None


def available(s: State, seat: Seat, ploy: str, price: int | None = None) -> bool:
    """Whether a side could use a ploy now, its trigger apart; as `refusal`, quicker."""
    if not s.preset.ploys or (f"tp:{ploy}" in s.used[seat] and ploy != "command_reroll"):
        return False
    if s.cp[seat] < (cost(s, seat, ploy) if price is None else price):
        return False
    return refusal(s, seat, ploy, price) is None


def spend(s: State, seat: Seat, ploy: str, price: int | None = None) -> None:
    """Pay for a ploy and note its use; `price`: its CP if other rules change them."""
    card = s.content.ploys[ploy]
    need = cost(s, seat, ploy) if price is None else price
    s.cp = put(s.cp, seat, s.cp[seat] - need)
    if not card.unlimited:
        upkeep.use(s, seat, f"tp:{ploy}")
    if s.log is not None:
        s.say("{seat} use {ploy}, {cost} CP", card.clause, CLAUSE,
              seat=seat_word(s, seat), ploy=card.name, cost=need)  # fmt: skip


def gain(s: State, seat: Seat, amount: int, clause: ClauseId) -> None:
    """Give a side CP."""
    s.cp = put(s.cp, seat, s.cp[seat] + amount)
    if s.log is not None:
        s.say("{seat} gain {amount} CP", clause, seat=seat_word(s, seat), amount=amount)


def seat_word(s: State, seat: Seat) -> str:
    """A side as events name it."""
    from affray.games.killteam.names import team_names

    return team_names(s)[seat]
