"""Labels for a value and a policy, written to files by a job that goes on where it was.

>>> import tempfile, tilebase
>>> solver = tilebase.Solver("3x3", "manhattan")
>>> folder = tempfile.mkdtemp()
>>> tilebase.labels.write(solver, folder, 250, part=100, seed=1)
3
>>> sum(len(part["states"]) for part in tilebase.labels.read(folder))
250
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._states import as_number
from ._types import Cells, Encoding, Folder, StatesLike

if TYPE_CHECKING:
    from ._solver import Solver

__all__ = ["read", "write"]

JOB = "job.json"


def write(
    solver: Solver,
    folder: Folder,
    states: int | StatesLike,
    *,
    walk: int | None = None,
    seed: int = 0,
    part: int = 10_000,
    progress: Callable[[int, int], object] | None = None,
    encoding: Encoding = "cells",
) -> int:
    """Writes states and their labels (``Solver.labels``) as files ``part-000000.npz``, … of ``part`` states
    each, and returns the number of files. The states are those given (``encoding`` as for
    ``Solver.labels``), or a number of random ones, as ``Solver.sample`` draws them from ``walk`` and
    ``seed``.

    Each file is complete as soon as it has its name. The same call goes on after the last of them when it
    was interrupted; ValueError if the folder is that of another job. ``progress(done, all)`` is called
    with numbers of states.

    >>> import tempfile, tilebase
    >>> solver = tilebase.Solver("4x4", "manhattan", time=1)
    >>> tilebase.labels.write(solver, tempfile.mkdtemp(), 20, walk=12, seed=1)
    1
    """
    import hashlib  # here, as imports make up much of the time to load this package

    part = as_number(part, "part", 1)
    given: Cells | None = None
    if isinstance(states, (int, np.integer)):
        n = as_number(states, "the number of states")
    else:
        given, _ = solver._many(states, encoding)
        n = len(given)
    job = {
        "puzzle": solver.puzzle, "goal": solver._goal, "metric": solver.metric, "states": n, "part": part,
        "time": solver._arguments["time"], "width": solver._arguments["width"],
        "drawn": {"walk": walk, "seed": int(seed)} if given is None else None,
        "given": None if given is None else hashlib.sha256(given.tobytes()).hexdigest(),
    }  # fmt: skip
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    _begin(place / JOB, job)
    files = range(-(-n // part))
    for number in files:
        first, last = number * part, min(n, (number + 1) * part)
        file = place / f"part-{number:06}.npz"
        if not file.exists():
            if given is None:
                stream = np.random.SeedSequence([int(seed), number]).generate_state(1, np.uint64)
                cells = solver.sample(last - first, walk=walk, seed=int(stream[0]))
            else:
                cells = given[first:last]
            _replace(file, lambda out: np.savez_compressed(out, states=cells, **solver.labels(cells)._asdict()))
        if progress is not None:
            progress(last, n)
    return len(files)


def read(folder: Folder) -> Iterator[dict[str, npt.NDArray[Any]]]:
    """The files that are complete, in order: each a dict of arrays ``states``, ``distances``,
    ``lower_bounds``, ``optimal`` and ``action_distances``, whose rows belong together.

    >>> import tempfile, tilebase
    >>> folder = tempfile.mkdtemp()
    >>> tilebase.labels.write(tilebase.Solver("3x3", "manhattan"), folder, ["123456078"])
    1
    >>> [(int(part["distances"][0]), part["optimal"].tolist()) for part in tilebase.labels.read(folder)]
    [(2, [[False, True, False, False]])]
    """
    for file in sorted(Path(folder).glob("part-*.npz")):
        with np.load(file) as arrays:
            yield dict(arrays)


def _begin(file: Path, job: dict[str, Any]) -> None:
    """Notes what the folder holds, or checks that it holds the same."""
    import json

    if not file.exists():
        _replace(file, lambda out: out.write(json.dumps(job, indent=1).encode()))
        return
    found = json.loads(file.read_text())
    other = [key for key in job if found.get(key) != job[key]]
    if other:
        key = other[0]
        raise ValueError(
            f"{file.parent} has the labels of another job, whose {key} is {json.dumps(found.get(key))}, not "
            f"{json.dumps(job[key])}: name another folder"
        )


def _replace(file: Path, write: Callable[[Any], object]) -> None:
    """Writes a file beside its place and renames it, so that it is never seen half written."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with open(beside, "wb") as out:
            write(out)
            out.flush()
            os.fsync(out.fileno())
        os.replace(beside, file)
    finally:
        beside.unlink(missing_ok=True)
