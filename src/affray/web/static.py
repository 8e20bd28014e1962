"""The page's files: from memory, compressed once, and sent only to those who do not have them yet."""

from __future__ import annotations

import gzip
import hashlib
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

_Request: TypeAlias = Request[Any, Any, Any]
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
"""Kinds of files that are served; others are not."""
PACKED = (".html", ".css", ".js", ".json", ".svg", ".txt", ".webmanifest")
CACHE = "no-cache"
"""Kept by browsers, but asked for again each time: an unchanged file costs an answer without a body."""


class _File:
    """A file as it is sent."""

    __slots__ = ("body", "etag", "packed", "stamp", "type")

    def __init__(self, path: Path, stamp: tuple[int, int]) -> None:
        self.stamp = stamp
        self.body = path.read_bytes()
        self.type = TYPES[path.suffix]
        self.etag = f'"{hashlib.sha256(self.body).hexdigest()[:20]}"'
        small = gzip.compress(self.body, 9, mtime=0) if path.suffix in PACKED else self.body
        self.packed = small if len(small) < len(self.body) else None


class Files:
    """The files under a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._files: dict[str, _File] = {}

    def response(self, name: str, request: _Request) -> Response[bytes]:
        """A file, or that the browser has it already. Raises NotFoundException."""
        file = self._file(name)
        headers = {"ETag": file.etag, "Cache-Control": CACHE, "Vary": "Accept-Encoding"}
        known = request.headers.get("if-none-match", "")
        if file.etag in (tag.strip().removeprefix("W/") for tag in known.split(",")):
            return Response(b"", status_code=304, headers=headers, media_type=file.type)
        accepted = request.headers.get("accept-encoding", "")
        if file.packed is not None and "gzip" in accepted:
            headers["Content-Encoding"] = "gzip"
            return Response(file.packed, headers=headers, media_type=file.type)
        return Response(file.body, headers=headers, media_type=file.type)

    def _file(self, name: str) -> _File:
        """A file as it is now: it is read again when it has changed."""
        try:
            path = (self.folder / name.lstrip("/")).resolve()
            if path.suffix not in TYPES or not path.is_relative_to(self.folder):
                raise NotFoundException
            stat = path.stat()
            stamp = stat.st_mtime_ns, stat.st_size
            file = self._files.get(name)
            if file is None or file.stamp != stamp:
                file = self._files[str(path.relative_to(self.folder))] = _File(path, stamp)
            return file
        except (OSError, ValueError):
            raise NotFoundException from None


_FILES = Files(Path(str(files("affray.web").joinpath("static"))))


@get("/", include_in_schema=False)
async def index(request: _Request) -> Response[bytes]:
    """The page."""
    return _FILES.response("index.html", request)


@get("/static/{path:path}", include_in_schema=False)
async def static(path: FromPath[str], request: _Request) -> Response[bytes]:
    """A file of the page."""
    return _FILES.response(str(path), request)


HANDLERS = (index, static)
