"""What a game asks before a match begins: a form whose answers become options, for pages and other
lobbies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import msgspec


class Choice(msgspec.Struct, frozen=True):
    """One of the answers to a question."""

    id: str
    text: str
    note: str = ""


class Field(msgspec.Struct, frozen=True):
    """A question of the form; `value` is the id of the choice taken now. With one choice nothing is asked."""

    name: str
    label: str
    choices: tuple[Choice, ...]
    value: str


class Chair(msgspec.Struct, frozen=True):
    """A seat of the match that the form describes. `automatic`: the rules themselves play it."""

    name: str
    title: str
    automatic: bool = False


class Form(msgspec.Struct, frozen=True):
    """The questions that fit what has been answered so far, and the options that the answers make.

    `options` is what the game's ``setup`` takes; `note` says what the match is about.
    """

    fields: tuple[Field, ...]
    seats: tuple[Chair, ...]
    options: dict[str, Any]
    note: str = ""


@runtime_checkable
class OffersForm(Protocol):
    """A game that can be set up by a form."""

    def form(self, values: Mapping[str, str]) -> Form:
        """The form with these answers; what is left out, unknown or does not fit the other answers takes its
        default."""

    def chairs(self, options: Mapping[str, Any]) -> tuple[Chair, ...]:
        """The seats of a match of these complete options, in seat order."""
