#!/usr/bin/env bash
# unified-planning 1.3.0, up-pyperplan 1.1.0, up-fast-downward 1.0.0 (Python,
# https://github.com/aiplan4eu/unified-planning), engines with an optimality guarantee.
#
# A good guess: an engine whose name ends in `-opt` says that its plan is optimal.
# What happens: without a quality metric in the problem its shortest plan comes back as
# SOLVED_SATISFICING, and one chosen by `optimality_guarantee` refuses: "The problem has no quality
# metrics but the engine is required to be optimal!". With MinimizeSequentialPlanLength, which
# changes no plan, the same engines say SOLVED_OPTIMALLY.
#
# Seen with Python 3.11, on the hardest board of 2x3 (21 moves).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check unified-planning==1.3.0 \
    up-pyperplan==1.1.0 pyperplan==2.1 up-fast-downward==1.0.0
"$folder/bin/python" - <<'PYTHON'
from unified_planning.engines import OptimalityGuarantee
from unified_planning.exceptions import UPUsageError
from unified_planning.model.metrics import MinimizeSequentialPlanLength
from unified_planning.shortcuts import *

get_environment().credits_stream = None


def sliding(state, rows, cols):
    """A board as a problem: tiles, positions, the empty position."""
    position, tile = UserType("position"), UserType("tile")
    at = Fluent("at", BoolType(), t=tile, p=position)
    empty = Fluent("empty", BoolType(), p=position)
    near = Fluent("near", BoolType(), a=position, b=position)
    move = InstantaneousAction("move", t=tile, a=position, b=position)
    t, a, b = (move.parameter(name) for name in "tab")
    for condition in (near(a, b), at(t, a), empty(b)):
        move.add_precondition(condition)
    for fluent in (at(t, b), empty(a)):
        move.add_effect(fluent, True)
    for fluent in (at(t, a), empty(b)):
        move.add_effect(fluent, False)
    problem = Problem("sliding")
    for fluent in (at, empty, near):
        problem.add_fluent(fluent, default_initial_value=False)
    problem.add_action(move)
    places = [Object(f"p{cell}", position) for cell in range(rows * cols)]
    tiles = [Object(f"t{number}", tile) for number in range(1, rows * cols)]
    problem.add_objects(places + tiles)
    for cell, number in enumerate(state):
        fact = at(tiles[number - 1], places[cell]) if number else empty(places[cell])
        problem.set_initial_value(fact, True)
        row, col = divmod(cell, cols)
        for r, c in [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]:
            if 0 <= r < rows and 0 <= c < cols:
                problem.set_initial_value(near(places[cell], places[r * cols + c]), True)
    for cell, each in enumerate(tiles):
        problem.add_goal(at(each, places[cell]))
    return problem


def solved(problem, **which):
    with OneshotPlanner(**which) as planner:
        result = planner.solve(problem)
    return len(result.plan.actions), result.status.name


bare = sliding((4, 5, 0, 1, 2, 3), 2, 3)
measured = bare.clone()
measured.add_quality_metric(MinimizeSequentialPlanLength())
for engine in ("pyperplan-opt", "fast-downward-opt"):
    without, with_metric = solved(bare, name=engine), solved(measured, name=engine)
    print(f"{engine}: without a metric {without}, with one {with_metric}")
    assert without == (21, "SOLVED_SATISFICING") and with_metric == (21, "SOLVED_OPTIMALLY")
try:
    optimal = OptimalityGuarantee.SOLVED_OPTIMALLY
    solved(bare, problem_kind=bare.kind, optimality_guarantee=optimal)
    raise SystemExit("an optimal engine solves it without a metric")
except UPUsageError as error:
    print(error)
PYTHON
