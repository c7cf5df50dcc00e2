"""Searches guided by heuristics of your own: functions of arrays of states.

A heuristic takes states, uint8 (n, cells), and returns n numbers: estimates of the moves to the goal. It
may be a function, a ``tilebase.Heuristic``, or a network. The searches expand states, find those that are
new, order them and keep their parents natively, and call the heuristic with many new states at once, on
the caller's thread. They end at a single state: a goal that leaves cells open is a ValueError.

>>> import numpy as np
>>> import tilebase.search
>>> table = tilebase.Tablebase("3x3")
>>> def misplaced(states):
...     return ((states != table.goal) & (states > 0)).sum(axis=1)
>>> found = tilebase.search.a_star(table, "867254301", misplaced)
>>> len(found), found.reason, found.expanded <= found.generated
(31, 'solved', True)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from ._answers import Solution, counted
from ._states import Puzzle, as_number
from ._types import Cells, StateLike

__all__ = ["Endings", "Found", "Reason", "a_star", "beam", "ida_star"]

Estimate: TypeAlias = Callable[[Cells], npt.ArrayLike]
Reason: TypeAlias = Literal["solved", "out of reach", "cut", "limit", "most", "memory"]

MOST_MOVES = 2**32 - 1


@dataclass(frozen=True, repr=False)
class Found:
    """What a search found. It is true if there is a solution, and then also has the solution's length and
    attributes.

    >>> import tilebase.search
    >>> table, manhattan = tilebase.Tablebase("3x3"), tilebase.Heuristic("3x3", "manhattan")
    >>> found = tilebase.search.beam(table, "867254301", manhattan, 2, most=5)
    >>> bool(found), found.solution, found.reason
    (False, None, 'most')
    """

    solution: Solution | None
    """The solution; None if the search ended without one."""
    reason: Reason
    """Why the search ended: ``"solved"``; ``"out of reach"``: no moves lead to the goal; ``"cut"``: the beam
    lost every way to the goal, a wider one may find it; or a bound was reached: ``"limit"`` states,
    ``"most"`` moves, or ``"memory"``."""
    generated: int
    """Different states generated; those of ``ida_star`` count each time."""
    expanded: int
    """States expanded; those of ``ida_star`` count each time."""
    peak: int
    """The most states held at one time; 0 for ``ida_star``, which holds few."""
    lower_bound: int
    """No solution has fewer moves. A beam proves it, as ``beam`` says; the others do if the heuristic never
    exceeds the distance."""
    seconds: float
    """Seconds that the search took."""
    heuristic_seconds: float
    """Those of them that the heuristic took."""

    def __bool__(self) -> bool:
        return self.solution is not None

    def __len__(self) -> int:
        return len(self._known())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._known(), name)

    def __repr__(self) -> str:
        found = repr(self.solution).strip("<>") if self.solution is not None else self.reason
        return f"<Found: {found}; {counted(self.generated, 'state')} generated in {self.seconds:.3g} s>"

    def _repr_html_(self) -> str:
        return self.solution._repr_html_() if self.solution is not None else f"<p>{self.reason}</p>"

    def _known(self) -> Solution:
        if self.solution is None:
            raise AttributeError(f"the search found no solution (reason: {self.reason})")
        return self.solution


class Endings:
    """The states near the goal and the shortest ways from them, searched once for any number of searches,
    which then end as soon as they reach one of these states.

    >>> import tilebase.search
    >>> solver = tilebase.Solver("4x4", "manhattan")
    >>> endings = tilebase.search.Endings(solver, 10)
    >>> start = solver.sample(1, walk=60, seed=1)
    >>> len(endings), tilebase.search.beam(solver, start, solver.estimates, 100, endings=endings).reason
    (3754, 'solved')
    """

    def __init__(self, puzzle: Puzzle, moves: int, *, memory: int | None = None) -> None:
        """Finds the states up to this many moves from the goal; with 0, the goal alone. ``memory``: the most
        bytes for them; None: half of what is free. ValueError if they need more."""
        if not all(cell.isdigit() for cell in puzzle._goal.split()):
            raise ValueError(f"the goal {puzzle._goal} is not a single state, which these searches end at")
        assert puzzle._moves.count
        self._puzzle = puzzle
        moves = as_number(moves, "the moves of endings", most=MOST_MOVES)
        self._native = puzzle._native.guided(puzzle._one(puzzle._goal), moves, _memory(memory))

    def __len__(self) -> int:
        return self._native.endings()

    def _search(self, state: StateLike, heuristic: Estimate, bound: Estimate | None = None, *,
                method: str, most: int = MOST_MOVES, width: int = 1, weight: float = 1.0, batch: int = 1,
                limit: int | None = None, memory: int | None = None) -> Found:  # fmt: skip
        """Runs a search."""
        limit = None if limit is None else as_number(limit, "limit")
        most = as_number(most, "most", most=MOST_MOVES)
        start = self._puzzle._one(state)
        path, reason, generated, expanded, peak, lower, seconds, waited = self._native.search(
            start, method=method, estimate=_numbers(heuristic), bound=None if bound is None else _numbers(bound),
            width=width, weight=weight, batch=batch, most=most, limit=limit, memory=_memory(memory),
        )  # fmt: skip
        solution = None if path is None else Solution(*path, self._puzzle.shape, min(lower, len(path[1])))
        return Found(solution, cast(Reason, reason), generated, expanded, peak, lower, seconds, waited)


def _memory(memory: int | None) -> int | None:
    return None if memory is None else as_number(memory, "memory")


def _numbers(function: Estimate) -> Callable[[Cells], npt.NDArray[np.float32]]:
    """A function whose numbers are checked, as the native part reads them."""

    def asked(states: Cells) -> npt.NDArray[np.float32]:
        found = np.ascontiguousarray(function(states), dtype=np.float32)
        if found.shape != (len(states),):
            raise ValueError(f"the heuristic returned an array of shape {found.shape} for {len(states)} states")
        if np.isnan(found).any():
            raise ValueError("the heuristic returned NaN, which is not a number of moves")
        return found

    return asked


def _endings(puzzle: Puzzle, endings: Endings | int) -> Endings:
    if not isinstance(endings, Endings):
        return Endings(puzzle, endings)
    other = endings._puzzle
    if (puzzle._name, puzzle._metric, puzzle._goal) != (other._name, other._metric, other._goal):
        raise ValueError(
            f"the endings are those of {other._name} ({other._metric}) for the goal {other._goal}, "
            f"not of {puzzle._name} ({puzzle._metric}) for {puzzle._goal}"
        )
    return endings


def a_star(
    puzzle: Puzzle,
    state: StateLike,
    heuristic: Estimate,
    *,
    weight: float = 1.0,
    batch: int = 256,
    limit: int | None = None,
    endings: Endings | int = 0,
    memory: int | None = None,
) -> Found:
    """A solution by A*, which expands ``batch`` states at a time and calls the heuristic once for all new
    states among their neighbours.

    It is shortest if the estimates never exceed the distance and ``weight`` is 1. A greater weight finds
    longer solutions sooner; ``lower_bound`` is then what such estimates prove. With ``np.inf`` the estimate
    alone decides: greedy best-first search. ``limit``: the most states estimated. ``endings``: known ways
    from states near the goal, or the number of moves up to which they are searched first. ``memory``: the
    most bytes for states; None: half of what is free.

    >>> import tilebase.search
    >>> table = tilebase.Tablebase("3x3")
    >>> tilebase.search.a_star(table, "123456078", tilebase.Heuristic("3x3", "manhattan")).letters
    'L2'
    """
    batch = as_number(batch, "batch", 1)
    if not weight >= 0:
        raise ValueError(f"weight must be a number from 0, not {weight}")
    ends = _endings(puzzle, endings)
    return ends._search(state, heuristic, method="a_star", weight=weight, batch=batch, limit=limit, memory=memory)


def beam(
    puzzle: Puzzle,
    state: StateLike,
    heuristic: Estimate,
    width: int,
    *,
    most: int = 1000,
    lower_bound: Estimate | None = None,
    endings: Endings | int = 0,
    memory: int | None = None,
) -> Found:
    """A solution by a beam: of the states at each number of moves, the ``width`` with the least estimates
    are expanded. The heuristic is called once for each layer that has more. Ends after ``most`` moves.

    ``Found.lower_bound`` is proven whatever the heuristic: a solution shorter than the one found leads
    through a state that was cut, and has the moves up to that state and at least one more. With
    ``lower_bound``, a function as a heuristic that never exceeds the distance (a ``tilebase.Heuristic`` does
    not), at least so many more; it is called with the states that are cut. A beam that cuts nothing finds a
    shortest solution. ``endings`` and ``memory`` as those of ``a_star``.

    >>> import tilebase.search
    >>> table, manhattan = tilebase.Tablebase("3x3"), tilebase.Heuristic("3x3", "manhattan")
    >>> found = tilebase.search.beam(table, "867254301", manhattan, 500, lower_bound=manhattan)
    >>> found.lower_bound <= 31 <= len(found)
    True
    """
    width = as_number(width, "width", 1)
    ends = _endings(puzzle, endings)
    return ends._search(state, heuristic, lower_bound, method="beam", width=width, most=most, memory=memory)


def ida_star(
    puzzle: Puzzle,
    state: StateLike,
    heuristic: Estimate,
    *,
    most: int = 1000,
    batch: int = 256,
    limit: int | None = None,
    endings: Endings | int = 0,
    memory: int | None = None,
) -> Found:
    """A solution by IDA* with the estimates rounded up to whole moves, in little memory: it holds the paths
    to the states that wait, of which it expands ``batch`` at a time, those found last first.

    It is shortest if the estimates never exceed the distance. Ends when no solution of up to ``most``
    moves is left, or after ``limit`` states; ``Found.lower_bound`` is then what such estimates prove.
    ``endings`` and ``memory`` as those of ``a_star``.

    >>> import tilebase.search
    >>> table = tilebase.Tablebase("3x3")
    >>> len(tilebase.search.ida_star(table, "867254301", tilebase.Heuristic("3x3", "linear-conflict")))
    31
    """
    batch = as_number(batch, "batch", 1)
    ends = _endings(puzzle, endings)
    return ends._search(state, heuristic, method="ida_star", most=most, batch=batch, limit=limit, memory=memory)
