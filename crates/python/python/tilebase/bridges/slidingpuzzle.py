"""slidingpuzzle: numpy (rows, columns) with 0 for the blank; a move is the (row, column) of the tile that slides.

>>> from tilebase.bridges import slidingpuzzle
>>> slidingpuzzle.from_solution([(2, 1), (2, 2)], [[1, 2, 3], [4, 5, 6], [0, 7, 8]])
[7, 8]
>>> slidingpuzzle.to_solution([7, 8], [[1, 2, 3], [4, 5, 6], [0, 7, 8]])
[(2, 1), (2, 2)]
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

PACKAGE, VERSION = "slidingpuzzle", "0.1.5"


def from_solution(solution: Iterable[tuple[int, int]], board: npt.ArrayLike) -> list[int]:
    """The tiles of its solution of a board (rows, columns): moves that ``review`` reads."""
    cells = np.array(board)
    blank, tiles = _find(cells, 0), []
    for here in solution:
        tiles.append(int(cells[here]))
        cells[blank], cells[here] = cells[here], 0
        blank = here
    return tiles


def to_solution(tiles: Iterable[int], board: npt.ArrayLike) -> list[tuple[int, int]]:
    """Tiles, such as ``Solution.tiles``, as its moves from a board (rows, columns)."""
    cells = np.array(board)
    blank, moves = _find(cells, 0), []
    for tile in tiles:
        here = _find(cells, int(tile))
        moves.append(here)
        cells[blank], cells[here] = cells[here], 0
        blank = here
    return moves


def _find(cells: npt.NDArray[np.integer], tile: int) -> tuple[int, int]:
    found = np.argwhere(cells == tile)
    if len(found) != 1:
        raise ValueError(f"tile {tile} is {len(found)} times on the board, not once")
    row, column = found[0].tolist()
    return row, column
