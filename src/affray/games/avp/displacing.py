"""Displacing: models swap places with a larger one that enters a fight (AVP-DISP.1 to DISP.3, R.55)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from affray.engine.requests import Among, Decide, Procedure, Seat
from affray.games.avp import ground
from affray.games.avp.actions.move_choices import Displace, DisplaceArmy
from affray.games.avp.names import tile_name
from affray.games.avp.state import State


def lacking(s: State, model: int, tile: int) -> int:
    """The capacity that a model lacks on a Tile; 0 or less: it fits."""
    return s.size[model] - ground.free_capacity(s, tile)


def exact_subsets(s: State, models: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """The sets of models whose sizes add up to `total`, smaller sets first."""
    size = s.size
    for count in range(len(models) + 1):
        for chosen in combinations(models, count):
            if sum([size[m] for m in chosen]) == total:
                yield chosen


def _split(s: State, model: int, tile: int) -> tuple[list[int], dict[Seat, list[int]]]:
    """The other models on a Tile: those of the model's own army, and those of each enemy army."""
    own: list[int] = []
    enemies: dict[Seat, list[int]] = {}
    for other in s.on[tile]:
        if s.side[other] == s.side[model]:
            own.append(other)
        else:
            enemies.setdefault(s.side[other], []).append(other)
    return own, enemies


def plans(s: State, model: int, origin: int, tile: int) -> dict[Seat, list[tuple[int, ...]]]:
    """For each army that may be made to Displace, the sets of its models that make room for `model`.

    Own models go first: where they suffice no enemy is displaced (AVP-DISP.2); where they do not, all of them
    go besides what is listed. Empty: the model cannot get in. They must fit on `origin`, where it comes from.
    """
    need = lacking(s, model, tile)
    room = ground.free_capacity(s, origin) + (s.size[model] if s.tile[model] == origin else 0)
    if need <= 0 or need >= s.size[model] or need > room:
        return {}
    own, enemies = _split(s, model, tile)
    mine = sum([s.size[m] for m in own])
    if mine >= need:
        choices = {s.side[model]: own}
        rest = need
    else:
        choices = enemies
        rest = need - mine
    found = {seat: list(exact_subsets(s, models, rest)) for seat, models in choices.items()}
    return {seat: sets for seat, sets in found.items() if sets}


def make_room(s: State, model: int, tile: int) -> Procedure[tuple[int, ...]]:
    """Ask who makes room for a model that enters, and return them; they are not moved yet.

    The entering player names the army, its player the models (AVP-DISP.3). There must be `plans`.
    """
    mover = s.side[model]
    found = plans(s, model, s.tile[model], tile)
    seat = next(iter(found))
    if len(found) > 1:
        listed = [DisplaceArmy(army) for army in found]
        answer = yield Decide(
            mover,
            Among(listed, "AVP-DISP.3", "not an army that can make room"),
            "AVP-DISP.3",
            "Which army must Displace?",
        )
        seat = answer.seat
    sets = [Displace(chosen) for chosen in found[seat]]
    answer = yield Decide(
        seat,
        Among(sets, "AVP-R.55", "these do not make exactly the room needed"),
        "AVP-DISP.3",
        f"Who makes room for {s.names[model]}?",
    )
    if seat == mover:
        chosen: tuple[int, ...] = answer.models
        rule = "AVP-DISP.1"
    else:
        own, _ = _split(s, model, tile)
        chosen = (*own, *answer.models)
        rule = "AVP-DISP.2"
    if s.log is not None:
        s.say(
            "{models} make room for {model} and go to {tile}",
            "AVP-R.55", rule, "AVP-DISP.3", "AVP-MAP.3", "AVP-MAP.4",
            models=", ".join([s.names[m] for m in chosen]),
            model=s.names[model], tile=tile_name(s, s.tile[model]),
        )  # fmt: skip
    return chosen
