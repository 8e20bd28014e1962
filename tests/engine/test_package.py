"""The front door: every public name is there, and opening it is quick."""

from __future__ import annotations

import subprocess
import sys

import pytest

import affray


@pytest.mark.parametrize("name", affray.__all__)
def test_public_names(name: str) -> None:
    assert getattr(affray, name) is not None
    assert name in dir(affray)


def test_unknown_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = affray.nothing  # type: ignore[attr-defined]


def test_importing_loads_nothing_else() -> None:
    code = (
        "import sys; before = set(sys.modules); import affray; "
        "print(*sorted(m for m in set(sys.modules) - before if m.startswith('affray')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["affray"]
