"""Bridges to packages with other conventions: a module for each, named as the package is.

A module has ``PACKAGE`` and ``VERSION``, with which its tests compare it, and functions of two names:
``from_…`` reads what the package has, ``to_…`` writes what it takes. None of them imports the package.
docs/BRIDGES.md has the table of conventions.

>>> from tilebase.bridges import deepxube
>>> deepxube.from_actions([0, 1, 2, 3])  # U D L R of the tile
array([2, 0, 1, 3])
"""

from . import cubing, deepxube, fifteen_puzzle_solvers, jumanji, puzzle15, sgt_puzzles, sliding_puzzles, slidingpuzzle, slidyreplay

__all__ = [
    "cubing",
    "deepxube",
    "fifteen_puzzle_solvers",
    "jumanji",
    "puzzle15",
    "sgt_puzzles",
    "sliding_puzzles",
    "slidingpuzzle",
    "slidyreplay",
]
