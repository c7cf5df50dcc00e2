#!/usr/bin/env bash
# gymnasium 1.4.0 (Python, https://github.com/Farama-Foundation/Gymnasium), SyncVectorEnv and
# make_vec.
#
# A good guess: vectors that are reset with the seeds 1, 2, 3, … are independent runs, and the two
# kinds of vectors of one environment start alike with one seed.
# What happens: SyncVectorEnv resets game k with the seed plus k, so two runs with neighbouring
# seeds share all games but one; a mean over five such runs of 64 games has 68 different games, not
# 320. The vector of `vector_entry_point`, which make_vec chooses by default where there is one,
# draws all games from one generator: other starts for the same seed, and none are shared.
#
# Seen with Python 3.11, on CartPole-v1 with 64 games and the seeds 1 to 5.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check gymnasium==1.4.0 numpy==2.4.6
"$folder/bin/python" - <<'PYTHON'
import gymnasium


def different(mode):
    """The number of different first observations in five runs, and those of the first run."""
    starts, first = set(), None
    for seed in range(1, 6):
        envs = gymnasium.make_vec("CartPole-v1", num_envs=64, vectorization_mode=mode)
        seen, _ = envs.reset(seed=seed)
        first = seen if first is None else first
        starts |= {tuple(observation) for observation in seen.tolist()}
    return len(starts), first


sync, sync_first = different("sync")
native, native_first = different("vector_entry_point")
alike = bool((sync_first == native_first).all())
print(f"different games of 320: SyncVectorEnv {sync}, vector_entry_point {native}; alike: {alike}")
assert (sync, native, alike) == (68, 320, False)
PYTHON
