"""The rulesets, one package each; a game never imports another game."""
