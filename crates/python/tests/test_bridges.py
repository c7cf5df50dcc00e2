"""Bridges, each against the real package, in an environment of its own."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tilebase
from tilebase import Tablebase
from tilebase.bridges import __all__ as BRIDGES
from tilebase.bridges import cubing, deepxube, jumanji, puzzle15, sliding_puzzles, slidingpuzzle

HERE = Path(__file__).parent
GUIDE = HERE.parents[2] / "docs" / "BRIDGES.md"

# What is installed, in turns. Of slidyreplay only files that need nothing else are imported. The two packages named
# puzzle15 ask for Python 3.12, but run with older ones.
LIGHT = {
    "fifteen_puzzle_solvers": ["numpy", "fifteen-puzzle-solvers==2.0.3"],
    "sliding_puzzles": ["sliding-puzzles==0.9.3"],
    "slidyreplay": ["numpy", "--no-deps slidyreplay==8.1.0"],
}
HEAVY = {
    "deepxube": ["deepxube==0.3.2"],
    "jumanji": ["jumanji==1.1.2"],
    "puzzle15": ["gymnasium matplotlib", "--no-deps --ignore-requires-python puzzle15==1.0.2 puzzle15gym==1.0.3"],
    "slidingpuzzle": ["slidingpuzzle==0.1.5"],
}
heavy = pytest.mark.skipif(
    not os.environ.get("TILEBASE_HEAVY"),
    reason="the slower bridges, and jax and torch, which take 0.7 and 5.6 GB: `cargo xtask python --heavy` has them",
)


@pytest.mark.parametrize("name", [*LIGHT, *(pytest.param(name, marks=heavy) for name in HEAVY)])
def test_against_the_package(name: str, tmp_path: Path) -> None:
    bridge = importlib.import_module(f"tilebase.bridges.{name}")
    installs = {**LIGHT, **HEAVY}[name]
    assert installs[-1].split()[-1] == f"{bridge.PACKAGE}=={bridge.VERSION}"
    folder = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"]
    for wanted in installs:
        installed = subprocess.run([*install, *wanted.split()], capture_output=True, text=True)
        if installed.returncode and not os.environ.get("CI"):
            pytest.skip(f"{wanted} cannot be installed: {installed.stderr}")
        assert installed.returncode == 0, installed.stderr
    # Of the environment of this test it sees tilebase alone.
    shutil.copytree(Path(tilebase.__file__).parent, tmp_path / "path" / "tilebase")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "path"), "MPLBACKEND": "Agg", "JAX_PLATFORMS": "cpu"}
    check = [str(python), str(HERE / "bridges" / f"check_{name}.py")]
    checked = subprocess.run(check, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert checked.returncode == 0, checked.stderr
    moves = re.fullmatch(r"(\d+) moves\n", checked.stdout)
    assert moves and int(moves[1]) > 50, checked.stdout


@pytest.mark.skipif(not GUIDE.exists(), reason="the source distribution has no guide")
def test_the_guide_names_every_bridge_and_its_version() -> None:
    text = GUIDE.read_text()
    for name in BRIDGES:
        bridge = importlib.import_module(f"tilebase.bridges.{name}")
        assert f"{bridge.PACKAGE} {bridge.VERSION}" in text, name
        assert f"`{name}`" in text, name


@pytest.mark.parametrize("bridge", [jumanji, deepxube, sliding_puzzles, puzzle15], ids=lambda each: each.PACKAGE)
def test_conventions_both_ways(bridge: object, eight: Tablebase) -> None:
    states = eight.sample(100, seed=1)
    boards = bridge.to_states(states, (3, 3))  # type: ignore[attr-defined]
    assert (bridge.from_states(boards).reshape(-1, 9) == states).all()  # type: ignore[attr-defined]
    actions = np.arange(4)
    assert (bridge.to_actions(bridge.from_actions(actions)) == actions).all()  # type: ignore[attr-defined]
    columns = bridge.to_columns(eight.optimal_actions(states))  # type: ignore[attr-defined]
    for action in actions:
        ours = bridge.from_actions(action)  # type: ignore[attr-defined]
        assert (columns[:, action] == eight.optimal_actions(states)[:, ours]).all()


def test_errors_of_bridges_name_the_cure() -> None:
    with pytest.raises(ValueError, match="^the blank of these boards is -1: a 0 is not expected in them$"):
        sliding_puzzles.from_states([[1, 2], [3, 0]])
    with pytest.raises(ValueError, match="^tile 9 is 0 times on the board, not once$"):
        slidingpuzzle.to_solution([9], [[1, 2], [3, 0]])


@heavy
def test_against_cubing(tmp_path: Path) -> None:
    subprocess.run(["npm", "install", "--silent", f"{cubing.PACKAGE}@{cubing.VERSION}"], check=True, cwd=tmp_path)
    shutil.copy(HERE / "bridges" / "check_cubing.mjs", tmp_path)
    letters = "R2DL2U"
    ran = subprocess.run(
        ["node", "check_cubing.mjs", cubing.to_alg(letters), "RDL2"], check=True, capture_output=True, text=True, cwd=tmp_path
    )
    ours, run_together = ran.stdout.splitlines()
    moves, _, inverse = ours.partition(" ")
    assert moves == "R2,D,L2,U", "with spaces they are the moves"
    assert inverse == "U' L2' D' R2'", "an inverse has primes: the directions of Letters.inverse are others"
    assert run_together == "RDL2 RDL2'", "without spaces they are one"
    assert cubing.from_alg(cubing.to_alg(letters)) == letters


@heavy
@pytest.mark.skipif(not shutil.which("sgt-fifteen"), reason="the Debian package sgt-puzzles is not installed")
def test_against_sgt_puzzles() -> None:
    check = HERE / "bridges" / "check_sgt_puzzles.py"
    ran = subprocess.run([sys.executable, str(check)], check=True, capture_output=True, text=True)
    assert int(ran.stdout.split()[0]) > 1000
