#!/usr/bin/env bash
# deepxube 0.3.2 (Python, https://github.com/forestagostinelli/deepxube), NPuzzle.string_to_action.
#
# A good guess: the key w moves the blank up. The help that the viewer prints says so: "swap blank
# tile up/down/left/right: w,s,a,d".
# What happens: each key moves the blank the other way, since actions are directions of the tile
# that slides into it. Recorded keystrokes replayed as moves of the blank lead nowhere.
#
# Seen with Python 3.11. It installs torch, some gigabytes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check deepxube==0.3.2
"$folder/bin/python" - <<'PYTHON'
import numpy as np
from deepxube.domains.npuzzle import NPState, NPuzzle

domain = NPuzzle(3)
middle = NPState(np.array([1, 2, 3, 4, 0, 5, 6, 7, 8], dtype=np.uint8))
print(domain.string_to_action_help())
went = {}
for key in "wsad":
    after, _ = domain.next_state([middle], [domain.string_to_action(key)])
    row, col = divmod(int(np.argmin(after[0].tiles)), 3)
    went[key] = {(-1, 0): "up", (1, 0): "down", (0, -1): "left", (0, 1): "right"}[row - 1, col - 1]
print(f"the blank goes {went}")
assert "blank tile up/down/left/right: w,s,a,d" in domain.string_to_action_help()
assert went == {"w": "down", "s": "up", "a": "right", "d": "left"}, "the keys have changed"
PYTHON
