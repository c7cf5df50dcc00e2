"""DeepXube's ``npuzzle``, and DeepCubeA, from which it comes: flat tiles, actions U D L R of the tile.

The letters w s a d of its viewer are these actions in this order, too.

>>> from tilebase import Tablebase
>>> from tilebase.bridges import deepxube
>>> deepxube.to_columns(Tablebase("3x3").optimal_actions("123456078"))  # a tile moves left
array([False, False,  True, False])
"""

import numpy as np

from ._convention import Convention

PACKAGE, VERSION = "deepxube", "0.3.2"
CONVENTION = Convention(blank=0, dtype=np.uint8, grid=False, actions=(2, 0, 1, 3))

from_states = CONVENTION.from_states
to_states = CONVENTION.to_states
from_actions = CONVENTION.from_actions
to_actions = CONVENTION.to_actions
to_columns = CONVENTION.to_columns
