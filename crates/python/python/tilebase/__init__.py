"""Exact distances in sliding-tile and oshidori puzzles: tables of every position, optimal solvers, bounds.

>>> import tilebase
>>> tilebase.Tablebase("3x3").distance("867254301")
31

States
    Arrays of whole numbers, cells in reading order, the blank (or each cell of the gap) 0. The shape is
    (…, cells) or, for boards, (…, rows, columns); the dtype any integer. uint8 in C order is read in place,
    others are copied once. One state may also be text: ``"867254301"``, ``"8 6 7 / 2 5 4 / 3 _ 1"``. What
    comes back is uint8 of shape (n, cells).
Distances
    int16, in moves (of single tiles, or of blocks that jump); -1 where the goal is out of reach. Leading
    dimensions are the argument's: states (a, b, cells) give distances (a, b). Scalar answers are int, or None
    where the goal is out of reach.
Actions
    Where the *blank* goes: 0 up, 1 right, 2 down, 3 left, as in jumanji and puzzle15gym. DeepCubeA's and
    DeepXube's ``U D L R`` name the way of the tile: ``[2, 0, 3, 1]`` of ours. Where one move slides several tiles
    in a line (``metric="multi"``), ``action % 4`` is the way of the blank and ``action // 4 + 1`` the number of
    tiles. In a row of stones an action is the leftmost cell of the stones that jump.
Errors
    ValueError for what is no state or no puzzle, a wrong shape, a distance that nothing has; the text names the
    first bad state (``state 17: tile 3 appears 2 times, …``). TypeError for arrays that are not integers.
    MissingTableError, a FileNotFoundError: no table, and ``build=False``. TableError: a table that is damaged or
    of another version. MemoryError, OSError: no memory or disk for a build; the text has the figures.
    KeyboardInterrupt from any long call; nothing half-written is left. Never an exception for a state that is
    merely out of reach, except from ``table[state]`` and ``review``.
Threads
    Every call about many states runs without the interpreter's lock on ``threads`` threads (None: all cores)
    of a pool of this process. Calls are safe from many Python threads and after a fork. Answers do not depend
    on the number of threads. An array must not be written to while a call reads it.
Progress
    A callable; ``tilebase.progress.bar("3x4")`` makes a tqdm bar where tqdm is installed. It is called on the
    caller's thread; what it raises stops the work and comes out.
Seeds
    An int means the same states in every version and on any number of threads; a numpy Generator is drawn from
    once; None is chance.
"""

from ._answers import Bounds, Hint, Level, Review, Solution, Solutions
from ._native import MissingTableError, TableError, __version__
from ._solver import Heuristic, Searching, Solver, instances, solve_row
from ._states import data_folder
from ._table import ACTIONS, RowTablebase, Tablebase, list_tables
from ._types import Cells, Distances, Seed, StateLike, StatesLike
from . import progress, show

__all__ = [
    "ACTIONS",
    "Bounds",
    "Cells",
    "Distances",
    "Heuristic",
    "Hint",
    "Level",
    "MissingTableError",
    "Review",
    "RowTablebase",
    "Searching",
    "Seed",
    "Solution",
    "Solutions",
    "Solver",
    "StateLike",
    "StatesLike",
    "TableError",
    "Tablebase",
    "__version__",
    "data_folder",
    "instances",
    "list_tables",
    "progress",
    "show",
    "solve_row",
]
