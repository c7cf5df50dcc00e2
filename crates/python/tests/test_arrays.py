"""Shapes, dtypes and orders of arrays."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

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
