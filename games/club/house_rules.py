"""The rules of the house: what a club decides for itself, beside the rules of the game (§11)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Every rule of the house. A new one needs a default: stored rules from before it lack the field."""
