"""Pictures of every screen, light and dark, wide and narrow, for people to look at.

``python -m tests.browser.screens FOLDER [WORD]`` makes them all, or those of tours with a word in their name.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright
from tests.browser import tours_table  # noqa: F401  # its tours are there, too
from tests.browser.conftest import DEBIAN, FLAGS
from tests.browser.faults import faults
from tests.browser.guests import NETWORK, guests
from tests.browser.tours import TOURS
from tests.web.server import serving

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"},
    "narrow": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "reduced_motion": "reduce",
    },
}


def dressed(page: Page, scheme: str) -> None:
    """The page in the light or in the dark, once it has been drawn."""
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of its literals
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def shoot(page: Page, path: Path) -> list[str]:
    """Pictures of a screen, light and dark, and what is wrong with it."""
    for scheme in ("dark", "light"):
        dressed(page, scheme)
        page.screenshot(path=f"{path}-{scheme}.png")
        if page.evaluate("document.documentElement.scrollHeight > innerHeight + 2"):
            page.screenshot(path=f"{path}-{scheme}-whole.png", full_page=True)
    return [f"{path.name}: {fault}" for fault in faults(page)]


def main(folder: Path, word: str = "") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    chromium = DEBIAN if os.path.exists(DEBIAN) else None
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for visit in TOURS:
            for width, size in SIZES.items():
                if word in visit.__name__:
                    with guests(browser, *NETWORK, **size) as come:
                        for name, page in visit(come, server):
                            print(name, *shoot(page, folder / f"{name}-{width}"), sep="\n  ", flush=True)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
