"""Starting matches: from options, from a lesson, or from the record of an older match."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from affray.engine.dice import new_seed
from affray.engine.forms import Chair, OffersForm
from affray.engine.game import Game, Registry, SetupError, UnknownGame
from affray.engine.record import Record, RecordError, parse
from affray.players import player_names
from affray.web import lessons
from affray.web.messages import MatchLinks, NewMatch, SeatLink, SeatWish
from affray.web.room import ended, key_hash
from affray.web.store import MatchRow, SeatRow, Takeback

ME, HERE, LINK, RULES = "me", "here", "link", "rules"
PEOPLE = (ME, HERE, LINK)
DEFAULT_COMPUTER = "greedy"


class BadWish(ValueError):
    """Somebody wants a match that cannot be; the message says why."""


def game_of(game_id: str) -> Game[Any]:
    """An installed game. Raises BadWish."""
    try:
        return Registry.load(game_id)
    except UnknownGame as error:
        raise BadWish(error.args[0]) from None


def make(wish: NewMatch) -> tuple[MatchRow, MatchLinks]:
    """A new match and its keys. Raises BadWish."""
    if wish.record:
        return _from_record(wish)
    game = game_of(wish.game)
    if wish.lesson:
        return _lesson(game, wish)
    options: dict[str, Any] = wish.options
    if not options and isinstance(game, OffersForm):
        options = game.form({}).options
    try:
        complete = _plain(game.options(game.setup(options)))
    except SetupError as error:
        raise BadWish(str(error)) from None
    return _row(game, {"options": complete}, _chairs(game, complete), wish.seats, new_seed(), wish.takeback)


def _lesson(game: Game[Any], wish: NewMatch) -> tuple[MatchRow, MatchLinks]:
    found = lessons.find(game.id, wish.lesson)
    if found is None:
        raise BadWish(f"{game.id} has no lesson of this name")
    if found.position is not None:
        setup: dict[str, Any] = {"position": dict(found.position)}
        chairs = _chairs(game, _plain(game.options(game.position(found.position))))
    else:
        options = _plain(game.options(game.setup(found.options)))
        setup = {"options": options}
        chairs = _chairs(game, options)
    row, links = _row(game, setup, chairs, found.seats(), found.seed, "free")
    return msgspec.structs.replace(row, lesson=found.lesson.id), links


def _from_record(wish: NewMatch) -> tuple[MatchRow, MatchLinks]:
    """A match as its record tells it. One that is over can be looked at; one that is not goes on, with dice
    that nobody has foreseen."""
    try:
        record = parse(wish.record)
        if wish.game not in ("", record.game):
            raise BadWish(f"the record is one of {record.game}, not of {wish.game}")
        game = game_of(record.game)
        match = record.replay()
    except RecordError as error:
        raise BadWish(str(error)) from None
    over = match.result is not None
    seed = (record.seed or "") if over else new_seed()
    chairs = _chairs(game, _plain(game.options(match.start)))
    wishes = _former(record, chairs) if over else wish.seats
    row, links = _row(game, {"record": wish.record}, chairs, wishes, seed, wish.takeback)
    if match.result is None:
        return row, links
    # Nobody plays any more: everybody only looks on.
    watch = MatchLinks(row.id, [], links.watch, links.watch)
    seats = tuple(msgspec.structs.replace(seat, key_hash="", shared=False) for seat in row.seats)
    return msgspec.structs.replace(row, seats=seats, result=ended(match.result, seats)), watch


def _former(record: Record, chairs: Sequence[Chair]) -> list[SeatWish]:
    """Who sat at the seats of a match that is over."""
    return [SeatWish(chair.name, LINK, record.players.get(chair.name, "")[:40]) for chair in chairs]


def _chairs(game: Game[Any], options: dict[str, Any]) -> Sequence[Chair]:
    if isinstance(game, OffersForm):
        return game.chairs(options)
    return [Chair(name, name) for name in game.seats(game.setup(options))]


def _plain(options: Any) -> dict[str, Any]:
    """Options as a store and a record give them back. Raises BadWish for values that JSON lacks."""
    try:
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(options))
        return plain
    except (TypeError, ValueError, msgspec.MsgspecError) as error:
        raise BadWish(f"options have to be plain values: {error}") from None


def _row(
    game: Game[Any],
    setup: dict[str, Any],
    chairs: Sequence[Chair],
    wishes: Sequence[SeatWish],
    seed: str,
    takeback: Takeback,
) -> tuple[MatchRow, MatchLinks]:
    """A match with its seats, and the keys. Raises BadWish."""
    wanted = _wanted(game, chairs, wishes)
    match_id, watch = secrets.token_hex(6), new_key()
    here = sum(wish.player in (ME, HERE) for wish in wanted)
    seats: list[SeatRow] = []
    links: list[SeatLink] = []
    for i, (wish, chair) in enumerate(zip(wanted, chairs, strict=True)):
        if wish.player == RULES:
            seats.append(SeatRow(wish.seat, "rules", RULES, "", title=chair.title))
        elif wish.player not in PEOPLE:
            seats.append(SeatRow(wish.seat, "computer", wish.player, "", title=chair.title))
        else:
            key = new_key()
            shared = here > 1 and wish.player != LINK
            person = 0 if wish.player == ME else i + 1
            seats.append(SeatRow(wish.seat, "person", wish.name, key_hash(key), shared, person, chair.title))
            links.append(SeatLink(wish.seat, chair.title, wish.name, key, wish.player))
    own = next((link.key for link in links if link.wish in (ME, HERE)), watch)
    row = MatchRow(
        id=match_id,
        game=game.id,
        version=game.version,
        setup=setup,
        seed=seed,
        seats=tuple(seats),
        watch_hash=key_hash(watch),
        takeback=takeback,
        created=int(time.time()),
    )
    return row, MatchLinks(match_id, links, watch, own)


def _wanted(game: Game[Any], chairs: Sequence[Chair], wishes: Sequence[SeatWish]) -> list[SeatWish]:
    """Who sits at every seat. Raises BadWish."""
    named: dict[str, SeatWish] = {}
    names = [chair.name for chair in chairs]
    for wish in wishes:
        if wish.seat not in names or wish.seat in named:
            raise BadWish(f"no seat {wish.seat!r} is free; there are {', '.join(names)}")
        named[wish.seat] = wish
    players = player_names(game)
    found: list[SeatWish] = []
    for chair in chairs:
        if chair.automatic:
            found.append(SeatWish(chair.name, RULES))
            continue
        first = not wishes and not any(wish.player == ME for wish in found)
        default = SeatWish(chair.name, ME if first else DEFAULT_COMPUTER)
        wish = named.get(chair.name, default)
        if wish.player not in PEOPLE and wish.player not in players:
            known = ", ".join((*PEOPLE, *players))
            raise BadWish(f"no player {wish.player!r} for {chair.name}; there are {known}")
        found.append(wish)
    return found


def new_key() -> str:
    """A fresh secret key of 128 bits."""
    return secrets.token_urlsafe(16)
