"""Actions: what a seat can choose, and their notation ``verb actor > target @ place key=value``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from msgspec import Struct

from affray.engine.words import clip


class Part(NamedTuple):
    """Where one field of an action stands in its notation.

    `slot` is ``actor``, ``target``, ``place`` or a key; `field` the attribute; `kind` how the game names its
    values (see `Names`); `many` marks a tuple of values, written with commas; `optional` a part that is left
    out where the value is None or an empty tuple (a tuple that may be empty has to be optional).
    """

    slot: str
    field: str
    kind: str
    many: bool = False
    optional: bool = False


def actor(field: str, kind: str, many: bool = False, optional: bool = False) -> Part:
    """The part behind the verb: who acts."""
    return Part("actor", field, kind, many, optional)


def target(field: str, kind: str, many: bool = False, optional: bool = False) -> Part:
    """The part behind ``>``: whom it is done to."""
    return Part("target", field, kind, many, optional)


def place(field: str, kind: str, many: bool = False, optional: bool = False) -> Part:
    """The part behind ``@``: where."""
    return Part("place", field, kind, many, optional)


def key(field: str, kind: str, many: bool = False, optional: bool = False) -> Part:
    """A part written ``field=value``."""
    return Part(field, field, kind, many, optional)


class Action(Struct, frozen=True, gc=False):
    """One thing a seat can choose. Subclasses are frozen structs with a `verb` and a `form`.

    The form has a part for each field, in their order.
    """

    verb: ClassVar[str] = ""
    form: ClassVar[tuple[Part, ...]] = ()


class NotationError(ValueError):
    """Notation that names no action; the message quotes the part at fault."""


class Names(Protocol):
    """A game's naming of values in notation, both ways. Kinds are the game's own (model, tile, weapon, …)."""

    def text(self, kind: str, value: Any) -> str:
        """The word for a value; without spaces, commas, braces, ``>``, ``@`` or ``=``."""

    def value(self, kind: str, text: str) -> Any:
        """The value of a word. Raises NotationError if there is none."""


_WORD = r"[^\s>@=,{}]+"
_WORDS = rf"{_WORD}(?:,{_WORD})*"
_PLAIN = re.compile(rf"{_WORDS}\Z")
_SIGNS: Mapping[str, str] = {"actor": "", "target": "> ", "place": "@ "}
"""What stands before a word in its slot; before any other, its key."""


class Vocabulary:
    """The verbs of a game; writes actions as text and reads them back."""

    __slots__ = ("_readers", "verbs")

    def __init__(self, kinds: Iterable[type[Action]]) -> None:
        self.verbs: dict[str, type[Action]] = {}
        for kind in kinds:
            if not kind.verb or kind.verb in self.verbs:
                raise ValueError(f"verb {kind.verb!r} of {kind.__name__} is missing or taken")
            if [part.field for part in kind.form] != list(kind.__struct_fields__):
                raise ValueError(f"the form of {kind.__name__} is not that of its fields")
            self.verbs[kind.verb] = kind
        self._readers = {verb: _reader(kind) for verb, kind in self.verbs.items()}

    def text(self, action: Action, names: Names) -> str:
        """The notation of an action, in stable order."""
        words = [action.verb]
        for slot, field, kind, many, optional in action.form:
            value = getattr(action, field)
            if optional and (value is None or value == ()):
                continue
            word = ",".join(names.text(kind, v) for v in value) if many else names.text(kind, value)
            if slot == "actor":
                words.append(word)
            elif slot == "target":
                words.append("> " + word)
            elif slot == "place":
                words.append("@ " + word)
            else:
                words.append(f"{slot}={word}")
        return " ".join(words)

    def parse(self, text: str, names: Names) -> Action:
        """Read an action. Raises NotationError naming the word at fault."""
        reader = self._readers.get(text.partition(" ")[0])
        written = reader.written(text) if reader is not None else None
        words: Sequence[str | None]
        if reader is None or written is None:
            verb, given = _split(text)
            reader = self._readers.get(verb)
            if reader is None:
                raise NotationError(f"unknown verb {clip(verb)}; verbs: {', '.join(sorted(self.verbs))}")
            words = _in_order(reader.action, given, text)
        else:
            words = written.groups()
        value = names.value
        values: list[Any] = []
        for (kind, many), word in zip(reader.kinds, words):
            if word is None:
                values.append(() if many else None)
            elif many:
                values.append(tuple([value(kind, each) for each in word.split(",")]))
            else:
                values.append(value(kind, word))
        return reader.action(*values)

    def usage(self) -> list[str]:
        """The form of every verb, for help texts."""
        return [_usage(kind) for kind in self.verbs.values()]


class _Reader(NamedTuple):
    """How one verb is read: its words as `Vocabulary.text` writes them, and what each is."""

    action: type[Action]
    written: Callable[[str], re.Match[str] | None]
    kinds: tuple[tuple[str, bool], ...]
    """Kind and `many` of each part."""


def _reader(action: type[Action]) -> _Reader:
    pattern = re.escape(action.verb)
    for part in action.form:
        sign = _SIGNS.get(part.slot, f"{re.escape(part.slot)}=")
        pattern += rf"(?: {sign}({_WORDS if part.many else _WORD})){'?' if part.optional else ''}"
    kinds = tuple((part.kind, part.many) for part in action.form)
    return _Reader(action, re.compile(pattern).fullmatch, kinds)


def _in_order(kind: type[Action], given: Mapping[str, str], text: str) -> list[str | None]:
    """The words given for the parts of the form, None where one is left out. Raises NotationError."""
    words: list[str | None] = []
    for slot, _, what, _, optional in kind.form:
        if slot not in given and not optional:
            raise NotationError(f"{kind.verb}: {_missing(slot, what)} is missing in {clip(text)}")
        words.append(given.get(slot))
    slots = {part.slot for part in kind.form}
    for slot, word in given.items():
        if slot not in slots:
            raise NotationError(f"{kind.verb}: {clip(word)} has no place in {_usage(kind)!r}")
    return words


def _split(text: str) -> tuple[str, Mapping[str, str]]:
    """The verb and the words by slot, in whatever order and spacing. Raises NotationError."""
    verb, *words = text.replace(">", " > ").replace("@", " @ ").split() or [""]
    given: dict[str, str] = {}
    mark = "actor"
    for word in words:
        if word in (">", "@"):
            if mark not in ("actor", ""):
                raise NotationError(f"nothing stands before {word!r} in {clip(text)}")
            mark = "target" if word == ">" else "place"
            continue
        slot = mark or "actor"
        if "=" in word:
            slot, _, word = word.partition("=")
            if slot in _SIGNS or mark in ("target", "place"):
                slot = ""
        if not _PLAIN.match(word) or not slot or slot in given:
            raise NotationError(f"cannot read {clip(word)} in {clip(text)}")
        given[slot] = word
        if slot == mark:
            mark = ""
    if mark in ("target", "place"):
        raise NotationError(f"nothing follows {'>' if mark == 'target' else '@'} in {clip(text)}")
    return verb, given


def _missing(slot: str, kind: str) -> str:
    return _SIGNS[slot] + kind if slot in _SIGNS else f"{slot}={kind}"


def _usage(kind: type[Action]) -> str:
    words = [kind.verb]
    for part in kind.form:
        word = _missing(part.slot, part.kind.upper() + (",…" if part.many else ""))
        words.append(f"[{word}]" if part.optional else word)
    return " ".join(words)
