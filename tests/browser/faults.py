"""What is wrong with how a screen is laid out, as far as a program can see it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

_FAULTS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def faults(page: Page) -> list[str]:
    """Texts that are cut off or lie upon one another, controls that are covered, what scrolls sideways."""
    found: list[str] = page.evaluate(_FAULTS)
    return found
