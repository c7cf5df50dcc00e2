"""Exact distances in sliding-tile and oshidori puzzles: tables of every position, optimal solvers, bounds.

>>> import tilebase
>>> tilebase.Tablebase("3x3").distance("867254301")
31

States
    Arrays of integers of any dtype: cells in reading order, 0 for the blank (or for each cell of the
    gap). The shape is (…, cells) or, for boards, (…, rows, columns). Each call copies them once, to
    uint8. A single state may also be text: ``"867254301"``, ``"8 6 7 / 2 5 4 / 3 _ 1"``. Returned
    states are uint8 of shape (n, cells).
Distances
    int16, in moves (of single tiles, or of blocks that jump); -1 if the goal is out of reach. The
    leading dimensions are those of the argument: states (a, b, cells) give distances (a, b). Scalar
    answers are int, or None if the goal is out of reach.
Actions
    The direction of the *blank*: 0 up, 1 right, 2 down, 3 left, as in jumanji and puzzle15gym. The
    ``U D L R`` of DeepCubeA and DeepXube is the direction of the tile: these are the actions
    ``[2, 0, 1, 3]``. If one move slides several tiles in a line (``metric="multi"``), ``action % 4``
    is the direction of the blank and ``action // 4 + 1`` the number of tiles. In a row of stones, an
    action is the leftmost cell of the stones that jump.
Errors
    ValueError for an invalid state or puzzle, a wrong shape, a distance that no state has, or a number
    out of range; the message names the first bad state (``state 17: tile 3 appears 2 times, …``).
    TypeError for arrays and numbers that are not integers. MissingTableError (a FileNotFoundError) if
    there is no table and ``build=False``. TableError for a table that is damaged or of another version. MemoryError or
    OSError if memory or disk do not suffice for a build or an answer, or the system refuses threads;
    the message has the figures.
    KeyboardInterrupt from any long call, which leaves no half-written file. A state from
    which the goal is out of reach raises an exception only in ``table[state]``, ``review`` and
    ``review_stages``.
Threads
    Every call about many states releases the interpreter's lock and runs on ``threads`` threads
    (1 to 1024; None: all cores) of a pool of this process. Calls are safe from many Python threads and
    after a fork. Answers do not depend on the number of threads. Another thread may write to an array
    of states while a call works on its copy; an array given as ``out`` is the call's until it returns.
Progress
    A callable; ``tilebase.progress.bar("3x4")`` makes a tqdm bar if tqdm is installed. It is called
    on the caller's thread. An exception that it raises stops the work and reaches the caller.
Seeds
    An int gives the same states within one version, on any number of threads. From a numpy
    Generator one number is drawn. None gives random states.
"""

from ._answers import UNKNOWN, Bounds, Hint, Labels, Level, Mistake, Review, ReviewedStage, Solution, Solutions, Stage, StagedSolution
from ._letters import Lengths, Letters, Replay, read_replay
from ._native import MissingTableError, TableError, __version__
from ._solver import Heuristic, Searching, Solver, instances, solve_row
from ._states import data_folder
from ._table import ACTIONS, RowTablebase, Tablebase, list_tables
from ._types import Cells, Distances, MovesLike, Notation, Seed, StateLike, StatesLike
from . import labels, progress, show

__all__ = [
    "ACTIONS",
    "Bounds",
    "Cells",
    "Distances",
    "Heuristic",
    "Hint",
    "Labels",
    "Lengths",
    "Letters",
    "Level",
    "MissingTableError",
    "Mistake",
    "MovesLike",
    "Notation",
    "Replay",
    "Review",
    "ReviewedStage",
    "RowTablebase",
    "Searching",
    "Seed",
    "Solution",
    "Solutions",
    "Solver",
    "Stage",
    "StagedSolution",
    "StateLike",
    "StatesLike",
    "TableError",
    "Tablebase",
    "UNKNOWN",
    "__version__",
    "data_folder",
    "instances",
    "labels",
    "list_tables",
    "progress",
    "read_replay",
    "show",
    "solve_row",
]
