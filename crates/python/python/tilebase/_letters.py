"""Moves as letters, and games as links."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import _native
from ._types import Cells, MovesLike, Notation


def as_moves(moves: MovesLike) -> str:
    """Moves as text, which the native part reads."""
    return moves if isinstance(moves, str) else " ".join(str(move) for move in moves)


class Lengths(NamedTuple):
    """The number of moves of a game in both metrics.

    >>> Letters("R2UL").lengths
    Lengths(single=4, multi=3)
    """

    single: int
    """Slidings of one tile."""
    multi: int
    """Slidings of one or more tiles in a line."""


class Letters(str):
    """Moves as the directions ``U D L R``, a run of three as ``R3``, for any board. This is text without
    spaces, so ``len`` is the number of characters; ``lengths`` has the numbers of moves. Words and arrows
    are read, too, and lists of them.

    The directions are those of the tiles or those of the blank: the methods do the same for both.
    ValueError for text that is not a list of such moves.

    >>> Letters("r2 u L")
    'R2UL'
    >>> Letters(["Right", "Right", "Up", "Left"])
    'R2UL'
    """

    __slots__ = ()

    def __new__(cls, moves: MovesLike) -> Letters:
        return super().__new__(cls, _native.changed(as_moves(moves), "join"))

    def written(self, notation: Notation) -> str:
        """The moves in a notation: ``plain``, one letter for each move; ``words``; ``arrows``; ``letters``, as
        here; or ``blank``, the directions of the blank if these are those of tiles.

        >>> Letters("R2U").written("words"), Letters("R2U").written("arrows")
        ('right right up', '→→↑')
        """
        return _native.written(self, notation)

    @property
    def lengths(self) -> Lengths:
        """The number of moves in both metrics.

        >>> Letters("R2UL").lengths.single
        4
        """
        return Lengths(*_native.lengths(self))

    def inverse(self) -> Letters:
        """The moves that take these back: in reverse order, each in the opposite direction.

        >>> Letters("R2UL").inverse()
        'RDL2'
        """
        return Letters(_native.changed(self, "inverse"))

    def mirrored(self) -> Letters:
        """The moves on the mirrored board: left and right are exchanged.

        >>> Letters("R2UL").mirrored()
        'L2UR'
        """
        return Letters(_native.changed(self, "mirror"))

    def transposed(self) -> Letters:
        """The moves on the transposed board: rows and columns are exchanged.

        >>> Letters("R2UL").transposed()
        'D2LU'
        """
        return Letters(_native.changed(self, "transpose"))

    def simplified(self) -> Letters:
        """The moves without pairs of which the second takes back the first, until no such pair is left.

        >>> Letters("R3LUDL2D").simplified()
        'D'
        """
        return Letters(_native.changed(self, "simplify"))

    def then(self, moves: MovesLike) -> Letters:
        """These moves followed by others.

        >>> Letters("R2U").then("UL")
        'R2U2L'
        """
        return Letters(f"{self} {as_moves(moves)}")


class Replay(NamedTuple):
    """A game that a link of slidysim replays.

    >>> import tilebase
    >>> board = tilebase.Tablebase("3x3")
    >>> replay = read_replay(board.replay_link("123456078", "L2"))
    >>> replay.puzzle, replay.moves, board.review(replay.state, replay.moves).wasted
    ('3x3', 'L2', 0)
    """

    puzzle: str
    """The board's name, such as ``4x4``."""
    state: Cells
    """(cells,): the board at the start."""
    moves: Letters
    """The directions of the tiles."""
    times: npt.NDArray[np.uint64]
    """(moves of single tiles,): when each was made, in milliseconds; empty if that is not known."""


def read_replay(link: str) -> Replay:
    """Reads a link with which slidysim, or ``replay_link``, shares a game. ValueError if it is not one.

    >>> import tilebase
    >>> read_replay(tilebase.Tablebase("3x3").replay_link("123456078", "L2", times=[120, 300])).times
    array([120, 300], dtype=uint64)
    """
    puzzle, state, moves, times = _native.read_replay(link)
    return Replay(puzzle, state, Letters(moves), times)
