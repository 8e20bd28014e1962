"""Write the page's types, `static/types.d.ts`, from the Structs of the protocol; ``--check`` compares."""

from __future__ import annotations

import sys
import types
import typing
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec

from affray.engine import forms, present
from affray.web import messages

TARGET = Path(__file__).parents[1] / "src/affray/web/static/types.d.ts"
HEAD = "// Made by scripts/make_types.py from the Structs of the protocol. Not to be edited.\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}
UNIONS = {
    "Board": present.Board,
    "FromPage": messages.FromPage,
    "ToPage": messages.ToPage,
}


def structs() -> list[type[msgspec.Struct]]:
    """All Structs that travel, in the order of the modules."""
    found = []
    for module in (present, forms, messages):
        for value in vars(module).values():
            if (
                isinstance(value, type)
                and issubclass(value, msgspec.Struct)
                and value.__module__ == module.__name__
            ):
                found.append(value)
    return found


def written(kind: Any) -> str:
    """A Python type as TypeScript writes it."""
    if kind in PLAIN:
        return PLAIN[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is typing.Annotated:
        return written(args[0])
    if origin is Literal:
        return " | ".join(f'"{arg}"' for arg in args)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(written(arg) for arg in args)
    if origin is dict:
        return f"Record<string, {written(args[1])}>"
    if origin in (list, tuple):
        if origin is list or args[-1] is Ellipsis:
            return f"readonly ({written(args[0])})[]"
        return f"readonly [{', '.join(written(arg) for arg in args)}]"
    name: str = kind.__name__
    return name


def text() -> str:
    """The whole file."""
    parts = [HEAD]
    for struct in structs():
        lines = [f"export interface {struct.__name__} {{"]
        if tag := struct.__struct_config__.tag:
            lines.append(f'  readonly type: "{tag}";')
        hints = typing.get_type_hints(struct, include_extras=True)
        lines += [
            f"  readonly {field.name}: {written(hints[field.name])};"
            for field in msgspec.structs.fields(struct)
        ]
        parts.append("\n".join([*lines, "}\n"]))
    for name, union in UNIONS.items():
        parts.append(f"export type {name} = {' | '.join(arg.__name__ for arg in get_args(union))};\n")
    return "\n".join(parts)


def main() -> int:
    """Returns 1 if a check finds a difference."""
    if "--check" in sys.argv:
        same = TARGET.exists() and TARGET.read_text() == text()
        if not same:
            print(f"{TARGET.name} differs: run scripts/make_types.py")
        return 0 if same else 1
    TARGET.write_text(text())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
