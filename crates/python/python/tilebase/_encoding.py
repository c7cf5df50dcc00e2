"""Arrays of states as cells, from the encodings that other programs use."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._types import Encoding

ENCODINGS = ("cells", "places", "one-hot")


def as_numbers(numbers: Any, what: str) -> npt.NDArray[Any]:
    """An array of whole numbers, with 0 for None; an error names ``what`` they are. An empty list is one of
    no numbers."""
    array = np.asarray(numbers)
    if array.dtype == object and not isinstance(numbers, np.ndarray):
        # A list of JSON or of Python has null or None for the blank.
        array = np.array([0 if number is None else number for number in array.flat]).reshape(array.shape)
    if array.size == 0 and not isinstance(numbers, np.ndarray):
        array = array.astype(np.uint8)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what} must be whole numbers, not {array.dtype}")
    return array


def cells_of(states: Any, encoding: Encoding, shape: tuple[int, int], board: bool) -> npt.NDArray[Any]:
    """States of a puzzle with this shape as cells, (…, cells) or (…, rows, columns)."""
    if encoding not in ENCODINGS:
        raise ValueError(f"encoding is 'cells', 'places' or 'one-hot', not {encoding!r}")
    cells = shape[0] * shape[1]
    if encoding == "one-hot":
        return _of_one_hot(np.asarray(states), cells, shape)
    given = np.asarray(states)
    if encoding == "cells" and given.ndim >= 2 and given.shape[-2] == cells and not (given.astype(bool) != given).any():
        raise ValueError(f"states of zeros and ones, {given.shape}, are read with encoding='one-hot'")
    array = as_numbers(states, "states")
    if encoding == "cells":
        return _with_blank(array, cells)
    if not board:
        raise ValueError("encoding='places' needs tiles that are all unlike: stones of a row are not")
    if array.ndim == 0 or array.shape[-1] != cells:
        raise ValueError(f"places are the cells of the blank and of tiles 1 to {cells - 1}: (…, {cells}), not {array.shape}")
    wrong = (np.sort(array, axis=-1) != np.arange(cells)).any(axis=-1).reshape(-1)
    if wrong.any():
        raise ValueError(f"state {wrong.argmax()}: places are the cells from 0 to {cells - 1}, each once")
    return np.argsort(array, axis=-1)


def _with_blank(array: npt.NDArray[Any], cells: int) -> npt.NDArray[Any]:
    """Cells in which -1 is the blank, with 0 for it."""
    if array.dtype.kind == "u" or array.size == 0 or array.min() != -1 or array.size % cells:
        return array
    flat = array.reshape(-1, cells)
    both = (flat == -1).any(axis=1) & (flat == 0).any(axis=1)
    if both.any():
        raise ValueError(
            f"state {both.argmax()}: -1 and 0 cannot both be the blank: if the tiles are numbered from 0, add 1 to all"
        )
    return np.where(array == -1, 0, array)


def _of_one_hot(array: npt.NDArray[Any], cells: int, shape: tuple[int, int]) -> npt.NDArray[Any]:
    if array.ndim >= 3 and array.shape[-3:-1] == shape:
        array = array.reshape(*array.shape[:-3], cells, array.shape[-1])
    if array.ndim < 2 or array.shape[-2] != cells:
        raise ValueError(f"one-hot states have the shape (…, {cells}, values), not {array.shape}")
    ones = array == 1
    good = (ones | (array == 0)).all(axis=-1) & (ones.sum(axis=-1) == 1)
    wrong = ~good.all(axis=-1).reshape(-1)
    if wrong.any():
        raise ValueError(f"state {wrong.argmax()}: each cell has a single 1 among zeros")
    tiles: npt.NDArray[Any] = ones.argmax(axis=-1)
    return tiles
