"""Every screen by program: texts lie within what holds them and not upon one another, whatever can be used
can be reached, and nothing scrolls sideways. Whether it is handsome is for people to see (`screens`)."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.browser.faults import faults
from tests.browser.guests import NETWORK, guests
from tests.browser.screens import SIZES, shoot
from tests.browser.tours import TOURS
from tests.web.server import Server

TITLES = [visit.__name__ for visit in TOURS]


def test_faults_are_seen(browser: Browser) -> None:
    """What the others look for is found where it is."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_content(
        """<style>* { font: 16px sans-serif } .pill { overflow: hidden; white-space: nowrap; width: 50px }
        .over { position: absolute; left: 0; top: 0; width: 100%; height: 60px }
        .low { height: 30px; overflow: auto }
        .on { position: absolute; left: 10px; top: 300px } .more { margin-top: 100px }</style>
        <button style="height: 30px">Covered</button><div class="over"></div>
        <p class="pill more">This is much too long</p>
        <div class="low"><p>One</p><p>Two</p></div>
        <div class="on">Upon another</div><div class="on" style="left: 20px; top: 305px">This one</div>
        <button style="height: 12px; padding: 0; font-size: 8px; line-height: 8px">Tiny</button>
        <select style="width: 60px"><option>A choice that is long</option></select>
        <svg style="display: block" width="200" height="90" viewBox="0 0 200 90">
        <rect x="10" y="10" width="180" height="70" fill="none" /><text x="-9" y="50">Sinister</text>
        <text x="60" y="9">Lofty</text><text x="170" y="50">Dexter</text><text x="70" y="96">Deep</text></svg>
        <svg style="display: block" width="200" height="90" viewBox="100 0 100 45">
        <rect x="10" y="10" width="180" height="70" fill="none" /><text x="97" y="30">Moved</text></svg>
        <div style="width: 500px">Wide</div>"""
    )
    found = "\n".join(faults(page))
    page.close()
    for words in (
        "covered: button",
        "cut off: p.pill",
        "cut off: A choice",
        "too low to be read: div.low",
        "too small to hit: button",
        "upon one another: div.on",
        "cut off: “Sinister” at the left of a drawing",
        "cut off: “Lofty” at the top of a drawing",
        "cut off: “Dexter” at the right of a drawing",
        "cut off: “Deep” at the bottom of a drawing",
        "the page scrolls sideways",
    ):
        assert words in found, found
    assert "Moved" not in found, "only a part of that drawing is looked at"


@pytest.mark.parametrize("width", list(SIZES))
@pytest.mark.parametrize("title", TITLES)
def test_nothing_is_cut_off_or_covered(browser: Browser, server: Server, title: str, width: str) -> None:
    visit = TOURS[TITLES.index(title)]
    found: list[str] = []
    with guests(browser, *NETWORK, **SIZES[width]) as come:
        for name, page in visit(come, server):
            found += [f"{name}: {fault}" for fault in faults(page)]
    assert found == []


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_pictures_are_made_of_every_screen(
    browser: Browser, server: Server, tmp_path: Path, title: str
) -> None:
    with guests(browser, *NETWORK) as come:
        for name, page in TOURS[TITLES.index(title)](come, server):
            shoot(page, tmp_path / name)
    assert len(list(tmp_path.glob("*-light.png"))) == len(list(tmp_path.glob("*-dark.png"))) > 0
