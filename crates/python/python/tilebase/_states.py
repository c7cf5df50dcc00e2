"""States, seeds and goals as callers have them, and as the native part reads them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ._native import NativeSolver

StateLike: TypeAlias = str | Sequence[int] | Sequence[Sequence[int]] | npt.NDArray[np.integer[Any]]
StatesLike: TypeAlias = str | Sequence[Any] | npt.NDArray[np.integer[Any]]
Cells: TypeAlias = npt.NDArray[np.uint8]
Distances: TypeAlias = npt.NDArray[np.int16]
Seed: TypeAlias = int | np.random.Generator | None


def as_seed(seed: Seed) -> int:
    """A number of 64 bits: drawn once from a generator, or from the system for None."""
    if seed is None:
        return int.from_bytes(os.urandom(8), "little")
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(0, 2**64, dtype=np.uint64))
    seed = int(np.asarray(seed, object))
    if not 0 <= seed < 2**64:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
    return seed


def as_bytes(states: StatesLike) -> npt.NDArray[np.uint8]:
    """Whole numbers as C-contiguous bytes; what is so already is not copied."""
    array = np.asarray(states)
    if array.dtype != np.uint8:
        if array.dtype.kind not in "iu":
            raise TypeError(f"states must be whole numbers, not {array.dtype}")
        wrong = (array < 0) | (array > 255)
        if wrong.any():
            flat = array.reshape(-1, array.shape[-1]) if array.ndim else array.reshape(1, 1)
            state, cell = np.argwhere(wrong.reshape(flat.shape))[0]
            value = flat[state, cell]
            raise ValueError(f"state {state}: a cell is {value}, but cells are small numbers from 0, the blank")
    contiguous: npt.NDArray[np.uint8] = np.ascontiguousarray(array, np.uint8)
    return contiguous


def as_text(goal: StateLike | None) -> str | None:
    """A goal as text, which the native part reads."""
    if goal is None or isinstance(goal, str):
        return goal
    return " ".join(str(int(cell)) for cell in np.asarray(goal).reshape(-1))


class Puzzle:
    """What tables, solvers and heuristics have in common: a puzzle, and how its states are read."""

    _native: NativeSolver
    _threads: int | None

    def __init__(self, native: NativeSolver) -> None:
        self._native = native
        about = native.describe()
        self._name: str = about["puzzle"]
        self._board: bool = about["board"]
        self._shape: tuple[int, int] = about["shape"]
        self._block: int = about["block"]
        self._goal: str = about["goal"]
        self._cells = self._shape[0] * self._shape[1]

    @property
    def puzzle(self) -> str:
        """The name, as the program writes it: ``15-puzzle`` is ``4x4``."""
        return self._name

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns; a row of stones is one row."""
        return self._shape

    def _many(self, states: StatesLike) -> tuple[Cells, tuple[int, ...]]:
        """States as an array of shape (n, cells), and their leading dimensions."""
        if isinstance(states, str):
            return self._native.parse(states).reshape(1, -1), ()
        if isinstance(states, (list, tuple)) and states and isinstance(states[0], str):
            return np.stack([self._native.parse(text) for text in states]), (len(states),)
        array = as_bytes(states)
        if self._board and array.ndim >= 2 and array.shape[-2:] == self._shape:
            lead = array.shape[:-2]
        elif array.ndim >= 1 and array.shape[-1] == self._cells:
            lead = array.shape[:-1]
        else:
            grid = f" or (…, {self._shape[0]}, {self._shape[1]})" if self._board else ""
            raise ValueError(f"states of {self._name} have the shape (…, {self._cells}){grid}, not {array.shape}")
        return array.reshape(-1, self._cells), lead

    def _one(self, state: StateLike) -> Cells:
        """One state, of shape (cells,)."""
        many, lead = self._many(state)
        if len(many) != 1:
            raise ValueError(f"one state is needed here, not an array of {lead}")
        one: Cells = many[0]
        return one
