"""Searches guided by heuristics of your own: functions of arrays of states.

A heuristic takes states, uint8 (n, cells), and returns n numbers: estimates of the moves to the goal. It
may be a function, a ``tilebase.Heuristic``, or a network. Both searches call it with many states at once.
They end at a single state: a goal that leaves cells open is a ValueError.

>>> import numpy as np
>>> import tilebase.search
>>> table = tilebase.Tablebase("3x3")
>>> def misplaced(states):
...     return ((states != table.goal) & (states > 0)).sum(axis=1)
>>> len(tilebase.search.a_star(table, "867254301", misplaced))
31
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

import numpy as np
import numpy.typing as npt

from ._answers import Solution
from ._states import Puzzle, as_number
from ._types import Cells, StateLike

__all__ = ["a_star", "beam"]


class _Tree:
    """The states reached until now, and the move that led to each."""

    def __init__(self, puzzle: Puzzle, heuristic: Callable[[Cells], npt.ArrayLike], state: StateLike) -> None:
        self._puzzle, self._heuristic = puzzle, heuristic
        if not all(cell.isdigit() for cell in puzzle._goal.split()):
            raise ValueError(f"the goal {puzzle._goal} is not a single state, which these searches end at")
        self.goal = puzzle._one(puzzle._goal).tobytes()
        self.start = puzzle._one(state).tobytes()
        # For each state its least number of moves, the state before it, and the action.
        self.reached: dict[bytes, tuple[int, bytes, int]] = {self.start: (0, b"", -1)}

    def estimates(self, states: list[bytes]) -> npt.NDArray[np.float64]:
        found = np.asarray(self._heuristic(self._array(states)), dtype=np.float64)
        if found.shape != (len(states),):
            raise ValueError(f"the heuristic returned an array of shape {found.shape} for {len(states)} states")
        if np.isnan(found).any():
            raise ValueError("the heuristic returned NaN, which is not a number of moves")
        return found

    def expand(self, states: list[bytes]) -> list[bytes]:
        """The successors, each once, that are new or reached by fewer moves than before."""
        cells, moves = self._array(states), self._puzzle._moves
        better: dict[bytes, None] = {}
        legal = moves.legal(cells)
        for action in range(moves.count):
            at = np.flatnonzero(legal[:, action])
            after = moves.moved(cells[at], np.full(len(at), action)) if len(at) else cells[:0]
            for place, child in zip(at.tolist(), after):
                before, key = states[place], child.tobytes()
                cost = self.reached[before][0] + 1
                if key not in self.reached or cost < self.reached[key][0]:
                    self.reached[key] = (cost, before, action)
                    better[key] = None
        return list(better)

    def solution(self, proven: bool) -> Solution:
        states, at = [self.goal], self.goal
        actions: list[int] = []
        while at != self.start:
            _, at, action = self.reached[at]
            states.append(at)
            actions.append(action)
        path = self._array(states[::-1])
        taken = np.array(actions[::-1], dtype=np.uint8)
        tiles = taken
        if self._puzzle._actions.gap == 1:
            # The tile to press stands where the blank goes.
            tiles = path[np.arange(len(taken)), (path[1:] == 0).argmax(axis=1)]
        return Solution(path, tiles, taken, " ".join(map(str, tiles)), self._puzzle.shape, None if proven else 0)

    def _array(self, states: list[bytes]) -> Cells:
        return np.frombuffer(b"".join(states), dtype=np.uint8).reshape(len(states), -1).copy()


def a_star(
    puzzle: Puzzle,
    state: StateLike,
    heuristic: Callable[[Cells], npt.ArrayLike],
    *,
    weight: float = 1.0,
    batch: int = 256,
    limit: int | None = None,
) -> Solution | None:
    """A solution by A*, which expands ``batch`` states at a time.

    It is shortest if the estimates never exceed the distance and ``weight`` is 1. A greater weight finds
    longer solutions sooner. None if the goal is out of reach, or if more than ``limit`` states were reached.

    >>> import tilebase.search
    >>> table = tilebase.Tablebase("3x3")
    >>> tilebase.search.a_star(table, "123456078", tilebase.Heuristic("3x3", "manhattan")).letters
    'L2'
    """
    batch = as_number(batch, "batch", 1)
    if not 0 <= weight < np.inf:
        raise ValueError(f"weight must be a number from 0, not {weight}")
    if limit is not None:
        limit = as_number(limit, "limit")
    tree = _Tree(puzzle, heuristic, state)
    queue = [(weight * float(tree.estimates([tree.start])[0]), 0, 0, tree.start)]
    met = 0
    while queue:
        # When the goal is the best that is left, nothing shorter is.
        known = tree.reached.get(tree.goal)
        if known is not None and known[0] <= queue[0][0]:
            return tree.solution(weight == 1.0)
        if limit is not None and len(tree.reached) > limit:
            return None
        taken: list[bytes] = []
        while queue and len(taken) < batch:
            _, behind, _, key = heappop(queue)
            # An entry from before a shorter way was found is passed over.
            if -behind == tree.reached[key][0]:
                taken.append(key)
        beyond = tree.expand(taken) if taken else []
        if beyond:
            for key, estimate in zip(beyond, tree.estimates(beyond).tolist()):
                met += 1
                cost = tree.reached[key][0]
                heappush(queue, (cost + weight * estimate, -cost, met, key))
    return tree.solution(weight == 1.0) if tree.goal in tree.reached else None


def beam(
    puzzle: Puzzle,
    state: StateLike,
    heuristic: Callable[[Cells], npt.ArrayLike],
    width: int,
    *,
    most: int = 1000,
) -> Solution | None:
    """A solution by a beam: of the states at each number of moves, the ``width`` with the least estimates
    are expanded. None if the goal is not reached in ``most`` moves, or the beam runs out of new states.

    >>> import tilebase.search
    >>> table = tilebase.Tablebase("3x3")
    >>> len(tilebase.search.beam(table, "867254301", tilebase.Heuristic("3x3", "manhattan"), 10_000))
    31
    """
    width, most = as_number(width, "width", 1), as_number(most, "most")
    tree = _Tree(puzzle, heuristic, state)
    level = [tree.start]
    for _ in range(most):
        if tree.goal in tree.reached:
            return tree.solution(False)
        if level:
            level = tree.expand(level)
        if len(level) > width:
            order = np.argsort(tree.estimates(level), kind="stable")
            level = [level[place] for place in order[:width].tolist()]
    return tree.solution(False) if tree.goal in tree.reached else None
