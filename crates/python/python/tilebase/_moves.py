"""Moves of many states at once, in numpy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ._states import Cells

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Where the blank goes with each action: rows and columns."""


def legal(cells: Cells, shape: tuple[int, int], block: int | None) -> npt.NDArray[np.bool_]:
    """(n, cells) -> (n, actions): which moves can be made. ``block`` is None for boards."""
    gap = (cells == 0).argmax(axis=1)
    if block is None:
        row, column = np.divmod(gap, shape[1])
        ways = [(row + down, column + right) for down, right in STEPS]
        return np.stack([(0 <= r) & (r < shape[0]) & (0 <= c) & (c < shape[1]) for r, c in ways], axis=1)
    left = np.arange(cells.shape[1])
    apart = np.abs(left[None, :] - gap[:, None]) >= block
    inside: npt.NDArray[np.bool_] = apart & (left + block <= cells.shape[1])
    return inside


def moved(cells: Cells, action: npt.NDArray[np.integer], shape: tuple[int, int], block: int | None) -> Cells:
    """(n, cells) and (n,) -> (n, cells): the states after legal moves."""
    after = cells.copy()
    gap = (cells == 0).argmax(axis=1)
    to = action if block is not None else gap + np.array([down * shape[1] + right for down, right in STEPS])[action]
    each = np.arange(len(cells))
    for offset in range(block or 1):
        after[each, gap + offset] = cells[each, to + offset]
        after[each, to + offset] = 0
    return after
