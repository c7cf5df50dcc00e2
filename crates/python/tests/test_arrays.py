"""Shapes, dtypes and orders of arrays."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

import tilebase
import tilebase.own
import tilebase.search
from tilebase import Tablebase

TB = Tablebase("3x3")
STATES = TB.sample(24, seed=9)
DISTANCES = TB.distances(STATES)
INTEGERS = [np.uint8, np.int8, np.uint16, np.int16, np.uint32, np.int32, np.uint64, np.int64]
LEADS = [(24,), (24, 1), (2, 12), (2, 3, 4), (1, 24), (4, 6)]


@given(
    dtype=st.sampled_from(INTEGERS), lead=st.sampled_from(LEADS), grid=st.booleans(), order=st.sampled_from("CF"),
    reverse=st.booleans(), byteorder=st.sampled_from("=<>"),
)  # fmt: skip
@settings(max_examples=200, deadline=None)
def test_any_dtype_shape_and_order(
    dtype: type, lead: tuple[int, ...], grid: bool, order: str, reverse: bool, byteorder: str
) -> None:
    states = STATES.reshape(*lead, *((3, 3) if grid else (9,)))
    states = np.asarray(states.astype(np.dtype(dtype).newbyteorder(byteorder)), order=order)
    expected = DISTANCES.reshape(lead)
    if reverse:
        states, expected = states[::-1], expected[::-1]
    distances = TB.distances(states)
    assert distances.dtype == np.int16 and distances.shape == lead
    assert (distances == expected).all()
    assert TB.optimal_actions(states).shape == (*lead, 4)
    assert TB.action_distances(states).shape == (*lead, 4)
    assert (TB.rank(states) == TB.rank(STATES.reshape(*lead, 9))[:: -1 if reverse else 1]).all()


@given(st.permutations(range(9)))
@settings(deadline=None)
def test_text_lists_and_arrays_are_one(cells: list[int]) -> None:
    distance = TB.distance(cells)
    for state in ("".join(map(str, cells)), " ".join(map(str, cells)), np.array(cells), np.reshape(cells, (3, 3))):
        assert TB.distance(state) == distance
    assert TB.distances(cells).shape == ()
    assert TB.distances(["".join(map(str, cells))]).tolist() == [-1 if distance is None else distance]


@given(st.lists(st.integers(-300, 300), min_size=9, max_size=9))
@settings(deadline=None)
def test_what_is_no_state_is_a_value_error(cells: list[int]) -> None:
    assume(sorted(cells) != list(range(9)))
    with pytest.raises(ValueError, match="state 0: "):
        TB.distances(np.array([cells]))


def test_strided_and_read_only_arrays() -> None:
    wide = np.zeros((24, 20), np.uint8)
    wide[:, 1:19:2] = STATES
    assert (TB.distances(wide[:, 1:19:2]) == DISTANCES).all()
    frozen = STATES.copy()
    frozen.flags.writeable = False
    assert (TB.distances(frozen) == DISTANCES).all()


def test_out_is_filled() -> None:
    out = np.zeros((4, 6), np.int16)
    assert TB.distances(STATES.reshape(4, 6, 9), out=out) is out
    assert (out.reshape(-1) == DISTANCES).all()
    for bad in (np.zeros(24, np.int32), np.zeros(23, np.int16), np.zeros(48, np.int16)[::2]):
        with pytest.raises(ValueError, match=r"out must be a writable int16 array of shape \(24,\) in C order"):
            TB.distances(STATES, out=bad)


def test_no_states() -> None:
    nothing = np.zeros((0, 9), np.uint8)
    assert TB.distances(nothing).shape == (0,)
    assert TB.optimal_actions(nothing).shape == (0, 4)
    assert TB.action_distances(nothing).shape == (0, 4)
    assert TB.paths(nothing).starts.tolist() == [0]
    assert TB.distances([]).shape == (0,) and TB.unrank([]).shape == (0, 9)
    for distances in (None, [1, 1]):
        states, _ = next(TB.batches(0, distances=distances))
        assert states.shape == (0, 9)


def test_many_states_are_answered_in_order() -> None:
    states = TB.sample(200_000, seed=2)
    one_by_one = np.concatenate([TB.distances(part) for part in np.array_split(states, 97)])
    assert (TB.distances(states) == one_by_one).all()


def test_encodings_of_other_programs(eight: Tablebase, tmp_path: Path) -> None:
    states = eight.sample(500, seed=4)
    distances = eight.distances(states)
    # By definition: the cell in which each tile is.
    places = np.array([[np.flatnonzero(state == tile)[0] for tile in range(9)] for state in states])
    one_hot = (states[..., None] == np.arange(9)).astype(np.float32)
    solver = tilebase.Solver("3x3", "manhattan")
    for array, encoding in ((states, "cells"), (places, "places"), (one_hot, "one-hot"), (one_hot.reshape(500, 3, 3, 9), "one-hot")):
        assert (eight.distances(array, encoding=encoding) == distances).all()
        assert (eight.rank(array, encoding=encoding) == eight.rank(states)).all()
        assert (eight.paths(array, encoding=encoding).lengths == distances).all()
        assert (solver.estimates(array, encoding=encoding) == solver.estimates(states)).all()
        assert (eight.optimal_actions(array, encoding=encoding) == eight.optimal_actions(states)).all()
        assert (eight.action_distances(array, encoding=encoding) == eight.action_distances(states)).all()
        assert eight.solvable(array, encoding=encoding).all()
        assert eight.distance(array[7], encoding=encoding) == distances[7]
        assert (solver.solve_many(array[:20], encoding=encoding).lengths == distances[:20]).all()
        tilebase.labels.write(solver, tmp_path / encoding / str(array.ndim), array[:5], encoding=encoding)
        (part,) = tilebase.labels.read(tmp_path / encoding / str(array.ndim))
        assert (part["states"] == states[:5]).all()
    assert not (eight.distances(places) == distances).all(), "the encodings differ"


def test_all_that_take_states_take_encodings() -> None:
    found = set()
    for module in (tilebase, tilebase.labels, tilebase.own, tilebase.search, tilebase.show):
        owners = [module, *(each for _, each in inspect.getmembers(module, inspect.isclass))]
        for owner in owners:
            for name, function in inspect.getmembers(owner, inspect.isfunction):
                parameters = inspect.signature(function).parameters
                # As they are written: the names of types are not read.
                if any("StatesLike" in str(each.annotation) for each in parameters.values()) and name != "_many":
                    found.add(name)
                    assert "encoding" in parameters, function.__qualname__
    assert {"distances", "labels", "write", "rank", "estimates"} < found


def test_other_signs_for_the_blank(eight: Tablebase) -> None:
    signed = eight.sample(5, seed=4).astype(np.int32)
    signed[signed == 0] = -1
    assert (eight.distances(signed) == eight.distances(np.maximum(signed, 0))).all()
    assert eight.distance([[1, 2, 3], [4, 5, 6], [7, None, 8]]) == 1  # type: ignore[list-item]
    assert eight.review([1, 2, 3, 4, 5, 6, -1, 7, 8], [7, 8]).wasted == 0


@pytest.mark.parametrize(
    "states, encoding, problem",
    [
        ([[0, 1, 2, 3, 4, 5, 6, 7, -1]], "cells", "state 0: -1 and 0 cannot both be the blank: if the tiles are numbered from 0, add 1 to all"),
        (np.zeros((4, 9, 9), int), "cells", "states of zeros and ones, (4, 9, 9), are read with encoding='one-hot'"),
        (np.zeros((9, 12), np.float32), "cells", "states of zeros and ones, (9, 12), are read with encoding='one-hot'"),
        (np.zeros((4, 9, 9), int), "one-hot", "state 0: each cell has a single 1 among zeros"),
        ([[1, 2, 3, 4, 5, 6, 7, 8, 9]], "places", "state 0: places are the cells from 0 to 8, each once"),
        ([[0, 1, 2]], "places", "places are the cells of the blank and of tiles 1 to 8: (…, 9), not (1, 3)"),
        ([[0, 1, 2]], "one-hot", "one-hot states have the shape (…, 9, values), not (1, 3)"),
        ([[0, 1, 2]], "tiles", "encoding is 'cells', 'places' or 'one-hot', not 'tiles'"),
    ],
)  # fmt: skip
def test_errors_of_encodings_name_the_cure(eight: Tablebase, states: object, encoding: str, problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}$"):
        eight.distances(states, encoding=encoding)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="^encoding='places' needs tiles that are all unlike: stones of a row are not$"):
        tilebase.RowTablebase("oshidori-bw-2").distances([[1, 2, 1, 2, 0, 0]], encoding="places")
