"""Searches with heuristics of one's own, against the table."""

from __future__ import annotations

import numpy as np
import pytest

import tilebase
from tilebase import Heuristic, Solution, Tablebase
from tilebase.search import a_star, beam


def replayed(table: Tablebase, found: Solution | None) -> int:
    """The number of moves of a solution, each of which is one."""
    assert found is not None
    for before, after in zip(found.states, found.states[1:]):
        assert any((hint.state == after).all() for hint in table.hints(before))
    assert (found.states[-1] == table.goal).all()
    return len(found)


@pytest.mark.parametrize("metric", ["single", "multi"])
def test_own_heuristics_find_shortest_solutions(metric: str) -> None:
    table = Tablebase("2x3", metric=metric)
    asked: list[int] = []

    def blind(states: np.ndarray) -> np.ndarray:
        asked.append(len(states))
        return np.zeros(len(states))

    for state in table.sample(20, seed=1):
        distance = table.distance(state)
        for batch in (1, 7):
            found = a_star(table, state, blind, batch=batch)
            assert replayed(table, found) == distance and found.optimal
        wide = beam(table, state, table.distances, 10_000)
        assert replayed(table, wide) == distance
        assert table.review(state, found.letters).wasted == 0
    assert max(asked) > 1, "many states are asked about at once"


def test_bounds_guide_the_searches(eight: Tablebase) -> None:
    manhattan = Heuristic("3x3", "manhattan")
    for state in eight.sample(5, seed=2):
        distance = eight.distance(state)
        assert replayed(eight, a_star(eight, state, manhattan)) == distance
        assert replayed(eight, a_star(eight, state, manhattan, weight=3.0)) >= distance
        assert replayed(eight, beam(eight, state, manhattan, 300)) >= distance
    assert a_star(eight, "867254301", manhattan, limit=10) is None
    assert a_star(eight, "123456780", manhattan).letters == ""
    assert beam(eight, "867254301", manhattan, 10, most=3) is None
    with pytest.raises(ValueError, match="the heuristic returned an array of shape "):
        a_star(eight, "867254301", lambda states: states)
    unsolvable = "1 2 3 / 5 4 0"
    assert a_star(Tablebase("2x3"), unsolvable, lambda states: np.zeros(len(states))) is None


def test_a_goal_is_a_single_state() -> None:
    pairs = Tablebase("3x3", "AABBCCDD0")
    found = a_star(pairs, "DDCCBBAA0", lambda states: np.zeros(len(states)))
    assert len(found) == pairs.distance("DDCCBBAA0") == 26
    several = [(Tablebase("3x3", goal), "867254301") for goal in ["1 2 3 x x x x x 0", "1 2 3 x x x x x x"]]
    rows = [(tilebase.RowTablebase("oshidori-bw-3", goal), "BWBWBW__") for goal in ("any-gap", "any")]
    for table, state in several + rows:
        for search in [a_star, lambda *asked: beam(*asked, 10)]:
            with pytest.raises(ValueError, match="is not a single state, which these searches end at"):
                search(table, state, lambda states: np.zeros(len(states)))


def test_numbers_that_mean_nothing_are_refused(eight: Tablebase) -> None:
    def nothing(states: np.ndarray) -> np.ndarray:
        return np.zeros(len(states))

    for wrong in ({"weight": np.nan}, {"weight": -1.0}, {"limit": -1}, {"batch": 0}):
        with pytest.raises(ValueError, match="must be"):
            a_star(eight, "867254301", nothing, **wrong)
    with pytest.raises(ValueError, match="most must be"):
        beam(eight, "867254301", nothing, 10, most=-1)
    with pytest.raises(ValueError, match="the heuristic returned NaN, which is not a number of moves"):
        a_star(eight, "867254301", lambda states: np.full(len(states), np.nan))


def test_rows_and_letters() -> None:
    row = tilebase.RowTablebase("oshidori-bw-3")
    found = a_star(row, "BWBWBW__", lambda states: np.zeros(len(states)))
    assert len(found) == row.distance("BWBWBW__") and found.letters == ""
    assert (found.tiles == found.actions).all()
