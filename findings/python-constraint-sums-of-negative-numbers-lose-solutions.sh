#!/usr/bin/env bash
# python-constraint 1.4.0 (Python, https://github.com/python-constraint/python-constraint),
# MaxSumConstraint and ExactSumConstraint.
#
# A good guess: "values of given variables sum up to a given amount" is true of whole numbers of
# either sign, such as steps of the blank to the left and to the right.
# What happens: values are given up as soon as those assigned so far exceed the sum, as if none of
# the others could be negative. Most solutions are lost, in silence; MinSumConstraint has all.
#
# Seen with Python 3.11: of the 19 walks of four steps -1, 0 or 1 that end in the column where they
# began, one is found; of the 16 that end one column to the left, none. python-constraint2 2.9.0,
# which took over from it, finds all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
found() {
    python3 -m venv "$folder/$1"
    "$folder/$1/bin/pip" install --quiet --disable-pip-version-check "$1==$2"
    "$folder/$1/bin/python" - <<'PYTHON'
from itertools import product

from constraint import ExactSumConstraint, MaxSumConstraint, MinSumConstraint, Problem

walks = list(product([-1, 0, 1], repeat=4))
kinds = [
    (ExactSumConstraint, lambda walk, end: sum(walk) == end),
    (MaxSumConstraint, lambda walk, end: sum(walk) <= end),
    (MinSumConstraint, lambda walk, end: sum(walk) >= end),
]
figures = []
for constraint, holds in kinds:
    for end in (-1, 0, 1):
        problem = Problem()
        problem.addVariables("abcd", [-1, 0, 1])
        problem.addConstraint(constraint(end))
        found, there = len(problem.getSolutions()), sum(holds(walk, end) for walk in walks)
        figures.append(f"{found}/{there}")
print(*figures)
PYTHON
}
old=$(found python-constraint 1.4.0)
new=$(found python-constraint2 2.9.0)
echo "solutions found of all, 1.4.0: $old"
echo "solutions found of all, 2.9.0: $new"
test "$old" = "0/16 1/19 8/16 1/31 16/50 55/66 66/66 50/50 31/31"
test "$new" = "16/16 19/19 16/16 31/31 50/50 66/66 66/66 50/50 31/31"
