"""What is installed is all there is."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_package_is_installed() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
    folders = {path.parent for part in ("dsl", "interpreter") for path in (ROOT / part).rglob("*.py")}
    packages = {".".join(("cardrules", *folder.relative_to(ROOT).parts)) for folder in folders}
    assert sorted(listed) == sorted({"cardrules", "cardrules.games", *packages})
