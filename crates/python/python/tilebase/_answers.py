"""Answers about one state, or ragged ones about many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from . import show
from ._types import Cells, Distances


class Level(NamedTuple):
    """A finished level of a build."""

    depth: int
    """Distance of the level from the goal, in moves."""
    new: int
    """States first reached at this distance."""
    reached: int
    """States reached so far, this level included."""
    total: int
    """States there are; some may be out of reach."""


OnLevel: TypeAlias = Callable[[Level], object]


def on_level(progress: OnLevel | None) -> Callable[[int, int, int, int], object] | None:
    """A callback of levels as the native part calls it."""
    if progress is None:
        return None
    return lambda depth, new, reached, total: progress(Level(depth, new, reached, total))


class Hint(NamedTuple):
    """A legal move."""

    action: int
    """Where the blank goes (see ``ACTIONS``); in a row, the leftmost cell of the stones that jump."""
    tile: int
    """The tile that slides; in a row, the same cell."""
    distance: int
    """The distance of the state after the move."""
    state: Cells
    """That state, of shape (cells,)."""


@dataclass(frozen=True, eq=False)
class Solution:
    """A shortest solution. ``len()`` is its number of moves."""

    states: Cells
    """(moves + 1, cells): both ends included."""
    tiles: npt.NDArray[np.uint8]
    """(moves,): which tile slides; in a row, the leftmost cell of the stones that jump."""
    actions: npt.NDArray[np.uint8]
    """(moves,): where the blank goes (see ``ACTIONS``); in a row, the same as ``tiles``."""
    shape: tuple[int, int]
    """Rows and columns."""

    def __len__(self) -> int:
        return len(self.tiles)

    def __repr__(self) -> str:
        return f"<Solution: {len(self)} moves: {' '.join(map(str, self.tiles))}>"

    def _repr_html_(self) -> str:
        return show.path_svg(self.states, self.shape)


class Solutions(NamedTuple):
    """Shortest solutions of many states, one after another: those of state i are
    ``tiles[starts[i]:starts[i + 1]]``."""

    lengths: Distances
    """(n,): moves, -1 where the goal is out of reach."""
    tiles: npt.NDArray[np.uint8]
    """(moves of all,): which tile slides."""
    actions: npt.NDArray[np.uint8]
    """(moves of all,): where the blank goes."""
    starts: npt.NDArray[np.int64]
    """(n + 1,): where each solution starts."""
    generated: npt.NDArray[np.int64]
    """(n,): states that a search generated; 0 from a table."""

    def tiles_of(self, i: int) -> npt.NDArray[np.uint8]:
        """(lengths[i],): the tiles of one solution."""
        return self.tiles[self.starts[i] : self.starts[i + 1]]

    def actions_of(self, i: int) -> npt.NDArray[np.uint8]:
        """(lengths[i],): the actions of one solution."""
        return self.actions[self.starts[i] : self.starts[i + 1]]


@dataclass(frozen=True, eq=False)
class Review:
    """A game that was played, with the distance after every move."""

    states: Cells
    """(moves + 1, cells)."""
    tiles: npt.NDArray[np.uint8]
    """(moves,)."""
    actions: npt.NDArray[np.uint8]
    """(moves,)."""
    distances: Distances
    """(moves + 1,): the distance of each of ``states``."""
    shape: tuple[int, int]
    """Rows and columns."""

    @property
    def optimal(self) -> npt.NDArray[np.bool_]:
        """(moves,): whether each move led nearer to the goal."""
        return np.diff(self.distances) < 0

    @property
    def wasted(self) -> int:
        """Moves made and moves still to make, less the distance at the start: 0 for a game without a mistake."""
        return int(len(self.tiles) + self.distances[-1] - self.distances[0])

    def __len__(self) -> int:
        return len(self.tiles)

    def __repr__(self) -> str:
        return f"<Review: {len(self)} moves, {self.wasted} wasted, {self.distances[-1]} from the goal>"

    def _repr_html_(self) -> str:
        labels = [str(distance) for distance in self.distances]
        return show.path_svg(self.states, self.shape, labels=labels, marked=np.flatnonzero(~self.optimal) + 1)


class Bounds(NamedTuple):
    """What a search has proven of a distance."""

    lower: int
    """No solution has fewer moves."""
    upper: int | None
    """Moves of the best solution known; None before there is one."""
    moves: npt.NDArray[np.uint8] | None
    """(upper,): the leftmost cells of the stones that jump."""
    proof: Literal["construction+bound", "search", "table"] | None
    """Why no solution is shorter; None where it is not known."""
