"""fifteen-puzzle-solvers: a solution is a list of boards, each a list of rows, the start first.

>>> from tilebase import Tablebase
>>> from tilebase.bridges import fifteen_puzzle_solvers
>>> solution = Tablebase("3x3").solve("123456078")
>>> boards = fifteen_puzzle_solvers.to_solution(solution.states, 3)
>>> len(boards), fifteen_puzzle_solvers.from_solution(boards)
(3, [7, 8])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

PACKAGE, VERSION = "fifteen-puzzle-solvers", "2.0.3"


def from_solution(boards: Iterable[Sequence[Sequence[int]]]) -> list[int]:
    """The tiles that slide between its boards (``position`` of its puzzles): moves that ``review`` reads."""
    cells = [np.array(board).reshape(-1) for board in boards]
    return [int(after[(before == 0).argmax()]) for before, after in zip(cells, cells[1:])]


def to_solution(states: npt.ArrayLike, size: int) -> list[list[list[int]]]:
    """States (n, cells), such as ``Solution.states``, as its boards."""
    boards: list[list[list[int]]] = np.asarray(states).reshape(-1, size, size).tolist()
    return boards
