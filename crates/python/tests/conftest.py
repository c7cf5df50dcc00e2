"""What several tests share."""

from __future__ import annotations

import numpy as np
import pytest

import tilebase
from tilebase import Tablebase


@pytest.fixture(scope="session")
def eight() -> Tablebase:
    return Tablebase("3x3")


@pytest.fixture(scope="session")
def whole(eight: Tablebase) -> np.ndarray:
    """Every state of 3x3 that reaches the goal."""
    return eight.unrank(np.arange(len(eight)))


@pytest.fixture(autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's tables; tables of files are built once for all tests."""
    monkeypatch.setenv("TILEBASE_DATA", str(tmp_path_factory.getbasetemp() / "tables"))


@pytest.fixture
def doctest_namespace() -> dict[str, object]:
    return {"tilebase": tilebase, "np": np}
