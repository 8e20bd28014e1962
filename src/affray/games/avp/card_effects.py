"""The ACT cards: what each may be played on, and what it does at once (AVP-C.CARD.1).

Cards that help the activated model (`BOOSTS`) and those that lie on a model or Tile until the end of the
Round only put down a marker here; what it changes stands with the Actions and numbers concerned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from msgspec import Struct

from affray.boards.zones import bits
from affray.engine.actions import Action
from affray.engine.requests import Menu, Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.avp import army, cards, combat, doors, ground, hits, ping
from affray.games.avp.actions.cards import NO_CARD, NoCard, Play, play
from affray.games.avp.attacks import tracked
from affray.games.avp.state import State, changed

Fault: TypeAlias = tuple[str, str]
"""The clause broken and why."""
ModelCheck: TypeAlias = Callable[[State, Seat, int], Fault | None]
TileMask: TypeAlias = Callable[[State, Seat, int], int]
"""The mask of Tiles that may be chosen; the model chosen with them is given (-1: none)."""
Effect: TypeAlias = Callable[[State, Seat, Play], Procedure[None]]

CARD = "AVP-C.CARD.1"
BOOSTS = frozenset((
    "swarm", "concentrated_fire", "move_it", "adrenaline", "frenzy", "leap", "break_through", "trophy_kill",
    "wall_leap", "overcharge",
))  # fmt: skip
"""Cards for the model activated this turn: they take no target and go with its activation."""
GRENADE_STRENGTH, GRENADE_AVV, GRENADE_REACH = 12, 1, 3
THERMAL_REACH = 3
NET_REACH = 2
ROAR_REACH = 1
WALLS_DISTANCE = 3
"""From the Walls: least distance from every enemy."""


# -- who and where -------------------------------------------------------------------------------------------


def _own(s: State, seat: Seat, model: int) -> Fault | None:
    return None if s.side[model] == seat and s.tile[model] >= 0 else (CARD, "is no own model on the board")


def _enemy(s: State, seat: Seat, model: int) -> Fault | None:
    return None if s.side[model] != seat and s.tile[model] >= 0 else (CARD, "is no enemy on the board")


def _own_revealed(s: State, seat: Seat, model: int) -> Fault | None:
    fault = _own(s, seat, model)
    return fault if fault is not None or s.up[model] else (CARD, "is not revealed")


def _thrower(s: State, seat: Seat, model: int) -> Fault | None:
    """Grenade!: a revealed own model, no Sentry Gun, not on an Engaged Tile."""
    fault = _own_revealed(s, seat, model)
    if fault is not None:
        return fault
    unit = s.unit[model]
    if unit is not None and unit.automated_weapon:
        return CARD, "is a Sentry Gun"
    return (CARD, "stands on an Engaged Tile") if ground.is_engaged(s, model) else None


def _guard(s: State, seat: Seat, model: int) -> Fault | None:
    """Stay Frosty, Patience: a revealed own model without lock; on Sentry it has its 1 AP already."""
    fault = _own_revealed(s, seat, model)
    if fault is not None:
        return fault
    if s.locked[model]:
        return "AVP-R.4", "is locked and can gain no Sentry token"
    return ("AVP-ACT.13", "is on Sentry already") if s.sentry[model] else None


def _lurker(s: State, seat: Seat, model: int) -> Fault | None:
    """Lurk: a revealed own model on an Infested Tile that is not Engaged."""
    fault = _own_revealed(s, seat, model)
    if fault is not None:
        return fault
    return (
        None
        if ping.can_hide_on(s, s.tile[model])
        else (CARD, "is not on an Infested Tile that is not Engaged")
    )


def _hissed_at(s: State, seat: Seat, model: int) -> Fault | None:
    """Hiss: an enemy Seen by an own model, not yet activated."""
    fault = _enemy(s, seat, model)
    if fault is not None:
        return fault
    if s.used[model]:
        return CARD, "has been activated already"
    there = s.tile[model]
    for own in s.army[seat]:
        if ground.sees(s, s.tile[own], there):
            return None
    return CARD, "is Seen by no own model"


def _netted(s: State, seat: Seat, model: int) -> Fault | None:
    """Netgun: an enemy of base S or M that an own model Sees at most 2 Tiles away."""
    fault = _enemy(s, seat, model)
    if fault is not None:
        return fault
    if s.size[model] > 2:
        return CARD, "has neither a Small nor a Medium base"
    there = s.tile[model]
    for own in ground.on_board(s, seat):
        at = s.tile[own]
        if s.layout.dist(at, there) <= NET_REACH and ground.sees(s, at, there):
            return None
    return CARD, "is not Seen by an own model at most 2 Tiles away"


def _own_sight(s: State, seat: Seat) -> int:
    """The Tiles Seen by the models and tokens of a seat."""
    mask = 0
    for tile in _own_tiles(s, seat):
        mask |= ground.seen_mask(s, tile)
    return mask


def _enemies_seen(s: State, seat: Seat) -> list[int]:
    """The enemies that the models and tokens of a seat See."""
    sight = _own_sight(s, seat)
    tile = s.tile
    return [m for side, army in enumerate(s.army) if side != seat for m in army if sight >> tile[m] & 1]


def _near(s: State, tiles: set[int], least: int, most: int) -> int:
    """The Tiles at a distance of `least` to `most` from any of `tiles`."""
    mask = 0
    for tile in tiles:
        ring = s.layout.reach(tile, most)
        mask |= ring & ~s.layout.reach(tile, least - 1) if least else ring
    return mask


def _own_tiles(s: State, seat: Seat) -> set[int]:
    tile = s.tile
    return {tile[m] for m in s.army[seat]}


def _any_tile(s: State, seat: Seat, model: int) -> int:
    return ((1 << len(s.on)) - 1) & ~s.layout.gone


def _seen_tiles(s: State, seat: Seat, model: int) -> int:
    """Flares: a Tile Seen by an own model."""
    return _own_sight(s, seat)


def _grenade_tiles(s: State, seat: Seat, model: int) -> int:
    """Grenade!: a Tile at dist 1–3 that the thrower Sees, if by a Ping! device (AVP-MAR.45, AVP-R.30)."""
    here = s.tile[model]
    seen = ground.seen_mask(s, here) | tracked(s, seat)
    return seen & _near(s, {here}, 1, GRENADE_REACH) & ~s.layout.gone


def _thermal_tiles(s: State, seat: Seat, model: int) -> int:
    """Thermal Vision: a Tile at dist ≤ 3 from an own model, not a vent."""
    return _near(s, _own_tiles(s, seat), 0, THERMAL_REACH) & ~s.board.vents


def _roar_tiles(s: State, seat: Seat, model: int) -> int:
    return _near(s, _own_tiles(s, seat), 0, ROAR_REACH)


def _wall_tiles(s: State, seat: Seat, model: int) -> int:
    """From the Walls: Infested, not Engaged, with room, at dist ≥ 3 from every enemy or out of reach."""
    infant = s.content.units["infant"]
    if not army.available(s, infant.id):
        return 0
    enemies = {at for m, at in enumerate(s.tile) if at >= 0 and s.side[m] != seat}
    shut = _near(s, enemies, 0, WALLS_DISTANCE - 1) | ground.engaged(s) | s.layout.gone
    return sum(
        1 << tile
        for tile in range(len(s.on))
        if ground.is_infested(s, tile)
        and not shut >> tile & 1
        and ground.free_capacity(s, tile) >= infant.size
    )


def _own_doors(s: State, seat: Seat) -> int:
    """Override: the Doors beside any own model, Engaged or not."""
    mask = 0
    for tile in _own_tiles(s, seat):
        for edge, _ in ground.closed_doors(s, tile):
            mask |= 1 << edge
    return mask


# -- what happens --------------------------------------------------------------------------------------------


def _nothing(s: State, seat: Seat, card: Play) -> Procedure[None]:
    """A boost: `turn.Choose` hands it to the activated model."""
    yield from ()


def _lay_on_tile(s: State, seat: Seat, card: Play) -> Procedure[None]:
    assert card.tile is not None
    cards.lay(s, card.card, card.tile, seat)
    yield from ()


def _lay_on_model(s: State, seat: Seat, card: Play) -> Procedure[None]:
    cards.lay(s, card.card, card.models[0], seat)
    yield from ()


def _throw(s: State, seat: Seat, card: Play) -> Procedure[None]:
    assert card.tile is not None
    if s.log is not None and not ground.sees(s, s.tile[card.models[0]], card.tile):
        rules = ("AVP-MAR.45", "AVP-R.30") if ground.is_vent(s, card.tile) else ("AVP-MAR.45",)
        s.say("{tile} is Seen by Ping!", *rules, tile=s.board.zones.names[card.tile])
    hit = combat.Hit(GRENADE_STRENGTH, GRENADE_AVV, seat, attacker=card.models[0], clause=CARD)
    hits.autohits(s, s.on[card.tile], hit, seat)
    yield from ()


def _post_guards(s: State, seat: Seat, card: Play) -> Procedure[None]:
    for model in card.models:
        s.sentry = changed(s.sentry, model, True)
    yield from ()


def _light_up(s: State, seat: Seat, card: Play) -> Procedure[None]:
    """Flares, Thermal Vision: enemy tokens lose Hidden and are flipped; ALN.2 is not allowed."""
    assert card.tile is not None
    for model in s.on[card.tile]:
        if s.side[model] != seat and not s.up[model] and s.tile[model] == card.tile:
            yield from ping.flip(s, model, forced=True, may_hide=False)
    yield from ping.check(s)


def _override(s: State, seat: Seat, card: Play) -> Procedure[None]:
    assert card.door is not None
    yield from doors.open_door(s, card.door, seat, -1, CARD)


def _from_the_walls(s: State, seat: Seat, card: Play) -> Procedure[None]:
    assert card.tile is not None
    infant = s.content.units["infant"]
    model = ground.add_model(s, seat, infant, infant.size, card.tile, up=False, known=True)
    s.hidden = changed(s.hidden, model, True)
    s.used = changed(s.used, model, True)
    yield from ping.check(s)


def _lurk(s: State, seat: Seat, card: Play) -> Procedure[None]:
    for model in card.models:
        ping.hide(s, model, CARD)
    yield from ping.check(s)


@dataclass(frozen=True, slots=True)
class CardRule:
    """What a card asks for and what it does. `most`: how many models it may name, at least one.

    `sighted`: they are enemies that an own model Sees, else own ones. The check says so too; for listing
    options this is looked at first, once for all.
    """

    effect: Effect
    models: ModelCheck | None = None
    most: int = 1
    sighted: bool = False
    tiles: TileMask | None = None
    doors: Callable[[State, Seat], int] | None = None


RULES: Mapping[str, CardRule] = {
    **{card: CardRule(_nothing) for card in sorted(BOOSTS)},
    "grenade": CardRule(_throw, models=_thrower, tiles=_grenade_tiles),
    "stay_frosty": CardRule(_post_guards, models=_guard, most=2),
    "flares": CardRule(_light_up, tiles=_seen_tiles),
    "hold_the_line": CardRule(_lay_on_tile, tiles=_any_tile),
    "override": CardRule(_override, doors=_own_doors),
    "from_the_walls": CardRule(_from_the_walls, tiles=_wall_tiles),
    "lurk": CardRule(_lurk, models=_lurker, most=2),
    "hive_mind": CardRule(_lay_on_tile, tiles=_any_tile),
    "hiss": CardRule(_lay_on_model, models=_hissed_at, sighted=True),
    "cloak": CardRule(_lay_on_model, models=_own),
    "thermal_vision": CardRule(_light_up, tiles=_thermal_tiles),
    "netgun": CardRule(_lay_on_model, models=_netted, sighted=True),
    "patience": CardRule(_post_guards, models=_guard),
    "roar": CardRule(_lay_on_tile, tiles=_roar_tiles),
}


# -- the question --------------------------------------------------------------------------------------------


class CardMenu(Struct, Menu, eq=False):
    """Every ACT card in hand with every target, or no card."""

    s: State
    seat: Seat
    listed: list[Action] | None = None

    def options(self) -> Sequence[Action]:
        if self.listed is None:
            self.listed = [NO_CARD]
            if cards.silence(self.s, self.seat) is None:
                for card in dict.fromkeys(self.s.hands[self.seat]):
                    rule = RULES.get(card)
                    if rule is not None:
                        self.listed += _plays(self.s, self.seat, card, rule)
        return self.listed

    def forced(self) -> Action | None:
        s, seat = self.s, self.seat
        hand = s.hands[seat]
        if cards.silence(s, seat) is not None:
            return NO_CARD
        if not BOOSTS.isdisjoint(hand):
            return None
        for card in dict.fromkeys(hand):
            rule = RULES.get(card)
            if rule is not None and next(_plays(s, seat, card, rule), None) is not None:
                return None
        return NO_CARD

    def refusal(self, action: Action) -> Refusal | None:
        s = self.s
        if isinstance(action, NoCard):
            return None
        if not isinstance(action, Play):
            return Refusal("AVP-ROUND.5", "first a card is played, or none")
        known = s.content.cards.get(action.card)
        if known is None or action.card not in s.hands[self.seat]:
            return Refusal(CARD, f"{action.card} is not in hand")
        rule = RULES.get(action.card)
        if rule is None:
            return Refusal(CARD, f"{known.name} is played on its event, not before an activation")
        return cards.silence(s, self.seat) or _refusal(s, self.seat, action, rule)


def _refusal(s: State, seat: Seat, card: Play, rule: CardRule) -> Refusal | None:
    """Why a card may not be played on these targets."""
    parts = (
        (rule.models, card.models),
        (rule.tiles, card.tile is not None),
        (rule.doors, card.door is not None),
    )
    if any(bool(asked) != bool(given) for asked, given in parts):
        return Refusal(CARD, f"{card.card} asks for other targets")
    if len(set(card.models)) != len(card.models) or len(card.models) > rule.most:
        return Refusal(CARD, f"{card.card} names at most {rule.most} different models")
    if rule.models is not None:
        for model in card.models:
            fault = rule.models(s, seat, model)
            if fault is not None:
                return Refusal(fault[0], f"{s.names[model]} {fault[1]}")
    if rule.tiles is not None and card.tile is not None:
        if not rule.tiles(s, seat, card.models[0] if card.models else -1) >> card.tile & 1:
            return Refusal(CARD, f"{s.board.zones.names[card.tile]} is no Tile for {card.card}")
    if rule.doors is not None and card.door is not None and not rule.doors(s, seat) >> card.door & 1:
        return Refusal(CARD, "no closed Door beside an own model")
    return None


@lru_cache(maxsize=4096)
def _on_tiles(card: str, models: tuple[int, ...], mask: int) -> tuple[Play, ...]:
    """A card with the same models on every Tile of a mask."""
    return tuple(play(card, models, tile) for tile in bits(mask))


def _plays(s: State, seat: Seat, card: str, rule: CardRule) -> Iterator[Play]:
    """A card with all its legal targets."""
    if rule.doors is not None:
        for edge in bits(rule.doors(s, seat)):
            yield play(card, (), None, edge)
    elif rule.models is None and rule.tiles is None:
        yield play(card)
    elif rule.models is None and rule.tiles is not None:
        yield from _on_tiles(card, (), rule.tiles(s, seat, -1))
    elif rule.models is not None:
        check = rule.models
        likely = _enemies_seen(s, seat) if rule.sighted else s.army[seat]
        legal = [m for m in likely if check(s, seat, m) is None]
        for number in range(1, rule.most + 1):
            for models in combinations(legal, number):
                if rule.tiles is None:
                    yield play(card, models)
                else:
                    yield from _on_tiles(card, models, rule.tiles(s, seat, models[0]))


def play_card(s: State, seat: Seat, card: Play) -> Procedure[None]:
    """Discard a card and let it do what it does."""
    cards.spend(s, seat, card.card)
    if s.log is not None:
        names = [s.names[m] for m in card.models]
        if card.tile is not None:
            names.append(s.board.zones.names[card.tile])
        known = s.content.cards[card.card]
        on = f" on {' and '.join(names)}" if names else ""
        s.say("{who} play {card}{on}: {text}", CARD,
              who=s.factions[seat], card=known.name, on=on, text=known.text)  # fmt: skip
    yield from RULES[card.card].effect(s, seat, card)
