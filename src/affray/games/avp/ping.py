"""Ping! tokens: when they are flipped, what stands under them, and Hidden Aliens (PING, MAR.1, ALN, PRD)."""

from __future__ import annotations

from collections.abc import Sequence

from affray.engine.requests import Among, Decide, Procedure, Seat
from affray.games.avp import cards, ground
from affray.games.avp.actions.move_choices import Become, Emerge, FlipNext, Show, StayHidden
from affray.games.avp.content import Unit
from affray.games.avp.names import tile_name
from affray.games.avp.state import OFF, State, changed

# -- who has to flip -----------------------------------------------------------------------------------------


def resolution_order(s: State) -> tuple[Seat, ...]:
    """The seats in the order in which they settle what happens at the same moment (AVP-R.59).

    The active player comes first, then the others in initiative order; outside activations that order alone.
    """
    if s.activation is not None:
        active = s.side[s.activation.model]
    else:
        active = max([frame.player() for frame in s.frames], default=-1)
        if active < 0:
            return s.order
    return (active, *(seat for seat in s.order if seat != active))


def exposed(s: State) -> list[int]:
    """The tokens that must be flipped: an enemy token or model and they See one another (AVP-PING.3).

    Hidden tokens are left alone (AVP-ALN.5), but make enemy tokens flip (AVP-R.15).
    """
    if False not in s.up:
        return []
    up, hidden, tile = s.up, s.hidden, s.tile
    tokens = [[m for m in army if not up[m] and not hidden[m]] for army in s.army]
    if not any(tokens):
        return []
    there: list[int] = []
    for army in s.army:
        mask = 0
        for model in army:
            mask |= 1 << tile[model]
        there.append(mask)
    found: list[int] = []
    for seat, own in enumerate(tokens):
        if own:
            enemies = _union(there, but=seat)
            found += [m for m in own if ground.seen_mask(s, tile[m]) & enemies]
    return found


def _union(there: Sequence[int], but: Seat) -> int:
    """The Tiles of all armies but one."""
    mask = 0
    for seat, tiles in enumerate(there):
        if seat != but:
            mask |= tiles
    return mask


def check(s: State) -> Procedure[None]:
    """Flip every token that is in mutual sight with an enemy, and again as long as flips put others in sight.

    To be run after every Tile of movement, placement, change of Doors or vents and card effect (AVP-R.15).
    Aliens that have become Engaged come out of hiding first (AVP-R.42).
    """
    while True:
        drop_hidden_engaged(s)
        tokens = exposed(s)
        if not tokens:
            return
        for seat in resolution_order(s):
            own = [m for m in tokens if s.side[m] == seat]
            while own:
                token = own[0]
                if len(own) > 1 and _order_matters(s, own):
                    token = yield from _choose_token(s, own)
                own.remove(token)
                yield from flip(s, token, forced=True, may_hide=True)


def _choose_token(s: State, tokens: Sequence[int]) -> Procedure[int]:
    """The owner's order of flips (AVP-R.15)."""
    menu = Among([FlipNext(m) for m in tokens], "AVP-R.15", "not a token in sight")
    answer = yield Decide(s.side[tokens[0]], menu, "AVP-R.15", "Which token is flipped next?", minor=True)
    found: int = answer.model
    return found


def _order_matters(s: State, tokens: Sequence[int]) -> bool:
    """Only where a Predator is put can stand in the way of another one."""
    hunters = 0
    for token in tokens:
        unit = s.unit[token]
        hunters += unit is not None and unit.seasoned_hunter
    return hunters > 1


# -- flipping ------------------------------------------------------------------------------------------------


def flip(s: State, token: int, *, forced: bool, may_hide: bool) -> Procedure[None]:
    """Replace a token by its model under its faction's rules; a Hidden one just comes out (`reveal`).

    `forced`: by sight or an enemy's effect, not by the owner's will. `may_hide`: ALN.2 is available.
    A Predator may end up on another Tile, a mimicry token is gone afterwards: look at ``s.tile``, and run
    `check` where sight may change.
    """
    if s.up[token] or s.tile[token] < 0:
        return
    if s.hidden[token]:
        reveal(s, token, "AVP-ALN.9" if forced else "AVP-PING.2")
        return
    if forced and may_hide and may_stay_hidden(s, token):
        hidden = yield from _stays_hidden(s, token)
        if hidden:
            return
    s.reveals += 1
    unit = s.unit[token]
    cause = (
        ("AVP-PING.3", "AVP-R.15") if forced and may_hide else ("AVP-PING.3",) if forced else ("AVP-PING.2",)
    )
    if unit is not None and unit.vocal_mimicry:
        _remove_mimicry(s, token, cause)
        return
    if unit is None:
        unit = yield from _choose_marine(s, token)
        rules: tuple[str, ...] = ("AVP-MAR.1", "AVP-R.17")
    else:
        rules = ("AVP-ALN.1",) if unit.faction == "aliens" else ()
    s.up = changed(s.up, token, True)
    s.known = changed(s.known, token, True)
    s.hint = changed(s.hint, token, 0)
    if s.log is not None:
        s.say(
            "{token} is flipped: {unit}", "AVP-PING.1", *cause, *rules, _activation_rule(s, token),
            token=s.names[token], unit=unit.name,
        )  # fmt: skip
    if unit.seasoned_hunter:
        yield from _emerge(s, token)


def _activation_rule(s: State, token: int) -> str:
    """Whether the new model may be activated this Round; its own activation counts as one (AVP-R.16)."""
    if s.activation is not None and s.activation.model == token:
        return "AVP-R.16"
    return "AVP-PING.5" if s.used[token] else "AVP-PING.4"


def _remove_mimicry(s: State, token: int, cause: tuple[str, ...]) -> None:
    """Nothing is under a mimicry token: it leaves the game (AVP-PRD.5)."""
    if s.log is not None:
        s.say("{token} was only Vocal Mimicry", *cause, "AVP-R.51", token=s.names[token])
    s.known = changed(s.known, token, True)
    cards.lift(s, token)
    ground.put(s, token, OFF)
    if s.log is not None:
        s.say("{token} is removed", "AVP-PRD.5", token=s.names[token])


# -- Marines -------------------------------------------------------------------------------------------------


def marine_pool(s: State, token: int) -> list[Unit]:
    """The Marines not yet deployed that may stand under a token: those of its size (AVP-MAR.1, AVP-R.17)."""
    size = s.size[token]
    return [unit for unit in s.stock[s.side[token]] if unit.size == size]


def _choose_marine(s: State, token: int) -> Procedure[Unit]:
    seat = s.side[token]
    pool = {unit.id: unit for unit in marine_pool(s, token)}
    listed = [Become(token, unit) for unit in pool]
    answer = yield Decide(
        seat,
        Among(listed, "AVP-R.17", "no such Marine of this base size is left"),
        "AVP-MAR.1",
        f"Who stands under {s.names[token]}?",
    )
    unit = pool[answer.unit]
    stock = list(s.stock[seat])
    stock.remove(unit)
    s.stock = changed(s.stock, seat, tuple(stock))
    s.unit = changed(s.unit, token, unit)
    s.wounds = changed(s.wounds, token, unit.wounds)
    return unit


# -- Predators -----------------------------------------------------------------------------------------------


def emerging_tiles(s: State, token: int) -> list[int]:
    """The Tiles on which a Seasoned Hunter may stand when its token is flipped (AVP-PRD.1, PRD.2, R.50)."""
    here = s.tile[token]
    near = s.layout.neighbours[here]
    watchers = {
        at
        for model, at in enumerate(s.tile)
        if at >= 0 and s.side[model] != s.side[token] and ground.sees(s, at, here)
    }
    found = [here]
    for tile in near:
        if ground.is_vent(s, tile) or ground.free_capacity(s, tile) < s.size[token]:
            continue
        if any(s.side[m] != s.side[token] for m in s.on[tile]):
            continue
        if not any(s.layout.dist(tile, at) < s.layout.dist(here, at) for at in watchers):
            found.append(tile)
    return found


def _emerge(s: State, token: int) -> Procedure[None]:
    tiles = emerging_tiles(s, token)
    reason = "not beside the token, too full, or toward an enemy that Sees it"
    menu = Among([Emerge(token, tile) for tile in tiles], "AVP-PRD.2", reason)
    answer = yield Decide(s.side[token], menu, "AVP-PRD.1", f"Where does {s.names[token]} stand?")
    if answer.tile != s.tile[token]:
        ground.put(s, token, answer.tile)
    if s.log is not None:
        s.say(
            "{token} stands on {tile}", "AVP-PRD.1", "AVP-PRD.2", "AVP-R.50",
            token=s.names[token], tile=tile_name(s, answer.tile),
        )  # fmt: skip


# -- Aliens in hiding ----------------------------------------------------------------------------------------


def may_stay_hidden(s: State, token: int) -> bool:
    """Whether ALN.2 is open to a token flipped by sight: an Alien not activated, Infested Tile, not Engaged.

    The token of the activation under way counts as activated (AVP-R.16, AVP-R.40).
    """
    unit = s.unit[token]
    if unit is None or unit.faction != "aliens" or s.used[token]:
        return False
    if s.activation is not None and s.activation.model == token:
        return False
    return can_hide_on(s, s.tile[token])


def can_hide_on(s: State, tile: int) -> bool:
    """Whether Aliens can be Hidden on a Tile: Infested and not Engaged (AVP-ALN.6, AVP-R.43)."""
    return ground.is_infested(s, tile) and not ground.is_engaged_tile(s, tile)


def _stays_hidden(s: State, token: int) -> Procedure[bool]:
    """Let the Alien player leave a token that has been seen Hidden and Deactivated (AVP-ALN.2 to ALN.5)."""
    answer = yield Decide(
        s.side[token],
        Among([Show(token), StayHidden(token)], "AVP-ALN.2", "flip it or leave it Hidden"),
        "AVP-ALN.2",
        f"Flip {s.names[token]} or leave it Hidden?",
    )
    if isinstance(answer, Show):
        return False
    s.hidden = changed(s.hidden, token, True)
    s.used = changed(s.used, token, True)
    if s.log is not None:
        s.say(
            "{token} stays Hidden and is Deactivated",
            "AVP-ALN.2", "AVP-ALN.3", "AVP-ALN.4", "AVP-ALN.5", "AVP-R.40", token=s.names[token],
        )  # fmt: skip
    return True


def hide(s: State, model: int, *clauses: str) -> None:
    """Replace an Alien by its token with a Hidden marker; who it is stays known (AVP-ALN.7, AVP-R.12)."""
    s.up = changed(s.up, model, False)
    s.hidden = changed(s.hidden, model, True)
    if s.log is not None:
        s.say("{model} is Hidden", *clauses, "AVP-ALN.7", "AVP-R.12", model=s.names[model])


def reveal(s: State, model: int, clause: str = "AVP-ALN.9", *clauses: str) -> None:
    """End a model's hiding: the model replaces the token at once, its player has no choice (AVP-ALN.9)."""
    if not s.hidden[model]:
        return
    s.hidden = changed(s.hidden, model, False)
    s.up = changed(s.up, model, True)
    s.hint = changed(s.hint, model, 0)
    if not s.known[model]:
        s.known = changed(s.known, model, True)
        s.reveals += 1
    if s.log is not None:
        unit = s.unit[model]
        s.say(
            "{model} is Hidden no longer: {unit}",
            clause,
            *clauses,
            model=s.names[model],
            unit=unit.name if unit else "",
        )


def drop_hidden_engaged(s: State) -> None:
    """Bring out every Hidden Alien whose Tile has become Engaged (AVP-R.42)."""
    if True in s.hidden:
        for model, hidden in enumerate(s.hidden):
            if hidden and s.tile[model] >= 0 and ground.is_engaged(s, model):
                reveal(s, model, "AVP-R.42", "AVP-ALN.9")
