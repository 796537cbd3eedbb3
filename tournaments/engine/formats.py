"""Formats: by what the tables of a round are made, as one of the terms of a tournament."""

from __future__ import annotations

from enum import StrEnum

from tournaments.engine.errors import TournamentRefused


class Format(StrEnum):
    """The ways to make rounds; tournaments of before there was a choice are `EVEN`."""

    EVEN = "even"
    """Everybody meets evenly (`seating`)."""
    SWISS = "swiss"
    """Neighbours in the standings meet (`swiss`)."""
    FIXED = "fixed"
    """A director gives every table by hand before the start (`fixed`)."""
    GROUPS = "groups"
    """Groups play among themselves, and the best of each a final (`groups`)."""


def check_format(given: str, *, late_until: int) -> None:
    """Raise `TournamentRefused` for a format that there is not, and for terms that do not go with it."""
    if given not in set(Format):
        raise TournamentRefused("tournament.format-unknown", format=given)
    if given == Format.FIXED and late_until > 1:
        raise TournamentRefused("tournament.format-fixed-late")
