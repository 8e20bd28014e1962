"""Guided games: a file ``GAME-*.toml`` each, with a scene, its dice and what to say at every step."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from affray.web.messages import Lesson, Prompt, SeatWish


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it stands in its file.

    The learner sits at `seat`, computer players at the `others`. The scene is a `position` or made of
    `options`; with the `seed` its dice are known, so that the words may speak of them.
    """

    id: str
    title: str
    brief: str
    seat: str
    seed: str
    prompt: tuple[Prompt, ...]
    others: dict[str, str]
    position: dict[str, Any] | None = None
    options: dict[str, Any] = {}

    @property
    def lesson(self) -> Lesson:
        """What a page shows of it."""
        return Lesson(self.id, self.title, self.brief, self.prompt)

    def seats(self) -> list[SeatWish]:
        """Who sits where."""
        return [SeatWish(self.seat, "me"), *(SeatWish(seat, player) for seat, player in self.others.items())]


@cache
def all_of(game: str) -> Mapping[str, Script]:
    """The lessons of a game, by id. Raises ValueError naming a file that cannot be read."""
    found: dict[str, Script] = {}
    for file in sorted(files(__package__).iterdir(), key=lambda file: file.name):
        if file.name.startswith(f"{game}-") and file.name.endswith(".toml"):
            try:
                script = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Script)
            except ValueError as error:
                raise ValueError(f"{file.name}: {error}") from error
            found[script.id] = script
    return found


def find(game: str, lesson: str) -> Script | None:
    """A lesson of a game."""
    return all_of(game).get(lesson)
