"""Every clause of every registered game has a passing case that makes the engine cite it, or this fails."""

import json
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path


def holes(game: str) -> list[str]:
    """What is wrong with the clause coverage of one game, as lines to print."""
    command = [str(Path(sys.executable).with_name("affray")), "rules", game, "--coverage", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return [f"affray rules exits {done.returncode}", *(done.stdout + done.stderr).splitlines()]
    report = json.loads(done.stdout)
    return [f"no case for {clause}" for clause in report["missing"]]


def main() -> int:
    games = sorted(point.name for point in entry_points(group="affray.games"))
    found = {game: holes(game) for game in games}
    for game, lines in found.items():
        print(f"{game}: {'clauses are covered' if not lines else ''}".rstrip())
        for line in lines:
            print(f"  {line}")
    return 1 if not games or any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
