"""The page's files on the wire."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from litestar import Request
from litestar.exceptions import NotFoundException
from tests.web.server import Api

from affray.web.static import Files


def request(**headers: str) -> Request[object, object, object]:  # type: ignore[type-var]
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "headers": raw})  # type: ignore[typeddict-item]


@pytest.fixture
def files(tmp_path: Path) -> Files:
    (tmp_path / "js").mkdir()
    (tmp_path / "index.html").write_text("<p>hello</p>" * 100)
    (tmp_path / "js" / "a.js").write_text("export const a = 1")
    (tmp_path / "secret.py").write_text("x")
    return Files(tmp_path)


def test_packed_and_tagged(files: Files) -> None:
    answer = files.response("index.html", request(accept_encoding="gzip, br"))
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.content) == b"<p>hello</p>" * 100
    plain = files.response("index.html", request())
    assert plain.content == b"<p>hello</p>" * 100
    tag = answer.headers["ETag"]
    again = files.response("index.html", request(if_none_match=f'"x", W/{tag}'))
    assert (again.status_code, again.content) == (304, b"")
    assert files.response("js/a.js", request(accept_encoding="gzip")).content == b"export const a = 1"


def test_a_changed_file_is_sent_again(files: Files) -> None:
    before = files.response("js/a.js", request()).headers["ETag"]
    (files.folder / "js" / "a.js").write_text("export const a = 22")
    answer = files.response("js/a.js", request(if_none_match=before))
    assert answer.content == b"export const a = 22"


@pytest.mark.parametrize(
    "name",
    [
        "../secret.html",
        "secret.py",
        "js",
        "",
        "none.js",
        "/etc/passwd",
        "js/../../x.js",
        "a\0.js",
        "x" * 5000 + ".js",
    ],
)
def test_nothing_else_is_sent(files: Files, name: str) -> None:
    with pytest.raises(NotFoundException):
        files.response(name, request())


def test_paths_stay_inside(api: Api) -> None:
    for path in (
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/%00",
        "/static/",
    ):
        assert api.http.get(path).status_code == 404


PAGE = re.compile(r'(?:src|href)="([^"#]+)"')
IMPORTS = re.compile(r'(?:from |import |import\((?="\./lobby))"(\.[^"]+\.js)"')
"""What a module loads at once, and the screen that comes first."""


def test_the_first_page_is_small(api: Api) -> None:
    """Everything that is loaded before a visitor does anything, with the headers that come along."""
    seen: dict[str, int] = {}
    waiting = ["/"]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        answer = api.http.get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200, path
        assert answer.headers["x-content-type-options"] == "nosniff"
        head = sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)
        seen[path] = head + int(answer.headers["content-length"])
        pattern = PAGE if path == "/" else IMPORTS
        waiting += [urljoin(path, found) for found in pattern.findall(answer.text)]
    print(sum(seen.values()), "bytes in", len(seen), "files")
    assert len(seen) > 5
    assert sum(seen.values()) < 60_000, seen
