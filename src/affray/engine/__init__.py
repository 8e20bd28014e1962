"""The kernel: requests, dice, actions, matches, odds, records and cases. It knows no game."""
