#!/usr/bin/env bash
# combinadics 0.0.3 (Python, https://pypi.org/project/combinadics/), ranks of combinations.
#
# A good guess: Python's integers have no limit, so numbers of combinations are exact.
# What happens: each step of the product is divided by `/`, which gives a float of 53 bits, and
# rounded down. From 57 elements on some numbers of combinations are wrong, and with them ranks.
# Pattern databases rank sets of cells this way; those of boards of 8x8 cells would be affected.
#
# Seen with Python 3.11: C(57, 25) is the smallest wrong number; 613 of those with n below 80 are.
# Of 1,000 random sets of 30 cells of 64, all have another rank than the exact one; of 1,000 sets of
# 6 of 25, none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check combinadics==0.0.3
"$folder/bin/python" - <<'PYTHON'
import math
import random

from combinadics.combinadics import Choose, Combination

wrong = [(n, k) for n in range(1, 80) for k in range(1, n) if Choose(n, k) != math.comb(n, k)]
print(f"wrong numbers: {len(wrong)}, the first C{wrong[0]}")


def exact_rank(n, cells):
    """The number of sets that come before in lexicographic order."""
    k, rank, last = len(cells), 0, -1
    for at, cell in enumerate(cells):
        rank += sum(math.comb(n - 1 - c, k - 1 - at) for c in range(last + 1, cell))
        last = cell
    return rank


random.seed(2026)
sets = [sorted(random.sample(range(64), 30)) for _ in range(1000)]
small = [sorted(random.sample(range(25), 6)) for _ in range(1000)]
ranks = sum(Combination(64, 30, cells).Rank() != exact_rank(64, cells) for cells in sets)
in_range = sum(Combination(25, 6, cells).Rank() != exact_rank(25, cells) for cells in small)
print(f"wrong ranks: {ranks} of 1000 sets of 30 of 64, {in_range} of 1000 sets of 6 of 25")
assert in_range == 0, "small sets are wrong, too"
assert wrong[0] == (57, 25) and len(wrong) == 613 and ranks == 1000, "the rounding has changed"
PYTHON
