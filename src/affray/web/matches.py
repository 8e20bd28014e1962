"""Requests after one match: card, record, replay, dice, report. The key goes in the header."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.exceptions import NotAuthorizedException, ValidationException
from litestar.params import JSONBody, PathParameter, QueryParameter

from affray.engine.record import record_of, redacted_record
from affray.web import dicestats, reports
from affray.web.errors import KEYED
from affray.web.host import Host
from affray.web.live import Live
from affray.web.lobby import card
from affray.web.messages import DiceReport, Frames, MatchCard, Replay, Report, ReportWish
from affray.web.replays import ALL, WATCHERS, Film
from affray.web.room import SPECTATOR, known_to
from affray.web.store import MatchRow

MOST_FRAMES = 50
MatchId = Annotated[str, PathParameter(max_length=40, pattern="^[0-9a-f]+$")]
Eyes = Annotated[
    str, QueryParameter(max_length=40, description="name of a seat, `spectator` or `all`; default: your own")
]
Start = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
Count = Annotated[int, QueryParameter(ge=1, le=MOST_FRAMES)]
_Request = Request[Any, Any, Any]
SECURITY = [{"key": list[str]()}]


async def _opened(request: _Request, match_id: str) -> tuple[Host, MatchRow, tuple[int, ...]]:
    """The match and the seats that the key in the header opens.

    Raises NotAuthorizedException, NoMatch and StoreError.
    """
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not key:
        raise NotAuthorizedException("send the key of a seat: Authorization: Bearer KEY")
    host: Host = request.app.state.host
    row, own = await host.opened(match_id, key.strip())
    return host, row, own


async def _live(request: _Request, match_id: str) -> tuple[Host, Live, tuple[int, ...]]:
    host, row, own = await _opened(request, match_id)
    return host, await host.get(row), own


@get("/api/match/{match_id:str}", summary="A match in short", raises=KEYED, security=SECURITY)
async def about(match_id: MatchId, request: _Request) -> MatchCard:
    """Who plays, whose turn it is, how it ended."""
    host, row, own = await _opened(request, match_id)
    return await card(host, row, own)


@get(
    "/api/match/{match_id:str}/record",
    summary="The record",
    media_type="text/plain",
    raises=KEYED,
    security=SECURITY,
)
async def record(match_id: MatchId, request: _Request) -> Response[str]:
    """The record of the match as text: complete once it is over, before that without what this key's seat may
    not know (such a record cannot be replayed)."""
    host, live, own = await _live(request, match_id)
    async with live.lock:
        text = await host.run(written, live, own)
    headers = {"Content-Disposition": f'attachment; filename="{match_id}.affray"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


def written(live: Live, own: tuple[int, ...]) -> str:
    """The record of a match as the owner of these seats may read it."""
    room = live.room
    players = {seat.name: seat.player for seat in room.row.seats if seat.player}
    if room.match.result is not None:
        return str(record_of(room.match, players=players))
    known = known_to(room.row, own)
    seat = known[0] if known else None
    return str(redacted_record(room.match, seat, players=players))


@get("/api/match/{match_id:str}/dice", summary="How the dice fell", raises=KEYED, security=SECURITY)
async def dice(match_id: MatchId, request: _Request) -> DiceReport:
    """The dice so far, by seat and kind."""
    _, live, own = await _live(request, match_id)
    async with live.lock:
        known = known_to(live.room.row, own)
        notes = live.room.notes(known[0] if known else SPECTATOR)
        return DiceReport(dicestats.count(notes))


@get("/api/match/{match_id:str}/replay", summary="A match to look at again", raises=KEYED, security=SECURITY)
async def replay(match_id: MatchId, request: _Request, eyes: Eyes = "") -> Replay:
    """The board and all actions so far. While the match goes on it is seen only through one's own eyes."""
    host, live, own = await _live(request, match_id)
    room = live.room
    async with live.lock:
        allowed = _allowed(live, own)
        seat, all_seeing = _seeing(live, allowed, eyes)
        film = await host.run(_film, live)
        steps = await host.run(film.steps, seat, all_seeing=all_seeing)
        boards = await host.run(film.boards, seat, all_seeing=all_seeing)
        over = room.match.result is not None
        return Replay(
            match=room.row.id,
            game=room.row.game,
            title=room.match.game.title,
            boards=boards,
            seats=room.seats(live.here()),
            eyes=tuple(allowed),
            steps=steps,
            result=room.outcome(),
            seed=room.row.seed if over else "",
            seed_hash=room.seed_hash(),
        )


@get("/api/match/{match_id:str}/frames", summary="Steps of a replay", raises=KEYED, security=SECURITY)
async def frames(
    match_id: MatchId, request: _Request, eyes: Eyes = "", start: Start = 0, count: Count = 20
) -> Frames:
    """The table after some steps in a row, and what each brought."""
    host, live, own = await _live(request, match_id)
    async with live.lock:
        seat, all_seeing = _seeing(live, _allowed(live, own), eyes)
        film = await host.run(_film, live)
        return Frames(await host.run(film.frames, start, count, seat, all_seeing=all_seeing))


def _film(live: Live) -> Film:
    """The replay of the match as it stands, made once."""
    if live.film is None or live.film[0] != live.room.number:
        live.film = live.room.number, Film(live.room.match, live.room.titles)
    return live.film[1]


def _allowed(live: Live, own: tuple[int, ...]) -> list[str]:
    """Through whose eyes somebody may see the match."""
    names = [seat.name for seat in live.room.row.seats]
    if live.room.match.result is not None:
        return [ALL, *names, WATCHERS]
    return [*(names[seat] for seat in known_to(live.room.row, own)), WATCHERS]


def _seeing(live: Live, allowed: list[str], eyes: str) -> tuple[int | None, bool]:
    """The seat through whose eyes to look, and whether everything is shown. Raises ValidationException."""
    eyes = eyes or allowed[0]
    if eyes not in allowed:
        raise ValidationException(f"you may see this match through the eyes of: {', '.join(allowed)}")
    names = [seat.name for seat in live.room.row.seats]
    return (names.index(eyes) if eyes in names else None), eyes == ALL


@post(
    "/api/match/{match_id:str}/report",
    status_code=200,
    summary="Report a fault",
    raises=KEYED,
    security=SECURITY,
)
async def report(match_id: MatchId, data: JSONBody[ReportWish], request: _Request) -> Report:
    """A text with everything that is needed to find a fault, for the reporter to send. Nothing is kept
    here."""
    host, live, own = await _live(request, match_id)
    async with live.lock:
        text = await host.run(written, live, own)
        return reports.report(live.room, data, text)


HANDLERS = (about, record, dice, replay, frames, report)
