"""Requests of the lobby: games, set-up forms, starting matches and finding them again."""

from __future__ import annotations

from typing import Annotated, Any

import segno
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException, ValidationException
from litestar.params import JSONBody, PathParameter, QueryParameter

from affray.engine.forms import Form, OffersForm
from affray.engine.game import Game, Registry
from affray.players import player_names
from affray.web import lessons, making
from affray.web.answers import clause_texts
from affray.web.errors import MISSING, UNREACHABLE
from affray.web.host import Host, NoMatch
from affray.web.messages import (
    ClauseText,
    FormAnswers,
    GameInfo,
    HeldList,
    Lesson,
    LessonInfo,
    MatchCard,
    MatchLinks,
    NewMatch,
    PlayerInfo,
    QrWish,
)
from affray.web.room import seat_infos
from affray.web.store import MatchRow

PLAYERS = {
    "random": "takes any option",
    "greedy": "looks one action ahead with exact odds",
    "horde": "plays as the rules tell the horde to",
}
"""What is said of computer players."""
GameId = Annotated[str, PathParameter(max_length=40, pattern="^[a-z0-9_]+$")]
LessonId = Annotated[str, PathParameter(max_length=60, pattern="^[a-z0-9_-]+$")]
Words = Annotated[str, QueryParameter(max_length=200)]


def _game(game_id: str) -> Game[Any]:
    """An installed game. Raises NotFoundException."""
    try:
        return making.game_of(game_id)
    except making.BadWish as error:
        raise NotFoundException(str(error)) from None


@get("/api/games", summary="The games that can be played here")
async def games() -> list[GameInfo]:
    """All games, with the computer players and lessons of each."""
    return [_info(Registry.load(game_id)) for game_id in Registry.ids()]


def _info(game: Game[Any]) -> GameInfo:
    return GameInfo(
        game.id,
        game.title,
        game.version,
        tuple(PlayerInfo(name, PLAYERS.get(name, "")) for name in player_names(game)),
        tuple(LessonInfo(s.id, s.title, s.brief) for s in lessons.all_of(game.id).values()),
    )


@post("/api/games/{game_id:str}/form", status_code=200, summary="The set-up form", raises=MISSING)
async def form(game_id: GameId, data: JSONBody[FormAnswers], state: State) -> Form:
    """The questions before a match, given what has been answered; `options` is for starting the match."""
    game = _game(game_id)
    if not isinstance(game, OffersForm):
        return Form((), (), {})
    host: Host = state.host
    return await host.run(game.form, data.values)


@get("/api/games/{game_id:str}/rules", summary="Search the rulebook", raises=MISSING)
async def rules(game_id: GameId, words: Words = "") -> list[ClauseText]:
    """Clauses that contain all words, the one whose id is given first; without words all of them."""
    return list(clause_texts(_game(game_id).rulebook, words, 10_000))


@get("/api/games/{game_id:str}/lessons/{lesson:str}", summary="A guided game", raises=MISSING)
async def lesson_of(game_id: GameId, lesson: LessonId) -> Lesson:
    """The steps of a lesson. It is played in a match that was started with its id."""
    found = lessons.find(_game(game_id).id, lesson)
    if found is None:
        raise NotFoundException("there is no such lesson")
    return found.lesson


@post("/api/matches", summary="Start a match", raises=UNREACHABLE)
async def start(data: JSONBody[NewMatch], state: State) -> MatchLinks:
    """A new match, and the keys that open its seats. They are told only this once."""
    host: Host = state.host
    try:
        row, links = await host.run(making.make, data)
    except making.BadWish as error:
        raise ValidationException(str(error)) from None
    await host.run(host.store.create, row)
    await host.begin(row)
    return links


@post("/api/matches/held", status_code=200, summary="Matches that somebody knows", raises=UNREACHABLE)
async def held(data: JSONBody[HeldList], state: State) -> list[MatchCard]:
    """The matches of these keys; those that are not there any more are left out."""
    host: Host = state.host
    found = []
    for one in data.held:
        try:
            row, own = await host.opened(one.match, one.key)
        except NoMatch:
            continue
        found.append(await card(host, row, own))
    return found


async def card(host: Host, row: MatchRow, own: tuple[int, ...]) -> MatchCard:
    """A match in short."""
    live = host.live.get(row.id)
    game = Registry.load(row.game) if row.game in Registry.ids() else None
    moves = live.room.number if live is not None else await host.run(host.store.count, row.id)
    here = live.here() if live is not None else [False] * len(row.seats)
    return MatchCard(
        match=row.id,
        game=row.game,
        title=game.title if game is not None else row.game,
        created=row.created,
        seats=seat_infos(row, here),
        own=own,
        waiting=-1 if live is None else live.room.decider,
        result=row.result if live is None else live.room.outcome(),
        lesson=row.lesson,
        moves=moves,
        playable=game is not None and game.version == row.version,
    )


@post("/api/qr", status_code=200, summary="A QR code", media_type="image/svg+xml")
async def qr(data: JSONBody[QrWish]) -> Response[bytes]:
    """A picture of a text, such as a link. It is sent in the body, since a link to a seat is a secret."""
    picture = segno.make(data.text, micro=False).svg_inline(scale=4, border=4, light="#fff", omitsize=True)
    svg = picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return Response(svg.encode(), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


HANDLERS = (games, form, rules, lesson_of, start, held, qr)
