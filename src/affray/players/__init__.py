"""Computer players. They see what a seat sees (`SeatView`): options, view, imagined matches."""

from affray.players.base import Player, UnknownPlayer, make_player, play, player_names

__all__ = ["Player", "UnknownPlayer", "make_player", "play", "player_names"]
