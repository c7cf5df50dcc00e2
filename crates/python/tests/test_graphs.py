"""Boards that are graphs."""

import numpy as np
import pytest

from tilebase import Solver, Tablebase


def test_a_torus_has_the_methods_of_boards():
    torus = Tablebase("torus-3x3")
    assert (torus.puzzle, torus.shape, torus.eccentricity, len(torus)) == ("torus-3x3", (3, 3), 19, 362_880)
    assert torus.counts[-1] == 4
    hardest = torus.hardest()
    assert np.array_equal(torus.distances(hardest), [19] * 4)
    assert torus.distance(hardest[0].reshape(3, 3)) == 19
    solution = torus.solve(hardest[0])
    assert len(solution) == 19
    assert torus.solvable(torus.sample(5, seed=1)).all()


def test_actions_are_the_cells_of_the_blank():
    torus = Tablebase("torus-2x3")
    here = np.array([1, 2, 3, 4, 5, 0], np.uint8)
    after = torus.action_distances(here)
    assert after.shape == (6,)
    assert np.flatnonzero(after >= 0).tolist() == [2, 3, 4]
    state = torus.hardest()[0]
    distance = torus.distance(state)
    best = torus.optimal_actions(state)
    assert (torus.action_distances(state)[best] == distance - 1).all()


def test_two_blanks_have_hints_but_no_actions():
    two = Tablebase("torus-2x3-blanks-2")
    assert two.distance("4 3 2 1 0 0") == 8
    assert {hint.distance for hint in two.hints("4 3 2 1 0 0")} <= {7, 8, 9}
    with pytest.raises(ValueError, match="torus-2x3-blanks-2 has no actions"):
        two.action_distances("4 3 2 1 0 0")


def test_large_graphs_are_searched():
    assert Solver("torus-4x4").solve("5 13 2 11 3 10 14 12 6 8 1 4 15 9 7 0").tiles.size == 34
