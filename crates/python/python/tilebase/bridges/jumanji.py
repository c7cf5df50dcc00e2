"""jumanji's ``SlidingTilePuzzle``: its puzzles are int32 (n, n), and its actions are ours.

>>> from tilebase.bridges import jumanji
>>> jumanji.to_states([1, 2, 3, 0], (2, 2)).tolist(), jumanji.to_actions([1])[0] == 1
([[1, 2], [3, 0]], np.True_)
"""

import numpy as np

from ._convention import Convention

PACKAGE, VERSION = "jumanji", "1.1.2"
CONVENTION = Convention(blank=0, dtype=np.int32, grid=True, actions=(0, 1, 2, 3))

from_states = CONVENTION.from_states
to_states = CONVENTION.to_states
from_actions = CONVENTION.from_actions
to_actions = CONVENTION.to_actions
to_columns = CONVENTION.to_columns
