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


@pytest.mark.parametrize("name", ["torus-2x3", "torus-2x3-blanks-2"])
def test_graphs_have_hints_but_no_actions(name):
    table = Tablebase(name)
    state = table.hardest()[0]
    distance = table.distance(state)
    assert all(abs(hint.distance - distance) <= 1 for hint in table.hints(state))
    for asked in (table.action_distances, table.optimal_actions):
        with pytest.raises(ValueError, match=f"{name} has no actions: hints.. has the states after each move"):
            asked(state)


def test_large_graphs_are_searched():
    assert Solver("torus-4x4").solve("5 13 2 11 3 10 14 12 6 8 1 4 15 9 7 0").tiles.size == 34
