"""What the program writes for planners, solved by planners: the shortest plan has the proven length."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = os.environ.get("TILEBASE_PROGRAM", "")

pytestmark = pytest.mark.skipif(not PROGRAM, reason="the environment variable TILEBASE_PROGRAM names no program")

# A board, a goal that leaves cells open, equal tiles, rows of stones and their rules.
QUESTIONS = [
    ["2x3"],
    ["3x3", "--walk", "12"],
    ["2x3", "--goal", "1 2 x x x x"],
    ["2x3", "--goal", "1 1 2 2 3 0"],
    ["oshidori-bw-3"],
    ["oshidori-kinds-3", "--unlike"],
    ["oshidori-bw-3", "--turn", "must"],
    ["oshidori-bw-3", "--turn", "may", "--block", "3", "--holes", "3"],
    ["oshidori-bw-2", "--holes", "3"],
]

SOLVE = """
import sys
from pyperplan.planner import HEURISTICS, SEARCHES, _ground, _parse
domain, *problems = sys.argv[1:]
for problem in problems:
    task = _ground(_parse(domain, problem))
    print(len(SEARCHES["bfs"](task)))
"""


def written(*arguments: str) -> str:
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def planners(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with planners."""
    folder = tmp_path_factory.mktemp("planners")
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    wanted = ["pyperplan==2.1", "pddl==0.5.1"]
    installed = subprocess.run(
        [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted],
        capture_output=True, text=True,
    )  # fmt: skip
    if installed.returncode and not os.environ.get("CI"):
        pytest.skip(f"planners cannot be installed: {installed.stderr}")
    assert installed.returncode == 0, installed.stderr
    return programs


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
def test_plans_have_the_proven_length(planners: Path, question: list[str], tmp_path: Path) -> None:
    options = [part for part in question[1:] if part not in ("--walk", "12")]
    domain = tmp_path / "domain.pddl"
    domain.write_text(written("random", question[0], *options, "--domain"))
    problems, lengths = [], []
    for seed in ("1", "2"):
        text = written("random", *question, "--seed", seed, "--format", "pddl")
        problem = tmp_path / f"{seed}.pddl"
        problem.write_text(text)
        problems.append(str(problem))
        length = re.search(r"; a shortest plan has (\d+) action", text)
        assert length, text
        lengths.append(length[1])
    # pyperplan knows neither equality nor negative preconditions: those domains are only parsed.
    if "--unlike" not in question:
        ran = [str(planners / "python"), "-c", SOLVE, str(domain), *problems]
        solved = subprocess.run(ran, check=True, capture_output=True, text=True)
        assert solved.stdout.split() == lengths
    parse = "import sys, pddl; pddl.parse_domain(sys.argv[1]); [pddl.parse_problem(file) for file in sys.argv[2:]]"
    parsed = subprocess.run([str(planners / "python"), "-c", parse, str(domain), *problems], capture_output=True, text=True)
    assert parsed.returncode == 0, parsed.stderr
