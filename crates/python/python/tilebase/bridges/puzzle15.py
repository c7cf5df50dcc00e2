"""puzzle15 and puzzle15gym: -1 for the blank, whose direction is the action.

On boards of even width every second board of ``Puzzle.from_dimensions`` has no solution, and so has none of
``Puzzle4x4Fixed-v0``: ask ``Tablebase.solvable`` or ``Solver.check`` first. ``from_string`` refuses half of those
that have one.

>>> from tilebase.bridges import puzzle15
>>> puzzle15.to_text([1, 2, 3, 4, 0, 5], (2, 3))
'1 2 3|4 -1 5'
>>> puzzle15.from_text("1 2 3|4 -1 5").tolist()
[1, 2, 3, 4, 0, 5]
"""

import numpy as np
import numpy.typing as npt

from .._types import Cells
from ._convention import Convention

PACKAGE, VERSION = "puzzle15gym", "1.0.3"
CONVENTION = Convention(blank=-1, dtype=np.int32, grid=False, actions=(0, 1, 2, 3))

from_states = CONVENTION.from_states
to_states = CONVENTION.to_states
from_actions = CONVENTION.from_actions
to_actions = CONVENTION.to_actions
to_columns = CONVENTION.to_columns


def from_text(text: str) -> Cells:
    """The board of ``Puzzle.from_string``, uint8 (cells,)."""
    return from_states([int(cell) for row in text.split("|") for cell in row.split()])


def to_text(state: npt.ArrayLike, shape: tuple[int, int]) -> str:
    """A state as text for ``Puzzle.from_string`` and ``custom_puzzle``."""
    return "|".join(" ".join(map(str, row)) for row in to_states(state, shape).reshape(shape).tolist())
