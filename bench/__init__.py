"""Speed, measured with a machine-readable report: ``python bench/run.py``."""
