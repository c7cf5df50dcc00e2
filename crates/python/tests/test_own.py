"""Tables of puzzles of one's own by arrays, against the library's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tilebase import Level, Tablebase
from tilebase.own import OwnTable


def slid(table: Tablebase, ranks: np.ndarray, move) -> np.ndarray:
    """The ranks after each action, -1 where it cannot be taken; `move` says which are wanted."""
    cells, moves = table.unrank(ranks), table._moves
    legal = moves.legal(cells)
    after = np.full(legal.shape, -1, np.int64)
    for action in range(moves.count):
        at = np.flatnonzero(legal[:, action])
        next = moves.moved(cells[at], np.full(len(at), action))
        wanted = move(cells[at], next)
        after[at[wanted], action] = table.rank(next[wanted])
    return after


def test_distances_are_those_of_the_library(tmp_path: Path) -> None:
    table = Tablebase("2x4")
    levels: list[Level] = []
    everything = lambda before, after: np.full(len(before), True)  # noqa: E731
    own = OwnTable(len(table), lambda ranks: slid(table, ranks, everything), table.rank([table.goal]), progress=levels.append)
    assert (own.table == table.table).all() and (own.counts == table.counts).all()
    assert [level.new for level in levels] == table.counts.tolist()
    assert (table.unrank(own.hardest()) == table.hardest()).all() and own.eccentricity == table.eccentricity
    assert (own.distances([[0, 1], [2, 3]]) == table.table[:4].reshape(2, 2)).all()
    drawn = own.sample(100, 20, seed=1)
    assert (own.distances(drawn) == 20).all() and (drawn == own.sample(100, 20, seed=1)).all()
    own.save(tmp_path / "own.npz")
    again = OwnTable.load(tmp_path / "own.npz")
    assert (again.table == own.table).all() and (again.counts == own.counts).all()
    (tmp_path / "own.npz").write_bytes(b"PK\x03\x04 damaged")
    with pytest.raises(ValueError, match="is not a table, or is damaged"):
        OwnTable.load(tmp_path / "own.npz")


def test_free_moves_make_additive_bounds() -> None:
    """With the moves of three tiles at cost 1 and those of the others free, and the other way round."""
    table = Tablebase("2x3")

    def of_tiles(tiles: list[int]):
        def moves(before: np.ndarray, after: np.ndarray) -> np.ndarray:
            moved = (before * (before != after)).max(axis=1)
            return np.isin(moved, tiles)

        return lambda ranks: slid(table, ranks, moves)

    first, second = [1, 2, 3], [4, 5]
    goals = table.rank([table.goal])
    one = OwnTable(len(table), of_tiles(first), goals, free=of_tiles(second))
    other = OwnTable(len(table), of_tiles(second), goals, free=of_tiles(first))
    ranks = np.arange(len(table))
    total = one.distances(ranks) + other.distances(ranks)
    assert (total <= table.table).all() and (total > np.maximum(one.table, other.table)).any()
    # Dijkstra's algorithm, one state after another.
    cost = {int(goals[0]): 0}
    layer = [int(goals[0])]
    for spent in range(one.eccentricity + 1):
        seen = [rank for rank in layer if cost[rank] == spent]
        for rank in seen:
            for next in of_tiles(second)(np.array([rank]))[0]:
                if next >= 0 and cost.get(int(next), 999) > spent:
                    cost[int(next)] = spent
                    seen.append(int(next))
        layer = []
        for rank in seen:
            for next in of_tiles(first)(np.array([rank]))[0]:
                if next >= 0 and int(next) not in cost:
                    cost[int(next)] = spent + 1
                    layer.append(int(next))
    assert [cost[rank] for rank in range(len(table))] == one.table.tolist()


def test_what_is_no_table_is_refused() -> None:
    def ring(ranks: np.ndarray) -> np.ndarray:
        return np.stack([(ranks + 1) % 600, (ranks - 1) % 600], axis=1)

    with pytest.raises(ValueError, match="some states are 255 moves or more from the goals: a table holds up to 254"):
        OwnTable(600, ring, [0])
    with pytest.raises(ValueError, match="there is no state 5: their ranks are from 0 to 4"):
        OwnTable(5, lambda ranks: ranks[:, None] + 1, [0])
    with pytest.raises(ValueError, match="there is no state -2: their ranks are from 0 to 4"):
        OwnTable(5, lambda ranks: ranks[:, None], [-2])
    with pytest.raises(ValueError, match=r"neighbours have the shape \(1, …\), not \(1,\)"):
        OwnTable(5, lambda ranks: ranks, [0])
    with pytest.raises(TypeError, match="neighbours must be whole numbers"):
        OwnTable(5, lambda ranks: ranks[:, None] / 2, [0])
    lonely = OwnTable(5, lambda ranks: ranks[:, None] * 0 - 1, [2])
    assert lonely.distances(range(5)).tolist() == [-1, -1, 0, -1, -1]
    with pytest.raises(ValueError, match="no state is 1 moves from the goals: the farthest are 0 away"):
        lonely.sample(1, 1)
