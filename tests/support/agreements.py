"""What waits in a tournament for another member's agreement."""

from tournaments import queries


def waiting_acts(tournament: int) -> list[str]:
    """Return the names of the acts that a director who plays has asked for, the oldest first."""
    state = queries.current(tournament).state
    return [one.wish.act for _number, one in sorted(state.agreements.items())]
