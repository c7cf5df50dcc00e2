"""The types of arguments and answers."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = Sequence[int] | Sequence[Sequence[int]] | npt.NDArray[np.integer[Any]]
StateLike: TypeAlias = str | Numbers
MovesLike: TypeAlias = str | Sequence[int] | Sequence[str] | npt.NDArray[np.integer[Any]]
Notation: TypeAlias = Literal["letters", "plain", "words", "arrows", "blank"]
StatesLike: TypeAlias = str | Sequence[Any] | npt.NDArray[np.integer[Any]]
Cells: TypeAlias = npt.NDArray[np.uint8]
Distances: TypeAlias = npt.NDArray[np.int16]
# In quotes, since numpy imports numpy.random only on first use.
Seed: TypeAlias = "int | np.random.Generator | None"
Metric: TypeAlias = Literal["single", "multi"]
Encoding: TypeAlias = Literal["cells", "places", "one-hot"]
Folder: TypeAlias = str | PathLike[str]
