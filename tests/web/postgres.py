"""A PostgreSQL server for tests: from Debian's package, in a folder of its own, reached by a socket file
only."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def _bin() -> Path | None:
    """The folder of the server's programs: Debian keeps them out of the PATH."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return folders[-1].parent if folders else None


@contextmanager
def running() -> Iterator[str]:
    """A running server; gives its connection string. Skips where there is no server package, but not in
    CI."""
    programs = _bin()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL is missing: scripts/setup.sh dev installs it")
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    # The server refuses to run as root.
    user = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="affray-pg-"))

    def run(*command: str | Path) -> None:
        subprocess.run(list(map(str, command)), user=user, check=True, cwd=folder, capture_output=True)

    try:
        if user is not None:
            shutil.chown(folder, user)
        data = folder / "data"
        run(programs / "initdb", "-D", data, "-A", "trust", "-U", "affray", "--no-sync", "-E", "UTF8")
        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
        run(programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql://affray@/postgres?host={folder}"
        finally:
            run(programs / "pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
