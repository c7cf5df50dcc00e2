"""The package and the program read each other's tables and give the same answers."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

import tilebase
from tilebase import Tablebase

PROGRAM = os.environ.get("TILEBASE_PROGRAM", "")

pytestmark = pytest.mark.skipif(not PROGRAM, reason="$TILEBASE_PROGRAM does not name the program")


def ask(data: Path, *arguments: str, states: np.ndarray | None = None) -> str:
    lines = None if states is None else "".join(" ".join(map(str, state)) + "\n" for state in states.tolist())
    command = [PROGRAM, "--data", str(data), *arguments]
    return subprocess.run(command, input=lines, capture_output=True, text=True, check=True, timeout=300).stdout


@pytest.mark.parametrize("puzzle, metric", [("3x4", "single"), ("2x6", "single"), ("2x5", "multi"), ("oshidori-kinds-4", "single")])
def test_samples_of_large_puzzles(puzzle: str, metric: str) -> None:
    tb = Tablebase(puzzle, storage="file", metric=metric)  # type: ignore[arg-type]
    assert tb.path is not None
    depths = [3, tb.eccentricity - 4] if len(tb) > 10_000 else [3]
    states = np.concatenate([tb.sample(300, seed=6), tb.hardest()[:5], *(tb.at(depth, 20) for depth in depths)])
    states = states[tb.solvable(states)]
    options = ["--metric", metric] if metric != "single" else []
    said = ask(tb.path.parent, "distance", puzzle, "-", "--no-build", *options, states=states).split()
    assert tb.distances(states).tolist() == [int(distance) for distance in said]
    counts = json.loads(ask(tb.path.parent, "depths", puzzle, "--json", "--no-build", *options))
    assert counts["counts"] == tb.counts.tolist()


def test_lists_of_tables_are_the_same() -> None:
    Tablebase("2x3", storage="file")
    said = [json.loads(line) for line in ask(tilebase.data_folder(), "list", "--json").splitlines()]
    listed = [table | {"path": str(table["path"])} for table in tilebase.list_tables()]
    assert said == listed and any("2x3" in table["subject"] for table in said)


@pytest.mark.parametrize(
    "puzzle, goal, metric",
    [
        ("2x3", None, "single"),
        ("3x3", None, "multi"),
        ("3x3", "8 7 6 5 4 3 2 1 0", "single"),
        ("3x3", "1 2 3 x x x x x x", "single"),
        ("2x4", "blank-first", "single"),
        ("oshidori-kinds-3", "any", "single"),
    ],
)
def test_the_same_questions_have_the_same_answers(
    tmp_path: Path, puzzle: str, goal: str | None, metric: str
) -> None:
    """Distances, moves and hints, of states some of which cannot reach the goal."""
    table = Tablebase(puzzle, goal, metric=metric)  # type: ignore[arg-type]
    states = table.sample(120, seed=66)
    for state in states[::3]:
        one, two = np.flatnonzero(state)[:2]
        state[[one, two]] = state[[two, one]]
    options = ["--json"] + (["--goal", goal] if goal else []) + (["--metric", metric] if metric != "single" else [])

    def answers(command: str) -> list[dict[str, object]]:
        arguments = ["--data", str(tmp_path), command, puzzle, "-", *options]
        lines = "".join(" ".join(map(str, state)) + "\n" for state in states.tolist())
        said = subprocess.run([PROGRAM, *arguments], input=lines, capture_output=True, text=True, timeout=300)
        assert said.returncode in (0, 1), said
        return [json.loads(line) for line in said.stdout.splitlines()]

    for state, distance, solved, hint, check in zip(
        states, answers("distance"), answers("solve"), answers("hint"), answers("check"), strict=True
    ):
        assert state.tolist() == distance["state"] == solved["state"] == hint["state"]
        assert table.distance(state) == distance["distance"] == solved["distance"]
        solution = table.solve(state)
        assert (solution is None) == (solved["solvable"] is False)
        if solution is not None:
            assert solution.states.tolist() == solved["states"]
        hints = table.hints(state)
        assert [hint.distance for hint in hints] == [move["distance"] for move in hint["moves"]]  # type: ignore
        assert bool(table.solvable(state[None])[0]) == check["solvable"] == distance["solvable"]
