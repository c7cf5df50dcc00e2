"""Tables of every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal, NoReturn, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _native, show
from ._answers import OnLevel, Solution, Solutions
from ._encoding import as_numbers
from ._native import NativeSolver
from ._states import Rules, Solving, as_count, as_distance, as_folder, as_number, as_rules, as_seed
from ._types import Cells, Distances, Encoding, Folder, Metric, Seed, StateLike, StatesLike

ACTIONS: Final = ("up", "right", "down", "left")
"""The directions of the blank for the actions 0, 1, 2, 3."""

Storage: TypeAlias = Literal["auto", "file", "memory", "bytes"]


def list_tables(data: Folder | None = None) -> list[dict[str, Any]]:
    """The tables in a folder (default: ``data_folder()``), ordered by name.

    Each is a dict with the keys ``file``, ``path``, ``subject``, ``entries``, ``states`` (those that
    reach the goal), ``eccentricity`` (in moves), ``hardest`` (the number of states at that
    distance), ``encoding``, ``bytes``, ``builder`` and ``seconds``. A file that cannot be read has
    ``file``, ``path`` and ``error``; a file left by a killed build has ``file``, ``path``, ``bytes`` and
    ``leftover``. OSError if the folder cannot be
    read.

    >>> list_tables("a folder that does not exist")
    []
    """
    import json  # here, as imports make up much of the time to load this package

    folder = as_folder(data)
    files = json.loads(_native.list_tables(folder))
    return [{**file, "path": folder / file["file"]} for file in files]


class Tablebase(Solving):
    """The distance of every state of one puzzle to one goal.

    >>> tb = Tablebase("3x3")  # built in a moment, kept in memory
    >>> tb.distance("867254301")
    31
    >>> len(tb), tb.eccentricity
    (181440, 31)
    >>> states = tb.sample(1000, seed=1)
    >>> tb.distances(states).shape, tb.optimal_actions(states).shape
    ((1000,), (1000, 4))
    """

    def __init__(
        self,
        puzzle: str,
        goal: StateLike | None = None,
        *,
        storage: Storage = "auto",
        data: Folder | None = None,
        build: bool = True,
        threads: int | None = None,
        progress: OnLevel | None = None,
        metric: Metric = "single",
    ) -> None:
        """Opens the table, and builds it if it is missing.

        puzzle   ``"3x3"``, ``"8-puzzle"``, ``"2x5"``, ``"3x4"``, ``"2x7"``, ``"oshidori-kinds-4"``, …
        goal     the state at distance 0: any arrangement of the tiles, also as an array. Default: 1 2 3 … 0.
                 Tiles with equal numbers are alike, in states too; in text ``x`` leaves a cell open.
        storage  ``"file"``: a file in ``data``, mapped; memory if none can be written (``path`` is then None).
                 ``"memory"``: built for this object, without a file. ``"bytes"``: the same with one byte per
                 state for any size (3x4: 240 MB), so that look-ups need no walks. ``"auto"``: ``"memory"``
                 for up to two million states, and ``"file"`` for more.
        data     the folder of files. Default: ``data_folder()``.
        build    False: a missing table raises MissingTableError, and ``"auto"`` uses files only.
        threads  The number of threads; None: one for each core.
        progress is called with a ``Level`` after each level of a build.
        metric   ``"single"``: a move slides one tile. ``"multi"``: one or more tiles in a line (boards
                 only).
        """
        self._open(
            puzzle, goal=goal, metric=metric, build=build, threads=threads, progress=progress,
            **_place(puzzle, storage, data, build),
        )  # fmt: skip

    def _opened(self, native: NativeSolver, arguments: dict[str, Any]) -> None:
        super()._opened(native, arguments)
        table = native.table()
        self._entries: int = table["entries"]
        self._encoding: str = table["encoding"]
        self._path: Path | None = table["path"]
        self._offset: int = table["offset"]
        self._counts = native.counts()
        self._counts.flags.writeable = False
        self._bytes: npt.NDArray[np.uint8] | None = None

    def __repr__(self) -> str:
        where = self._path or "memory"
        return f"<{type(self).__name__} {self.puzzle}: {len(self):,} states, at most {self.eccentricity} moves, {where}>"

    def _repr_html_(self) -> str:
        return show.histogram_svg(self.counts, title=f"{self.puzzle}: {len(self):,} states by distance")

    @property
    def goal(self) -> Cells:
        """The goal, uint8 (cells,); one state that meets it, if several do.

        >>> Tablebase("2x2", "_ 1 / 2 3").goal
        array([0, 1, 2, 3], dtype=uint8)
        """
        return self._native.goal()

    def __len__(self) -> int:
        """The number of states in the table: of a board, those that can reach the goal, cells!/2.

        >>> len(Tablebase("2x2"))
        12
        """
        return self._entries

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """``counts[d]`` states are d moves from the goal, int64 (eccentricity + 1,): the growth of the graph.

        >>> Tablebase("2x2").counts
        array([1, 2, 2, 2, 2, 2, 1])
        """
        return self._counts

    @property
    def eccentricity(self) -> int:
        """The greatest distance, in moves: ``len(counts) - 1``.

        >>> Tablebase("3x3").eccentricity, Tablebase("3x3", metric="multi").eccentricity
        (31, 24)
        """
        return len(self._counts) - 1

    @property
    def path(self) -> Path | None:
        """The table's file; None if it is in memory.

        >>> Tablebase("2x2").path is None
        True
        """
        return self._path

    @property
    def table(self) -> npt.NDArray[np.uint8]:
        """The distance of every rank, uint8 (len(self),), read-only; 255 if the goal is out of reach.

        For a table in a file this is a view (np.memmap), which copies nothing. For a table in memory
        it is a copy, made once. Ranks are those of ``rank`` and ``unrank``. ValueError if the table
        does not have one byte per state.

        >>> tb = Tablebase("3x3")
        >>> int(tb.table[tb.rank("867254301")])
        31
        """
        if self._encoding != "byte":
            raise ValueError(
                f"the table of {self.puzzle} has {self._encoding} entries: storage='bytes' makes one of bytes"
            )
        if self._bytes is None:
            if self._path is None:
                self._bytes = self._native.table_bytes()
                self._bytes.flags.writeable = False
            else:
                self._bytes = np.memmap(self._path, np.uint8, "r", self._offset, (len(self),))
        return self._bytes

    # One state.

    def _distances(self, cells: Cells) -> Distances:
        out = np.empty(len(cells), np.int16)
        self._native.distances(cells, out)
        return out

    def solve(self, state: StateLike) -> Solution | None:
        """A shortest solution; None if the goal is out of reach.

        >>> Tablebase("3x3").solve("1 2 3 4 5 6 0 7 8")
        <Solution: 2 moves: 7 8>
        """
        found = self._native.solve(self._one(state), None)
        if found is None:
            return None
        _, _, known, _ = found
        assert known is not None, "a table knows a solution"
        return Solution(*known, self.shape)

    def __getitem__(self, state: StateLike) -> int:
        """Returns the distance of a state from the goal, in moves. Raises KeyError if the goal is out of reach.

        >>> Tablebase("3x3")["123456708"]
        1
        """
        found = self.distance(state)
        if found is None:
            raise KeyError(state if isinstance(state, str) else tuple(self._one(state).tolist()))
        return found

    def get(self, state: StateLike, default: int | None = None) -> int | None:
        """Returns the distance of a state from the goal, in moves, or ``default`` if the goal is out of reach.

        >>> Tablebase("3x3").get("213456780", -1)
        -1
        """
        found = self.distance(state)
        return default if found is None else found

    def __contains__(self, state: StateLike) -> bool:
        """Whether the state can reach the goal.

        >>> "213456780" in Tablebase("3x3")
        False
        """
        return self.distance(state) is not None

    def __iter__(self) -> NoReturn:
        """Raises TypeError: a table maps states to distances, but does not list the states."""
        raise TypeError("states are not listed by iteration: see at() and unrank()")

    # Many states.

    def distances(
        self, states: StatesLike, *, out: Distances | None = None, encoding: Encoding = "cells"
    ) -> Distances:
        """(…, cells) -> (…) int16: the least numbers of moves, -1 if out of reach.

        The guide has the time per state: tens of nanoseconds from bytes, a few microseconds by walks.
        ``out``, if given, is filled and returned: int16 in C order, of the leading shape. ``encoding`` says
        what an array is: "cells", the tile of each cell; "places", the cell of the blank, of tile 1 and so
        on, from 0; "one-hot", (…, cells, values), which may be floats.

        >>> Tablebase("3x3").distances([[1, 2, 3, 4, 5, 6, 7, 8, 0], [2, 1, 3, 4, 5, 6, 7, 8, 0]])
        array([ 0, -1], dtype=int16)
        """
        cells, lead = self._many(states, encoding)
        if out is None:
            out = np.empty(lead, np.int16)
        elif not isinstance(out, np.ndarray) or out.dtype != np.int16 or out.shape != lead or not out.flags.c_contiguous or not out.flags.writeable:
            raise ValueError(f"out must be a writable int16 array of shape {lead} in C order")
        self._native.distances(cells, out.reshape(-1))
        return out

    def optimal_actions(self, states: StatesLike, *, encoding: Encoding = "cells") -> npt.NDArray[np.bool_]:
        """(…, cells) -> (…, actions) bool: which moves lead one move nearer. All False at the goal and
        if it is out of reach.

        Looks only at the neighbours, so on 3x4 it is about ten times faster than ``distances``.

        >>> Tablebase("3x3").optimal_actions("123456078")
        array([False,  True, False, False])
        """
        cells, lead = self._many(states, encoding)
        count = self._moves.count
        return self._native.optimal_actions(cells).reshape(*lead, count)

    def action_distances(self, states: StatesLike, *, encoding: Encoding = "cells") -> Distances:
        """(…, cells) -> (…, actions) int16: the distance after each move, -1 if the move is not legal
        or the goal is out of reach. For a reward of -1 per move, the optimal Q-function is the negative
        of this, minus one.

        >>> Tablebase("3x3").action_distances("123456078")
        array([ 3,  1, -1, -1], dtype=int16)
        """
        cells, lead = self._many(states, encoding)
        legal = self._moves.legal(cells)
        after = np.full(legal.shape, -1, np.int16)
        if self._board and self.metric == "single":
            # A move is an odd permutation: it changes the distance by one, never by none.
            here = self.distances(cells)[:, None]
            nearer = self._native.optimal_actions(cells).reshape(legal.shape)
            np.copyto(after, np.where(nearer, here - 1, here + 1), where=legal & (here >= 0))
        else:
            for action in np.flatnonzero(legal.any(axis=0)):
                taken = np.flatnonzero(legal[:, action])
                after[taken, action] = self.distances(self._moves.moved(cells[taken], np.full(len(taken), action)))
        return after.reshape(*lead, self._moves.count)

    def paths(
        self,
        states: StatesLike,
        *,
        choose: Literal["first", "random"] = "first",
        seed: Seed = None,
        encoding: Encoding = "cells",
    ) -> Solutions:
        """A shortest solution of each state. "first": at each step, the first optimal move in the order
        of cells. "random": at each step, all optimal moves are equally likely.

        >>> Tablebase("3x3").paths(["123456708", "123456078"]).lengths
        array([1, 2], dtype=int16)
        """
        if choose not in ("first", "random"):
            raise ValueError(f"choose is 'first' or 'random', not {choose!r}")
        cells, _ = self._many(states, encoding)
        return Solutions(*self._native.paths(cells, as_seed(seed) if choose == "random" else None))

    def solvable(self, states: StatesLike, *, encoding: Encoding = "cells") -> npt.NDArray[np.bool_]:
        """(…, cells) -> (…) bool: which states can reach the goal.

        >>> Tablebase("3x3").solvable(["123456780", "213456780"])
        array([ True, False])
        """
        reached: npt.NDArray[np.bool_] = (
            self.rank(states, encoding=encoding) if self._board else self.distances(states, encoding=encoding)
        ) >= 0
        return reached

    def rank(self, states: StatesLike, *, encoding: Encoding = "cells") -> npt.NDArray[np.int64]:
        """(…, cells) -> (…) int64: the number of each state, 0 … len(self) - 1; -1 for boards that cannot
        reach the goal.

        >>> tb = Tablebase("3x3")
        >>> tb.unrank(tb.rank("867254301"))
        array([8, 6, 7, 2, 5, 4, 3, 0, 1], dtype=uint8)
        """
        cells, lead = self._many(states, encoding)
        return self._native.ranks(cells).reshape(lead)

    def unrank(self, ranks: npt.ArrayLike) -> Cells:
        """(…) -> (…, cells) uint8, the inverse of ``rank``: ``tb.unrank(np.arange(len(tb)))`` is the whole space.
        ValueError for a number that no state has, TypeError for anything but integers.

        >>> Tablebase("2x2").unrank([[0, 1], [2, 3]]).shape
        (2, 2, 4)
        """
        numbers = as_numbers(ranks, "ranks")
        if (numbers < 0).any():
            raise ValueError(f"there is no rank {numbers.min()}: they begin with 0")
        flat = np.array(numbers, np.uint64, order="C").reshape(-1)
        return self._native.unrank(flat).reshape(*numbers.shape, self._cells)

    # Levels and chance.

    def sample(self, n: int, distance: int | None = None, *, seed: Seed = None) -> Cells:
        """n states, uint8 (n, cells), drawn independently (with replacement): uniformly among those that
        can reach the goal, or uniformly among those at ``distance``, in moves. ValueError if no state is
        at that distance.

        >>> tb = Tablebase("3x3")
        >>> set(tb.distances(tb.sample(100, 20, seed=1)).tolist())
        {20}
        """
        return self._native.sample(as_count(n), as_distance(distance), as_seed(seed))

    def at(self, distance: int, limit: int | None = None) -> Cells:
        """The states at a distance, in moves, uint8 (n, cells), ascending by rank; at most
        ``limit``. ValueError if no state is at that distance.

        >>> Tablebase("3x3").at(1)
        array([[1, 2, 3, 4, 5, 6, 7, 0, 8],
               [1, 2, 3, 4, 5, 0, 7, 8, 6]], dtype=uint8)
        """
        depth = as_number(distance, "the distance")
        if depth > self.eccentricity:
            raise ValueError(
                f"no state of {self.puzzle} is {distance} moves from the goal: none needs more than {self.eccentricity}"
            )
        return self._native.at(depth, None if limit is None else as_count(limit))

    def hardest(self) -> Cells:
        """The states farthest from the goal, uint8 (n, cells).

        >>> Tablebase("3x3").hardest()
        array([[8, 6, 7, 2, 5, 4, 3, 0, 1],
               [6, 4, 7, 8, 5, 0, 3, 2, 1]], dtype=uint8)
        """
        return self.at(self.eccentricity)

    def batches(
        self, n: int, *, distances: npt.ArrayLike | None = None, seed: Seed = None
    ) -> Iterator[tuple[Cells, Distances]]:
        """Endless batches of n states with their distances, for training.

        ``distances`` weighs the distances drawn: ``np.ones(tb.eccentricity + 1)`` makes all equally likely.
        Default: uniform over the states. ValueError for weights that are negative, all 0 or too many.

        >>> states, distances = next(Tablebase("3x3").batches(512, distances=np.ones(32), seed=1))
        >>> states.shape, distances.shape, len(np.unique(distances))
        ((512, 9), (512,), 32)
        """
        rng, n = np.random.default_rng(as_seed(seed)), as_count(n)
        weights = None if distances is None else np.asarray(distances, float)
        if weights is not None and (
            weights.ndim != 1 or not 0 < len(weights) <= len(self.counts) or (weights < 0).any()
            or not 0 < weights.max() < np.inf
        ):  # fmt: skip
            raise ValueError(f"distances must be up to {len(self.counts)} weights, not negative, not all 0")
        return self._batches(n, weights, rng)

    def _batches(
        self, n: int, weights: npt.NDArray[np.float64] | None, rng: np.random.Generator
    ) -> Iterator[tuple[Cells, Distances]]:
        if weights is None:
            while True:
                states = self.sample(n, seed=rng)
                yield states, self.distances(states)
        shares: npt.NDArray[np.float64] = weights / weights.max()
        shares /= shares.sum()
        while True:
            drawn = np.sort(rng.choice(len(shares), n, p=shares)).astype(np.int16)
            parts = [self.sample(int(many), int(d), seed=rng) for d, many in zip(*np.unique(drawn, return_counts=True))]
            order = rng.permutation(n)
            yield np.concatenate([np.empty((0, self._cells), np.uint8), *parts])[order], drawn[order]

    def verify(self, progress: Callable[[int, int], object] | None = None) -> None:
        """Proves the table: its checksums, and then the distance of every state. TableError if it is
        wrong.

        ``progress(done, total)`` is called with bytes, then with states. Takes about as long as
        building the table.

        >>> Tablebase("3x3").verify()
        """
        self._native.verify(progress)


class RowTablebase(Tablebase):
    """The distance of every arrangement of one oshidori row, with the methods of ``Tablebase``.

    An action is the leftmost cell of the stones that jump into the gap. With the rules ``holes``, ``unlike``
    or ``turn``, that does not determine a move, so there are no actions; ``hints`` has the states after
    moves.

    >>> RowTablebase("oshidori-kinds-4").distance("1 2 3 4 1 2 3 4 _ _")
    7
    """

    def __init__(
        self,
        puzzle: str,
        goal: StateLike | Literal["together", "any-gap", "any"] | None = None,
        *,
        block: int = 2,
        holes: int | None = None,
        unlike: bool = False,
        turn: Literal["may", "must"] | None = None,
        storage: Storage = "auto",
        data: Folder | None = None,
        build: bool = True,
        threads: int | None = None,
        progress: OnLevel | None = None,
    ) -> None:
        """Opens the table, as ``Tablebase`` does.

        puzzle  ``"oshidori-bw-4"``, ``"oshidori-kinds-4"``, ``"oshidori-kinds-3x3"``, …
        goal    a row; ``"together"``: the usual order without holes between the stones, anywhere in the row;
                ``"any-gap"``: the usual order with the holes anywhere; ``"any"``: stones of a kind together, in any
                order.
        block   the number of stones that jump at a time.
        holes   the number of cells without stones, by default as many; if there are more, they lie anywhere.
        unlike  True if only blocks jump whose stones are not all alike.
        turn    ``"may"`` or ``"must"`` if blocks may or must be turned round as they jump.
        """
        if not _native.is_row(puzzle):
            raise ValueError(f"{puzzle} is not a row of stones: Tablebase opens boards")
        rules = as_rules(block, holes, unlike, turn)
        self._open(
            puzzle, goal=goal, rules=rules, build=build, threads=threads, progress=progress,
            **_place(puzzle, storage, data, build, rules),
        )  # fmt: skip


def _place(
    puzzle: str, storage: Storage, data: Folder | None, build: bool, rules: Rules = (None, None, False, None)
) -> dict[str, Any]:
    """The place of a table, as arguments of ``_open``."""
    if storage not in ("auto", "file", "memory", "bytes"):
        raise ValueError(f"storage is 'auto', 'file', 'memory' or 'bytes', not {storage!r}")
    if storage == "auto":
        small = build and _native.is_small(puzzle, rules)
        storage = "memory" if small else "file"
    return dict(folder=as_folder(data) if storage == "file" else None, in_bytes=storage == "bytes")
