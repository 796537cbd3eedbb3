"""Every change to a tournament is one of these use cases, each one transaction."""

from tournaments.commands.counting import count
from tournaments.commands.lifecycle import (
    FILLERS,
    RULES,
    cancel,
    close,
    create,
    enter,
    start,
    withdraw,
)
