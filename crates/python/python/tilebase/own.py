"""Distances in a puzzle of your own, whose states are numbered and whose moves are a function of arrays.

>>> import numpy as np
>>> from tilebase.own import OwnTable
>>> def steps(cells):                        # a piece on a ring of twelve cells
...     return np.stack([(cells + 1) % 12, (cells - 1) % 12], axis=1)
>>> ring = OwnTable(12, steps, goals=[0])
>>> ring.distances([0, 5, 7]), ring.eccentricity, ring.hardest()
(array([0, 5, 5], dtype=int16), 6, array([6]))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ._answers import Level, OnLevel
from ._encoding import as_numbers
from ._states import as_number, as_seed
from ._types import Distances, Folder, Seed

__all__ = ["OwnTable"]

Ranks: TypeAlias = npt.NDArray[np.int64]
Moves: TypeAlias = Callable[[Ranks], npt.ArrayLike]

OUT_OF_REACH = 255
AT_ONCE = 1 << 18
"""The states whose neighbours are asked for at once."""


class OwnTable:
    """The distance of every state from the goals, one byte each."""

    def __init__(
        self,
        states: int,
        neighbours: Moves,
        goals: npt.ArrayLike,
        *,
        free: Moves | None = None,
        progress: OnLevel | None = None,
    ) -> None:
        """Searches backwards from the goals.

        states      the number of states, whose ranks are 0 … states - 1.
        neighbours  ranks, int64 (n,) -> (n, k): the ranks one move away; -1 where there is none. Every
                    move must have an inverse.
        goals       the ranks of the goals.
        free        as ``neighbours``, of moves that cost nothing. Distances are then least sums of costs: with
                    the moves of some pieces as ``neighbours`` and those of all others as ``free``, a pattern
                    database that may be added to those of other pieces.
        progress    is called with a ``Level`` after each level.

        ValueError if a rank is not that of a state, or a distance is 255 or more.
        """
        self._states = as_number(states, "the number of states", 1)
        self._bytes = np.full(self._states, OUT_OF_REACH, np.uint8)
        level = self._reach(self._checked(as_numbers(goals, "goals").reshape(-1)), 0)
        depth, reached = 0, 0
        while len(level):
            new = level
            while free is not None and len(new):
                new = self._from(new, free, depth)
                level = np.concatenate([level, new])
            reached += len(level)
            if progress is not None:
                progress(Level(depth, len(level), reached, self._states))
            depth += 1
            level = self._from(level, neighbours, depth)
        self.counts: Ranks = np.bincount(self._bytes, minlength=OUT_OF_REACH + 1)[:OUT_OF_REACH]
        self.counts = np.trim_zeros(self.counts, "b")

    def _checked(self, ranks: npt.NDArray[np.integer]) -> Ranks:
        found: Ranks = ranks.astype(np.int64)
        if len(found) and not 0 <= found.min() <= found.max() < self._states:
            wrong = found[(found < 0) | (found >= self._states)][0]
            raise ValueError(f"there is no state {wrong}: their ranks are from 0 to {self._states - 1}")
        return found

    def _reach(self, ranks: Ranks, depth: int) -> Ranks:
        """Notes the depth of those that have none, and returns them, each once."""
        new: Ranks = np.sort(ranks[self._bytes[ranks] == OUT_OF_REACH])
        new = new[np.diff(new, prepend=-1) > 0]  # np.unique would take twice as long
        if len(new) and depth >= OUT_OF_REACH:
            raise ValueError(f"some states are {depth} moves or more from the goals: a table holds up to 254")
        self._bytes[new] = depth
        return new

    def _from(self, ranks: Ranks, moves: Moves, depth: int) -> Ranks:
        """The states that moves lead to which have no depth yet, with which they are noted."""
        found = []
        for first in range(0, len(ranks), AT_ONCE):
            part = ranks[first : first + AT_ONCE]
            beside = as_numbers(moves(part), "neighbours")
            if beside.ndim != 2 or len(beside) != len(part):
                raise ValueError(f"neighbours have the shape ({len(part)}, …), not {beside.shape}")
            found.append(self._reach(self._checked(beside[beside != -1]), depth))
        return np.concatenate(found) if found else ranks[:0]

    def __len__(self) -> int:
        return self._states

    def __repr__(self) -> str:
        return f"<OwnTable: {self._states:,} states, at most {self.eccentricity} moves>"

    @property
    def eccentricity(self) -> int:
        """The greatest distance."""
        return len(self.counts) - 1

    @property
    def table(self) -> npt.NDArray[np.uint8]:
        """The distance of every rank, uint8 (len(self),), read-only; 255 if the goals are out of reach."""
        view = self._bytes.view()
        view.flags.writeable = False
        return view

    def distances(self, ranks: npt.ArrayLike) -> Distances:
        """(…) -> (…) int16: the least sums of costs to a goal; -1 if it is out of reach."""
        numbers = as_numbers(ranks, "ranks")
        found = self._bytes[self._checked(numbers.reshape(-1))].astype(np.int16)
        found[found == OUT_OF_REACH] = -1
        return found.reshape(numbers.shape)

    def at(self, distance: int) -> Ranks:
        """The ranks of all states at a distance, ascending."""
        found: Ranks = np.flatnonzero(self._bytes == as_number(distance, "the distance", most=OUT_OF_REACH - 1))
        return found

    def hardest(self) -> Ranks:
        """The ranks of the states farthest from the goals, ascending."""
        return self.at(self.eccentricity)

    def sample(self, n: int, distance: int | None = None, *, seed: Seed = None) -> Ranks:
        """n ranks drawn independently and uniformly among the states that can reach a goal, or among those
        at a distance. ValueError if no state has it."""
        among = np.flatnonzero(self._bytes != OUT_OF_REACH) if distance is None else self.at(distance)
        if len(among) == 0:
            raise ValueError(f"no state is {distance} moves from the goals: the farthest are {self.eccentricity} away")
        draw = np.random.Generator(np.random.Philox(as_seed(seed)))
        found: Ranks = draw.choice(among, as_number(n, "the number of states"))
        return found

    def save(self, file: Folder) -> None:
        """Writes the distances as a numpy file, which ``load`` reads."""
        with open(file, "wb") as out:
            np.savez_compressed(out, distances=self._bytes)

    @classmethod
    def load(cls, file: Folder) -> OwnTable:
        """Reads a table that ``save`` wrote. ValueError if the file is another or damaged.

        >>> import tempfile, pathlib
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "ring.npz"
        >>> OwnTable(3, lambda ranks: ranks[:, None] * 0 + 1, [0]).save(file)
        >>> OwnTable.load(file).counts
        array([1, 1])
        """
        from zipfile import BadZipFile

        try:
            with np.load(file) as arrays:
                found = arrays["distances"]
        except (BadZipFile, KeyError, EOFError) as error:
            raise ValueError(f"{file} is not a table, or is damaged: {error}") from None
        if found.dtype != np.uint8 or found.ndim != 1 or len(found) == 0:
            raise ValueError(f"{file} is not a table: it has {found.dtype} {found.shape}")
        again = cls.__new__(cls)
        again._states, again._bytes = len(found), found
        counts = np.bincount(found, minlength=OUT_OF_REACH + 1)[:OUT_OF_REACH]
        again.counts = np.trim_zeros(counts, "b")
        return again
