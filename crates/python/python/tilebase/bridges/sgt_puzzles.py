"""Simon Tatham's Portable Puzzle Collection, Fifteen: game IDs with the width first.

>>> from tilebase.bridges import sgt_puzzles
>>> sgt_puzzles.to_id([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 10, 11], (3, 4))  # three rows, four columns
'4x3:1,2,3,4,5,6,7,8,9,0,10,11'
>>> sgt_puzzles.from_id("4x3:1,2,3,4,5,6,7,8,9,0,10,11").shape
(3, 4)
"""

import numpy as np
import numpy.typing as npt

from .._types import Cells

PACKAGE, VERSION = "sgt-puzzles", "20230122.806ae71-2"


def from_id(game: str) -> Cells:
    """The board of a game ID, uint8 (rows, columns)."""
    size, _, cells = game.partition(":")
    columns, rows = map(int, size.split("x"))
    return np.array([int(cell) for cell in cells.split(",")], np.uint8).reshape(rows, columns)


def to_id(state: npt.ArrayLike, shape: tuple[int, int]) -> str:
    """A state as a game ID."""
    rows, columns = shape
    return f"{columns}x{rows}:{','.join(map(str, np.asarray(state).reshape(-1).tolist()))}"
