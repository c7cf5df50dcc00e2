#!/usr/bin/env bash
# unified-planning 1.3.0, up-fast-downward 1.0.0 (Python,
# https://github.com/aiplan4eu/unified-planning), OneshotPlanner.
#
# A good guess: a problem whose metric is MinimizeSequentialPlanLength gets a shortest plan, or at
# least the best engine for it; and A* with an admissible heuristic is reported as optimal.
# What happens: `OneshotPlanner(problem_kind=…)` chooses the fast, satisficing engine whatever the
# metric is: 25 actions for 21. Only `optimality_guarantee` asks for more. If that engine is given
# the search `astar(lmcut())`, its plan is shortest and still called SOLVED_SATISFICING.
#
# Seen with Python 3.11, on the hardest board of 2x3 (21 moves).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check unified-planning==1.3.0 \
    up-fast-downward==1.0.0
"$folder/bin/python" - <<'PYTHON'
from unified_planning.engines import OptimalityGuarantee
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


problem = sliding((4, 5, 0, 1, 2, 3), 2, 3)
problem.add_quality_metric(MinimizeSequentialPlanLength())
kind, optimal = problem.kind, OptimalityGuarantee.SOLVED_OPTIMALLY
chosen = solved(problem, problem_kind=kind)
asked = solved(problem, problem_kind=kind, optimality_guarantee=optimal)
search = {"fast_downward_search_config": "astar(lmcut())"}
a_star = solved(problem, name="fast-downward", params=search)
print(f"by the metric {chosen}, by a guarantee {asked}, A* {a_star}")
assert chosen == (25, "SOLVED_SATISFICING") and asked == (21, "SOLVED_OPTIMALLY")
assert a_star == (21, "SOLVED_SATISFICING")
PYTHON
