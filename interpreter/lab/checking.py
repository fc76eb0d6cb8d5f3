"""What `cardrules check` does with a file: looks it over, runs its examples, plays it. Loaded only where that was not done before."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from ...dsl import ir
from ...dsl.diagnostics import Report
from ...dsl.finding import Shelf
from ...dsl.lint import look_over
from ...dsl.load import load, of_bytes
from ...dsl.rehearsal import load_with_examples
from ..home import directory
from ..machine.state.game import Game
from .budget import Budget, Progress, Result
from .checked import Looked
from .examples import rehearse
from .findings import Finding

if TYPE_CHECKING:
    from .settings import Setting


def look(file: str, examples: str | None, data: bytes | None, shelf: Shelf) -> tuple[ir.Game, Looked]:
    """The game of a file that holds this, and what is found without playing it. examples: a file whose examples are run instead.

    Raises RuleError.
    """
    game = of_bytes(data, Path(file), shelf)
    rehearsed = game if examples is None else load_with_examples(file, examples)
    changed = [variant.name for variant in game.variants.values() if variant.replaces]
    others = tuple(of_bytes(data, Path(file), Shelf(Report(file=file)), name) for name in changed)
    return game, (look_over(game, others), len(rehearsed.examples), rehearse(rehearsed))


def play(file: str, game: ir.Game, budget: Budget, progress: Callable[[Progress], None]) -> Result:
    """Random games of a file; those that show a fault are kept."""
    from .playtest import Playtest

    result = Playtest(game, partial(prepared, file, game), budget, progress).run()
    result.findings = _saved(result.findings, Path(file).resolve())
    return result


def prepared(file: str, game: ir.Game, setting: Setting) -> Game:
    """The game for a setting; its file is read anew only for a variant that replaces rules."""
    changed = setting.variant is not None and game.variants[setting.variant].replaces
    wanted = load(file, variant=setting.variant) if changed else game
    return Game(replace(wanted, examples=()), setting.variant, setting.options)  # lowered much sooner without its examples


def _saved(findings: list[Finding], file: Path) -> list[Finding]:
    """The findings with their games written where `cardrules replay` can read them: in one place for each file, where those of its last
    check go. As they were where nothing can be written."""
    folder = directory() / "findings" / f"{file.stem}-{sha256(str(file).encode()).hexdigest()[:8]}"
    try:
        for old in folder.glob("*.game"):
            old.unlink()
        return [_written(finding, folder, number) for number, finding in enumerate(findings, 1)]
    except OSError:
        return findings


def _written(finding: Finding, folder: Path, number: int) -> Finding:
    if finding.log is None:
        return finding
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{number}-{finding.kind.replace(' ', '-')}.game"
    path.write_text("".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in finding.log), encoding="utf-8")
    return replace(finding, saved=str(path))
