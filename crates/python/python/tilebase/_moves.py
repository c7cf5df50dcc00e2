"""Moves of many states at once, in numpy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ._types import Cells


class Moves:
    """The moves of one puzzle, as actions."""

    def __init__(self, destinations: npt.NDArray[np.int16], board: bool, block: int) -> None:
        """``destinations`` (cells, actions): the cell to which each action brings the gap from each cell, -1
        if it cannot be taken. ``block`` is the width of the gap."""
        self._destinations = destinations.astype(np.intp)
        self._board = board
        self._block = block

    @property
    def gap(self) -> int:
        """The number of cells of the gap."""
        return self._block

    @property
    def count(self) -> int:
        """The number of actions."""
        return int(self._destinations.shape[1])

    def legal(self, cells: Cells) -> npt.NDArray[np.bool_]:
        """(n, cells) -> (n, actions): which actions can be taken."""
        taken: npt.NDArray[np.bool_] = self._destinations[(cells == 0).argmax(axis=1)] >= 0
        return taken

    def moved(self, cells: Cells, action: npt.NDArray[np.integer]) -> Cells:
        """(n, cells) and (n,) -> (n, cells): the states after actions that can be taken."""
        after = cells.copy()
        each = np.arange(len(cells))
        gap = (cells == 0).argmax(axis=1)
        to = self._destinations[gap, action]
        if not self._board:
            for offset in range(self._block):
                after[each, gap + offset] = cells[each, to + offset]
                after[each, to + offset] = 0
            return after
        # Tiles slide one after another into the cell that the one before has left.
        tiles = action // 4 + 1
        step = (to - gap) // tiles
        for slid in range(int(tiles.max(initial=0))):
            each = np.flatnonzero(tiles > slid)
            here = gap[each] + slid * step[each]
            after[each, here] = after[each, here + step[each]]
        after[np.arange(len(cells)), to] = 0
        return after
