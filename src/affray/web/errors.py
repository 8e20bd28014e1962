"""What requests may answer instead of what was asked for."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response
from litestar.exceptions import (
    ClientException,
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


BAD: list[type[HTTPException]] = [ClientException]
MISSING: list[type[HTTPException]] = [NotFoundException]
UNREACHABLE: list[type[HTTPException]] = [ServiceUnavailableException]
KEYED: list[type[HTTPException]] = [
    ClientException, NotAuthorizedException, NotFoundException, Gone, ServiceUnavailableException,
]  # fmt: skip
"""What a request with a key may raise."""


def _answer(status: int, detail: str) -> Response[dict[str, Any]]:
    return Response({"status_code": status, "detail": detail}, status_code=status)


def no_match(request: Request[Any, Any, Any], error: NoMatch) -> Response[dict[str, Any]]:
    return _answer(404, str(error))


def unplayable(request: Request[Any, Any, Any], error: Unplayable) -> Response[dict[str, Any]]:
    return _answer(410, str(error))


def out_of_reach(request: Request[Any, Any, Any], error: StoreError) -> Response[dict[str, Any]]:
    return _answer(503, "the store of this server is out of reach; try again later")


HANDLERS: dict[int | type[Exception], Any] = {
    NoMatch: no_match,
    Unplayable: unplayable,
    StoreError: out_of_reach,
}
