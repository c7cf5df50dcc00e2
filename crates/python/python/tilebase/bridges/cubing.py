"""cubing (npm), whose ``Alg`` reads moves separated by spaces: ``RDL2`` is one move, made twice.

>>> from tilebase.bridges import cubing
>>> cubing.to_alg("R2DL2"), cubing.from_alg("R2 D L2")
('R2 D L2', 'R2DL2')
"""

import re

PACKAGE, VERSION = "cubing", "0.63.3"


def from_alg(alg: str) -> str:
    """An ``Alg`` of U D L R as the letters of ``Solution.letters``."""
    return "".join(alg.split())


def to_alg(letters: str) -> str:
    """Letters, such as ``Solution.letters``, as an ``Alg``."""
    return " ".join(re.findall(r"[UDLR]\d*", letters))
