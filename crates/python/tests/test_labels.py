"""Labels in bulk for boards without tables, against tables."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import tilebase
from tilebase import Solver, Tablebase


def test_labels_are_those_of_the_table(eight: Tablebase) -> None:
    solver = Solver("3x3", "linear-conflict", threads=2)
    states = np.concatenate([eight.sample(300, seed=1), eight.hardest(), [eight.goal]]).reshape(-1, 1, 3, 3)
    done: list[int] = []
    labels = solver.labels(states, progress=done.append)
    assert sum(done) == len(states)
    assert labels.distances.shape == (len(states), 1)
    assert (labels.distances == eight.distances(states)).all()
    assert (labels.lower_bounds == labels.distances).all()
    assert (labels.optimal == eight.optimal_actions(states)).all()
    assert (labels.action_distances == eight.action_distances(states)).all()
    assert (solver.optimal_actions(states) == labels.optimal).all()
    assert (solver.action_distances(states) == labels.action_distances).all()
    unsolvable = solver.labels("213456780")
    assert unsolvable.distances == unsolvable.lower_bounds == -1
    assert not unsolvable.optimal.any() and (unsolvable.action_distances == -1).all()


def test_labels_of_lines_of_tiles_and_rows() -> None:
    table, solver = Tablebase("2x3", metric="multi"), Solver("2x3", "lines", metric="multi")
    states = table.unrank(np.arange(len(table)))
    labels = solver.labels(states)
    assert (labels.distances == table.distances(states)).all()
    assert (labels.optimal == table.optimal_actions(states)).all()
    exact = table.action_distances(states)
    known = labels.action_distances != tilebase.UNKNOWN
    assert (labels.action_distances[known] == exact[known]).all() and (known | (exact > 0)).all()


def test_what_is_not_proven_is_unknown() -> None:
    solver = Solver("6x6", width=5, time=0.2)
    far, near = solver.sample(1, seed=1)[0], solver.sample(1, walk=2, seed=1)[0]
    labels = solver.labels([far, near])
    assert labels.distances.tolist() == [tilebase.UNKNOWN, 2] and labels.lower_bounds[0] > 0
    assert not labels.optimal[0].any() and labels.optimal[1].sum() == 1
    assert solver.distances([far, near], unknown=tilebase.UNKNOWN).tolist() == [tilebase.UNKNOWN, 2]
    with pytest.raises(ValueError, match="state 1: a solution of "):
        solver.distances([near, far])


def test_a_job_goes_on_where_it_was(tmp_path: Path, eight: Tablebase) -> None:
    solver = Solver("3x3", "linear-conflict")

    def stop(done: int, total: int) -> None:
        assert total == 70
        if done >= 40:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        tilebase.labels.write(solver, tmp_path, 70, part=20, seed=5, progress=stop)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["job.json", "part-000000.npz", "part-000001.npz"]
    before = (tmp_path / "part-000000.npz").stat().st_mtime_ns
    assert tilebase.labels.write(solver, tmp_path, 70, part=20, seed=5) == 4
    assert (tmp_path / "part-000000.npz").stat().st_mtime_ns == before
    again = tmp_path / "again"
    tilebase.labels.write(solver, again, 70, part=20, seed=5)
    sizes = []
    for part, other in zip(tilebase.labels.read(tmp_path), tilebase.labels.read(again)):
        sizes.append(len(part["states"]))
        assert (part["states"] == other["states"]).all()
        assert (part["distances"] == eight.distances(part["states"])).all()
        assert (part["optimal"] == eight.optimal_actions(part["states"])).all()
        assert (part["action_distances"] == eight.action_distances(part["states"])).all()
    assert sizes == [20, 20, 20, 10]
    said = f"{tmp_path} has the labels of another job, whose drawn is "
    with pytest.raises(ValueError) as refused:
        tilebase.labels.write(solver, tmp_path, 70, part=20, seed=6)
    assert str(refused.value).startswith(said)
    assert json.loads((tmp_path / "job.json").read_text())["puzzle"] == "3x3"
    states = eight.sample(5, seed=1)
    tilebase.labels.write(solver, tmp_path / "given", states)
    (part,) = tilebase.labels.read(tmp_path / "given")
    assert (part["states"] == states).all()
    with pytest.raises(ValueError, match="whose given is "):
        tilebase.labels.write(solver, tmp_path / "given", states[::-1])
