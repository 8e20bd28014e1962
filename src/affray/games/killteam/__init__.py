"""Kill Team."""
