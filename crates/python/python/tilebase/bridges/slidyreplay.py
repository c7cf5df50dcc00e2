"""slidyreplay, and the other tools around slidysim: scrambles as text, moves as letters of the tile.

Its ``guess_size`` takes the smallest board that the moves fit, so give it the size: a link without one may be
read as another puzzle's.

>>> from tilebase.bridges import slidyreplay
>>> slidyreplay.to_scramble([1, 2, 3, 4, 5, 6, 7, 0, 8], (3, 3))
'1 2 3/4 5 6/7 0 8'
>>> slidyreplay.from_scramble("1 2 3/4 5 6/7 0 8").shape
(3, 3)
"""

import numpy as np
import numpy.typing as npt

from .._types import Cells

PACKAGE, VERSION = "slidyreplay", "8.1.0"


def from_scramble(text: str) -> Cells:
    """The board of a scramble, uint8 (rows, columns)."""
    return np.array([[int(tile) for tile in row.split()] for row in text.split("/")], np.uint8)


def to_scramble(state: npt.ArrayLike, shape: tuple[int, int]) -> str:
    """A state as a scramble."""
    return "/".join(" ".join(map(str, row)) for row in np.asarray(state).reshape(shape).tolist())
