"""sliding-puzzles (SPGym): int32 (rows, columns) with -1 for the blank, actions up, down, left, right of the tile.

Copy what ``step`` returns before the next step: the raw observation is one array for the whole episode.

>>> from tilebase.bridges import sliding_puzzles
>>> sliding_puzzles.from_states([[1, 2], [3, -1]]).tolist(), sliding_puzzles.from_actions(2)
([[1, 2], [3, 0]], np.int64(1))
"""

import numpy as np

from ._convention import Convention

PACKAGE, VERSION = "sliding-puzzles", "0.9.3"
CONVENTION = Convention(blank=-1, dtype=np.int32, grid=True, actions=(2, 0, 1, 3))

from_states = CONVENTION.from_states
to_states = CONVENTION.to_states
from_actions = CONVENTION.from_actions
to_actions = CONVENTION.to_actions
to_columns = CONVENTION.to_columns
