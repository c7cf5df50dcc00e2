"""Bars for long builds: ``Tablebase("3x4", progress=tilebase.progress.bar("3x4"))``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from ._answers import Level


def bar(name: str = "") -> Callable[[Level], None]:
    """A callback that shows how many states a build has reached: as a tqdm bar, or as lines of text if
    tqdm is not installed. Both go to standard error.

    >>> import tilebase
    >>> table = tilebase.Tablebase("3x3", progress=bar("3x3"))
    """
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return lambda level: print(
            f"{name} level {level.depth}: {level.reached:,} of {level.total:,} states", file=sys.stderr
        )
    shown: tqdm[Any] | None = None

    def advance(level: Level) -> None:
        nonlocal shown
        # A new build, perhaps of the next pattern database, begins with the goal.
        if shown is None or level.reached < shown.n:
            shown = tqdm(total=level.total, desc=name, unit=" states", unit_scale=True, leave=False)
        shown.set_postfix(level=level.depth, refresh=False)
        shown.update(level.reached - shown.n)
        if level.reached == level.total:
            shown.close()

    return advance
