"""The rules of each team, one module per team and subject. Nobody but `hooks` and each other asks them."""
