"""Conversion of states, seeds and goals from the forms that callers use to those of the native part."""

from __future__ import annotations

import operator
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal, SupportsIndex, TypeVar

import numpy as np
import numpy.typing as npt

from . import _native
from ._answers import Hint, Mistake, OnLevel, Review, ReviewedStage, Solution, Stage, StagedSolution, on_level
from ._encoding import as_numbers, cells_of
from ._letters import Letters, as_moves
from ._native import NativeMoves, NativeSolver
from ._types import Cells, Distances, Encoding, Folder, Metric, MovesLike, Seed, StateLike, StatesLike


MOST_THREADS = 1024
"""The most threads that a pool has; many systems refuse fewer."""


def data_folder() -> Path:
    """The folder where tables are kept: ``$TILEBASE_DATA`` if that is set, otherwise
    ``tilebase`` in the user's data folder.

    >>> data_folder().is_absolute()
    True
    """
    given = os.environ.get("TILEBASE_DATA")
    return (Path(given) if given else _native.data_folder()).absolute()


def as_folder(data: Folder | None) -> Path:
    """The absolute path of a folder, which stays valid when the working folder changes; for None, the
    user's data folder."""
    return data_folder() if data is None else Path(data).absolute()


def as_seed(seed: Seed) -> int:
    """A seed of 64 bits; a generator draws one number for it, and for None the system does."""
    if seed is None:
        return int.from_bytes(os.urandom(8), "little")
    if isinstance(seed, (int, np.integer)):
        if not 0 <= seed < 2**64:
            raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
        return int(seed)
    # No isinstance: naming numpy.random would import it, which numpy does only on first use.
    if not hasattr(seed, "integers"):
        raise TypeError(f"a seed is a whole number, a numpy.random.Generator or None, not {type(seed).__name__}")
    return int(seed.integers(0, 2**64, dtype=np.uint64))


def as_text(goal: StateLike | None) -> str | None:
    """A goal as text, which the native part reads."""
    if goal is None or isinstance(goal, str):
        return goal
    return " ".join(map(str, as_numbers(goal, "the cells of a goal").reshape(-1).tolist()))


def as_number(number: SupportsIndex, what: str, least: int = 0, most: int = sys.maxsize) -> int:
    """A whole number that the native part can read; an error names ``what`` it is."""
    number = operator.index(number)
    if not least <= number <= most:
        raise ValueError(f"{what} must be from {least} to {most}, not {number}")
    return number


Rules = tuple["int | None", "int | None", bool, "str | None"]


def as_rules(block: int, holes: int | None, unlike: bool, turn: str | None) -> Rules:
    """The rules of a row as the native part reads them."""
    holes = None if holes is None else as_number(holes, "holes", 1, 255)
    return as_number(block, "block", 1, 255), holes, bool(unlike), turn


def as_count(n: int) -> int:
    """The number of states requested."""
    return as_number(n, "the number of states")


def as_distance(distance: int | None) -> int | None:
    """A distance as the native part reads it."""
    return None if distance is None else as_number(distance, "the distance", most=2**31 - 1)


class Puzzle:
    """The common base of tables, solvers and heuristics: a puzzle, and the reading of its states."""

    _native: NativeSolver
    _arguments: dict[str, Any]
    """The arguments that open the same object again."""

    def _open(
        self,
        puzzle: str,
        *,
        goal: StateLike | None = None,
        rules: Rules = (None, None, False, None),
        metric: Metric = "single",
        folder: Path | None = None,
        in_bytes: bool = False,
        search: bool = False,
        heuristic: str | None = None,
        partition: str | None = None,
        time: float | None = None,
        width: int | None = None,
        threads: int | None = None,
        build: bool = True,
        progress: OnLevel | None = None,
    ) -> None:
        """Opens the table or the search; without a folder, in memory."""
        if threads is not None:
            threads = as_number(threads, "threads", 1, MOST_THREADS)
        if width is not None:
            width = as_number(width, "width", 1)
        arguments: dict[str, Any] = dict(
            puzzle=puzzle, goal=as_text(goal), rules=rules, metric=metric, folder=folder,
            in_bytes=in_bytes, search=search, heuristic=heuristic, partition=partition, time=time, width=width,
            threads=threads, build=build,
        )  # fmt: skip
        self._opened(NativeSolver.open(**arguments, progress=on_level(progress)), arguments)

    def _opened(self, native: NativeSolver, arguments: dict[str, Any]) -> None:
        """Stores the native object and the arguments that opened it."""
        self._native = native
        self._arguments = arguments
        about = native.describe()
        self._name: str = about["puzzle"]
        self._metric: str = about["metric"]
        self._board: bool = about["board"]
        self._shape: tuple[int, int] = about["shape"]
        self._goal: str = about["goal"]
        self._cells = self._shape[0] * self._shape[1]
        self._actions = NativeMoves(about["destinations"], self._board, about["block"])

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the arguments: the table is opened, or built again, when it is loaded."""
        return _again, (type(self), self._arguments)

    @property
    def _moves(self) -> NativeMoves:
        """The moves as actions. ValueError if actions do not describe the moves of the puzzle."""
        if self._actions.count == 0:
            rules = " by these rules" if self._name.startswith("oshidori-") else ""
            raise ValueError(f"{self._name}{rules} has no actions: hints() has the states after each move")
        return self._actions

    @property
    def puzzle(self) -> str:
        """The name of the puzzle, as the program writes it.

        >>> import tilebase
        >>> tilebase.Tablebase("8-puzzle").puzzle
        '3x3'
        """
        return self._name

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns; a row of stones is one row, and so are the cells of a graph without full rows.

        >>> import tilebase
        >>> tilebase.Tablebase("2x4").shape
        (2, 4)
        """
        return self._shape

    @property
    def metric(self) -> str:
        """The metric, which defines one move: ``"single"`` or ``"multi"``.

        >>> import tilebase
        >>> tilebase.Tablebase("2x4").metric
        'single'
        """
        return self._metric

    def _many(self, states: StatesLike, encoding: Encoding = "cells") -> tuple[Cells, tuple[int, ...]]:
        """States as an array of shape (n, cells), and their leading dimensions. ``encoding`` says what the
        numbers of an array are."""
        if isinstance(states, str):
            return self._native.parse(states).reshape(1, -1), ()
        if isinstance(states, (list, tuple)) and (not states or isinstance(states[0], str)):
            return self._texts(states), (len(states),)
        array = cells_of(states, encoding, self._shape, self._board)
        has_rows = self._shape[0] > 1
        if has_rows and array.ndim >= 2 and array.shape[-2:] == self._shape:
            lead = array.shape[:-2]
        elif array.ndim >= 1 and array.shape[-1] == self._cells:
            lead = array.shape[:-1]
        else:
            grid = f" or (…, {self._shape[0]}, {self._shape[1]})" if has_rows else ""
            raise ValueError(f"states of {self._name} have the shape (…, {self._cells}){grid}, not {array.shape}")
        array = array.reshape(-1, self._cells)
        if array.dtype != np.uint8:
            self._check_range(array)
        # A copy of its own: another thread may write to the caller's array while the native part reads.
        cells: Cells = np.array(array, np.uint8, order="C")
        return cells, lead

    def _texts(self, states: list[Any] | tuple[Any, ...]) -> Cells:
        cells = np.empty((len(states), self._cells), np.uint8)
        for index, text in enumerate(states):
            try:
                cells[index] = self._native.parse(text)
            except ValueError as error:
                raise ValueError(f"state {index}: {error}") from None
        return cells

    def _check_range(self, states: npt.NDArray[Any]) -> None:
        """Raises an error for a number that does not fit a byte, unless an earlier state has an error."""
        wrong = (states < 0) | (states > 255)
        if wrong.any():
            state, cell = np.argwhere(wrong)[0]
            self._native.check(np.ascontiguousarray(states[:state], np.uint8))
            raise ValueError(
                f"state {state}: cell {cell + 1} is {states[state, cell]}, but cells are small numbers from 0, the blank"
            )

    def _one(self, state: StateLike, encoding: Encoding = "cells") -> Cells:
        """One state, of shape (cells,)."""
        many, lead = self._many(state, encoding)
        if len(many) != 1:
            raise ValueError(f"one state is needed here, not an array of {lead}")
        one: Cells = many[0]
        return one


class Solving(Puzzle):
    """Answers about single states, by a table or a search."""

    def _distances(self, cells: Cells) -> Distances:
        raise NotImplementedError

    def distance(self, state: StateLike, *, encoding: Encoding = "cells") -> int | None:
        """The least number of moves to the goal; None if it is out of reach. ``encoding`` as for
        ``distances``.

        >>> import tilebase
        >>> tilebase.Tablebase("3x3").distance([[8, 6, 7], [2, 5, 4], [3, 0, 1]])
        31
        """
        found = int(self._distances(self._one(state, encoding).reshape(1, -1))[0])
        return found if found >= 0 else None

    def check(self, state: StateLike) -> dict[str, Any]:
        """Whether a state can reach the goal, and why: a dict with the keys of ``check --json``. If a board
        cannot, ``usual_goal`` is ``"blank-first"`` or ``"blank-last"`` if that goal can be reached.

        >>> import tilebase
        >>> found = tilebase.Tablebase("2x2").check("2130")
        >>> found["solvable"], found["usual_goal"]
        (False, 'blank-first')
        """
        import json  # here, as imports make up much of the time to load this package

        found: dict[str, Any] = json.loads(self._native.why(self._one(state)))
        return found

    def solutions(self, state: StateLike, limit: int | None = None) -> Iterator[Solution]:
        """All shortest solutions, or the first ``limit``, always in the same order; none if the goal is
        out of reach. This is a lazy iterator, so taking the first of millions of solutions is cheap.

        A search finds the distance first, and then the solutions of that length, move by move: the
        first solution takes several times as long as ``solve``, and later ones less.

        >>> import tilebase
        >>> table = tilebase.Tablebase("3x3")
        >>> len(list(table.solutions("867254301"))), next(table.solutions("867254301")).tiles[:3]
        (40, array([1, 4, 5], dtype=uint8))
        >>> len(list(tilebase.Solver("3x3", "manhattan").solutions("867254301")))
        40
        """
        limit = None if limit is None else as_number(limit, "limit")
        found = self._native.solutions(self._one(state))
        return (Solution(*way, self.shape) for way in islice(found, limit))

    def solve_stages(self, state: StateLike, stages: str, *, endings: int = 1) -> StagedSolution | None:
        """Solves a board stage by stage, each as short as possible from where the one before ended; None if
        the goal is out of reach. The solvers of the stages are kept for the next board.

        ``stages`` are tiles and ranges of tiles, the stages separated by slashes: ``"1-4/5,9,13/rest"``;
        or ``"rows"``, ``"rows-columns"`` or ``"grids"``. With ``endings`` greater than 1, this many
        shortest solutions of each stage are followed, and the least total of all is returned.

        >>> import tilebase
        >>> tilebase.Tablebase("3x3").solve_stages("576142803", "1-3/rest", endings=16)
        <StagedSolution: 25 moves: 1-3: 14, rest: 11>
        """
        found = self._native.solve_stages(self._one(state), stages, as_number(endings, "endings", 1))
        if found is None:
            return None
        path, lower, ends = found
        solution = StagedSolution(*path, self.shape, lower)
        solution.stages = [Stage(*end) for end in ends]
        return solution

    def count_solutions(self, state: StateLike) -> int:
        """The number of shortest solutions; 0 if the goal is out of reach.

        >>> import tilebase
        >>> tilebase.Tablebase("3x3").count_solutions("867254301")
        40
        """
        return self._native.count_solutions(self._one(state))

    def hints(self, state: StateLike) -> list[Hint]:
        """Every legal move with the distance after it, best first; empty if the goal is out of reach. A
        solver whose work is limited gives bounds; so does one with ``metric="multi"``, for moves that do
        not lead nearer.

        >>> import tilebase
        >>> table = tilebase.Tablebase("3x3")
        >>> [(tilebase.ACTIONS[hint.action], hint.distance) for hint in table.hints("123456708")]
        [('right', 0), ('up', 2), ('left', 2)]
        >>> solver = tilebase.Solver("6x6", width=100)
        >>> best = solver.hints(solver.sample(1, seed=1)[0])[0]
        >>> best.distance is None, best.lower < best.upper
        (True, True)
        """
        found = self._native.hints(self._one(state))
        return [Hint(action, tile, lower if lower == upper else None, cells, lower, upper)
                for action, tile, lower, upper, cells in found]  # fmt: skip

    def review(
        self, state: StateLike, moves: MovesLike, *, letters: Literal["tile", "blank"] = "tile", better: bool = False
    ) -> Review:
        """Plays a game and grades it. ``moves`` are numbers of tiles (in a row, cells), or letters
        U D L R with numbers, such as R3, words or arrows: the directions of the tile or of the blank; a text
        or a list. A solver whose work is limited gives bounds. With ``better``, ``mistakes`` has a better line for each run of moves that
        were not optimal, each of which costs a call of ``solve``.

        ValueError if a move cannot be made, or if the goal is out of reach.

        >>> import tilebase
        >>> tilebase.Tablebase("3x3").review("123456708", "7 7 8")
        <Review: 3 moves, 2 wasted, 0 from the goal>
        """
        path, lower, upper, found = self._native.review((self._one(state), as_moves(moves), letters), better)
        mistakes = None if found is None else [
            Mistake(first, last, wasted, line, Letters(way), written)
            for first, last, wasted, line, way, written in found
        ]
        return Review(*path, lower, upper, self.shape, mistakes)

    def review_stages(
        self, state: StateLike, moves: MovesLike, stages: str, *, letters: Literal["tile", "blank"] = "tile"
    ) -> list[ReviewedStage]:
        """Plays a game as ``review`` does, and grades each stage that it reaches; ``stages`` as those of
        ``solve_stages``. A stage ends when its tiles and those of the stages before are first in place.

        ValueError if a move cannot be made, or if the goal is out of reach.

        >>> import tilebase
        >>> tilebase.Tablebase("3x3").review_stages("123406758", "5 5 5 8", "1-3/rest")[1]
        ReviewedStage(tiles='rest', distance=2, made=4, left=0, wasted=2)
        """
        game = (self._one(state), as_moves(moves), letters)
        return [ReviewedStage(*stage) for stage in self._native.review_stages(game, stages)]

    def shorten(self, state: StateLike, moves: MovesLike, *, letters: Literal["tile", "blank"] = "tile") -> Solution:
        """Makes a game shorter between its two ends; it need not end at the goal. Takes a second, or the
        ``time`` of the solver. Returns the game itself if nothing shorter is found.

        ValueError if a move cannot be made.

        >>> import tilebase
        >>> tilebase.Tablebase("3x3").shorten("123456780", "DRULDRUL")
        <Solution: 4 moves: 8 5 6 8>
        """
        path, lower = self._native.shorten((self._one(state), as_moves(moves), letters))
        return Solution(*path, self.shape, lower)

    def start_of(self, moves: MovesLike, *, letters: Literal["tile", "blank"] = "tile") -> Cells:
        """The board from which moves lead to the goal, uint8 (cells,). ``moves`` are letters U D L R,
        words or arrows.
        ValueError if a move cannot have led to the state after it.

        >>> import tilebase
        >>> tilebase.Tablebase("3x3").start_of("DRUL")
        array([1, 2, 3, 4, 6, 8, 7, 5, 0], dtype=uint8)
        """
        return self._native.start_of(as_moves(moves), letters)

    def replay_link(
        self, state: StateLike, moves: MovesLike, *, letters: Literal["tile", "blank"] = "tile", times: Sequence[int] = ()
    ) -> str:
        """The link with which slidysim replays a game on a board. ``moves`` are written as for ``review``;
        ``times`` are those of the moves of single tiles, in milliseconds, if they are known. ValueError if a move
        cannot be made.

        >>> import tilebase
        >>> tilebase.Tablebase("3x3").replay_link("123456078", "7 8")[:36]
        'https://slidysim.github.io/replay?r='
        """
        made = [as_number(time, "a time") for time in times]
        return self._native.replay_link((self._one(state), as_moves(moves), letters), made)

    def chance_of_mean(self, n: int, below: float) -> float:
        """The chance that the mean distance of n random states, from 1 to 1,000, is less than ``below``:
        computed from the number of states at each distance; for the 15-puzzle, from published counts.

        >>> import tilebase
        >>> round(tilebase.Tablebase("3x3").chance_of_mean(1, 3) * 181440)  # 1 + 2 + 4 states
        7
        """
        return self._native.chance_of_mean(as_number(n, "the number of states", most=2**32 - 1), below)


P = TypeVar("P", bound=Puzzle)


def _again(kind: type[P], arguments: dict[str, Any]) -> P:
    """Opens a pickled object again."""
    again = kind.__new__(kind)
    again._open(**arguments)
    return again
