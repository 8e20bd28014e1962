"""``affray serve``: its options, and what it says of those that cannot be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from affray.cli.app import run
from affray.cli.faults import BAD, BadInput
from affray.cli.serve import NEXT, PORT, listen, opened


def test_a_taken_port_is_said_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port), "--no-browser", "--data", str(tmp_path)]) == BAD
    error = capsys.readouterr().err
    assert str(port) in error
    assert len(error.splitlines()) == 1


def test_without_a_port_the_next_free_one_is_taken() -> None:
    with listen("127.0.0.1", None) as one, listen("127.0.0.1", None) as other:
        ports = {one.getsockname()[1], other.getsockname()[1]}
        assert len(ports) == 2
        assert all(PORT <= port < PORT + NEXT for port in ports)


def test_a_host_that_is_none() -> None:
    with pytest.raises(BadInput, match="cannot listen"):
        listen("no.such.host.invalid", 0)


def test_stores_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="file"):
        opened(tmp_path / "file", None)
    with pytest.raises(BadInput, match="one place"):
        opened(tmp_path, "postgresql://x")
    with pytest.raises(BadInput):
        opened(None, f"postgresql://affray@/postgres?host={tmp_path}")


def test_the_front_door_loads_no_server() -> None:
    """Neither the library nor the command line pays for the server before it is asked for."""
    code = (
        "import sys, affray, affray.cli.app; affray.new_match; "
        "print([m for m in sys.modules if m.split('.')[0] in ('litestar', 'uvicorn', 'segno', 'psycopg')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
