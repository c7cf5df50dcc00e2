"""Answers about one state, and answers of different lengths about many states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from . import show
from ._letters import Letters
from ._types import Cells, Distances


def counted(number: int, thing: str) -> str:
    """A number of things, with the name of one of them."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


class Level(NamedTuple):
    """A finished level of a build.

    >>> import tilebase
    >>> levels = []
    >>> table = tilebase.Tablebase("2x2", progress=levels.append)
    >>> levels[1]
    Level(depth=1, new=2, reached=3, total=12)
    """

    depth: int
    """Distance of the level from the goal, in moves."""
    new: int
    """States first reached at this distance."""
    reached: int
    """States reached up to and including this level."""
    total: int
    """All states; some may be out of reach."""


OnLevel: TypeAlias = Callable[[Level], object]


def on_level(progress: OnLevel | None) -> Callable[[int, int, int, int], object] | None:
    """Converts a callback with a ``Level`` to one that the native part can call."""
    if progress is None:
        return None
    return lambda depth, new, reached, total: progress(Level(depth, new, reached, total))


class Hint(NamedTuple):
    """A legal move.

    >>> import tilebase
    >>> best = tilebase.Tablebase("3x3").hints("123456708")[0]
    >>> best.action, best.tile, best.distance, best.state
    (1, 8, 0, array([1, 2, 3, 4, 5, 6, 7, 8, 0], dtype=uint8))
    """

    action: int
    """The direction of the blank (see ``ACTIONS``); in a row, the leftmost cell of the stones that jump."""
    tile: int
    """The tile that slides; in a row, the same cell."""
    distance: int | None
    """The distance of the state after the move; None if it is not proven."""
    state: Cells
    """That state, of shape (cells,)."""
    lower: int
    """What is proven of that distance: it is not less."""
    upper: int | None
    """The moves of the best solution known of that state; None before there is one."""


class Solution:
    """A solution, a shortest one if ``optimal``. ``len()`` is its number of moves; a notebook shows its
    boards.

    >>> import tilebase
    >>> found = tilebase.Tablebase("3x3").solve("123456078")
    >>> len(found), found.tiles, found.actions, found.states.shape
    (2, array([7, 8], dtype=uint8), array([1, 1], dtype=uint8), (3, 9))
    """

    states: Cells
    """(moves + 1, cells): the states from start to goal, both included."""
    tiles: npt.NDArray[np.uint8]
    """(moves,): the tiles that slide; in a row, the leftmost cell of the stones that jump."""
    actions: npt.NDArray[np.uint8]
    """(moves,): the directions of the blank (see ``ACTIONS``); in a row, the same as ``tiles``."""
    written: str
    """The moves as ``review`` reads them: on an open line with the cell where a block lands, as in ``1-7``,
    and with ``t`` if it is turned round. ``tilebase.search`` writes ``tiles`` alone."""
    shape: tuple[int, int]
    """Rows and columns."""
    lower_bound: int
    """No solution has fewer moves."""

    def __init__(
        self,
        states: Cells,
        tiles: npt.NDArray[np.uint8],
        actions: npt.NDArray[np.uint8],
        written: str,
        shape: tuple[int, int],
        lower_bound: int | None = None,
    ) -> None:
        self.states, self.tiles, self.actions, self.shape = states, tiles, actions, shape
        self.written = written
        self.lower_bound = len(tiles) if lower_bound is None else lower_bound

    @property
    def optimal(self) -> bool:
        """Whether it is proven that no solution is shorter.

        >>> import tilebase
        >>> tilebase.Tablebase("3x3").solve("123456078").optimal
        True
        """
        return self.lower_bound == len(self)

    @property
    def letters(self) -> Letters:
        """The directions in which the tiles slide, ``U D L R``, a run of three as ``R3``; empty for a row.

        >>> import tilebase
        >>> tilebase.Tablebase("3x3").solve("123456078").letters
        'L2'
        """
        if self.shape[0] == 1:
            return Letters("")
        # The blank goes up where a tile slides down.
        return Letters("".join(f"{'DLUR'[action % 4]}{action // 4 + 1}" for action in self.actions.tolist()))

    def __len__(self) -> int:
        return len(self.tiles)

    def __repr__(self) -> str:
        least = "" if self.optimal else f", at least {self.lower_bound}"
        return f"<Solution: {counted(len(self), 'move')}{least}: {self.written}>"

    def _repr_html_(self) -> str:
        return show.path_svg(self.states, self.shape)


class Stage(NamedTuple):
    """A stage of a solution.

    >>> import tilebase
    >>> tilebase.Tablebase("3x3").solve_stages("867254301", "1-3/rest").stages[0]
    Stage(tiles='1-3', length=21, end=21, optimal=True)
    """

    tiles: str
    """The tiles that come into place, such as ``1-3`` or ``5,9,13``; ``rest`` for all that are left."""
    length: int
    """Its moves."""
    end: int
    """The moves up to its end: ``states[end]`` is the state there."""
    optimal: bool
    """Whether it is proven that no shorter way leads from its start to its goal."""


class ReviewedStage(NamedTuple):
    """The grades of a stage of a game.

    >>> import tilebase
    >>> tilebase.Tablebase("3x3").review_stages("123406758", "5 5", "1-3/rest")[1].left
    2
    """

    tiles: str
    """The tiles that come into place, such as ``1-3`` or ``5,9,13``; ``rest`` for all that are left."""
    distance: int
    """The least number of moves from where it began."""
    made: int
    """The moves made in it."""
    left: int
    """The moves still to make after the game; 0 if the stage was finished."""
    wasted: int
    """``made + left - distance``."""


class StagedSolution(Solution):
    """A solution stage by stage. Stages are as short as possible, but the whole solution need not be.

    >>> import tilebase
    >>> found = tilebase.Tablebase("3x3").solve_stages("867254301", "rows")
    >>> len(found), [stage.end for stage in found.stages], found.lower_bound
    (35, [21, 35], 21)
    """

    stages: list[Stage]
    """The stages, in order."""

    def __repr__(self) -> str:
        return f"<StagedSolution: {counted(len(self), 'move')}: " + ", ".join(f"{one.tiles}: {one.length}" for one in self.stages) + ">"


class Solutions(NamedTuple):
    """Solutions of many states, shortest ones if ``lengths == lower_bounds``. The tiles of state i are
    ``tiles[starts[i]:starts[i + 1]]``.

    >>> import tilebase
    >>> found = tilebase.Tablebase("3x3").paths(["123456078", "123456708"])
    >>> found.lengths, found.tiles, found.starts
    (array([2, 1], dtype=int16), array([7, 8, 8], dtype=uint8), array([0, 2, 3]))
    """

    lengths: Distances
    """(n,): the number of moves, -1 if the goal is out of reach."""
    tiles: npt.NDArray[np.uint8]
    """(moves of all,): the tiles that slide."""
    actions: npt.NDArray[np.uint8]
    """(moves of all,): the directions of the blank."""
    starts: npt.NDArray[np.int64]
    """(n + 1,): the index at which each solution starts."""
    generated: npt.NDArray[np.int64]
    """(n,): the number of states that a search generated; 0 from a table."""
    lower_bounds: Distances
    """(n,): no solution has fewer moves; -1 if the goal is out of reach."""

    def tiles_of(self, i: int) -> npt.NDArray[np.uint8]:
        """The tiles of one solution, uint8 (lengths[i],).

        >>> import tilebase
        >>> tilebase.Tablebase("3x3").paths(["123456078", "123456708"]).tiles_of(0)
        array([7, 8], dtype=uint8)
        """
        return self.tiles[self.starts[i] : self.starts[i + 1]]

    def actions_of(self, i: int) -> npt.NDArray[np.uint8]:
        """The actions of one solution, uint8 (lengths[i],).

        >>> import tilebase
        >>> tilebase.Tablebase("3x3").paths(["123456078", "123456708"]).actions_of(0)
        array([1, 1], dtype=uint8)
        """
        return self.actions[self.starts[i] : self.starts[i + 1]]


UNKNOWN = -2
"""The number in place of a distance that is not proven."""


class Labels(NamedTuple):
    """What is proven of many states: labels for a value and a policy. The leading dimensions are those of
    the states; ``tilebase.UNKNOWN`` stands where a distance is not proven.

    >>> import tilebase
    >>> labels = tilebase.Solver("3x3", "manhattan").labels(["123456078", "213456780"])
    >>> labels.distances, labels.lower_bounds, labels.optimal.sum(axis=1)
    (array([ 2, -1], dtype=int16), array([ 2, -1], dtype=int16), array([1, 0]))
    """

    distances: Distances
    """(…): the distances, -1 if the goal is out of reach."""
    lower_bounds: Distances
    """(…): no solution has fewer moves; -1 if the goal is out of reach."""
    optimal: npt.NDArray[np.bool_]
    """(…, actions): which moves are proven to lead one move nearer."""
    action_distances: Distances
    """(…, actions): the distance after each move, -1 if it is not legal or the goal is out of reach."""


def labels_of(lower: Distances, upper: Distances, after_lower: Distances, after_upper: Distances) -> Labels:
    """Labels from bounds; an upper bound is -1 if no solution is known."""
    unknown = np.int16(UNKNOWN)
    known = lower == upper
    return Labels(
        np.where(known, lower, unknown),
        lower,
        (after_upper >= 0) & (after_upper < lower[..., None]) & known[..., None],
        np.where(after_lower == after_upper, after_lower, unknown),
    )


class Mistake(NamedTuple):
    """A run of moves of a game, none of which was optimal.

    >>> import tilebase
    >>> tilebase.Tablebase("3x3").review("123456708", "7 7 8", better=True).mistakes
    [Mistake(first=1, last=1, wasted=2, better=array([8], dtype=uint8), letters='L', written='8')]
    """

    first: int
    """The number of the first move, from 1."""
    last: int
    """The number of the last."""
    wasted: int | None
    """The moves wasted; None if that is not proven."""
    better: npt.NDArray[np.uint8]
    """The tiles of a shortest solution from before the first move, or of the best one known."""
    letters: Letters
    """The directions of these tiles; empty for a row."""
    written: str
    """The moves of the better line as ``review`` reads them (see ``Solution.written``)."""


class Review:
    """A game that was played, with the distance after every move. ``len()`` is its number of moves; a
    notebook shows its boards and frames its mistakes.

    >>> import tilebase
    >>> game = tilebase.Tablebase("3x3").review("123456708", "7 7 8")
    >>> game.distances, len(game)
    (array([1, 2, 1, 0], dtype=int16), 3)
    """

    states: Cells
    """(moves + 1, cells): the states from the first to the last."""
    tiles: npt.NDArray[np.uint8]
    """(moves,): the tiles that slid."""
    actions: npt.NDArray[np.uint8]
    """(moves,): the directions of the blank."""
    written: str
    """The moves as ``review`` reads them (see ``Solution.written``)."""
    distances: Distances
    """(moves + 1,): the distance of each of ``states``, -1 where it is not proven."""
    lower: Distances
    """(moves + 1,): what is proven of each distance: it is not less."""
    upper: Distances
    """(moves + 1,): the moves of the best solution known of each state, -1 before there is one."""
    shape: tuple[int, int]
    """Rows and columns."""
    mistakes: list[Mistake] | None
    """The runs of moves that were not optimal, each with a better line, if they were asked for."""

    def __init__(
        self,
        states: Cells,
        tiles: npt.NDArray[np.uint8],
        actions: npt.NDArray[np.uint8],
        written: str,
        lower: Distances,
        upper: Distances,
        shape: tuple[int, int],
        mistakes: list[Mistake] | None = None,
    ) -> None:
        self.states, self.tiles, self.actions, self.shape = states, tiles, actions, shape
        self.lower, self.upper, self.mistakes = lower, upper, mistakes
        self.written = written
        self.distances = np.where(lower == upper, lower, np.int16(-1))

    @property
    def optimal(self) -> npt.NDArray[np.bool_]:
        """Whether each move is proven to have led nearer to the goal, bool (moves,).

        >>> import tilebase
        >>> tilebase.Tablebase("3x3").review("123456708", "7 7 8").optimal
        array([False,  True,  True])
        """
        return (self.upper[1:] >= 0) & (self.upper[1:] < self.lower[:-1])

    @property
    def wasted(self) -> int | None:
        """The moves made and still to make, minus the distance at the start: 0 for a game without a mistake.
        None if these distances are not proven.

        >>> import tilebase
        >>> tilebase.Tablebase("3x3").review("123456708", "7 7 8").wasted
        2
        """
        if min(self.distances[0], self.distances[-1]) < 0:
            return None
        return int(len(self.tiles) + self.distances[-1] - self.distances[0])

    def __len__(self) -> int:
        return len(self.tiles)

    def __repr__(self) -> str:
        wasted = "" if self.wasted is None else f", {self.wasted} wasted"
        return f"<Review: {counted(len(self), 'move')}{wasted}, {self._left[-1]} from the goal>"

    @property
    def _left(self) -> list[str]:
        """The bounds of each distance, in words."""
        bounds = zip(self.lower.tolist(), self.upper.tolist())
        return [str(lower) if lower == upper else f"{lower} to {upper}" if upper >= 0 else f"at least {lower}"
                for lower, upper in bounds]  # fmt: skip

    def _repr_html_(self) -> str:
        # Moves that may have led nearer are no mistakes.
        wrong = (self.upper[:-1] >= 0) & (self.lower[1:] >= self.upper[:-1])
        return show.path_svg(self.states, self.shape, labels=self._left, marked=np.flatnonzero(wrong) + 1)


class Bounds(NamedTuple):
    """The bounds that a search has proven for a distance, in moves.

    >>> import tilebase
    >>> tilebase.solve_row("oshidori-kinds-3")
    Bounds(lower=3, upper=3, moves=array([3, 1, 6], dtype=uint8), proof='construction+bound', written='3 1 6')
    """

    lower: int
    """No solution has fewer moves."""
    upper: int | None
    """Moves of the best solution known; None before there is one."""
    moves: npt.NDArray[np.uint8] | None
    """(upper,): the tiles that slide; in a row, the leftmost cells of the stones that jump."""
    proof: Literal["construction+bound", "search", "table"] | None
    """The proof that no solution is shorter; None if there is no proof."""
    written: str | None
    """The moves as ``review`` reads them (see ``Solution.written``)."""
