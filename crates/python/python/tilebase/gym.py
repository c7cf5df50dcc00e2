"""A gymnasium environment whose returns are exact. Needs gymnasium: ``pip install tilebase[gym]``.

>>> import gymnasium, tilebase.gym
>>> env = gymnasium.make("tilebase/SlidingTiles-v0", puzzle="3x3")
>>> observation, info = env.reset(seed=1, options={"distance": 20})
>>> info["distance"]
20
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium
import numpy as np
import numpy.typing as npt

from ._states import as_number
from ._table import Tablebase
from ._types import Cells


class SlidingTiles(gymnasium.Env[Cells, np.int64]):
    """Slide tiles until the goal is reached.

    Observations are the cells, uint8 (cells,). Actions move the blank, see ``ACTIONS``; an illegal action
    leaves the board unchanged. Each step has the reward -1, so the optimal value of a state is minus its
    distance, ``-table.distances(observations)``. ``info`` has ``distance``, and for the next step
    ``action_mask`` (legal) and ``optimal``, bool (4,) each.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self, puzzle: str = "3x3", *, table: Tablebase | None = None, render_mode: str | None = None
    ) -> None:
        """Uses ``table`` if it is given, and otherwise opens the table of ``puzzle``."""
        self.table = table if table is not None else Tablebase(puzzle)
        if self.table._moves.gap > 1:
            raise ValueError(f"{self.table.puzzle} has no tiles that slide")
        cells = self.table.shape[0] * self.table.shape[1]
        self.observation_space = gymnasium.spaces.Box(0, cells - 1, (cells,), np.uint8)
        self.action_space = gymnasium.spaces.Discrete(self.table._moves.count)
        self.render_mode = render_mode
        self._state: Cells = self.table.at(0, 1)[0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Cells, dict[str, Any]]:
        """Starts from ``options["state"]``, or from a random state at ``options["distance"]``, or from
        any random state except the goal."""
        super().reset(seed=seed)
        options = options or {}
        if "state" in options:
            self._state = self.table._one(options["state"])
            self.table.review(self._state, "")  # ValueError if the goal is out of reach.
        elif "distance" in options:
            self._state = self.table.sample(1, options["distance"], seed=self.np_random)[0]
        else:
            self._state = self.table.at(0, 1)[0]
            while self.table.eccentricity and self.table.distance(self._state) == 0:
                self._state = self.table.sample(1, seed=self.np_random)[0]
        return self._state.copy(), self._info()

    def step(self, action: np.int64) -> tuple[Cells, SupportsFloat, bool, bool, dict[str, Any]]:
        """Moves the blank."""
        action = np.int64(as_number(action, "the action", most=self.table._moves.count - 1))
        here = self._state.reshape(1, -1)
        if self.table._moves.legal(here)[0, action]:
            self._state = self.table._moves.moved(here, np.array([action]))[0]
        info = self._info()
        return self._state.copy(), -1.0, info["distance"] == 0, False, info

    def _info(self) -> dict[str, Any]:
        return {
            "distance": self.table[self._state],
            "action_mask": self.table._moves.legal(self._state.reshape(1, -1))[0],
            "optimal": self.table.optimal_actions(self._state),
        }

    def render(self) -> Any:
        """Text for "ansi", an array (rows * 24, columns * 24, 3) for "rgb_array"."""
        grid = self._state.reshape(self.table.shape)
        if self.render_mode == "ansi":
            return "\n".join(" ".join(f"{tile:2}" if tile else " _" for tile in row) for row in grid)
        if self.render_mode == "rgb_array":
            return _picture(grid)
        return None


def _picture(grid: Cells) -> npt.NDArray[np.uint8]:
    """A picture with a square for each tile; higher numbers are brighter."""
    side = 24
    shade = np.where(grid == 0, 0, 80 + grid.astype(int) * 175 // max(int(grid.max()), 1))
    large = np.repeat(np.repeat(shade, side, axis=0), side, axis=1)
    large[::side] = large[:, ::side] = 0
    return np.stack([large // 2, large * 3 // 4, large], axis=2).astype(np.uint8)


gymnasium.register("tilebase/SlidingTiles-v0", entry_point="tilebase.gym:SlidingTiles")
