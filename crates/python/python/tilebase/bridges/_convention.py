"""What the bridges to environments share: arrays of boards, and numbers of actions."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._encoding import as_numbers
from .._types import Cells


class Convention(NamedTuple):
    """How an environment writes boards and actions."""

    blank: int
    """The number of the blank."""
    dtype: type[np.integer[Any]]
    grid: bool
    """Whether a board has rows and columns."""
    actions: tuple[int, int, int, int]
    """The action of ``tilebase.ACTIONS`` for each of its actions."""

    def from_states(self, boards: npt.ArrayLike) -> Cells:
        """Its boards, (…, cells) or (…, rows, columns), as cells with 0 for the blank, in the same shape."""
        array = as_numbers(boards, "boards")
        if self.blank != 0 and (array == 0).any():
            raise ValueError(f"the blank of these boards is {self.blank}: a 0 is not expected in them")
        return np.where(array == self.blank, 0, array).astype(np.uint8)

    def to_states(self, states: npt.ArrayLike, shape: tuple[int, int]) -> npt.NDArray[Any]:
        """States (…, cells) as its boards: (…, rows, columns) of this shape, or flat if it takes them so."""
        cells = as_numbers(states, "states").astype(np.int64)
        boards = np.where(cells == 0, self.blank, cells).astype(self.dtype)
        return boards.reshape(*boards.shape[:-1], *shape) if self.grid else boards

    def from_actions(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Its actions as those of ``tilebase.ACTIONS``."""
        return np.take(self.actions, as_numbers(actions, "actions"))

    def to_actions(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Actions of ``tilebase.ACTIONS`` as its own."""
        return np.take(np.argsort(self.actions), as_numbers(actions, "actions"))

    def to_columns(self, per_action: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Answers (…, 4), such as those of ``optimal_actions``, with the columns in the order of its actions."""
        return per_action[..., list(self.actions)]
