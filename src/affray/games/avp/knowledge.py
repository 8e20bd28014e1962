"""Who knows what: views with everything secret blanked, full states guessed from a view, and possible worlds.

Secret are the identity of tokens never flipped, which units of a list are still in reserve, hands and the
rest of the
decks (AVP-R.12). Army lists are open, so of an unknown token one knows the units it can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from affray.engine.requests import Seat
from affray.games.avp.content import Unit
from affray.games.avp.state import CLAWS, HOUNDS, REAL, TINY, State, changed

UNKNOWN_CARD = "?"


def view(s: State, seat: Seat | None, live: State | None = None) -> State:
    """A copy in which everything hidden from a seat (None: a spectator) is blanked.

    Of another seat's army the stock becomes the sorted units that its unknown tokens and its reserve are
    together, its
    hand becomes ``?`` and its deck all cards it may still hold. What `live`, a later state of the step, shows
    is kept.
    """
    later = live if live is not None else s
    seen = s.copy()
    seen._engaged = -1
    for side in range(len(s.factions)):
        if side != seat:
            _blank_army(s, seen, side, later)
            _blank_cards(s, seen, side, later)
    return seen


def _blank_army(s: State, seen: State, side: int, later: State) -> None:
    secret: list[Unit] = []
    for model, owner in enumerate(s.side):
        unit = s.unit[model]
        if owner == side and unit is not None and not later.known[model] and s.tile[model] >= 0:
            seen.unit = changed(seen.unit, model, None)
            seen.wounds = changed(seen.wounds, model, 0)
            secret.append(unit)
    seen.stock = changed(seen.stock, side, tuple(sorted((*s.stock[side], *secret), key=_unit_id)))


def _blank_cards(s: State, seen: State, side: int, later: State) -> None:
    played = Counter(later.discards[side]) - Counter(s.discards[side])
    shown = [card for card in s.hands[side] if _take(played, card)]
    hidden = list(s.hands[side])
    for card in shown:
        hidden.remove(card)
    seen.hands = changed(seen.hands, side, (*sorted(shown), *(UNKNOWN_CARD for _ in hidden)))
    seen.decks = changed(seen.decks, side, tuple(sorted((*s.decks[side], *hidden))))


def _take(counter: Counter[str], card: str) -> bool:
    if counter[card] <= 0:
        return False
    counter[card] -= 1
    return True


def _unit_id(unit: Unit) -> str:
    return unit.id


def can_be(unit: Unit, size: int, hint: int) -> bool:
    """Whether a token of a base size that has given away `hint` may be this unit."""
    return (
        unit.size == size
        and (not hint & TINY or unit.tiny)
        and (not hint & CLAWS or unit.climbing_claws)
        and (not hint & HOUNDS or unit.hive_bloodhounds)
        and (not hint & REAL or not unit.vocal_mimicry)
    )


def unknown_tokens(s: State, side: int) -> list[int]:
    """The tokens of a seat in a view whose identity is not known; Marine tokens have none (AVP-R.17)."""
    if s.factions[side] == "marines":
        return []
    return [m for m, owner in enumerate(s.side) if owner == side and s.unit[m] is None and s.tile[m] >= 0]


def guess(seen: State, choose: Callable[[int], int]) -> State:
    """A full state consistent with a view; every arrangement of the unknown units is equally likely."""
    s = seen.copy()
    for side in range(len(s.factions)):
        units = list(s.stock[side])
        # Tokens that have given something away choose first, so that a fitting unit is left for them.
        for model in sorted(unknown_tokens(s, side), key=lambda m: -s.hint[m].bit_count()):
            fitting = [i for i, unit in enumerate(units) if can_be(unit, s.size[model], s.hint[model])]
            _identify(s, model, units.pop(fitting[choose(len(fitting))]))
        s.stock = changed(s.stock, side, tuple(units))
        deal(s, side, choose)
    s._engaged = -1
    return s


def deal(s: State, side: int, choose: Callable[[int], int]) -> None:
    """Replace the unknown cards of a hand by cards that the deck of a view may hold."""
    deck = list(s.decks[side])
    hand = [deck.pop(choose(len(deck))) if card == UNKNOWN_CARD and deck else card for card in s.hands[side]]
    s.hands = changed(s.hands, side, tuple(sorted(hand)))
    s.decks = changed(s.decks, side, tuple(deck))


def _identify(s: State, model: int, unit: Unit) -> None:
    s.unit = changed(s.unit, model, unit)
    s.wounds = changed(s.wounds, model, unit.wounds)


def worlds(seen: State, tiles: Sequence[int], limit: int) -> list[tuple[int, State]] | None:
    """All full states consistent with a view, as far as the unknown tokens on `tiles` differ, with integer
    weights.

    Tokens elsewhere take any fitting identity, unknown cards stay unknown (nobody plays them). None if there
    are more
    than `limit`.
    """
    found = [(1, seen.copy())]
    for side in range(len(seen.factions)):
        tokens = [m for m in unknown_tokens(seen, side) if seen.tile[m] in tiles or seen.hint[m]]
        grown: list[tuple[int, State]] = []
        for weight, s in found:
            for ways, units, rest in _arrangements(seen, tokens, list(seen.stock[side])):
                new = s.copy()
                for model, unit in zip(tokens, units, strict=True):
                    _identify(new, model, unit)
                new.stock = changed(new.stock, side, tuple(rest))
                grown.append((weight * ways, new))
                if len(grown) > limit:
                    return None
        found = grown
    for _, s in found:
        for side in range(len(s.factions)):
            units_left = list(s.stock[side])
            for model in unknown_tokens(s, side):
                at = next(i for i, unit in enumerate(units_left) if unit.size == s.size[model])
                _identify(s, model, units_left.pop(at))
            s.stock = changed(s.stock, side, tuple(units_left))
        s._engaged = -1
    return found


def _arrangements(
    seen: State, tokens: Sequence[int], units: list[Unit]
) -> Iterator[tuple[int, list[Unit], list[Unit]]]:
    """Every distinct way to give units to tokens: in how many ways it comes about, the units, and
    those left."""
    if not tokens:
        yield 1, [], units
        return
    model, *others = tokens
    for unit in dict.fromkeys(units):
        if can_be(unit, seen.size[model], seen.hint[model]):
            left = units[:]
            left.remove(unit)
            for ways, more, rest in _arrangements(seen, others, left):
                yield units.count(unit) * ways, [unit, *more], rest
