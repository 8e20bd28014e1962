"""The rules of each team, one module per team and subject; `hooks` and `occasions` ask them."""
