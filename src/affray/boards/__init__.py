"""Geometry only: maps of places, without a word of any game."""
