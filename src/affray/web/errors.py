"""What requests may answer instead of what was asked for."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import (
    HTTPException,
    NotAuthorizedException,
    NotFoundException,
    ServiceUnavailableException,
)

from affray.web.host import NoMatch, Unplayable
from affray.web.store import StoreError


class Gone(HTTPException):
    """The match cannot be played by this server."""

    status_code = 410
    detail = "this match cannot be played by the rules of this server"


MISSING: list[type[HTTPException]] = [NotFoundException]
UNREACHABLE: list[type[HTTPException]] = [ServiceUnavailableException]
KEYED: list[type[HTTPException]] = [
    NotAuthorizedException, NotFoundException, Gone, ServiceUnavailableException,
]  # fmt: skip
"""What a request with a key may raise, besides 400 for what it says."""


def _answer(status: int, detail: str, **more: Any) -> Response[dict[str, Any]]:
    content = {"status_code": status, "detail": detail, **more}
    return Response(content, status_code=status, media_type=MediaType.JSON)


def refused(request: Request[Any, Any, Any], error: HTTPException) -> Response[dict[str, Any]]:
    answer = _answer(error.status_code, error.detail, **({"extra": error.extra} if error.extra else {}))
    answer.headers.update(error.headers or {})
    return answer


def no_match(request: Request[Any, Any, Any], error: NoMatch) -> Response[dict[str, Any]]:
    return _answer(404, str(error))


def unplayable(request: Request[Any, Any, Any], error: Unplayable) -> Response[dict[str, Any]]:
    return _answer(410, str(error))


def out_of_reach(request: Request[Any, Any, Any], error: StoreError) -> Response[dict[str, Any]]:
    return _answer(503, "the store of this server is out of reach; try again later")


def too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[dict[str, Any]]:
    return _answer(400, "that is nested too deeply")


HANDLERS: dict[int | type[Exception], Any] = {
    HTTPException: refused,
    NoMatch: no_match,
    Unplayable: unplayable,
    StoreError: out_of_reach,
    RecursionError: too_deep,
}
