"""Defines tables of data that readers can download as files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

Cell: TypeAlias = int | float | str | tuple[int, ...] | None
"""What one column of a line holds; None for nothing, a tuple for several numbers."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file to download: the names of its columns, and its lines."""

    columns: tuple[str, ...]
    lines: Sequence[tuple[Cell, ...]]
