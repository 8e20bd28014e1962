"""The examples of the README hold."""

import doctest
from pathlib import Path


def test_readme_examples() -> None:
    readme = Path(__file__).parents[1] / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.attempted >= 6
    assert result.failed == 0
