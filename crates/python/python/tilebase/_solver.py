"""Searches for shortest solutions by IDA*, and the heuristics (lower bounds) that they use."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias, TypedDict, cast

import numpy as np
import numpy.typing as npt

from . import _native
from ._answers import Bounds, Labels, OnLevel, Solution, Solutions, labels_of
from ._states import Puzzle, Solving, as_count, as_distance, as_folder, as_number, as_rules, as_seed
from ._types import Cells, Distances, Encoding, Folder, Metric, Seed, StateLike, StatesLike

Groups: TypeAlias = str | Sequence[Sequence[int]]


class Searching(TypedDict):
    """The progress of a search.

    >>> news = []
    >>> found = Solver("3x3", "manhattan").solve("867254301", progress=news.append)
    >>> news[-1]["lower"]
    31
    """

    lower: int
    """No solution has fewer moves."""
    upper: int | None
    """Moves of the best solution known."""
    generated: int
    """Moves tried."""
    seconds: float
    """Seconds since the search began."""


class _Search(Puzzle):
    """A heuristic with its tables."""

    def _opened(self, native: _native.NativeSolver, arguments: dict[str, Any]) -> None:
        super()._opened(native, arguments)
        self._heuristic = native.heuristic()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.puzzle}: {self._heuristic}>"

    def _estimates(self, states: StatesLike, encoding: Encoding) -> Distances:
        cells, lead = self._many(states, encoding)
        out = np.empty(lead, np.int16)
        self._native.estimates(cells, out.reshape(-1))
        return out


def _guide(
    heuristic: str | None = None,
    partition: Groups | None = None,
    memory: bool = False,
    data: Folder | None = None,
) -> dict[str, Any]:
    """The heuristic of a search and the place of its tables, as arguments of ``_open``."""
    if partition is not None and not isinstance(partition, str):
        partition = " / ".join(" ".join(str(int(tile)) for tile in group) for group in partition)
    return dict(search=True, heuristic=heuristic, partition=partition, folder=None if memory else as_folder(data))


class Heuristic(_Search):
    """A lower bound on distances.

    >>> Heuristic("3x3", "manhattan")("867254301")
    array(21, dtype=int16)
    """

    def __init__(
        self,
        puzzle: str,
        name: str | None = None,
        goal: StateLike | None = None,
        *,
        partition: Groups | None = None,
        memory: bool = False,
        data: Folder | None = None,
        build: bool = True,
        threads: int | None = None,
        progress: OnLevel | None = None,
        metric: Metric = "single",
    ) -> None:
        """Opens the tables that the heuristic needs, and builds those that are missing.

        puzzle     boards, rows of stones. Distances and solutions are those of up to 32 cells.
        name       "manhattan", "linear-conflict", "walking-distance", "maximum" (of these three), "pdb"
                   (the best pattern databases up to 512 MiB; the default), "pdb:7-8", "zpdb:5-5-5"
                   (zero-aware), …; for rows "covering"; with metric="multi" "colours" (the default for
                   15 and 16 cells), "colours:1122/3322/3344/3440", "walking-distance" (the default
                   for other boards) and "lines".
        partition  the groups of tiles of pattern databases, as lists or as text: "1 2 3 / 4 5 6 7 8".
        goal       as that of a ``Tablebase``.
        memory     True: pattern databases are built for this object, without files.
        data       the folder of files. Default: ``data_folder()``.
        build      False: missing pattern databases raise MissingTableError.
        threads    The number of threads; None: one for each core.
        progress   is called with a ``Level`` after each level of a build.
        metric     as that of a ``Tablebase``; ValueError if there is no heuristic for it.
        """
        self._open(
            puzzle, goal=goal, metric=metric, build=build, threads=threads, progress=progress,
            **_guide(name, partition, memory, data),
        )  # fmt: skip

    @property
    def name(self) -> str:
        """The full name, such as ``pdb:7-8``.

        >>> Heuristic("3x3", "manhattan").name
        'manhattan'
        """
        return self._heuristic

    def __call__(self, states: StatesLike, *, encoding: Encoding = "cells") -> Distances:
        """(…, cells) -> (…) int16: lower bounds on the moves of a solution; -1 if the goal is out of
        reach.

        >>> Heuristic("3x3", "manhattan")(["123456708", "213456780"])
        array([ 1, -1], dtype=int16)
        """
        return self._estimates(states, encoding)


class Solver(_Search, Solving):
    """Shortest solutions by IDA*, also for boards without tables (3x5, 4x4, 5x5) and long rows; short
    solutions of boards of up to 256 cells by beams, with a lower bound.

    >>> solver = Solver("4x4", "walking-distance")
    >>> solver.solve("1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15")
    <Solution: 3 moves: 13 14 15>
    """

    def __init__(
        self,
        puzzle: str,
        heuristic: str | Heuristic | None = None,
        goal: StateLike | None = None,
        *,
        partition: Groups | None = None,
        time: float | None = None,
        width: int | None = None,
        memory: bool = False,
        data: Folder | None = None,
        build: bool = True,
        threads: int | None = None,
        progress: OnLevel | None = None,
        metric: Metric = "single",
    ) -> None:
        """Opens the tables that the heuristic needs, as ``Heuristic`` does. A ``Heuristic`` of the same
        puzzle is shared, with its goal, metric and threads, and its tables are not opened again.

        time   the seconds after which each question is answered with the best solution known and the
               lower bound proven by then. Default: no limit; 1 on boards of more than 32 cells, and of
               more than 25 if no heuristic is named.
        width  boards: answer with the solution of one beam of this width, the same on every machine unless
               ``time`` ends the beam.
        """
        limited = time is not None or width is not None
        if limited and isinstance(heuristic, Heuristic):
            raise ValueError("a Heuristic is shared by searches without a limit: give its name and its goal instead")
        if isinstance(heuristic, Heuristic):
            if goal is not None or partition is not None:
                raise ValueError("a Heuristic has its own goal and partition: give it alone")
            if heuristic.puzzle != _native.puzzle_name(puzzle):
                raise ValueError(f"the heuristic is one of {heuristic.puzzle}, not of {puzzle}")
            self._opened(heuristic._native, heuristic._arguments)
        else:
            self._open(
                puzzle, goal=goal, metric=metric, build=build, threads=threads, progress=progress, time=time,
                width=width, **_guide(heuristic, partition, memory, data),
            )  # fmt: skip

    @property
    def heuristic(self) -> str:
        """The full name of the heuristic, such as ``pdb:7-8``.

        >>> Solver("4x4", "walking-distance").heuristic
        'walking-distance'
        """
        return self._heuristic

    def solve(self, state: StateLike, *, progress: Callable[[Searching], object] | None = None) -> Solution | None:
        """A shortest solution, or the best one known if the work is limited; None if the goal is out of
        reach. Hard boards are searched on all threads.

        ``progress`` is called with the bounds proven at that time. A KeyboardInterrupt has an attribute
        ``at_least``: the lower bound proven by then, in moves.

        >>> Solver("3x3", "manhattan").solve("123456708").tiles
        array([8], dtype=uint8)
        """
        proven = 0

        def tell(lower: int, upper: int | None, generated: int, seconds: float) -> None:
            nonlocal proven
            proven = max(proven, lower)
            if progress is not None:
                progress(Searching(lower=lower, upper=upper, generated=generated, seconds=seconds))

        try:
            found = self._native.solve(self._one(state), tell)
        except KeyboardInterrupt as interrupt:
            setattr(interrupt, "at_least", proven)
            raise
        if found is None:
            return None
        lower, _, known, _ = found
        if known is None:
            raise ValueError("no solution was found within the time; `bounds` returns what is proven")
        return Solution(*known, self.shape, lower)

    def bounds(self, state: StateLike) -> Bounds | None:
        """The bounds of the distance, with the best solution known; None if the goal is out of reach.

        >>> solver = Solver("6x6", width=100)
        >>> bounds = solver.bounds(solver.sample(1, seed=1))
        >>> bounds.lower <= bounds.upper == len(bounds.moves)
        True
        """
        found = self._native.solve(self._one(state), None)
        if found is None:
            return None
        return _bounds(*found)

    def solve_many(
        self, states: StatesLike, *, progress: Callable[[int], object] | None = None, encoding: Encoding = "cells"
    ) -> Solutions:
        """Solutions of many states, searched in parallel. ``progress(k)``: k more are solved.

        >>> Solver("3x3", "manhattan").solve_many(["123456708", "867254301", "213456780"]).lengths
        array([ 1, 31, -1], dtype=int16)
        """
        cells, _ = self._many(states, encoding)
        return Solutions(*self._native.solve_many(cells, progress))

    def distances(
        self,
        states: StatesLike,
        *,
        unknown: int | None = None,
        progress: Callable[[int], object] | None = None,
        encoding: Encoding = "cells",
    ) -> Distances:
        """(…, cells) -> (…) int16: the lengths of shortest solutions in moves, -1 if out of reach.
        Where the work is limited (``time`` of the solver is for each state) and a length is not proven to
        be the shortest, ``unknown``, such as ``tilebase.UNKNOWN``; ValueError if that is None.
        ``progress(k)``: k more are solved.

        >>> Solver("3x3", "manhattan").distances([[1, 2, 3, 4, 5, 6, 7, 0, 8]])
        array([1], dtype=int16)
        """
        cells, lead = self._many(states, encoding)
        return self._distances(cells, unknown, progress).reshape(lead)

    def _distances(
        self, cells: Cells, unknown: int | None = None, progress: Callable[[int], object] | None = None
    ) -> Distances:
        found = self.solve_many(cells, progress=progress)
        proven = found.lengths == found.lower_bounds
        if unknown is not None:
            return np.where(proven, found.lengths, np.int16(unknown))
        if not proven.all():
            first = int(np.argmin(proven))
            raise ValueError(
                f"state {first}: a solution of {found.lengths[first]} moves is known, but not whether it is a "
                "shortest one: `solve` and `bounds` say what is proven"
            )
        return found.lengths

    def labels(
        self,
        states: StatesLike,
        *,
        progress: Callable[[int], object] | None = None,
        encoding: Encoding = "cells",
    ) -> Labels:
        """Distances, optimal actions and the distances after each action of many states, searched in
        parallel: labels for a value and a policy. Costs about as much as two solutions of each state.

        With a ``time``, that many seconds are for each state; what is not proven by then is
        ``tilebase.UNKNOWN``. ``progress(k)``: k more are labelled.

        >>> solver = Solver("4x4", "walking-distance")
        >>> labels = solver.labels(["1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15"])
        >>> labels.distances, labels.optimal, labels.action_distances
        (array([3], dtype=int16), array([[False,  True, False, False]]), array([[ 4,  2, -1, -1]], dtype=int16))
        """
        cells, lead = self._many(states, encoding)
        count = self._moves.count
        lower, upper, after_lower, after_upper = self._native.labels(cells, progress)
        return labels_of(
            lower.reshape(lead), upper.reshape(lead),
            after_lower.reshape(*lead, count), after_upper.reshape(*lead, count),
        )  # fmt: skip

    def optimal_actions(
        self,
        states: StatesLike,
        *,
        progress: Callable[[int], object] | None = None,
        encoding: Encoding = "cells",
    ) -> npt.NDArray[np.bool_]:
        """(…, cells) -> (…, actions) bool: which moves are proven to lead one move nearer, as ``labels``
        finds them. All False at the goal, if it is out of reach, and where the distance is not proven.

        >>> Solver("3x3", "manhattan").optimal_actions("123456078")
        array([False,  True, False, False])
        """
        return self.labels(states, progress=progress, encoding=encoding).optimal

    def action_distances(
        self,
        states: StatesLike,
        *,
        progress: Callable[[int], object] | None = None,
        encoding: Encoding = "cells",
    ) -> Distances:
        """(…, cells) -> (…, actions) int16: the distance after each move, as ``labels`` finds it; -1 if the
        move is not legal or the goal is out of reach, ``tilebase.UNKNOWN`` where it is not proven. With
        ``metric="multi"`` that may be so of moves that do not lead nearer.

        >>> Solver("3x3", "manhattan").action_distances("123456078")
        array([ 3,  1, -1, -1], dtype=int16)
        """
        return self.labels(states, progress=progress, encoding=encoding).action_distances

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """``counts[d]`` states are d moves from the goal, int64: from an existing table, or for the
        15-puzzle from published counts. ValueError or MissingTableError if they are not known.

        >>> counts = Solver("15-puzzle", "manhattan").counts
        >>> len(counts), counts[-1]
        (81, np.int64(17))
        """
        return self._native.counts()

    def estimates(self, states: StatesLike, *, encoding: Encoding = "cells") -> Distances:
        """(…, cells) -> (…) int16: the heuristic alone.

        >>> Solver("3x3", "manhattan").estimates("867254301")
        array(21, dtype=int16)
        """
        return self._estimates(states, encoding)

    def sample(
        self,
        n: int,
        distance: int | None = None,
        *,
        walk: int | None = None,
        stage: str | None = None,
        seed: Seed = None,
    ) -> Cells:
        """n random states that can reach the goal, uint8 (n, cells). With ``distance``, uniformly among
        those at that distance if there is a table, or if they are frequent: then states are drawn and
        solved until there are enough. Otherwise random walks from the goal lead to the states, which are
        not uniformly distributed; a UserWarning says so. With ``walk``, those that this many random moves
        from the goal lead to. With ``stage``, such as ``"1-4"``, boards in which these tiles are in
        their places. ValueError if no state has the distance or such states cannot be found.

        >>> Solver("4x4", "manhattan").sample(3, seed=1).shape
        (3, 16)
        """
        moves = None if walk is None else as_number(walk, "walk", 0, 2**32 - 1)
        states, uniform = self._native.random(as_count(n), as_distance(distance), moves, stage, as_seed(seed))
        if distance is not None and not uniform:
            warnings.warn(
                f"these states at {distance} moves were found by random walks from the goal and checked by search: "
                "they are not uniformly distributed",
                stacklevel=2,
            )
        return states


def _bounds(
    lower: int, upper: int | None, known: tuple[Cells, Cells, Cells, str] | None, proof: str | None
) -> Bounds:
    moves, written = (known[1], known[3]) if known else (None, None)
    return Bounds(lower, upper, moves, cast('Literal["construction+bound", "search", "table"] | None', proof), written)


def instances(name: Literal["korf100", "korf-felner50"]) -> tuple[Cells, Distances]:
    """Boards that publications use, uint8 (n, cells), and their optimal lengths, int16 (n,). The goal
    has the blank first: ``goal=range(16)``, ``range(25)``.

    >>> boards, lengths = instances("korf100")
    >>> boards.shape, float(lengths.mean())
    ((100, 16), 53.05)
    """
    return _native.instances(name)


def solve_row(
    puzzle: str,
    state: StateLike | None = None,
    goal: StateLike | Literal["together", "any-gap", "any"] | None = None,
    *,
    block: int = 2,
    holes: int | None = None,
    unlike: bool = False,
    turn: Literal["may", "must"] | None = None,
    time: float | None = None,
    threads: int | None = None,
    progress: Callable[[Bounds], object] | None = None,
) -> Bounds | None:
    """The least number of jumps from a row to the goal, by search; None if the goal is out of reach.

    ``state`` is by default the alternating row 1 2 … 1 2 … 0 0. If ``time``, in seconds, runs out, the
    answer is the bounds proven by then. The rules are those of ``RowTablebase``. ``progress`` is called
    with bounds, without moves.

    >>> bounds = solve_row("oshidori-kinds-5")
    >>> bounds.lower, bounds.upper, bounds.proof
    (5, 5, 'construction+bound')
    """
    if not _native.is_row(puzzle):
        raise ValueError(f"{puzzle} is not a row of stones: Solver solves boards")
    row = Solver.__new__(Solver)
    rules = as_rules(block, holes, unlike, turn)
    row._open(puzzle, goal=goal, rules=rules, build=False, threads=threads, time=time, **_guide(memory=True))
    start = row._native.start() if state is None else row._one(state)
    assert start is not None, "rows have a start"

    def tell(lower: int, upper: int | None, generated: int, seconds: float) -> None:
        if progress is not None:
            progress(Bounds(lower, upper, None, None, None))

    found = row._native.solve(start, tell)
    if found is None:
        return None
    return _bounds(*found)
