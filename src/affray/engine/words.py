"""How messages quote what they speak of."""


def clip(value: object, length: int = 60) -> str:
    """A value as messages quote it: its repr, shortened; safe for input of any size."""
    text = repr(value[:length] if isinstance(value, str) else value)
    return text if len(text) <= length else text[: length - 1] + "…"
