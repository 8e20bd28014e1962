"""Programs play over the API: the example of the documentation, and many matches at once."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.web import bot
from tests.web.server import GENEROUS, Api, Server, serving

import affray

DOC = Path(__file__).resolve().parents[2] / "docs" / "api.md"
AGAINST = [{"seat": "marines", "player": "link"}, {"seat": "aliens", "player": "random"}]
BOTH = [{"seat": "marines", "player": "link"}, {"seat": "aliens", "player": "link"}]


def test_the_example_plays(server: Server, tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
    lines = [line for line in code.splitlines() if line.strip()]
    assert len(lines) <= 30, "the example has to stay short"
    script = tmp_path / "bot.py"
    script.write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script, server.url], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "refused" not in done.stdout
    assert " won: " in done.stdout or "a draw" in done.stdout


def checked(api: Api, links: list[dict[str, Any]], ends: list[dict[str, Any]]) -> None:
    """All matches are over, and a few records of them verify, down to the dice."""
    assert all(end["result"] for end in ends)
    for one, end in list(zip(links, ends, strict=True))[::20]:
        record = api.get(f"/api/match/{one['match']}/record", one["watch"]).text
        match = affray.load(record)
        assert match.result is not None
        assert f'[Seed "{end["seed"]}"]' in record


def test_some_matches_at_once(tmp_path: Path) -> None:
    with serving(tmp_path, GENEROUS) as server:
        api = Api(server.url)
        links = [api.start(seats=AGAINST if i % 2 else BOTH, takeback="none") for i in range(8)]
        checked(api, links, asyncio.run(asyncio.wait_for(bot.matches(server.url, links), 200)))


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_two_hundred_matches_at_once(tmp_path: Path) -> None:
    with serving(tmp_path, GENEROUS) as server:
        api = Api(server.url)
        start = time.monotonic()
        links = [api.start(seats=AGAINST if i % 2 else BOTH, takeback="none") for i in range(200)]
        checked(api, links, asyncio.run(asyncio.wait_for(bot.matches(server.url, links), 1700)))
        print(f"200 matches in {time.monotonic() - start:.0f} s")
